"""How figures of score sheets are written."""

from datetime import timedelta

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()
HOUR = 3600
MINUTE = 60


@register.simple_tag
def figure_head(*labels: str) -> SafeString:
    """Heads of columns of figures."""
    head = '<th scope="col" role="columnheader" class="figure-cell">{}</th>'
    return format_html_join("", head, ((label,) for label in labels))


@register.simple_tag
def figure(label: str, value: object, sign: str = "") -> SafeString:
    """A figure in its cell, with what its column is called: a phone shows each row by itself, without the heads."""
    return format_html('<td role="cell" class="figure-cell" data-label="{}">{}{}</td>', label, sign, value)


@register.filter
def signed(points: int) -> str:
    """Points of a round as the sheet has them, with their sign before them."""
    return f"+{points}" if points > 0 else total(points)


@register.filter
def total(points: int | str) -> str:
    """A total or an average, with the sign of subtraction where it is below nothing."""
    return str(points).replace("-", "\u2212")


@register.filter
def plain(points: int) -> int:
    """Points without their sign, as languages count them."""
    return abs(points)


@register.filter
def lasted(span: timedelta) -> str:
    """How long something took, in hours and minutes, or in seconds if it was less than a minute."""
    seconds = round(span.total_seconds())
    values = {"hours": seconds // HOUR, "minutes": seconds % HOUR // MINUTE, "seconds": seconds}
    if seconds >= HOUR:
        return gettext("%(hours)s h %(minutes)s min") % values
    if seconds >= MINUTE:
        return gettext("%(minutes)s min") % values
    return gettext("%(seconds)s s") % values
