"""Small numbers as bytes: the alphabet of the binary form of states and logs."""

from collections.abc import Sequence

from games.engine.cards import FACES, Card, two_faced
from games.engine.seats import Seat

_TWO_FACED = 0xFF
"""What a card with two faces begins with; their numbers follow."""
_TWO_FACED_SIZE = 3
_ONE_BYTE = 0x7F
"""The highest number that takes one byte."""


class _Packed(dict[Card, bytes]):
    """The bytes of each two-faced card written so far: a match writes its 112 over and over."""

    def __missing__(self, card: Card) -> bytes:
        faces = [face.number for face in (card, card.down) if face is not None]
        packed = self[card] = bytes((_TWO_FACED, *faces))
        return packed


class _TwoFaced(dict[bytes, Card]):
    """The two-faced card of each three bytes read so far."""

    def __missing__(self, packed: bytes) -> Card:
        first, up, down = packed
        if first != _TWO_FACED:
            raise ValueError("cards with one face lie among those with two")
        card = self[packed] = two_faced(_face(up), _face(down))
        return card


_packed, _two_faced = _Packed(), _TwoFaced()


class Writer:
    """Appends values to a byte string."""

    __slots__ = ("_bytes",)

    def __init__(self) -> None:
        self._bytes = bytearray()

    def finish(self) -> bytes:
        """What has been written."""
        return bytes(self._bytes)

    def written(self, part: bytes) -> None:
        """What another writer has finished."""
        self._bytes += part

    def natural(self, value: int) -> None:
        """A number from 0 up, seven bits a byte."""
        while value > _ONE_BYTE:
            self._bytes.append(value & 0x7F | 0x80)
            value >>= 7
        self._bytes.append(value)

    def integer(self, value: int) -> None:
        """A number of either sign."""
        self.natural(_folded(value))

    def optional(self, value: int | None) -> None:
        """A number from 0 up, or None."""
        self.natural(0 if value is None else value + 1)

    def flag(self, value: bool) -> None:
        """A truth value."""
        self._bytes.append(value)

    def text(self, value: str) -> None:
        """A short text."""
        encoded = value.encode()
        self.natural(len(encoded))
        self._bytes += encoded

    def naturals(self, values: Sequence[int]) -> None:
        """Several numbers from 0 up, their count first."""
        self.natural(len(values))
        self.row(values)

    def row(self, values: Sequence[int]) -> None:
        """Several numbers from 0 up whose count the reader knows."""
        if values and max(values) > _ONE_BYTE:
            for value in values:
                self.natural(value)
        else:
            self._bytes += bytes(values)

    def integers(self, values: Sequence[int]) -> None:
        """Several numbers of either sign, their count first."""
        self.naturals([_folded(value) for value in values])

    def cards(self, cards: Sequence[Card]) -> None:
        """Cards in order, their count first; all with one face or all with two."""
        self.natural(len(cards))
        if cards and cards[0].down is not None:
            self._bytes += b"".join(map(_packed.__getitem__, cards))
        else:
            self._bytes += bytes([card.number for card in cards])


def _folded(value: int) -> int:
    """A number of either sign as one from 0 up, in which small ones stay small."""
    return value << 1 if value >= 0 else (-value << 1) - 1


class Reader:
    """Reads what a `Writer` wrote, in the same order.

    Raises:
        ValueError: the bytes end too early, or name a card that there is not.
    """

    __slots__ = ("_at", "_bytes")

    def __init__(self, data: bytes) -> None:
        self._bytes = data
        self._at = 0

    def finish(self) -> None:
        """Check that nothing is left."""
        if self._at != len(self._bytes):
            raise ValueError("the bytes go on after their end")

    def _byte(self) -> int:
        if self._at >= len(self._bytes):
            raise ValueError("the bytes end too early")
        value = self._bytes[self._at]
        self._at += 1
        return value

    def natural(self) -> int:
        """A number from 0 up."""
        value = shift = 0
        while (byte := self._byte()) > 0x7F:
            value |= (byte & 0x7F) << shift
            shift += 7
        return value | byte << shift

    def integer(self) -> int:
        """A number of either sign."""
        coded = self.natural()
        return -(coded + 1 >> 1) if coded & 1 else coded >> 1

    def optional(self) -> int | None:
        """A number from 0 up, or None."""
        coded = self.natural()
        return coded - 1 if coded else None

    def flag(self) -> bool:
        """A truth value."""
        return self._byte() == 1

    def text(self) -> str:
        """A short text."""
        size = self.natural()
        self._at += size
        return self._bytes[self._at - size : self._at].decode()

    def naturals(self) -> tuple[int, ...]:
        """Several numbers from 0 up."""
        count = self.natural()
        part = self._bytes[self._at : self._at + count]
        if len(part) < count or (part and max(part) > _ONE_BYTE):
            return tuple([self.natural() for _ in range(count)])
        self._at += count
        return tuple(part)

    def seats(self) -> tuple[Seat, ...]:
        """Several seats."""
        return tuple([Seat(seat) for seat in self.naturals()])

    def integers(self) -> tuple[int, ...]:
        """Several numbers of either sign."""
        return tuple([self.integer() for _ in range(self.natural())])

    def cards(self) -> tuple[Card, ...]:
        """Cards in order, all with one face or all with two."""
        count = self.natural()
        if not count:
            return ()
        if self._bytes[self._at : self._at + 1] != _TWO_FACED.to_bytes():
            return tuple(map(_face, self._part(count)))
        part = self._part(count * _TWO_FACED_SIZE)
        return tuple(
            [_two_faced[part[place : place + _TWO_FACED_SIZE]] for place in range(0, len(part), _TWO_FACED_SIZE)]
        )

    def _part(self, size: int) -> bytes:
        part = self._bytes[self._at : self._at + size]
        if len(part) < size:
            raise ValueError("the bytes end too early")
        self._at += size
        return part


def _face(number: int) -> Card:
    if number >= len(FACES):
        raise ValueError(f"no card has the number {number}")
    return FACES[number]
