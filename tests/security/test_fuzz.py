"""Whatever is sent to the site is answered, or refused with a reason: by no address and no message is anything broken.

`make test` draws a few examples, `make fuzz` thousands. What failed once is printed and comes again with the same seed.
"""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Identity, User
from accounts.roles import ensure_roles
from accounts.services import SESSION_KEY
from games.engine import RULESETS
from games.protocol.lobby import RoomRequest
from games.protocol.messages import Act, Beat, Malformed, RoomAct, Sync, read_message
from tests.moderation.staff import browser_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_django import Settings

TIMES = int(os.environ.get("COLORCLASH_EXAMPLES_TIMES", "1"))
BOUNDED = settings(
    max_examples=100 * TIMES, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)

# Messages.

KINDS = [
    "act",
    "room",
    "beat",
    "sync",
    "play",
    "draw",
    "keep",
    "choose",
    "announce",
    "catch",
    "return",
    "ready",
    "leave",
]
WISHES = ["ready", "rename", "table", "seat", "computers", "remove", "start", "rematch", "aside", "leave"]
KEYS = [
    "type", "kind", "id", "match", "epoch", "version", "act", "do", "card", "color", "announce", "seat", "call",
    "ready", "name", "ruleset", "length", "timer", "teams", "member", "levels", "fast", "rounds", "to", "losses",
    "wish",
]  # fmt: skip
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=30), st.sampled_from([*KINDS, *WISHES]),
    st.sampled_from(["0" * 16, "a" * 8, "00" + "a" * 26, "m1", "clash-classic", "red", "easy", "\ud800", "\u0000"]),
)  # fmt: skip
TREES = st.recursive(
    VALUES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner, max_size=8)
    ),
    max_leaves=20,
)
NEARLY_ACTS = st.fixed_dictionaries(
    {"type": st.just("act"), "id": st.just("0" * 16) | VALUES, "match": st.just("00" + "a" * 26) | VALUES},
    optional={
        "epoch": st.integers(-1, 2**54) | VALUES,
        "version": st.integers(-1, 2**54) | VALUES,
        "act": st.fixed_dictionaries(
            {"kind": st.sampled_from(KINDS)}, optional={"card": VALUES, "color": VALUES, "seat": VALUES, "call": VALUES}
        )
        | TREES,
        "more": VALUES,
    },
)
NEARLY_WISHES = st.fixed_dictionaries(
    {"type": st.just("room"), "id": st.just("0" * 16), "epoch": st.just(0), "version": st.just(0)},
    optional={
        "do": st.fixed_dictionaries(
            {"kind": st.sampled_from(WISHES)},
            optional=dict.fromkeys(("ready", "name", "ruleset", "length", "timer", "member", "seat", "levels"), TREES),
        )
        | TREES
    },
)
MEMBERS = st.integers(0, 9).map("m{}".format)
LENGTHS = st.fixed_dictionaries({}, optional=dict.fromkeys(("rounds", "to", "losses"), st.integers(1, 100)))
WELL_FORMED_WISHES = st.one_of(
    st.fixed_dictionaries({"kind": st.just("ready"), "ready": st.booleans()}),
    st.fixed_dictionaries({"kind": st.just("rename"), "name": st.text(max_size=40)}),
    st.fixed_dictionaries(
        {"kind": st.just("table"), "ruleset": st.sampled_from([*RULESETS, "nothing"])},
        optional={"length": LENGTHS, "timer": st.none() | st.integers(1, 600), "teams": st.booleans()},
    ),
    st.fixed_dictionaries({"kind": st.just("seat"), "member": MEMBERS, "seat": st.integers(0, 9)}),
    st.fixed_dictionaries(
        {
            "kind": st.just("computers"),
            "levels": st.lists(st.sampled_from(["easy", "hard"]), min_size=1, max_size=9),
            "fast": st.booleans(),
        }
    ),
    st.fixed_dictionaries({"kind": st.just("remove"), "member": MEMBERS}),
    st.fixed_dictionaries({"kind": st.sampled_from(["start", "rematch", "leave"])}),
)
WELL_FORMED = st.fixed_dictionaries(
    {
        "type": st.just("room"),
        "id": st.uuids().map(lambda drawn: drawn.hex),
        "epoch": st.integers(0, 9),
        "version": st.integers(0, 9),
        "do": WELL_FORMED_WISHES,
    }
)
wishes = msgspec.json.Decoder(RoomRequest)


def on_the_wire(tree: Any) -> str:  # noqa: ANN401 (whatever JSON can say)
    """As a script of ill will writes it: NaN and halves of letters too."""
    return json.dumps(tree)


FRAMES = st.one_of(TREES, NEARLY_ACTS, NEARLY_WISHES, WELL_FORMED).map(on_the_wire) | st.text(max_size=200)


@BOUNDED
@given(FRAMES)
def test_every_message_is_one_of_ours_or_malformed(text: str) -> None:
    try:
        message = read_message(text)
    except Malformed:
        return
    assert isinstance(message, Act | RoomAct | Beat | Sync)
    if isinstance(message, Act):
        assert 0 <= message.version <= 2**53
    if isinstance(message, RoomAct):
        try:
            wishes.decode(message.do)
        except msgspec.DecodeError:
            return


# Addresses.

NASTY = [
    "", " ", "0", "-1", "1", "1e9", "NaN", "null", "true", "on", "en", "fr", "clash-classic", "ABCDEF", "a" * 5000,
    "\x00", "\u202e", "' OR 1=1 --", "<script>alert(1)</script>", "//evil.example", "../../etc/passwd", "{{ 7 * 7 }}",
    "%00", "00" + "a" * 26, "a" * 26, "a@example.org", "2030-01-31", "99999999-9999-9999-9999-999999999999", "💥" * 40,
]  # fmt: skip
FIELDS = [
    "name", "code", "ruleset", "seats", "length", "timer", "fast", "computer1", "seat", "ground", "sanction", "plea",
    "block", "language", "next", "login", "password", "password1", "password2", "email", "token", "action", "reason",
    "kind", "ends", "outcome", "role", "sure", "word", "reach", "_selected_action", "post", "page", "q", "o", "p",
    "is_staff", "is_superuser", "price", "amount", "offer", "digits", "key", "birthday", "year", "country", "agree",
]  # fmt: skip
FORMS = st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(NASTY) | st.text(max_size=40), max_size=8)
METHODS = st.sampled_from(["GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS"])
WALK = 12
PARTS = {
    "room": "00" + "a" * 26, "match": "00" + "b" * 26, "token": "c" * 26, "language": "fr", "int": "7", "slug": "claim",
    "link": "d" * 26, "ruleset": "clash-classic", "str": "x", "path": "7",
    "uuid": "99999999-9999-9999-9999-999999999999",
}  # fmt: skip


def addresses(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """An address for every pattern of the site, with something in the place of each of its parts."""
    for pattern in patterns:
        here = before + _filled(pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, here)
        else:
            yield "/" + here


def _filled(pattern: URLPattern | URLResolver) -> str:
    route = re.sub(r"<(?:(\w+):)?\w+>(?![^<]*\))", lambda part: PARTS.get(part[1] or "str", "x"), str(pattern.pattern))
    return _plain(route)


def _plain(route: str) -> str:
    """A regular expression of an address as one address that it may mean."""
    if not route.startswith("^") and "(?P" not in route:
        return route
    return (
        re.sub(r"\(\?P<\w+>[^()]*(?:\([^()]*\)[^()]*)*\)", "x-1", route).strip("^$").replace("\\", "").replace("Z", "")
    )


@pytest.fixture
def doors(db: None, redis_url: str, settings: Settings) -> dict[str, Client]:  # noqa: ARG001 (where they lead)
    """Browsers of a stranger, a guest and an administrator with every right."""
    settings.ROOT_URLCONF = "tests.accounts.staff_urls"
    settings.COLORCLASH_LIMITS = {
        f"{what}_{window}": 1e9
        for what in ("codes", "rooms", "joins", "tickets", "waits", "reports", "logins")
        for window in ("minute", "hour")
    }
    ensure_roles()
    guest = Client()
    session = guest.session
    session[SESSION_KEY] = str(Identity.objects.create(name="Ana").pk)
    session.save()
    guest.cookies["sessionid"] = session.session_key or ""
    root = browser_of(User.objects.create_superuser("root@example.org", "a long pass phrase"))
    return {"stranger": Client(), "guest": guest, "root": root}


def ask(client: Client, method: str, address: str, fields: dict[str, str]) -> int:
    if method in {"GET", "HEAD"}:
        return client.generic(method, address, query_params=fields).status_code
    if method == "POST":
        return client.post(address, fields).status_code
    return client.generic(method, address).status_code


@settings(BOUNDED, max_examples=60 * TIMES)
@given(st.data())
def test_no_address_breaks_whoever_asks_for_it_and_however(doors: dict[str, Client], data: st.DataObject) -> None:
    # One example is a walk over a part of the site: a whole one would draw more than an example may.
    start = data.draw(st.integers(0, len(ADDRESSES) - 1))
    for address in (ADDRESSES * 2)[start : start + WALK]:
        who = data.draw(st.sampled_from(["stranger", "guest", "root"]))
        method, fields = data.draw(METHODS), data.draw(FORMS)
        status = ask(doors[who], method, address, fields)
        assert status < 500, (who, method, address, fields)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
@pytest.mark.parametrize(
    "charset", ["utf-7", "utf-16", "latin-1", "base64", "hex", "idna", "nonsense", "UTF8", "utf-8"]
)
@pytest.mark.django_db
def test_a_form_in_another_encoding_is_refused_in_plain_words(
    kind: str, charset: str, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ROOT_URLCONF = "tests.accounts.staff_urls"
    bodies = {
        True: b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n+AGE-\xff\r\n--x--\r\n',
        False: b"name=%ff",
    }
    for address in ("/accounts/login/", "/rooms/", "/staff/login/"):
        client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        body, content_type = bodies["multipart" in kind], f"{kind}; charset={charset}"
        answer = client.generic("POST", address, body, content_type=content_type)
        assert answer.status_code == (403 if charset in {"nonsense", "UTF8", "utf-8"} else 415), address
        assert answer.status_code == 403 or "We could not read this" in answer.content.decode()
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", "&".join(f"a{number}=1" for number in range(51))),
        ("application/x-www-form-urlencoded", "a=" + "1" * 65536),
        ("multipart/form-data", "no boundary"),
        ("multipart/form-data; boundary=é", "nor one of ASCII"),
    ],
)
@pytest.mark.parametrize(("language", "said"), [("en", "We could not read this"), ("fr", "avons pas pu lire")])
@pytest.mark.django_db
def test_a_form_that_comes_broken_is_answered_in_plain_words(kind: str, body: str, language: str, said: str) -> None:
    for address in ("/accounts/login/", "/rooms/"):
        client = Client(enforce_csrf_checks=True, headers={"accept-language": language})
        client.get("/accounts/login/")
        answer = client.generic("POST", address, body, content_type=kind)
        assert (answer.status_code, said in answer.content.decode()) == (400, True), address


@pytest.mark.parametrize("asked", ["/?a=%00", "/?%00", "/%00", "/legal/privacy/%00/", "/staff/games/match/%00/change/"])
def test_a_nul_in_an_address_is_refused_before_a_database_is_asked(asked: str) -> None:
    assert Client().get(asked).status_code == 400


def test_every_address_of_the_site_is_among_them() -> None:
    for address in ("/", "/rooms/", "/quick/", "/told/", "/accounts/login/", "/staff/games/case/"):
        assert address in ADDRESSES
    assert len(ADDRESSES) > 100


ADDRESSES = sorted(
    address
    for address in set(addresses(get_resolver("tests.accounts.staff_urls").url_patterns))
    if "jsi18n" not in address
)
