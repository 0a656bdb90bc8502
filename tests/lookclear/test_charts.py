from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lookclear.charts import Panel, Series, line_chart, line_charts

GOLDEN = Path(__file__).with_name("chart.svg")
HARVEST = [
    Series("mix", [(float(n), 0.5 + 0.3 * math.sin(n / 8)) for n in range(0, 41, 2)]),
    Series("宽度优先 breadth-first", [(0.0, 0.5), (20.0, 0.25), (40.0, 0.3)]),
]


def chart(series: list[Series], **options: bool) -> str:
    return line_chart(series, title="Harvest <收获率>", x_label="pages & more", y_label="on topic", **options)


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(svg).findall(f".//{{http://www.w3.org/2000/svg}}{name}")


def test_chart_equals_the_golden_file(request: pytest.FixtureRequest) -> None:
    svg = chart(HARVEST)
    if request.config.getoption("--rewrite-golden"):
        GOLDEN.write_text(svg, encoding="utf-8")
    assert svg == GOLDEN.read_text(encoding="utf-8")


def test_nothing_in_it_needs_a_style_sheet_or_a_script() -> None:
    root = ElementTree.fromstring(chart(HARVEST))
    for element in root.iter():
        assert element.tag.rpartition("}")[2] not in {"style", "script", "foreignObject"}
        assert not {"style", "class", "onload"} & set(element.attrib)


def test_title_and_description_tell_a_screen_reader_what_is_shown() -> None:
    svg = chart(HARVEST)
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert elements(svg, "title")[0].text == "Harvest <收获率>"
    description = elements(svg, "desc")[0].text or ""
    assert "宽度优先 breadth-first ends at 0.3 for 40" in description


def test_each_line_differs_in_colour_and_in_dashes() -> None:
    many = [Series(str(n), [(0, 0), (1, n)]) for n in range(8)]
    lines = elements(chart(many), "polyline")
    assert len({line.get("stroke") for line in lines}) == 8
    assert len({line.get("stroke-dasharray") for line in lines}) == 8


def test_points_stay_inside_the_picture() -> None:
    wild = [Series("a", [(1, 1e12), (2, 3e-9), (3, math.nan), (4, math.inf), (5, -1), (6, 7e11)])]
    (line,) = elements(chart(wild), "polyline")
    pairs = [tuple(map(float, pair.split(","))) for pair in (line.get("points") or "").split()]
    assert len(pairs) == 3
    assert all(0 <= x <= 640 and 0 <= y <= 360 for x, y in pairs)


@pytest.mark.parametrize("points", [[], [(0.0, 0.0)], [(3.0, 0.2)]])
def test_empty_and_single_point_series_give_a_picture(points: list[tuple[float, float]]) -> None:
    svg = chart([Series("a", points)])
    assert len(elements(svg, "circle")) == len(points)
    assert not elements(svg, "polyline")
    assert line_chart([], title="", x_label="", y_label="").endswith("</svg>\n")


def test_long_series_is_thinned_and_keeps_its_ends() -> None:
    svg = chart([Series("a", [(float(n), float(n)) for n in range(100_000)])])
    (line,) = elements(svg, "polyline")
    pairs = (line.get("points") or "").split()
    assert len(pairs) == 800
    assert "ends at 99999 for 99999" in (elements(svg, "desc")[0].text or "")


def test_many_names_wrap_inside_the_width() -> None:
    svg = chart([Series("strategy number " + str(n), [(0, 0), (1, 1)]) for n in range(9)])
    keys = [e for e in elements(svg, "line") if (e.get("stroke") or "").startswith("#")]
    assert len({e.get("y1") for e in keys}) > 1
    assert all(float(e.get("x2") or 0) < 640 for e in keys)


def test_standalone_chart_brings_its_own_ground() -> None:
    assert elements(chart(HARVEST, standalone=True), "rect")[0].get("fill") == "#ffffff"
    assert not elements(chart(HARVEST), "rect")


def test_several_small_charts_share_one_legend_and_looks():
    first = [Series("best-first", [(0, 0), (10, 4)]), Series("混合", [(0, 0), (10, 6)])]
    panels = [Panel("topic:园艺", first), Panel("a & b", first[::-1]), Panel("empty", [])]
    svg = line_charts(panels, title="Found", x_label="pages", y_label="relevant")
    root = ElementTree.fromstring(svg)
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) == 3
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("混合") == texts.count("a & b") == 1
    lines = [
        {line.get("stroke") for line in group.iter("{http://www.w3.org/2000/svg}polyline")}
        for group in root.findall("{http://www.w3.org/2000/svg}g")
    ]
    assert lines[0] == lines[1]
    assert "topic:园艺: relevant over pages. best-first ends at 4 for 10; 混合 ends at 6" in svg
    assert "style=" not in svg


def test_a_single_panel_is_a_whole_chart():
    svg = line_charts([Panel("one", [])], title="Found", x_label="x", y_label="y", standalone=True)
    assert svg == line_chart([], title="Found: one", x_label="x", y_label="y", standalone=True)
