"""What a topic is made of: concepts with names in several languages, and how near each is to the topic.

Formulas and weights of relations are our reconstruction (docs/algorithms.md): the published sources say that
concepts, properties and instances of a domain ontology are matched, and give no numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

MOST_STEPS = 3  # relations from a concept of the topic
LEAST_WEIGHT = 0.2  # what is farther away says nothing of the topic
_ROUNDING = 1e-9


class NodeKind(StrEnum):
    """What a node of an ontology stands for."""

    CONCEPT = "concept"
    INSTANCE = "instance"
    PROPERTY = "property"


class Relation(StrEnum):
    """What the second of two nodes is to the first."""

    SAME = "same"
    NARROWER = "narrower"
    INSTANCE = "instance"
    PART = "part"
    BROADER = "broader"
    PROPERTY = "property"
    RELATED = "related"


WEIGHTS: Mapping[Relation, float] = {
    Relation.SAME: 1.0,
    Relation.NARROWER: 0.8,
    Relation.INSTANCE: 0.8,
    Relation.PART: 0.7,
    Relation.BROADER: 0.6,
    Relation.PROPERTY: 0.5,
    Relation.RELATED: 0.4,
}
TAXONOMY = frozenset({Relation.SAME, Relation.NARROWER, Relation.INSTANCE, Relation.BROADER})


@dataclass(frozen=True, slots=True)
class Label:
    """A name of a node; `language` is a tag such as `zh-Hans`, empty when none is given."""

    text: str
    language: str = ""
    preferred: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A concept, instance or property with its names, preferred ones first."""

    key: str  # its IRI
    kind: NodeKind = NodeKind.CONCEPT
    labels: tuple[Label, ...] = ()

    @property
    def name(self) -> str:
        """What to call it: its first name, or the end of its IRI."""
        return self.labels[0].text if self.labels else self.key.rstrip("/#").replace("#", "/").split("/")[-1]


@dataclass(frozen=True, slots=True)
class Edge:
    """`target` is the `relation` of `source`: both are numbers of nodes."""

    source: int
    target: int
    relation: Relation


@dataclass(frozen=True)
class Ontology:
    """Nodes and relations; relations hold in the direction given, so one that holds both ways is two.

    `tops` are the numbers of the nodes that stand for the whole, as the file says or as the hierarchy shows.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    tops: tuple[int, ...]
    source: str = ""  # where it was read from

    @cached_property
    def _targets(self) -> Mapping[int, list[tuple[int, Relation]]]:
        found: dict[int, list[tuple[int, Relation]]] = {}
        for edge in self.edges:
            found.setdefault(edge.source, []).append((edge.target, edge.relation))
        return found

    def weights(
        self, topic: Iterable[int], relations: frozenset[Relation] = frozenset(Relation)
    ) -> dict[int, float]:
        """Return C of every node that is near to the nodes of the topic: in [.2, 1], others left out.

        `C(n) = max over paths of Π weight(edge)`, over at most three edges. Since the number of edges is
        limited, the best way to a node may be a longer one than the best way through it: so the search goes
        in rounds, one edge longer each, and a round looks on from what the one before improved. That also
        ends in any cycle. O(3·E).

        >>> soil, farm, part = Node("soil"), Node("farm"), Node("part")
        >>> edges = (Edge(0, 1, Relation.NARROWER), Edge(1, 2, Relation.PART))
        >>> {n: round(w, 2) for n, w in Ontology((farm, soil, part), edges, (0,)).weights([0]).items()}
        {0: 1.0, 1: 0.8, 2: 0.56}
        """
        best = dict.fromkeys(sorted(set(topic)), 1.0)
        reached = dict(best)
        for _ in range(MOST_STEPS):
            improved: dict[int, float] = {}
            for node, weight in reached.items():
                for target, relation in self._targets.get(node, ()):
                    found = weight * WEIGHTS[relation]
                    is_near = found >= LEAST_WEIGHT - _ROUNDING and relation in relations
                    if is_near and found > max(best.get(target, 0.0), improved.get(target, 0.0)):
                        improved[target] = found
            best |= improved
            reached = improved
        return best
