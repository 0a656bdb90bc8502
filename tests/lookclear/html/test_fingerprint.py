import random
import subprocess
import sys

import pytest

from lookclear.domain import Block
from lookclear.html.fingerprint import (
    PERMUTATIONS,
    block_fingerprints,
    block_places,
    content_hash,
    hash_values,
    signature,
    similarity,
    word_hashes,
)
from lookclear.html.parse import parse
from lookclear.html.tree import build

ENGLISH = "salt marshes are coastal wetlands flooded and drained by the tides that sea lavender loves"
CHINESE = "盐沼是受潮汐周期性淹没的沿海湿地，长有碱蓬和芦苇，是许多候鸟的栖息地。"
MIXED = "湿地 wetland 保护 protection 与 GPU显卡 无关，它们 filter the water 过滤水质 and store carbon"
FOOTER = "Contact us by letter or telephone at our office in the harbour of the old town"


def signed(words: list[str]) -> bytes:
    return signature(word_hashes(words))


def prints(body: str) -> list[int]:
    return [block.fingerprint for block in parse(body.encode(), "http://a.org/").blocks]


def whole(text: str, *, furniture: bool = True) -> int:
    """Return the fingerprint of a text as one block."""
    tree = build(f"<body><p>{text}</p></body>")
    block = Block(0, len(tree.words), "content", 0)
    span = (0, 0) if furniture else (0, len(text))
    return block_fingerprints([block], block_places(tree, [block]), word_hashes(tree.words), [span])[0]


def page(main: str, footer: str) -> str:
    filler = " ".join(f"word{chr(97 + n)}" for n in range(20))
    return (
        f"<body><main><h2>One</h2><p>{main} {filler}</p></main><footer><h2>Two</h2><p>{footer}</p></footer>"
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{FOOTER} 1 Jan 2026 10:15", f"{FOOTER} 28 November 2025 7:03"),
        (f"{FOOTER} visitors 1 204", f"{FOOTER} visitors 13 999 120"),
        (
            "联系我们 办公室 电话 地址 版权 所有 2026年1月1日 星期一",
            "联系我们 办公室 电话 地址 版权 所有 2025年12月31日 星期三",
        ),
    ],
)
def test_a_date_or_a_counter_does_not_change_a_footer(one: str, other: str) -> None:
    assert prints(page(ENGLISH, one))[-1] == prints(page(CHINESE, other))[-1] != 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FOOTER, FOOTER.replace("harbour", "station")),
        ("盐沼 湿地 保护 区 的 电话", "盐沼 湿地 保护 区 的 地址"),
        ("Price 35", "Price 36"),  # little beside the numbers
        ("1 2 3 4 5 6 7 8 9 10 sum total", "1 2 3 4 5 6 7 8 9 11 sum total"),
    ],
)
def test_other_words_are_another_block(one: str, other: str) -> None:
    assert whole(one) != whole(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1 Jan 2026 10:15", "28 November 2025 7:03pm"),
        ("2026-01-31", "2025-12-05"),
        ("Sat, 31.01.2026", "Mon, 05.12.2025"),
        ("2026年1月1日 星期一 上午10:15", "2025年12月31日 星期三 下午8:01"),
    ],
)
def test_a_date_changes_no_text(one: str, other: str) -> None:
    for text in (ENGLISH, CHINESE, MIXED):
        assert whole(f"{text} {one}", furniture=False) == whole(f"{text} {other}", furniture=False)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Order code KX7341B fits P55A and P60C", "Order code KX9922A fits P55A and P60C"),
        ("Order number 7341, price 35.50", "Order number 7342, price 35.50"),
        ("Price 1999.00", "Price 2049.00"),
        ("订货号 7341 价格 35 元", "订货号 7341 价格 36 元"),
        ("version 1.4 of May", "version 1.4 of 1204 pages"),
    ],
)
def test_codes_and_prices_are_what_a_text_says(one: str, other: str) -> None:
    for text in (ENGLISH, CHINESE, MIXED):
        assert whole(f"{text} {one}", furniture=False) != whole(f"{text} {other}", furniture=False)


def test_words_with_letters_and_digits_are_no_numbers() -> None:
    assert whole(f"{FOOTER} KX7341B") != whole(f"{FOOTER} KX7342B")
    assert whole(f"{FOOTER} 7341") == whole(f"{FOOTER} 7342")


def test_the_same_words_elsewhere_on_the_page_are_another_block() -> None:
    text = f"<h2>Two</h2><p>{FOOTER}</p>"
    first = prints(f"<body><main><h2>One</h2><p>{ENGLISH} {MIXED}</p></main><footer>{text}</footer>")
    second = prints(f"<body><main><h2>One</h2><p>{ENGLISH} {MIXED}</p></main><aside>{text}</aside>")
    assert first[0] == second[0]
    assert first[-1] != second[-1]


@pytest.mark.parametrize("text", [ENGLISH, CHINESE, MIXED], ids=["en", "zh", "mixed"])
def test_place_of_a_block_depends_on_its_tags_and_not_on_its_words(text: str) -> None:
    one = parse(page(text, FOOTER).encode(), "http://a.org/").blocks
    other = parse(page(f"{text} changed", f"{FOOTER} and so on").encode(), "http://a.org/").blocks
    assert [block.place for block in one] == [block.place for block in other]
    assert 0 < one[0].place != one[-1].place < 1 << 32


@pytest.mark.parametrize("text", [ENGLISH, CHINESE, MIXED], ids=["en", "zh", "mixed"])
def test_signature_of_a_page_depends_on_its_main_text_alone(text: str) -> None:
    links = "".join(f'<li><a href="/{n}">somewhere {n}</a></li>' for n in range(8))
    bare = parse(f"<body><p>{text * 3}</p></body>".encode(), "http://a.org/1")
    framed = parse(
        f"<body><nav><ul>{links}</ul></nav><div><p>{text * 3}</p></div></body>".encode(), "http://b.org/2"
    )
    assert len(bare.signature) == 4 * PERMUTATIONS
    assert similarity(bare.signature, framed.signature) == 1


@pytest.mark.parametrize("wanted", [0.5, 0.8, 0.9])
def test_similarity_estimates_jaccard_of_shingles(wanted: float) -> None:
    chance = random.Random(3)
    errors = []
    for _ in range(30):
        shared = [str(chance.random()) for _ in range(400)]
        extra = round(400 * (1 - wanted) / (2 * wanted))
        one, other = ([*shared, *(str(chance.random()) for _ in range(extra))] for _ in range(2))
        sets = [set(zip(text, text[1:], text[2:], strict=False)) for text in (one, other)]
        exact = len(sets[0] & sets[1]) / len(sets[0] | sets[1])
        errors.append(similarity(signed(one), signed(other)) - exact)
    assert abs(sum(errors) / len(errors)) < 0.03
    assert max(map(abs, errors)) < 0.25


def test_long_texts_are_estimated_from_a_sample() -> None:
    text = [str(n) for n in range(20_000)]
    changed = [*text[:19_000], *(f"x{n}" for n in range(1_000))]
    assert similarity(signed(text), signed(changed)) > 0.8
    assert similarity(signed(text), signed([f"y{n}" for n in range(20_000)])) < 0.1


def test_the_order_of_words_counts_and_nothing_is_like_nothing() -> None:
    words = [str(n) for n in range(50)]
    assert similarity(signed(words), signed(words[::-1])) < 0.2
    assert signed([]) == b""
    assert similarity(b"", b"") == 0
    assert similarity(signed(["one"]), signed(["one"])) == 1
    assert content_hash(["a", "b"]) != content_hash(["b", "a"])


def test_lone_surrogates_are_words_too() -> None:
    assert len(signed(["\ud800", "b", "c"])) == 4 * PERMUTATIONS
    assert content_hash(["\ud800"]) > 0


def test_another_process_computes_the_same() -> None:
    code = (
        "from lookclear.html.fingerprint import *\n"
        f"words = {MIXED.split()!r}\n"
        "print(signature(word_hashes(words)).hex(), content_hash(words))"
    )
    said = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "77", "PYTHONPATH": ":".join(sys.path)},
    )
    assert said.stdout.split() == [signed(MIXED.split()).hex(), str(content_hash(MIXED.split()))]


def test_values_of_a_signature_never_change() -> None:
    values = hash_values(signed(["salt", "marsh", "盐沼", "plants"]))
    assert values[:3].tolist() == [3552830934, 137115640, 1026765834]
