"""What the stand-in knows how to do: checkouts, payments, refunds, disputes, and an event for every change."""

import secrets
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from billing.standin.knobs import Knobs
from billing.standin.register import Register
from billing.standin.wire import Refused, Values, number

if TYPE_CHECKING:
    from collections.abc import Callable

PROMOTIONS: Final = {"HALF": 50, "FREE": 100}
"""Promotion codes, and percent off."""
DAY: Final = 24 * 3600


class Shop:
    """The provider. Every call is done wholly before the next one begins."""

    def __init__(self, register: Register, knobs: Knobs, hosted: str) -> None:
        self.register, self.knobs, self.hosted = register, knobs, hosted
        self.lock = threading.RLock()
        self.told: Callable[[str], None] = lambda _event: None

    # Checkouts.

    def create_session(self, params: Values) -> Values:
        item = params.get("line_items", {}).get("0", {})
        price = item.get("price_data", {})
        amount = number(price, "unit_amount") * int(item.get("quantity", 1))
        if amount <= 0 or not price.get("currency"):
            raise Refused(400, "parameter_missing", "a line needs an amount and a currency")
        session_id = _new_id("cs_test")
        session = {
            "id": session_id,
            "object": "checkout.session",
            "created": int(time.time()),
            "livemode": False,
            "mode": params.get("mode", "payment"),
            "status": "open",
            "payment_status": "unpaid",
            "amount_subtotal": amount,
            "amount_total": amount,
            "currency": price["currency"],
            "client_reference_id": params.get("client_reference_id"),
            "metadata": params.get("metadata", {}),
            "customer_email": params.get("customer_email"),
            "locale": params.get("locale"),
            "description": price.get("product_data", {}).get("name", ""),
            "success_url": params.get("success_url"),
            "cancel_url": params.get("cancel_url"),
            "expires_at": int(params.get("expires_at", time.time() + DAY)),
            "payment_intent": None,
            "url": self.hosted.format(session_id),
        }
        return self.register.keep(session)

    def session(self, session_id: str) -> Values:
        session = self._found(session_id, "checkout.session")
        if session["status"] == "open" and time.time() > session["expires_at"]:
            return self._expired(session)
        return session

    def expire_session(self, session_id: str) -> Values:
        session = self.session(session_id)
        if session["status"] != "open":
            raise Refused(400, "checkout_not_open", f"this checkout is {session['status']}")
        return self._expired(session)

    def expire_old(self) -> None:
        for session in self.register.all("checkout.session"):
            self.session(session["id"])

    def pay(self, session_id: str, *, method: str, promotion: str = "") -> Values:
        """The buyer's press of a button. `method`: card, declined, delayed. Raises Refused."""
        session = self.session(session_id)
        if session["status"] != "open":
            raise Refused(400, "checkout_not_open", f"this checkout is {session['status']}")
        if promotion and promotion.upper() not in PROMOTIONS:
            raise Refused(400, "promotion_unknown", "no such promotion code")
        off = PROMOTIONS.get(promotion.upper(), 0)
        total = session["amount_subtotal"] * (100 - off) // 100
        if total == 0:
            session |= {"status": "complete", "payment_status": "no_payment_required", "amount_total": 0}
            return self._changed(session, "checkout.session.completed")
        if method == "declined" or self.knobs.decline:
            raise Refused(402, "card_declined", "the card was declined", kind="card_error")
        intent = self.register.keep(self._intent(session, total, "processing" if method == "delayed" else "succeeded"))
        paid = intent["status"] == "succeeded"
        session |= {
            "status": "complete",
            "payment_status": "paid" if paid else "unpaid",
            "amount_total": total,
            "payment_intent": intent["id"],
        }
        self.register.keep(session)
        self._tell("payment_intent.succeeded" if paid else "payment_intent.processing", intent)
        return self._changed(session, "checkout.session.completed")

    def settle(self, session_id: str, *, good: bool) -> Values:
        """The bank's word on a delayed payment."""
        session = self.session(session_id)
        intent = self._found(session["payment_intent"] or "", "payment_intent")
        if intent["status"] != "processing":
            raise Refused(400, "payment_intent_unexpected_state", f"the payment is {intent['status']}")
        intent["status"] = "succeeded" if good else "requires_payment_method"
        self._changed(intent, "payment_intent.succeeded" if good else "payment_intent.payment_failed")
        if good:
            session["payment_status"] = "paid"
        return self._changed(session, f"checkout.session.async_payment_{'succeeded' if good else 'failed'}")

    # Refunds.

    def create_refund(self, params: Values) -> Values:
        intent = self._found(params.get("payment_intent", ""), "payment_intent")
        if intent["status"] != "succeeded":
            raise Refused(400, "charge_not_captured", "nothing was paid")
        amount = number(params, "amount") if "amount" in params else intent["amount"] - self._refunded(intent)
        if amount <= 0 or self._refunded(intent) + amount > intent["amount"]:
            raise Refused(400, "charge_already_refunded", "more than was paid")
        if any(dispute["status"] in {"needs_response", "lost"} for dispute in self.disputes(intent["id"])):
            raise Refused(400, "charge_disputed", "the payment is contested")
        refund = {
            "id": _new_id("re"),
            "object": "refund",
            "created": int(time.time()),
            "amount": amount,
            "currency": intent["currency"],
            "payment_intent": intent["id"],
            "charge": intent["latest_charge"],
            "status": self.knobs.refunds,
            "metadata": params.get("metadata", {}),
        }
        self.register.keep(refund)
        self._tell("refund.created", refund)
        if refund["status"] == "succeeded":
            self._tell("charge.refunded", self._charge(intent))
        return refund

    def end_refund(self, refund_id: str, *, good: bool) -> Values:
        """The bank's last word on a refund: it may fail after it has succeeded."""
        refund = self._found(refund_id, "refund")
        refund["status"] = "succeeded" if good else "failed"
        if not good:
            refund["failure_reason"] = "lost_or_stolen_card"
        self._changed(refund, "refund.updated")
        if not good:
            self._tell("refund.failed", refund)
        return refund

    def refunds(self, payment_intent: str) -> list[Values]:
        return [each for each in self.register.all("refund") if each["payment_intent"] == payment_intent]

    # Disputes.

    def dispute(self, payment_intent: str, *, inquiry: bool = False) -> Values:
        """The card's holder contests the payment, or only asks about it."""
        intent = self._found(payment_intent, "payment_intent")
        dispute = {
            "id": _new_id("du"),
            "object": "dispute",
            "created": int(time.time()),
            "amount": intent["amount"],
            "currency": intent["currency"],
            "payment_intent": intent["id"],
            "charge": intent["latest_charge"],
            "reason": "fraudulent",
            "status": "warning_needs_response" if inquiry else "needs_response",
        }
        self.register.keep(dispute)
        self._tell("charge.dispute.created", dispute)
        if not inquiry:
            self._tell("charge.dispute.funds_withdrawn", dispute)
        return dispute

    def close_dispute(self, dispute_id: str, *, won: bool) -> Values:
        dispute = self._found(dispute_id, "dispute")
        inquiry = dispute["status"].startswith("warning_")
        dispute["status"] = "warning_closed" if inquiry and won else "won" if won else "lost"
        if won and not inquiry:
            self._tell("charge.dispute.funds_reinstated", dispute)
        return self._changed(dispute, "charge.dispute.closed")

    def disputes(self, payment_intent: str) -> list[Values]:
        return [each for each in self.register.all("dispute") if each["payment_intent"] == payment_intent]

    # What they have in common.

    def object(self, object_id: str, kind: str) -> Values:
        """Raises Refused."""
        return self._found(object_id, kind)

    def _found(self, object_id: str, kind: str) -> Values:
        found = self.register.find(object_id)
        if found is None or found["object"] != kind:
            raise Refused(404, "resource_missing", f"no such {kind}: {object_id}")
        return found

    def _intent(self, session: Values, amount: int, status: str) -> Values:
        return {
            "id": _new_id("pi"),
            "object": "payment_intent",
            "created": int(time.time()),
            "amount": amount,
            "currency": session["currency"],
            "status": status,
            "metadata": session["metadata"],
            "latest_charge": _new_id("ch"),
        }

    def _charge(self, intent: Values) -> Values:
        return {
            "id": intent["latest_charge"],
            "object": "charge",
            "payment_intent": intent["id"],
            "amount": intent["amount"],
            "amount_refunded": self._refunded(intent),
        }

    def _refunded(self, intent: Values) -> int:
        return sum(each["amount"] for each in self.refunds(intent["id"]) if each["status"] != "failed")

    def _expired(self, session: Values) -> Values:
        session["status"] = "expired"
        return self._changed(session, "checkout.session.expired")

    def _changed(self, values: Values, kind: str) -> Values:
        self.register.keep(values)
        self._tell(kind, values)
        return values

    def _tell(self, kind: str, about: Values) -> None:
        event: dict[str, Any] = {
            "id": _new_id("evt"),
            "object": "event",
            "api_version": "2026-10-28.endive",
            "created": int(time.time()),
            "livemode": False,
            "type": kind,
            "data": {"object": about},
        }
        self.register.keep(event)
        self.told(event["id"])


def _new_id(prefix: str) -> str:
    return f"{prefix}_{secrets.token_hex(12)}"
