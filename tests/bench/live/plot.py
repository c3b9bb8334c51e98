"""A plot as SVG: panels side by side, in each two lines over the same places, each with a scale of its own."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT, MARGIN, FOOT = 320, 220, 48, 56
COLORS = ("#1d5fbf", "#c2410c")
STYLE = "font-family: system-ui, sans-serif; font-size: 11px"


@dataclass(frozen=True)
class Line:
    """What is drawn, one value for each place."""

    name: str
    values: Sequence[float]


@dataclass(frozen=True)
class Panel:
    """Two lines over the same places, evenly spaced; the first one is named on the left, the second on the right."""

    title: str
    places: Sequence[float]
    left: Line
    right: Line


def drawing(panels: Sequence[Panel]) -> str:
    """The SVG of all panels."""
    width = (WIDTH + 2 * MARGIN) * len(panels)
    height = HEIGHT + MARGIN + FOOT
    drawn = "".join(
        f'<g transform="translate({MARGIN + number * (WIDTH + 2 * MARGIN)},{MARGIN})">{_panel(panel)}</g>'
        for number, panel in enumerate(panels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" style="{STYLE}">'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{drawn}</svg>\n'
    )


def _panel(panel: Panel) -> str:
    count = max(1, len(panel.places) - 1)
    across = [WIDTH * number / count for number in range(len(panel.places))]
    axis = f'<path d="M0 0V{HEIGHT}H{WIDTH}V0" fill="none" stroke="#999"/>'
    marks = "".join(
        _text(x, HEIGHT + 16, f"{place:,g}", "middle") for x, place in zip(across, panel.places, strict=True)
    )
    title = _text(WIDTH / 2, HEIGHT + 34, panel.title, "middle")
    lines = _line(panel.left, across, COLORS[0], right=False) + _line(panel.right, across, COLORS[1], right=True)
    return axis + marks + title + lines


def _line(line: Line, across: Sequence[float], color: str, *, right: bool) -> str:
    """The line from a scale that begins at nothing, its name above and its highest value at its side."""
    top = max(line.values, default=0.0) or 1.0
    points = [(x, HEIGHT * (1 - 0.95 * value / top)) for x, value in zip(across, line.values, strict=True)]
    strokes = "".join(
        f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{color}" stroke-width="2"/>'
        for (x1, y1), (x2, y2) in pairwise(points)
    )
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in points)
    values = "".join(
        _text(x, y - 7, f"{value:,.0f}" if value >= 100 else f"{value:.1f}", "middle", color)
        for (x, y), value in zip(points, line.values, strict=True)
    )
    name = _text(WIDTH if right else 0, -28 if right else -14, line.name, "end" if right else "start", color)
    return strokes + dots + values + name


def _text(x: float, y: float, text: str, anchor: str, color: str = "#333") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{escape(text)}</text>'
