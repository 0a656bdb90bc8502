import numpy as np
import pytest

from lookclear.html.parse import parse
from lookclear.links.edge_features import SIZE, edge_rows
from lookclear.links.seeing import Seen


def seen(html, url="http://a.example/p"):
    page = parse(html.encode(), url)
    count = len(page.links)
    return Seen(page, 0, (), np.arange(count), np.arange(count), 0)


def features(html):
    """Return the features of each link as a set."""
    batch = edge_rows(seen(html))
    return [set(batch[at][0].tolist()) for at in range(len(batch))]


def test_same_link_on_two_pages_has_the_same_features():
    one, other = (
        edge_rows(seen("<p>soil <a href=/x>crop 水稻</a></p>", url))
        for url in ("http://a.example/1", "http://a.example/2")
    )
    assert (one.numbers.tolist(), one.weights.tolist()) == (other.numbers.tolist(), other.weights.tolist())
    assert one.numbers.max() < SIZE


@pytest.mark.parametrize("word", ["crop", "水稻", "gpu显卡"])
def test_a_word_is_another_feature_in_the_anchor_than_beside_it(word):
    inside, beside = features(f"<p><a href=/x>{word} more</a></p><p>{word} <a href=/x>more</a></p>")
    assert inside != beside


def test_words_count_by_their_distance_on_either_side():
    near, far, before = (
        features(f"<p>{html}</p>")[0]
        for html in (
            "<a href=/x>q</a> soil",
            f"<a href=/x>q</a> {'7 ' * 12} soil",
            "soil <a href=/x>q</a>",
        )
    )
    assert near == before
    assert near != far


def test_a_word_of_an_anchor_counts_twice_at_most():
    batch = edge_rows(seen("<p><a href=/x>crop crop crop crop</a></p>"))
    assert batch.weights.max() == 2


def test_titles_and_images_count_as_anchors():
    said, titled = features("<p><a href=/x>crop</a></p>"), features("<p><a href=/x title=crop></a></p>")
    assert said == titled


def test_addresses_say_host_words_depth_digits_and_query():
    one, *others = features(
        "".join(
            f"<p><a href={url}></a></p>"
            for url in (
                "/crop/a.html",
                "/crop/a.php",
                "/soil/a.html",
                "/crop/2/a.html",
                "http://b.example/crop/a.html",
                "/crop/a.html?q=1",
            )
        )
    )
    assert all(other != one and other & one for other in others)


def test_pages_without_links_and_odd_addresses_have_features():
    assert len(edge_rows(seen("<p>soil</p>"))) == 0
    assert len(features("<p><a href='/%ff%fe?x=[1'>水</a></p>")) == 1
