from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy import Request, Spider
from scrapy.http import JsonRequest

from lookclear.payload import UnstorableRequest, from_json, to_json


class AnySpider(Spider):
    name = "any"

    def callback(self, response: Any) -> None: ...


SPIDER = AnySpider()


def same(a: Request, b: Request) -> bool:
    return a.to_dict(spider=SPIDER) == b.to_dict(spider=SPIDER)


@pytest.mark.parametrize(
    "request_",
    [
        Request("http://a.example/页?q=中", meta={"n": [1, 2.5, None, {"深": True}]}, priority=-3),
        Request(
            "http://a.example/",
            method="PUT",
            body=bytes(range(256)),
            headers={"X-A": ["1", "é"], "B": b"\xff"},
        ),
        Request("http://a.example/", cookies={"a": "1"}, dont_filter=True, flags=["x"], encoding="gbk"),
        Request("http://a.example/", callback=SPIDER.callback, errback=SPIDER.callback, cb_kwargs={"a": "ü"}),
        JsonRequest("http://a.example/", data={"深": [1]}),
    ],
)
def test_requests_come_back_equal(request_: Request) -> None:
    back = from_json(to_json(request_, SPIDER), SPIDER)
    assert same(back, request_)
    assert type(back) is type(request_)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(meta=st.dictionaries(st.text(), JSON, max_size=4), body=st.binary(max_size=50))
def test_any_plain_meta_comes_back_equal(meta: dict[str, Any], body: bytes) -> None:
    request = Request("http://a.example/", meta=meta, body=body)
    back = from_json(to_json(request, SPIDER), SPIDER)
    assert back.meta == request.meta
    assert back.body == body


@pytest.mark.parametrize(
    ("meta", "said"),
    [
        ({"call": print}, "meta['call'] is a builtin_function_or_method"),
        ({"deep": [{"set": {1}}]}, "meta['deep'][0]['set'] is a set"),
        ({"pair": (1, 2)}, "meta['pair'] is a tuple"),
        ({"bytes": b"x"}, "meta['bytes'] is a bytes"),
        ({"by number": {1: "one"}}, "meta['by number'] has the key 1, which is no text"),
    ],
)
def test_what_json_would_lose_or_change_is_refused_by_name(meta: dict[str, Any], said: str) -> None:
    with pytest.raises(UnstorableRequest) as caught:
        to_json(Request("http://a.example/", meta=meta), SPIDER)
    assert said in str(caught.value)


def test_a_callback_that_is_no_method_of_the_spider_is_refused() -> None:
    with pytest.raises(UnstorableRequest, match="methods of the spider"):
        to_json(Request("http://a.example/", callback=print), SPIDER)
