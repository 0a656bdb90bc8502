"""What a robots.txt says to us (RFC 9309), with the line that says it. Protego reads the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from protego import Protego

LARGEST = 500 * 1024  # bytes that are read (RFC 9309, 2.5); what follows is cut off at a line's end
LONGEST_DELAY_S = 60.0  # of a Crawl-delay; a site that asks for more gets this
_MOST_EVIDENCE = 500  # rules that are searched for the one that forbids an address

_AGENT = re.compile(r"user[- ]?agents?\b[ \t]*:?[ \t]*(.*)", re.IGNORECASE)
_RULE = re.compile(r"(allow|dis+all?ow|disalow|diasllow|disallaw)\b[ \t]*:?[ \t]*(.*)", re.IGNORECASE)
_US, _OTHERS = "lookclear", "someone-else"  # how groups are named for Protego


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an address may be asked for, and by which line; `why` is empty when nothing speaks against."""

    allowed: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Rule:
    line: int
    text: str
    path: str  # of a Disallow


class RobotsRules:
    """The rules of one origin for one crawler."""

    def __init__(self, text: str, rules: tuple[_Rule, ...]) -> None:
        self._protego = Protego.parse(text)
        self._rules = rules  # that forbid, longest first, as RFC 9309 ranks them
        wanted = self._protego.crawl_delay(_US) or 0.0
        self.wanted_delay_s = max(wanted, 0.0)

    @classmethod
    def parse(cls, body: bytes, agent: str) -> RobotsRules:
        """Read a file for a crawler; of its name only the first product counts (`LookClear/2.0 (+…)`)."""
        lines = list(_lines(body))
        ours = list(_for_us(lines, token(agent)))
        rules = sorted(_forbidding(ours), key=lambda rule: -len(rule.path))
        return cls("\n".join(text for _, text in ours), tuple(rules[:_MOST_EVIDENCE]))

    @property
    def delay_s(self) -> float:
        """Seconds the site wants between two requests: 0 when it does not say, at most a minute."""
        return min(self.wanted_delay_s, LONGEST_DELAY_S)

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """Addresses of sitemaps that the file names, as they stand there."""
        return tuple(self._protego.sitemaps)

    def verdict(self, url: str) -> Verdict:
        """Tell whether an address may be asked for."""
        if self._protego.can_fetch(url, _US):
            return Verdict(True)
        for rule in self._rules:
            if not Protego.parse(f"User-agent: *\nDisallow: {rule.path}").can_fetch(url, _US):
                return Verdict(False, f"robots.txt line {rule.line}: {rule.text}")
        return Verdict(False, "robots.txt forbids it")


def token(agent: str) -> str:
    """Return the product token that groups are compared with, in lower case.

    >>> token("LookClear/2.0 (+https://example.org/bot)")
    'lookclear'
    """
    return re.split(r"[/\s(;]", agent.strip(), maxsplit=1)[0].strip("*").lower()


def _lines(body: bytes) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, with their numbers."""
    if len(body) > LARGEST:
        head = body[:LARGEST]
        body = head[: max(head.rfind(b"\n"), head.rfind(b"\r")) + 1]
    text = body.decode("utf-8-sig", errors="ignore").replace("\x00", "")
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].strip()
        if said:
            yield number, said


def _for_us(lines: list[tuple[int, str]], us: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with groups named for us, for all, or for others.

    A group begins with a user-agent line after a rule; nothing else ends one (RFC 9309, 2.2). Protego also
    ends it at a Crawl-delay, so the group's names are repeated after one.
    """
    names: list[str] = []
    in_head, interrupted = False, False
    for number, line in lines:
        if found := _AGENT.match(line):
            if not in_head:
                names = []
            elif interrupted:
                yield from ((number, f"User-agent: {name}") for name in names)
            in_head, interrupted = True, False
            name = _name(found[1], us)
            if name not in names:
                names.append(name)
                yield number, f"User-agent: {name}"
            elif len(names) == 1:
                yield number, f"User-agent: {name}"
            continue
        if _RULE.match(line):
            if interrupted and names:
                yield from ((number, f"User-agent: {name}") for name in names)
            in_head, interrupted = False, False
        else:
            interrupted = in_head
        yield number, line


def _name(said: str, us: str) -> str:
    said = said.strip()
    if said == "*":
        return "*"
    return _US if token(said) == us else _OTHERS


def _forbidding(lines: list[tuple[int, str]]) -> Iterator[_Rule]:
    """Yield the rules that forbid something to us, or to all when there is no group for us."""
    groups: dict[str, list[_Rule]] = {}
    names: list[str] = []
    in_head = False
    for number, line in lines:
        if found := _AGENT.match(line):
            names = [*names, found[1]] if in_head else [found[1]]
            in_head = True
            groups.setdefault(found[1], [])
            continue
        in_head = False
        rule = _RULE.match(line)
        if rule and rule[1].lower() != "allow" and rule[2]:
            for name in names:
                groups[name].append(_Rule(number, line, rule[2].strip()))
    yield from groups.get(_US, groups.get("*", []))
