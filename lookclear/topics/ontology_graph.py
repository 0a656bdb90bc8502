"""From RDF statements to an ontology: what SKOS, RDF Schema and OWL say of concepts, names and relations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from lookclear.topics.ontology import Edge, Label, Node, NodeKind, Ontology, Relation

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
_SKOSXL = "http://www.w3.org/2008/05/skos-xl#"
_THES = "http://purl.org/iso25964/skos-thes#"
_TERMS = "http://purl.org/dc/terms/"
_SCHEMA = ("https://schema.org/", "http://schema.org/")
_OBO = "http://purl.obolibrary.org/obo/"
_TYPE = _RDF + "type"
_NOT_ONES = {_OWL + "Thing", _OWL + "Nothing", _RDFS + "Resource", _SKOS + "Concept"}

_PREFERRED = (_SKOS + "prefLabel", _SKOSXL + "prefLabel", _RDFS + "label")
_OTHER = (
    *(_SKOS + name for name in ("altLabel", "hiddenLabel")),
    *(_SKOSXL + name for name in ("altLabel", "hiddenLabel")),
    *(base + name for base in _SCHEMA for name in ("name", "alternateName")),
)

# statement (a, name, b): what b is to a, and what a is to b
_BOTH: dict[str, tuple[Relation, Relation]] = {
    **dict.fromkeys(
        [_SKOS + name for name in ("narrower", "narrowerTransitive", "narrowMatch")]
        + [_THES + "narrowerGeneric"],
        (Relation.NARROWER, Relation.BROADER),
    ),
    **dict.fromkeys(
        [_SKOS + name for name in ("broader", "broaderTransitive", "broadMatch")]
        + [_THES + "broaderGeneric", _RDFS + "subClassOf", _RDFS + "subPropertyOf"],
        (Relation.BROADER, Relation.NARROWER),
    ),
    **dict.fromkeys(
        [_SKOS + name for name in ("related", "relatedMatch", "closeMatch")],
        (Relation.RELATED, Relation.RELATED),
    ),
    **dict.fromkeys(
        [_SKOS + "exactMatch", _OWL + "equivalentClass", _OWL + "sameAs", _OWL + "equivalentProperty"],
        (Relation.SAME, Relation.SAME),
    ),
    **dict.fromkeys(
        [_TERMS + "hasPart", _TERMS + "isPartOf", _THES + "narrowerPartitive", _THES + "broaderPartitive"]
        + [base + name for base in _SCHEMA for name in ("hasPart", "isPartOf")]
        + [_OBO + "BFO_0000050", _OBO + "BFO_0000051"],
        (Relation.PART, Relation.PART),
    ),
    _THES + "narrowerInstantial": (Relation.INSTANCE, Relation.BROADER),
    _THES + "broaderInstantial": (Relation.BROADER, Relation.INSTANCE),
}
_HAS_PROPERTY = {_RDFS + "domain", _RDFS + "range"}
_CLASSES = {_SKOS + "Concept", _OWL + "Class", _RDFS + "Class"}
_PROPERTIES = {_OWL + "ObjectProperty", _OWL + "DatatypeProperty", _RDF + "Property"}

_TOP_OF, _HAS_TOP = _SKOS + "topConceptOf", _SKOS + "hasTopConcept"
_SAID_OF = {  # what has one of these is a node, even where nobody says so
    **dict.fromkeys([*_BOTH, _TOP_OF, _HAS_TOP], NodeKind.CONCEPT),
    **dict.fromkeys([_RDFS + "subPropertyOf", _OWL + "equivalentProperty"], NodeKind.PROPERTY),
}

Graph: TypeAlias = Any  # of rdflib, which is imported late


def ontology_of(graph: Graph, source: str = "") -> Ontology:
    """Return the nodes and relations that the statements of a graph give; the same for any order of them."""
    kinds = _kinds(graph)
    keys = sorted(kinds)
    numbers = {key: number for number, key in enumerate(keys)}
    nodes = tuple(Node(key, kinds[key], _labels(graph, key)) for key in keys)
    edges = {
        Edge(numbers[a], numbers[b], relation)
        for a, b, relation in _relations(graph, kinds)
        if a in numbers and b in numbers and a != b
    }
    ordered = tuple(sorted(edges, key=lambda edge: (edge.source, edge.target, edge.relation)))
    return Ontology(nodes, ordered, _tops(graph, nodes, ordered, numbers), source)


def _kinds(graph: Graph) -> dict[str, NodeKind]:
    """Return what each resource is that is a concept, an instance of one, or a property."""
    kinds: dict[str, NodeKind] = {}
    types = [(s, o) for s, _, o in graph.triples((None, _iri(_TYPE), None)) if _is_named(s)]
    for subject, kind in types:
        if str(kind) in _CLASSES:
            kinds[str(subject)] = NodeKind.CONCEPT
        elif str(kind) in _PROPERTIES:
            kinds.setdefault(str(subject), NodeKind.PROPERTY)
    for name, kind_of_ends in _SAID_OF.items():
        for subject, _, target in graph.triples((None, _iri(name), None)):
            ends = {_TOP_OF: [subject], _HAS_TOP: [target]}.get(name, [subject, target])
            for end in filter(_is_named, ends):
                kinds.setdefault(str(end), kind_of_ends)
    for subject, kind in types:
        if str(kind) == _OWL + "NamedIndividual" or str(kind) in kinds:
            kinds.setdefault(str(subject), NodeKind.INSTANCE)
    return {key: kind for key, kind in kinds.items() if key not in _NOT_ONES}


def _relations(graph: Graph, kinds: dict[str, NodeKind]) -> Iterator[tuple[str, str, Relation]]:
    for name, (forth, back) in _BOTH.items():
        for subject, _, target in graph.triples((None, _iri(name), None)):
            for named, relation in _targets(graph, target, forth):
                yield str(subject), named, relation
                yield named, str(subject), back if relation is forth else relation
    for name in _HAS_PROPERTY:
        for subject, _, target in graph.triples((None, _iri(name), None)):
            yield str(target), str(subject), Relation.PROPERTY
            yield str(subject), str(target), Relation.PROPERTY
    for subject, _, kind in graph.triples((None, _iri(_TYPE), None)):
        yield str(kind), str(subject), Relation.INSTANCE
        yield str(subject), str(kind), Relation.BROADER
    own = {*_BOTH, *_HAS_PROPERTY, _TYPE}
    for subject, name, target in graph.triples((None, None, None)):
        if str(name) not in own and str(target) in kinds and str(subject) in kinds and _is_named(target):
            yield str(subject), str(target), Relation.RELATED
            yield str(target), str(subject), Relation.RELATED


def _targets(graph: Graph, target: Any, relation: Relation) -> Iterator[tuple[str, Relation]]:
    """Return what a relation leads to: a class, or the class that a restriction speaks of."""
    if _is_named(target):
        yield str(target), relation
        return
    part = any(
        str(name).rstrip("/").lower().endswith(("partof", "haspart", "part_of", "bfo_0000050", "bfo_0000051"))
        for name in graph.objects(target, _iri(_OWL + "onProperty"))
    )
    for quantifier in ("someValuesFrom", "allValuesFrom", "hasValue"):
        for value in graph.objects(target, _iri(_OWL + quantifier)):
            if _is_named(value):
                yield str(value), Relation.PART if part else Relation.RELATED


def _labels(graph: Graph, key: str) -> tuple[Label, ...]:
    """Return the names of a node, preferred ones first, each once a language."""
    labels: dict[tuple[str, str], Label] = {}
    for names, preferred in ((_PREFERRED, True), (_OTHER, False)):
        found = [value for name in names for value in _literals(graph, key, name)]
        for text, language in sorted(found):
            labels.setdefault((text, language), Label(text, language, preferred))
    return tuple(labels.values())


def _literals(graph: Graph, key: str, name: str) -> Iterator[tuple[str, str]]:
    values: Iterable[Any] = graph.objects(_iri(key), _iri(name))
    if name.startswith(_SKOSXL):
        values = [literal for one in values for literal in graph.objects(one, _iri(_SKOSXL + "literalForm"))]
    for value in values:
        text = " ".join(str(value).split())
        if text and hasattr(value, "language"):
            yield text, value.language or ""


def _tops(
    graph: Graph, nodes: tuple[Node, ...], edges: tuple[Edge, ...], numbers: dict[str, int]
) -> tuple[int, ...]:
    """Return the nodes that stand for the whole.

    What the file calls top concepts; else concepts with narrower ones and no broader; else, where all is one
    circle or nothing is related, all concepts.
    """
    named = [s for s, _, _ in graph.triples((None, _iri(_TOP_OF), None))]
    named += [o for _, _, o in graph.triples((None, _iri(_HAS_TOP), None))]
    said = sorted({numbers[str(one)] for one in named if str(one) in numbers})
    if said:
        return tuple(said)
    has_broader = {edge.source for edge in edges if edge.relation is Relation.BROADER}
    has_narrower = {edge.source for edge in edges if edge.relation in {Relation.NARROWER, Relation.INSTANCE}}
    concepts = [number for number, node in enumerate(nodes) if node.kind is NodeKind.CONCEPT]
    roots = tuple(number for number in concepts if number in has_narrower - has_broader)
    return roots or tuple(concepts) or tuple(range(len(nodes)))


def _is_named(resource: Any) -> bool:
    return type(resource).__name__ == "URIRef"


def _iri(text: str) -> Any:
    import rdflib  # noqa: PLC0415  # loaded by whoever made the graph

    return rdflib.URIRef(text)
