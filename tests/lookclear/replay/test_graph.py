import pytest

from lookclear.replay.graph import LinkGraph, target_length
from lookclear.replay.pages import RecordedPages
from lookclear.replay.web import RecordedWeb
from tests.web.site import moved
from tests.web.topical import record

SITE = "http://far.test"


def links(*paths, rel=""):
    return "<p>土壤 soil " + "".join(f'<a href="{path}"{rel}>{path}</a> ' for path in paths) + "</p>"


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    pages = {
        f"{SITE}/0": links("/1", "/moved", "/gone", "/0") + links("/hidden", rel=' rel="nofollow"'),
        f"{SITE}/1": links("/2"),
        f"{SITE}/2": links("/3", "/0"),
        f"{SITE}/3": links(),
        f"{SITE}/hidden": links("/3"),
        f"{SITE}/moved": moved("/3"),
    }
    return LinkGraph.of(RecordedPages(RecordedWeb.open(record(pages, tmp_path_factory.mktemp("far")))))


def test_links_are_those_that_can_be_followed_to_a_page_redirects_included(graph):
    assert graph.links[f"{SITE}/0"] == (f"{SITE}/1", f"{SITE}/3")
    assert f"{SITE}/moved" not in graph.links


def test_the_nearest_seed_counts(graph):
    assert graph.distances([f"{SITE}/0"])[f"{SITE}/2"] == 2
    assert graph.distances([f"{SITE}/0", f"{SITE}/1"])[f"{SITE}/2"] == 1
    assert f"{SITE}/hidden" not in graph.distances([f"{SITE}/0"])


def test_target_length_is_the_mean_of_what_was_found(graph):
    distances = graph.distances([f"{SITE}/0"])
    assert target_length([f"{SITE}/1", f"{SITE}/2"], distances) == 1.5
    assert target_length([f"{SITE}/hidden"], distances) is None
