import json

import pytest

from lookclear.errors import UsageError
from lookclear.topics import ontology_files
from lookclear.topics.ontology import NodeKind, Relation
from lookclear.topics.ontology_files import OntologyError, load_ontology, parse_ontology

PREFIXES = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix xl: <http://www.w3.org/2008/05/skos-xl#> .
@prefix : <http://farm.example/> .
"""
SKOS = (
    PREFIXES
    + """
:farming a skos:Concept ; skos:topConceptOf :scheme ; skos:prefLabel "farming"@en , "农业"@zh ;
    skos:altLabel "agriculture"@en ; skos:narrower :crops .
:crops a skos:Concept ; skos:prefLabel "crop"@en , "作物"@zh ; dct:hasPart :seed ; skos:related :weather .
:seed a skos:Concept ; skos:prefLabel "seed"@en .
:weather a skos:Concept ; skos:prefLabel "weather"@en .
"""
)
OWL = (
    PREFIXES
    + """
:Farming a owl:Class ; rdfs:label "farming"@en .
:Crop a owl:Class ; rdfs:subClassOf :Farming , owl:Thing ; rdfs:label "crop"@en , "作物"@zh ;
    rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :hasPart ; owl:someValuesFrom :Seed ] .
:Seed a owl:Class ; rdfs:label "seed" .
:rice a :Crop ; rdfs:label "rice"@en , "水稻"@zh .
:growsIn a owl:ObjectProperty ; rdfs:domain :Crop ; rdfs:label "grows in"@en .
:clay a owl:NamedIndividual ; rdfs:label "clay"@en .
:rice :growsIn :clay .
"""
)
RDF_XML = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE rdf:RDF [ <!ENTITY skos "http://www.w3.org/2004/02/skos/core#"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="&skos;">
  <skos:Concept rdf:about="http://farm.example/rice">
    <skos:prefLabel xml:lang="zh">水稻</skos:prefLabel><skos:prefLabel xml:lang="en">rice</skos:prefLabel>
  </skos:Concept>
</rdf:RDF>
"""
JSON_LD = {
    "@context": {"skos": "http://www.w3.org/2004/02/skos/core#"},
    "@id": "http://farm.example/rice",
    "@type": "skos:Concept",
    "skos:prefLabel": [{"@value": "rice", "@language": "en"}, {"@value": "水稻", "@language": "zh"}],
}
N_TRIPLES = (
    "<http://farm.example/rice> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
    "<http://www.w3.org/2004/02/skos/core#Concept> .\n"
    '<http://farm.example/rice> <http://www.w3.org/2004/02/skos/core#prefLabel> "rice"@en , "水稻"@zh .\n'
)


def named(found):
    return {node.name: at for at, node in enumerate(found.nodes)}


def relations(found):
    names = [node.name for node in found.nodes]
    return {(names[e.source], names[e.target], e.relation) for e in found.edges}


def test_skos_gives_concepts_names_relations_and_tops():
    found = parse_ontology(SKOS.encode())
    assert set(named(found)) == {"farming", "crop", "seed", "weather"}
    assert [label.text for label in found.nodes[named(found)["farming"]].labels] == [
        "farming",
        "农业",
        "agriculture",
    ]
    assert {
        ("farming", "crop", Relation.NARROWER),
        ("crop", "farming", Relation.BROADER),
        ("crop", "seed", Relation.PART),
        ("crop", "weather", Relation.RELATED),
        ("weather", "crop", Relation.RELATED),
    } <= relations(found)
    assert [found.nodes[at].name for at in found.tops] == ["farming"]


def test_owl_gives_classes_individuals_properties_and_what_restrictions_say():
    found = parse_ontology(OWL.encode())
    kinds = {node.name: node.kind for node in found.nodes}
    assert kinds == {
        "farming": NodeKind.CONCEPT,
        "crop": NodeKind.CONCEPT,
        "seed": NodeKind.CONCEPT,
        "rice": NodeKind.INSTANCE,
        "clay": NodeKind.INSTANCE,
        "grows in": NodeKind.PROPERTY,
    }
    assert {
        ("farming", "crop", Relation.NARROWER),
        ("crop", "rice", Relation.INSTANCE),
        ("crop", "seed", Relation.PART),
        ("crop", "grows in", Relation.PROPERTY),
        ("rice", "clay", Relation.RELATED),
    } <= relations(found)
    assert [found.nodes[at].name for at in found.tops] == ["farming"]


def test_labels_of_skos_xl_are_read():
    text = (
        PREFIXES
        + ':a a <http://www.w3.org/2004/02/skos/core#Concept> ; xl:prefLabel [ xl:literalForm "loan"@en ] .'
    )
    assert list(named(parse_ontology(text.encode()))) == ["loan"]


@pytest.mark.parametrize(
    "data",
    [
        SKOS.encode(),
        b"\xef\xbb\xbf" + SKOS.encode(),
        SKOS.encode("utf-16"),
        RDF_XML.encode(),
        RDF_XML.replace("UTF-8", "UTF-16").encode("utf-16"),
        json.dumps(JSON_LD).encode(),
        json.dumps([JSON_LD], ensure_ascii=False).encode(),
        N_TRIPLES.encode(),
    ],
)
def test_a_format_is_told_by_what_is_in_the_file(data):
    languages = {label.language for node in parse_ontology(data).nodes for label in node.labels}
    assert languages == {"en", "zh"}


def test_the_order_of_statements_does_not_matter():
    lines = N_TRIPLES.splitlines()
    assert parse_ontology("\n".join(lines).encode()) == parse_ontology("\n".join(reversed(lines)).encode())


def test_concepts_in_a_circle_are_all_tops():
    text = PREFIXES + ':a skos:broader :b . :b skos:broader :a . :a skos:prefLabel "a loan" .'
    found = parse_ontology(text.encode())
    assert found.tops == (0, 1)
    assert found.weights(found.tops) == {0: 1.0, 1: 1.0}


BOMB = (
    '<!DOCTYPE r [ <!ENTITY a "ha"> <!ENTITY b "&a;&a;&a;&a;"> <!ENTITY c "&b;&b;&b;&b;"> ]>'
    '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">&c;</r:RDF>'
)
QUADRATIC = f'<!DOCTYPE r [ <!ENTITY a "{"x" * 10_000}"> ]><r>{"&a;" * 100_000}</r>'
OUTSIDE = '<!DOCTYPE r [ <!ENTITY a SYSTEM "file:///etc/passwd"> ]><r>&a;</r>'
OWL_XML = '<?xml version="1.0"?><Ontology xmlns="http://www.w3.org/2002/07/owl#"></Ontology>'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty; an ontology is SKOS or OWL"),
        ("  \n\t", "is empty"),
        ("<!doctype html><html><p>loan</p></html>", "is a web page"),
        ("<html><p>loan</p></html>", "is a web page"),
        (OWL_XML, "is OWL/XML, which is not read; save it as RDF/XML or Turtle"),
        ("name,broader\nloan,credit\n", "is not valid Turtle"),
        (PREFIXES + ":a :b", "is not valid Turtle"),
        (PREFIXES + ':a :b "loan .\n:c :d :e .', "is not valid Turtle \\(line \\d+\\)"),
        ("<rdf:RDF><open></rdf:RDF>", "is not valid RDF/XML \\(line 1\\)"),
        (RDF_XML.replace("UTF-8", "GB18030"), "save the ontology anew .* in UTF-8"),
        ("<a><b></b></a>", "holds no concepts|is not valid"),
        ('{"@id": ', "is not valid JSON"),
        ("{}", "holds no concepts"),
        ("[" * 100_000, "nests too deep"),
        (PREFIXES + ":a " + "[ :b " * 5_000 + "1 " + "] " * 5_000 + ".", "nests too deep|not valid"),
        (PREFIXES + ':a :b "loan" .', "holds no concepts"),
        (PREFIXES + ":a a skos:Concept .", "1 concepts and no name.*prefLabel"),
        (BOMB, "an entity, b, made of others"),
        (QUADRATIC, "swells to \\d+ MB"),
        (OUTSIDE, "an entity, a, made of others"),
        (json.dumps(JSON_LD | {"@context": "http://127.0.0.1:9/c"}), "is not fetched"),
        (json.dumps([[{"a": JSON_LD | {"@context": ["http://127.0.0.1:9/c"]}}]]), "is not fetched"),
        (json.dumps(JSON_LD | {"@context": {"@import": "http://127.0.0.1:9/c"}}), "is not fetched"),
    ],
)
def test_what_is_no_ontology_is_said_with_what_to_do(text, said):
    with pytest.raises(OntologyError, match=said) as caught:
        parse_ontology(text.encode())
    assert caught.value.hint
    assert isinstance(caught.value, UsageError)


def test_what_an_ontology_imports_is_not_fetched():
    text = OWL + "<http://farm.example/> owl:imports <http://127.0.0.1:9/more> ."
    assert len(parse_ontology(text.encode()).nodes) == 6


def test_bytes_that_are_no_text_are_said():
    with pytest.raises(OntologyError, match="line 2 is not UTF-8"):
        parse_ontology(b"# soil\n\xff\xfe\xfa")
    with pytest.raises(OntologyError):
        parse_ontology(bytes(range(256)) * 10)


def test_files_that_are_not_there_not_files_or_too_large_are_said(tmp_path, monkeypatch):
    with pytest.raises(OntologyError, match="there is no ontology"):
        load_ontology(tmp_path / "none.ttl")
    with pytest.raises(OntologyError, match="is not a file"):
        load_ontology(tmp_path)
    large = tmp_path / "large.ttl"
    large.write_text(SKOS, encoding="utf-8")
    assert len(load_ontology(large).nodes) == 4
    monkeypatch.setattr(ontology_files, "MOST_BYTES", 100)
    with pytest.raises(OntologyError, match="take out the part"):
        load_ontology(large)


def test_more_statements_than_are_bearable_are_refused(monkeypatch):
    monkeypatch.setattr(ontology_files, "MOST_TRIPLES", 5)
    for data in (SKOS.encode(), OWL.encode()):
        with pytest.raises(OntologyError, match="more than 5 statements"):
            parse_ontology(data)
