import pytest

from lookclear.urls.address import read_address
from lookclear.urls.traps import trap

SITE = "http://example.org"


def rule(path):
    return trap(SITE + path, read_address(SITE + path), latest_year=2027)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/x/x/x", "repeats 'x' 3 times"),
        ("/s/a/b/a/b/a/b/", "repeats 'a/b' 3 times"),
        ("/a/b/c/a/b/c/a/b/c", "repeats 'a/b/c' 3 times"),
        ("/页/页/页", "repeats '页' 3 times"),
        ("/a" * 2 + "/b/c" * 10, "22 segments deep"),
        ("/l?" + "&".join(f"p{n}=1" for n in range(13)), "13 parameters"),
        ("/l?x=1&x=2&x=3&x=4", "'x' 4 times"),
        ("/l?标签=1&标签=2&标签=3&标签=4", "'标签' 4 times"),
        ("/l?f[0]=a&f[1]=b&f[2]=c", "3 filters"),
        ("/l?filter[color]=red&filter[size]=3&facet=x", "3 filters"),
        ("/l?filter_color=red,blue,green", "3 filters"),
        ("/l?q=%2525E4", "escaped again"),
        ("/%2525E4", "escaped again"),
        ("/l?a=1&amp%253Bp=2", "escaped again"),
        ("/l?a=1&amp;amp;p=2", "escaped again"),
        ("/events/2028/01/", "page of 2028"),
        ("/events/2031-05-07", "page of 2031"),
        ("/2028/01/03/party", "page of 2028"),
        ("/calendar/1989/12", "page of 1989"),
        ("/calendar/1899/12/31/", "page of 1899"),
        ("/l?month=2031-05", "page of 2031"),
        ("/l?month=1969-05", "page of 1969"),
        ("/l?date=20310501", "page of 2031"),
        ("/l?date=01.05.2031", "page of 2031"),
        ("/l?Date=2031-05-01T00:00", "page of 2031"),
        ("/l?year=2031&month=5", "page of 2031"),
        ("/l?y=1969&m=5", "page of 1969"),
    ],
)
def test_endless_addresses_are_told(path, told):
    assert told in rule(path)


@pytest.mark.parametrize(
    "path",
    [
        "/x/x",
        "/tags/tags/",
        "/a/b/a/b/a",
        "/a/x/b/x/c/x",
        "/05/05/05/post",  # a date
        "/2016/05/05/post",
        "/2027/12/",
        "/1945/05/peace",
        "/1845/05/08/peace",
        "/1945/05/08/",
        "/thread/4512/3",
        "/thread/2045/3",
        "/abs/2101/12345",
        "/page/2/",
        "/a" * 2 + "/b/c" * 2 + "/d" * 2,
        "/l?" + "&".join(f"p{n}=1" for n in range(12)),
        "/l?id=1&" + "&".join(f"utm_{n}=1" for n in range(20)),
        "/l?x=1&x=2&x=3",
        "/l?f[0]=a&f[1]=b",
        "/l?f=3&t=100&p=7",
        "/l?tx_news[action]=detail&tx_news[controller]=News&tx_news[news]=12&cHash=1",
        "/l?q=100%25%25",
        "/l?q=rock%26amp%3Broll",
        "/l?q=%25E4",
        "/l?date=1978-12-16",  # a concert
        "/l?date=16.12.1978",
        "/l?date=1850",
        "/l?month=5",
        "/l?year=2050",  # a projection
        "/l?date=soon",
    ],
)
def test_ordinary_addresses_are_no_traps(path):
    assert rule(path) == ""
