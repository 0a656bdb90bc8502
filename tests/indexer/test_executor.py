import numpy as np
import pytest

from indexer import Document, Index
from indexer.executor import Executor
from indexer.plan import And, Literal, Not, Or, Phrase, Recall, Term
from indexer.ranking import AUTHORITY_WEIGHT, RELEVANCE_WEIGHT

SALT, MARSH, BRIDGE = Term("", "salt"), Term("", "marsh"), Term("", "大桥")
SITE = Term("site", "example.org")


@pytest.fixture
def executor(tmp_path):
    with Index.open(tmp_path) as index:
        index.add(Document("http://example.org/0", title="Salt", body="salt marsh", relevance=0.8))
        index.add(Document("http://example.org/1", body="marsh 长江大桥", authority=0.5))
        index.add(Document("http://example.com/2", body="marsh salt 大桥"))
        index.add(Document("http://example.org/dead", body="salt marsh 大桥"))
        index.delete("http://example.org/dead")
        yield Executor(index._state)


@pytest.mark.parametrize(
    ("plan", "docs"),
    [
        (SALT, [0, 2]),
        (BRIDGE, [1, 2]),
        (Term("title", "salt"), [0]),
        (Term("title", "marsh"), []),
        (Term("", "unknown"), []),
        (SITE, [0, 1]),
        (And((SALT, MARSH)), [0, 2]),
        (And((SALT, Term("", "unknown"))), []),
        (And((MARSH, Not(SALT))), [1]),
        (And((MARSH, Not(Or((SALT, BRIDGE))))), []),
        (And((MARSH, Not(And((SALT, BRIDGE))))), [0, 1]),
        (And((MARSH, Not(Phrase("", ("salt", "marsh"))))), [1, 2]),
        (And((SITE, Or((SALT, BRIDGE)))), [0, 1]),
        (Or((Term("", "unknown"), Phrase("", ("salt", "大桥")))), [2]),
        (Phrase("", ("salt", "marsh")), [0]),
        (Phrase("", ("marsh", "salt")), [2]),
        (Phrase("title", ("salt", "marsh")), []),  # a phrase does not run from one field into the next
        (Phrase("", ("salt", "salt")), []),
        (Phrase("", ("marsh", "长江大桥")), [1]),
        (Phrase("", ("marsh", "大桥")), []),  # it stands two characters further
        (Literal("", ("江大",)), [1]),
        (Literal("", ("marsh", "长江")), [1]),
        (Literal("", ("salt", "大")), [2]),
        (Literal("", ("桥",)), [1, 2]),
        (Literal("", ("长大",)), []),
        (Recall(Term("", "江大"), Literal("", ("江大",))), [1]),
        (And((SALT, Recall(BRIDGE, Literal("", ("大桥",))))), [2]),
        (And((MARSH, Not(Recall(BRIDGE, Literal("", ("大桥",)))))), [0]),
    ],
)
def test_plan_meets_the_living_documents_in_order(executor, plan, docs):
    match = executor.run(plan)
    assert match.docs.tolist() == docs
    assert len(match.scores) == len(docs)
    assert (match.scores > 0).all()


def test_exclusions_and_sites_do_not_change_scores(executor):
    alone = dict(
        zip(*map(np.ndarray.tolist, (executor.run(MARSH).docs, executor.run(MARSH).scores)), strict=True)
    )
    for plan in (And((MARSH, SITE)), And((MARSH, Not(Term("title", "salt"))))):
        match = executor.run(plan)
        assert match.scores.tolist() == pytest.approx([alone[doc] for doc in match.docs.tolist()])


def test_scores_of_several_words_add_up(executor):
    both = executor.run(And((SALT, MARSH)))
    either = executor.run(Or((SALT, MARSH)))
    salt, marsh = executor.run(SALT), executor.run(MARSH)
    assert both.docs.tolist() == salt.docs.tolist()
    assert both.scores == pytest.approx(salt.scores + marsh.scores[[0, 2]])
    assert either.scores[[0, 2]] == pytest.approx(both.scores)


def test_without_a_ranking_word_every_match_counts_one(executor):
    assert executor.run(And((SITE, Not(SALT)))).scores.tolist() == [1.0]


def test_priors_come_from_relevance_and_authority(executor):
    expected = [1 + 0.8 * RELEVANCE_WEIGHT, 1 + 0.5 * AUTHORITY_WEIGHT, 1]
    assert executor.priors(np.array([0, 1, 2])) == pytest.approx(expected)


def test_nothing_is_found_in_an_empty_index(tmp_path):
    with Index.open(tmp_path) as index:
        for plan in (SALT, And((SALT, MARSH)), Or((SALT, BRIDGE)), Phrase("", ("salt", "marsh")), SITE):
            assert Executor(index._state).run(plan).docs.tolist() == []


def test_negation_alone_is_refused(executor):
    with pytest.raises(TypeError, match="beside something positive"):
        executor.run(Not(SALT))
