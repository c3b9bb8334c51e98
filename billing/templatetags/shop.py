"""What every page of the shop shows."""

from django import template

from billing.kind import shop_kind

register = template.Library()


@register.inclusion_tag("billing/test_mark.html")
def test_mark() -> dict[str, str]:
    """Says plainly where no money moves."""
    return {"kind": shop_kind()}
