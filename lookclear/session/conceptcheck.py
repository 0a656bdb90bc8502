"""What `lookclear check` tells of a topic's ontology: how much of it there is, and how much is of use."""

from __future__ import annotations

from dataclasses import dataclass, field

from lookclear.relevance.ontology import OntologyJudge
from lookclear.topics.workspace import Workspace

MOST_SHOWN = 5  # names in a list


@dataclass(frozen=True, slots=True)
class ConceptReport:
    """An ontology as a crawl of the topic would use it."""

    file: str
    concepts: int
    near: int  # concepts that belong to the topic
    begins: list[str]  # names of those that are the topic itself
    warnings: list[str] = field(default_factory=list)

    @property
    def summary(self) -> str:
        """One line that says it all."""
        shown = ", ".join(self.begins[:MOST_SHOWN])
        more = len(self.begins) - MOST_SHOWN
        return (
            f"{self.near} of {self.concepts} concepts are near the topic, which is {shown}"
            f"{f' and {more} more' if more > 0 else ''}"
        )


def examine_concepts(workspace: Workspace) -> ConceptReport | None:
    """Look at the topic's ontology; None when it has none. Raises OntologyError."""
    ontology = workspace.ontology()
    if ontology is None:
        return None
    topic = workspace.topic
    judge = OntologyJudge(ontology, topic.keywords, topic.languages)
    warnings = []
    named = sum(bool(judge.names(node)) for node in judge.weights)
    if not named:
        spoken = ", ".join(topic.languages)
        warnings.append(
            f"no concept of the ontology near the topic has a name that can be looked for"
            f"{f' in {spoken}' if spoken else ''}: give names in the languages of the topic"
        )
    elif named < len(judge.weights):
        warnings.append(f"{len(judge.weights) - named} concepts near the topic have no name to look for")
    if topic.keywords and set(judge.topic) == set(ontology.tops):
        warnings.append("no keyword names a concept of the ontology, so the topic is taken to be all of it")
    if judge.unusable:
        shown = ", ".join(judge.unusable[:MOST_SHOWN])
        warnings.append(
            f"{len(judge.unusable)} names of concepts are stop words, numbers or sentences, and are not "
            f"looked for: {shown}"
        )
    return ConceptReport(
        file=ontology.source,
        concepts=len(ontology.nodes),
        near=len(judge.weights),
        begins=[judge.name(node) for node in judge.topic],
        warnings=warnings,
    )
