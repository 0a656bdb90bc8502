"""Reads ontology files: SKOS and OWL as Turtle, N-Triples, RDF/XML or JSON-LD.

A file comes from anywhere: its size and what it may swell to are bounded before anything is parsed, and
nothing it names is ever fetched (imports, contexts, entities of other files).
"""

from __future__ import annotations

import importlib
import io
import json
import logging
import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lookclear.errors import ConfigError
from lookclear.topics.ontology import Ontology
from lookclear.topics.ontology_graph import ontology_of

MOST_BYTES = 32 << 20
MOST_TRIPLES = 250_000  # which take 11 s and 430 MB
MOST_SWOLLEN = 4  # times its size that an XML file's entities may add
_SPARE_BYTES = 1 << 20
_FORMATS = "SKOS or OWL as Turtle (.ttl), N-Triples, RDF/XML or JSON-LD"
_ELEMENT = re.compile(rb"<(\?xml|!--|!DOCTYPE|[\w.-]+(?::[\w.-]+)?[\s/>])", re.IGNORECASE)
_DOCTYPE = re.compile(r"<!DOCTYPE[^\[>]*(\[.*?\]\s*)?>", re.DOTALL | re.IGNORECASE)
_ENTITY = re.compile(r"<!ENTITY\s+(%\s+)?(\S+)\s+(?:(SYSTEM|PUBLIC)\b|\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_REFERENCE = re.compile(r"&([^\s;&#]+);")
_WHERE = re.compile(r"at line (\d+)|<unknown>:(\d+)|line (\d+)")


class OntologyError(ConfigError):
    """An ontology file cannot be used: not there, too large, of another format, or without names."""


def load_ontology(path: Path) -> Ontology:
    """Read an ontology file. Raises OntologyError that says what to do."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if path.is_file() and size <= MOST_BYTES else b""
    except FileNotFoundError as error:
        raise OntologyError(
            f"there is no ontology {path}", hint="name a file beside topic.toml, or by its full path"
        ) from error
    except OSError as error:
        raise OntologyError(f"cannot read {path}: {error.strerror}", hint="check its permissions") from error
    if not path.is_file():
        raise OntologyError(f"{path} is not a file", hint=f"name a file: {_FORMATS}")
    if size > MOST_BYTES:
        raise OntologyError(
            f"{path} has {size >> 20} MB, more than the {MOST_BYTES >> 20} MB an ontology may have",
            hint="take out the part that is about the topic: its concepts, their names and relations",
        )
    return parse_ontology(data, source=str(path))


def parse_ontology(data: bytes, *, source: str = "ontology") -> Ontology:
    """Read the bytes of an ontology file; `source` is what errors call it. Raises OntologyError."""
    if not data.strip():
        raise OntologyError(f"{source} is empty", hint=f"an ontology is {_FORMATS}")
    kind = _format(data, source)
    if kind != "xml":
        data = _utf8(data, source)
    if kind == "json-ld":
        _refuse_contexts(data, source)
    elif kind == "xml":
        _refuse_bombs(data, source)
    graph = _bounded_graph(source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # rdflib's own, of parts of it that it is about to replace
            graph.parse(source=io.BytesIO(data), format=kind)
    except OntologyError:
        raise
    except RecursionError as error:
        raise OntologyError(f"{source} nests too deep", hint="write its lists and nodes flat") from error
    except Exception as error:  # each parser has exceptions of its own, down to AttributeError
        raise OntologyError(
            f"{source} is not valid {_NAMES[kind]}{_place(error)}",
            hint=f"repair it, or save the ontology anew from the tool it was made with, in UTF-8: {_FORMATS}",
        ) from error
    found = ontology_of(graph, source)
    if not found.nodes:
        raise OntologyError(
            f"{source} holds no concepts",
            hint="it must have skos:Concept, owl:Class or rdfs:Class; other RDF says nothing of a topic",
        )
    if not any(node.labels for node in found.nodes):
        raise OntologyError(
            f"{source} has {len(found.nodes)} concepts and no name for any of them",
            hint='give them skos:prefLabel and skos:altLabel, or rdfs:label, such as "loan"@en, "贷款"@zh',
        )
    return found


_NAMES = {"turtle": "Turtle", "xml": "RDF/XML", "json-ld": "JSON-LD"}


def _format(data: bytes, source: str) -> str:
    """Tell the format by how a file begins, whatever its name says."""
    beginning = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:4096]
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        beginning = data.decode("utf-16", "ignore").lstrip()[:4096].encode()
    if beginning[:1] in {b"{", b"["} and not re.match(rb"\[\s*(\]|a\b|[\w-]*:)", beginning):
        return "json-ld"
    if not _ELEMENT.match(beginning):
        return "turtle"  # N-Triples is a part of it
    if re.search(rb"<(!DOCTYPE\s+)?html\b", beginning, re.IGNORECASE):
        raise OntologyError(
            f"{source} is a web page, not an ontology", hint=f"download the file itself: {_FORMATS}"
        )
    if re.search(rb"<(owl:)?Ontology\s[^>]*xmlns=\"http://www.w3.org/2002/07/owl#\"", data[: 1 << 20]):
        raise OntologyError(
            f"{source} is OWL/XML, which is not read", hint="save it as RDF/XML or Turtle instead"
        )
    return "xml"


def _utf8(data: bytes, source: str) -> bytes:
    """Return text without a byte order mark, as UTF-8."""
    try:
        if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
            return data.decode("utf-16").encode()
        return data.decode("utf-8-sig").encode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise OntologyError(f"{source} line {line} is not UTF-8", hint="save the file as UTF-8") from error


def _refuse_contexts(data: bytes, source: str) -> None:
    """Refuse JSON-LD whose meaning depends on another file, since nothing is fetched."""
    try:
        document = json.loads(data)
    except RecursionError as error:
        raise OntologyError(f"{source} nests too deep", hint="write its lists and nodes flat") from error
    except ValueError as error:
        raise OntologyError(
            f"{source} is not valid JSON: {error}", hint="look there for a missing quote or comma"
        ) from error
    for part in _objects(document):
        context = part.get("@context")
        listed = context if isinstance(context, list) else [context]
        named = [one for one in listed if isinstance(one, str)]
        named += [str(one["@import"]) for one in listed if isinstance(one, dict) and "@import" in one]
        if named:
            raise OntologyError(
                f"{source} leaves its meaning to {named[0][:80]}, which is not fetched",
                hint="write that context into the file, or save the ontology as Turtle",
            )


def _objects(document: Any) -> Iterator[dict[str, Any]]:
    waiting = [document]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


def _refuse_bombs(data: bytes, source: str) -> None:
    """Refuse XML whose entities nest, stand in other files, or swell it to many times its size."""
    is_wide = data[:2] in {b"\xff\xfe", b"\xfe\xff"} or b"\0" in data[:64]
    text = data.decode("utf-16" if is_wide else "latin-1", "replace")
    doctype = _DOCTYPE.search(text, 0, 1 << 20)
    if doctype is None:
        if "<!ENTITY" in text or "<!DOCTYPE" in text:
            raise OntologyError(f"{source} declares entities out of place", hint=_HINT_ENTITIES)
        return
    lengths: dict[str, int] = {}
    for is_parameter, name, outside, double, single in _ENTITY.findall(doctype.group()):
        value = double or single
        if is_parameter or outside or "&" in value.replace("&#", "") or "%" in value:
            raise OntologyError(f"{source} has an entity, {name[:40]}, made of others", hint=_HINT_ENTITIES)
        lengths[name] = len(value)
    if len(lengths) != len(re.findall("<!ENTITY", doctype.group(), re.IGNORECASE)):
        raise OntologyError(f"{source} has entities that cannot be read", hint=_HINT_ENTITIES)
    added = sum(lengths.get(name, 0) for name in _REFERENCE.findall(text, doctype.end()))
    if added > MOST_SWOLLEN * len(text) + _SPARE_BYTES:
        raise OntologyError(f"{source} swells to {added >> 20} MB when read", hint=_HINT_ENTITIES)


_HINT_ENTITIES = "entities may only abbreviate addresses: write them out, or save the ontology as Turtle"


def _place(error: Exception) -> str:
    """Say where a parser stopped, as far as its message tells."""
    found = _WHERE.search(str(error))
    return f" (line {next(filter(None, found.groups()))})" if found else ""


def _bounded_graph(source: str) -> Any:
    """Return an empty graph that refuses more than so many triples."""
    graph = _graph_class()()
    graph.source_name = source
    return graph


@cache
def _graph_class() -> Any:
    # Imported late: most commands never read an ontology.
    rdflib: Any = importlib.import_module("rdflib")
    logging.getLogger("rdflib").setLevel(logging.ERROR)  # it warns of every odd date and address

    class Bounded(rdflib.Graph):  # type: ignore[misc]
        """Counts what is added."""

        source_name = ""
        count = 0

        def add(self, triple: Any) -> Any:
            self._count(1)
            return super().add(triple)

        def addN(self, quads: Any) -> Any:  # noqa: N802
            quads = list(quads)
            self._count(len(quads))
            return super().addN(quads)

        def _count(self, more: int) -> None:
            self.count += more
            if self.count > MOST_TRIPLES:
                raise OntologyError(
                    f"{self.source_name} has more than {MOST_TRIPLES:,} statements",
                    hint="take out the part that is about the topic",
                )

    return Bounded
