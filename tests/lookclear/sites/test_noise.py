import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lookclear.html.fingerprint import content_hash, signature, word_hashes
from lookclear.sites import noise as noise_module
from lookclear.sites.duplicates import Content
from lookclear.sites.noise import LearnedNoise, parts_of, without_parts
from lookclear.urls.canonical import canonical

ROOT = "http://a.org"


def content(name: object, words: int = 60) -> Content:
    text = [f"{name}-{n}" for n in range(words)]
    return Content(content_hash(text), words, signature(word_hashes(text)))


def taught(*visits: tuple[str, object]) -> LearnedNoise:
    noise = LearnedNoise()
    for path, name in visits:
        noise.learn(ROOT + path, content(name))
    return noise


@pytest.mark.parametrize(
    ("visits", "part"),
    [
        ([("/a?n=10001", 1), ("/a?n=10002", 1), ("/b?n=10003", 2), ("/b?n=10004", 2)], "?n"),
        ([(f"/{p}?n={v}", p) for p, v in zip("aabbcc", "123456", strict=True)], "?n"),
        ([(f"/{p};u=k3h5v9x2q{v}?x=1", p) for p, v in zip("aabb", "1234", strict=True)], ";u"),
        ([(f"/(V(k3h5v9x2q{v}))/{p}", p) for p, v in zip("aabb", "1234", strict=True)], "(V"),
        (
            [(f"/{p}?访客=k3h5v9x2q{v}", p) for p, v in zip("aabb", "1234", strict=True)],
            "?%E8%AE%BF%E5%AE%A2",
        ),
    ],
    ids=["two pages", "three pages with short values", "path parameter", "path", "zh"],
)
def test_a_part_that_changes_nothing_is_learned(visits: list[tuple[str, object]], part: str) -> None:
    assert taught(*visits[:-1]).learned("a.org") == []
    assert taught(*visits).learned("a.org") == [part]


@pytest.mark.parametrize(
    "visits",
    [
        [("/a?n=10001", 1), ("/a?n=10002", 1), ("/a?n=10003", 1)],  # "not found" is the same every time
        [
            ("/a?key=k3h5v9x2q1", 1),
            ("/a?key=m8d2w7z4p6", 1),
            ("/b?key=t1", 1),
            ("/b?key=t2", 1),
        ],  # so is a wall
        [("/a?id=k3h5v9x2q1", 1), ("/a?id=m8d2w7z4p6", 1)],  # a name that means something
        [("/a?n=1", 1), ("/a?n=2", 1), ("/b?n=1", 2), ("/b?n=2", 2)],  # numbers of empty pages
        [("/a?x=k3h5v9x2q1&y=k3h5v9x2q1", 1), ("/a?x=m8d2w7z4p6&y=m8d2w7z4p6", 1)],  # two parts differ
        [("/a", 1), ("/a?visit=m8d2w7z4p6", 1)],  # the same as nothing: a default
    ],
    ids=["one page", "one text", "meaningful", "short values", "two at once", "absent"],
)
def test_too_little_is_no_proof(visits: list[tuple[str, object]]) -> None:
    assert taught(*visits).learned("a.org") == []


def test_a_wall_that_names_the_page_it_hides_is_one_text() -> None:
    def wall(path: str) -> Content:
        text = [*(f"word{n}" for n in range(60)), path]
        return Content(content_hash(text), 61, signature(word_hashes(text)), frozenset({"wall", path}))

    noise = LearnedNoise()
    for path in "abcd":
        for value in ("k3h5v9x2q1", "m8d2w7z4p6"):
            noise.learn(f"{ROOT}/{path}?key={value}", wall(path))
    assert noise.learned("a.org") == []


def test_short_texts_prove_nothing() -> None:
    noise = LearnedNoise()
    for path in "abcd":
        for value in ("k3h5v9x2q1", "m8d2w7z4p6"):
            noise.learn(f"{ROOT}/{path}?key={value}", content(f"sign in for {path}", words=20))
    assert noise.learned("a.org") == []


SAME = [("/a?n=k3h5v9x2q1", 1), ("/a?n=m8d2w7z4p6", 1), ("/b?n=q6d2w7z4p6", 2), ("/b?n=t6d2w7z4p6", 2)]
OTHER = [("/c?n=k3h5v9x2q1", 3), ("/c?n=m8d2w7z4p6", 4)]


@pytest.mark.parametrize("visits", [OTHER + SAME, SAME + OTHER, SAME[:2] + OTHER + SAME[2:]])
def test_different_pages_forbid_it_for_good(visits: list[tuple[str, object]]) -> None:
    noise = taught(*visits, ("/d?n=k1h5v9x2q1", 5), ("/d?n=k2h5v9x2q1", 5))
    assert noise.learned("a.org") == []
    assert noise.key(f"{ROOT}/e?n=1") == f"{ROOT}/e?n=1"


def test_page_without_the_part_that_differs_forbids_it() -> None:
    assert taught(("/a", 9), *SAME).learned("a.org") == []


def test_identity_drops_what_was_learned_on_that_site_only() -> None:
    noise = taught(*SAME)
    assert noise.key(f"{ROOT}/z?n=zzz&page=2") == f"{ROOT}/z?page=2"
    assert noise.key("http://b.org/z?n=zzz") == "http://b.org/z?n=zzz"
    assert noise.key("mailto:someone") == "mailto:someone"


def test_one_key_stands_for_each_page_the_fetched_one_first() -> None:
    noise = taught(*SAME)
    fetched = [f"{ROOT}{path}" for path, _ in SAME]
    waiting = [f"{ROOT}/{path}" for path in ("a?n=x", "new?n=1", "new?n=2", "b?n=y", "c")]
    aliases = noise.merge("a.org", fetched, waiting)
    assert aliases == {
        f"{ROOT}/a?n=x": fetched[0],
        f"{ROOT}/new?n=2": f"{ROOT}/new?n=1",
        f"{ROOT}/b?n=y": fetched[2],
    }
    assert noise.key(f"{ROOT}/new?n=99") == f"{ROOT}/new?n=1"
    assert noise.key(f"{ROOT}/a?n=99") == fetched[0]


def test_random_content_at_random_addresses_teaches_nothing() -> None:
    chance = random.Random(5)
    visits = [(f"/{chance.choice('abc')}?n={chance.randrange(10**9)}", n) for n in range(100)]
    assert taught(*visits).learned("a.org") == []


@given(
    path=st.lists(st.sampled_from(["a", "b;u=1", "(S(x))", "c.html"]), max_size=4),
    query=st.lists(st.tuples(st.sampled_from("uvwxyz"), st.sampled_from(["", "1", "k3"])), max_size=5),
)
def test_each_part_leaves_an_address_that_is_its_own_identity(
    path: list[str], query: list[tuple[str, str]]
) -> None:
    key = canonical(f"{ROOT}/{'/'.join(path)}?{'&'.join(f'{name}={value}' for name, value in query)}")
    for part, value, rest in parts_of(key):
        assert value
        assert len(rest) < len(key)
        assert canonical(rest) == rest
        assert part not in {found for found, _, _ in parts_of(without_parts(key, {part}))}


def test_hostile_addresses_cost_little() -> None:
    for one in ("(" * 2_000, "/(S(" * 500, ";=" * 1_000, ";a=" * 700):
        assert len(list(parts_of(f"{ROOT}/{one}"))) <= 8
    many = "&".join(f"n{n}={n}" for n in range(300))
    assert len(list(itertools.islice(parts_of(f"{ROOT}/?{many}"), 20))) <= 8


def test_memory_is_bounded_and_what_was_learned_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in (("MOST_KEPT", 30), ("MOST_KEPT_IN_ALL", 60), ("MOST_SITES", 8), ("MOST_NAMES", 5)):
        monkeypatch.setattr(noise_module, name, most)
    noise = taught(*SAME)
    assert noise.key(f"{ROOT}/z?n=1") == f"{ROOT}/z"
    for n in range(100):
        noise.learn(f"http://b.org/{n}?v{n}=1", content(n))
        noise.learn(f"http://b.org/0?w{n % 20}={n}", content(0))
    assert len(noise._sites["b.org"].first) <= 30
    assert len(noise._sites["b.org"].unchanged) <= 5
    for n in range(100):
        noise.learn(f"http://c{n}.org/?x=1", content(n))
    assert len(noise._sites) <= 8
    assert noise._kept == sum(len(site.first) for site in noise._sites.values()) <= 60
    assert noise.learned("a.org") == ["?n"]
    assert noise.key(f"{ROOT}/z?n=1") == f"{ROOT}/z"


def test_addresses_of_a_page_that_only_gave_copies_are_worn_until_one_gives_another_page() -> None:
    noise = taught(("/a?visit=11111111", "rose"), ("/a?visit=22222222", "rose"))
    assert not noise.is_worn(ROOT + "/a?visit=33333333")
    noise.learn(ROOT + "/a?visit=33333333", content("rose"))
    assert noise.is_worn(ROOT + "/a?visit=44444444")
    assert not noise.is_worn(ROOT + "/b?visit=44444444")
    assert not noise.is_worn(ROOT + "/a")
    assert noise.learned("a.org") == []
    noise.learn(ROOT + "/a?visit=44444444", content("tulip"))
    assert not noise.is_worn(ROOT + "/a?visit=55555555")
