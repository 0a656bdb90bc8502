import pytest

from indexer.sites import site_names, sites_of


@pytest.mark.parametrize(
    "address",
    [
        "https://www.example.org/x/y",
        "http://a.org?x=/",
        "http://[::1]:80/",
        "http://例子.中国/路",
        "a/b/c/d",
        "",
        "x",
    ],
)
def test_names_depend_on_what_is_before_the_path(address):
    assert list(sites_of(address)) == site_names(address)
    assert list(sites_of(address)) == site_names(address)  # remembered now
