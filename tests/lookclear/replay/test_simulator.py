import pytest

from lookclear.config import Scope, TopicFile
from lookclear.domain import Topic
from lookclear.links.strategies import NAMES
from lookclear.replay import simulator
from lookclear.replay.pages import RecordedPages
from lookclear.replay.simulator import JUDGES, ORACLE, RANDOM, simulate
from lookclear.replay.web import RecordedWeb
from lookclear.sites.templates import TemplateRule
from lookclear.visit import FeatureReader, TopicCrawl
from tests.ontologies import FARMING
from tests.web.site import Answer
from tests.web.topical import record, topical

SITE = "http://garden.test"
SETTINGS = TopicFile(name="garden")


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    pages = topical([SITE], 80)
    pages[f"{SITE}/0"] += f'<a href="{SITE}/missing">garden soil</a><a href="{SITE}/moved">garden compost</a>'
    answers = pages | {f"{SITE}/moved": Answer("", 301, {"Location": f"{SITE}/1"})}
    return RecordedWeb.open(record(answers, tmp_path_factory.mktemp("web")))


def crawl(web, strategy, budget=40, settings=SETTINGS, **kwargs):
    topic = Topic("garden", seeds=(f"{SITE}/0",))
    return simulate(
        RecordedPages(web),
        topic,
        strategy=strategy,
        budget=budget,
        settings=settings,
        reader=FeatureReader(),
        **{"ontology": FARMING} | kwargs,
    )


def test_breadth_first_goes_level_by_level(web):
    first_links = crawl(web, "breadth-first", 3).fetched
    assert first_links == crawl(web, "breadth-first", 40).fetched[:3]
    assert f"{SITE}/1" in first_links


@pytest.mark.parametrize("strategy", [*NAMES, *JUDGES])
def test_no_page_is_fetched_twice_and_the_budget_is_exact(web, strategy):
    trace = crawl(web, strategy)
    assert len(trace.fetched) == len(set(trace.fetched)) == 40


def test_a_crawl_ends_when_nothing_is_left(web):
    assert len(crawl(web, "mix", 1000).fetched) < 80


def test_unrecorded_addresses_and_aliases_cost_nothing_unless_asked(web):
    free = crawl(web, "breadth-first", 1000)
    assert free.outcomes["not-recorded"] == 1
    assert free.outcomes["redirected"] == 1
    assert f"{SITE}/missing" not in free.fetched
    paid = crawl(web, "breadth-first", 1000, count_unrecorded=True)
    assert f"{SITE}/missing" in paid.fetched
    assert len(paid.fetched) == len(free.fetched) + 1


def test_a_redirect_out_of_scope_is_not_followed(tmp_path):
    answers = {
        f"{SITE}/0": f'<a href="{SITE}/out">garden soil</a><a href="{SITE}/1">garden</a>',
        f"{SITE}/1": "<p>garden</p>",
        f"{SITE}/out": Answer("", 302, {"Location": "http://elsewhere.test/"}),
        "http://elsewhere.test/": "<p>garden soil</p>",
    }
    recorded = RecordedWeb.open(record(answers, tmp_path))
    inside = TopicFile(name="garden", scope=Scope(hosts=("garden.test",)))
    assert crawl(recorded, "mix", settings=inside).fetched == (f"{SITE}/1",)
    assert len(crawl(recorded, "mix").fetched) == 2


def test_the_oracle_takes_known_pages_first_and_chance_is_repeatable(web):
    wanted = frozenset(f"{SITE}/{n}" for n in range(40, 60))
    found = {
        s: len(wanted & set(crawl(web, s, 25, relevant=wanted).fetched)) for s in (ORACLE, RANDOM, "mix")
    }
    assert found[ORACLE] > max(found[RANDOM], found["mix"])
    assert crawl(web, "random", random_seed=1) == crawl(web, "random", random_seed=1)
    assert crawl(web, "random", random_seed=1) != crawl(web, "random", random_seed=2)


def test_chance_favours_no_address_for_its_links_or_its_wait(tmp_path):
    # Of twelve links of the seed one is repeated on every page: by many draws it would come early.
    front = "".join(f'<p><a href="/{n}">page {n}</a></p>' for n in range(1, 13))
    pages = {f"{SITE}/0": front}
    pages |= {f"{SITE}/{n}": f'<p>leaf {n}</p><a href="/12">more</a>' for n in range(1, 13)}
    recorded = RecordedWeb.open(record(pages, tmp_path))
    places = [
        crawl(recorded, RANDOM, 12, random_seed=seed).fetched.index(f"{SITE}/12") for seed in range(200)
    ]
    assert abs(sum(places) / len(places) - 5.5) < 0.75  # 0..11; three standard errors


@pytest.mark.parametrize("strategy", JUDGES)
def test_a_long_chain_of_single_links_is_followed_to_its_end(tmp_path, strategy):
    pages = {f"{SITE}/{n}": f'<p>page {n}</p><a href="/{n + 1}">下一页 next</a>' for n in range(900)}
    recorded = RecordedWeb.open(record(pages, tmp_path))
    assert len(crawl(recorded, strategy, 1000).fetched) == 899


@pytest.mark.parametrize("rule", TemplateRule)
def test_the_rule_for_templates_can_be_switched(web, monkeypatch, rule):
    used = []

    class Crawl(TopicCrawl):
        def visit(self, *args, **kwargs):
            used.append(self.sites._templates._rule)
            return super().visit(*args, **kwargs)

    monkeypatch.setattr(simulator, "TopicCrawl", Crawl)
    crawl(web, "mix", 10, templates=rule)
    assert set(used) == {rule}


def test_link_context_finds_the_topic_sooner_than_breadth_first(web):
    relevant = {key for key in web if b"garden" in web.get(key).body.split(b"</title>")[0]}
    found = {s: sum(k in relevant for k in crawl(web, s).fetched) for s in ("breadth-first", "link-context")}
    assert found["link-context"] > found["breadth-first"]


def test_a_strategy_may_choose_how_links_get_their_words(web):
    pages = RecordedPages(web)
    read = pages.read_by("anchor")
    one, other = pages.fetch(f"{SITE}/0").page, read.fetch(f"{SITE}/0").page
    assert all(link.context == link.span for link in other.links)
    assert any(link.context != link.span for link in one.links)
    assert pages.read_by("") is pages.read_by("zeta-idom") is pages
    assert pages.read_by("anchor") is read
    assert crawl(web, "link-context:anchor").fetched != crawl(web, "link-context").fetched
