import random

import pytest

from lookclear.frontier.fairness import ALLOWANCES, Fairness
from lookclear.frontier.groups import Kind, groups_of, registered_domain


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("http://a.b.co.uk/", ("b.co.uk", "a.b.co.uk", "", "", "")),
        ("http://a.example/x.html", ("a.example", "a.example", "", "", "")),
        ("http://a.example/docs/x", ("a.example", "a.example", "a.example/docs", "", "")),
        (
            "http://a.example/wp/m/Moon.htm",
            ("a.example", "a.example", "a.example/wp", "a.example/wp/m", ""),
        ),
        (
            "http://a.example/%E5%86%9C/s?f[1]=x&f[0]=y&q=1",
            (
                *("a.example", "a.example", "a.example/%E5%86%9C", "a.example/%E5%86%9C/s?"),
                "a.example/%E5%86%9C/s?f[]&q",
            ),
        ),
        ("http://a.example?x=1", ("a.example", "a.example", "", "a.example/?", "a.example/?x")),
    ],
)
def test_address_belongs_to_groups_from_domain_to_parameters(key: str, expected: tuple[str, ...]) -> None:
    host = key.split("/")[2].partition("?")[0]
    assert groups_of(key, host) == expected


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("www.农业.cn", "农业.cn"),
        ("xn--fiq228c.example.com.cn", "example.com.cn"),
        ("localhost:8000", "localhost:8000"),
        ("127.0.0.1", "127.0.0.1"),
        ("someone.github.io", "someone.github.io"),
    ],
)
def test_registered_domain_needs_no_network(host: str, domain: str) -> None:
    assert registered_domain(host) == domain


@pytest.mark.parametrize("kind", list(Kind))
def test_group_without_a_hit_is_spent_after_its_base_and_back_with_a_hit(kind: Kind) -> None:
    base, growth = ALLOWANCES[kind]
    fairness = Fairness()
    groups = fairness.groups("http://a.example/c/d/?x=1", "a.example")
    group = groups[kind]
    for _ in range(base - 1):
        assert fairness.count([group], fetched=1) == []
    assert fairness.count([group], fetched=1) == [group]
    assert fairness.spent[group]
    assert fairness.count([group], hits=1) == [group]
    assert not fairness.spent[group]
    assert [fairness.count([group], fetched=1) for _ in range(growth)] == [[]] * (growth - 1) + [[group]]
    assert not fairness.spent[0]


def test_documentation_host_with_three_hits_in_ten_is_never_spent() -> None:
    for seed in range(200):
        chance = random.Random(seed)
        fairness = Fairness()
        groups = fairness.groups("http://docs.example/", "docs.example")
        for _ in range(1_000):
            fairness.count(groups, fetched=1, hits=chance.random() < 0.3)
            assert not fairness.spent[list(groups)].any()
