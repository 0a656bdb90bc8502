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
            own = " ".join(f"{word}{n}x{m}" for word in ("alpha", "beta", "gamma", "delta") * 4)  # no copies
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
    assert after["/new/1"] > after["/new/2"] + 0.05
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
