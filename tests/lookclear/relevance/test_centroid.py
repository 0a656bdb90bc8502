import numpy as np
import pytest

from lookclear.relevance.centroid import UNMEASURED_BASE, CentroidModel
from lookclear.text.vectors import TermRows, Vocabulary

FARM = {"soil": 3.0, "seed": 2.0, "harvest": 2.0}
GRAIN = {"soil": 2.0, "harvest": 3.0, "grain": 2.0}
PADDY = {"土壤": 3.0, "水稻": 2.0, "soil": 1.0, "harvest": 1.0}
BANK = {"loan": 3.0, "interest": 2.0}


def model_of(known, keywords=(), terms=300):
    vocabulary = Vocabulary()
    model = CentroidModel(vocabulary, keywords, terms)
    for weights in known:
        row = vocabulary.row(weights)
        model.add_known(row, row)
    return vocabulary, model


def relevances(vocabulary, model, *pages):
    rows = TermRows()
    for weights in pages:
        rows.append(vocabulary.row(weights))
    model.refresh(np.zeros(len(vocabulary)), TermRows())
    return model.relevance(rows)


def test_pages_near_the_known_ones_are_relevant_and_others_are_not():
    vocabulary, model = model_of([FARM, GRAIN, PADDY])
    near, chinese, mixed, far, empty = relevances(vocabulary, model, FARM, PADDY, FARM | BANK, BANK, {})
    assert near > 0.5
    assert chinese > 0.5
    assert far < 0.1
    assert empty < 0.1
    assert far < mixed < near


def test_words_shared_by_known_pages_outweigh_words_of_one():
    vocabulary, model = model_of([{"soil": 1.0, "quartz": 1.0}, {"soil": 1.0, "feldspar": 1.0}])
    model.refresh(np.zeros(len(vocabulary)), TermRows())
    strongest, weight = model.terms()[0]
    assert strongest == "soil"
    assert weight > 0.7


def test_keywords_alone_describe_a_topic():
    vocabulary, model = model_of([], keywords=["soil", "土壤"])
    relevant, other = relevances(vocabulary, model, {"soil": 2.0, "土壤": 1.0}, BANK)
    assert relevant > 0.5 > other
    assert model.base == UNMEASURED_BASE


def test_nothing_is_relevant_to_nothing():
    vocabulary, model = model_of([])
    assert relevances(vocabulary, model, FARM)[0] < 0.1


def test_only_the_strongest_terms_are_kept():
    vocabulary, model = model_of([{f"term{n}": n + 1.0 for n in range(300)}], terms=50)
    model.refresh(np.zeros(len(vocabulary)), TermRows())
    assert len(model.terms(500)) == 50


def test_words_on_every_fetched_page_lose_their_weight():
    vocabulary, model = model_of([FARM | {"menu": 3.0}, GRAIN | {"menu": 3.0}])
    frequency = np.zeros(len(vocabulary))
    model.refresh(frequency, TermRows())
    before = dict(model.terms(50))["menu"]
    fetched = TermRows()
    for weights in [FARM, GRAIN, PADDY, BANK] * 5:
        fetched.append(vocabulary.row(weights | {"menu": 1.0}))
    frequency = np.concatenate([frequency, np.zeros(len(vocabulary) - len(frequency))])
    frequency[vocabulary.number("menu")] = 20
    model.refresh(frequency, fetched)
    assert dict(model.terms(50)).get("menu", 0) < before / 2


def test_words_that_off_topic_pages_share_are_taken_out_of_the_topic():
    def weight_of_price(off_topic):
        vocabulary, model = model_of([FARM | {"price": 6.0}, GRAIN | {"price": 6.0}])
        model.refresh(np.zeros(len(vocabulary)), TermRows())
        fetched = TermRows()
        for _ in range(30):
            fetched.append(vocabulary.row(off_topic))
        model.refresh(np.zeros(len(vocabulary)), fetched)  # no term counted: only the contrast differs
        terms = dict(model.terms(50))
        return terms["price"] / terms["soil"]

    assert weight_of_price(BANK | {"price": 6.0}) < 0.9 * weight_of_price(BANK)


def test_terms_first_seen_after_a_refresh_can_be_judged():
    vocabulary, model = model_of([FARM, GRAIN])
    model.refresh(np.zeros(len(vocabulary)), TermRows())
    rows = TermRows()
    rows.append(vocabulary.row({"soil": 1.0, "brandnew": 1.0}))
    assert 0 <= model.relevance(rows)[0] <= 1


def test_a_reference_value_of_the_scale():
    vocabulary, model = model_of([FARM, GRAIN])
    model.refresh(np.zeros(len(vocabulary)), TermRows())
    assert model.scaled(np.array([model.base / 2]))[0] == pytest.approx(0.5)
    assert model.scaled(np.array([model.base]))[0] == pytest.approx(0.98201, abs=1e-5)


@pytest.mark.parametrize(("others", "low", "high"), [([], 0.5, 0.5), ([BANK] * 9, 0.5, 0.55)])
def test_what_is_surely_on_topic_lies_between_off_topic_and_known_pages(others, low, high):
    vocabulary, model = model_of([FARM, GRAIN])
    fetched = TermRows()
    for weights in others:
        fetched.append(vocabulary.row(weights))
    for _ in range(2):
        model.refresh(np.zeros(len(vocabulary)), fetched)
    assert low <= model.surely() <= high


def test_on_a_web_where_most_pages_are_a_little_like_the_topic_more_is_asked_for():
    vocabulary, model = model_of([FARM, GRAIN])
    fetched = TermRows()
    for weights in [BANK | {"soil": 1.0}] * 12:
        fetched.append(vocabulary.row(weights))
    for _ in range(2):
        model.refresh(np.zeros(len(vocabulary)), fetched)
    assert 0.6 < model.surely() <= 0.983


def fetched_pages(vocabulary, *pages):
    rows = TermRows()
    for weights in pages:
        rows.append(vocabulary.row(weights))
    return rows


@pytest.mark.parametrize(
    ("counter", "near"),
    [(BANK | {"soil": 3.0}, BANK | {"soil": 2.0}), ({"银行": 3.0, "土壤": 3.0}, {"银行": 2.0, "土壤": 2.0})],
)
def test_a_counter_example_counts_at_once_and_with_full_weight(counter, near):
    def relevance(*, with_counter):
        vocabulary, model = model_of([FARM | {"土壤": 2.0}, GRAIN, PADDY])
        if with_counter:
            row = vocabulary.row(counter)
            model.label(row, row, on_topic=False)
        page, topical = relevances(vocabulary, model, near, GRAIN)
        return page, topical

    page, topical = relevance(with_counter=True)
    assert page < relevance(with_counter=False)[0]
    assert topical > 0.5


def test_a_page_labelled_as_on_topic_is_a_known_one():
    def relevance(*, labelled):
        vocabulary, model = model_of([FARM, GRAIN])
        if labelled:
            row = vocabulary.row(BANK)
            model.label(row, row, on_topic=True)
        return relevances(vocabulary, model, BANK)[0]

    assert relevance(labelled=True) > relevance(labelled=False)


def test_the_evolving_topic_follows_words_that_known_pages_do_not_have():
    vocabulary, model = model_of([FARM, GRAIN])
    new = {"soil": 2.0, "harvest": 2.0, "tractor": 3.0, "拖拉机": 2.0}
    pages = [FARM, GRAIN, *[new] * 12, *[BANK] * 12]
    fetched = fetched_pages(vocabulary, *pages)
    frequency = np.zeros(len(vocabulary))
    model.refresh(frequency, TermRows())
    only_new = fetched_pages(vocabulary, {"tractor": 3.0, "拖拉机": 2.0, "grain": 1.0})
    before = model.relevance(only_new)[0]
    for _ in range(2):
        model.refresh(frequency, fetched)
    assert model.relevance(only_new)[0] > before


def test_a_page_with_hardly_a_word_is_not_on_topic_because_one_of_them_is():
    long = {f"word{n}": 1.0 for n in range(80)}
    vocabulary, model = model_of([long | FARM, long | GRAIN])
    tag, article = relevances(vocabulary, model, {"soil": 1.0, "word1": 1.0}, long | FARM)
    assert tag < 0.2
    assert article > 0.5


def asked(asks):
    """Return a model that knows two of fifty fetched pages, these, and counts of their terms."""
    vocabulary = Vocabulary()
    model = CentroidModel(vocabulary, (), asks=asks)
    fetched, frequency = TermRows(), np.zeros(0)
    words = {
        "farm": ("soil", "土壤", "grain", "plough", "barn"),
        "bank": ("loan", "利率", "bond", "fund", "tax"),
    }
    for at in range(50):
        kind = words["farm" if at % 2 == 0 else "bank"]
        row = vocabulary.row({kind[(at // 2 + step) % 5]: 1.0 for step in range(3)})
        fetched.append(row)
        if at in (0, 2):
            model.add_known(row, row, at)
        frequency = np.append(frequency, np.zeros(len(vocabulary) - len(frequency)))
        frequency[row[0]] += 1
    model.refresh(frequency, fetched)
    model.refresh(frequency, fetched)
    return model, fetched, frequency


def test_fetched_pages_have_a_say_where_they_are_asked_and_nowhere_else():
    (alone, pages, _), (among, same, _) = asked(False), asked(True)
    said, with_others = alone.relevance(pages), among.relevance(same)
    assert not np.allclose(said[4:], with_others[4:])
    assert with_others[4::2].min() > with_others[5::2].max()


def test_neighbours_are_silent_while_an_earlier_model_is_held():
    (alone, pages, frequency), (among, same, _) = asked(False), asked(True)
    for model, fetched in ((alone, pages), (among, same)):
        model.hold(alone.learned())
        model.refresh(frequency, fetched)
    assert among.relevance(same) == pytest.approx(alone.relevance(pages))
