import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.html.parse import parse
from lookclear.relevance.ontology import OntologyJudge, diluted_cosine
from lookclear.topics.ontology_files import parse_ontology

FINANCE = b"""@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <http://x.example/> .
:loan a skos:Concept ; skos:topConceptOf :s ; skos:prefLabel "loan"@en , "\xe8\xb4\xb7\xe6\xac\xbe"@zh .
:mortgage a skos:Concept ; skos:broader :loan ; skos:prefLabel "mortgage"@en .
:interest a skos:Concept ; skos:related :loan ; skos:prefLabel "interest"@en , "\xe5\x88\xa9\xe6\x81\xaf"@zh .
:river a skos:Concept ; skos:prefLabel "river"@en .
"""
ONTOLOGY = parse_ontology(FINANCE)
JUDGE = OntologyJudge(ONTOLOGY)
LOAN, MORTGAGE, INTEREST = 1, 2, 0


def page(body, title="", url="http://bank.example/"):
    return parse(f"<title>{title}</title><body>{body}</body>".encode(), url)


def relevance(body, title="", judge=JUDGE):
    return judge.relevance(page(body, title)).value


def rows(body, url="http://bank.example/"):
    found = JUDGE.read(page(body, url=url)).links
    return [dict(zip(*(part.tolist() for part in found[at]), strict=True)) for at in range(len(found))]


def test_worked_example():
    concepts, counts = np.array([1, 0.8, 0.7, 0.6]), np.array([5.0, 0.0, 2.0, 0.0])
    assert diluted_cosine(concepts, counts, 3.0) == pytest.approx(0.64455, abs=1e-5)


def test_concepts_of_the_topic_have_weights():
    assert [ONTOLOGY.nodes[at].name for at in (INTEREST, LOAN, MORTGAGE)] == ["interest", "loan", "mortgage"]
    assert JUDGE.weights == {LOAN: 1.0, MORTGAGE: 0.8, INTEREST: 0.4}
    assert OntologyJudge(ONTOLOGY, is_plain=True).weights == {LOAN: 1.0, MORTGAGE: 0.8}


@pytest.mark.parametrize(
    ("keywords", "topic"), [(["Interest", "the"], (INTEREST,)), (["soil"], (LOAN,)), ([], (LOAN,))]
)
def test_keywords_say_which_concepts_the_topic_is(keywords, topic):
    assert OntologyJudge(ONTOLOGY, keywords).topic == topic


def test_position_counts():
    text = "<p>Nothing of the sort, and much of it.</p>"
    assert relevance(f"{text}<p>loan interest</p>", "A title") < relevance(f"{text}<p>interest</p>", "A loan")
    plain = OntologyJudge(ONTOLOGY, is_plain=True)
    texts = (f"{text}<p>loan mortgage</p>", f"{text}<h1>loan mortgage</h1>")
    assert relevance(texts[0], "A") < relevance(texts[1], "A")
    assert relevance(texts[0], "A", plain) == relevance(texts[1], "A", plain) > 0


@pytest.mark.parametrize(
    ("body", "title", "is_any"),
    [
        ("", "", False),
        ("<p>soil and crops</p>", "", False),
        ("<p>a loan</p>", "", False),  # one concept, not in the title
        ("<p>a loan</p>", "Loan", True),
        ("<p>a loan at interest</p>", "", True),
        ("<p>\u8d37\u6b3e\u7684\u5229\u606f</p>", "", True),
        ("<p>GPU\u663e\u5361 loan \u5229\u606f</p>", "", True),
        ("<p>a loan by the river</p>", "", False),  # the river is no concept of the topic
    ],
)
def test_a_page_must_name_two_concepts_or_one_in_its_title(body, title, is_any):
    found = JUDGE.relevance(page(body, title))
    assert (found.value > 0) is is_any
    assert set(found.parts) == {"concepts", "similarity"}


def test_other_frequent_words_dilute_what_is_said_of_the_topic():
    short = "<p>a loan at interest</p>"
    assert relevance(short + "<p>football football football football</p>") < relevance(short)


def test_names_do_not_go_across_blocks_or_from_text_to_title():
    assert relevance("<p>mort</p><p>gage</p>", "loan") > 0


@given(st.lists(st.floats(0, 50), min_size=3, max_size=3), st.floats(0, 100))
def test_relevance_is_bounded(counts, other):
    assert 0 <= diluted_cosine(np.array([1, 0.8, 0.4]), np.array(counts), other) <= 1


def test_words_for_a_link_are_anchor_twice_context_heading_title_and_address():
    body = """<h2>Loan</h2><p><a href=/a>mortgage</a> with interest</p>
    <div><h2>Other</h2><p><a href=/loan/b title="interest">more of it</a></p></div>"""
    first, second = rows(body)
    assert first == {MORTGAGE: 1.0, INTEREST: 0.5, LOAN: 0.5}
    assert second == {MORTGAGE: 0.5, INTEREST: 1.0, LOAN: 1.0}


def test_words_too_far_from_a_link_do_not_speak_for_it():
    filler = "word " * 25
    (one,) = rows(f"<p>loan {filler} <a href=/x>here</a> {filler} mortgage</p>")
    assert one == {}


def test_pages_without_links_and_links_without_words_are_read():
    assert rows("<p>loan</p>") == []
    assert rows("<p><a href=/q></a><a href=/z>\u8d37\u6b3e</a></p>")[-1] == {LOAN: 1.0}


def test_reading_a_page_and_judging_it_agree():
    one = page("<p>a loan at interest</p>", "Loan")
    assert JUDGE.read(one).relevance == JUDGE.relevance(one)
