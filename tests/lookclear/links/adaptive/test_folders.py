import pytest

from lookclear.links.adaptive.folders import Folders


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("http://a.example/wp/s/Soil.htm", "http://a.example/wp/s/Seed.htm", [True, True, True]),
        ("http://a.example/wp/s/Soil.htm", "http://a.example/wp/b/Bank.htm", [False, True, True]),
        ("http://a.example/wp/s/Soil.htm", "http://a.example/news/s/Soil.htm", [False, False, True]),
        ("http://a.example/s/Soil.htm", "http://b.example/s/Soil.htm", [False, False, False]),
        ("http://a.example/soil?id=1/2", "http://a.example/bank", [True, True, True]),
        ("http://a.example/", "http://a.example/soil", [True, True, True]),
    ],
)
def test_addresses_share_folder_section_and_host(one, other, shared):
    folders = Folders()
    assert [a == b for a, b in zip(folders.of_key(one), folders.of_key(other), strict=True)] == shared


def test_targets_are_read_once_as_they_come():
    folders = Folders()
    keys = ["http://a.example/x/1"]
    folders.know(keys)
    keys += ["http://a.example/x/2", "http://b.example/"]
    folders.know(keys)
    folders.know(keys)
    numbers = folders.of(slice(0, 3)).tolist()
    assert numbers[0] == numbers[1] != numbers[2]
    assert len(folders) == len({number for row in numbers for number in row})
