"""Webs made to lead the crawl astray: a wrong seed, and a second topic that looks a little alike."""

import random

import pytest

from lookclear.config import TopicFile
from lookclear.domain import Topic
from lookclear.html.parse import parse
from lookclear.relevance import centroid
from lookclear.replay.pages import RecordedPages
from lookclear.replay.simulator import simulate
from lookclear.replay.web import RecordedWeb
from lookclear.visit import FeatureReader, TopicCrawl
from tests.web.topical import record

SITE = "http://planted.test"
PLAIN = "about page more people work place year part system number group house world week story team".split()
WORDS = {
    "garden": "compost tomato soil seedling harvest pruning mulch orchard manure 园艺 堆肥 番茄 土壤 收获",
    "football": "striker penalty stadium referee goalkeeper league midfield corner 前锋 点球 球场 裁判",
    "music": "violin concerto symphony oboe conductor sonata quartet cello 小提琴 协奏曲 交响乐 指挥",
    "kitchen": "oven saucepan recipe whisk frying simmer tomato harvest kettle 烤箱 食谱 煎锅 番茄",
}
SIZE, BUDGET = 60, 90


def planted(topics, stray=0.3, strays_to=None, seed=3):
    """Return {path: HTML} of SIZE pages a topic; `stray` of a page's links leave its topic."""
    chance = random.Random(seed)
    pages = {}
    for topic in topics:
        for n in range(SIZE):
            own = WORDS[topic].split()
            links = []
            for _ in range(8):
                other = strays_to.get(topic) if strays_to else None
                away = chance.random() < stray
                target = (other or chance.choice([t for t in topics if t != topic])) if away else topic
                about = WORDS[target].split()
                around = " ".join(chance.choices(PLAIN, k=5) + chance.choices(about, k=2))
                address, anchor = f"{SITE}/{target}{chance.randrange(SIZE)}", chance.choice(PLAIN + about[:4])
                links.append(f'<p>{around} <a href="{address}">{anchor}</a></p>')
            text = " ".join(chance.choices(own, k=40) + chance.choices(PLAIN, k=40))
            pages[f"{topic}{n}"] = f"<title>{chance.choice(own)}</title><p>{text}</p>{''.join(links)}"
    return pages


def harvest(pages, folder, seeds, strategy="adaptive"):
    web = RecordedWeb.open(record({f"{SITE}/{path}": html for path, html in pages.items()}, folder))
    trace = simulate(
        RecordedPages(web),
        Topic("garden", seeds=tuple(f"{SITE}/{seed}" for seed in seeds)),
        strategy=strategy,
        budget=BUDGET,
        settings=TopicFile(name="garden"),
        reader=FeatureReader(),
    )
    fetched = [key.rpartition("/")[2] for key in trace.fetched]
    return sum(path.startswith("garden") for path in fetched) / len(fetched)


@pytest.mark.parametrize("bad", ["football7", "music9"])
def test_one_of_three_seeds_off_topic_costs_at_most_a_tenth_of_the_harvest(bad, tmp_path):
    pages = planted(["garden", "football", "music"])
    clean = harvest(pages, tmp_path / "clean", ["garden1", "garden2", "garden3"])
    assert clean > 0.55  # of at most 57/90
    assert harvest(pages, tmp_path / "spoiled", [bad, "garden2", "garden3"]) >= 0.9 * clean


def test_a_second_topic_that_a_third_of_the_links_lead_to_does_not_draw_the_crawl_away(tmp_path, monkeypatch):
    pages = planted(["garden", "kitchen", "music"], strays_to={"garden": "kitchen", "music": "kitchen"})
    seeds = ["garden1", "garden2", "garden3"]
    evolving = harvest(pages, tmp_path / "evolving", seeds)
    monkeypatch.setattr(centroid, "EVOLVING_SHARE", 0.0)
    frozen = harvest(pages, tmp_path / "frozen", seeds)
    assert evolving >= frozen - 0.02
    assert evolving > 0.55


def test_the_judge_still_tells_the_second_topic_apart_when_half_of_what_was_fetched_is_about_it():
    pages = planted(["garden", "kitchen"], strays_to={"garden": "kitchen"})
    topic = Topic("garden", seeds=tuple(f"{SITE}/garden{n}" for n in range(3)))
    core = TopicCrawl(topic, strategy="adaptive", settings=TopicFile(name="garden"))
    read = {path: parse(html.encode(), f"{SITE}/{path}") for path, html in pages.items()}
    for n in range(50):
        core.visit(read[f"garden{n}"], depth=0, seed=n < 3)
        core.visit(read[f"kitchen{n}"], depth=0, seed=False)
    relevance = {path: core.judge(read[path]).value for path in read if int(path.lstrip("gardenkitch")) >= 50}
    assert min(value for path, value in relevance.items() if path.startswith("garden")) > 0.5
    assert max(value for path, value in relevance.items() if path.startswith("kitchen")) < 0.5
