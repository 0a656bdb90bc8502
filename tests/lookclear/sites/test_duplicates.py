import random
import subprocess
import sys
from dataclasses import replace

import pytest

from lookclear.domain import Page
from lookclear.html.parse import parse
from lookclear.sites import duplicates
from lookclear.sites.duplicates import DuplicateGroups, content_of

WORDS = {
    "en": "tide marsh crab gull reed eel mud salt creek bank plant bird water shore wind root".split(),
    "zh": "盐沼 潮汐 湿地 芦苇 候鸟 碱蓬 海水 滩涂 植物 鸟类 泥沙 河口 保护 研究 土壤 气候".split(),
}
WORDS["mixed"] = [*WORDS["en"][:8], *WORDS["zh"][:8]]


def text(language: str, seed: int, words: int = 300) -> list[str]:
    return random.Random(seed).choices(WORDS[language], k=words)


def page(words: list[str], url: str = "http://a.org/", title: str = "Title", around: str = "") -> Page:
    return parse(f"<title>{title}</title><body><p>{' '.join(words)}</p>{around}</body>".encode(), url)


def groups(*pages: tuple[str, Page]) -> DuplicateGroups:
    made = DuplicateGroups()
    for key, one in pages:
        made.add(key, content_of(one))
    return made


@pytest.mark.parametrize("language", WORDS)
def test_other_boilerplate_and_small_changes_make_no_new_page(language: str) -> None:
    words = text(language, 1)
    known = groups(("first", page(words)), ("other", page(text(language, 2))))
    print_view = page(words, around="<p>printed from our site " + " ".join(words[:8]) + "</p>")
    edited = page([*words[:100], "correction", *words[100:]], title="Title, corrected")
    for copy in (page(words), print_view, edited):
        assert known.find(content_of(copy)) == "first"
    assert known.find(content_of(page(text(language, 3)))) is None


def test_half_of_a_page_is_another_page() -> None:
    words = text("en", 1)
    known = groups(("first", page(words)))
    assert known.find(content_of(page(words[:150]))) is None
    assert known.find(content_of(page(words[:150] + text("en", 9, 150)))) is None


@pytest.mark.parametrize("language", WORDS)
def test_short_texts_are_the_same_only_when_they_are_equal(language: str) -> None:
    words = text(language, 1, 20)
    known = groups(("first", page(words)))
    assert known.find(content_of(page(words))) == "first"
    assert known.find(content_of(page(words, title="Another"))) is None
    assert known.find(content_of(page([*words, "more"]))) is None


def test_pages_without_words_are_no_copies_of_each_other() -> None:
    known = groups(("first", page([])))
    assert known.find(content_of(page([]))) is None


def test_pages_without_a_signature_are_compared_word_for_word() -> None:
    old = replace(page(text("en", 1)), signature=b"")
    known = groups(("first", old))
    assert known.find(content_of(old)) == "first"
    assert known.find(content_of(replace(page(text("en", 2)), signature=b""))) is None


def test_copies_are_found_among_many_nearly_equal_pages() -> None:
    common = text("en", 1, 200)
    pages = [(str(n), page(common + [f"{word}{n}" for word in text("en", n + 2, 120)])) for n in range(60)]
    known = groups(*pages)
    assert [known.find(content_of(one)) for _, one in pages] == [key for key, _ in pages]


def test_a_site_of_nearly_equal_pages_costs_no_more_with_each_page() -> None:
    words = text("mixed", 1)
    known = DuplicateGroups()
    for n in range(150):
        one = content_of(page([*words, f"end{n}"], title=f"Chapter {n}"))
        assert known.find(one) is None
        known.add(str(n), one)
    assert len(known._candidates(one)) <= 50
    assert known.find(content_of(page([*words, "end7"], title="Chapter 7"))) == "7"
    assert known.find(content_of(page([*words, "other"], title="Chapter 7 第七章"))) == "7"


def test_of_equally_similar_pages_the_first_is_the_leader() -> None:
    words = text("zh", 1)
    known = groups(*((key, page(words, title=f"Tide {key}")) for key in "dcba"))
    assert known.find(content_of(page(words, title="Tide"))) == "d"


def test_the_library_is_loaded_when_there_are_many_pages() -> None:
    code = (
        "import sys\nfrom lookclear.sites import duplicates\nfrom lookclear.html.parse import parse\n"
        "duplicates._FEW = 3\ngroups = duplicates.DuplicateGroups()\n"
        "for at in range(4):\n"
        "    page = parse(b'<p>' + b' '.join(b'w%dx%d' % (at, n) for n in range(40)), 'http://a.org/')\n"
        "    content = duplicates.content_of(page)\n"
        "    print(groups.find(content))\n"
        "    groups.add(str(at), content)\n"
        "    print('datasketch' in sys.modules, groups.find(content))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split() == [*"None False 0 None False 1 None False 2 None True 3".split()]


def test_few_and_many_pages_are_grouped_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [content_of(page([*text("en", n % 7), f"end{n}"], title="Tides")) for n in range(40)]
    found = []
    for few in (1_000, 5, 0):
        monkeypatch.setattr(duplicates, "_FEW", few)
        known = DuplicateGroups()
        leaders = []
        for n, one in enumerate(pages):
            leaders.append(known.find(one))
            if leaders[-1] is None:
                known.add(str(n), one)
        found.append(leaders)
    assert found[0] == found[1] == found[2]
    assert found[0].count(None) == 7


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Salt marsh", "Salt marsh | Printed page", True),
        ("盐沼 - 湿地网", "盐沼", True),
        ("", "", True),
        ("Salt marsh", "Funds of the week", False),
        ("企业 用户 | Rocket", "盐沼 和 湿地 | Rocket", False),
        ("Weekly notes 20230626", "Weekly notes 20230703", False),
        ("周记 第3章", "周记 第4章", False),
        ("Salt marsh 2", "Salt marsh", True),
    ],
)
def test_titles_must_be_alike(one: str, other: str, same: bool) -> None:
    words = text("mixed", 1)
    known = groups(("first", page(words, title=one)))
    assert known.find(content_of(page([*words, "end"], title=other))) == ("first" if same else None)


def test_archives_with_other_lists_are_other_pages() -> None:
    def archive(names: list[str]) -> Page:
        links = "".join(f'<li><a href="/{name}">{name} of the whole month</a></li>' for name in names)
        words = text("en", 1, 40)
        return page(words, title="Archive", around=f"<div><h2>May</h2><ul>{links}</ul></div>")

    may, june = ([f"{name}{n}" for n, name in enumerate(WORDS[language])] for language in ("en", "zh"))
    known = groups(("first", archive(may)))
    assert known.find(content_of(archive(may))) == "first"
    assert known.find(content_of(archive(june))) is None
