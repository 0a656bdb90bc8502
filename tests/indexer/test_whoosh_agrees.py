"""Whoosh's own search finds the documents that ours does, for the forms of query that both know."""

import random

import pytest
from whoosh import analysis, fields, qparser
from whoosh.filedb.filestore import RamStorage

from indexer import Document, Index

WORDS = "zebra apple lemon mango melon grape olive berry peach plum 盐沼 湿地 长江".split()
DOCUMENTS = 120
SETS = 150


def random_query(rng: random.Random, depth: int = 2) -> str:
    one, two, three = (rng.choice(WORDS) for _ in range(3))
    forms = [
        one,
        f"{one} {two}",
        f"({one} OR {two})",
        f'"{one} {two}"',
        f"{one} NOT {two}",
        f"{one[:-1]}*" if one.isascii() else one,
        f"{one} NOT ({two} OR {three})",
    ]
    if depth:
        forms += [
            f"({random_query(rng, depth - 1)}) {one}",
            f"(({random_query(rng, depth - 1)}) OR ({one} {two}))",
        ]
    return rng.choice(forms)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_documents_match(tmp_path, seed):
    rng = random.Random(seed)
    texts = [rng.choices(WORDS, k=rng.randint(1, 12)) for _ in range(DOCUMENTS)]
    schema = fields.Schema(key=fields.ID(stored=True), text=fields.TEXT(analysis.SpaceSeparatedTokenizer()))
    theirs = RamStorage().create_index(schema)
    writer = theirs.writer()
    with Index.open(tmp_path) as ours:
        for number, words in enumerate(texts):
            writer.add_document(key=str(number), text=" ".join(words))
            ours.add(Document(str(number), body=" ".join(words)))
        writer.commit()
        parser = qparser.QueryParser("text", schema)
        with theirs.searcher() as searcher:
            for _ in range(SETS):
                query = random_query(rng)
                expected = {hit["key"] for hit in searcher.search(parser.parse(query), limit=None)}
                assert {hit.key for hit in ours.search(query, limit=DOCUMENTS).hits} == expected, query
