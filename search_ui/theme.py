"""The site's own colour, from topic.toml: as a stylesheet of a few lines, readable on light and on dark."""

from __future__ import annotations

import re

from lookclear.errors import ConfigError

LEAST_CONTRAST = 4.5  # WCAG 2.2, 1.4.3
_COLOUR = re.compile(r"#?([0-9a-fA-F]{6})")
_LIGHT, _DARK = (0xFC, 0xFD, 0xFC), (0x11, 0x18, 0x17)  # the papers of site.css
_WHITE, _BLACK = (255, 255, 255), (0x0C, 0x17, 0x16)
Rgb = tuple[int, int, int]


def stylesheet(accent: str) -> str:
    """Return rules that give links and buttons a colour such as #7a1f5c; '' for none.

    It is darkened on light paper and lightened on dark paper until it can be read. Raises ConfigError for
    what is no colour.
    """
    if not accent:
        return ""
    match = _COLOUR.fullmatch(accent.strip())
    if match is None:
        raise ConfigError(f"site.accent has the value {accent!r}", hint='write a colour such as "#7a1f5c"')
    colour: Rgb = tuple(bytes.fromhex(match[1]))  # type: ignore[assignment]
    light = _readable(colour, on=_LIGHT, towards=(0, 0, 0))
    dark = _readable(colour, on=_DARK, towards=(255, 255, 255))
    return (
        f":root {{ {_rules(light)} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {_rules(dark)} }} }}\n"
    )


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance).

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _readable(colour: Rgb, *, on: Rgb, towards: Rgb) -> Rgb:
    for step in range(21):
        mixed: Rgb = tuple(  # type: ignore[assignment]
            round(part + (end - part) * step / 20) for part, end in zip(colour, towards, strict=True)
        )
        if contrast(mixed, on) >= LEAST_CONTRAST + 0.1:
            return mixed
    return towards


def _rules(colour: Rgb) -> str:
    text = "#{:02x}{:02x}{:02x}".format(*colour)
    ink = max((_WHITE, _BLACK), key=lambda one: contrast(one, colour))
    on_it = "#{:02x}{:02x}{:02x}".format(*ink)
    return f"--accent: {text}; --link: {text}; --on-accent: {on_it};"


def _luminance(colour: Rgb) -> float:
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
