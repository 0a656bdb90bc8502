"""Relevant pages behind irrelevant ones, planted in small recorded webs and crawled."""

import pytest

from lookclear.config import CrawlSettings, TopicFile
from lookclear.domain import Lane, Topic
from lookclear.html.parse import parse
from lookclear.replay.pages import RecordedPages
from lookclear.replay.simulator import simulate
from lookclear.replay.web import RecordedWeb
from lookclear.visit import FeatureReader, TopicCrawl
from tests.web.topical import FOOTBALL, GARDEN, record

SITE = "http://planted.test"


def page(words, *links):
    """Return a page; each link is (path, anchor)."""
    listed = "".join(f'<p><a href="{SITE}/{path}">{anchor}</a></p>' for path, anchor in links)
    return f"<title>{' '.join(words[:2])}</title><p>{' '.join(words * 3)}</p>{listed}"


def cluster(name, *links, size=6):
    """Return relevant pages that link to each other, the first one also elsewhere."""
    own = [(f"{name}{n}", "garden soil 园艺") for n in range(size)]
    rotated = [GARDEN[n:] + GARDEN[:n] for n in range(size)]
    return {f"{name}{n}": page(rotated[n], *own, *(links if n == 0 else ())) for n in range(size)}


def decoys(name, count):
    """Return irrelevant pages in a row; each links to the next ones."""
    return {
        f"{name}{n}": page(FOOTBALL, *((f"{name}{k}", "more 更多") for k in range(n + 1, min(count, n + 4))))
        for n in range(count)
    }


def crawled(pages, folder, strategy, budget, seeds=("a0", "a1"), **crawl):
    web = RecordedWeb.open(record({f"{SITE}/{path}": html for path, html in pages.items()}, folder))
    trace = simulate(
        RecordedPages(web),
        Topic("garden", seeds=tuple(f"{SITE}/{seed}" for seed in seeds)),
        strategy=strategy,
        budget=budget,
        settings=TopicFile(name="garden", crawl=CrawlSettings(**crawl)),
        reader=FeatureReader(),
    )
    return [key.rpartition("/")[2] for key in trace.fetched]


def junk(name, count=60):
    """Return links to irrelevant pages."""
    return [(f"{name}{n}", "more 更多") for n in range(count)]


def two_clusters(steps):
    """Return clusters a and b, joined by irrelevant pages p1, p2, …; beside them as long a way to nothing."""
    way = {f"p{n}": page(FOOTBALL, (f"p{n + 1}", "next 下一页")) for n in range(1, steps)}
    way[f"p{steps}"] = page(FOOTBALL, ("b0", "a garden 园艺"))
    other = {f"q{n}": page(FOOTBALL, (f"q{n + 1}", "next 下一页")) for n in range(1, steps)}
    other[f"q{steps}"] = page(FOOTBALL, *junk("d"))
    return (
        cluster("a", ("q1", "next 下一页"), ("p1", "next 下一页"))
        | way
        | other
        | cluster("b")
        | decoys("d", 60)
    )


@pytest.mark.parametrize(("depth", "is_reached"), [(3, True), (2, False)])
@pytest.mark.parametrize("strategy", ["mix+black", "best-first+grey+black"])
def test_three_irrelevant_pages_are_crossed_with_depth_three_and_not_with_two(
    strategy, depth, is_reached, tmp_path
):
    fetched = crawled(two_clusters(3), tmp_path, strategy, budget=40, tunnel_depth=depth)
    assert ("b0" in fetched) is is_reached


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_a_page_that_nothing_linked_to_opens_a_tunnel_of_the_depth_that_is_wanted(depth):
    core = mind("mix+black", tunnel_depth=depth)
    lanes = []
    for step in range(1, 8):
        (candidate,) = visit(core, f"未链接{step}", FOOTBALL, (f"未链接{step + 1}", "next")).candidates
        lanes.append(candidate.lane)
    assert lanes == [Lane.TUNNEL] * depth + [Lane.MAIN] * (7 - depth)


@pytest.mark.parametrize(("strategy", "is_reached"), [("mix+hard", False), ("mix+black", True)])
def test_hard_focus_does_not_cross_one(strategy, is_reached, tmp_path):
    assert ("b0" in crawled(two_clusters(1), tmp_path, strategy, budget=40)) is is_reached


@pytest.mark.parametrize(("strategy", "is_reached"), [("mix+hard", False), ("mix+grey+black", True)])
def test_an_island_behind_two_hubs_is_reached_at_a_bounded_price(strategy, is_reached, tmp_path):
    # failure case 41: hard focus never gets there, soft focus drowns in the hubs' other links
    first = page(FOOTBALL, *junk("x", 30), ("hub2", "garden club"))
    second = page(FOOTBALL, *junk("y", 30), ("b0", "soil 土壤"))
    web = cluster("a", ("hub1", "links 友情链接")) | {"hub1": first, "hub2": second} | cluster("b")
    fetched = crawled(web | decoys("x", 200) | decoys("y", 200), tmp_path, strategy, budget=50)
    assert ({f"b{n}" for n in range(6)} <= set(fetched)) is is_reached
    if is_reached:
        assert len([name for name in fetched if name[0] not in "ab"]) <= 40


MIXED = f"""<title>Links</title>
<h2>足球</h2><p>{" ".join(FOOTBALL * 4)}</p>
<ul><li><a href="{SITE}/n1">league 联赛</a><li><a href="{SITE}/n2">penalty 点球</a></ul>
<h2>Garden</h2><p>{" ".join(GARDEN)}</p>
<ul><li><a href="{SITE}/g1">tomato 番茄</a><li><a href="{SITE}/g2">compost 堆肥</a></ul>
<h2>League</h2><p>{" ".join(FOOTBALL * 9)}</p>"""


@pytest.mark.parametrize("first", ["grey", "hub1"])
def test_a_link_that_is_not_followed_does_not_close_the_way_to_an_island(first, tmp_path):
    # a grey page names the second hub in its block off topic, before or after the first hub does
    ways = {"hub1": ("hub1", "links 友情链接"), "grey": ("grey", "garden 园艺 soil")}
    ordered = [ways[first], *(way for name, way in ways.items() if name != first)]
    pages = cluster("a", *ordered) | {"grey": MIXED.replace("/n1", "/hub2")} | cluster("b")
    pages |= {"hub1": page(FOOTBALL, ("hub2", "more 更多")), "hub2": page(FOOTBALL, ("b0", "soil 土壤"))}
    assert {f"b{n}" for n in range(6)} <= set(crawled(pages, tmp_path, "mix+grey+black", budget=50))


@pytest.mark.parametrize("name", ["best-first", "link-context", "mix", "block", "fish", "centroid"])
def test_of_a_grey_page_only_links_in_blocks_on_topic_are_raised(name):
    # failure case 42: one page with an off-topic list and one on topic
    core = mind(f"{name}+grey")
    visit = core.visit(parse(MIXED.encode(), f"{SITE}/mixed"), depth=1, seed=False)
    assert visit.relevance.value < 0.5
    scores = {c.key.rpartition("/")[2]: c.score for c in visit.candidates}
    assert min(scores["g1"].value, scores["g2"].value) > 0
    assert scores["g1"].parts["grey"] == 1
    assert scores["n1"].value == scores["n2"].value == 0
    assert "dropped" in scores["n1"].parts


def mind(strategy, **crawl):
    """Return a crawl that knows what gardens are."""
    core = TopicCrawl(
        Topic("garden", seeds=(f"{SITE}/a0", f"{SITE}/a1")),
        strategy=strategy,
        settings=TopicFile(name="garden", crawl=CrawlSettings(**crawl)),
    )
    for path, html in list(cluster("a", ("p1", "next")).items())[:2]:
        core.visit(parse(html.encode(), f"{SITE}/{path}"), depth=0, seed=True)
    return core


def visit(core, path, words, *links):
    return core.visit(parse(page(words, *links).encode(), f"{SITE}/{path}"), depth=1, seed=False)


def test_links_of_a_black_page_wait_in_the_tunnel_lane_and_say_why():
    core = mind("mix+black")
    (candidate,) = visit(core, "p1", FOOTBALL, ("p2", "next")).candidates
    assert candidate.lane is Lane.TUNNEL
    assert candidate.score.parts["tunnel-run"] == 1
    assert candidate.score.parts["depth-left"] == 2
    assert candidate.score.parts["origin"] == 1
    (second,) = visit(core, "p2", FOOTBALL, ("b0", "next")).candidates
    assert (second.score.parts["tunnel-run"], second.score.parts["depth-left"]) == (2, 1)
    assert second.score.value < candidate.score.value


def test_pages_on_the_way_to_a_relevant_one_are_bridges_once():
    core = mind("mix+black")
    visit(core, "p1", FOOTBALL, ("p2", "next"))
    assert visit(core, "p2", FOOTBALL, ("b0", "next"), ("b1", "next")).bridges == ()
    assert visit(core, "b0", GARDEN).bridges == (f"{SITE}/p1", f"{SITE}/p2")
    assert visit(core, "b1", GARDEN).bridges == ()
    assert mind("mix").visit(parse(page(GARDEN).encode(), f"{SITE}/b0"), depth=1, seed=False).bridges == ()


def test_a_better_father_that_comes_later_lengthens_the_tunnel():
    core = mind("mix+black")
    for step in range(1, 4):
        visit(core, f"p{step}", FOOTBALL, (f"p{step + 1}", "next"))
    (end,) = visit(core, "p4", FOOTBALL, ("p5", "next")).candidates
    assert (end.score.value, end.lane) == (0, Lane.MAIN)
    # a page on topic links into the middle of the run
    visit(core, "b9", GARDEN, ("p3", "next"))
    (raised,) = visit(core, "other", FOOTBALL, ("p5", "next")).candidates[:1]
    for n in range(30):
        again = visit(core, f"z{n}", FOOTBALL)
        if again.rescored is not None:
            place = list(again.rescored.keys).index(f"{SITE}/p5")
            assert again.rescored.scores[place] > 0
            assert again.rescored.tunnel[place]
            return
    raise AssertionError(raised)


@pytest.mark.parametrize(
    "strategy", ["link-context+hard", "link-context+grey+black", "fish+hard", "shark+black"]
)
def test_links_of_a_page_on_topic_are_followed_whatever_they_say(strategy, tmp_path):
    pages = {"a0": page(GARDEN, *((f"b{n}", f"zyx{n}") for n in range(12)))}
    pages |= {f"b{n}": page([*GARDEN[n % 5 :], f"bed{n}"]) for n in range(12)}
    pages["a1"] = page(GARDEN[::-1])
    assert set(crawled(pages, tmp_path, strategy, 50)) == {f"b{n}" for n in range(12)}
