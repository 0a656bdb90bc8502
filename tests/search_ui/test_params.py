import pytest

from search_ui.params import MAX_QUERY_CHARACTERS, read_params


@pytest.mark.parametrize(
    ("query_string", "query"),
    [
        (b"q=salt+marsh", "salt marsh"),
        (b"q=%E4%BC%9A%E8%AE%A1", "会计"),
        ("q=会计 ledger".encode(), "会计 ledger"),
        (b"q=first&q=second", "first"),
        (b"q=&q=second", ""),
        (b"q[]=array", ""),
        (b"q", ""),
        (b"", ""),
        (b"q=++a%09%0A+b++", "a b"),
        (b"q=a%00b%1b%5b", "a b ["),
        (b"q=%3Cscript%3E", "<script>"),
        (b"q=C%2B%2B", "C++"),
        (b"x=1&" * 200 + b"q=late", ""),
    ],
)
def test_query_is_the_first_q_with_spaces_tidied(query_string: bytes, query: str) -> None:
    assert read_params(query_string).query == query


@pytest.mark.parametrize(
    ("value", "page"),
    [
        ("1", 1),
        ("7", 7),
        ("007", 7),
        (" 2 ", 2),
        ("0", 1),
        ("-3", 1),
        ("1e9", 1),
        ("२", 1),
        ("", 1),
        ("abc", 1),
        ("1000000000", 10**9),
        ("9" * 6000, 10**9),
    ],
)
def test_page_is_a_positive_bounded_number_whatever_is_written(value: str, page: int) -> None:
    assert read_params(f"q=a&page={value}".encode()).page == page


def test_long_query_is_cut_and_the_note_says_so() -> None:
    params = read_params(b"q=" + b"marsh+" * 20_000)
    assert len(params.query) <= MAX_QUERY_CHARACTERS
    assert params.notes == ("query-cut",)


def test_bytes_that_are_not_utf8_are_dropped_and_the_note_says_so() -> None:
    params = read_params(b"q=caf%E9+marsh")
    assert params.query == "caf marsh"
    assert params.notes == ("undecodable",)


def test_unknown_names_are_ignored() -> None:
    assert read_params(b"utm_source=x&sort=up&q=marsh") == read_params(b"q=marsh")
