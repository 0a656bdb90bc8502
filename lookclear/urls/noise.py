"""Parts of an address that say who asks, not what is asked for: tracking and session ids.

They are left out of the identity of an address only; what is requested keeps them.
"""

from __future__ import annotations

import re

# Left out whatever their value. Names are compared in lower case; so is every name that begins with utm_.
_TRACKING = frozenset(
    """
    fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid igshid mc_cid mc_eid mkt_tok
    _ga _gl _hsenc _hsmi spm scm spm_id_from vd_source isappinstalled chksm xtrack ascene pass_ticket
    """.split()
)
_SESSION = frozenset("phpsessid jsessionid cfid cftoken".split())
# Names used for other things too (an article's number is often its sid): only with a value like a token.
_MAYBE_SESSION = frozenset("sid sessionid session_id session sess oscsid zenid s".split())
_TOKEN = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w-]{20,}", re.ASCII)  # session ids have 24 to 64 characters
_SHARED_BY = frozenset({"timeline", "singlemessage", "groupmessage"})  # WeChat's values of from=

_PATH_PARAMETER = re.compile(r";(?:jsessionid|phpsessid)=[^/;]*", re.I)
_PATH_SEGMENT = re.compile(r"/\([ASF]\([A-Za-z0-9]{20,}\)\)(?=/|$)")  # ASP.NET without cookies


def is_noise(name: str, value: str) -> bool:
    """Tell whether a query parameter says nothing about the page.

    >>> is_noise("utm_source", "mail"), is_noise("sid", "123"), is_noise("id", "123")
    (True, False, False)
    """
    name = name.lower()
    if name in _TRACKING or name in _SESSION or name.startswith(("utm_", "aspsessionid")):
        return True
    if name in _MAYBE_SESSION:
        return _TOKEN.fullmatch(value) is not None
    return name == "from" and value in _SHARED_BY


def without_session(path: str) -> str:
    """Return a path without the session ids that some servers write into it.

    >>> without_session("/shop/a.jsp;jsessionid=0A1B")
    '/shop/a.jsp'
    """
    if ";" in path:
        path = _PATH_PARAMETER.sub("", path).rstrip(";")
    return _PATH_SEGMENT.sub("", path) if "/(" in path else path
