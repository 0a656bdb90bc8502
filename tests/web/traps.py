"""A garden site of 60 real articles among the traps that eat crawls (one function a kind)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from tests.web.site import Answer, Asked, Pages

REAL = 60
FACETS = 400

_PLANTS = "tomato pumpkin lavender rose cabbage carrot maple orchid fern basil 番茄 玫瑰".split()
_SUBJECTS = "compost soil mulch pruning seedling harvest watering shade frost pests 堆肥 土壤".split()
_WORDS = (
    "garden bed root leaf spring autumn loam clay sand drainage nitrogen potash lime worm bark sowing border "
    "hedge lawn greenhouse trellis graft cutting bulb tuber annual perennial blossom pollen bee slug snail "
    "mildew blight rust fungus spade rake hoe barrow terrace pot peat straw leafmould manure humus mineral"
).split()


def articles(at: str = "") -> dict[str, str]:
    """Return {path: HTML} of a home page, six sections and 60 articles, each of them about something else."""
    pages = {}
    sections: dict[int, list[str]] = {}
    for number in range(REAL):
        chance = random.Random(number)
        plant, subject = _PLANTS[number % 12], _SUBJECTS[number // 6 % 12]
        path = f"/guide/{number % 6}/{plant}-{subject}-{number}"
        sections.setdefault(number % 6, []).append(path)
        text = " ".join(
            [plant, subject, *chance.choices(_WORDS, k=25), f"bed{number}", *chance.choices(_WORDS, k=25)]
        )
        more = f"<p>{plant} {' '.join(chance.choices(_WORDS, k=40))}</p>"
        pages[path] = _page(f"{plant}: {subject} in the garden", f"<p>{text}</p>{more}")
    for section, paths in sections.items():
        links = "".join(
            f'<li><a href="{p}">{p.rpartition("/")[2].replace("-", " ")} garden</a></li>' for p in paths
        )
        pages[f"/guide/{section}/"] = _page(
            f"Garden guide {section}", f"<p>Garden articles, part {section}.</p><ul>{links}</ul>"
        )
    links = "".join(f'<li><a href="/guide/{s}/">garden guide, part {s}</a></li>' for s in sections)
    pages["/"] = _page(
        "The garden", f"<p>Garden, soil, compost, plants: {' '.join(_WORDS)}.</p>{at}<ul>{links}</ul>"
    )
    return pages


def facets() -> tuple[str, Pages]:
    """400 lists of a shop, all alike, two links away from the home page: shallow and wide."""

    def listed(asked: Asked) -> str:
        chance = random.Random(asked.path)
        goods = "".join(
            f"<li>garden {chance.choice(_WORDS)} {chance.randrange(99)}.00 buy now</li>" for _ in range(12)
        )
        return _page("Garden shop", f"<p>Garden shop, sorted</p><ul>{goods}</ul>{_links(_facet_paths())}")

    pages: dict[str, Answer | str | Callable[[Asked], Answer | str]] = dict.fromkeys(_facet_paths(), listed)
    return _links(_facet_paths()[:40]), pages


def _facet_paths() -> list[str]:
    return [f"/shop?colour={n % 20}&size={n // 20}" for n in range(FACETS)]


def permuted() -> tuple[str, Pages]:
    """`?f[0]=…&f[1]=…` in every order and length: the same few lists under ever more addresses."""

    def listed(asked: Asked) -> str:
        query = asked.path.partition("?")[2]
        chosen = [part.partition("=")[2] for part in query.split("&") if part]
        more = [[*chosen, str(n)] for n in range(8) if str(n) not in chosen]
        links = ("/find?" + "&".join(f"f[{at}]={value}" for at, value in enumerate(one)) for one in more)
        return _page(
            "Garden finder", f"<p>Garden things that are {' and '.join(sorted(chosen))}</p>{_links(links)}"
        )

    return _links(["/find?f[0]=1", "/find?f[0]=2"]), {"/find*": listed}


def sessions() -> tuple[str, Pages]:
    """A session id in the address, new on every page."""

    def shown(asked: Asked) -> str:
        chance = random.Random(asked.path)
        name = asked.path.partition(";")[0].partition("?")[0]
        links = [f"/talk/{n};jsessionid={chance.getrandbits(64):016X}" for n in range(5)]
        links += [f"/talk/{n}?sid={chance.getrandbits(64):016x}" for n in range(5)]
        return _page(f"Garden talk {name}", f"<p>Talk about the garden, thread {name}.</p>{_links(links)}")

    return _links(["/talk/1", "/talk/2"]), {"/talk/*": shown}


def growing() -> tuple[str, Pages]:
    """Relative links that go ever deeper, and a parameter that is appended or escaped again on every page."""

    def deeper(asked: Asked) -> str:
        return _page(
            "Infrastructure", f'<p>Garden server room {len(asked.path)}</p><a href="infra/www/">on</a>'
        )

    def appended(asked: Asked) -> str:
        again = asked.path.replace("&", "&amp;amp;")
        links = f'<a href="{asked.path}&amp;tag=garden">more</a><a href="{again}&amp;p=2">next</a>'
        return _page("Garden tags", f"<p>Garden tags {len(asked.path)}</p>{links}")

    return _links(["/infra/www/", "/tags?p=1"]), {"/infra/*": deeper, "/tags*": appended}


def calendar() -> tuple[str, Pages]:
    """A calendar in which there is always a next month."""

    def month(asked: Asked) -> str:
        year, number = map(int, asked.path.rstrip("/").split("/")[-2:])
        later = f"/calendar/{year + number // 12}/{number % 12 + 1}/"
        earlier = f"/calendar/{year - (number == 1)}/{(number - 2) % 12 + 1}/"
        return _page(
            f"Garden calendar {number}/{year}", f"<p>No garden events.</p>{_links([later, earlier])}"
        )

    return _links(["/calendar/2026/11/"]), {"/calendar/*": month}


KINDS = {kind.__name__: kind for kind in (facets, permuted, sessions, growing, calendar)}


def trapped(kinds: Iterable[str] = KINDS) -> tuple[Pages, list[str]]:
    """Return the site with traps, and the paths of its real articles."""
    links: list[str] = []
    pages: dict[str, Answer | str | Callable[[Asked], Answer | str]] = {}
    for kind in kinds:
        own_links, own_pages = KINDS[kind]()
        links.append(own_links)
        pages |= own_pages
    real = articles("".join(links))
    prefixes = [(path[:-1], answer) for path, answer in pages.items() if path.endswith("*")]
    exact: Pages = {path: answer for path, answer in pages.items() if not path.endswith("*")} | real

    def any_other(asked: Asked) -> Answer | str:
        for prefix, answer in prefixes:
            if asked.path.startswith(prefix):
                return answer(asked) if callable(answer) else answer
        return Answer("", 404)

    return {**exact, "*": any_other}, [
        path for path in real if path.count("/") > 2 and not path.endswith("/")
    ]


def _page(title: str, body: str) -> str:
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>"


def _links(paths: Iterable[str]) -> str:
    return "".join(f'<li><a href="{path.replace("&", "&amp;")}">garden {path}</a></li>' for path in paths)
