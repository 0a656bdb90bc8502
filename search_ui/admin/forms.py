"""What a posted form says: urlencoded, within bounds, every mistake an empty field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

MOST_BYTES = 512 * 1024
_MOST_FIELDS = 2_000
_KIND = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form; of a field given twice the first counts."""

    values: Mapping[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return a field without surrounding space; '' when it is not there."""
        return self.values.get(name, "").strip()

    def lines(self, name: str) -> tuple[str, ...]:
        """Return the lines of a field that hold something, each once."""
        lines = (" ".join(line.split()) for line in self.values.get(name, "").splitlines())
        return tuple(dict.fromkeys(line for line in lines if line))

    def number(self, name: str) -> int | None:
        """Return a whole number above 0; None for anything else."""
        text = self.text(name)
        return int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 10 else None


async def read_form(request: Request) -> Form:
    """Read the form of a request; raises HTTPException for one that is too large or no form."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _KIND:
        raise HTTPException(415, detail="form")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise HTTPException(413, detail="form")
    try:
        pairs = parse_qsl(
            body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MOST_FIELDS
        )
    except ValueError as error:
        raise HTTPException(413, detail="form") from error
    values: dict[str, str] = {}
    for name, value in pairs:
        values.setdefault(name, value.replace("\x00", ""))
    return Form(values)
