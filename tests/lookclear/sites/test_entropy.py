import pytest

from lookclear.sites.entropy import SiteEntropy, term_entropy


@pytest.mark.parametrize(
    ("counts", "entropy"),
    [([1, 1, 1, 1], 1.0), ([5, 5, 5, 5], 1.0), ([9, 0, 0, 0], 0.0), ([2, 2, 0, 0], 0.5), ([], 0.0)],
    ids=["uniform", "uniform and frequent", "one page", "two pages", "nowhere"],
)
def test_entropy_of_the_worked_example(counts: list[int], entropy: float) -> None:
    assert term_entropy(counts, 4) == pytest.approx(entropy)


def test_entropy_of_one_page_says_nothing() -> None:
    assert term_entropy([3], 1) == 0


def test_a_site_knows_the_words_that_all_its_pages_have() -> None:
    site = SiteEntropy()
    for topic in ("tide", "盐沼", "bird", "mud"):
        site.add(["home", "contact", "首页", topic, topic])
    assert site.redundancy(["home", "首页"]) == pytest.approx(1)
    assert site.redundancy(["tide"]) == 0
    assert site.redundancy(["home", "tide"]) == pytest.approx(0.5)
    assert site.redundancy(["unknown"]) == site.redundancy([]) == 0
