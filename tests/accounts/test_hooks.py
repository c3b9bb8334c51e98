"""The moments in which the apps above take part."""

from uuid import UUID, uuid4

import pytest

from accounts.hooks import Hook


def test_everybody_who_registered_is_called_once_in_order() -> None:
    called: list[str] = []
    deleted: Hook[[UUID], object] = Hook("deleted")

    def first(identity_id: UUID) -> str:
        called.append(f"first {identity_id}")
        return "first"

    def second(identity_id: UUID) -> str:
        called.append(f"second {identity_id}")
        return "second"

    for callback in (first, second, first):
        deleted.register(callback)
    who = uuid4()
    assert deleted.announce(who) == ["first", "second"]
    assert called == [f"first {who}", f"second {who}"]


def test_one_that_fails_stops_the_rest() -> None:
    merged: Hook[[UUID, UUID], object] = Hook("guest merged")

    @merged.register
    def failing(guest_id: UUID, identity_id: UUID) -> None:
        raise LookupError(guest_id, identity_id)

    with pytest.raises(LookupError):
        merged.announce(uuid4(), uuid4())
