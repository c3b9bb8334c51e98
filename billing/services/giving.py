"""What a paid purchase gives: an entitlement, or a gift's code; one of it, there exactly while the money stays."""

import secrets
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from billing.models import Entitlement, GiftCode, PremiumTable, Purchase
from billing.services.entitlements import standing_of
from billing.services.history import Kind, add_line
from billing.services.people import holder_of

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and figures that are not taken for each other: five bits each."""
CODE_LENGTH: Final = 16
REVERSED: Final = "the payment does not stay"


class GiftRefused(Exception):
    """The code is not redeemed; `code` says why: unknown, redeemed, blocked, owned."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def settle_grant(purchase: Purchase) -> None:
    """Make what was given match the purchase, which the caller has locked. Staff's own withdrawals stay."""
    stands = purchase.state == Purchase.State.PAID and not purchase.reversed
    if purchase.gift:
        _settle_code(purchase, stands=stands)
    elif stands and not Entitlement.objects.filter(purchase=purchase).exists():
        _grant(purchase, purchase.holder_id)
    _settle_entitlement(purchase, stands=stands)


@transaction.atomic
def redeem_gift(*, user: User, code: str) -> Entitlement:
    """Turn a gift's code into an entitlement of this account; who has done so is given it again. Raises GiftRefused."""
    wanted = clean_code(code)
    found = GiftCode.objects.filter(code=wanted).values_list("purchase", flat=True).first()
    if found is None:
        raise GiftRefused("unknown")
    purchase = Purchase.objects.select_for_update().get(pk=found)
    gift = GiftCode.objects.get(purchase=purchase)
    if gift.blocked_at is not None:
        raise GiftRefused("blocked")
    if gift.redeemed_at is not None:
        return _redeemed_before(purchase, user)
    holder = holder_of(user)
    if purchase.term == Entitlement.Term.LASTING and owns(holder.pk, purchase.table):
        raise GiftRefused("owned")
    gift.redeemed_at, gift.redeemed_by = timezone.now(), holder
    gift.save()
    add_line(Kind.GIFT_REDEEMED, purchase=purchase, reference=str(gift))
    return _grant(purchase, holder.pk)


def _redeemed_before(purchase: Purchase, user: User) -> Entitlement:
    """What the button pressed twice gave the first time. Raises GiftRefused."""
    his = Entitlement.objects.filter(purchase=purchase, holder__user=user).first()
    if his is None or not his.stands:
        raise GiftRefused("redeemed")
    return his


def owns(identity_id: UUID, table: str) -> bool:
    """Whether this person's account holds this table (empty: all of them) for good already."""
    return covers(standing_of(identity_id).filter(term=Entitlement.Term.LASTING).values_list("table", flat=True), table)


def covers(tables: Iterable[str], table: str) -> bool:
    """Whether these tables are all of that one; empty stands for every table there is."""
    held = set(tables)
    wanted = {table} if table else {each.value for each in PremiumTable}
    return "" in held or wanted <= held


def clean_code(text: str) -> str:
    """A code as it is kept, however it was typed."""
    return "".join(letter for letter in text.upper() if letter in ALPHABET)[: CODE_LENGTH + 1]


def new_code(length: int) -> str:
    """Letters and figures nobody can guess: five bits each."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _grant(purchase: Purchase, holder_id: UUID) -> Entitlement:
    granted = Entitlement.objects.create(
        holder_id=holder_id,
        table=purchase.table,
        term=purchase.term,
        purchase=purchase,
        grant_reason=f"{'gift' if purchase.gift else 'purchase'} {purchase.number}",
    )
    add_line(Kind.GRANTED, purchase=purchase, entitlement=granted)
    return granted


def _settle_entitlement(purchase: Purchase, *, stands: bool) -> None:
    held = Entitlement.objects.select_for_update().filter(purchase=purchase).first()
    if held is None or held.withdrawn_by_id is not None or (held.withdrawn_at is None) == stands:
        return
    held.withdrawn_at = None if stands else timezone.now()
    held.withdraw_reason = "" if stands else REVERSED
    held.save(update_fields=["withdrawn_at", "withdraw_reason"])
    add_line(Kind.RESTORED if stands else Kind.WITHDRAWN, purchase=purchase, entitlement=held)


def _settle_code(purchase: Purchase, *, stands: bool) -> None:
    code = GiftCode.objects.filter(purchase=purchase).first()
    if code is None:
        if stands:
            made = GiftCode.objects.create(code=new_code(CODE_LENGTH), purchase=purchase)
            add_line(Kind.GIFT_MADE, purchase=purchase, reference=str(made))
        return
    if (code.blocked_at is None) == stands:
        return
    code.blocked_at = None if stands else timezone.now()
    code.save(update_fields=["blocked_at"])
    add_line(Kind.GIFT_RESTORED if stands else Kind.GIFT_BLOCKED, purchase=purchase, reference=str(code))
