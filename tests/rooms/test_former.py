"""Somebody whose time is over is a former player in the rooms, too, in which he still has a place."""

from collections.abc import Callable

from asgiref.sync import sync_to_async
from django.utils import timezone
from django.utils.translation import override

from accounts.animals import is_animal, shown_name
from accounts.models import Identity
from accounts.personal_data import forget_guest
from games.live import store
from games.protocol.lobby import LeaveRoom
from games.services.former import hide_former_names
from games.services.rooms import act_in_room
from tests.rooms.between import look, match_between_rounds
from tests.rooms.conftest import Browser, Lobby
from tests.rooms.test_doors import text


async def goes(name: str, *, played: bool = True) -> None:
    """Somebody's time is over. Nothing recorded names whoever never finished a round."""
    guest = await Identity.objects.aget(name=name)
    guest.last_played = timezone.now() if played else None
    await sync_to_async(forget_guest)(guest=guest)


def shown(names: list[str]) -> list[str]:
    with override("fr"):
        return [shown_name(name) for name in names]


async def test_the_room_and_its_match_tell_nobody_s_name_who_is_gone(lobby: Lobby) -> None:
    await lobby.comes("Ben")
    match_id = await match_between_rounds(lobby)
    await goes("Ben")
    await hide_former_names()
    members = [member.name for member in (await lobby.room()).members]
    assert shown(members) == ["Ana", "ancien joueur"]
    assert shown([who.name for who in (await look(match_id)).match.seats]) == ["Ana", "ancien joueur"]
    assert not any(is_animal(name) for name in members)


async def test_the_door_of_a_room_tells_nobody_s_name_who_is_gone(
    lobby: Lobby, browser: Callable[..., Browser]
) -> None:
    await goes("Ana")
    await hide_former_names()
    page = await browser().get(f"/room/{lobby.id}/", headers={"Accept-Language": "fr"})
    assert "Rejoindre un ancien joueur dans sa salle" in text(page)
    assert page.context["members"] == ["ancien joueur"]


async def test_looking_again_changes_nothing(lobby: Lobby) -> None:
    await lobby.comes("Ben")
    match_id = await match_between_rounds(lobby)
    await goes("Ben")
    await hide_former_names()
    before = await look(match_id), await store.load("room", lobby.id)
    await hide_former_names()
    after = await look(match_id), await store.load("room", lobby.id)
    assert [each and each.state for each in before] == [each and each.state for each in after]
    assert before[0].version == after[0].version


async def test_of_two_who_are_gone_each_can_be_told_and_others_keep_their_names(lobby: Lobby) -> None:
    for name in ("Ben", "Cal", "Dan"):
        await lobby.comes(name)
    await goes("Ben", played=False)
    await goes("Dan")
    await hide_former_names()
    names = [member.name for member in (await lobby.room()).members]
    assert shown(names) == ["Ana", "ancien joueur", "Cal", "ancien joueur 2"]


async def test_who_left_the_room_keeps_no_name_in_its_match(lobby: Lobby) -> None:
    ben = await lobby.comes("Ben")
    match_id = await match_between_rounds(lobby)
    await act_in_room(room_id=lobby.id, member_id=ben.id, request=LeaveRoom(), act_id="leaves")
    await goes("Ben")
    await hide_former_names()
    assert shown([who.name for who in (await look(match_id)).match.seats]) == ["Ana", "ancien joueur"]
