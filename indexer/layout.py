"""How the posting lists of an index lie in memory: one table of numbers that compiled and plain code share.

A list is a chain: *sealed* blocks of 128 postings each, which never change again, then a *tail* of up to 127
that grows in a *slot* of its own. Slots have sizes that grow by steps; a tail that is full moves to the next
size, and its old slot is used again by another. Short tails stand in the term's row itself. A *directory* of
extents, linked one to the next and each twice as long as the last, says where a list's sealed blocks are. So
adding a posting touches one row and one slot, whatever the length of the list, and nothing is ever merged.

Term row, 32 bytes, words of 32 bits:

    0 postings ever added     1 last document + 1     2 used bytes of the tail | slot class << 25     3 bound
    4 slot (in words)         5 bound of the tail     6 first extent          7 last extent (in words)

In class 0 with fewer than 128 postings words 4 to 7 are the tail itself and word 3 is its bound; else word 3
is the bound of all sealed blocks together.

Tail entry, all in variable-length bytes of 7 bits, low ones first: documents skipped << 2 | code, then with
code 2 and 3 the occurrences (else 1 and 2), then with code 3 the excess, then the positions.
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


def _slot_sizes() -> list[int]:
    """Return some sizes an octave up to 128 bytes, then two.

    Steps of 4 bytes would save 3 % of the slots, at half as many moves again.
    """
    sizes = [0, 24, 32, 40, 48, 64, 80, 96, 128]
    while sizes[-1] < 1 << USED_BITS:
        sizes += [sizes[-1] * 3 // 2, sizes[-1] * 2]
    return sizes


SLOT_BYTES = np.array(_slot_sizes(), np.int64)  # by class; class 0 is the row itself
CLASSES = len(SLOT_BYTES)

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

# The scratch of a compiled search, in bytes: sums of scores in a window (all 0 between searches) and which of
# them are touched, the order of cursors, what the first of them reach together, a block of numbers,
# candidates, runs of positions that are compared, and the cursors.
WINDOW = 4096  # documents whose scores are added up in one go
MOST_LISTS = 64
SUMS = 0
TOUCHED = SUMS + 8 * WINDOW
ORDER = TOUCHED + WINDOW // 8
REACHES = ORDER + 8 * MOST_LISTS
SPARE = REACHES + 8 * (MOST_LISTS + 1)
CANDIDATES = SPARE + 4 * BLOCK
PARTS = CANDIDATES + 8 * BLOCK
PART_BYTES = 32
CURSORS = PARTS + MOST_LISTS * PART_BYTES
CURSOR_BYTES = 4448
SCRATCH_BYTES = CURSORS + MOST_LISTS * CURSOR_BYTES
