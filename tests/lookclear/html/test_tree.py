"""The walk over a page ends where its text is long enough, and says so."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from lookclear.html.tree import MOST_CHARACTERS, build

TEXTS = ["Compost feeds the soil.", "堆肥可以改良土壤。", "Compost 堆肥 feeds 土壤"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "around", ["<p>{}", "<b>{} </b>", "<pre>\n{}</pre>", "<div>{}<br></div> \n", "<p>{}<p>"]
)
@pytest.mark.parametrize("left", range(4), ids="{} characters left".format)
def test_text_never_exceeds_its_limit(text: str, around: str, left: int) -> None:
    tree = build(f"<p>{'x' * (MOST_CHARACTERS - left)}" + around.format(text) * 1_000)
    assert MOST_CHARACTERS - 1 <= len(tree.text) <= MOST_CHARACTERS
    assert tree.flags == {"cut"}
    assert max(tree.ends) <= len(tree.text)
    assert all(0 <= element.start <= element.end <= len(tree.words) for element in tree.elements)


@pytest.mark.parametrize("text", TEXTS)
def test_what_fits_is_not_cut(text: str) -> None:
    tree = build(f"<p>{text}<p>{'x' * (MOST_CHARACTERS - len(text) - 2)}")
    assert tree.flags == set()
    assert tree.text.startswith(f"{text}\nxxx")


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "ends", ["</body></html>", "</BODY></HTML>", "</BODY></html >", "</Body>", "</html>"]
)
def test_what_follows_the_end_of_the_page_is_read(text: str, ends: str) -> None:
    tree = build(f"<body><p>{text}{ends}<p>{text}</p></body></html>")
    assert tree.text.split() == [*text.split(), *text.split()]


def test_a_page_too_deep_says_nothing_of_the_next() -> None:
    assert build("<div>" * 5_000 + "soil").flags == {"deep"}
    assert build("<p>soil").flags == set()


@pytest.mark.parametrize("text", TEXTS)
def test_threads_read_pages_at_once(text: str) -> None:
    pages = [f"<p>{text} {number}" + "<b>and</b>" * 500 for number in range(40)]
    with ThreadPoolExecutor(4) as threads:
        assert [tree.text for tree in threads.map(build, pages)] == [build(page).text for page in pages]
