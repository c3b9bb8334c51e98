"""Amounts as readers of each language write them."""

from django import template

from billing.amounts import shown_amount, shown_rate

register = template.Library()


@register.filter
def money(amount: int, currency: str) -> str:
    return shown_amount(amount, currency)


@register.filter
def percent(rate: int) -> str:
    return shown_rate(rate)
