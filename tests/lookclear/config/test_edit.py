import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.config.edit import edited
from lookclear.errors import ConfigError

TOPIC = '''# A topic.
name = "Salt marshes"  # as people call it
description = ""
keywords = [  # in both languages
    "salt # marsh",
    '盐沼 ]',
]
seeds = ["http://a.test/"]

[scope]
# hosts = ["a.test"]

[crawl]
pages = 400        # in one run
text = """
[relevance]
threshold = 9
"""

[relevance]   # when a page counts
threshold = 0.5
'''


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("name",), 'Mud "and" salt\\'),
        (("keywords",), ["盐沼", "tidal creek", "a]b#c"]),
        (("keywords",), []),
        (("languages",), ["en", "zh"]),  # not there yet
        (("crawl", "pages"), 20),
        (("crawl", "delay_s"), 2.5),
        (("relevance", "threshold"), 0.7),
        (("scope", "hosts"), ["b.test"]),
        (("site", "title"), "沼泽 search"),  # its table is not there yet
        (("crawl", "stop_early"), True),
    ],
)
def test_one_value_changes_and_all_else_stays(path: tuple[str, ...], value: object) -> None:
    found = edited(TOPIC, {path: value})
    wanted = tomllib.loads(TOPIC)
    table = wanted
    for step in path[:-1]:
        table = table.setdefault(step, {})
    table[path[-1]] = value
    assert tomllib.loads(found) == wanted
    for comment in ("# A topic.", "# in one run", '# hosts = ["a.test"]', "# when a page counts"):
        assert comment in found


def test_several_values_change_at_once_in_a_file_of_windows_lines() -> None:
    text = TOPIC.replace("\n", "\r\n").replace('"""\r\n', '"""\n')
    found = edited(text, {("name",): "New", ("relevance", "threshold"): 0.9})
    assert tomllib.loads(found)["relevance"]["threshold"] == 0.9
    assert tomllib.loads(found)["name"] == "New"


@pytest.mark.parametrize("text", ['crawl.pages = 3\nname = "x"\n', 'crawl = {pages = 3}\nname = "x"\n'])
def test_what_cannot_be_changed_safely_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="by hand"):
        edited(text, {("crawl", "pages"): 5})


@given(st.text(max_size=40), st.lists(st.text(max_size=20), max_size=4))
def test_any_text_and_list_reads_back_as_it_was(name: str, words: list[str]) -> None:
    name = name.encode("utf-8", "ignore").decode()
    words = [word.encode("utf-8", "ignore").decode() for word in words]
    found = tomllib.loads(edited(TOPIC, {("name",): name, ("keywords",): words}))
    assert (found["name"], found["keywords"]) == (name, words)
    assert found["relevance"] == {"threshold": 0.5}
