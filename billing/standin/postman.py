"""Brings notices to the site: signed, again when it does not answer, and as badly as the knobs say."""

import hashlib
import hmac
import json
import logging
import random
import threading
import time
from typing import Final
from urllib.error import URLError
from urllib.request import Request, urlopen

from billing.standin.shop import Shop
from billing.standin.wire import Values

STEP: Final = 0.05
LOOK: Final = 5.0
"""Seconds between two looks for checkouts that are over."""
RETRIES: Final = (1.0, 5.0, 30.0, 300.0, 3600.0)
"""Seconds until a notice that was not taken is brought again; after the last it is given up."""
SECONDS: Final = 10.0
STALE: Final = 600

log = logging.getLogger(__name__)


class Postman:
    """One thread that brings what is due. `address` is where the site takes notices; without one they are kept."""

    def __init__(self, shop: Shop, *, address: str, secret: str) -> None:
        self._shop, self._address, self._secret = shop, address, secret
        self._ending = threading.Event()
        self._chance = random.Random()
        self._thread = threading.Thread(target=self._work, name="postman", daemon=True)
        shop.told = self.take

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ending.set()
        self._thread.join()

    def take(self, event_id: str) -> None:
        """A new event is to be told, as often as the knobs say."""
        knobs = self._shop.knobs
        if self._chance.random() < knobs.drop:
            return
        for _ in range(knobs.copies):
            self._shop.register.post(event_id, time.time() + knobs.delay)

    def held(self) -> list[Values]:
        """What has been kept, signed now: body and signature of each. It is kept no longer."""
        waiting = self._shop.register.waiting(time.time() + 1e9)
        for place, _, _ in waiting:
            self._shop.register.sent(place)
        bodies = [self._body(event_id) for _, event_id, _ in waiting]
        return [{"body": body, "signature": self._signature(body)} for body in bodies]

    def _work(self) -> None:
        looked = time.monotonic()
        while not self._ending.wait(STEP):
            if time.monotonic() - looked > LOOK:
                looked = time.monotonic()
                with self._shop.lock:
                    self._shop.expire_old()
            if self._shop.knobs.hold or not self._address:
                continue
            due = self._shop.register.waiting(time.time())
            if self._shop.knobs.reorder:
                self._chance.shuffle(due)
            for place, event_id, tries in due:
                self._bring(place, event_id, tries)

    def _bring(self, place: int, event_id: str, tries: int) -> None:
        body = self._body(event_id)
        headers = {"Content-Type": "application/json", "Stripe-Signature": self._signature(body)}
        request = Request(self._address, data=body.encode(), headers=headers, method="POST")  # noqa: S310 (our own site)
        try:
            with urlopen(request, timeout=SECONDS):  # noqa: S310
                self._shop.register.sent(place)
        except (URLError, OSError) as error:
            if tries >= len(RETRIES):
                log.warning("The notice %s was given up: %s", event_id, error)
                self._shop.register.sent(place)
            else:
                self._shop.register.put_off(place, time.time() + RETRIES[tries])

    def _body(self, event_id: str) -> str:
        return json.dumps(self._shop.register.find(event_id))

    def _signature(self, body: str) -> str:
        knobs = self._shop.knobs
        at = int(time.time()) - (STALE if self._chance.random() < knobs.stale else 0)
        secret = "whsec_another" if self._chance.random() < knobs.forge else self._secret
        made = hmac.new(secret.encode(), f"{at}.{body}".encode(), hashlib.sha256).hexdigest()
        return f"t={at},v1={made}"
