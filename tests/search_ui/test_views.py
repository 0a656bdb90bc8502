import pytest

from search_ui.i18n import catalogues
from search_ui.interface import Interface
from search_ui.params import SearchParams
from search_ui.views import cut_pieces, language_tag, note_texts

UI = Interface(catalogues()["en"], SearchParams(), "/")


@pytest.mark.parametrize("tag", ["en", "zh-Hans", "zh-Hant-TW", "gsw"])
def test_language_tags_pass(tag: str) -> None:
    assert language_tag(tag) == tag


@pytest.mark.parametrize("tag", ["", "english", "e", "en_US", 'en" onload="', "en-", "中文"])
def test_what_is_no_language_tag_is_left_out(tag: str) -> None:
    assert language_tag(tag) == ""


def test_notes_are_said_once_and_unknown_ones_in_general_words() -> None:
    texts = note_texts(("query-cut", "query-cut", "brand-new:x", "../../etc", "other"), UI)
    assert texts == (UI.catalogue.text("note.query_cut"), UI.catalogue.text("note.other"))


def test_long_titles_are_cut_with_their_marks() -> None:
    pieces = (("a" * 5, False), ("b" * 5, True), ("c" * 5, False))
    assert cut_pieces(pieces, 15) == pieces
    assert cut_pieces(pieces, 7) == (("aaaaa", False), ("bb", True), ("…", False))
