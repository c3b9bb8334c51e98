"""Charts as SVG pictures on paper, for an `img`: what they say stands beside them in a table as well."""

import re
from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from html import unescape
from typing import Any, Final
from xml.etree.ElementTree import Element

import pygal
from django.utils.formats import date_format
from pygal.style import Style

from games.selectors.statistics import Bar
from games.templatetags.sheets import total

SIZE: Final = (480, 260)
DATES: Final = 4
"""Dates written below the line at most."""
LABELS: Final = 6
"""Bars that all have their label below them."""
FEW: Final = 5
"""Whole numbers that are all marked on the axis."""
PAPER: Final = Style(
    background="#fffdf8",
    plot_background="#fffdf8",
    foreground="#17171c",
    foreground_strong="#17171c",
    foreground_subtle="#56524a",
    colors=("#2264c8",),
    opacity="1",
    font_family="system-ui, sans-serif",
    label_font_size=15,
    major_label_font_size=15,
    no_data_font_size=18,
    guide_stroke_color="#cbc1ab",
    major_guide_stroke_color="#cbc1ab",
)


def points_chart(points: Sequence[tuple[datetime, int]]) -> bytes:
    """What match after match has come to, as a line."""
    chart = pygal.Line(
        **_manner(),
        dots_size=4,
        stroke_style={"width": 2.5},
        truncate_label=-1,
    )
    chart.x_labels = _sparse([date_format(ended, "SHORT_DATE_FORMAT") for ended, _ in points], DATES)
    return _of_whole(chart, [value for _, value in points])


def distribution_chart(bars: Sequence[Bar]) -> bytes:
    """How many rounds have come to how many points, as bars."""
    chart = pygal.Bar(
        **_manner(),
        truncate_label=-1,
    )
    chart.x_labels = _sparse([bar_label(bar) for bar in bars], LABELS)
    return _of_whole(chart, [bar.rounds for bar in bars])


def bar_label(bar: Bar) -> str:
    """The points that a bar spans."""
    return total(bar.least) if bar.least == bar.most else f"{total(bar.least)}\u2013{total(bar.most)}"


def _sparse(labels: Sequence[str], most: int) -> list[str]:
    """So many labels at most, each where it begins; the library goes by what they say, so none stands twice."""
    apart = -(-len(labels) // most)
    kept: list[str] = []
    last = -apart
    for number, label in enumerate(labels):
        shown = label not in kept and number - last >= apart
        last = number if shown else last
        kept.append(label if shown else "")
    return kept


def _manner() -> dict[str, Any]:
    return {
        "style": PAPER,
        "width": SIZE[0],
        "height": SIZE[1],
        "js": (),
        "show_legend": False,
        "disable_xml_declaration": True,
        "no_data_text": "",
        "margin": 12,
        "margin_right": 36,
        "max_scale": 6,
        "spacing": 8,
        "value_formatter": lambda value: total(round(value)),
    }


def style_hashes(drawn: bytes) -> list[str]:
    """The styles written in a picture, as a content policy names them."""
    styles = re.findall(r"<style[^>]*>(.*?)</style>", drawn.decode(), re.DOTALL)
    return [f"'sha256-{b64encode(sha256(unescape(style).encode()).digest()).decode()}'" for style in styles]


def _of_whole(chart: pygal.Graph, values: Sequence[int]) -> bytes:
    """The picture of whole numbers: of few of them each is marked, where the library would mark fractions between."""
    least, most = min([0, *values]), max([0, *values])
    if most - least <= FEW:
        chart.y_labels = list(range(least, most + 1))
    chart.add("", values)
    return _drawn(chart)


def _drawn(chart: pygal.Graph) -> bytes:
    chart.add_xml_filter(_picture_alone)
    drawn: str = chart.render()
    return drawn.encode()


def _picture_alone(root: Element) -> Element:
    """Without what the library adds to have it answer to the pointer: scripts, and styles of single elements."""
    for parent in list(root.iter()):
        for script in parent.findall("script"):
            parent.remove(script)
        for rule in filter(None, parent.attrib.pop("style", "").split(";")):
            name, _, value = rule.partition(":")
            parent.set(name.strip(), value.strip())
    return root
