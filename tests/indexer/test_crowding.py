import random

import pytest

from indexer import Document, Index, Options
from indexer.crowding import PAGES, spread


@pytest.mark.parametrize("seed", range(20))
def test_every_result_is_on_one_page_and_hosts_are_spread(seed):
    rng = random.Random(seed)
    hosts = rng.choices("abcd", weights=[8, 4, 2, 1], k=rng.randint(0, 50))
    order = spread(hosts, 10, 2)
    assert sorted(order) == list(range(len(hosts)))
    first = [hosts[place] for place in order[:10]]
    if len(set(hosts)) >= 4 and min(map(hosts.count, "abcd")) >= 2 and len(hosts) >= 10:
        assert min(map(first.count, "abcd")) >= 2


def test_pages_of_a_search_part_the_ranking(tmp_path):
    with Index.open(tmp_path) as index:
        for number in range(70):
            host = "big" if number < 60 else f"small{number}"
            index.add(Document(f"http://{host}.org/{number}", body="marsh " * (80 - number)))
        options = Options(per_host=2, facets=True)
        pages = [index.search("marsh", limit=5, offset=5 * page, options=options).hits for page in range(14)]
        plain = [hit.key for hit in index.search("marsh", limit=70).hits]
        shown = [hit.key for hits in pages for hit in hits]
        assert sorted(shown) == sorted(plain)
        assert set(shown[: 5 * PAGES]) == set(plain[: 5 * PAGES])
        big = [hit for hit in pages[0] if hit.host == "big.org"]
        assert [hit.more for hit in big[:-1]] == [0] * (len(big) - 1)
        assert big[-1].more == 60 - len(big)
        whole = index.search("marsh", limit=70, options=options).hits
        assert [hit.more for hit in whole] == [0] * 70
