import pytest

from lookclear.domain import Topic
from lookclear.errors import ConfigError
from lookclear.visit import check_ontology
from lookclear.visit.concepts import concept_reader
from tests.ontologies import FARMING


@pytest.mark.parametrize("strategy", ["ontology", "ontology:page", "ontology:links+grey"])
def test_a_strategy_by_ontology_needs_one(strategy):
    check_ontology(strategy, FARMING)
    with pytest.raises(ConfigError, match=f"the strategy {strategy.replace('+', '.')} needs an ontology"):
        check_ontology(strategy, None)
    check_ontology("mix", None)


@pytest.mark.parametrize(
    ("languages", "names"),
    [
        ((), {"farming", "农业", "farm", "crop", "作物", "soil", "土壤"}),
        (("zh",), {"农业", "作物", "土壤"}),
        (("en", "zh-Hans"), {"farming", "farm", "crop", "soil"}),
    ],
)
def test_names_in_the_topic_s_languages_are_looked_for(languages, names):
    reader = concept_reader("ontology", Topic("t", languages=languages), FARMING)
    near = [node for node, weight in reader.weights.items() if weight >= 0.8]
    assert {name for node in near for name in reader.names(node)} == names


def test_keywords_choose_the_concepts_that_the_topic_begins_with():
    reader = concept_reader("ontology", Topic("t", keywords=("rice",)), FARMING)
    assert [reader.name(node) for node in reader.topic] == ["rice"]


def test_a_strategy_that_goes_by_no_ontology_has_none_read():
    assert concept_reader("mix", Topic("t"), FARMING) is None
