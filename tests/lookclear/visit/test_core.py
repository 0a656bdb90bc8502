import pytest

from lookclear.config import Scope, TopicFile
from lookclear.domain import Refusal, Topic
from lookclear.html.parse import parse
from lookclear.links.strategies import NAMES
from lookclear.sites.addresses import Renewed
from lookclear.sites.templates import TemplateRule
from lookclear.visit import REFRESH_EVERY, TopicCrawl, judging
from tests.ontologies import FARMING

HOST = "http://example.org"
FARM = "soil seed harvest grain crop farm field plough manure irrigation"
BANK = "loan interest bank credit debt mortgage account deposit currency"
SETTINGS = TopicFile(name="farming")


def page(path, words, links=(), head=""):
    anchors = "".join(f'<p><a href="{url}">{text}</a></p>' for url, text in links)
    return parse(f"<head>{head}</head><body><p>{words}</p>{anchors}</body>".encode(), HOST + path)


SEEDS = [
    page("/a", FARM, [("/crop", "crop soil"), ("/bank", "bank loan")]),
    page("/b", FARM + " 土壤 水稻", [("/crop", "grain harvest"), ("/zh", "水稻 土壤")]),
]


def crawl(strategy="link-context", settings=SETTINGS, **kwargs):
    topic = Topic("farming", seeds=tuple(seed.url for seed in SEEDS))
    return TopicCrawl(topic, strategy=strategy, settings=settings, **{"ontology": FARMING} | kwargs)


def visit_seeds(core):
    return [core.visit(seed, depth=0, seed=True) for seed in SEEDS]


def test_seeds_come_first_in_the_order_given():
    assert [c.url for c in crawl().seeds()] == [seed.url for seed in SEEDS]
    assert all(c.seed and c.score.value == 1 for c in crawl().seeds())


def test_a_link_that_speaks_of_the_topic_is_worth_more():
    core = crawl()
    visit_seeds(core)
    links = [("/grain", "grain harvest"), ("/rice", "水稻 土壤"), ("/tax", "tax law"), ("/news", "股票 新闻")]
    visit = core.visit(page("/p", "words of no kind", links), depth=1, seed=False)
    scores = {c.key.rpartition("/")[2]: c.score.value for c in visit.candidates}
    assert min(scores["grain"], scores["rice"]) > max(scores["tax"], scores["news"])


def test_pages_are_judged_by_what_the_seeds_say():
    core = crawl()
    visit_seeds(core)
    assert core.visit(page("/crop", FARM), depth=1, seed=False).relevance.value > 0.5
    assert core.visit(page("/bank", BANK), depth=1, seed=False).relevance.value < 0.5
    assert core.judge(page("/zh", "水稻 土壤 的 知识")).value > core.judge(page("/x", "银行 贷款")).value


@pytest.mark.parametrize(
    "title", ["404 Not Found", "页面不存在", "Just a moment...", "example.org is for sale"]
)
def test_a_page_without_content_is_not_on_topic_but_its_links_are_followed(title):
    core = crawl()
    visit_seeds(core)
    lost = page("/lost", FARM, [("/grain", "grain harvest")], head=f"<title>{title}</title>")
    visit = core.visit(lost, depth=1, seed=False)
    assert (visit.relevance.value, visit.relevance.parts) == (0.0, {"kind": 0.0})
    assert [c.key for c in visit.candidates] == [f"{HOST}/grain"]
    assert core.judge(lost) == visit.relevance


def test_a_seed_without_content_teaches_nothing():
    core = crawl()
    visit_seeds(core)
    wall = page("/wall", BANK, head="<title>Just a moment...</title>")
    assert core.visit(wall, depth=0, seed=True).relevance.value == 0
    assert core.visit(page("/bank", BANK), depth=1, seed=False).relevance.value < 0.5


def test_a_new_seed_changes_the_score_of_links_that_wait():
    core = crawl()
    first = core.visit(SEEDS[0], depth=0, seed=True)
    waiting = {c.key: c.score.value for c in first.candidates}
    second = core.visit(page("/c", BANK + " bank loan " * 5), depth=0, seed=True)
    assert second.rescored.by_key()[f"{HOST}/bank"] > waiting[f"{HOST}/bank"]


def test_a_seed_that_waits_keeps_its_place_whatever_links_to_it():
    core = crawl()
    core.visit(page("/a", FARM, [("/b", "bank loan")]), depth=0, seed=True)
    visit = core.visit(page("/c", BANK), depth=0, seed=True)
    assert f"{HOST}/b" not in visit.rescored.by_key()


def test_waiting_links_are_rescored_every_so_often_and_not_otherwise():
    core = crawl()
    visit_seeds(core)
    rescored = [
        bool(core.visit(page(f"/p{n}", FARM), depth=1, seed=False).rescored) for n in range(REFRESH_EVERY)
    ]
    assert rescored.index(True) == REFRESH_EVERY - len(SEEDS) - 1
    assert sum(rescored) == 1


def test_a_target_linked_twice_from_a_page_is_one_candidate_with_its_best_link():
    core = crawl()
    visit_seeds(core)
    visit = core.visit(page("/p", FARM, [("/x", "bank"), ("/x", "soil crop")]), depth=3, seed=False)
    (candidate,) = visit.candidates
    assert (candidate.anchor, candidate.depth, candidate.parent) == ("soil crop", 4, f"{HOST}/p")


def test_refused_links_are_kept_with_their_reason():
    core = crawl(settings=TopicFile(name="t", scope=Scope(hosts=("example.org",))))
    links = [("/ok", "a"), ("/f.pdf", "b"), ("http://other.example/", "c"), ("/t/t/t", "d")]
    visit = core.visit(page("/p", FARM, links), depth=0, seed=True)
    assert [c.url for c in visit.candidates] == [f"{HOST}/ok"]
    assert dict(visit.refused) == {
        f"{HOST}/f.pdf": Refusal.FILE_TYPE,
        "http://other.example/": Refusal.SCOPE,
        f"{HOST}/t/t/t": Refusal.TRAP,
    }


def test_a_page_that_says_nofollow_gives_no_candidates():
    visit = crawl().visit(
        page("/p", FARM, [("/x", "soil")], head="<meta name=robots content=nofollow>"), depth=0, seed=True
    )
    assert not visit.candidates
    assert dict(visit.refused) == {f"{HOST}/x": Refusal.NOFOLLOW}


def test_examples_describe_the_topic_without_being_crawled():
    topic = Topic("farming", seeds=(f"{HOST}/s",))
    core = TopicCrawl(topic, strategy="mix", settings=SETTINGS, example_pages=SEEDS)
    assert core.judge(page("/crop", FARM)).value > 0.5
    assert [c.url for c in core.seeds()] == [f"{HOST}/s"]


@pytest.mark.parametrize("strategy", NAMES)
def test_replaying_the_same_visits_rebuilds_the_same_state(strategy):
    def run():
        core = crawl(strategy)
        visits = visit_seeds(core)
        for n in range(40):
            links = [(f"/l{n}", FARM.split()[n % 10]), (f"/m{n}", BANK.split()[n % 9])]
            visits.append(core.visit(page(f"/p{n}", FARM if n % 2 else BANK, links), depth=1, seed=False))
        return visits

    assert run() == run()


def test_empty_chinese_and_mixed_pages_are_judged_in_bounds():
    core = crawl()
    visit_seeds(core)
    for words in ("", "土壤与水稻", "GPU显卡 soil 土壤", "   \n"):
        visit = core.visit(page(f"/{len(words)}", words, [("/q", words)]), depth=1, seed=False)
        assert 0 <= visit.relevance.value <= 1
        assert all(0 <= c.score.value <= 1 for c in visit.candidates)


def site_page(path, words, links=(), canonical=""):
    """Return a page with a footer that its site repeats."""
    anchors = "".join(f'<p>soil <a href="{url}">{text}</a></p>' for url, text in links)
    footer = f"{BANK} imprint privacy cookies newsletter careers 银行 贷款 利息 信用"
    head = f'<link rel=canonical href="{canonical}">' if canonical else ""
    html = (
        f"<head>{head}</head><body><main><h2>Article</h2><p>{words}</p>{anchors}</main>"
        f"<footer><h2>About</h2><p>{footer}</p></footer></body>"
    )
    return parse(html.encode(), HOST + path)


def own_words(name, count=40):
    return " ".join(f"{name}{n}" for n in range(count))


def test_words_of_a_site_s_template_say_little_of_a_page():
    def relevance_of_last(templates):
        core = crawl(templates=templates)
        core.visit(page("/a", BANK, [("/crop", "crop")]), depth=0, seed=True)
        visits = [
            core.visit(site_page(f"/p{n}", own_words(f"w{n}x") + " 水稻 soil"), depth=1, seed=False)
            for n in range(6)
        ]
        return visits[-1].template, visits[-1].relevance.value

    (template, with_rule), (none, without) = map(relevance_of_last, (TemplateRule.SHARE, TemplateRule.NONE))
    assert (template, none) == ((1,), ())
    assert with_rule < without


def test_first_page_that_says_something_leads_those_that_say_it_again():
    core = crawl()
    words = own_words("crop") + FARM
    groups = [
        core.visit(site_page(path, words), depth=1, seed=False).group for path in ("/x", "/x?print=1", "/y")
    ]
    assert groups == ["", f"{HOST}/x", f"{HOST}/x"]


@pytest.mark.parametrize(
    ("named", "wanted"),
    [
        (f"{HOST}/full", [f"{HOST}/full"]),
        (f"{HOST}/p", []),  # itself
        (f"{HOST}/a", []),  # visited
        (f"{HOST}/t/t/t", []),  # a trap
        ("http://other.example/full", []),  # out of scope
    ],
)
def test_page_that_another_names_in_its_place_is_a_candidate(named, wanted):
    core = crawl("best-first", settings=TopicFile(name="farming", scope=Scope(hosts=("example.org",))))
    visit_seeds(core)
    visit = core.visit(site_page("/p", FARM, canonical=named), depth=1, seed=False)
    assert [c.key for c in visit.candidates] == wanted
    for candidate in visit.candidates:
        assert candidate.score.value == visit.relevance.value
        assert (candidate.depth, candidate.parent) == (2, f"{HOST}/p")


def link(path, number):
    return (f"{path}?visit=q{number}w8e7r6t5", "soil")


def at(path, number):
    return HOST + link(path, number)[0]


def learn_visit(core, *found, last=()):
    """Visit a page with some links, then four pages that teach `?visit`; return the last visit."""
    first = [link(path, n) for path in ("/s", "/t") for n in (1, 2)]
    core.visit(site_page("/start", own_words("start"), [*first, *found]), depth=1, seed=False)
    for path, number in (("/s", 1), ("/s", 2)):
        core.visit(site_page(link(path, number)[0], own_words("s")), depth=2, seed=False)
    known = [link("/s", 1)] * len(last)  # so that the text is the same
    core.visit(site_page(link("/t", 1)[0], own_words("t"), known), depth=2, seed=False)
    return core.visit(site_page(link("/t", 2)[0], own_words("t"), last), depth=2, seed=False)


def test_waiting_addresses_become_aliases_when_a_session_id_is_learned():
    core = crawl()
    visit_seeds(core)
    again = learn_visit(
        core, link("/y", 3), link("/y", 4), last=[link("/s", 5), link("/y", 6), link("/z", 7)]
    )
    assert again.aliases == {at("/y", 4): at("/y", 3)}
    assert [(c.key, c.url) for c in again.candidates] == [
        (at("/y", 3), at("/y", 6)),
        (f"{HOST}/z", at("/z", 7)),
    ]


def test_an_address_that_failed_stands_for_no_other():
    core = crawl()
    visit_seeds(core)
    early, late = [link("/y", n) for n in (3, 4, 5)], [link("/z", n) for n in (6, 7, 8)]
    core.visit(site_page("/before", own_words("before"), [*early, *late]), depth=1, seed=False)
    assert core.failed(at("/y", 3)) == Renewed()  # nothing is known of the site
    again = learn_visit(core)
    assert again.aliases == {at("/y", 5): at("/y", 4), at("/z", 7): at("/z", 6), at("/z", 8): at("/z", 6)}
    assert core.failed(at("/z", 6)) == Renewed({at("/z", 8): at("/z", 7)}, (at("/z", 7),))
    assert core.failed(at("/z", 7)) == Renewed({}, (at("/z", 8),))
    assert core.failed(at("/z", 8)) == Renewed()


def test_after_a_failure_a_page_is_asked_for_under_an_address_found_later_but_not_for_ever():
    core = crawl()
    visit_seeds(core)
    learn_visit(core, last=[link("/y", 3)])
    asked = [f"{HOST}/y"]
    for number in range(4, 9):
        core.failed(asked[-1])
        page = site_page(f"/p{number}", own_words(f"p{number}"), [link("/y", number), link("/y", number + 1)])
        asked += [c.key for c in core.visit(page, depth=2, seed=False).candidates]
    assert asked[:3] == [f"{HOST}/y", at("/y", 4), at("/y", 5)]
    assert set(asked[3:]) == {at("/y", 5)}  # which is known to have failed


def test_addresses_are_given_back_when_their_difference_turns_out_to_matter():
    core = crawl()
    visit_seeds(core)
    again = learn_visit(core, *(link("/y", n) for n in (3, 4, 5)))
    assert list(again.aliases) == [at("/y", 4), at("/y", 5)]
    core.visit(site_page(link("/y", 3)[0], own_words("y")), depth=2, seed=False)
    other = core.visit(site_page(link("/y", 4)[0], own_words("other")), depth=2, seed=False)
    assert other.reopened == (at("/y", 5),)
    last = core.visit(site_page("/last", own_words("last"), [link("/y", 5)]), depth=2, seed=False)
    assert [c.key for c in last.candidates] == [at("/y", 5)]


@pytest.mark.parametrize("strategy", ["mix", "centroid", "link-context+grey+black"])
def test_forgetting_links_to_fetched_pages_changes_no_score(strategy, monkeypatch):
    def run(least):
        monkeypatch.setattr(judging, "LEAST_DROPPED", least)
        core = crawl(strategy)
        visits = visit_seeds(core)
        for n in range(60):
            links = [(f"/p{k}", (FARM if k % 3 else BANK).split()[k % 9]) for k in range(n + 1, n + 4)]
            visits.append(core.visit(page(f"/p{n}", FARM if n % 2 else BANK, links), depth=1, seed=False))
        return visits

    assert run(0) == run(10**9)


def test_new_scores_cover_the_links_of_the_page_that_brought_them():
    visit = visit_seeds(crawl())[-1]
    scores = visit.rescored.by_key()
    assert {c.key: c.score.value for c in visit.candidates} == {
        c.key: scores[c.key] for c in visit.candidates
    }
    assert not {f"{HOST}/a", f"{HOST}/b"} & set(scores)
