"""The pages by which one gets playing without friends at hand: practice, and quick play with its ticket."""

from collections.abc import Collection
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.services import ROOM_KEY, aensure_player, aidentity_of, others_behind
from billing.services import apremium_tables_of
from billing.services.prices import price_of, remember_prices
from games.engine import RULESETS, RuleSet
from games.forms import LEVELS, MOST_COMPUTERS, PracticeForm, QuickForm
from games.live.room import RoomRefused
from games.live.table import TIMERS
from games.live.tickets import Bench, Seated, Waiting
from games.services import quickplay
from games.services.limits import count_attempt, whom_to_count
from games.services.practice import begin_practice
from games.services.tastes import given_back
from games.views import personal, slow_down, waits

FIRST: Final = "clash-classic"
FEW: Final = 2
OFFER_AFTER_MS: Final = 20_000
"""How long somebody waits before practice is offered meanwhile."""


@require_http_methods(["GET", "HEAD", "POST"])
@personal
async def practice(request: HttpRequest) -> HttpResponse:
    """Choose the computers and play: one press takes the page as it stands."""
    if request.method != "POST":
        return await _practice_page(request)
    form = PracticeForm(request.POST)
    if not form.is_valid():
        return await _practice_page(request, problem="table", status=422)
    if wait := await count_attempt("rooms", *whom_to_count(request, await aidentity_of(request.session))):
        return slow_down(request, wait)
    player = await aensure_player(session=request.session)
    try:
        room_id = await begin_practice(
            identity=player.pk, table=form.table, computers=form.computers, fast=form.cleaned_data["fast"]
        )
    except RoomRefused as refused:
        return await _practice_page(request, problem=refused.code.value, status=422)
    await request.session.aset(ROOM_KEY, room_id)
    return redirect("room", room_id)


@require_http_methods(["GET", "HEAD", "POST"])
@personal
async def quick(request: HttpRequest) -> HttpResponse:
    """Choose a table and take a ticket; who has one sees it, in every tab the same."""
    if request.method != "POST":
        identity = await aidentity_of(request.session)
        held = await quickplay.ticket_of(identity) if identity is not None else None
        if isinstance(held, Seated):
            return redirect("room", held.room_id)
        return _waiting_page(request, held) if held is not None else await _quick_page(request)
    form = QuickForm(request.POST)
    if not form.is_valid():
        return await _quick_page(request, problem="table", status=422)
    rounds, to = form.lengths
    try:
        bench = quickplay.bench_of(form.cleaned_data["ruleset"], seats=form.cleaned_data["seats"], rounds=rounds, to=to)
    except RoomRefused as refused:
        return await _quick_page(request, problem=refused.code.value, status=422)
    return await _take_ticket(request, bench)


@require_POST
@personal
async def ticket(request: HttpRequest) -> HttpResponse:
    """A page says that its person still waits, and hears how it stands."""
    identity = await aidentity_of(request.session)
    if identity is None:
        return JsonResponse({"state": "none"})
    if wait := await count_attempt("waits", str(identity)):
        return JsonResponse({"state": "slow_down"}, status=429, headers={"Retry-After": str(wait)})
    match await quickplay.hold_ticket(identity):
        case Seated(room_id):
            await request.session.aset(ROOM_KEY, room_id)
            return JsonResponse({"state": "seated", "room": reverse("room", args=[room_id])})
        case Waiting() as held:
            waited = held.now - held.since
            return JsonResponse({"state": "waiting", "found": held.found, "seats": held.bench.seats, "waited": waited})
        case _:
            return JsonResponse({"state": "none"})


@require_POST
@personal
async def give_up(request: HttpRequest) -> HttpResponse:
    """The way out; where a table was set at that moment, it leads to the table."""
    identity = await aidentity_of(request.session)
    held = await quickplay.give_up_ticket(identity) if identity is not None else None
    return redirect("room", held.room_id) if isinstance(held, Seated) else redirect("front")


async def _take_ticket(request: HttpRequest, bench: Bench) -> HttpResponse:
    if wait := await count_attempt("tickets", *whom_to_count(request, await aidentity_of(request.session))):
        return slow_down(request, wait)
    player = await aensure_player(session=request.session)
    try:
        held = await quickplay.take_ticket(player.pk, bench, others_behind=others_behind(request.session))
    except quickplay.NoQuickPlay:
        return redirect("told")
    if isinstance(held, Seated):
        await request.session.aset(ROOM_KEY, held.room_id)
        return redirect("room", held.room_id)
    return redirect("quick")


async def _practice_page(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    identity = await aidentity_of(request.session)
    opens = await apremium_tables_of(identity) if identity is not None else ()
    await remember_prices()
    premium = [facts.id for facts in RULESETS.values() if facts.premium and facts.id not in opens]
    spoiled = await given_back(identity, premium) if identity is not None else frozenset()
    wished = request.POST if request.method == "POST" else request.GET
    context = {
        "rulesets": [_tasted(_choice(facts, opens), spoiled) for facts in RULESETS.values()],
        "chosen": wished.get("ruleset", FIRST),
        "computers": range(1, MOST_COMPUTERS + 1),
        "levels": LEVELS,
        "timers": TIMERS,
        "problem": problem,
        "waits": await waits(request),
    }
    return render(request, "practice.html", context, status=status)


async def _quick_page(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    wished = request.POST if request.method == "POST" else request.GET
    free = [_choice(facts, ()) for facts in RULESETS.values() if not facts.premium]
    seats = wished.get("seats", str(FEW))
    context = {
        "rulesets": free,
        "chosen": wished.get("ruleset", FIRST),
        "seats": range(FEW, max(choice["most"] for choice in free) + 1),
        "chosen_seats": int(seats) if seats.isdecimal() and len(seats) == 1 else FEW,
        "problem": problem,
    }
    return render(request, "quick.html", context, status=status)


def _waiting_page(request: HttpRequest, held: Waiting) -> HttpResponse:
    bench = held.bench
    context = {
        "ruleset": bench.ruleset,
        "family": RULESETS[bench.ruleset].family,
        "seats": bench.seats,
        "rounds": bench.rounds,
        "to": bench.to,
        "waited": held.now - held.since,
        "offer_after": OFFER_AFTER_MS,
    }
    return render(request, "waiting.html", context)


def _choice(facts: RuleSet, opens: Collection[str]) -> dict[str, Any]:
    """A rule set as a page offers it."""
    return {
        "id": facts.id,
        "family": facts.family,
        "fewest": facts.seats[0],
        "most": facts.seats[1],
        "blocked": facts.premium and facts.id not in opens,
    }


def _tasted(choice: dict[str, Any], spoiled: Collection[str]) -> dict[str, Any]:
    """A premium table that is not open to somebody may be tasted in practice; the page says what it costs.

    A taste that a fault of ours has spoiled is there again, with a word about it.
    """
    taste = {"taste": choice["blocked"], "given_back": choice["id"] in spoiled, "price": price_of(choice["id"])}
    return {**choice, **taste}
