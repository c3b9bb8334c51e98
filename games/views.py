"""The pages of rooms: thin doors to the services. A GET changes nothing; every change is a POST with its token.

It is only noted in the browser's own session where it has come back to, and as whom.
"""

import functools
import io
from collections.abc import Callable, Coroutine
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

import segno
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.addresses import LOOPBACK, absolute
from accounts.animals import name_in_sentence, shown_name
from accounts.notices import anotice_at_the_door, aunread_notices
from accounts.sanction_models import Appeal
from accounts.services import ROOM_KEY, aensure_guest, ahand_over_identity, aidentity_of, aname_of
from accounts.signing import asit_as_one_of
from games.card_texts import game_name
from games.forms import CodeForm, NameForm
from games.live.build import BUILD
from games.live.pipe import StoreUnavailable
from games.live.room import RoomCode, RoomRefused, Way
from games.live.tickets import Waiting
from games.public_pages import FRONT, preview_picture, search_facts
from games.selectors.history import latest_match_in
from games.selectors.people import NOBODY, aperson_of
from games.services import handover as handovers
from games.services.aside import waiting_at
from games.services.entrance import Doorway, doorway, join_room, make_room, room_behind_code
from games.services.limits import count_attempt, forget_attempt, whom_to_count
from games.services.past import past_of
from games.services.quickplay import ticket_of

STATUS: Final = {RoomCode.FULL: 200, RoomCode.IN_PLAY: 200, RoomCode.CLOSED: 404, RoomCode.REMOVED: 403}

View = Callable[..., Coroutine[Any, Any, HttpResponse]]


def personal(view: View) -> View:
    """A page that names people: kept by no cache and no search engine; a silent store or database is said so.

    Whoever is suspended reads there why, and until when, and nothing else. What else was decided about somebody is
    named on each of these pages until he has read it (`request.told`).
    """

    @never_cache
    @functools.wraps(view)
    async def wrapped(request: HttpRequest, **named: str) -> HttpResponse:
        try:
            response = await _before(request) or await view(request, **named)
        except (StoreUnavailable, OperationalError):
            response = render(request, "503.html", status=503)
            response["Retry-After"] = "5"
        response.setdefault("X-Robots-Tag", "noindex")
        return response

    return wrapped


def of_a_form(view: View) -> View:
    """The address of a form alone: who comes without one, as when a phone opens its tabs anew, is led to its page."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @functools.wraps(view)
    async def wrapped(request: HttpRequest, **named: str) -> HttpResponse:
        if request.method == "POST":
            return await view(request, **named)
        return redirect(reverse("room", kwargs=named) if named else reverse("front"))

    return wrapped


async def _before(request: HttpRequest) -> HttpResponse | None:
    """What somebody reads who may not play now; None for everybody else, with how much there is to read for him."""
    identity = await aidentity_of(request.session)
    notice = await anotice_at_the_door(request.session, identity)
    if notice is None:
        waits_for_him = await aunread_notices(identity) if identity is not None and request.method == "GET" else 0
        request.told = waits_for_him  # type: ignore[attr-defined]
        return None
    context = {"notices": [notice], "pleas": Appeal.Plea.choices, "kept_out": True}
    return render(request, "moderation/told.html", context, status=403)


async def waits(request: HttpRequest) -> bool:
    """Whether this browser's person waits for a table of quick play."""
    identity = await aidentity_of(request.session)
    return identity is not None and isinstance(await ticket_of(identity), Waiting)


@require_safe
@personal
async def front(request: HttpRequest) -> HttpResponse:
    """The one of these pages that anybody may find."""
    response = await _front(request)
    response["X-Robots-Tag"] = "all"
    return response


@of_a_form
@personal
async def make(request: HttpRequest) -> HttpResponse:
    form = NameForm(request.POST)
    if not await sync_to_async(form.is_valid)():
        return await _front(request, problem=form.problem, problem_in="make", status=422)
    whom = whom_to_count(request, await aidentity_of(request.session))
    if wait := await count_attempt("rooms", *whom):
        return slow_down(request, wait)
    name = form.cleaned_data["name"]
    guest = await aensure_guest(session=request.session, name=name)
    made, _ = await make_room(identity=guest.pk, name=name)
    await request.session.aset(ROOM_KEY, made.id)
    return redirect("room", made.id)


@of_a_form
@personal
async def enter_code(request: HttpRequest) -> HttpResponse:
    form = CodeForm(request.POST)
    if not form.is_valid():
        return await _front(request, problem="code_bad", problem_in="code", status=422)
    identity = await aidentity_of(request.session)
    whom = whom_to_count(request, identity)
    if wait := await count_attempt("codes", *whom):
        return slow_down(request, wait)
    room_id = await room_behind_code(form.cleaned_data["code"], identity)
    if room_id is None:
        return await _front(request, problem="code_unknown", problem_in="code", status=404)
    await forget_attempt("codes", *whom)
    return redirect("room", room_id)


@require_safe
@personal
async def room(request: HttpRequest, room_id: str) -> HttpResponse:
    identity, door = await _at_the_door(request, room_id)
    if door is None:
        return await _not_open(request, room_id, identity)
    if door.member is not None:
        if await request.session.aget(ROOM_KEY) != room_id:
            await request.session.aset(ROOM_KEY, room_id)
        link = absolute(request, reverse("room", args=[room_id]))
        context = {
            "room_id": room_id,
            "code": door.room.code,
            "link": link,
            "qr": reverse("room_qr", args=[room_id]),
            "build": BUILD,
            "waits": door.room.way is Way.PRACTICE and await waits(request),
        }
        return render(request, "room.html", context)
    if door.refusal is not None:
        return answer(request, door.refusal, room_id)
    return await _join_page(request, door)


@of_a_form
@personal
async def join(request: HttpRequest, room_id: str) -> HttpResponse:
    identity = await aidentity_of(request.session)
    if wait := await count_attempt("joins", *whom_to_count(request, identity)):
        return slow_down(request, wait)
    identity, door = await _at_the_door(request, room_id)
    if door is None:
        return await _not_open(request, room_id, identity)
    if door.member is None:
        if door.refusal is not None:
            return answer(request, door.refusal, room_id)
        form = NameForm(request.POST)
        if not await sync_to_async(form.is_valid)():
            return await _join_page(request, door, problem=form.problem, status=422)
        name = form.cleaned_data["name"]
        guest = await aensure_guest(session=request.session, name=name)
        try:
            await join_room(room_id=room_id, identity=guest.pk, name=name)
        except RoomRefused as refused:
            return answer(request, refused.code, room_id)
    await request.session.aset(ROOM_KEY, room_id)
    return redirect("room", room_id)


async def _at_the_door(request: HttpRequest, room_id: str) -> tuple[UUID | None, Doorway | None]:
    """Who comes to a room, and what he finds there.

    Whose account has taken over what a guest played who sits there comes back to that seat, from any device. Nobody
    plays two seats: of several he comes to the one that he plays.
    """
    identity = await aidentity_of(request.session)
    door = await doorway(room_id, identity)
    if door is None or (door.member is not None and door.member.away is None):
        return identity, door
    others = [member for member in door.room.members if door.member is None or member.away is None]
    members = [member.identity for member in others]
    seated = await asit_as_one_of(session=request.session, user=await request.auser(), identities=members)
    return (seated, await doorway(room_id, seated)) if seated is not None else (identity, door)


@require_safe
async def room_qr(request: HttpRequest, room_id: str) -> HttpResponse:
    """The invitation link to photograph. It tells no more than the address asked for."""
    return HttpResponse(
        _qr(absolute(request, reverse("room", args=[room_id]))).getvalue(),
        content_type="image/svg+xml",
        headers={"Cache-Control": "private, max-age=3600"},
    )


@require_safe
@personal
async def past(request: HttpRequest, room_id: str) -> HttpResponse:
    """What the reader's seat was told of the round so far, in JSON, for a page that opens in the middle of it."""
    identity = await aidentity_of(request.session)
    if wait := await count_attempt("pasts", *whom_to_count(request, identity)):
        return slow_down(request, wait)
    told = await past_of(room_id=room_id, identity=identity) if identity is not None else None
    if told is None:
        raise Http404
    return HttpResponse(told, content_type="application/json")


@of_a_form
@personal
async def handover(request: HttpRequest, room_id: str) -> HttpResponse:
    """A link of two minutes by which another device takes this seat; who has none is led to the room's door."""
    identity = await aidentity_of(request.session)
    if wait := await count_attempt("joins", *whom_to_count(request, identity)):
        return slow_down(request, wait)
    door = await doorway(room_id, identity)
    if door is None or door.member is None or identity is None:
        return redirect("room", room_id)
    token = await handovers.offer_seat(
        handovers.Handover(identity=identity, room_id=room_id, name=door.member.name, code=door.room.code)
    )
    link = absolute(request, reverse("seat", args=[token]))
    context = {
        "room_id": room_id,
        "link": link,
        "qr": segno.make(link).svg_data_uri(scale=4),
        "minutes": handovers.MINUTES,
    }
    return render(request, "handover.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@personal
async def seat(request: HttpRequest, token: str) -> HttpResponse:
    """The other device: shows whose seat it is; the button takes it."""
    if request.method == "POST":
        taken = await handovers.take_seat(token)
        if taken is None:
            return _seat_gone(request)
        await ahand_over_identity(session=request.session, identity_id=taken.identity)
        await request.session.aset(ROOM_KEY, taken.room_id)
        return redirect("room", taken.room_id)
    offered = await handovers.look_at_seat(token)
    if offered is None:
        return _seat_gone(request)
    return render(request, "seat.html", {"token": token, "name": shown_name(offered.name), "code": offered.code})


async def _front(request: HttpRequest, *, problem: str = "", problem_in: str = "", status: int = 200) -> HttpResponse:
    identity = await aidentity_of(request.session)
    kept_room = await request.session.aget(ROOM_KEY)
    typed = request.POST.get("name") if problem_in == "make" else None
    context = {
        "name": typed if typed is not None else shown_name(await aname_of(identity)) if identity else "",
        "code": request.POST.get("code", "") if problem_in == "code" else "",
        "problem": problem,
        "problem_in": problem_in,
        "seat": await _kept_seat(kept_room, identity) if kept_room and identity else None,
        "waits": await waits(request),
        **search_facts(FRONT),
    }
    return render(request, "front.html", context, status=status)


async def _kept_seat(room_id: str, identity: UUID) -> dict[str, Any] | None:
    """The way back to the room one entered last, or to the match that waits there."""
    door = await doorway(room_id, identity)
    if door is not None:
        return {"room_id": room_id, "code": door.room.code} if door.member is not None else None
    found = await waiting_at(room_id)
    if found is None or found.member_of(await aperson_of(identity)) is None:
        return None
    return {"room_id": room_id, "waits": True}


async def _join_page(request: HttpRequest, door: Doorway, *, problem: str = "", status: int = 200) -> HttpResponse:
    identity = await aidentity_of(request.session)
    typed = request.POST.get("name")
    context = {
        "room_id": door.room.id,
        "code": door.room.code,
        "link": absolute(request, reverse("room", args=[door.room.id])),
        "host": name_in_sentence(door.host),
        "game": game_name(door.room.table.ruleset),
        "members": [shown_name(member.name) for member in door.room.members],
        "seats_left": door.seats_left,
        "in_play": door.in_play,
        "returns": door.returns,
        "name": typed if typed is not None else shown_name(await aname_of(identity)) if identity else "",
        "problem": problem,
        "picture": preview_picture(),
        "same_machine": as_localhost(request, reverse("room", args=[door.room.id])),
    }
    return render(request, "join.html", context, status=status)


async def _not_open(request: HttpRequest, room_id: str, identity: UUID | None) -> HttpResponse:
    """A match may wait there; else who has played there is led to what is left of it."""
    if await waiting_at(room_id) is not None:
        return redirect("aside", room_id)
    person = await aperson_of(identity) if identity is not None else NOBODY
    context = {
        "answer": RoomCode.CLOSED.value,
        "match": await sync_to_async(latest_match_in)(person, room_id) if person.identities else None,
    }
    return render(request, "answer.html", context, status=STATUS[RoomCode.CLOSED])


def answer(request: HttpRequest, why: RoomCode, room_id: str) -> HttpResponse:
    """The page that says kindly why there is no place here."""
    return render(request, "answer.html", {"answer": why.value, "room_id": room_id}, status=STATUS.get(why, 403))


def _seat_gone(request: HttpRequest) -> HttpResponse:
    return render(request, "answer.html", {"answer": "seat_gone"}, status=410)


def slow_down(request: HttpRequest, wait: int) -> HttpResponse:
    """The answer to whom asks too often; `wait` in seconds."""
    response = render(request, "answer.html", {"answer": "slow_down", "retry_after": wait}, status=429)
    response["Retry-After"] = str(wait)
    return response


def as_localhost(request: HttpRequest, path: str) -> str:
    """Where somebody at this machine finds a page if he opened the site as `localhost`; else ''.

    His browser keeps what it knows of him under that name alone, and the invitation bears another.
    """
    host = urlsplit(f"//{request.get_host()}")
    if settings.PRODUCTION or request.META.get("REMOTE_ADDR") != host.hostname:
        return ""
    return "" if host.hostname in LOOPBACK else f"{request.scheme}://localhost:{host.port or 80}{path}"


def _qr(link: str) -> io.BytesIO:
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", scale=8, border=4, light="#fff", xmldecl=False)
    return picture
