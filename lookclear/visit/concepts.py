"""The ontology of a topic, made ready for the judge of pages and the strategy that goes by it."""

from __future__ import annotations

from lookclear.config import StrategyChoice
from lookclear.domain import Topic
from lookclear.errors import ConfigError
from lookclear.links.ontology import PLAIN
from lookclear.links.strategies import needs_ontology
from lookclear.relevance.ontology import OntologyJudge
from lookclear.topics.ontology import Ontology

LEAST_NAMED, MOST_NAMED = 0.8, 100  # weight of concepts whose names are keywords, and how many there may be


def check_ontology(strategy: str, ontology: Ontology | None) -> None:
    """Raise ConfigError when a strategy goes by an ontology and the topic has none."""
    if ontology is None and needs_ontology(strategy):
        raise ConfigError(
            f"the strategy {strategy} needs an ontology, and the topic names none",
            hint='write ontology = "concepts.ttl" into topic.toml (docs/topics.md), give --ontology to '
            "`lookclear evaluate`, or choose another strategy",
        )


def concept_reader(strategy: str, topic: Topic, ontology: Ontology | None) -> OntologyJudge | None:
    """Return what reads pages by the topic's ontology, None when it has none.

    Raises ConfigError when the strategy goes by one.
    """
    check_ontology(strategy, ontology)
    if ontology is None:
        return None
    is_plain = needs_ontology(strategy) and StrategyChoice.parse(strategy).argument == PLAIN
    return OntologyJudge(ontology, topic.keywords, topic.languages, is_plain=is_plain)


def names_of(concepts: OntologyJudge | None) -> tuple[str, ...]:
    """Return the names of the concepts nearest to the topic: more keywords, for whatever judges by words.

    With those of a weight of .5 or .2 instead the demo web's topics gain no more (docs/evaluating.md).
    """
    if concepts is None:
        return ()
    near = sorted(concepts.weights.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST_NAMED]
    return tuple(name for node, weight in near if weight >= LEAST_NAMED for name in concepts.names(node))
