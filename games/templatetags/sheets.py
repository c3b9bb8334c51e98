"""How figures of score sheets are written."""

from datetime import timedelta

from django import template
from django.utils.translation import gettext

register = template.Library()
HOUR = 3600
MINUTE = 60


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
