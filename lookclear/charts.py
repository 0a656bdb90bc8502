"""Line charts as SVG text that can stand inside a page or alone in a file.

No script, no style sheet, no inline style: only presentation attributes, which a strict content security
policy lets through. Text and axes take the colour of the page's text (`currentColor`); the lines' colours
have a contrast of at least 3.7:1 on white and on a dark page (#161616), and each line has its own dash
pattern, so that colour is never the only difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

# (colour, dash pattern)
_LOOKS = (
    ("#2f7ed8", ""),
    ("#d1600b", "7 4"),
    ("#2e8b57", "2 3"),
    ("#b455c4", "9 3 2 3"),
    ("#8a7a00", "14 4"),
    ("#c8405a", "4 2"),
    ("#0b8a9a", "1 4"),
    ("#7c7c7c", "12 3 3 3 3 3"),
)
_BOLD = ' font-weight="600"'
_ACROSS, _HEAD = 2, 36  # small charts side by side; pixels above them
_FONT = "system-ui, sans-serif"
_OWN_COLOUR = ' color="#1a1a1a"'
_LEFT, _RIGHT, _TOP, _AXIS = 56, 16, 48, 48  # margins around the plot, in pixels
_LEGEND_ROW, _LETTER = 18, 7  # pixels; a letter is an estimate, wide (Chinese) ones count double
_MOST_POINTS = 800  # more than the pixels of a line show nothing more


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its name, and its (x, y) points in the order of x."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Panel:
    """One of several small charts: its title and its lines."""

    title: str
    series: Sequence[Series]


@dataclass(frozen=True, slots=True)
class _Plot:
    """Maps data to pixels."""

    x_end: float
    y_end: float
    width: float
    height: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        return _LEFT + x / self.x_end * self.width, _TOP + self.height - y / self.y_end * self.height


def line_chart(
    series: Sequence[Series],
    *,
    title: str,
    x_label: str,
    y_label: str,
    width: int = 640,
    height: int = 360,
    standalone: bool = False,
) -> str:
    """Draw lines from the origin of both axes, with a legend and a spoken description.

    Values below 0 and values that are not finite are left out. The same input gives the same text.
    `standalone` paints a white ground, for a file that no page gives its colours to.
    """
    lines = _drawable(series)
    legend = _legend_rows([line.name for line in lines], width)
    plot = _plot(lines, width, height - _LEGEND_ROW * len(legend))
    parts = [
        _text(_LEFT, 22, title, size=15, more=_BOLD),
        *_axes(plot, x_label, y_label),
        *(_line(line, index, plot) for index, line in enumerate(lines)),
        *_legend(legend, height),
    ]
    return _svg(parts, title, _description(lines, x_label, y_label), width, height, standalone=standalone)


def line_charts(
    panels: Sequence[Panel],
    *,
    title: str,
    x_label: str,
    y_label: str,
    width: int = 960,
    panel_height: int = 260,
    standalone: bool = False,
) -> str:
    """Draw several small charts in two columns, each on its own axes, with one legend for all.

    Lines of one name look alike in all of them. A single panel is one large chart.
    """
    if len(panels) == 1:
        named = f"{title}: {panels[0].title}"
        return line_chart(
            panels[0].series, title=named, x_label=x_label, y_label=y_label, standalone=standalone
        )
    names = list(dict.fromkeys(line.name for panel in panels for line in panel.series))
    legend = _legend_rows(names, width)
    rows = -(-len(panels) // _ACROSS)
    height = _HEAD + rows * panel_height + _LEGEND_ROW * len(legend)
    parts = [_text(_LEFT, 24, title, size=17, more=_BOLD)]
    told = []
    for at, panel in enumerate(panels):
        lines = _drawable(panel.series)
        plot = _plot(lines, width // _ACROSS, panel_height)
        x, y = at % _ACROSS * (width // _ACROSS), _HEAD + at // _ACROSS * panel_height
        parts += [
            f'<g transform="translate({x} {y})">',
            _text(_LEFT, 20, panel.title, size=13, more=_BOLD),
            *_axes(plot, x_label, y_label),
            *(_line(line, names.index(line.name), plot) for line in lines),
            "</g>",
        ]
        told.append(f"{panel.title}: {_description(lines, x_label, y_label)}")
    parts += _legend(legend, height)
    return _svg(parts, title, " ".join(told), width, height, standalone=standalone)


def _svg(
    parts: Sequence[str], title: str, description: str, width: int, height: int, *, standalone: bool
) -> str:
    size = f'width="{width}" height="{height}"'
    every = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" role="img"'
        f' font-family="{_FONT}" font-size="12" fill="currentColor"{_OWN_COLOUR if standalone else ""}>',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(description)}</desc>",
        f'<rect {size} fill="#ffffff"/>' if standalone else "",
        *parts,
        "</svg>",
    ]
    return "\n".join(part for part in every if part) + "\n"


def _drawable(series: Sequence[Series]) -> list[Series]:
    return [Series(line.name, _thinned(_finite(line.points))) for line in series]


def _plot(lines: Sequence[Series], width: int, height: int) -> _Plot:
    return _Plot(
        x_end=_rounded_up(max((x for line in lines for x, _ in line.points), default=1.0)),
        y_end=_rounded_up(max((y for line in lines for _, y in line.points), default=1.0)),
        width=max(1, width - _LEFT - _RIGHT),
        height=max(1, height - _TOP - _AXIS),
    )


def _finite(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x, y) for x, y in points if math.isfinite(x) and math.isfinite(y) and x >= 0 and y >= 0]


def _thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Keep evenly spread points, always the first and the last."""
    if len(points) <= _MOST_POINTS:
        return points
    step = (len(points) - 1) / (_MOST_POINTS - 1)
    return [points[round(index * step)] for index in range(_MOST_POINTS)]


def _rounded_up(value: float) -> float:
    """Return the end of an axis that holds `value`: five round steps.

    >>> _rounded_up(400), _rounded_up(0.83), _rounded_up(0)
    (400.0, 1.0, 1.0)
    """
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value / 5))
    step = next(
        factor
        for factor in (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
        if factor * power * 5 >= value * (1 - 1e-9)
    )
    return step * power * 5


def _number(value: float) -> str:
    """Write a number short and without float noise.

    >>> _number(0.30000000000000004), _number(2500.0), _number(12000.0)
    ('0.3', '2500', '12000')
    """
    return f"{round(value, 10):.10g}" if abs(value) < 1e10 else f"{value:.3g}"


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 12, more: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{more}'
    return f"<text {place}>{escape(text)}</text>"


def _axes(plot: _Plot, x_label: str, y_label: str) -> list[str]:
    parts = []
    for step in range(6):
        x, y = plot.x_end * step / 5, plot.y_end * step / 5
        left, across = plot.at(0, y)
        parts.append(
            f'<line x1="{left:.1f}" y1="{across:.1f}" x2="{left + plot.width:.1f}" y2="{across:.1f}"'
            f' stroke="currentColor" stroke-opacity="{0.6 if step == 0 else 0.15}"/>'
        )
        parts.append(_text(left - 6, across + 4, _number(y), anchor="end"))
        along, bottom = plot.at(x, 0)
        parts.append(_text(along, bottom + 16, _number(x), anchor="middle"))
    middle, bottom = plot.at(plot.x_end / 2, 0)
    parts.append(_text(middle, bottom + 34, x_label, anchor="middle"))
    parts.append(_text(_LEFT, _TOP - 8, y_label, anchor="start"))
    return parts


def _stroke(index: int) -> str:
    colour, dashes = _LOOKS[index % len(_LOOKS)]
    return f'stroke="{colour}" stroke-width="2"' + (f' stroke-dasharray="{dashes}"' if dashes else "")


def _line(line: Series, index: int, plot: _Plot) -> str:
    pixels = [plot.at(*point) for point in line.points]
    if not pixels:
        return ""
    if len(pixels) == 1:
        x, y = pixels[0]
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="none" {_stroke(index)}/>'
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in pixels)
    return f'<polyline points="{points}" fill="none" {_stroke(index)}/>'


def _legend_rows(names: Sequence[str], width: int) -> list[list[tuple[int, str, float]]]:
    """Lay the names out in rows of (index of the line, name, x)."""
    rows: list[list[tuple[int, str, float]]] = []
    x = float(width)
    for index, name in enumerate(names):
        room = 44.0 + _LETTER * sum(1 if ord(letter) < 0x1100 else 2 for letter in name)
        if not rows or x + room > width - _RIGHT:
            rows.append([])
            x = _LEFT
        rows[-1].append((index, name, x))
        x += room
    return rows


def _legend(rows: Sequence[Sequence[tuple[int, str, float]]], height: int) -> list[str]:
    parts = []
    for row, entries in enumerate(rows):
        y = height - _LEGEND_ROW * (len(rows) - row) + 10
        for index, name, x in entries:
            parts.append(f'<line x1="{x:.1f}" y1="{y - 4}" x2="{x + 24:.1f}" y2="{y - 4}" {_stroke(index)}/>')
            parts.append(_text(x + 30, y, name))
    return parts


def _description(lines: Sequence[Series], x_label: str, y_label: str) -> str:
    """Say in words what the lines show: where each ends."""
    ends = []
    for line in lines:
        if line.points:
            x, y = line.points[-1]
            ends.append(f"{line.name} ends at {_number(round(y, 3))} for {_number(round(x, 3))}")
    return f"{y_label} over {x_label}. " + ("; ".join(ends) + "." if ends else "No data.")
