import pytest

from lookclear.config import TopicFile
from lookclear.domain import Topic
from lookclear.errors import ConfigError
from lookclear.html.parse import parse
from lookclear.visit import TopicCrawl, check_ontology
from lookclear.visit.concepts import concept_reader, names_of
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
def test_names_of_the_nearest_concepts_in_the_topic_s_languages(languages, names):
    topic = Topic("t", languages=languages)
    assert set(names_of(concept_reader("mix", topic, FARMING))) == names
    assert names_of(None) == ()


def test_keywords_choose_the_concepts_that_are_named():
    assert "rice" in names_of(concept_reader("mix", Topic("t", keywords=("rice",)), FARMING))
    assert "bank" not in names_of(concept_reader("mix", Topic("t", keywords=("rice",)), FARMING))


def test_an_ontology_tells_the_judge_of_pages_what_the_topic_is():
    def relevance(words, ontology):
        core = TopicCrawl(Topic("t"), strategy="mix", settings=TopicFile(name="t"), ontology=ontology)
        return core.judge(parse(f"<p>{words}</p>".encode(), "http://a.example/")).value

    for words in ("crop and soil of a farm", "作物 与 土壤", "GPU显卡 soil 作物"):
        assert relevance(words, FARMING) > relevance("bank and loan 银行", FARMING)
        assert relevance(words, FARMING) > relevance(words, None)
