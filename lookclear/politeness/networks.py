"""Which network addresses a crawl may connect to: the public ones, unless a topic says otherwise.

A name can lead anywhere, and elsewhere the next time it is looked up. So the question is asked of the address
that a connection is made to, each time.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

_Ip = ipaddress.IPv4Address | ipaddress.IPv6Address
# An IPv4 address in their last 32 bits: by NAT64 (RFC 6052), translated (RFC 2765), compatible (RFC 4291).
_AROUND_IPV4 = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "::ffff:0:0:0/96", "::/96")))
# What Python counts as global, or some version of it did, and is not for strangers.
_NOT_PUBLIC = tuple(
    map(
        ipaddress.ip_network,
        (
            "fec0::/10",  # of one site (RFC 3879)
            "64:ff9b:1::/48",  # NAT64 of one network, the IPv4 address anywhere (RFC 8215)
            "2001:db8::/32",  # for documentation
            "3fff::/20",  # for documentation (RFC 9637)
            "5f00::/16",  # segment routing inside of a network (RFC 9602)
            "100::/63",  # discarded, or made up (RFC 6666, 9780)
            "192.0.0.0/24",  # of protocols; one cloud keeps its secrets at .192
            "192.88.99.0/24",  # relays of 6to4, given up (RFC 7526)
            "168.63.129.16/32",  # what a cloud tells its own machines
        ),
    )
)
# Names that are never of the public web (RFC 2606, 6761, 6762, 8375).
_LOCAL_NAMES = ("localhost", "test", "invalid", "example", "local", "internal", "home.arpa")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def read_ip(host: str) -> _Ip | None:
    """Return an address written in figures, None for a name. Brackets and zones (`%eth0`) are dropped."""
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return None


def is_public(ip: _Ip) -> bool:
    """Tell whether an address belongs to the public internet; one inside another counts for it.

    >>> [is_public(ipaddress.ip_address(one)) for one in ("9.9.9.9", "10.0.0.1", "::ffff:169.254.169.254")]
    [True, False, False]
    """
    inner = _inner(ip)
    if inner is not None:
        return is_public(inner)
    return ip.is_global and not ip.is_multicast and not any(ip in net for net in _NOT_PUBLIC)


def _inner(ip: _Ip) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address that an IPv6 address stands for: mapped, compatible, 6to4, Teredo, NAT64."""
    if isinstance(ip, ipaddress.IPv4Address) or int(ip) <= 1:  # "::" and "::1" are addresses of their own
        return None
    if any(ip in net for net in _AROUND_IPV4):
        return ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
    teredo = ip.teredo
    return ip.ipv4_mapped or ip.sixtofour or (teredo[1] if teredo else None)


@dataclass(frozen=True, slots=True)
class NetworkPolicy:
    """What may be connected to beside public addresses."""

    private: bool = False  # everything
    loopback: bool = False  # this machine
    places: frozenset[tuple[str, int]] = frozenset()  # single addresses in figures, with their ports

    def allows(self, host: str, port: int) -> bool:
        """Tell whether a connection may be made; `host` is an address in figures, a name is refused."""
        if self.private:
            return True
        ip = read_ip(host)
        if ip is None:
            return False
        real = _inner(ip) or ip
        return is_public(ip) or (self.loopback and real.is_loopback) or (str(real), port) in self.places


def policy_for(seeds: Iterable[str], *, private: bool = False) -> NetworkPolicy:
    """Return what a crawl from these seeds may connect to.

    A seed that names a private address in figures opens that address, since a person wrote it there; when all
    seeds are on this machine, links may lead to all of it. A name that leads to a private address opens
    nothing.
    """
    places: set[tuple[str, int]] = set()
    on_this_machine = []
    for seed in seeds:
        host, port = _place(seed)
        ip = read_ip(host)
        is_loopback = ip.is_loopback if ip is not None else _ends_in(host, ("localhost",))
        on_this_machine.append(is_loopback)
        if ip is not None and not is_public(ip):
            places.add((str(ip), port))
        elif is_loopback:
            places |= {("127.0.0.1", port), ("::1", port)}
    loopback = bool(on_this_machine) and all(on_this_machine)
    return NetworkPolicy(private=private, loopback=loopback, places=frozenset(places))


def is_on_the_live_web(url: str) -> bool:
    """Tell whether an address can be a stranger's: neither a private address nor a name kept for local use.

    >>> is_on_the_live_web("http://localhost:8000/"), is_on_the_live_web("https://example.org/")
    (False, True)
    """
    host, _ = _place(url)
    ip = read_ip(host)
    if ip is not None:
        return is_public(ip)
    return bool(host) and not _ends_in(host, _LOCAL_NAMES)


def _place(url: str) -> tuple[str, int]:
    try:
        parts = urlsplit(url.strip())
        return (parts.hostname or "").rstrip("."), parts.port or _DEFAULT_PORTS.get(parts.scheme.lower(), 0)
    except ValueError:
        return "", 0


def _ends_in(host: str, names: Iterable[str]) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in names)
