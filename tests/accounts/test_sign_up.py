"""Signing up: what it takes, what it tells nobody, and whom it asks."""

import time
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.ages import consent_age
from accounts.models import Identity, ParentalConsent, User
from accounts.personal_data import forget_people
from tests.accounts.people import PASSWORD, account, form_of, guest_in, last_code, last_link, sign_in, sign_up, words

pytestmark = pytest.mark.django_db


def test_an_account_begins_with_a_code_from_the_mail(client: Client) -> None:
    response = client.post("/accounts/signup/", form_of())
    assert response.headers["Location"] == "/accounts/confirm-email/"
    assert "_auth_user_id" not in client.session
    assert mail.outbox[-1].to == ["ana@example.org"]
    response = client.post("/accounts/confirm-email/", {"code": last_code().lower()})
    assert response.headers["Location"] == "/account/"
    user = User.objects.get()
    own = Identity.objects.get()
    assert (own.kind, own.name, own.user) == ("account", "Ana", user)
    assert client.session["identity"] == str(own.pk)
    assert "Ana" in client.get("/account/").content.decode()


def test_without_the_code_nobody_gets_in(client: Client) -> None:
    client.post("/accounts/signup/", form_of())
    for _ in range(3):
        client.post("/accounts/confirm-email/", {"code": "BBBB-BBBB"})
    assert client.post("/accounts/confirm-email/", {"code": last_code()}).headers["Location"] == "/accounts/login/"
    assert "Location" not in sign_in(client).headers
    assert client.get("/account/").status_code == 302


def test_the_answer_does_not_tell_whether_an_address_has_an_account() -> None:
    account(email="ben@example.org")
    answers = []
    for email in ("ana@example.org", "ben@example.org"):
        client = Client()
        sent = client.post("/accounts/signup/", form_of(email=email))
        page = client.get(sent.headers["Location"])
        wrong = client.post("/accounts/confirm-email/", {"code": "BBBB-BBBB"})
        answers.append(
            [sent.status_code, sent.headers["Location"], *(words(p).replace(email, "") for p in (page, wrong))]
        )
    assert answers[0] == answers[1]
    assert [message.to for message in mail.outbox] == [["ana@example.org"], ["ben@example.org"]]
    assert "account at Color Clash already" in mail.outbox[1].subject
    assert User.objects.count() == 2


def test_a_password_is_hashed_for_an_address_that_is_taken_too() -> None:
    """Else the time would tell: hashing is what takes longest."""
    account(email="ben@example.org")
    took = []
    for number in range(8):
        for email in (f"new{number}@example.org", "ben@example.org"):
            started = time.process_time()
            Client(REMOTE_ADDR=f"10.0.0.{number}").post("/accounts/signup/", form_of(email=email))
            took.append(time.process_time() - started)
    new, known = sorted(took[::2]), sorted(took[1::2])
    assert 0.5 < new[len(new) // 2] / known[len(known) // 2] < 2


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"name": ""}, "Please enter a name."),
        ({"name": "x" * 21}, "This name is too long."),
        ({"email": "nobody"}, "This is not an e-mail address."),
        ({"email": ""}, "Please fill this in."),
        ({"band": ""}, "Please fill this in."),
        ({"band": "99"}, "Please choose one of these."),
        ({"password1": "short"}, "too short"),
        ({"password1": "x" * 129}, "too long"),
        ({"password1": "1234567890"}, "guessed first"),
        ({"password1": "Color Clash 2026!"}, "guessed first"),
        ({"password1": "aaaaaaaaaaaaaa"}, "guessed first"),
        ({"password1": "ana@example.org"}, "too much like your e-mail"),
    ],
)
def test_what_is_wrong_is_said(client: Client, typed: dict[str, str], told: str) -> None:
    response = client.post("/accounts/signup/", {**form_of(), **typed})
    assert response.status_code == 200
    assert told in words(response)
    assert not User.objects.exists()


def test_a_password_may_be_long_and_in_any_script(client: Client) -> None:
    password = "пароль из очень длинного предложения, в котором больше шестидесяти четырёх букв"
    sign_up(client, password1=password)
    assert User.objects.get().password.startswith("argon2$argon2id$")
    client.post("/accounts/logout/")
    assert sign_in(client, password=password).headers["Location"] == "/account/"
    client.post("/accounts/logout/")
    assert sign_in(client, password=password[:64]).status_code == 200


def test_nobody_makes_himself_staff(client: Client) -> None:
    sign_up(client, is_staff="1", is_superuser="1", deletion_due="2026-01-01")
    user = User.objects.get()
    assert (user.is_staff, user.is_superuser, user.deletion_due) == (False, False, None)


def test_sign_ups_from_one_address_are_limited(client: Client) -> None:
    answers = [client.post("/accounts/signup/", form_of(email=f"p{n}@example.org", band="")) for n in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert "That was a lot of tries" in words(answers[-1])


@pytest.mark.parametrize("known", [True, False])
def test_nobody_s_mailbox_is_filled_by_strangers(settings: Settings, known: bool) -> None:
    """Each way to have a mail sent ends after a few an hour, alike whether or not the address has an account."""
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"confirm_email": "6/h/key"}  # nobody waits 10 s here
    if known:
        account(email="ben@example.org")

    def answers(path: str, form: dict[str, str]) -> list[int]:
        return [Client(REMOTE_ADDR=f"10.0.0.{number}").post(path, form).status_code for number in range(8)]

    assert answers("/accounts/password/reset/", {"email": "ben@example.org"}) == [302] * 5 + [429] * 3
    assert answers("/accounts/signup/", form_of(email="ben@example.org")) == [302] * 6 + [429] * 2
    assert answers("/accounts/signup/", form_of(email="Ben+more@example.org")) == [302] * 6 + [429] * 2
    assert len(mail.outbox) == 10


@pytest.mark.parametrize("email", ["new@example.org", "ben@example.org"])
def test_where_no_mail_can_be_sent_it_is_said_and_signing_in_brings_the_code(settings: Settings, email: str) -> None:
    account(email="ben@example.org")
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"confirm_email": "6/h/key"}  # nobody waits 10 s here
    works, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    for path, form in (
        ("/accounts/signup/", form_of(email=email)),
        ("/accounts/password/reset/", {"email": email}),
        ("/accounts/password/reset/", {"email": "nobody@example.org"}),
    ):
        answer = Client().post(path, form)
        assert (answer.status_code, answer["Retry-After"]) == (503, "300")
        assert "Our mail server does not answer" in words(answer)
    settings.EMAIL_BACKEND = works
    client = Client()
    if sign_in(client, email).headers["Location"] != "/account/":
        client.post("/accounts/confirm-email/", {"code": last_code()})
    assert client.get("/account/").status_code == 200


def test_one_person_signs_up_once_wherever_he_comes_from(client: Client) -> None:
    """Who has an account is led away from making another: a person is limited to one, an address by a number."""
    client.post("/rooms/", {"name": "Ana"})
    for number in range(3):
        form = form_of(email=f"p{number}@example.org")
        assert client.post("/accounts/signup/", form, REMOTE_ADDR=f"10.0.0.{number}").status_code == 302
    assert list(User.objects.values_list("email", flat=True)) == ["p0@example.org"]


def test_below_the_age_a_parent_has_to_agree(client: Client) -> None:
    response = client.post("/accounts/signup/", form_of(band="14"))
    assert "At your age a parent has to agree" in words(response)
    typed = form_of(band="18")
    assert "Please enter the e-mail address of a parent." in words(client.post("/accounts/signup/", typed))
    typed["parent_email"] = typed["email"]
    assert "This is your own address." in words(client.post("/accounts/signup/", typed))
    typed["parent_email"] = "mum@example.org"
    client.post("/accounts/signup/", typed)
    assert len(mail.outbox) == 1
    answer = client.post("/accounts/confirm-email/", {"code": last_code()})
    assert answer.headers["Location"] == "/accounts/parent/"
    assert mail.outbox[-1].to == ["mum@example.org"]
    assert User.objects.get().band == "14"
    link = last_link()
    assert sign_in(client).headers["Location"] == "/accounts/parent/"
    assert len(mail.outbox) == 2

    parent = Client()
    assert "public name Ana" in words(parent.get(link))
    assert sign_in(client).headers["Location"] == "/accounts/parent/"
    assert "can sign in now" in words(parent.post(link))
    assert sign_in(client).headers["Location"] == "/account/"
    consent = ParentalConsent.objects.get()
    assert (consent.parent_email, consent.digest) == ("", "")
    assert parent.get(link).status_code == parent.post(link).status_code == 410


def test_a_parent_is_written_to_again_a_few_times(client: Client) -> None:
    sign_up(client, band="13", parent_email="mum@example.org")
    first, asked = last_link(), ParentalConsent.objects.get().asked
    page = client.get("/accounts/parent/")
    assert "Send the link again" in words(page)
    assert "a moment ago" in words(client.post("/accounts/parent/"))
    for mails in (2, 3):
        ParentalConsent.objects.update(mailed=timezone.now() - timedelta(minutes=11))
        assert "sent again" in words(client.post("/accounts/parent/"))
        assert ParentalConsent.objects.get().mails == mails
    ParentalConsent.objects.update(mailed=timezone.now() - timedelta(minutes=11))
    assert "three times already" in words(client.post("/accounts/parent/"))
    assert [message.to for message in mail.outbox[1:]] == [["mum@example.org"]] * 3
    assert client.get(first).status_code == 410
    assert client.get(last_link()).status_code == 200
    assert ParentalConsent.objects.get().asked == asked


def test_nobody_else_has_a_parent_written_to(client: Client) -> None:
    sign_up(client, band="13", parent_email="mum@example.org")
    ParentalConsent.objects.update(mailed=timezone.now() - timedelta(minutes=11))
    stranger = Client()
    assert "Send the link again" not in words(stranger.post("/accounts/parent/"))
    assert len(mail.outbox) == 2


def test_what_no_parent_allowed_goes_after_a_week(client: Client) -> None:
    client.post("/accounts/signup/", form_of(band="13"))
    sign_up(client, parent_email="mum@example.org")
    link = last_link()
    ParentalConsent.objects.update(asked=timezone.now() - timedelta(days=8))
    assert client.get(link).status_code == 410
    forget_people()
    assert not User.objects.exists()
    assert not ParentalConsent.objects.exists()
    assert Identity.objects.get().kind == "former"


def test_the_age_is_the_country_s_or_the_operator_s(client: Client, settings: Settings) -> None:
    assert [consent_age(country) for country in ("FR", "es", "DE", "BE", "ZZ")] == [15, 14, 16, 13, 15]
    assert consent_age("FR", 13) == 13
    settings.COLORCLASH_CONSENT_AGE = 13
    client.post("/accounts/signup/", form_of(band="13"))
    assert User.objects.get().band == "13"


def test_what_nobody_confirmed_goes_after_a_week(client: Client) -> None:
    client.post("/accounts/signup/", form_of())
    forget_people()
    assert User.objects.count() == 1
    User.objects.update(date_joined=timezone.now() - timedelta(days=8))
    forget_people()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("language", "subject"), [("fr", "est votre code"), ("es", "es tu código"), ("en", "is your code")]
)
def test_mails_come_in_the_reader_s_language(client: Client, language: str, subject: str) -> None:
    client.post("/accounts/signup/", form_of(), headers={"Accept-Language": language})
    assert subject in mail.outbox[-1].subject
    assert User.objects.get().language == language
    Client().post("/accounts/password/reset/", {"email": "ana@example.org"}, headers={"Accept-Language": "en"})
    told = {"fr": "Un nouveau mot de passe", "es": "Una contraseña nueva", "en": "A new password"}
    assert mail.outbox[-1].subject.startswith(told[language])


def test_a_parent_is_written_to_in_the_language_of_the_page_on_which_the_child_signed_up(client: Client) -> None:
    typed = form_of(band="13", parent_email="mum@example.org")
    client.post("/accounts/signup/", typed, headers={"Accept-Language": "fr"})
    client.post("/accounts/confirm-email/", {"code": last_code()}, headers={"Accept-Language": "es"})
    assert mail.outbox[-1].to == ["mum@example.org"]
    assert mail.outbox[-1].subject.startswith("Votre enfant")


def test_the_language_chosen_while_signed_in_is_that_of_mails_and_of_every_browser(client: Client) -> None:
    sign_up(client)
    client.post("/language/", {"language": "es", "next": "/account/"})
    assert "Tu cuenta" in words(client.get("/account/"))
    assert User.objects.get().language == "es"
    client.post("/language/", {"language": "tlh"})
    other = Client(headers={"Accept-Language": "fr"})
    other.post("/language/", {"language": "fr"})
    sign_in(other)
    assert User.objects.get().language == "es"
    assert "Tu cuenta" in words(other.get("/account/"))


def test_a_public_name_is_changed_on_the_account_page_alone(client: Client) -> None:
    sign_up(client)
    assert client.post("/account/name/", {"name": " Ana  B "}).headers["Location"] == "/account/"
    own = Identity.objects.get()
    assert own.name == "Ana B"
    client.post("/rooms/", {"name": "The host"})
    own.refresh_from_db()
    assert own.name == "Ana B"
    assert Identity.objects.count() == 1
    assert client.post("/account/name/", {"name": ""}).status_code == 422


def test_a_guest_s_session_key_does_not_survive_signing_in(client: Client) -> None:
    guest_in(client)
    planted = client.cookies["sessionid"].value
    sign_up(client)
    assert client.cookies["sessionid"].value != planted
    stranger = Client()
    stranger.cookies["sessionid"] = planted
    assert stranger.get("/account/").status_code == 302
    assert PASSWORD not in str(dict(client.session))
