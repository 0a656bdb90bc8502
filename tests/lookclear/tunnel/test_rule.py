import numpy as np
import pytest

from lookclear.tunnel.rule import Kind, Places, Tunnel, kind_of, lead

# Links of a white page, of the box on topic of a grey page, of its menu, of a black page, of one at its end.
PAGE, BLOCK = np.array([0.9, 0.3, 0.3, 0.1, 0.1]), np.array([0.1, 0.82, 0.05, 0.1, 0.1])
PLACES = Places(
    page=PAGE,
    block=BLOCK,
    part=np.array([0.6, 0.82, 0.82, 0.1, 0.1]),
    depth=np.array([3.0, 2, 2, 2, 0]),
    run=np.array([0.0, 1, 1, 2, 4]),
    origin=np.full(5, 0.9),
    context=np.full(5, 0.4),
)
WORTH = np.array([0.7, 0.6, 0.5, 0.4, 0.3])
FIRST, SECOND = 0.5 * 0.65, 0.1625  # tunnel scores at runs of 1 and 2


@pytest.mark.parametrize(
    ("tunnel", "scores", "lane"),
    [
        (Tunnel.NONE, [0.7, 0.6, 0.5, 0.4, 0.3], []),
        (Tunnel.HARD, [0.7, 0, 0, 0, 0], []),
        (Tunnel.GREY, [0.7, 0.6, 0, 0, 0], []),
        (Tunnel.BLACK, [0.7, FIRST, FIRST, SECOND, 0], [1, 2, 3]),
        (Tunnel.BOTH, [0.7, 0.6, 0, SECOND, 0], [3]),
    ],
)
def test_which_links_are_followed_and_where_they_wait(tunnel, scores, lane):
    led = lead(WORTH, PLACES, tunnel)
    assert led.scores == pytest.approx(scores)
    assert np.flatnonzero(led.tunnel).tolist() == lane


@pytest.mark.parametrize(
    ("page", "part", "kind"),
    [(0.5, 0, Kind.WHITE), (0.49, 0.5, Kind.GREY), (0.49, 0.49, Kind.BLACK), (1, 1, Kind.WHITE)],
)
def test_kinds_of_pages(page, part, kind):
    assert kind_of(page, part) is kind


@pytest.mark.parametrize("tunnel", [Tunnel.HARD, Tunnel.GREY, Tunnel.BLACK, Tunnel.BOTH])
def test_a_link_of_a_page_on_topic_is_followed_even_if_a_strategy_gives_it_nothing(tunnel):
    led = lead(np.zeros(5), PLACES, tunnel)
    assert led.scores[0] > 0
    assert led.scores[4] == 0
