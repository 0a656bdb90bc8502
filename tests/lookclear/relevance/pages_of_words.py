"""Small collections of pages given as words, for tests of models."""

import numpy as np

from lookclear.relevance.contract import Examples
from lookclear.text.vectors import RowBatch, Vocabulary

FARM = "soil seed harvest grain corn wheat tractor plough field crop barley irrigation".split()
BANK = "loan interest bank credit share bond market broker fund dividend invest stock".split()
FARM_ZH = "土壤 种子 收获 粮食 玉米 小麦 拖拉机 农田 作物 大麦 灌溉 水稻".split()
BANK_ZH = "贷款 利息 银行 信用 股票 债券 市场 基金 分红 投资 交易 证券".split()
SHARED = "year people part area number time work place group world".split()
LANGUAGES = {
    "English": (FARM, BANK),
    "Chinese": (FARM_ZH, BANK_ZH),
    "mixed": (FARM + FARM_ZH, BANK + BANK_ZH),
}


def row_of(vocabulary, *words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1.0
    return vocabulary.row(counts)


def rows_of(vocabulary, pages):
    return RowBatch.of([row_of(vocabulary, *page) for page in pages])


def drawn(generator, topic, count, words=14, stray=()):
    """Return pages of words: most of a topic, some shared by all, a few of another topic."""
    pages = []
    for _ in range(count):
        own = generator.choice(topic, words)
        common = generator.choice(SHARED, words // 2)
        other = generator.choice(list(stray), 2) if len(stray) else []
        pages.append([str(word) for word in (*own, *common, *other)])
    return pages


def collection(language="English", positives=8, unlabelled=60, hidden=12, seed=3, words=14):
    """Return (vocabulary, examples, a test batch, which of it are on topic)."""
    generator = np.random.default_rng(seed)
    topic, rest = LANGUAGES[language]
    vocabulary = Vocabulary()
    positive = rows_of(vocabulary, drawn(generator, topic, positives, words, rest))
    others = drawn(generator, topic, hidden, words, rest) + drawn(
        generator, rest, unlabelled - hidden, words, topic
    )
    examples = Examples(positive, rows_of(vocabulary, others))
    test = drawn(generator, topic, 20, stray=rest) + drawn(generator, rest, 60, stray=topic)
    return vocabulary, examples, rows_of(vocabulary, test), np.arange(80) < 20
