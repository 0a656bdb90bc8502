"""A Scrapy request as JSON text and back, for queues on disk.

Plain JSON types only, and no pickle: whoever can write to the file cannot run code in the crawler, and a
request that cannot be kept is refused when it is queued, not lost when the crawl is resumed.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from scrapy import Request, Spider
from scrapy.utils.request import request_from_dict

from lookclear.errors import LookClearError

_PLAIN = (str, int, float, bool, type(None))


class UnstorableRequest(LookClearError):
    """A request holds something that JSON cannot carry, or that is there no more."""


def to_json(request: Request, spider: Spider) -> str:
    """Return a request as JSON; raises UnstorableRequest that names what cannot be kept."""
    try:
        fields = request.to_dict(spider=spider)
    except ValueError as error:
        raise UnstorableRequest(
            f"{request} cannot be queued on disk: {error}", hint="use methods of the spider as callbacks"
        ) from error
    for name in ("meta", "cb_kwargs", "cookies", "flags"):
        _check(fields[name], name, request)
    fields["body"] = base64.b64encode(fields["body"]).decode()
    fields["headers"] = [
        [key.decode("latin-1"), [value.decode("latin-1") for value in values]]
        for key, values in fields["headers"].items()
    ]
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def from_json(payload: str, spider: Spider) -> Request:
    """Return the request that `to_json` was given.

    Raises UnstorableRequest when it does not fit the spider (any more).
    """
    try:
        return _read(payload, spider)
    except (ValueError, LookupError, TypeError, AttributeError, ImportError) as error:
        raise UnstorableRequest(
            f"a request that was queued on disk cannot be sent: {error}",
            hint="give the spider back the callback that is missing, or crawl again with a new frontier file",
        ) from error


def _read(payload: str, spider: Spider) -> Request:
    fields = json.loads(payload)
    fields["body"] = base64.b64decode(fields["body"])
    fields["headers"] = {
        key.encode("latin-1"): [value.encode("latin-1") for value in values]
        for key, values in fields["headers"]
    }
    return request_from_dict(fields, spider=spider)


def _check(value: Any, where: str, request: Request) -> None:
    if type(value) is dict:
        for key, inner in value.items():
            if not isinstance(key, str):
                raise _refused(f"{where} has the key {key!r}, which is no text", request)
            _check(inner, f"{where}[{key!r}]", request)
    elif type(value) is list:
        for position, inner in enumerate(value):
            _check(inner, f"{where}[{position}]", request)
    elif type(value) not in _PLAIN:
        raise _refused(f"{where} is a {type(value).__name__}", request)


def _refused(what: str, request: Request) -> UnstorableRequest:
    return UnstorableRequest(
        f"{request} cannot be queued on disk: {what}",
        hint="keep only text, numbers, lists and dicts in it, or run without a frontier file",
    )
