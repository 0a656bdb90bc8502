"""The ontology of a topic, made ready for the strategy that goes by it."""

from __future__ import annotations

from lookclear.config import StrategyChoice
from lookclear.domain import Topic
from lookclear.errors import ConfigError
from lookclear.links.ontology import PLAIN
from lookclear.links.strategies import needs_ontology
from lookclear.relevance.ontology import OntologyJudge
from lookclear.topics.ontology import Ontology


def check_ontology(strategy: str, ontology: Ontology | None) -> None:
    """Raise ConfigError when a strategy goes by an ontology and the topic has none."""
    if ontology is None and needs_ontology(strategy):
        raise ConfigError(
            f"the strategy {strategy} needs an ontology, and the topic names none",
            hint='write ontology = "concepts.ttl" into topic.toml (docs/topics.md), give --ontology to '
            "`lookclear evaluate`, or choose another strategy",
        )


def concept_reader(strategy: str, topic: Topic, ontology: Ontology | None) -> OntologyJudge | None:
    """Return what reads pages by the topic's ontology, None for a strategy that does not want it.

    Raises ConfigError when it does and there is none.
    """
    check_ontology(strategy, ontology)
    if ontology is None or not needs_ontology(strategy):
        return None
    is_plain = StrategyChoice.parse(strategy).argument == PLAIN
    return OntologyJudge(ontology, topic.keywords, topic.languages, is_plain=is_plain)
