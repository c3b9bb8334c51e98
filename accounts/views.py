"""The pages of one's account: thin doors to the services. A GET changes nothing; every change is a POST."""

from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification_by_code import EmailVerificationProcess
from allauth.account.views import EmailView
from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from accounts import home as registry
from accounts.animals import shown_name
from accounts.claims import CODE_DAYS, ClaimRefused, claim_guest, guest_behind, make_claim_code, redeem_claim_code
from accounts.copies import StreamedFile, as_csv, as_json
from accounts.devices import device_of
from accounts.forms import ClaimCodeForm, PublicNameForm
from accounts.guests import guest_of
from accounts.models import User
from accounts.names import NameRefused
from accounts.personal_data import export_of, keep_account, request_deletion
from accounts.selectors import DELETION, guest_to_ask_about, own_name, played_by, was_kept
from accounts.signing import (
    change_public_name,
    choose_language,
    decline_guest,
    end_sessions,
    end_sessions_of,
    own_identity,
    settle,
)
from accounts.signup import PARENT_DAYS, consent_behind, give_consent
from accounts.stages import waiting_user, write_to_parent


def user_of(request: HttpRequest) -> User:
    """The account that is signed in, where the page has made sure that one is."""
    if not isinstance(request.user, User):
        raise TypeError("nobody is signed in")
    return request.user


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return _home(request, PublicNameForm())


@login_required
@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    form = PublicNameForm(request.POST)
    if not form.is_valid():
        return _home(request, form, status=422)
    try:
        change_public_name(user=user_of(request), name=form.cleaned_data["name"])
    except NameRefused as refused:
        form.add_error("name", refused.code)
        return _home(request, form, status=422)
    get_adapter().add_message(request, messages.SUCCESS, "account/messages/name_changed.txt")
    return redirect("account_home")


class AddressPage(EmailView):
    """One's e-mail address; and the new one, while its code has not been entered."""

    def get_context_data(self, **given: Any) -> dict[str, Any]:  # noqa: ANN401 (theirs)
        waiting = EmailVerificationProcess.resume(self.request)
        return {**super().get_context_data(**given), "waiting": waiting.email if waiting is not None else ""}


@login_required
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    found = UserSession.objects.purge_and_list(user_of(request))
    in_order = sorted(found, key=lambda one: (not one.is_current(), -one.created_at.timestamp()))
    context = {"sessions": [(one, device_of(one.user_agent)) for one in in_order]}
    return render(request, "usersessions/usersession_list.html", context)


@login_required
@require_POST
def end_one(request: HttpRequest, number: int) -> HttpResponse:
    """End one session. One's own is ended by signing out."""
    row = get_object_or_404(UserSession, pk=number, user=user_of(request))
    if row.is_current():
        get_adapter().logout(request)
        return redirect("front")
    end_sessions(sessions=[row])
    get_adapter().add_message(request, messages.SUCCESS, "usersessions/messages/sessions_logged_out.txt")
    return redirect("usersessions_list")


@login_required
@require_POST
def end_others(request: HttpRequest) -> HttpResponse:
    end_sessions_of(user=user_of(request), but=request.session.session_key)
    get_adapter().add_message(request, messages.SUCCESS, "usersessions/messages/sessions_logged_out.txt")
    return redirect("usersessions_list")


@require_safe
def keep(request: HttpRequest) -> HttpResponse:
    """For guests: how to keep what one has played."""
    if request.user.is_authenticated:
        return redirect("account_claim")
    return render(request, "accounts/keep.html", _kept(request))


@require_POST
def show_code(request: HttpRequest) -> HttpResponse:
    """A code for another device."""
    guest = guest_of(request.session)
    if request.user.is_authenticated or guest is None:
        return redirect("account_keep")
    if not ratelimit.consume(request, action="make_claim"):
        return _slow_down(request)
    context = {**_kept(request), "code": make_claim_code(guest_id=guest.pk), "days": CODE_DAYS}
    return render(request, "accounts/keep.html", context)


@login_required
@require_safe
def claim(request: HttpRequest) -> HttpResponse:
    """What may be moved into the account: this browser's guest, or another device's by its code."""
    return _claim_page(request, ClaimCodeForm())


@login_required
@require_POST
def claim_here(request: HttpRequest) -> HttpResponse:
    """Move what this browser played as a guest, once its list has been shown; or keep it apart."""
    guest = guest_of(request.session)
    if guest is None:
        return redirect("account_claim")
    if "decline" in request.POST:
        decline_guest(session=request.session, user=user_of(request), guest_id=guest.pk)
        return redirect("account_home")
    try:
        claim_guest(guest_id=guest.pk, user=user_of(request))
    except ClaimRefused:
        return _claim_page(request, ClaimCodeForm(), gone=True, status=409)
    return _claimed(request)


@login_required
@require_POST
def claim_code(request: HttpRequest) -> HttpResponse:
    """First shows what a code stands for, then moves it."""
    form = ClaimCodeForm(request.POST)
    if not form.is_valid():
        return _claim_page(request, form, status=422)
    if not ratelimit.consume(request, action="claim_code", user=user_of(request)):
        return _slow_down(request)
    code = form.cleaned_data["code"]
    guest = guest_behind(code)
    if guest is None:
        form.add_error("code", ValidationError("claim_unknown", code="claim_unknown"))
        return _claim_page(request, form, status=404)
    if "confirm" not in request.POST:
        context = {"guest": shown_name(guest.name), "played": played_by(guest.pk), "code": code}
        return render(request, "accounts/claim_confirm.html", context)
    try:
        redeem_claim_code(code=code, user=user_of(request))
    except ClaimRefused:
        return _claim_page(request, ClaimCodeForm(), gone=True, status=409)
    return _claimed(request)


@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/data.html", {"user": user_of(request), "days": DELETION.days})


@login_required
@require_safe
def copy(request: HttpRequest, form: str) -> HttpResponse:
    """The page that hands a copy out: the file comes by itself, and this page stays behind it."""
    context = {"user": user_of(request), "days": DELETION.days, "file": reverse("account_export", args=[form])}
    return render(request, "accounts/data.html", context)


@login_required
@require_safe
def export(request: HttpRequest, form: str) -> HttpResponseBase:
    """Everything that is kept about somebody, as one JSON file or as CSV files in a ZIP."""
    if not ratelimit.consume(request, action="export", user=user_of(request)):
        return _slow_down(request)
    found = export_of(user_of(request))
    if form == "json":
        response = _packed(request, StreamedFile(as_json(found), content_type="application/json"))
    else:
        response = StreamedFile(as_csv(found), content_type="application/zip")
    name = f"color-clash-{timezone.now():%Y-%m-%d}.{'json' if form == 'json' else 'zip'}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@login_required
def leave(request: HttpRequest) -> HttpResponse:
    """Ask for one's account to be deleted, in seven days."""
    user = user_of(request)
    if request.method != "POST":
        return render(request, "accounts/leave.html", {"days": DELETION.days})
    due = request_deletion(user=user)
    adapter = get_adapter()
    adapter.send_mail("account/email/deletion", user.email, {"user": user, "due": due})
    adapter.logout(request)
    return render(request, "accounts/left.html", {"due": due})


@login_required
@require_POST
def stay(request: HttpRequest) -> HttpResponse:
    keep_account(user=user_of(request))
    get_adapter().add_message(request, messages.SUCCESS, "account/messages/account_kept.txt")
    return redirect("account_home")


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose the language of pages, and of mails to who is signed in."""
    if isinstance(request.user, User):
        choose_language(user=request.user, language=request.POST.get("language", ""))
    return set_language(request)


def parent_asked(request: HttpRequest) -> HttpResponse:
    """Who has just signed in and waits for a parent's word may have the link sent again."""
    user = waiting_user(request)
    sent = write_to_parent(request, user, again=True) if request.method == "POST" and user is not None else None
    context = {"days": PARENT_DAYS, "waits": user is not None, "sent": sent}
    return render(request, "accounts/parent_asked.html", context)


def parent(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind a parent's link: reading it changes nothing, its button allows the account."""
    if request.method == "POST":
        user = give_consent(token=token)
        return _parent_page(request, user, done=True)
    consent = consent_behind(token)
    return _parent_page(request, consent.user if consent is not None else None, done=False)


def _slow_down(request: HttpRequest) -> HttpResponse:
    response: HttpResponse = ratelimit.respond_429(request)
    return response


@gzip_page
def _packed(request: HttpRequest, file: StreamedFile) -> StreamedFile:  # noqa: ARG001 (it says what the browser takes)
    return file


def _parent_page(request: HttpRequest, user: User | None, *, done: bool) -> HttpResponse:
    context = {"name": shown_name(own_name(user)) if user is not None else "", "known": user is not None, "done": done}
    return render(request, "accounts/parent.html", context, status=200 if user is not None else 410)


def _home(request: HttpRequest, form: PublicNameForm, *, status: int = 200) -> HttpResponse:
    user = user_of(request)
    own = own_identity(user=user)
    context = {
        "name": shown_name(own.name),
        "form": form,
        "links": registry.links(),
        "guest": guest_to_ask_about(request.session, user),
        "user": user,
    }
    return render(request, "accounts/home.html", context, status=status)


def _claim_page(request: HttpRequest, form: ClaimCodeForm, *, gone: bool = False, status: int = 200) -> HttpResponse:
    guest = guest_of(request.session)
    context = {
        "guest": shown_name(guest.name) if guest is not None else "",
        "played": played_by(guest.pk) if guest is not None else None,
        "form": form,
        "gone": gone,
    }
    return render(request, "accounts/claim.html", context, status=status)


def _claimed(request: HttpRequest) -> HttpResponse:
    """Moved: this browser plays as the account from now on where no seat holds it."""
    settle(session=request.session, user=user_of(request))
    get_adapter().add_message(request, messages.SUCCESS, "account/messages/claimed.txt")
    return redirect("account_home")


def _kept(request: HttpRequest) -> dict[str, object]:
    guest = guest_of(request.session)
    played = played_by(guest.pk) if guest is not None else None
    until = None
    if guest is not None:
        until = (guest.last_played or guest.created) + timedelta(days=CODE_DAYS)
    return {
        "guest": shown_name(guest.name) if guest is not None else "",
        "played": played,
        "until": until,
        "kept": guest is None and was_kept(request.session),
    }
