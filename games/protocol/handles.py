"""Card handles: what a page calls the cards in its hand.

A handle says nothing but "the n-th card this seat has drawn this round", under a secret of the round: equal in every
process, unlinkable between seats and rounds, and the same whatever the card is. It is a keyed permutation of 32 bits,
so no two cards of a hand ever share one.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from games.engine import HeldCard

_HALF: Final = 0xFFFF
_ROUNDS: Final = 4


class Handles:
    """The handles of one round."""

    __slots__ = ("_hands", "_known", "_secret")

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._known: dict[tuple[int, int], str] = {}
        self._hands: dict[int, tuple[Sequence[HeldCard], str]] = {}

    def of(self, seat: int, serial: int) -> str:
        known = self._known.get((seat, serial))
        if known is None:
            known = self._known[seat, serial] = self._make(seat, serial)
        return known

    def hand_on_wire(self, seat: int, hand: Sequence[HeldCard]) -> str:
        """The hand as JSON, [{"id": handle, "card": face}]; most acts leave most hands as they were."""
        known = self._hands.get(seat)
        if known is not None and known[0] == hand:
            return known[1]
        held = [f'{{"id":"{self.of(seat, serial)}","card":"{card.code}"}}' for serial, card in hand]
        text = f"[{','.join(held)}]"
        self._hands[seat] = (hand, text)
        return text

    def _make(self, seat: int, serial: int) -> str:
        left, right = serial >> 16 & _HALF, serial & _HALF
        for number in range(_ROUNDS):
            word = bytes((seat, number)) + right.to_bytes(2)
            mixed = blake2b(word, digest_size=2, key=self._secret).digest()
            left, right = right, left ^ int.from_bytes(mixed)
        return f"{left << 16 | right:08x}"
