"""A small ontology for tests, in English and Chinese."""

from lookclear.topics.ontology_files import parse_ontology

FARMING_TTL = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <http://farm.example/> .
:farming a skos:Concept ; skos:topConceptOf :s ;
    skos:prefLabel "farming"@en , "农业"@zh ; skos:altLabel "farm"@en .
:crop a skos:Concept ; skos:broader :farming ; skos:prefLabel "crop"@en , "作物"@zh ; skos:related :soil .
:rice a skos:Concept ; skos:broader :crop ; skos:prefLabel "rice"@en , "水稻"@zh .
:grain a skos:Concept ; skos:broader :crop ; skos:prefLabel "grain"@en , "harvest"@en , "收获"@zh .
:soil a skos:Concept ; skos:broader :farming ; skos:prefLabel "soil"@en , "土壤"@zh .
:bank a skos:Concept ; skos:prefLabel "bank"@en , "银行"@zh .
"""
FARMING = parse_ontology(FARMING_TTL.encode())
