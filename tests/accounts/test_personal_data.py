"""One's data: a copy of everything, leaving, and guests who stay away."""

import csv
import io
import json
import secrets
import zipfile
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.claims import claim_guest, make_claim_code
from accounts.copies import Export, StreamedFile, as_csv, as_json
from accounts.hooks import deleted, exported
from accounts.models import Identity, ParentalConsent, User
from accounts.personal_data import delete_account, export_of, forget_people
from accounts.selectors import identities_of
from billing.services import grant
from games.models import LedgerLine, MatchSeat
from tests.accounts.people import PASSWORD, account, prove, sign_in, words
from tests.accounts.test_claims import let_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return account()


def test_the_copy_holds_what_every_app_keeps_of_every_identity(client: Client, user: User) -> None:
    guest = Identity.objects.create(name="Guest Ana")
    claim_guest(guest_id=guest.pk, user=user)
    callback = exported.register(lambda identity_id: {"toys": [{"name": f"toy of {identity_id}", "sum": -1}]})
    sign_in(client)
    prove(client)
    try:
        answer = client.get("/account/data/export.json")
        packed = client.get("/account/data/export.csv")
    finally:
        exported.forget(callback)
    text = answer.getvalue().decode()
    copy = json.loads(text)
    assert copy["account"][0]["email"] == "ana@example.org"
    assert copy["account"][0]["age_band"] == "18 or older"
    assert [row["name"] for row in copy["identities"]] == ["Ana", "Guest Ana"]
    assert {row["identity"] for row in copy["toys"]} == {str(one.pk) for one in identities_of(user)}
    assert len(copy["sessions"]) == 1
    assert user.password not in text
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"].count("no-store") == 1
    with zipfile.ZipFile(io.BytesIO(packed.getvalue())) as archive:
        assert set(archive.namelist()) == {f"{name}.csv" for name, rows in copy.items() if rows}
        toys = list(csv.DictReader(io.StringIO(archive.read("toys.csv").decode("utf-8-sig"))))
    assert [row["sum"] for row in toys] == ["-1", "-1"]


def test_a_spreadsheet_runs_nothing_from_the_copy() -> None:
    packed = as_csv({"names": [{"name": "=cmd()", "number": -3}]})
    with zipfile.ZipFile(io.BytesIO(b"".join(packed))) as archive:
        assert archive.read("names.csv").decode("utf-8-sig").split() == ["name,number", "'=cmd(),-3"]


def test_a_spreadsheet_reads_accents() -> None:
    packed = as_csv({"names": [{"name": "Chloé"}]})
    with zipfile.ZipFile(io.BytesIO(b"".join(packed))) as archive:
        assert archive.read("names.csv") == "\ufeffname\r\nChloé\r\n".encode()


def test_a_long_table_comes_in_sheets_that_a_spreadsheet_takes() -> None:
    packed = as_csv({"numbers": ({"n": number} for number in range(5)), "none": []}, sheet=2)
    with zipfile.ZipFile(io.BytesIO(b"".join(packed))) as archive:
        sheets = {name: archive.read(name).decode("utf-8-sig").split() for name in archive.namelist()}
    assert sheets == {"numbers.csv": ["n", "0", "1"], "numbers-2.csv": ["n", "2", "3"], "numbers-3.csv": ["n", "4"]}


@pytest.mark.parametrize("form", [as_json, as_csv])
async def test_a_copy_is_made_while_it_is_sent(form: Callable[[Export], Iterator[bytes]]) -> None:
    """Rows are read a few at a time, so that the longest copy needs no more memory than any."""
    read = 0

    def rows() -> Iterator[dict[str, str]]:
        nonlocal read
        for _ in range(2000):
            read += 1
            yield {"text": secrets.token_hex(2000)}

    pieces = aiter(StreamedFile(form({"long": rows()})))
    first = await anext(pieces)
    assert 0 < read < 200
    assert sum([len(piece) async for piece in pieces], len(first)) > 2000 * 2000
    assert read == 2000


def test_the_copy_tells_of_the_parent_of_codes_and_of_passkeys_by_name(user: User) -> None:
    guest = Identity.objects.create(name="Guest Ana")
    make_claim_code(guest_id=guest.pk)
    claim_guest(guest_id=guest.pk, user=user)
    given = timezone.now()
    ParentalConsent.objects.create(user=user, asked=given - timedelta(days=1), mails=1, given=given)
    passkey = {"name": "my phone", "credential": {"secret": "kept"}}
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=passkey)
    copy = {name: list(rows) for name, rows in export_of(user).items()}
    assert [(row["mails"], row["given"]) for row in copy["parental_consent"]] == [(1, given)]
    (code,) = copy["codes_for_other_devices"]
    assert (code["guest"], code["used"] is None) == (guest.pk, False)
    assert [row["name"] for row in copy["second_factors"]] == ["my phone"]
    assert b"kept" not in b"".join(as_json(copy))


def test_the_copy_is_for_oneself(client: Client) -> None:
    assert client.get("/account/data/export.json").headers["Location"].startswith("/accounts/login/")


def test_leaving_takes_seven_days(client: Client, user: User) -> None:
    other = Client()
    sign_in(other)
    sign_in(client)
    prove(client)
    page = client.post("/account/leave/")
    assert "Until then you can sign in and keep it" in words(page)
    assert 'href="/accounts/login/"' in page.content.decode()
    assert other.get("/account/").status_code == client.get("/account/").status_code == 302
    assert mail.outbox[-1].subject == "Your account at Color Clash will be deleted"
    user.refresh_from_db()
    assert user.deletion_due is not None
    assert timedelta(days=6.9) < user.deletion_due - timezone.now() <= timedelta(days=7)
    forget_people()
    assert User.objects.exists()


def test_one_may_change_one_s_mind(client: Client, user: User) -> None:
    sign_in(client)
    prove(client)
    client.post("/account/leave/")
    sign_in(client)
    assert "will be deleted on" in words(client.get("/account/"))
    client.post("/account/stay/")
    user.refresh_from_db()
    assert user.deletion_due is None
    forget_people(now=timezone.now() + timedelta(days=8))
    assert User.objects.filter(pk=user.pk).exists()


def test_after_seven_days_a_former_player_is_left(client: Client, user: User) -> None:
    own, ben = identities_of(user)[0], Identity.objects.create(name="Ben", last_played=timezone.now())
    let_play(own)
    let_play(ben)
    totals = list(LedgerLine.objects.values_list("pk", "points", "identity"))
    sign_in(client)
    prove(client)
    client.post("/account/leave/")
    told: list[object] = []
    callback = deleted.register(told.append)
    try:
        forget_people(now=timezone.now() + timedelta(days=7, minutes=1))
    finally:
        deleted.forget(callback)
    assert told == [own.pk]
    assert (mail.outbox[-1].to, mail.outbox[-1].subject) == (
        [user.email],
        "Your account at Color Clash has been deleted",
    )
    assert "former player" in mail.outbox[-1].body
    own.refresh_from_db()
    assert (own.kind, own.name, own.user) == ("former", "", None)
    assert not User.objects.exists()
    assert list(LedgerLine.objects.values_list("pk", "points", "identity")) == totals
    assert MatchSeat.objects.filter(identity=own).count() == 1
    ben.refresh_from_db()
    assert ben.name == "Ben"
    assert "do not belong" in words(sign_in(client, password=PASSWORD))


def test_what_staff_have_signed_outlives_their_account() -> None:
    staff = User.objects.create_superuser("staff@example.org", PASSWORD)
    ana = Identity.objects.create(name="Ana")
    given = grant(holder_id=ana.pk, table="", term="lasting", staff=staff, reason="won it at the fair")
    delete_account(user=staff)
    given.refresh_from_db()
    assert given.granted_by is not None
    assert given.granted_by.email == f"former-{staff.pk}@former.invalid"
    assert not given.granted_by.is_active
    assert not given.granted_by.is_superuser


def test_guests_go_thirty_days_after_they_last_played() -> None:
    now = timezone.now()
    played = Identity.objects.create(name="Ana", last_played=now - timedelta(days=31))
    let_play(played)
    Identity.objects.create(name="Ben", created=now - timedelta(days=31))
    Identity.objects.create(name="Cleo", created=now - timedelta(days=90), last_played=now - timedelta(days=29))
    Identity.objects.create(name="Dan")
    forget_people()
    assert set(Identity.objects.values_list("name", "kind")) == {("", "former"), ("Cleo", "guest"), ("Dan", "guest")}
    assert forget_people() == 0


def test_an_account_that_stays_away_is_kept(user: User) -> None:
    Identity.objects.filter(user=user).update(last_played=timezone.now() - timedelta(days=400))
    User.objects.update(date_joined=timezone.now() - timedelta(days=800), last_login=timezone.now())
    forget_people()
    assert identities_of(user)[0].kind == "account"
