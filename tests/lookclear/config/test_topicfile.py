from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from lookclear.config import STRATEGIES, TopicFile, check_strategy, load_topic_file, parse_topic_file
from lookclear.config.lines import line_of
from lookclear.errors import ConfigError

GOOD = """\
name = "Salt marshes"
seeds = ["https://example.org/marsh"]
keywords = ["salt marsh", "盐沼"]

[crawl]
pages = 50
delay_s = 1
"""


def fault(text: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        parse_topic_file(text)
    assert caught.value.exit_code == 2
    return caught.value


def test_good_file_gives_typed_values_and_defaults() -> None:
    topic = parse_topic_file(GOOD)
    assert topic.keywords == ("salt marsh", "盐沼")
    assert (topic.crawl.pages, topic.crawl.delay_s, topic.crawl.strategy) == (50, 1.0, "adaptive")


def test_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "topic.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load_topic_file(path) == parse_topic_file(GOOD)


@pytest.mark.parametrize(
    ("text", "line", "key", "nearest"),
    [
        (GOOD + "pagez = 3\n", 8, "pagez", "pages"),
        (GOOD.replace("keywords", "keyword"), 3, "keyword", "keywords"),
        (GOOD + "\n[scop]\nhosts = []\n", 9, "scop", "scope"),
        ("crawl.strategi = 'mix'\nname = 'x'\n", 1, "strategi", "strategy"),
        ('name = "x"\nscope = { hosts = [], exclud = [] }\n', 2, "exclud", "exclude"),
        (
            'name = """\npagez = 1\n"""\nkeywords = [\n # pagez\n]\n[crawl]\n"pagez" = 1\n',
            8,
            "pagez",
            "pages",
        ),
    ],
)
def test_unknown_key_names_its_line_and_the_nearest_known_key(
    text: str, line: int, key: str, nearest: str
) -> None:
    error = fault(text)
    assert f"line {line}: unknown key '{key}'" in error.message
    assert f"did you mean '{nearest}'?" in error.message


def test_first_of_several_unknown_keys_is_named() -> None:
    assert "line 2: unknown key 'zeta'" in fault('name = "x"\nzeta = 1\nalpha = 2\n').message


def test_key_in_the_wrong_table_is_told_its_place() -> None:
    assert "[crawl]" in fault('name = "x"\npages = 3\n').hint
    assert "above the first [table]" in fault('name = "x"\n[crawl]\nseeds = []\n').hint


@pytest.mark.parametrize(
    ("text", "message", "allowed"),
    [
        (
            GOOD.replace("50", '"many"'),
            "line 6: crawl.pages has the value 'many'",
            "a whole number from 1 to",
        ),
        (GOOD.replace("50", "0"), "line 6: crawl.pages has the value 0", "a whole number from 1 to"),
        (GOOD.replace("50", "true"), "line 6: crawl.pages has the value true", "a whole number"),
        (
            GOOD.replace("delay_s = 1", "delay_s = nan"),
            "line 7: crawl.delay_s has the value nan",
            "from 0 to",
        ),
        (
            GOOD.replace("delay_s = 1", "delay_s = inf"),
            "line 7: crawl.delay_s has the value inf",
            "from 0 to",
        ),
        (GOOD.replace('"盐沼"', "\n  7"), "keywords has the value 7", "a text in quotes"),
        (
            GOOD.replace('["salt marsh", "盐沼"]', '"盐沼"'),
            "line 3: keywords has the value '盐沼'",
            "a list of texts",
        ),
        (GOOD + "obey_robots = 1\n", "line 8: crawl.obey_robots has the value 1", "true or false"),
        ('name = "x"\ncrawl = 3\n', "line 2: crawl has the value 3", "a [table]"),
        ('name = "x"\nseeds = [\n "http://a.org/",\n "b.org",\n]', "line 4: the seed 'b.org' does", "full"),
        (
            'name = "x"\nseeds = ["ftp://a.org/"]\n',
            "line 2: the seed 'ftp://a.org/' does not begin",
            "full address",
        ),
        ('name = "x"\nseeds = ["https:///a"]\n', "names no host", "full address"),
        ('name = "x"\nseeds = ["http://[a/"]\n', "is not a valid address", "full address"),
        ('name = " "\n', "line 1: the name is empty", "name"),
        ("keywords = []\n", "has no name", "name = "),
    ],
)
def test_wrong_value_names_place_value_and_what_is_allowed(text: str, message: str, allowed: str) -> None:
    error = fault(text)
    assert message in error.message
    assert allowed in error.hint


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('name = "x\nseeds = []\n', "line 1"),
        ('name = "x"\nkeywords = ["a", \n\n', "line 2"),
        ('name = "x"\nname = "y"\n', "line 2"),
    ],
)
def test_syntax_error_names_its_line(text: str, place: str) -> None:
    error = fault(text)
    assert place in error.message
    assert "not valid TOML" in error.message


def test_unknown_strategy_names_the_nearest_the_line_and_all() -> None:
    error = fault(GOOD + 'strategy = "best-frist"\n')
    assert "line 8: unknown strategy 'best-frist'; did you mean 'best-first'?" in error.message
    assert all(name in error.hint for name in STRATEGIES)
    assert check_strategy("mix") == "mix"


def test_file_without_seeds_is_refused_with_a_line_to_add(tmp_path: Path) -> None:
    (tmp_path / "topic.toml").write_text('name = "x"\n')
    with pytest.raises(ConfigError, match="has no seeds") as caught:
        load_topic_file(tmp_path / "topic.toml")
    assert "seeds = [" in caught.value.hint


def test_text_that_is_not_utf8_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "topic.toml").write_bytes(b'name = "x"\n# ' + "盐沼".encode("gb18030"))
    with pytest.raises(ConfigError, match="line 2 is not UTF-8"):
        load_topic_file(tmp_path / "topic.toml")


def test_line_of_a_key_that_is_not_there_is_zero() -> None:
    assert line_of(GOOD, ["crawl", "web"]) == 0


def test_every_setting_has_a_line_of_help() -> None:
    def walk(struct: type[msgspec.Struct]) -> None:
        for field in msgspec.structs.fields(struct):
            if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
                walk(field.type)
            else:
                meta = field.type.__metadata__[0]
                assert meta.description, f"{struct.__name__}.{field.name}"

    walk(TopicFile)


@pytest.mark.parametrize("home", ["examples", "seeds"])
def test_a_page_that_is_example_and_counter_example_is_named_with_its_line(home: str) -> None:
    text = f'name = "x"\n{home} = ["https://a.test/盐沼"]\ncounter_examples = ["b.html", "https://a.test/盐沼"]\n'
    with pytest.raises(ConfigError, match=f"line 3: 'https://a.test/盐沼' is a counter-example.* in {home}"):
        parse_topic_file(text)
