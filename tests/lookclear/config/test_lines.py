import pytest

from lookclear.config.lines import MOST_PARSED, line_of

LONG = "\n".join(
    [
        'name = "t"',
        "seeds = [",
        *(f'  "http://example.org/{n}",' for n in range(20_000)),
        "]",
        "[crawl]",
        "pgaes = 3",
    ]
)


@pytest.mark.parametrize("padding", [0, 2 * MOST_PARSED])
@pytest.mark.parametrize(("path", "line"), [(["crawl", "pages"], 4), (["name"], 1), (["site"], 0)])
def test_a_key_is_found_on_its_line_however_long_the_text(path, line, padding):
    text = 'name = "x"\n\n[crawl]\npages = 3\n[index]\npages = 4' + "\n# more" * padding
    assert line_of(text, path) == line


def test_a_key_behind_many_seeds_is_found_without_parsing_every_line():
    assert line_of(LONG, ["crawl", "pgaes"]) == LONG.count("\n") + 1
