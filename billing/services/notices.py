"""The provider's notices: each kept once, word for word, and then our state follows what it is about."""

import logging
from collections.abc import Iterable
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.utils import timezone

from accounts.audit import write_audit
from accounts.models import User
from billing import gateway
from billing.gateway import Notice, ProviderRefused, ProviderUnavailable, ShopClosed
from billing.models import ProviderEvent, Purchase
from billing.services.dispatch import send_task
from billing.services.fulfil import fulfil

MOST_TRIES: Final = 50

log = logging.getLogger(__name__)


def take_notice(*, body: bytes, signature: str) -> None:
    """Keep a signed notice and have it followed. One kept already is followed if it was not. Raises Forged."""
    notice = gateway.read_notice(body, signature)
    keep([notice], noticed=True)
    if ProviderEvent.objects.filter(pk=notice.id, settled_at__isnull=True).exists():
        send_task("billing.follow_event", event_id=notice.id)


def keep(notices: Iterable[Notice], *, noticed: bool) -> list[str]:
    """Write down those that are new, and give the ids of all."""
    rows = [
        ProviderEvent(
            id=notice.id[:255], kind=notice.kind[:100], made_at=notice.made_at, noticed=noticed, body=notice.body
        )
        for notice in notices
    ]
    ProviderEvent.objects.bulk_create(rows, ignore_conflicts=True)
    return [row.pk for row in rows]


def follow_event(*, event_id: str, again: bool = False) -> None:
    """Look at what an event is about and let our state follow; one that was followed is left alone unless `again`.

    Raises ProviderUnavailable, ShopClosed: then it stays to be followed.
    """
    event = ProviderEvent.objects.get(pk=event_id)
    if event.settled_at is not None and not again:
        return
    try:
        purchase = _purchase_of(gateway.notice_of(event.body))
        if purchase is not None:
            purchase = fulfil(purchase_id=purchase.pk)
    except (ProviderUnavailable, ProviderRefused, ShopClosed) as error:
        _note_problem(event, error)
        if isinstance(error, ProviderRefused):
            return
        raise
    ProviderEvent.objects.filter(pk=event_id).update(settled_at=timezone.now(), purchase=purchase, problem="")


def follow_event_again(*, event_id: str, staff: User, reason: str) -> None:
    """The same once more, as staff wish it. Raises as `follow_event`, and StaffRefused(no_reason)."""
    write_audit(staff=staff, act="follow", object_kind="provider event", object_id=event_id, reason=reason)
    follow_event(event_id=event_id, again=True)


def unsettled() -> list[str]:
    """Events still to be followed, the oldest first; what failed too often is left to the staff."""
    waiting = ProviderEvent.objects.filter(settled_at__isnull=True, tries__lt=MOST_TRIES)
    return list(waiting.order_by("made_at").values_list("pk", flat=True)[:500])


def newest() -> ProviderEvent | None:
    """The newest event that is known."""
    return ProviderEvent.objects.order_by("-made_at").first()


def ask_for_missed(*, overlap: timedelta) -> int:
    """Ask the provider for the events since the newest known one, or of the last three days; how many were new.

    Raises ProviderUnavailable, ProviderRefused, ShopClosed.
    """
    latest = newest()
    since = timezone.now() - timedelta(days=3) if latest is None else latest.made_at - overlap
    found = list(gateway.notices_since(since))
    known = set(ProviderEvent.objects.filter(pk__in=[each.id for each in found]).values_list("pk", flat=True))
    keep([each for each in found if each.id not in known], noticed=False)
    return len({each.id for each in found} - known)


def _purchase_of(notice: Notice) -> Purchase | None:
    """Whose payment an event is about: by its checkout, or by its payment; None when it is none of ours."""
    session_id = notice.session_id
    if session_id is None and notice.payment_intent is not None:
        by_payment = Purchase.objects.filter(payment_intent=notice.payment_intent).first()
        if by_payment is not None:
            return by_payment
        session_id = gateway.session_of(notice.payment_intent)
    if session_id is None:
        return None
    return Purchase.objects.filter(session_id=session_id).first() or _lost_checkout(session_id)


def _lost_checkout(session_id: str) -> Purchase | None:
    """The purchase for which this checkout was opened, when the answer that named it was lost."""
    payment = gateway.look_at(session_id)
    try:
        purchase_id = UUID(payment.purchase_id)
    except ValueError:
        return None
    Purchase.objects.filter(pk=purchase_id, session_id__isnull=True).update(session_id=session_id)
    return Purchase.objects.filter(pk=purchase_id, session_id=session_id).first()


def _note_problem(event: ProviderEvent, error: Exception) -> None:
    log.warning("The event %s is not followed yet: %s", event.pk, error)
    ProviderEvent.objects.filter(pk=event.pk).update(
        tries=event.tries + 1, problem=f"{type(error).__name__}: {error}"[:500]
    )
