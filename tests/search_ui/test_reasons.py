from indexer import Explanation, StoredDocument, WordShare
from search_ui.i18n import catalogues
from search_ui.interface import Interface
from search_ui.params import SearchParams
from search_ui.reasons import why_view

UI = Interface(catalogues()["en"], SearchParams("running 江大 mar* salt"), "/why/x")
PAGE = StoredDocument(0, "http://a.org/", "http://a.org/", "", "text")


def test_parts_are_named_as_they_were_typed() -> None:
    told = Explanation(
        3.0,
        2.0,
        0.4,
        0.1,
        (
            WordShare(("run",), "", "word", 1, 1.0),
            WordShare(("江大",), "", "characters", 0, 0.5),
            WordShare(tuple(f"mar{n}" for n in range(9)), "title", "any", 0, 0.5),
            WordShare(("salt", "marsh"), "", "phrase", 0, 0.0),
        ),
        matches=True,
    )
    view = why_view(PAGE, told, UI)
    assert [part.name for part in view.words] == [
        "running",
        "江大",
        "mar0, mar1, mar2, mar3, mar4, …",
        "salt marsh",
    ]
    assert [part.remark for part in view.words] == [
        "in 1 page",
        "as characters side by side",
        "any of these words · in the title",
        "side by side",
    ]
    assert [part.share for part in view.words] == [1.0, 0.5, 0.5, 0.0]
    assert [part.value for part in view.factors] == [0.4, 0.1]
    assert view.title == "a.org"
