"""What an origin's answer for /robots.txt means, and until when (RFC 9309, 2.3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LONGEST_CACHE_S = 86_400.0  # RFC 9309, 2.4
FORGIVEN_S = 30 * 86_400.0  # a file that could not be read for so long counts as not there
MOST_TRIES = 3  # until an origin is left alone for `_LEFT_ALONE_S`
_LEFT_ALONE_S = 3_600.0


class Meaning(StrEnum):
    """What may be asked for."""

    RULES = "rules"  # what the file allows
    ALLOW = "allow"  # everything: there is no file
    SLOW = "slow"  # everything, but slowly: the file itself is refused to us
    FORBID = "forbid"  # nothing: nobody knows what the file says


@dataclass(frozen=True, slots=True)
class RobotsAnswer:
    """What is known of one origin. Times are seconds since 1970."""

    meaning: Meaning
    why: str  # the evidence: status or trouble
    expires: float
    body: bytes = b""
    failures: int = 0  # in a row
    failing_since: float = 0.0


def answered(
    status: int, body: bytes, now: float, *, before: RobotsAnswer | None, wait_s: float, cache_s: float
) -> RobotsAnswer:
    """Return what an answer means; a redirect that comes here led nowhere.

    `before` is what was known, `wait_s` how long a server in trouble is left alone for the first time.
    """
    if status == 429 or status >= 500:
        return unanswered(f"http-error {status}", now, before=before, wait_s=wait_s)
    expires = now + min(cache_s, LONGEST_CACHE_S)
    if 200 <= status < 300:
        return RobotsAnswer(Meaning.RULES, f"http {status}", expires, body)
    meaning = Meaning.SLOW if status in {401, 403} else Meaning.ALLOW
    return RobotsAnswer(meaning, f"http {status}", expires)


def unanswered(why: str, now: float, *, before: RobotsAnswer | None, wait_s: float) -> RobotsAnswer:
    """Return what it means that a file could not be read: nothing may be asked for, for a while.

    The wait doubles with each failure; after MOST_TRIES of them it is an hour.
    """
    failures = 1 + (before.failures if before is not None else 0)
    # A forgiven file is failing too, though everything is allowed.
    was_failing = before is not None and (before.meaning is Meaning.FORBID or before.failing_since > 0)
    since = before.failing_since if before is not None and was_failing else now
    if now - since > FORGIVEN_S:
        why = f"{why}, for more than 30 days"
        return RobotsAnswer(Meaning.ALLOW, why, now + LONGEST_CACHE_S, b"", failures, since)
    wait = wait_s * 2 ** (failures - 1) if failures < MOST_TRIES else _LEFT_ALONE_S
    return RobotsAnswer(Meaning.FORBID, why, now + wait, b"", failures, since)


def is_given_up(answer: RobotsAnswer) -> bool:
    """Tell whether an origin's addresses need not wait for its file any more."""
    return answer.meaning is Meaning.FORBID and answer.failures >= MOST_TRIES
