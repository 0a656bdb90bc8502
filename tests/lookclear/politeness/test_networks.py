"""What may be connected to."""

from __future__ import annotations

import ipaddress

import pytest

from lookclear.politeness.networks import is_on_the_live_web, is_public, policy_for, read_ip


@pytest.mark.parametrize(
    ("ip", "public"),
    [
        ("9.9.9.9", True),
        ("2606:4700::1111", True),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),  # shared by the customers of one provider
        ("169.254.169.254", False),  # where clouds keep their secrets
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:9.9.9.9", True),
        ("64:ff9b::a00:1", False),  # 10.0.0.1 behind NAT64
        ("64:ff9b::909:909", True),
        ("2002:a00:1::1", False),  # 10.0.0.1 by 6to4
        ("::127.0.0.1", False),
        ("::10.0.0.1", False),
        ("::9.9.9.9", True),
        ("::ffff:0:127.0.0.1", False),
        ("::ffff:0:169.254.169.254", False),
        ("::ffff:0:9.9.9.9", True),
        ("64:ff9b:1::a00:1", False),
        ("64:ff9b:1:909:9:900::", False),  # of a network of one's own, whatever is inside
        ("fec0::1", False),
        ("feff::1", False),
        ("2001:db8::1", False),
        ("3fff::1", False),
        ("168.63.129.16", False),  # where another cloud keeps them
        ("168.63.129.17", True),
        ("192.0.0.192", False),  # and a third one
        ("::ffff:168.63.129.16", False),
    ],
)
def test_an_address_is_public_or_not_whatever_it_is_wrapped_in(ip: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(ip)) is public


@pytest.mark.parametrize(
    ("seeds", "private", "allowed", "refused"),
    [
        (["https://example.org/"], False, [("9.9.9.9", 443)], [("127.0.0.1", 80), ("10.0.0.1", 80)]),
        (["https://example.org/"], True, [("127.0.0.1", 80), ("fe80::1%eth0", 80)], []),
        (["http://127.0.0.1:8000/"], False, [("127.0.0.2", 99), ("::1", 1)], [("10.0.0.1", 80)]),
        (["http://localhost:8000/"], False, [("127.0.0.1", 8000), ("127.0.0.9", 1)], [("10.0.0.1", 80)]),
        (
            ["http://127.0.0.1:8000/", "http://example.org/"],
            False,
            [("127.0.0.1", 8000)],
            [("127.0.0.1", 6379), ("127.0.0.2", 8000)],
        ),
        (["http://10.0.0.7/"], False, [("10.0.0.7", 80)], [("10.0.0.7", 81), ("10.0.0.8", 80)]),
        (["http://内网.test/"], False, [], [("10.0.0.7", 80), ("内网.test", 80)]),
        ([], False, [("9.9.9.9", 80)], [("127.0.0.1", 80), ("not figures", 80)]),
    ],
)
def test_seeds_in_figures_open_what_they_name_and_names_open_nothing(
    seeds: list[str], private: bool, allowed: list[tuple[str, int]], refused: list[tuple[str, int]]
) -> None:
    policy = policy_for(seeds, private=private)
    assert [place for place in allowed if not policy.allows(*place)] == []
    assert [place for place in refused if policy.allows(*place)] == []


@pytest.mark.parametrize(
    ("url", "live"),
    [
        ("https://example.org/", True),
        ("http://例子.中国/", True),
        ("http://8.8.8.8/", True),
        ("http://127.0.0.1:8080/x", False),
        ("http://[::1]/", False),
        ("http://a.localhost/", False),
        ("http://nobody.invalid/", False),
        ("http://site.test/", False),
        ("http://[broken/", False),
    ],
)
def test_the_live_web_is_what_belongs_to_strangers(url: str, live: bool) -> None:
    assert is_on_the_live_web(url) is live


def test_names_are_not_read_as_figures() -> None:
    assert read_ip("127.0.0.1.nip.io") is None
    assert str(read_ip("[fe80::1%eth0]")) == "fe80::1"
