"""Who may use the admin pages, and which requests may change something.

Without a token only this machine may: a loopback connection, made for a loopback name (so that no page of
another site can reach it by having its own name resolve to this machine), and not passed on by a proxy. With
a token a visitor logs in once and gets a cookie; programs send `Authorization: Bearer TOKEN`.

What changes something needs a form token as well, bound to a cookie of this browser, and must not come from
another site (`Sec-Fetch-Site`, `Origin`).
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from lookclear.errors import UsageError

LOGIN_COOKIE = "lookclear_admin"
FORM_COOKIE = "lookclear_form"
TOKEN_VARIABLE = "LOOKCLEAR_ADMIN_TOKEN"
LEAST_TOKEN = 16  # characters
LOGIN_S = 12 * 3600.0  # seconds until a visitor logs in again
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


@dataclass(frozen=True, slots=True)
class Access:
    """The rule of one running site.

    `secret` makes cookies and form tokens, `clock` gives seconds since 1970.
    """

    token: str
    clock: Callable[[], float]
    secret: bytes = field(repr=False)

    @classmethod
    def of(cls, token: str, clock: Callable[[], float]) -> Access:
        """Make the rule; raises UsageError for a token that can be guessed."""
        token = token.strip()
        if token and len(token) < LEAST_TOKEN:
            raise UsageError(
                f"the admin token has {len(token)} characters",
                hint=f"give {TOKEN_VARIABLE} at least {LEAST_TOKEN}, such as those of: openssl rand -hex 24",
            )
        return cls(token, clock, _digest(token.encode(), b"secret") if token else secrets.token_bytes(32))

    def admits(self, client: str, host: str, headers: Mapping[str, str], cookies: Mapping[str, str]) -> bool:
        """Tell whether a request from an address, for a host as the browser wrote it, may enter."""
        if not self.token:
            return (
                is_loopback(client)
                and is_loopback(host_name(host))
                and not any(name in headers for name in _FORWARDED)
            )
        kind, _, given = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            return self.is_token(given)
        return self._is_login(cookies.get(LOGIN_COOKIE, ""))

    def is_token(self, given: str) -> bool:
        """Tell whether this is the token; takes the same time for every wrong one."""
        return bool(self.token) and hmac.compare_digest(given.strip().encode(), self.token.encode())

    def login_cookie(self) -> str:
        """Return the value of a login cookie, good for `LOGIN_S`."""
        told = f"{int(self.clock() + LOGIN_S)}.{secrets.token_hex(8)}"
        return f"{told}.{self._sign('login', told)}"

    def form_token(self, form_cookie: str) -> str:
        """Return the token that forms shown to the browser with this cookie carry."""
        return self._sign("form", form_cookie)

    def is_own_form(self, given: str, cookies: Mapping[str, str]) -> bool:
        """Tell whether a form was shown by this site to this browser."""
        cookie = cookies.get(FORM_COOKIE, "")
        return bool(cookie) and hmac.compare_digest(given.encode(), self.form_token(cookie).encode())

    def _is_login(self, cookie: str) -> bool:
        told, _, signature = cookie.rpartition(".")
        if not told or not hmac.compare_digest(signature.encode(), self._sign("login", told).encode()):
            return False
        until = told.partition(".")[0]
        return until.isdecimal() and int(until) > self.clock()

    def _sign(self, purpose: str, text: str) -> str:
        return _digest(self.secret, f"{purpose}:{text}".encode()).hex()


def comes_from_here(headers: Mapping[str, str], origin: str) -> bool:
    """Tell whether a browser says that a request was made by a page of this site; `origin` is this site's.

    Programs that send neither header pass: they bring no cookies of a browser with them.
    """
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return False
    sent = headers.get("origin")
    return sent is None or sent == origin


def check_listening(host: str, token: str) -> None:
    """Raise UsageError when the admin pages would be open to others than this machine without a token."""
    if not token.strip() and not is_loopback(host):
        raise UsageError(
            f"the admin pages may not be served on {host or 'every interface'} without a token",
            hint=f"set {TOKEN_VARIABLE} to a secret of {LEAST_TOKEN} characters or more, or serve search "
            "alone with --no-admin",
        )


def is_loopback(name: str) -> bool:
    """Tell whether a host name or address is always this machine.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    name = name.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)


def host_name(host: str) -> str:
    """Return the name of a Host header without its port; '' when it is none.

    >>> host_name("localhost:8080"), host_name("[::1]:80"), host_name("a b")
    ('localhost', '::1', '')
    """
    if any(sign in host for sign in "/\\@?# \t"):
        return ""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _digest(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, b"lookclear-admin:" + text, hashlib.sha256).digest()
