import pytest

from lookclear.urls.noise import is_noise, without_session

HASH = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("utm_campaign", "春天", True),
        ("GCLID", "x", True),
        ("pass_ticket", "x", True),
        ("PHPSESSID", "short", True),
        ("ASPSESSIONIDABCD", "x", True),
        ("sid", HASH, True),
        ("s", HASH, True),
        ("sid", "12345678901234567890123", False),  # a number, however long
        ("sid", "international-relations-today", False),  # words
        ("s", "salt marsh 2020", False),
        ("hash", HASH, False),
        ("from", "groupmessage", True),
        ("from", "Beijing", False),
        ("utm", "x", False),
    ],
)
def test_only_what_says_who_asks_is_noise(name, value, expected):
    assert is_noise(name, value) is expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a;jsessionid=1F.node2/b", "/a/b"),
        ("/a;PHPSESSID=1;v=2", "/a;v=2"),
        ("/a;jsession=1", "/a;jsession=1"),
        ("/(S(lit3py55t21z5v55vlm25s55))/页", "/页"),
        ("/Set_(S(2))/x", "/Set_(S(2))/x"),
        ("/(S(n))/x", "/(S(n))/x"),
    ],
)
def test_session_ids_are_taken_out_of_paths(path, expected):
    assert without_session(path) == expected
