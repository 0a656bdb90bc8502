"""Compare strategies on a recorded, labelled web, by the protocol of docs/evaluating.md.

Every crawl (topic, seed set, strategy) is a task of its own, done in any of several processes: the results
are the same however many there are.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from lookclear.config import TopicFile
from lookclear.replay.graph import target_length
from lookclear.replay.labels import Labels, read_labels, relevant_pages
from lookclear.replay.measures import measure
from lookclear.replay.pages import RecordedPages
from lookclear.replay.prepared import Prepared, Progress, prepare, unheard
from lookclear.replay.protocol import Drawn, Protocol, draw, keywords, off_topic_pages
from lookclear.replay.results import Crawl, TopicResult, strategy_result
from lookclear.replay.simulator import ORACLE, simulate
from lookclear.replay.workers import each
from lookclear.text.segment import words
from lookclear.text.vectors import term_of

__all__ = ["Protocol", "TopicResult", "evaluate_prepared", "evaluate_web", "read_labels"]


@dataclass(frozen=True, slots=True)
class _Task:
    topic: int  # its place in the protocol's topics
    repeat: int
    strategy: str


def evaluate_web(
    pages: RecordedPages,
    labels: Labels,
    protocol: Protocol,
    on_progress: Progress = unheard,
    *,
    jobs: int = 1,
) -> list[TopicResult]:
    """Read a recorded web and evaluate on it: see `evaluate_prepared`."""
    for topic in protocol.topics:
        relevant_pages(labels, topic, protocol.needed)  # said before all pages are parsed
    return evaluate_prepared(prepare(pages, jobs, on_progress), labels, protocol, on_progress, jobs=jobs)


def evaluate_prepared(
    web: Prepared,
    labels: Labels,
    protocol: Protocol,
    on_progress: Progress = unheard,
    *,
    jobs: int = 1,
    seeds_from: Mapping[str, Sequence[str]] | None = None,
) -> list[TopicResult]:
    """Run every strategy on every topic and seed set; the greedy oracle runs along as the yardstick.

    `seeds_from` gives, for some topics, the addresses that alone may be told to the crawler. Raises
    UsageError for a topic that no page, or too few pages, carry.
    """
    told = seeds_from or {}
    relevant = {topic: relevant_pages(labels, topic, protocol.needed) for topic in protocol.topics}
    _number_keywords(web, protocol)
    others = {
        topic: off_topic_pages(web.pages, relevant[topic]) for topic in protocol.topics if protocol.spoil
    }
    drawn = {
        (at, repeat): draw(
            web.pages, relevant[topic], topic, protocol, repeat, told.get(topic), others.get(topic, ())
        )
        for at, topic in enumerate(protocol.topics)
        for repeat in range(protocol.repeats)
    }
    names = tuple(dict.fromkeys((*protocol.strategies, ORACLE)))
    tasks = [_Task(at, repeat, name) for at, repeat in drawn for name in names]
    crawls: list[Crawl | None] = [None] * len(tasks)
    for done, (at, crawl) in enumerate(each(partial(_crawl, web, protocol, drawn), tasks, jobs), 1):
        crawls[at] = crawl
        on_progress("crawls", done, len(tasks))
    by_task = {task: crawl for task, crawl in zip(tasks, crawls, strict=True) if crawl is not None}
    results = []
    for at, topic in enumerate(protocol.topics):
        runs = {
            name: [by_task[_Task(at, repeat, name)] for repeat in range(protocol.repeats)] for name in names
        }
        compared = tuple(strategy_result(name, runs[name], runs[ORACLE]) for name in protocol.strategies)
        results.append(TopicResult(topic, len(relevant[topic]), compared))
    return results


def _number_keywords(web: Prepared, protocol: Protocol) -> None:
    """Give the words of all topics' names their numbers, which later would depend on who comes first."""
    for topic in protocol.topics:
        for phrase in keywords(topic, protocol):
            for word in words(phrase):
                if term := term_of(word):
                    web.reader.vocabulary.number(term)


def _crawl(
    web: Prepared, protocol: Protocol, drawn_sets: Mapping[tuple[int, int], Drawn], task: _Task
) -> Crawl:
    drawn = drawn_sets[task.topic, task.repeat]
    started = time.process_time()
    trace = simulate(
        web.pages,
        drawn.topic,
        strategy=task.strategy,
        budget=protocol.pages,
        settings=TopicFile(name=drawn.topic.name),
        reader=web.reader,
        example_pages=drawn.examples,
        relevant=drawn.targets,
        random_seed=protocol.random_seed + task.repeat,
        count_unrecorded=protocol.unrecorded == "fetch",
        templates=protocol.templates,
        ontology=protocol.ontology,
    )
    seconds = time.process_time() - started
    seeds = [web.pages.fetch(url).key for url in drawn.topic.seeds]
    found = [key for key in dict.fromkeys(trace.fetched) if key in drawn.targets]
    return Crawl(
        measures=measure(trace.fetched, drawn.targets, protocol.pages),
        fetched=trace.fetched,
        target_length=target_length(found, web.graph.distances(seeds)),
        seconds=seconds,
    )
