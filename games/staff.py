"""The staff's pages: who gets in, and what there is beside the lists of rows: rooms and running matches.

Staff sign in where everybody does. Nobody gets further without a second factor, shown in this very session not longer
ago than a staff session lasts.
"""

import time
from functools import partial
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from asgiref.sync import async_to_sync
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.acting import REFUSALS, ReasonForm
from accounts.animals import shown_name
from accounts.audit import StaffRefused
from accounts.models import User
from accounts.signing import STAFF
from games.card_texts import TABLES
from games.engine import RULESETS
from games.live.pipe import StoreUnavailable
from games.selectors.waiting_for_staff import waiting_for
from games.services.afterwards import open_steps
from games.services.watch import close_room, computers_helped, rooms_now, watch
from games.watch_texts import KINDS, WAYS, told

WATCH = "games.watch_rooms"
CLOSE = "games.close_rooms"
CLOSES = _("The match ends without a winner, and all pages of the room close.")


class StaffSite(AdminSite):
    site_header = "Color Clash"
    site_title = "Color Clash"
    index_template = "staff/index.html"

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and shown_second_factor(request)

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Only who is signed in comes here; what is missing is at most the second factor."""
        del extra_context
        wished = request.GET.get("next", "")
        safe = url_has_allowed_host_and_scheme(wished, {request.get_host()}, require_https=request.is_secure())
        onward = wished if safe else reverse("admin:index")
        if self.has_permission(request):
            return HttpResponseRedirect(onward)
        has_one = Authenticator.objects.filter(user=request.user.pk).exclude(type=Authenticator.Type.RECOVERY_CODES)
        if has_one.exists():
            return HttpResponseRedirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': onward})}")
        messages.warning(request, gettext("Staff need a second factor. Please set one up; then the pages open."))
        return redirect("mfa_index")

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The lists, and before them what waits for a decision."""
        return super().index(request, {**(extra_context or {}), "waiting": _waiting(request)})

    def password_change(  # type: ignore[override] # its stub knows of no answer but a page
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Where everybody changes his own."""
        return redirect("account_change_password")

    def logout(  # type: ignore[override] # the same
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """By the site's own way out, which closes open tables too."""
        return redirect("account_logout")

    def get_urls(self) -> list[URLPattern | URLResolver]:
        page = self.admin_view
        return [
            path("rooms/", page(partial(rooms_page, self)), name="rooms"),
            path("rooms/<room:room_id>/", page(partial(room_page, self)), name="watch_room"),
            path("rooms/<room:room_id>/close/", page(partial(close_page, self)), name="close_room"),
            path("matches/<match:match_id>/hands/", page(partial(hands_page, self)), name="match_hands"),
            path("r/<path:_row>", page(no_such_page)),  # rows have no pages outside
            *super().get_urls(),
        ]


def shown_second_factor(request: HttpRequest) -> bool:
    """Whether this session has shown a second factor within the time a staff session lasts at most."""
    user = request.user if isinstance(request.user, User) else None
    since = time.time() - STAFF[1]
    records = get_authentication_records(request, user)
    return any(record["method"] == "mfa" and record["at"] >= since for record in records)


def no_such_page(request: HttpRequest, **named: str) -> HttpResponse:
    raise Http404


def _waiting(request: HttpRequest) -> list[dict[str, Any]]:
    """What waits for whoever looks, each with its list; nothing for those who do not decide."""
    staff = request.user
    if not isinstance(staff, User) or not staff.has_perm("games.change_case"):
        return []
    found = waiting_for(staff)
    lists = (
        (_("Cases to decide"), found.cases, "games_case", ""),
        (_("Appeals to answer"), found.appeals, "accounts_appeal", "?outcome__exact="),
        (_("Closings to confirm"), found.closings, "accounts_sanction", "?kind__exact=closing&confirmed__isnull=True"),
    )
    return [
        {"label": label, "count": count, "url": reverse(f"admin:{page}_changelist") + narrowed}
        for label, count, page, narrowed in lists
    ]


def rooms_page(site: AdminSite, request: HttpRequest) -> HttpResponse:
    """The rooms that are open now."""
    _need(request, WATCH)
    rooms = async_to_sync(rooms_now)()
    lines = [
        {
            "room": room,
            "way": WAYS[room.way],
            "table": TABLES[room.ruleset],
            "names": ", ".join(shown_name(name) for name in room.names),
        }
        for room in rooms
    ]
    helped = async_to_sync(computers_helped)()
    context = {"title": _("Rooms now"), "lines": lines, "helped_today": helped[0], "helped": sum(helped)}
    return render(request, "staff/rooms.html", {**site.each_context(request), **context})


def room_page(site: AdminSite, request: HttpRequest, room_id: str) -> HttpResponse:
    """A room and its match, as everybody in it sees them."""
    _need(request, WATCH)
    found = async_to_sync(watch)(room_id)
    if found is None:
        raise Http404
    members = [
        {"name": shown_name(member.name), "identity": member.identity, "present": member.id in found.present}
        for member in found.room.members
    ]
    seats = found.match["seats"] if found.match is not None else ()
    context = {
        **site.each_context(request),
        "title": _("A room"),
        "room": found.room,
        "members": members,
        "match": found.match,
        "ruleset": TABLES[found.match["ruleset"]] if found.match is not None else "",
        "seats": [{**seat, "name": shown_name(seat["name"]), "kind": KINDS[seat["kind"]]} for seat in seats],
        "table": told(found.match["table"], RULESETS[found.match["ruleset"]].family) if found.match is not None else (),
        "may_close": request.user.has_perm(CLOSE),
    }
    return render(request, "staff/room.html", context)


def hands_page(site: AdminSite, request: HttpRequest, match_id: str) -> HttpResponse:
    """A match that is over, with everybody's hands."""
    _need(request, "games.view_case")
    steps = open_steps(match_id)
    if not steps:
        raise Http404
    context = {**site.each_context(request), "title": _("A match with all hands"), "steps": steps, "match_id": match_id}
    return render(request, "staff/hands.html", context)


def close_page(site: AdminSite, request: HttpRequest, room_id: str) -> HttpResponse:
    """Close a room, for a reason."""
    staff = _need(request, CLOSE)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            async_to_sync(close_room)(room_id=room_id, staff=staff, reason=form.cleaned_data["reason"])
        except StaffRefused as refused:
            form.add_error(None, str(REFUSALS[refused.code]))
        except StoreUnavailable:
            form.add_error(None, gettext("The store does not answer. Please look again whether the room is closed."))
        else:
            messages.success(request, gettext("Done, and written down."))
            return redirect("admin:rooms")
    back = reverse("admin:watch_room", args=[room_id])
    context = {"title": _("Close the room"), "row": room_id, "back": back, "form": form, "act": {"says": CLOSES}}
    return render(request, "staff/act.html", {**site.each_context(request), **context})


def _need(request: HttpRequest, permission: str) -> User:
    if not isinstance(request.user, User) or not request.user.has_perm(permission):
        raise PermissionDenied
    return request.user
