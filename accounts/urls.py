"""The addresses of accounts: our own pages, and those pages of the sign-in library that this site offers."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as signing
from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.base import views as second_factor
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path, re_path
from django.views.decorators.cache import never_cache
from django.views.generic import RedirectView

from accounts import views
from accounts.passkeys import takes_passkey


def personal(view: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """A page about one person: kept by no cache and no search engine."""

    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:  # noqa: ANN401 (whatever it takes)
        response: HttpResponse = view(request, *args, **named)
        response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def protected(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A step that asks once more who it is, when the last time was some minutes ago."""
    wrapped: Callable[..., HttpResponseBase] = login_required(reauthentication_required(view))
    return wrapped


def fetched(offering: str, view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A file behind such a step. Who is asked comes back to the page that offers it: a file would leave the form."""

    step = protected(view)

    @wraps(view)
    def wrapped(request: HttpRequest, form: str) -> HttpResponseBase:
        try:
            return step(request, form)
        except ReauthenticationRequired:
            return redirect(offering, form)

    return wrapped


def page(route: str, view: Callable[..., Any], name: str) -> URLPattern:
    return path(route, personal(view), name=name)


urlpatterns: list[URLPattern] = [
    page("account/", views.home, "account_home"),
    page("account/name/", views.rename, "account_rename"),
    page("account/sessions/", views.sessions, "usersessions_list"),
    page("account/sessions/<int:number>/end/", views.end_one, "account_end_session"),
    page("account/sessions/end/", views.end_others, "account_end_others"),
    page("account/keep/", views.keep, "account_keep"),
    page("account/keep/code/", views.show_code, "account_show_code"),
    page("account/claim/", views.claim, "account_claim"),
    page("account/claim/here/", views.claim_here, "account_claim_here"),
    page("account/claim/code/", views.claim_code, "account_claim_code"),
    page("account/data/", views.data, "account_data"),
    re_path(r"^account/data/(?P<form>json|csv)/$", personal(protected(views.copy)), name="account_copy"),
    re_path(
        r"^account/data/export\.(?P<form>json|csv)$",
        personal(fetched("account_copy", views.export)),
        name="account_export",
    ),
    page("account/leave/", protected(views.leave), "account_leave"),
    page("language/", views.language, "set_language"),
    page("account/stay/", views.stay, "account_stay"),
    page("accounts/parent/", views.parent_asked, "account_parent_asked"),
    page("accounts/parent/<slug:token>/", views.parent, "account_parent"),
    page("accounts/login/", signing.login, "account_login"),
    page("accounts/logout/", signing.logout, "account_logout"),
    page("accounts/signup/", signing.signup, "account_signup"),
    page("accounts/inactive/", signing.account_inactive, "account_inactive"),
    page("accounts/reauthenticate/", signing.reauthenticate, "account_reauthenticate"),
    page("accounts/email/", views.AddressPage.as_view(), "account_email"),
    page("accounts/confirm-email/", signing.email_verification_sent, "account_email_verification_sent"),
    page("accounts/password/change/", signing.password_change, "account_change_password"),
    page("accounts/password/set/", RedirectView.as_view(pattern_name="account_reset_password"), "account_set_password"),
    page("accounts/password/reset/", signing.password_reset, "account_reset_password"),
    page("accounts/password/reset/done/", signing.password_reset_done, "account_reset_password_done"),
    page(
        "accounts/password/reset/key/done/",
        signing.password_reset_from_key_done,
        "account_reset_password_from_key_done",
    ),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        personal(signing.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    page("accounts/2fa/", second_factor.index, "mfa_index"),
    page("accounts/2fa/authenticate/", takes_passkey(second_factor.authenticate), "mfa_authenticate"),
    page("accounts/2fa/reauthenticate/", takes_passkey(second_factor.reauthenticate), "mfa_reauthenticate"),
    page("accounts/2fa/app/", totp.activate_totp, "mfa_activate_totp"),
    page("accounts/2fa/app/off/", totp.deactivate_totp, "mfa_deactivate_totp"),
    page("accounts/2fa/codes/", recovery.view_recovery_codes, "mfa_view_recovery_codes"),
    page("accounts/2fa/codes/new/", recovery.generate_recovery_codes, "mfa_generate_recovery_codes"),
    page("accounts/2fa/codes/download/", recovery.download_recovery_codes, "mfa_download_recovery_codes"),
    page("accounts/2fa/passkeys/", passkeys.list_webauthn, "mfa_list_webauthn"),
    page("accounts/2fa/passkeys/add/", takes_passkey(passkeys.add_webauthn), "mfa_add_webauthn"),
    page("accounts/2fa/passkeys/login/", takes_passkey(passkeys.login_webauthn), "mfa_login_webauthn"),
    page(
        "accounts/2fa/passkeys/reauthenticate/",
        takes_passkey(passkeys.reauthenticate_webauthn),
        "mfa_reauthenticate_webauthn",
    ),
    page("accounts/2fa/passkeys/<int:pk>/remove/", passkeys.remove_webauthn, "mfa_remove_webauthn"),
    page("accounts/2fa/passkeys/<int:pk>/edit/", passkeys.edit_webauthn, "mfa_edit_webauthn"),
]
