from itertools import pairwise

import pytest

from lookclear.text.segment import words
from lookclear.topics.ontology import TAXONOMY, Edge, Label, Node, Ontology, Relation
from lookclear.topics.ontology_labels import LabelFinder, Match

NODES = ("topic", "kind", "part", "far", "farther", "near")


def ontology(*edges, nodes=NODES, tops=(0,)):
    numbers = {name: at for at, name in enumerate(nodes)}
    return Ontology(
        tuple(Node(name) for name in nodes),
        tuple(Edge(numbers[a], numbers[b], relation) for a, b, relation in edges),
        tops,
    )


def weights(found, relations=frozenset(Relation)):
    return {found.nodes[at].key: round(c, 6) for at, c in found.weights(found.tops, relations).items()}


def test_worked_example_a_sub_class_s_part():
    found = ontology(("topic", "kind", Relation.NARROWER), ("kind", "part", Relation.PART))
    assert weights(found) == {"topic": 1.0, "kind": 0.8, "part": 0.56}


@pytest.mark.parametrize(
    ("relation", "weight"),
    [
        (Relation.SAME, 1.0),
        (Relation.NARROWER, 0.8),
        (Relation.INSTANCE, 0.8),
        (Relation.PART, 0.7),
        (Relation.BROADER, 0.6),
        (Relation.PROPERTY, 0.5),
        (Relation.RELATED, 0.4),
    ],
)
def test_each_relation_has_its_weight(relation, weight):
    assert weights(ontology(("topic", "kind", relation)))["kind"] == weight


def test_the_best_path_counts_even_if_it_is_longer():
    found = ontology(
        ("topic", "part", Relation.RELATED),
        ("topic", "kind", Relation.NARROWER),
        ("kind", "part", Relation.NARROWER),
    )
    assert weights(found)["part"] == 0.64


def test_a_worse_but_shorter_way_goes_on_where_the_better_one_has_used_up_its_edges():
    chain = [("topic", "kind"), ("kind", "part"), ("part", "far")]
    found = ontology(
        *((a, b, Relation.NARROWER) for a, b in chain),
        ("topic", "far", Relation.PROPERTY),
        ("far", "near", Relation.SAME),
    )
    assert weights(found) == {"topic": 1, "kind": 0.8, "part": 0.64, "far": 0.512, "near": 0.5}


def test_what_is_more_than_three_edges_or_less_than_a_fifth_away_is_left_out():
    names = ["topic", "kind", "part", "far", "farther"]
    same = ontology(*((a, b, Relation.SAME) for a, b in pairwise(names)))
    assert weights(same) == {"topic": 1, "kind": 1, "part": 1, "far": 1}
    related = ontology(*((a, b, Relation.RELATED) for a, b in pairwise(names)))
    assert weights(related) == {"topic": 1, "kind": 0.4}
    edge = ontology(("topic", "kind", Relation.PROPERTY), ("kind", "part", Relation.RELATED))
    assert weights(edge)["part"] == 0.2


def test_a_circle_of_concepts_ends():
    circle = [("topic", "kind"), ("kind", "part"), ("part", "topic"), ("topic", "topic")]
    assert weights(ontology(*((a, b, Relation.NARROWER) for a, b in circle))) == {
        "topic": 1,
        "kind": 0.8,
        "part": 0.64,
    }


def test_relations_may_be_limited_to_the_hierarchy():
    found = ontology(("topic", "kind", Relation.NARROWER), ("topic", "near", Relation.RELATED))
    assert weights(found, TAXONOMY) == {"topic": 1, "kind": 0.8}


NAMES = {
    "interest": ["interest", "利息"],
    "rate": ["interest rate", "利率", "interest rates"],
    "bank": ["bank", "银行", "commercial bank"],
    "river bank": ["river bank", "bank"],
    "cattle": ["cattle", "牛"],
    "machine": ["农业机械", "farm machinery"],
    "off": ["interest group"],
    "stop": ["the", "2024", "a"],
}
WEIGHTS = {0: 0.7, 1: 0.8, 2: 0.6, 4: 0.8, 5: 0.8}


def finder(languages=()):
    nodes = tuple(Node(key, labels=tuple(map(Label, labels))) for key, labels in NAMES.items())
    return LabelFinder(Ontology(nodes, (), (0,)), WEIGHTS, languages)


def found(text, breaks=frozenset(), languages=()):
    return [
        (list(NAMES)[match.node], match.start, match.count)
        for match in finder(languages).find(words(text), breaks)
    ]


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("", []),
        ("nothing of the sort", []),
        ("The interest rates of an interest", [("rate", 1, 1.0), ("interest", 5, 1.0)]),
        ("an interest group", []),  # a longer name of what is off topic takes the word
        ("银行的利率", [("bank", 0, 1.0), ("rate", 2, 1.0)]),
        ("利率 rates 利息 INTEREST", [("rate", 0, 1.0), ("interest", 2, 1.0), ("interest", 3, 1.0)]),
        ("农业机械的使用", [("machine", 0, 1.0)]),
        ("農業機械", [("machine", 0, 1.0)]),
        ("牛顿的定律", []),
        ("一头牛", [("cattle", 1, 1.0)]),
        ("the 2024 a", []),
    ],
)
def test_names_are_found_longest_first_in_english_and_chinese(text, matches):
    assert [(name, count) for name, _, count in found(text)] == [(n, c) for n, _, c in matches]


def test_no_word_is_used_twice():
    spans = finder().find(words("interest rate interest rate"))
    assert spans == [Match(0, 2, 1), Match(2, 4, 1)]


def test_an_ambiguous_name_counts_half_unless_another_concept_is_near():
    assert found("the bank is steep") == [("bank", 1, 0.5)]
    assert found("the bank lowers interest") == [("bank", 1, 1.0), ("interest", 3, 1.0)]
    assert found("bank " + "word " * 20 + "interest")[0] == ("bank", 0, 0.5)
    assert found("bank " + "word " * 19 + "interest")[0] == ("bank", 0, 1.0)
    assert found("bank bank bank")[1] == ("bank", 1, 0.5)


def test_no_name_goes_across_a_break():
    assert found("interest rate", frozenset({1})) == [("interest", 0, 1.0)]


def test_names_of_other_languages_than_the_topic_s_are_not_used():
    labels = (Label("pain", "fr"), Label("bread", "en-GB"), Label("面包", "zh-Hans"), Label("naan"))
    made = LabelFinder(Ontology((Node("bread", labels=labels),), (), (0,)), {0: 1.0}, ["en", "zh"])
    texts = ("pain", "bread", "面包", "naan")
    assert [len(made.find(words(text))) for text in texts] == [0, 1, 1, 1]


def test_names_that_say_nothing_are_listed_and_not_used():
    assert finder().unusable == ["the", "2024", "a"]


def test_nodes_are_found_by_a_whole_name():
    assert finder().nodes_named("Interest Rates") == (1,)
    assert finder().nodes_named("bank") == (2, 3)
    assert finder().nodes_named("river") == finder().nodes_named("") == ()
