"""Where the sign-in library asks this project: its words, its mails, and what begins and ends with a session."""

import io
import ipaddress
import logging
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal.ratelimit import get_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import activate, get_language, gettext, override
from django.utils.translation import gettext_lazy as _

from accounts import signing
from accounts.addresses import LOOPBACK
from accounts.guests import known_of_guest
from accounts.models import User
from accounts.sealing import sealed, unsealed
from accounts.selectors import guest_to_ask_about
from accounts.signup import save_new_user

WRONG_LOGIN = _("This e-mail address and this password do not belong together.")
WRONG_CODE = _("This code is not right.")
WAYS_TO_CONFIRM = {
    "reauthenticate": _("With your password"),
    "mfa_reauthenticate": _("With a code of your app"),
    "mfa_reauthenticate:webauthn": _("With a passkey"),
}

ANYBODY_S: Final = (
    "account/email/account_already_exists",
    "account/email/email_confirmation",
    "account/email/parent",
    "account/email/password_reset_key",
    "account/email/unknown_account",
)
"""How the mails begin that anybody may have sent to any address. Others tell a reader of his own account."""

log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Accounts: passwords, e-mail, sign-in."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("This is your e-mail address already."),
        "email_password_mismatch": WRONG_LOGIN,
        "email_taken": _("This e-mail address cannot be used here."),
        "enter_current_password": _("Please enter the password you have now."),
        "incorrect_code": WRONG_CODE,
        "incorrect_password": _("This is not your password."),
        "invalid_or_expired_key": _("This link has been used or is too old."),
        "invalid_login": WRONG_LOGIN,
        "invalid_password_reset": _("This link has been used or is too old."),
        "max_email_addresses": _("You can have one e-mail address here."),
        "rate_limited": _("That was a lot of tries. Please wait a minute."),
        "same_as_current": _("This is your e-mail address already."),
        "too_many_login_attempts": _("That was a lot of tries. Please wait five minutes, or ask for a new password."),
        "unverified_primary_email": _("Please confirm your e-mail address first."),
    }

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:  # noqa: ANN401, FBT001, FBT002
        del commit
        saved = save_new_user(user=user, data=form.cleaned_data, language=get_language() or "")
        record_authentication(request, saved, method="password")
        return saved

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        earlier = request.session.session_key
        super().login(request, user)
        if isinstance(user, User):
            signing.sign_in(session=request.session, user=user, earlier=earlier, language=get_language() or "")
            _count_as_asked(request, user)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **facts: Any) -> HttpResponse:  # noqa: ANN401 (theirs)
        """Wherever somebody signs in, pages come in his language from here on, as mails do."""
        language = user.language if isinstance(user, User) else ""
        if language:
            activate(language)
        response: HttpResponse = super().post_login(request, user, **facts)
        if language:
            _remember_language(response, language)
        return response

    def logout(self, request: HttpRequest) -> None:
        ending = signing.open_pages(session=request.session)
        known = known_of_guest(request.session)
        super().logout(request)
        request.signed_in = False  # type: ignore[attr-defined]  # what the answer's page says of its reader
        request.session.update(known)
        signing.close_pages(ending)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """To the account page; first to what was played here as a guest, when there is something to keep."""
        return reverse("account_claim" if guest_to_ask_about(request.session, request.user) else "account_home")

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return self.get_login_redirect_url(request)

    def is_safe_url(self, url: str | None) -> bool:
        """Only pages of this site, by the name under which the browser sees it."""
        request = self.request
        return url_has_allowed_host_and_scheme(
            url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )

    def get_client_ip(self, request: HttpRequest) -> str:
        """Behind a socket for both families an IPv4 address comes dressed as IPv6: as such all would be one place."""
        address = ipaddress.ip_address(super().get_client_ip(request))
        return str(getattr(address, "ipv4_mapped", None) or address)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:  # noqa: ANN401 (theirs)
        """Wrong passwords count for an account and the place they come from: nobody can lock another person out.

        A household's whole network of IPv6 is one place.
        """
        return f"{get_ip(request)}:{super()._get_login_attempts_cache_key(request, **credentials)}"

    def get_login_stages(self) -> list[str]:
        return [*super().get_login_stages(), "accounts.stages.ParentStage"]

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:  # noqa: ANN401 (or nobody's)
        ways = super().get_reauthentication_methods(user)
        return [{**way, "description": WAYS_TO_CONFIRM[way["id"]]} for way in ways]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write to somebody in his own language, whoever asked for it in whichever, with links that work for him.

        Beyond so many an hour a mailbox gets nothing that strangers may have sent there, and nobody is told: the
        answer is the same, so that it says nothing about the address. Where no mail can be sent, who waits for one is
        told so; what a mail only tells of has been done all the same.
        """
        anybody_s = template_prefix.startswith(ANYBODY_S)
        if anybody_s and not ratelimit.consume(self.request, action="mail", key=_mailbox(email)):
            log.warning("A mail was not sent: its address has had enough of them in this hour")
            return
        try:
            self._write(template_prefix, email, context)
        except OSError as error:  # whatever keeps the mail server from taking it
            log.error("A mail could not be sent: %s", type(error).__name__)  # noqa: TRY400 (its words may name people)
            if anybody_s:
                raise ImmediateHttpResponse(_no_mail(self.request)) from error

    def _write(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        address = EmailAddress.objects.filter(email__iexact=email).select_related("user").first()
        reader = context.get("user") or (address and address.user)
        language = getattr(reader, "language", "") or get_language()
        with override(language):
            super().send_mail(template_prefix, email, _with_public_links(self.request, context))


class SecondFactorAdapter(DefaultMFAAdapter):
    """Codes of authenticator apps, recovery codes, passkeys."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "add_email_blocked": _("With a second factor switched on, your e-mail address stays as it is."),
        "cannot_delete_authenticator": _("This second factor has to stay."),
        "cannot_generate_recovery_codes": _("Recovery codes come with a second factor. Set one up first."),
        "incorrect_code": WRONG_CODE,
        "unverified_email": _("Please confirm your e-mail address first."),
    }

    def encrypt(self, text: str) -> str:
        return sealed(text)

    def decrypt(self, encrypted_text: str) -> str:
        return unsealed(encrypted_text)

    def build_totp_svg(self, url: str) -> str:
        picture = io.BytesIO()
        segno.make(url, error="m").save(picture, kind="svg", scale=6, border=4, light="#fff", xmldecl=False)
        return picture.getvalue().decode()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:  # noqa: A002
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey %(number)s") % {"number": number}

    def _get_site_name(self) -> str:
        return "Color Clash"


class SessionsAdapter(DefaultUserSessionsAdapter):
    def end_sessions(self, sessions: Iterable[Any]) -> None:
        signing.end_sessions(sessions=sessions)


def _no_mail(request: HttpRequest) -> HttpResponse:
    response = render(request, "account/no_mail.html", status=503)
    response["Retry-After"] = "300"
    return response


def _mailbox(address: str) -> str:
    """Where mails to an address arrive: what stands behind a plus sorts them within one mailbox."""
    name, _, place = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{place}"


def _remember_language(response: HttpResponse, language: str) -> None:
    """As if it had been chosen in this browser."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def _count_as_asked(request: HttpRequest, user: User) -> None:
    """Whoever has just signed in has said who he is: sensitive steps need not ask again within the next minutes.

    The library counts what it asked for later alone. Its list of methods and its time hold here as well.
    """
    if records := get_authentication_records(request, user):
        records[-1]["reauthenticated"] = True
        request.session.modified = True


def _with_public_links(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """This machine's name for itself leads nowhere on the device on which a mail is read."""
    if urlsplit(f"//{request.get_host()}").hostname not in LOOPBACK:
        return context
    here, there = request.build_absolute_uri("/"), settings.COLORCLASH_PUBLIC_URL.rstrip("/") + "/"
    return {name: value.replace(here, there) if isinstance(value, str) else value for name, value in context.items()}
