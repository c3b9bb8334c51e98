"""The pages of a match that was put aside: who is back, and the button that brings it back."""

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.animals import shown_name
from accounts.guests import guest_of
from accounts.services import ROOM_KEY, aidentity_of
from games.engine import RULESETS
from games.live.room import RoomCode, RoomRefused
from games.selectors.people import NOBODY, Person, aperson_of
from games.services import aside
from games.services.limits import count_attempt
from games.views import answer, personal, slow_down


@require_safe
@personal
async def waiting(request: HttpRequest, room_id: str) -> HttpResponse:
    """What waits here, for its people; others read that it is not for them."""
    found = await aside.waiting_at(room_id)
    if found is None:
        return redirect("room", room_id)
    person = await _reader(request)
    if found.member_of(person) is None:
        return await _not_for(request, found)
    return await _page(request, found, person)


@require_POST
@personal
async def back(request: HttpRequest, room_id: str) -> HttpResponse:
    """A page says that its person is there, and hears who else is."""
    identity = await aidentity_of(request.session)
    if identity is None:
        return JsonResponse({"state": "none"})
    if wait := await count_attempt("waits", str(identity)):
        return JsonResponse({"state": "slow_down"}, status=429, headers={"Retry-After": str(wait)})
    found = await aside.waiting_at(room_id)
    if found is None:
        return JsonResponse({"state": "open"})
    member = found.member_of(await aperson_of(identity))
    if member is None:
        return JsonResponse({"state": "none"})
    await aside.come_back(found, member, identity)
    here = await aside.who_is_back(found)
    return JsonResponse({"state": "waiting", "here": list(here), "all": found.all_back(here)})


@require_POST
@personal
async def resume(request: HttpRequest, room_id: str) -> HttpResponse:
    """The button: all are back, and the match goes on."""
    identity = await aidentity_of(request.session)
    found = await aside.waiting_at(room_id)
    if identity is None or found is None:
        return redirect("room", room_id)
    if wait := await count_attempt("waits", str(identity)):
        return slow_down(request, wait)
    person = await aperson_of(identity)
    member = found.member_of(person)
    if member is None:
        return answer(request, RoomCode.ASIDE, room_id)
    await aside.come_back(found, member, identity)
    try:
        await aside.resume(room_id=room_id, person=person)
    except RoomRefused as refused:
        if refused.code is RoomCode.NOT_READY:
            return await _page(request, found, person, problem="missing", status=409)
        return answer(request, refused.code, room_id)
    await request.session.aset(ROOM_KEY, room_id)
    return redirect("room", room_id)


async def _not_for(request: HttpRequest, found: aside.Waiting) -> HttpResponse:
    """What somebody reads whom the match does not know; it may know the guest he was before he signed in here."""
    guest = await sync_to_async(guest_of)(request.session)
    if guest is None or found.member_of(Person((guest.pk,))) is None:
        return answer(request, RoomCode.ASIDE, found.room.id)
    context = {"answer": RoomCode.ASIDE.value, "guest": shown_name(guest.name)}
    return render(request, "answer.html", context, status=403)


async def _reader(request: HttpRequest) -> Person:
    identity = await aidentity_of(request.session)
    return NOBODY if identity is None else await aperson_of(identity)


async def _page(
    request: HttpRequest, found: aside.Waiting, person: Person, *, problem: str = "", status: int = 200
) -> HttpResponse:
    here = await aside.who_is_back(found)
    match, member = found.live.match, found.member_of(person)
    people = [
        {
            "member": seat.member,
            "name": shown_name(seat.name),
            "points": points,
            "here": seat.member in here,
            "asked": seat.aside,
            "computer": seat.computer or seat.member in found.spare,
            "mine": member is not None and seat.member == member.id,
        }
        for seat, points in zip(match.seats, found.live.state.totals, strict=True)
    ]
    context = {
        "room_id": found.room.id,
        "ruleset": match.table.ruleset,
        "family": RULESETS[match.table.ruleset].family,
        "rounds": len(match.sheet),
        "until": found.until,
        "people": people,
        "problem": problem,
    }
    return render(request, "aside.html", context, status=status)
