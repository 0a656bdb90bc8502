"""Strategies that read pages themselves, in small crawls."""

import pytest

from lookclear.config import TopicFile
from lookclear.domain import Topic
from lookclear.errors import ConfigError
from lookclear.html.parse import parse
from lookclear.links import apprentice, seeing
from lookclear.visit import REFRESH_EVERY, TopicCrawl, judging
from tests.ontologies import FARMING

HOST = "http://example.org"
FARM = "soil seed harvest grain crop farm field plough manure irrigation 土壤 水稻"
BANK = "loan interest bank credit debt mortgage account deposit currency 贷款 银行"
WATCHERS = ["ontology", "apprentice", "topical-rank", "centroid"]


def page(path, words, links=()):
    anchors = "".join(f'<p><a href="{url}">{text}</a></p>' for url, text in links)
    return parse(f"<title>{words[:9]}</title><p>{words}</p>{anchors}".encode(), HOST + path)


def crawl(strategy, ontology=FARMING):
    topic = Topic("farming", seeds=(f"{HOST}/s",))
    core = TopicCrawl(topic, strategy=strategy, settings=TopicFile(name="t"), ontology=ontology)
    core.visit(page("/s", FARM, [("/a", "one"), ("/b", "two"), ("/c", "crop")]), depth=0, seed=True)
    return core


def scores(visit):
    return {c.key.removeprefix(HOST): c.score.value for c in visit.candidates}


def parts(visit):
    return {c.key.removeprefix(HOST): c.score.parts for c in visit.candidates}


def taught(strategy, pages=30):
    """Return a crawl where links that say *good* lead to farms and links that say *bad* to banks."""
    core = crawl(strategy)
    for n in range(pages):
        links = [(f"/x{n}/{m}", "bad thing" if m % 2 else "good thing") for m in range(6)]
        core.visit(page(f"/hub{n}", f"words of no kind {n}", links), depth=1, seed=False)
        for m in range(6):
            own = " ".join(f"{word}{n}x{m}" for word in ("alpha", "beta"))  # no copies
            words = f"{BANK if m % 2 else FARM} {own}"
            core.visit(page(f"/x{n}/{m}", words, [(f"/y{n}", "more")]), depth=2, seed=False)
    return core


def test_an_ontology_is_needed_for_the_strategy_that_goes_by_one():
    with pytest.raises(ConfigError, match="needs an ontology"):
        crawl("ontology", None)
    assert crawl("mix", None)


def test_ontology_prefers_links_that_name_concepts_and_says_why():
    core = crawl("ontology")
    links = [("/rice", "水稻"), ("/none", "loan"), ("/soil", "soil"), ("/bank", "bank")]
    visit = core.visit(page("/p", "words of no kind", links), depth=1, seed=False)
    found = scores(visit)
    assert min(found["/rice"], found["/soil"]) > max(found["/none"], found["/bank"])
    why = parts(visit)["/soil"]
    assert {"concepts-page", "concepts-link", "concepts-beside"} <= set(why)
    assert why["concepts-link"] > parts(visit)["/none"]["concepts-link"]


def test_ontology_by_page_alone_values_all_links_of_a_page_alike():
    links = [("/rice", "水稻"), ("/none", "loan")]
    good = scores(crawl("ontology:page").visit(page("/p", FARM, links), depth=1, seed=False))
    poor = scores(crawl("ontology:page").visit(page("/q", BANK, links), depth=1, seed=False))
    assert good["/rice"] == good["/none"] > poor["/rice"] == 0


def test_ontology_by_links_alone_does_not_look_at_the_page():
    links = [("/rice", "水稻"), ("/none", "loan")]
    one, other = (
        scores(crawl("ontology:links").visit(page("/p", words, links), depth=1, seed=False))
        for words in ("", BANK)
    )
    assert one == other
    assert one["/rice"] > one["/none"]


def test_links_like_those_that_paid_off_rise_and_the_model_says_what_it_counts(monkeypatch):
    monkeypatch.setattr(apprentice, "LEAST_EACH", 20)
    links = [("/new/1", "good thing"), ("/new/2", "bad thing")]
    before = scores(crawl("apprentice").visit(page("/p", "words of no kind", links), depth=1, seed=False))
    assert before["/new/1"] == before["/new/2"]
    visit = taught("apprentice").visit(page("/p", "words of no kind", links), depth=1, seed=False)
    after, why = scores(visit), parts(visit)
    assert after["/new/1"] > after["/new/2"] + 0.01
    assert why["/new/1"]["learned"] > 0.6
    assert why["/new/2"]["learned"] < 0.5
    assert 0 < why["/new/1"]["learned-share"] < 0.5


def test_a_model_of_few_outcomes_does_not_count():
    core = taught("apprentice", 5)
    visit = core.visit(page("/p", "words of no kind", [("/new", "good thing")]), depth=1, seed=False)
    assert parts(visit)["/new"]["learned-share"] == 0


def test_rank_is_handed_on_from_relevant_pages_and_by_many_of_them():
    core = crawl("topical-rank")
    for n in range(4):
        core.visit(
            page(f"/r{n}", FARM, [("/both", "here"), (f"/r{n + 1}", "next"), ("/s", "up")]),
            depth=1,
            seed=False,
        )
    core.visit(page("/off", BANK, [("/poor", "here")]), depth=1, seed=False)
    visit = core.visit(
        page("/last", FARM, [("/both", "here"), ("/poor", "here"), ("/once", "here")]), depth=1, seed=False
    )
    why = parts(visit)
    assert why["/both"]["rank"] > why["/once"]["rank"] > 0
    assert all(0 <= one["rank"] <= 1 for one in why.values())


@pytest.mark.parametrize("strategy", WATCHERS)
def test_forgetting_links_that_wait_no_more_changes_no_score(strategy, monkeypatch):
    def visits():
        core = crawl(strategy)
        found = []
        for n in range(REFRESH_EVERY + 5):
            links = [(f"/p{n + 1}", "crop next"), (f"/side{n % 3}", FARM.split()[n % 9])]
            found.append(core.visit(page(f"/p{n}", FARM if n % 3 else BANK, links), depth=1, seed=False))
        return found

    kept = visits()
    monkeypatch.setattr(judging, "LEAST_DROPPED", 2)
    monkeypatch.setattr(seeing, "LEAST_FORGOTTEN", 2)
    assert visits() == kept


@pytest.mark.parametrize("strategy", WATCHERS)
def test_a_page_without_links_or_words_is_taken_in(strategy):
    core = crawl(strategy)
    for n, words in enumerate(("", "土壤", "GPU显卡 soil")):
        assert core.visit(page(f"/{n}", words), depth=1, seed=False).candidates == ()
    visit = core.visit(page("/z", "", [("/q", "")]), depth=1, seed=False)
    assert 0 <= visit.candidates[0].score.value <= 1


def test_centroid_takes_all_anchors_of_a_target_together():
    core = crawl("centroid")
    core.visit(page("/p", "words of no kind", [("/x", "loan"), ("/z", "loan")]), depth=1, seed=False)
    visit = core.visit(
        page("/q", "words of no other kind", [("/x", "crop soil"), ("/y", "crop soil")]), depth=1, seed=False
    )
    why = parts(visit)
    assert 0 < why["/x"]["front"] < why["/y"]["front"]


def test_centroid_reads_the_address_where_an_anchor_has_no_words():
    core = crawl("centroid")
    links = [("/crop/soil.html", ""), ("/loan/bank.html", "")]
    found = scores(core.visit(page("/p", "words of no kind", links), depth=1, seed=False))
    assert found["/crop/soil.html"] > found["/loan/bank.html"]


def test_centroid_gives_a_new_link_at_once_what_judging_everything_anew_would(monkeypatch):
    # with the model frozen, lazy and eager orders are the same (10.4, test 1)
    core = crawl("centroid")
    monkeypatch.setattr(type(core.strategy.scorer), "learn", lambda *_: None)
    at_once = {}
    for n in range(12):
        links = [(f"/a{n}", FARM.split()[n % 9]), (f"/b{n % 4}", BANK.split()[n % 9])]
        visit = core.visit(page(f"/p{n}", "words of no kind", links), depth=1, seed=False)
        at_once |= scores(visit)
    anew = core._waiting.rescored(()).by_key()
    assert {key: anew[f"{HOST}{key}"] for key in at_once} == at_once


def test_centroid_follows_the_new_order_when_the_topic_turns_it_round():
    # 10.4, test 2: no heap that looks again at its top alone
    core = crawl("centroid")
    first = scores(core.visit(page("/p", "none", [("/u1", "crop"), ("/u2", "loan")]), depth=1, seed=False))
    assert first["/u1"] > first["/u2"]
    turned = core.visit(page("/t", BANK * 3), depth=0, seed=True).rescored.by_key()
    core.visit(page("/t2", BANK * 2 + " more"), depth=0, seed=True)
    turned = core.visit(page("/t3", BANK * 4 + " other"), depth=0, seed=True).rescored.by_key()
    assert turned[f"{HOST}/u2"] > turned[f"{HOST}/u1"]


@pytest.mark.parametrize(("strategy", "rises"), [("centroid", True), ("best-first", False)])
def test_links_to_clusters_behind_irrelevant_pages_rise(strategy, rises):
    # 10.4, test 3: archives are off topic, and what they list is on topic; news lead nowhere
    core = crawl(strategy)
    for n in range(40):
        links = [(f"/archive{n}", f"archive {n}"), (f"/news{n}", f"news {n}")]
        core.visit(page(f"/hub{n}", f"words of no kind h{n}", links), depth=1, seed=False)
        core.visit(page(f"/news{n}", f"{BANK} q{n}", [(f"/n{n}", "on")]), depth=2, seed=False)
        core.visit(
            page(f"/archive{n}", f"{BANK} list l{n}", [(f"/item{n}", f"number {n}")]), depth=2, seed=False
        )
        own = " ".join(f"{word}{n}" for word in ("alpha", "beta", "gamma", "delta") * 4)
        core.visit(page(f"/item{n}", f"{FARM} {own}"), depth=3, seed=False)
    links = [("/archive", "archive"), ("/news", "news")]
    found = scores(core.visit(page("/hub", "words of no kind", links), depth=1, seed=False))
    assert (found["/archive"] > found["/news"]) is rises
