import pytest

from indexer.plan import (
    And,
    Literal,
    Not,
    Or,
    Phrase,
    Recall,
    Term,
    both,
    either,
    is_positive,
    is_scored,
    negation,
    positive_terms,
)

SALT, MARSH, BRIDGE = Term("", "salt"), Term("", "marsh"), Term("", "大桥")
THE = Term("", "the", stop=True)
SITE = Term("site", "example.org")
PHRASE = Phrase("title", ("长江", "大桥"))


@pytest.mark.parametrize(
    ("children", "plan"),
    [
        ([], None),
        ([SALT], SALT),
        ([SALT, SALT], SALT),
        ([SALT, And((MARSH, BRIDGE))], And((SALT, MARSH, BRIDGE))),
        ([THE, SALT], SALT),
        ([THE, PHRASE], PHRASE),
        ([THE, SITE], And((THE, SITE))),
        ([THE, Not(SALT)], And((THE, Not(SALT)))),
        ([Not(SALT)], Not(SALT)),
        ([Not(SALT), Not(BRIDGE)], Not(Or((SALT, BRIDGE)))),
        ([Not(SALT), Not(Or((SALT, BRIDGE)))], Not(Or((SALT, BRIDGE)))),
        ([Not(And((SALT, MARSH))), Not(PHRASE)], Not(Or((And((SALT, MARSH)), PHRASE)))),
        ([SALT, Not(MARSH), Not(BRIDGE)], And((SALT, Not(MARSH), Not(BRIDGE)))),
    ],
)
def test_conjunction_is_flat_and_names_something_or_is_one_negation(children, plan):
    assert both(children) == plan


@pytest.mark.parametrize(
    ("children", "plan"),
    [
        ([], None),
        ([Not(SALT)], None),
        ([SALT, Not(MARSH)], SALT),
        ([Or((SALT, MARSH)), BRIDGE, SALT], Or((SALT, MARSH, BRIDGE))),
    ],
)
def test_disjunction_has_only_what_can_be_looked_for(children, plan):
    assert either(children) == plan


def test_two_negations_cancel():
    assert negation(negation(SALT)) == SALT
    excluded = both([Not(SALT), Not(MARSH)])
    assert not is_positive(excluded)
    assert is_positive(negation(excluded))


@pytest.mark.parametrize(
    ("plan", "scored"),
    [
        (SALT, True),
        (SITE, False),
        (Not(SALT), False),
        (And((SITE, Not(SALT))), False),
        (And((SITE, BRIDGE)), True),
        (Or((SITE, PHRASE)), True),
        (Recall(BRIDGE, Literal("", ("大桥",))), True),
    ],
)
def test_only_words_rank(plan, scored):
    assert is_scored(plan) == scored


def test_wanted_words_leave_out_sites_and_exclusions():
    plan = And((THE, SITE, Or((PHRASE, SALT)), Not(MARSH), SALT))
    assert positive_terms(plan) == [Term("", "the"), Term("title", "长江"), Term("title", "大桥"), SALT]


def test_wanted_words_are_also_the_whole_stretch_that_pages_may_cut_otherwise():
    plan = Recall(And((Term("", "共和国"), Term("", "成"))), Literal("", ("共和国", "成")))
    assert [term.text for term in positive_terms(plan)] == ["共和国", "成", "共和国成"]
    mixed = Recall(Phrase("", ("第", "3", "章")), Literal("", ("第", "3", "章")))
    assert [term.text for term in positive_terms(mixed)] == ["第", "3", "章"]
    assert positive_terms(Recall(BRIDGE, Literal("", ("大桥",)))) == [BRIDGE]
