"""How the posting lists of an index lie in memory: one table of numbers that compiled and plain code share.

A list is a chain: *sealed* blocks of 128 postings each, which never change again, then a *tail* of up to 127
that grows in *slots*, linked one to the next: one that is full gets another, and all are used again when the
tail is sealed. Short tails stand in the term's row itself. A *directory* of extents, linked as well and each
twice as long as the last, says where a list's sealed blocks are. So adding a posting touches one row and one
slot, whatever the length of the list, and nothing is ever moved or merged.

Term row, 32 bytes, words of 32 bits:

    0 postings ever added     1 last document + 1     2 used bytes | slot class << 25     3 bound
    4 last slot (in units)    5 bound of the tail     6 first extent          7 last extent (in words)

In class 0 with fewer than 128 postings words 4 to 7 are the tail itself and word 3 is its bound; else word 3
is the bound of all sealed blocks together. Used bytes are those of the last slot, with its link, or of the
row. In class 0 with 128 postings or more there is no tail.

Slot, 32-byte units: a word, next slot << 5 | class of this one (the next one of the last is the first), then
entries, whole ones. If room is left after them, the next byte is 0, which begins no entry.

Tail entry, all in variable-length bytes of 7 bits, low ones first: documents skipped + 1, << 2 | code, then
with code 2 and 3 the occurrences (else 1 and 2), then with code 3 the excess, then the positions.
The *excess* is the weight minus four times the occurrences, modulo 65536: 0 for words of the body. The
first position stands as it is, each further one as the distance from the last, minus 1.

Sealed block, 16-byte units: header (word 0: bits of skipped documents | bits of occurrences << 8 | bits of
excess << 16; 1: least occurrences | least excess << 16; 2: bits of positions, a byte for each 32 postings; 3
unused), then documents skipped, occurrences and excess, 128 of each packed at their widths, then all
positions.

Directory extent: address of the next extent, then three words a block: its last document, its address in
units, its bound.

A *bound* is an impact in steps of 1/32768, rounded up, << 16 | the upper half of a float32 of the mean length
then, rounded down. The impact is what a posting can add to a score, before the term's weight: see `bounds`.
"""

from __future__ import annotations

import numpy as np

BLOCK = 128  # postings
BLOCK_BITS = 7
SUB_BLOCK = 32  # postings that share a width of positions

ROW_WORDS = 8
COUNT, LAST, TAIL, BOUND, SLOT, TAIL_BOUND, FIRST_EXTENT, LAST_EXTENT = range(ROW_WORDS)
ROW_BYTES = 4 * ROW_WORDS
INLINE_AT = 16  # bytes from the row's start
INLINE_BYTES = 16
USED_BITS = 25
USED_MASK = (1 << USED_BITS) - 1
SLOT_UNIT = 32  # bytes that addresses of slots count in
LINK_BYTES = 4
CLASS_BITS = 5  # of a link
CLASS_MASK = (1 << CLASS_BITS) - 1

ENTRY_WORDS = 3  # of a directory extent
FIRST_EXTENT_BLOCKS = 4
HEADER_BYTES = 16
UNIT = 16  # bytes that sealed addresses count in

IMPACT_STEPS = 32768

# Where a word stands, as one number: document of a batch, term, place.
POSITION_BITS = 24  # four fields of two million characters, and the gaps between them
DOCUMENT_BITS = 52  # term and place are below

# A slot of a table of words, in bytes: see `kernels.words`.
WORD_BYTES = 24
WORD_LENGTH_AT, WORD_NUMBER_AT, WORD_SLOT_BYTES = 24, 28, 32


SLOT_BYTES = np.array([0, *(SLOT_UNIT << power for power in range(16))], np.int64)  # by class
CLASSES = len(SLOT_BYTES)
# Which class a new slot has when the tail has so many postings: larger ones once it is long, so that links
# and free room are a small part, small ones when it is soon sealed. Class 0 is the row itself.
SLOT_CLASS = np.repeat(np.array([1, 2, 3, 2, 1], np.uint8), [8, 16, 80, 14, 10])


# The table: addresses of memory, then where the next stretch of each begins, then counts.
(
    SEALED,
    SLOTS,
    DIRECTORY,
    ROWS,
    FREE,
    LENGTHS,
    PRIORS,
    ALIVE,
    SEALED_END,
    SLOTS_END,
    DIRECTORY_END,
    DOCUMENTS,
    SCRATCH,
) = range(13)
TABLE_WORDS = 16

# The scratch of a compiled search, in bytes: sums of scores in a window (all 0 between searches), which of
# them are promising (none between searches), the order of cursors, what the first of them reach together, a
# block of numbers, candidates, which of them were met and where, places in a block by the low bits of the
# document, runs of positions that are compared, the cursors, and the sums that were added to, each time.
WINDOW = 4096  # documents whose scores are added up in one go
MOST_LISTS = 64
SUMS = 0
PROMISING = SUMS + 8 * WINDOW
ORDER = PROMISING + WINDOW // 8
REACHES = ORDER + 8 * MOST_LISTS
SPARE = REACHES + 8 * (MOST_LISTS + 1)
CANDIDATES = SPARE + 4 * BLOCK
MET = CANDIDATES + 8 * BLOCK
MET_PLACES = MET + 8 * BLOCK
SPREAD = MET_PLACES + 8 * BLOCK
SPREAD_DOCUMENTS = 1 << 14  # so many bytes: beside the rest they fit into a processor's first cache
PARTS = SPREAD + SPREAD_DOCUMENTS
PART_BYTES = 32
CURSORS = PARTS + MOST_LISTS * PART_BYTES
CURSOR_BYTES = 4448
ADDED = CURSORS + MOST_LISTS * CURSOR_BYTES
SCRATCH_BYTES = ADDED + 4 * WINDOW * MOST_LISTS
