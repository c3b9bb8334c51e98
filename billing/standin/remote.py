"""The buyer's buttons and the knobs of a running stand-in, for its hosted page and for tests."""

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from billing.standin.address import Address
from billing.standin.wire import Refused, Values

SECONDS = 10.0


class Remote:
    """A stand-in elsewhere on this machine. Every call raises Refused, and OSError when it does not answer."""

    def __init__(self, address: Address) -> None:
        self._address = address

    def session(self, session_id: str) -> Values:
        return self._ask("GET", f"/v1/checkout/sessions/{session_id}")

    def pay(self, session_id: str, *, method: str = "card", promotion: str = "") -> Values:
        return self._ask("POST", f"/_/sessions/{session_id}/pay", {"method": method, "promotion": promotion})

    def settle(self, session_id: str, *, good: bool) -> Values:
        return self._ask("POST", f"/_/sessions/{session_id}/settle", {"good": good})

    def end_refund(self, refund_id: str, *, good: bool) -> Values:
        return self._ask("POST", f"/_/refunds/{refund_id}/end", {"good": good})

    def dispute(self, payment_intent: str, *, inquiry: bool = False) -> Values:
        return self._ask("POST", f"/_/payments/{payment_intent}/dispute", {"inquiry": inquiry})

    def close_dispute(self, dispute_id: str, *, won: bool) -> Values:
        return self._ask("POST", f"/_/disputes/{dispute_id}/close", {"won": won})

    def turn(self, **knobs: Any) -> None:  # noqa: ANN401 (each knob has its own kind of value)
        self._ask("POST", "/_/knobs", knobs)

    def held(self) -> list[Values]:
        """The notices kept so far, each with body and signature."""
        notices: list[Values] = self._ask("POST", "/_/notices")["notices"]
        return notices

    def truth(self) -> Values:
        """Everything the stand-in has, by kind."""
        return self._ask("GET", "/_/truth")

    def _ask(self, verb: str, path: str, values: Values | None = None) -> Values:
        request = Request(  # noqa: S310 (the address of our own stand-in)
            self._address.url + path,
            data=json.dumps(values or {}).encode() if verb == "POST" else None,
            headers={"Authorization": f"Bearer {self._address.key}", "Content-Type": "application/json"},
            method=verb,
        )
        try:
            with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                found: Values = json.load(answer)
                return found
        except HTTPError as error:
            with error:
                problem = json.load(error)["error"]
            raise Refused(error.code, problem["code"], problem["message"], kind=problem["type"]) from error
