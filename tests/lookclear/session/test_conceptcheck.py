import re
from pathlib import Path

import pytest

from lookclear.session.conceptcheck import examine_concepts
from lookclear.topics.ontology_files import OntologyError
from lookclear.topics.workspace import Workspace
from tests.ontologies import FARMING_TTL


def report(folder: Path, extra: str = "", concepts: str = FARMING_TTL):
    (folder / "o.ttl").write_text(concepts, encoding="utf-8")
    topic = f'name = "t"\nseeds = ["http://a.example/"]\nontology = "o.ttl"\n{extra}'
    (folder / "topic.toml").write_text(topic, encoding="utf-8")
    return examine_concepts(Workspace.open(folder))


def test_an_ontology_is_told_as_a_crawl_would_use_it(tmp_path):
    found = report(tmp_path)
    assert (found.concepts, found.near, found.begins, found.warnings) == (6, 5, ["farming"], [])
    assert found.summary == "5 of 6 concepts are near the topic, which is farming"


def test_keywords_choose_where_the_topic_begins(tmp_path):
    assert report(tmp_path, 'keywords = ["水稻", "Soil"]').begins == ["rice", "soil"]


@pytest.mark.parametrize(
    ("extra", "concepts", "said"),
    [
        ('keywords = ["piano"]', FARMING_TTL, "no keyword names a concept"),
        ('languages = ["fr"]', FARMING_TTL, "can be looked for in fr"),
        (
            "",
            FARMING_TTL + ':x a skos:Concept ; skos:broader :soil ; skos:prefLabel "it"@en .',
            "names .*: it",
        ),
        (
            "",
            FARMING_TTL + ":x a skos:Concept ; skos:broader :soil .",
            "1 concepts near the topic have no name",
        ),
    ],
)
def test_what_would_be_of_no_use_is_a_warning(tmp_path, extra, concepts, said):
    assert len(report(tmp_path, extra, concepts).warnings) >= 1
    assert any(re.search(said, one) for one in report(tmp_path, extra, concepts).warnings)


def test_no_ontology_has_no_report_and_a_broken_one_is_a_mistake(tmp_path):
    (tmp_path / "topic.toml").write_text('name = "t"\nseeds = ["http://a.example/"]')
    assert examine_concepts(Workspace.open(tmp_path)) is None
    with pytest.raises(OntologyError, match="is empty"):
        report(tmp_path, concepts="")
