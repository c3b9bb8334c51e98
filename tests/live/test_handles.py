"""Card handles tell nothing: not between seats, not between rounds, not what the card is."""

from __future__ import annotations

from games.protocol.handles import Handles


def test_a_handle_is_the_same_in_every_process() -> None:
    assert Handles(b"secret").of(2, 7) == Handles(b"secret").of(2, 7) == "219307b3"


def test_no_two_cards_of_a_seat_share_a_handle() -> None:
    handles = Handles(b"secret")
    assert len({handles.of(0, serial) for serial in range(20_000)}) == 20_000


def test_seats_and_rounds_cannot_be_linked() -> None:
    one, next_round = Handles(b"secret"), Handles(b"another")
    sets = [
        {one.of(0, serial) for serial in range(500)},
        {one.of(1, serial) for serial in range(500)},
        {next_round.of(0, serial) for serial in range(500)},
    ]
    assert not sets[0] & sets[1]
    assert not sets[0] & sets[2]


def test_a_handle_is_eight_hex_digits() -> None:
    assert all(len(handle) == 8 and int(handle, 16) >= 0 for handle in (Handles(b"s").of(0, n) for n in range(100)))
