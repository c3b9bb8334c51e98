"""The one door to the payment provider: its client is imported here and nowhere else.

What the rest of the site sees of it are the few facts below. A payment is looked at, never believed: notices say only
that something may have changed.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Literal

import stripe
from django.conf import settings
from django.db import connection

from billing.kind import stand_in_address

if TYPE_CHECKING:
    from billing.models import Purchase

SECONDS: Final = 10.0
"""How long one answer of the provider may take."""
TOLERANCE: Final = 300
"""Seconds by which a notice's signature may be older or newer than our clock."""
PAGE: Final = 100

log = logging.getLogger(__name__)


class ShopClosed(Exception):
    """There is nobody here who takes payments."""


class ProviderUnavailable(Exception):
    """The provider did not answer: whether it did what was asked is unknown."""


class ProviderRefused(Exception):
    """The provider will not do it; `code` is its own word for why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Forged(ValueError):
    """A notice that does not bear the provider's signature, or an old one."""


@dataclass(frozen=True, slots=True)
class RefundSeen:
    """A refund as the provider has it; `request` is ours when we asked for it. Amounts in the smallest unit."""

    id: str
    amount: int
    state: Literal["pending", "succeeded", "failed"]
    request: str


@dataclass(frozen=True, slots=True)
class DisputeSeen:
    """A dispute as the provider has it."""

    id: str
    amount: int
    state: Literal["inquiry", "open", "won", "lost"]
    reason: str


@dataclass(frozen=True, slots=True)
class Payment:
    """All that the provider says about one checkout now. `asked` is what it cost before any promotion code."""

    session_id: str
    purchase_id: str
    state: Literal["open", "confirming", "paid", "failed", "expired"]
    asked: int
    total: int
    currency: str
    payment_intent: str | None
    refunds: tuple[RefundSeen, ...] = ()
    disputes: tuple[DisputeSeen, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """An event: its id, what it is about (ids only; the rest is not to be believed), and its words."""

    id: str
    kind: str
    made_at: datetime
    body: str
    session_id: str | None
    payment_intent: str | None


def open_checkout(purchase: "Purchase", *, name: str, back: str, away: str) -> tuple[str, str]:
    """A page at the provider's on which this purchase is paid: its session's id and address.

    The purchase's id is the idempotency key, so that asking again after a lost answer opens no second one. `back`
    and `away` are our addresses for who has paid and who has not. Raises ProviderUnavailable, ProviderRefused.
    """
    facts = {"purchase": str(purchase.pk)}
    params: Any = {
        "mode": "payment",
        "client_reference_id": str(purchase.pk),
        "metadata": facts,
        "payment_intent_data": {"metadata": facts},
        "customer_email": purchase.mail,
        "locale": purchase.language,
        "allow_promotion_codes": True,
        "expires_at": int(purchase.expires_at.timestamp()),
        "success_url": back,
        "cancel_url": away,
        "line_items": [
            {
                "quantity": 1,
                "price_data": {
                    "currency": purchase.currency,
                    "unit_amount": purchase.amount,
                    "tax_behavior": "inclusive",
                    "product_data": {"name": name},
                },
            }
        ],
    }
    with _asking():
        session = _client().v1.checkout.sessions.create(params, {"idempotency_key": f"purchase:{purchase.pk}:create"})
    if not session.url:
        raise ProviderRefused("no_page", "the checkout has no page")
    return session.id, session.url


def look_at(session_id: str) -> Payment:
    """What the provider says about a checkout and all that became of its payment. Raises as `open_checkout`."""
    with _asking():
        client = _client().v1
        session = client.checkout.sessions.retrieve(session_id, {"expand": ["payment_intent"]})
        intent: Any = session.payment_intent
        intent_id = None if intent is None else intent if isinstance(intent, str) else intent.id
        refunds: tuple[RefundSeen, ...] = ()
        disputes: tuple[DisputeSeen, ...] = ()
        if intent_id is not None:
            found = client.refunds.list({"payment_intent": intent_id, "limit": PAGE})
            refunds = tuple(_refund(refund) for refund in found.auto_paging_iter())
            contested = client.disputes.list({"payment_intent": intent_id, "limit": PAGE})
            disputes = tuple(_dispute(dispute) for dispute in contested.auto_paging_iter())
    return Payment(
        session_id=session.id,
        purchase_id=session.client_reference_id or "",
        state=_state(session, intent),
        asked=session.amount_subtotal or 0,
        total=session.amount_total or 0,
        currency=session.currency or "",
        payment_intent=intent_id,
        refunds=refunds,
        disputes=disputes,
    )


def session_of(payment_intent: str) -> str | None:
    """The checkout that a payment came from. Raises as `open_checkout`."""
    with _asking():
        found = _client().v1.checkout.sessions.list({"payment_intent": payment_intent, "limit": 1})
        return found.data[0].id if found.data else None


def close_checkout(session_id: str) -> None:
    """Nobody can pay on this page any more; one that is paid or closed already stays so."""
    try:
        with _asking():
            _client().v1.checkout.sessions.expire(session_id)
    except ProviderRefused as refused:
        log.info("The checkout %s stays as it is: %s", session_id, refused)


def send_refund(*, payment_intent: str, amount: int, request: str) -> str:
    """Have money sent back; the provider's id for it. Repeating a request sends nothing twice.

    Raises as `open_checkout`.
    """
    params: Any = {"payment_intent": payment_intent, "amount": amount, "metadata": {"request": request}}
    with _asking():
        return _client().v1.refunds.create(params, {"idempotency_key": f"refund:{request}"}).id


def read_notice(body: bytes, signature: str) -> Notice:
    """A notice that bears a signature by one of our secrets, not older or newer than five minutes. Raises Forged."""
    for secret in _secrets():
        try:
            stripe.WebhookSignature.verify_header(body.decode(), signature, secret, TOLERANCE)
        except (stripe.SignatureVerificationError, UnicodeDecodeError, ValueError):
            continue
        stamp = next((part[2:] for part in signature.split(",") if part.startswith("t=")), "0")
        # The provider's own check knows old signatures only.
        if int(stamp) > datetime.now(UTC).timestamp() + TOLERANCE:
            continue
        return notice_of(body.decode())
    raise Forged("no secret of ours made this signature")


def notices_since(since: datetime) -> Iterator[Notice]:
    """Every event since then that may concern us, the newest first. Raises as `open_checkout`."""
    params: Any = {"created": {"gte": int(since.timestamp())}, "limit": PAGE}
    with _asking():
        for event in _client().v1.events.list(params).auto_paging_iter():
            yield notice_of(json.dumps(event.to_dict()))


def notice_of(body: str) -> Notice:
    """What an event is about. Raises Forged for words that are no event."""
    try:
        event = json.loads(body)
        about = event["data"]["object"]
        session = about["id"] if about["object"] == "checkout.session" else None
        intent = about["id"] if about["object"] == "payment_intent" else about.get("payment_intent")
        made_at = datetime.fromtimestamp(event["created"], UTC)
        return Notice(str(event["id"]), str(event["type"]), made_at, body, session, _id_of(intent))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Forged(f"no event: {error}") from error


def _client() -> stripe.StripeClient:
    options: dict[str, Any] = {
        "http_client": stripe.RequestsClient(timeout=SECONDS),
        # A repeat has the same idempotency key, so that it cannot do anything twice.
        "max_network_retries": 1,
    }
    if settings.STRIPE_KEY:
        return stripe.StripeClient(settings.STRIPE_KEY, **options)
    address = stand_in_address()
    if address is None:
        raise ShopClosed
    return stripe.StripeClient(address.key, base_addresses={"api": address.url}, **options)


def _secrets() -> list[str]:
    if settings.STRIPE_KEY:
        return list(settings.STRIPE_NOTICE_SECRETS)
    address = stand_in_address()
    return [] if address is None else [address.secret]


class _asking:  # noqa: N801 (reads as a statement)
    """Puts the provider's errors into our words; nobody waits for him with one of the database's few connections."""

    def __enter__(self) -> None:
        if not connection.in_atomic_block:
            connection.close()

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if not isinstance(error, stripe.StripeError):
            return
        # 409: the same request, or another one about the same, is just being worked on.
        if (
            isinstance(error, stripe.APIConnectionError | stripe.RateLimitError | stripe.APIError)
            or error.http_status == HTTPStatus.CONFLICT
        ):
            raise ProviderUnavailable(str(error)) from error
        raise ProviderRefused(error.code or type(error).__name__, str(error)) from error


def _state(session: Any, intent: Any) -> Literal["open", "confirming", "paid", "failed", "expired"]:  # noqa: ANN401
    if session.status == "expired":
        return "expired"
    if session.status != "complete":
        return "open"
    if session.payment_status in {"paid", "no_payment_required"}:
        return "paid"
    declined = not isinstance(intent, str | None) and intent.status in {"requires_payment_method", "canceled"}
    return "failed" if declined else "confirming"


def _refund(refund: Any) -> RefundSeen:  # noqa: ANN401
    states: dict[str, Literal["pending", "succeeded", "failed"]] = {
        "succeeded": "succeeded",
        "failed": "failed",
        "canceled": "failed",
    }
    request = (refund.to_dict().get("metadata") or {}).get("request", "")
    return RefundSeen(refund.id, refund.amount, states.get(refund.status or "", "pending"), request)


def _dispute(dispute: Any) -> DisputeSeen:  # noqa: ANN401
    states: dict[str, Literal["inquiry", "won", "lost"]] = {"won": "won", "lost": "lost", "warning_closed": "won"}
    inquiry = dispute.status.startswith("warning_")
    state = states.get(dispute.status) or ("inquiry" if inquiry else "open")
    return DisputeSeen(dispute.id, dispute.amount, state, dispute.reason or "")


def _id_of(found: object) -> str | None:
    """The id of something that may be there as a whole."""
    if isinstance(found, dict):
        found = found.get("id")
    return found if isinstance(found, str) else None
