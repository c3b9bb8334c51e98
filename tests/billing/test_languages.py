"""A receipt and the mail about it are wholly in the buyer's language."""

from __future__ import annotations

import base64
import re
import zlib
from typing import TYPE_CHECKING

import pytest
from django.core import mail
from django.core.management import call_command
from django.utils.translation import override, trans_real

from billing.checks import unprintable
from billing.letters import printable
from billing.receipts import receipt_pdf
from billing.services.fulfil import fulfil
from billing.services.mails import send_confirmation, send_found_purchase
from tests.billing.shopping import order
from tests.catalog_texts import foreign

if TYPE_CHECKING:
    from pytest_django import Settings

    from accounts.models import User
    from billing.models import Offer
    from billing.standin.remote import Remote

TEST_SHOP = {"fr": "Boutique d\u2019essai", "es": "Tienda de prueba"}
MONTHS = {
    *("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre"),
    *("décembre", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre"),
    *("noviembre", "diciembre", "de"),
}


@pytest.fixture(scope="module", autouse=True)
def _catalogs() -> None:
    call_command("compilemessages", verbosity=0)
    trans_real._translations.clear()  # type: ignore[attr-defined]
    trans_real._default = None  # type: ignore[attr-defined]


def lines_of(pdf: bytes) -> list[str]:
    """What is written on its pages."""
    streams = re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    drawn = b"".join(zlib.decompress(base64.a85decode(b"<~" + each.strip(), adobe=True)) for each in streams)
    texts = re.findall(rb"\(((?:\\.|[^\\)])*)\) Tj", drawn)
    plain = [re.sub(rb"\\(\d{3}|.)", _unescaped, text) for text in texts]
    return [text.decode("cp1252") for text in plain]


def _unescaped(found: re.Match[bytes]) -> bytes:
    return bytes([int(found[1], 8)]) if found[1].isdigit() else found[1]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["fr", "es"])
def test_a_receipt_and_its_mails_say_nothing_in_another_language(
    ana: User, offers: dict[str, Offer], provider: Remote, language: str
) -> None:
    purchase = order(ana, offers["siege"], gift=True)
    purchase.language = language
    purchase.save()
    provider.pay(purchase.session_id or "")
    purchase = fulfil(purchase_id=purchase.pk)
    mail.outbox.clear()
    with override(language):
        lines = lines_of(receipt_pdf(purchase))
    assert len(lines) > 8
    send_confirmation(purchase_id=str(purchase.pk))
    send_found_purchase(number=purchase.number, mail=purchase.mail)
    assert len(mail.outbox) == 2
    assert TEST_SHOP[language] in lines[0]
    for letter in mail.outbox:
        assert TEST_SHOP[language] in str(letter.body).splitlines()[0]
        lines += [str(letter.subject), *str(letter.body).splitlines()]
    assert foreign(lines, language, {purchase.number, purchase.mail, *MONTHS}) == []


def test_letters_that_a_receipt_cannot_have_lose_their_marks_and_are_said_to_at_the_start(settings: Settings) -> None:
    assert printable("Jeux d\u2019\u0141\u00f3d\u017a, 4,99\u202f\u20ac") == "Jeux d\u2019L\u00f3dz, 4,99\u00a0\u20ac"
    assert printable("\u1e9e \u0416") == "? ?"
    settings.SELLER = {"name": "\u0141ucja", "address": "rue de l\u2019\u0152uvre\nLyon"}
    assert unprintable() == {"COLORCLASH_SELLER_NAME": "Lucja"}
