import pytest

from lookclear.errors import UsageError, WebArchiveError
from lookclear.replay.labels import label_words, labelled, read_labels, relevant_pages

LABELS = {
    "http://b.test/": frozenset({"topic:园艺", "kind:article"}),
    "http://a.test/": frozenset({"topic:garden"}),
    "http://c.test/": frozenset(),
}


def test_a_plus_joins_labels_and_the_order_is_fixed():
    assert labelled(LABELS, "topic:园艺+topic:garden") == ["http://a.test/", "http://b.test/"]
    assert labelled(LABELS, "topic:none") == []


def test_a_misspelt_label_is_answered_with_the_nearest():
    with pytest.raises(UsageError, match=r"did you mean 'topic:garden'.*kind:article, topic:garden"):
        relevant_pages(LABELS, "topic:gardn", 1)
    with pytest.raises(UsageError, match="1 pages carry the label 'topic:园艺'; at least 2"):
        relevant_pages(LABELS, "topic:园艺", 2)


@pytest.mark.parametrize("line", ['{"url": 1}', "not json", '{"labels": []}'])
def test_a_bad_line_of_labels_is_named(tmp_path, line):
    path = tmp_path / "labels.jsonl"
    path.write_text('{"url": "http://a.test/", "labels": []}\n' + line)
    with pytest.raises(WebArchiveError, match="line 2"):
        read_labels(path)


def test_words_of_labels():
    assert label_words("topic:machine-learning+IT") == ("machine", "learning", "IT")
