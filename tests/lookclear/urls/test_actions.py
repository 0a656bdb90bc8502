import pytest

from lookclear.urls.actions import action
from lookclear.urls.address import read_address


def told(path):
    return action(read_address(f"http://example.org{path}"))


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("/logout", "logout"),
        ("/en/user/sign-out/", "sign-out"),
        ("/Account/LogOff.aspx", "LogOff.aspx"),
        ("/?logout&u=http://x", "logout"),
        ("/shop/cart/add/17", "cart/add"),
        ("/shop/add_to_cart", "add_to_cart"),
        ("/茶?add-to-cart=41057", "add-to-cart"),
        ("/forum?action=logout", "action=logout"),
        ("/forum?do=delete&id=3", "do=delete"),
    ],
)
def test_addresses_that_do_something_are_told(path, word):
    assert f"'{word}'" in told(path)


@pytest.mark.parametrize(
    "path",
    [
        "/wiki/Logout",
        "/reference/cli/docker/logout/",
        "/docs/Map/delete",
        "/logout-button-design",
        "/cart",
        "/add/",
        "/search?q=logout",
        "/search?q=delete",
        "/forum?action=show",
        "/退出",
    ],
)
def test_addresses_that_show_something_pass(path):
    assert told(path) == ""
