"""What every strategy promises, and what each one does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lookclear.config import STRATEGIES, TopicFile
from lookclear.domain import Topic
from lookclear.errors import UsageError
from lookclear.html.parse import parse
from lookclear.links.evidence import Evidence
from lookclear.links.strategies import DEFAULT, NAMES, strategy
from lookclear.tunnel.rule import Tunnel
from lookclear.visit import FeatureReader, TopicCrawl
from tests.ontologies import FARMING

_shares = arrays(np.float64, 7, elements=st.floats(0, 1))


def evidence(anchor=0.0, context=0.0, block=0.0, page=0.0, **others):
    given = {name: np.array([float(value)]) for name, value in others.items()}
    return Evidence(*(np.array([value]) for value in (anchor, context, block, page)), **given)


@pytest.mark.parametrize("name", NAMES)
@given(parts=st.tuples(_shares, _shares, _shares, _shares))
def test_scores_are_bounded_and_repeatable(name, parts):
    given_evidence = Evidence(*parts)
    scores = strategy(name).score(given_evidence)
    assert scores.shape == (7,)
    assert ((scores >= 0) & (scores <= 1)).all()
    assert (scores == strategy(name).score(given_evidence)).all()


@pytest.mark.parametrize("name", NAMES)
def test_no_links_have_no_scores(name):
    assert len(strategy(name).score(Evidence(*[np.zeros(0)] * 4))) == 0


@pytest.mark.parametrize("name", NAMES)
@given(
    low=st.floats(0, 1), high=st.floats(0, 1), part=st.sampled_from(["anchor", "context", "block", "page"])
)
def test_better_evidence_never_lowers_a_score(name, low, high, part):
    low, high = sorted((low, high))
    judge = strategy(name)
    assert judge.score(evidence(**{part: low}))[0] <= judge.score(evidence(**{part: high}))[0] + 1e-12


def test_breadth_first_has_no_favourite():
    judge = strategy("breadth-first")
    assert judge.score(evidence(1, 1, 1, 1)) == judge.score(evidence())


def test_best_first_follows_the_page():
    assert strategy("best-first").score(evidence(anchor=1, page=0.3))[0] == 0.3


def test_link_context_worked_example():
    score = strategy("link-context").score(evidence(anchor=0.6 / 2**0.5, context=0.7, page=1))[0]
    assert score == pytest.approx(0.56213, abs=1e-5)


def test_block_worked_example_follows_only_the_block_on_topic_of_a_grey_page():
    # R(p) = .30; navigation r = .05, news .10, and a box on solar power .82 with S_lc .9, .6 and .2
    blocks, contexts = [0.82, 0.82, 0.82, 0.05, 0.10], [0.9, 0.6, 0.2, 1.0, 1.0]
    links = Evidence(np.array(contexts), np.array(contexts), np.array(blocks), np.full(5, 0.3))
    assert strategy("block").score(links) == pytest.approx([0.74, 0.65, 0.53, 0.0, 0.0])


@pytest.mark.parametrize(
    ("page", "block", "followed"), [(0.5, 0.0, True), (0.49, 0.5, True), (0.49, 0.49, False)]
)
def test_block_follows_white_pages_and_blocks_on_topic(page, block, followed):
    score = strategy("block").score(evidence(anchor=1, context=1, page=page, block=block))[0]
    assert bool(score > 0) is followed


def test_mix_worked_example():
    # S_lc = .6, page .3, block .8
    assert strategy("mix").score(evidence(anchor=0.6, context=0.6, block=0.8, page=0.3))[0] == pytest.approx(
        0.585
    )


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(UsageError, match="did you mean 'best-first'"):
        strategy("bestfirst")
    assert DEFAULT in NAMES


def test_topic_files_may_name_exactly_the_strategies_there_are():
    assert set(STRATEGIES) == set(NAMES)


FARM = "soil seed harvest grain crop farm field plough 土壤 水稻 收获"
PAGES = {
    "empty": "<p></p>",
    "no links": f"<p>{FARM}</p>",
    "one link": f"<p>{FARM} <a href=/one>crop</a></p>",
    "Chinese": "<p>土壤与水稻的知识 <a href=/zh>水稻 收获</a> <a href=/bank>银行 贷款</a></p>",
    "mixed": "<p>GPU显卡 soil 土壤 <a href=/m>soil 土壤 2024</a><a href=/none></a></p>",
    "5,000 links": "".join(f"<p><a href=/l{n}>crop {n} 水稻</a></p>" for n in range(5000)),
}
CHOICES = [*NAMES, "best-n-first:16", "link-context:tag-tree", "centroid:max", "centroid:ave"]
CHOICES += ["ontology:page", "ontology:links", "ontology:plain", "ontology:learned"]
CHOICES += [f"{name}+grey+black" for name in NAMES] + [f"mix+{tunnel}" for tunnel in Tunnel]
READER = FeatureReader(keep=True)


@pytest.fixture(scope="module")
def pages():
    return {
        name: parse(html.encode(), f"http://a.example/{at}") for at, (name, html) in enumerate(PAGES.items())
    }


@pytest.mark.parametrize("name", CHOICES)
def test_every_strategy_judges_every_sort_of_page_in_bounds_and_says_of_what(name, pages):
    def crawl():
        topic = Topic("farming", keywords=("soil", "水稻"))
        core = TopicCrawl(topic, strategy=name, settings=TopicFile(name="t"), reader=READER, ontology=FARMING)
        return [core.visit(page, depth=0, seed=at == 1) for at, page in enumerate(pages.values())]

    visits = crawl()
    for visit in visits:
        for candidate in visit.candidates:
            assert 0 <= candidate.score.value <= 1
            assert candidate.score.parts
            assert all(isinstance(part, float) for part in candidate.score.parts.values())
    assert [len(visit.candidates) for visit in visits] == [0, 0, 1, 2, 2, 5000]
    assert visits == crawl()


@pytest.mark.parametrize(
    ("name", "tunnel", "batch", "context"),
    [
        ("mix", Tunnel.NONE, 1, ""),
        ("block", Tunnel.GREY, 1, ""),
        ("block+black", Tunnel.BLACK, 1, ""),
        ("block+none", Tunnel.NONE, 1, ""),
        ("best-n-first", Tunnel.NONE, 256, ""),
        ("best-n-first:16+black+grey", Tunnel.BOTH, 16, ""),
        ("link-context:window:20+hard", Tunnel.HARD, 1, "window:20"),
    ],
)
def test_a_name_says_batch_context_and_tunnelling(name, tunnel, batch, context):
    chosen = strategy(name)
    assert (chosen.tunnel, chosen.batch, chosen.context) == (tunnel, batch, context)


def test_tunnelling_of_the_settings_counts_unless_the_name_says_otherwise():
    assert strategy("mix", "black").tunnel is Tunnel.BLACK
    assert strategy("mix+none", "black").tunnel is Tunnel.NONE
    assert strategy("block", "none").tunnel is Tunnel.GREY


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("best-n-first:many", "best-n-first:16"),
        ("best-n-first:0", "best-n-first:16"),
        ("fish:3", "leave the colon out"),
        ("mix+gray", "grey"),
        ("mix+hard+grey", "grey\\+black"),
        ("link-context:tag-soup", "tag-tree"),
        ("centroid:mean", "centroid:ave"),
        ("ontology:pages", "page, links, plain or learned"),
    ],
)
def test_what_cannot_be_chosen_is_answered_with_what_can(name, hint):
    with pytest.raises(UsageError, match=hint):
        strategy(name)


def test_fish_worked_example():
    # width 5: seven children of a relevant page get 1, five of an irrelevant one 1/2 while its depth lasts
    ranks = np.arange(9.0)

    def school(page, stamina):
        full = np.full(9, page)
        return strategy("fish").score(
            Evidence(full, full, full, full, rank=ranks, stamina=np.full(9, float(stamina)))
        )

    assert school(0.9, 0).tolist() == [1.0] * 7 + [0.0] * 2
    assert school(0.1, 1).tolist() == [0.5] * 5 + [0.0] * 4
    assert school(0.1, 0).tolist() == [0.0] * 9


@pytest.mark.parametrize(
    ("given", "score"),
    [
        ({"likeness": 0.6, "anchor": 0.5, "inherited": 0.9}, 0.36),
        ({"likeness": 0.0, "inherited": 0.3, "anchor": 0.0, "context": 0.3}, 0.132),
    ],
)
def test_shark_worked_examples(given, score):
    assert strategy("shark").score(evidence(**given))[0] == pytest.approx(score)


def test_best_n_first_values_links_as_best_first_does():
    assert strategy("best-n-first:16").score(evidence(anchor=1, page=0.3))[0] == 0.3


def test_parts_of_a_tunnelled_link_say_how_it_is_followed():
    given = {"anchor": 0.4, "context": 0.4, "page": 0.1, "block": 0.8, "depth": 2, "run": 2, "origin": 0.9}
    grey = strategy("mix+grey+black").explain(evidence(**given), 0)
    assert grey["grey"] == 1
    black = strategy("mix+black").explain(evidence(**given), 0)
    assert (black["tunnel-run"], black["depth-left"], black["origin"]) == (2, 1, 0.9)
    assert "dropped" in strategy("mix+hard").explain(evidence(**given), 0)
    assert set(strategy("mix").explain(evidence(**given), 0)) == {"page", "anchor", "context", "block"}
