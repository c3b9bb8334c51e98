"""How names stand on a page."""

from typing import Final

from django import template
from django.template.defaultfilters import stringfilter

register = template.Library()
HYPHEN: Final = "\N{NON-BREAKING HYPHEN}"


@register.filter(is_safe=True)
@stringfilter
def unbroken(text: str) -> str:
    """A heading, a button or a link in which Up-color is not broken at its hyphen."""
    return text.replace("Up-color", f"Up{HYPHEN}color")
