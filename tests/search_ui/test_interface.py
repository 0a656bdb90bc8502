from starlette.requests import Request

from search_ui.interface import Interface


def interface(path: str = "/search", query: str = "", *, root: str = "", accept: str = "") -> Interface:
    scope = {
        "type": "http",
        "path": root + path,
        "root_path": root,
        "query_string": query.encode(),
        "headers": [(b"accept-language", accept.encode())],
    }
    return Interface.of(Request(scope), "en")


def test_a_chosen_language_stays_through_links() -> None:
    assert interface(query="ui=zh").link("/search", q="会计") == "/search?q=%E4%BC%9A%E8%AE%A1&ui=zh"


def test_a_language_of_the_browser_is_not_written_into_links() -> None:
    assert interface(accept="zh-CN").link("/search", q="a") == "/search?q=a"


def test_an_unknown_language_is_not_passed_on() -> None:
    assert interface(query="ui=%22%3E").link("/") == "/"


def test_links_begin_with_the_prefix_of_a_proxy() -> None:
    ui = interface(root="/topics/accounting")
    assert ui.path == "/search"
    assert ui.link("/page/abc", q="a") == "/topics/accounting/page/abc?q=a"


def test_language_switch_keeps_query_and_page() -> None:
    [(other, address)] = interface(query="q=cash+flow&page=2&ui=en").other_languages()
    assert (other.code, address) == ("zh", "/search?q=cash+flow&page=2&ui=zh")


def test_no_path_makes_the_switch_lead_to_another_host() -> None:
    for path in ("//evil.example/", "///evil.example", "/\\evil.example", "/\t/evil.example"):
        [(_, address)] = interface(path=path).other_languages()
        assert address.startswith("/")
        assert address[1] not in "/\\\t"
