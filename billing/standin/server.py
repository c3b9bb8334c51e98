"""The stand-in's HTTP: Stripe's addresses under `/v1/`, the knobs and the buyer's buttons under `/_/`.

Requests that change something and bear an `Idempotency-Key` are answered as Stripe documents it: the first answer
again for the same request, 400 for another request with the same key, 409 while the first is still worked on.
"""

import json
import re
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from billing.standin.address import Address, folder_of, write_address
from billing.standin.knobs import Knobs
from billing.standin.postman import Postman
from billing.standin.register import Register
from billing.standin.shop import Shop
from billing.standin.wire import Refused, Values, listed, read_form

LOOPBACK: Final = "127.0.0.1"
LARGEST: Final = 64 * 1024

Answer = Callable[["StandIn", re.Match[str], Values], Values]


class StandIn:
    """A running provider: on a port of its own, with a register in the data folder.

    `notices` is where the site takes them, `hosted` the address of its page for a checkout, with {} for the id.
    """

    def __init__(self, data: Path, *, notices: str, hosted: str, port: int = 0) -> None:
        folder_of(data).mkdir(mode=0o700, parents=True, exist_ok=True)
        self.knobs = Knobs()
        self.register = Register(folder_of(data) / "register.sqlite3")
        self.shop = Shop(self.register, self.knobs, hosted)
        self.http = ThreadingHTTPServer((LOOPBACK, port), _Handler)
        self.http.stand_in = self  # type: ignore[attr-defined]
        self.address: Address = write_address(data, f"http://{LOOPBACK}:{self.http.server_address[1]}")
        self.postman = Postman(self.shop, address=notices, secret=self.address.secret)

    def serve(self) -> None:
        """Answer until `stop`."""
        self.postman.start()
        self.http.serve_forever(poll_interval=0.02)

    def stop(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.postman.stop()
        self.register.close()

    def answer(self, verb: str, path: str, values: Values) -> Values:
        """What a request gives. Raises Refused."""
        for method, pattern, act in ROUTES:
            if method == verb and (found := re.fullmatch(pattern, path)):
                with self.shop.lock:
                    return act(self, found, values)
        raise Refused(404, "resource_missing", f"no such address: {verb} {path}")

    def truth(self) -> Values:
        """All objects there are, by kind."""
        kinds = ("checkout.session", "payment_intent", "refund", "dispute", "event")
        return {kind: self.register.all(kind) for kind in kinds}


def _session(stand_in: StandIn, found: re.Match[str], query: Values) -> Values:
    session = stand_in.shop.session(found[1])
    if "payment_intent" in query.get("expand", {}).values() and session["payment_intent"]:
        intent = stand_in.shop.object(session["payment_intent"], "payment_intent")
        return {**session, "payment_intent": intent}
    return session


def _sessions(stand_in: StandIn, _found: re.Match[str], query: Values) -> Values:
    wanted = query.get("payment_intent")
    every = stand_in.register.all("checkout.session")
    sessions = [each for each in every if wanted is None or each["payment_intent"] == wanted]
    return listed(sessions, query, "/v1/checkout/sessions")


def _events(stand_in: StandIn, _found: re.Match[str], query: Values) -> Values:
    since = int(query.get("created", {}).get("gte", 0))
    events = [each for each in stand_in.register.all("event") if each["created"] >= since]
    return listed(events, query, "/v1/events")


def _turn(stand_in: StandIn, wishes: Values) -> Values:
    try:
        stand_in.knobs.turn(wishes)
    except ValueError as error:
        raise Refused(400, "parameter_unknown", str(error)) from error
    return {}


ROUTES: Final[tuple[tuple[str, str, Answer], ...]] = (
    ("POST", "/v1/checkout/sessions", lambda s, _, v: s.shop.create_session(v)),
    ("GET", "/v1/checkout/sessions", _sessions),
    ("GET", "/v1/checkout/sessions/([^/]+)", _session),
    ("POST", "/v1/checkout/sessions/([^/]+)/expire", lambda s, f, _: s.shop.expire_session(f[1])),
    ("GET", "/v1/payment_intents/([^/]+)", lambda s, f, _: s.shop.object(f[1], "payment_intent")),
    ("POST", "/v1/refunds", lambda s, _, v: s.shop.create_refund(v)),
    ("GET", "/v1/refunds", lambda s, _, v: listed(s.shop.refunds(v.get("payment_intent", "")), v, "/v1/refunds")),
    ("GET", "/v1/refunds/([^/]+)", lambda s, f, _: s.shop.object(f[1], "refund")),
    ("GET", "/v1/disputes", lambda s, _, v: listed(s.shop.disputes(v.get("payment_intent", "")), v, "/v1/disputes")),
    ("GET", "/v1/disputes/([^/]+)", lambda s, f, _: s.shop.object(f[1], "dispute")),
    ("GET", "/v1/events", _events),
    ("GET", "/v1/events/([^/]+)", lambda s, f, _: s.shop.object(f[1], "event")),
    ("GET", "/_/truth", lambda s, _, __: s.truth()),
    ("POST", "/_/knobs", lambda s, _, v: _turn(s, v)),
    ("POST", "/_/notices", lambda s, _, __: {"notices": s.postman.held()}),
    ("POST", "/_/sessions/([^/]+)/pay", lambda s, f, v: s.shop.pay(f[1], **v)),
    ("POST", "/_/sessions/([^/]+)/settle", lambda s, f, v: s.shop.settle(f[1], **v)),
    ("POST", "/_/refunds/([^/]+)/end", lambda s, f, v: s.shop.end_refund(f[1], **v)),
    ("POST", "/_/payments/([^/]+)/dispute", lambda s, f, v: s.shop.dispute(f[1], **v)),
    ("POST", "/_/disputes/([^/]+)/close", lambda s, f, v: s.shop.close_dispute(f[1], **v)),
)


class _Handler(BaseHTTPRequestHandler):
    """One request: who asks, what is asked, and the answer under its idempotency key."""

    protocol_version = "HTTP/1.1"
    server_version = "test-shop"
    sys_version = ""
    wbufsize = -1  # an answer in one piece: else it waits for the last one to be acknowledged

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        self._answer("GET", parts.path, read_form(parts.query))

    def do_POST(self) -> None:
        text = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), LARGEST)).decode()
        values: Values
        if self.headers.get("Content-Type", "").startswith("application/json"):
            values = json.loads(text or "{}")
        else:
            values = read_form(text)
        key = self.headers.get("Idempotency-Key")
        path = urlsplit(self.path).path
        if key and path.startswith("/v1/"):
            self._answer_once(key, path, values)
        else:
            self._answer("POST", path, values)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base class's word)
        """Nobody reads a line for every request."""

    @property
    def _stand_in(self) -> StandIn:
        found: StandIn = self.server.stand_in  # type: ignore[attr-defined]
        return found

    def _answer(self, verb: str, path: str, values: Values) -> None:
        status, body = self._outcome(verb, path, values)
        self._send(f"{verb} {path}", status, body)

    def _answer_once(self, key: str, path: str, values: Values) -> None:
        register = self._stand_in.register
        asked = json.dumps([path, values], sort_keys=True)
        known = register.begin(key, asked)
        if known is None:
            status, body = self._outcome("POST", path, values)
            if status in {400, 401, 404}:
                register.forget(key)
            else:
                register.answer(key, status, body)
        elif known[0] != asked:
            refused = Refused(
                400, "idempotency_key_reused", "the key was used for another request", kind="idempotency_error"
            )
            status, body = refused.status, json.dumps(refused.as_values())
        elif known[1] is None or known[2] is None:
            refused = Refused(409, "idempotency_key_in_use", "a request with this key is still worked on")
            status, body = refused.status, json.dumps(refused.as_values())
        else:
            status, body = known[1], known[2]
        self._send(f"POST {path}", status, body)

    def _outcome(self, verb: str, path: str, values: Values) -> tuple[int, str]:
        if self.headers.get("Authorization") != f"Bearer {self._stand_in.address.key}":
            return 401, json.dumps(Refused(401, "api_key_invalid", "no such key").as_values())
        try:
            if path.startswith("/v1/") and self._stand_in.knobs.linger:
                time.sleep(self._stand_in.knobs.linger)
            return 200, json.dumps(self._stand_in.answer(verb, path, values))
        except Refused as refused:
            return refused.status, json.dumps(refused.as_values())
        except TypeError as error:
            return 400, json.dumps(Refused(400, "parameter_unknown", str(error)).as_values())

    def _send(self, request: str, status: int, body: str) -> None:
        if self._stand_in.knobs.swallows(request):
            self.close_connection = True
            return
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())
