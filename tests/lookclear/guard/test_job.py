"""What a parser came to can be sent, or it is said why not."""

from dataclasses import replace
from typing import Any

import pytest

from lookclear.guard.frames import LENGTH_BYTES
from lookclear.guard.job import Reply, framed, received
from lookclear.html.parse import parse

URL = "http://garden.test/2024/05/01/soil.html"


def sent(reply: Reply) -> Reply:
    return received(framed(reply)[LENGTH_BYTES:])


@pytest.mark.parametrize("text", ["soil \ud83d", "土壤 \udc00", "soil 土壤 \ud800 水稻"])
def test_what_cannot_be_sent_is_an_error_that_can(text: str) -> None:
    page = parse(b"<p>soil", URL)
    for field in ("title", "text", "description"):
        broken: Any = {field: text}
        answer = sent(Reply(page=replace(page, **broken), is_last=True))
        assert "UnicodeEncodeError" in answer.broke
        assert answer.is_last
        assert answer.page is None
