import msgspec
import numpy as np
import pytest

from indexer import Document
from indexer.inversion import Inverter
from indexer.lexicon import Lexicon
from indexer.schema import POSITION_GAP
from indexer.sites import site_names


def inverted(document):
    """Return (term: (weight, positions)) and the record of a document."""
    lexicon = Lexicon()
    record = Inverter(lexicon).invert(document)
    found, at = {}, 0
    positions = record.position_words()
    for number, packed in zip(record.term_numbers().tolist(), record.packed_words().tolist(), strict=True):
        count = packed >> 16
        found[lexicon.term(number)] = (packed & 0xFFFF, positions[at : at + count].tolist())
        at += count
    assert at == len(positions)
    return found, record


def test_weights_are_summed_over_fields_in_quarters():
    found, record = inverted(Document("k", title="marsh", body="marsh salt marsh", anchors="marsh"))
    assert found["marsh"][0] == 12 + 4 + 4 + 6
    assert found["salt"][0] == 4
    assert found["title\x1fmarsh"] == (12, [0])
    assert record.length == 12 + 3 * 4 + 6


@pytest.mark.parametrize("body", ["", "…", "。"])
def test_a_document_without_words_is_found_by_its_site_alone(body):
    found, record = inverted(Document("http://a.example/x", title=body, body=body))
    assert found == {"site\x1fa.example": (0, []), "site\x1fexample": (0, [])}
    assert record.length == 0


@pytest.mark.parametrize("word", ["marsh", "don't", "café", "wifi6", "长江大桥", "iphone15", "x"])
def test_a_word_weighs_the_same_alone_and_among_others(word):
    alone, _ = inverted(Document("k", body=word))
    among, _ = inverted(Document("k", body=f"clay {word}", title="clay"))
    assert {term: weight for term, (weight, _) in alone.items()}.items() <= {
        term: weight for term, (weight, _) in among.items()
    }.items()


def test_fields_have_places_of_their_own():
    found, _ = inverted(Document("k", title="salt marsh", body="salt"))
    assert found["salt"][1] == [0, 2 + POSITION_GAP]


def test_what_is_inside_a_chinese_word_has_places_of_its_own():
    found, _ = inverted(Document("k", body="武汉的长江大桥建成", title="桥"))
    base = found["武汉"][1][0]
    assert [found[term][1] for term in ("长江大桥", "长江", "大桥", "建成")] == [
        [base + 3],
        [base + 3],
        [base + 5],
        [base + 7],
    ]
    assert found["han\x1f桥"][1] == [0, base + 6]
    assert found["han-title\x1f桥"] == (12, [0])


def test_words_given_as_they_are_take_the_same_places():
    found, record = inverted(Document("k", {"body": ["salt", "长江大桥", "marsh"]}))
    base = found["salt"][1][0]
    assert found["长江大桥"][1] == [base + 1]
    assert found["marsh"][1] == [base + 5]
    assert found["han\x1f桥"][1] == [base + 4]
    assert record.length == 3 * 4


def test_second_document_brings_only_its_new_terms():
    lexicon = Lexicon()
    inverter = Inverter(lexicon)
    first = inverter.invert(Document("a", body="salt marsh"))
    second = inverter.invert(Document("b", body="marsh water"))
    assert first.new_terms == ["salt", "marsh"]
    assert (second.first_new, second.new_terms) == (2, ["water"])


def test_terms_and_text_agree_with_a_fresh_inverter_after_the_memo_was_cleared(monkeypatch):
    monkeypatch.setattr("indexer.occurrences.MEMO_LIMIT", 3)
    inverter = Inverter(Lexicon())
    document = Document("k", title="长江大桥", body="武汉长江大桥 salt marsh water 马克思主义")
    first = inverter.invert(document)
    again = inverter.invert(document)
    assert again.terms == first.terms
    assert again.positions == first.positions
    assert again.new_terms == []


def test_a_record_does_not_depend_on_what_was_seen_before():
    used = Lexicon()
    inverter = Inverter(used)
    inverter.invert(Document("before", body="O'Reilly café 长江大桥 Wi-Fi"))
    document = Document("k", title="O'Reilly's", body="cafés 武汉长江大桥 e-mail don't")
    later, first = inverter.invert(document), inverted(document)[0]
    assert sorted(map(used.term, later.term_numbers().tolist())) == sorted(first)


def test_long_documents_use_wide_positions():
    found, record = inverted(Document("k", {"body": ["filler"] * 70_000 + ["end"]}))
    assert record.wide
    assert found["end"][1] == [POSITION_GAP + 70_000]
    assert len(found["filler"][1]) == 0xFFFF
    assert found["filler"][0] == 0xFFFF


def test_a_batch_gives_the_records_of_one_by_one():
    documents = [
        Document("http://a.org/1", title="Salt marsh", body="salt 长江大桥 Wi-Fi 5kg", anchors="marsh"),
        Document("http://a.org/2", {"body": ["salt", "长江大桥", "x\x1fy"]}, title="café"),
        Document("empty"),
        Document("http://b.org:8080/", body="marsh " * 70_000 + "end", relevance=0.5, group="http://a.org/1"),
        Document("http://a.org/1", body="new words 搜索引擎"),
    ]

    def read(lexicon, records):
        """Return what records say, terms by name, in the order of their names."""
        found = []
        for record in records:
            words = record.packed_words().tolist()
            runs = np.split(record.position_words(), np.cumsum([word >> 16 for word in words], dtype=int))
            names = map(lexicon.term, record.term_numbers().tolist())
            terms = sorted(zip(names, words, map(np.ndarray.tolist, runs), strict=False))
            rest = msgspec.structs.replace(
                record, first_new=0, new_terms=[], terms=b"", packed=b"", positions=b""
            )
            found.append((terms, rest))
        return found

    one_by_one, together = Lexicon(), Lexicon()
    batch = Inverter(together).invert_all(documents)
    inverter = Inverter(one_by_one)
    alone = [inverter.invert(document) for document in documents]
    assert read(together, batch) == read(one_by_one, alone)
    brought = [term for record in batch for term in record.new_terms]
    assert brought == list(together.terms_from(0))


def test_numbers_are_distinct_within_a_record():
    _, record = inverted(Document("http://a.example.org/", title="哈哈哈哈", body="org org 哈哈哈哈"))
    numbers = record.term_numbers()
    assert len(np.unique(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("address", "names"),
    [
        ("https://www.example.org/x", ["example.org", "org"]),
        ("https://example.org.:8443/x", ["example.org", "example.org:8443", "org", "org:8443"]),
        ("http://10.0.0.1/", ["10.0.0.1"]),
        ("http://[::1]:80/", ["::1", "::1:80"]),
        ("http://例子.中国/", ["xn--fsqu00a.xn--fiqs8s", "xn--fiqs8s"]),
        ("http://host:port/", []),
        ("no address", []),
        ("", []),
    ],
)
def test_site_names(address, names):
    assert site_names(address) == names
