"""Receipts as PDF, in the language the purchase was made in."""

import io
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from billing.amounts import shown_amount, shown_rate, vat_in
from billing.letters import printable
from billing.models import Purchase
from billing.names import name_of
from billing.seller import seller

LEFT: Final = 20 * mm
RIGHT: Final = A4[0] - 20 * mm
TOP: Final = A4[1] - 25 * mm
LINE: Final = 6 * mm
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"


class _Sheet:
    """One page that is written on from top to bottom."""

    def __init__(self, title: str, language: str) -> None:
        self.file = io.BytesIO()
        self.canvas = Canvas(self.file, pagesize=A4, invariant=True, lang=language)
        self.canvas.setTitle(title)
        self.canvas.setAuthor("Color Clash")
        self.y = TOP

    def text(self, text: str, *, bold: bool = False, size: int = 10, right: str = "") -> None:
        self.canvas.setFont(BOLD if bold else PLAIN, size)
        self.canvas.drawString(LEFT, self.y, printable(text))
        if right:
            self.canvas.drawRightString(RIGHT, self.y, printable(right))
        self.y -= LINE

    def gap(self, lines: float = 1) -> None:
        self.y -= LINE * lines

    def rule(self) -> None:
        self.canvas.line(LEFT, self.y + LINE * 0.6, RIGHT, self.y + LINE * 0.6)
        self.y -= LINE * 0.4

    def bytes(self) -> bytes:
        self.canvas.showPage()
        self.canvas.save()
        return self.file.getvalue()


def receipt_pdf(purchase: Purchase) -> bytes:
    """The receipt of a paid purchase: who sold what to whom, for how much, how much of it VAT, and what went back."""
    number = _("Receipt %(number)s") % {"number": purchase.number}
    sheet = _Sheet(f"Color Clash, {number}", purchase.language)
    _head(sheet, purchase, number)
    paid = purchase.paid_amount or 0
    name = name_of(purchase.table, purchase.term)
    sheet.text(_("What"), bold=True, right=_("Price with VAT"))
    sheet.rule()
    sheet.text(
        _("%(offer)s (gift)") % {"offer": name} if purchase.gift else name,
        right=shown_amount(purchase.amount, purchase.currency),
    )
    if paid != purchase.amount:
        sheet.text(_("Promotion code"), right=_less(purchase.amount - paid, purchase.currency))
    sheet.rule()
    sheet.text(_("Paid"), bold=True, right=shown_amount(paid, purchase.currency))
    vat = vat_in(paid, purchase.vat_rate)
    sheet.text(_("Without VAT"), right=shown_amount(paid - vat, purchase.currency))
    sheet.text(
        _("VAT %(rate)s%%") % {"rate": shown_rate(purchase.vat_rate)}, right=shown_amount(vat, purchase.currency)
    )
    if purchase.refunded:
        sheet.gap()
        sheet.text(_("Paid back"), bold=True, right=shown_amount(purchase.refunded, purchase.currency))
    return sheet.bytes()


def _less(amount: int, currency: str) -> str:
    return f"\N{MINUS SIGN}{shown_amount(amount, currency)}"


def _head(sheet: _Sheet, purchase: Purchase, number: str) -> None:
    if purchase.is_test:
        sheet.text(_("Test shop"), bold=True, size=14)
        sheet.text(_("No money moves here."))
        sheet.gap()
    who = seller()
    sheet.text(who.name or "Color Clash", bold=True, size=14)
    for line in [*who.address.splitlines(), who.mail, who.register]:
        if line:
            sheet.text(line, size=9)
    if who.vat_id:
        sheet.text(_("VAT number %(number)s") % {"number": who.vat_id}, size=9)
    sheet.gap(2)
    sheet.text(number, bold=True, size=14)
    paid_on = purchase.paid_at or purchase.created_at
    sheet.text(_("Date: %(date)s") % {"date": date_format(paid_on, "DATE_FORMAT")})
    sheet.text(_("Buyer: %(mail)s") % {"mail": purchase.mail})
    sheet.gap(2)
