"""What a template shows is escaped, whatever it is and wherever it stands."""

import re
from pathlib import Path

import pytest

import search_ui
from search_ui.i18n import catalogues
from search_ui.interface import Interface
from search_ui.params import SearchParams
from search_ui.render import templates

ROOM = Path(search_ui.__file__).parent
UNESCAPED = re.compile(r"\|\s*(safe|tojson|xmlattr|forceescape)\b|autoescape|\bMarkup\b|__html__")
MARKUP = "<b>marsh</b> 盐沼 & \"'><img src=x>"


def test_nothing_is_exempt_from_escaping() -> None:
    sources = [path for path in ROOM.rglob("*") if path.suffix in {".html", ".xml", ".py"}]
    assert len(sources) > 20
    found = {path.name: UNESCAPED.findall(path.read_text(encoding="utf-8")) for path in sources}
    charts = "harvest.py"  # they escape their own texts
    assert {name for name, hits in found.items() if hits} == {"render.py", charts}
    assert "autoescape=True" in (ROOM / "render.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "part",
    [
        "{{ parts.pieces([[text, true]]) }}",
        "{{ parts.pieces([[text, false]]) }}",
        "{{ parts.trail([text, text]) }}",
        "{{ parts.search_form(ui) }}",
    ],
)
def test_markup_stays_text_in_every_part(part: str) -> None:
    ui = Interface(catalogues()["en"], SearchParams(MARKUP), "/")
    source = '{% import "parts.html" as parts %}' + part
    shown = templates().from_string(source).render(text=MARKUP, ui=ui)
    assert "&lt;b&gt;marsh&lt;/b&gt; 盐沼 &amp; " in shown
    assert "<b>" not in shown
    assert "<img" not in shown
