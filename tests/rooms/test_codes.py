"""The six letters: what may be typed, what they find, and for how long."""

import pytest

from games.live import store
from games.services.codes import ALPHABET, clean_code, find_room, keep_code, reserve_code, retire_code

pytestmark = pytest.mark.usefixtures("redis_url")


@pytest.mark.parametrize(
    "typed", ["ABCDEF", "abcdef", " abc def ", "abc-def", "ABC\u2013DEF", "a b c d e f", "\uff21BCDEF"]
)
def test_spaces_hyphens_and_lower_case_are_forgiven(typed: str) -> None:
    assert clean_code(typed) == "ABCDEF"


@pytest.mark.parametrize("typed", ["", "ABCDE", "ABCDEFG", "ABCDE1", "ABCDEI", "ABCDEO", "ÀBCDEF", "A" * 500])
def test_what_can_be_no_code(typed: str) -> None:
    assert clean_code(typed) is None


def test_there_are_24_letters_without_i_and_o() -> None:
    assert len(ALPHABET) == 24
    assert not set("IO") & set(ALPHABET)


async def test_a_code_finds_its_room_until_it_is_retired() -> None:
    code = await reserve_code("a-room")
    assert clean_code(code) == code
    assert await find_room(code) == "a-room"
    await retire_code(code)
    assert await find_room(code) is None


async def test_a_retired_code_is_nobody_s_for_a_day() -> None:
    code = await reserve_code("a-room")
    await retire_code(code)
    assert await store.pipe().call("SET", f"code:{code}", "another", "NX") is None
    assert await store.pipe().call("TTL", f"code:{code}") > 24 * 3600 - 10


async def test_every_code_has_an_end_beyond_its_room_s() -> None:
    code = await reserve_code("a-room")
    assert await store.pipe().call("TTL", f"code:{code}") >= 25 * 3600
    await store.pipe().call("EXPIRE", f"code:{code}", 10)
    await keep_code(code)
    assert await store.pipe().call("TTL", f"code:{code}") >= 25 * 3600


async def test_codes_do_not_repeat_and_use_all_letters() -> None:
    codes = [await reserve_code("a-room") for _ in range(300)]
    assert len(set(codes)) == 300
    assert set("".join(codes)) == set(ALPHABET)
