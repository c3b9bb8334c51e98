"""What the shop writes to buyers: that they have bought, and where to find it again. Sent by background tasks."""

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext, override

from billing.models import Purchase
from billing.names import name_of
from billing.receipt_links import receipt_key
from billing.seller import seller


def send_confirmation(*, purchase_id: str) -> None:
    """The order's confirmation, with what the law wants a buyer to keep."""
    purchase = Purchase.objects.get(pk=purchase_id)
    if purchase.state == Purchase.State.PAID:
        _send(purchase, "billing/mail/bought.txt", subject="bought")


def send_found_purchase(*, number: str, mail: str) -> None:
    """To whom a purchase was confirmed once, where it is; nothing to anybody else."""
    purchase = Purchase.objects.filter(number=number, mail__iexact=mail).first()
    if purchase is not None:
        _send(purchase, "billing/mail/found.txt", subject="found")


def _send(purchase: Purchase, template: str, *, subject: str) -> None:
    with override(purchase.language):
        subjects = {
            "bought": gettext("Your purchase %(number)s"),
            "found": gettext("Where your purchase %(number)s is"),
        }
        context = {
            "purchase": purchase,
            "name": name_of(purchase.table, purchase.term),
            "address": settings.COLORCLASH_PUBLIC_URL.rstrip("/") + reverse("purchase", args=[purchase.number]),
            "seller": seller(),
            "receipt": _receipt(purchase),
        }
        send_mail(
            subjects[subject] % {"number": purchase.number},
            render_to_string(template, context),
            None,
            [purchase.mail],
        )


def _receipt(purchase: Purchase) -> str:
    """An address that opens the receipt for a week without signing in; empty while nothing is paid."""
    if purchase.state != Purchase.State.PAID:
        return ""
    path = reverse("receipt", args=[purchase.number])
    return f"{settings.COLORCLASH_PUBLIC_URL.rstrip('/')}{path}?key={receipt_key(purchase.number)}"
