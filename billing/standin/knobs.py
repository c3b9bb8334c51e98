"""What can be made to go wrong at the stand-in."""

from dataclasses import dataclass, field, fields
from typing import Any, Literal


@dataclass(slots=True)
class Knobs:
    """All off: every notice comes once, at once and signed; every card is good; every refund succeeds at once.

    `copies` of each notice are sent; `reorder` sends those that wait in an order drawn at random; `delay` in seconds;
    `drop`, `forge` and `stale` are the shares (0 to 1) of notices never sent, signed with another secret, and signed
    ten minutes ago. `hold` keeps notices until they are fetched. `decline` refuses every card. `refunds` says how new
    refunds stand. `swallow` names requests, such as "POST /v1/refunds", and how many of their answers are lost after
    they have acted; `linger` how long, in seconds, each request is worked on.
    """

    copies: int = 1
    reorder: bool = False
    delay: float = 0.0
    drop: float = 0.0
    forge: float = 0.0
    stale: float = 0.0
    hold: bool = False
    decline: bool = False
    refunds: Literal["succeeded", "pending"] = "succeeded"
    swallow: dict[str, int] = field(default_factory=dict)
    linger: float = 0.0

    def turn(self, wishes: dict[str, Any]) -> None:
        """Set the named ones. Raises ValueError for a name that is none."""
        names = {known.name for known in fields(self)}
        if unknown := set(wishes) - names:
            raise ValueError(f"no knob {', '.join(sorted(unknown))}")
        for name, value in wishes.items():
            setattr(self, name, value)

    def swallows(self, request: str) -> bool:
        """Whether the answer to this request is to be lost."""
        left = self.swallow.get(request, 0)
        if left > 0:
            self.swallow[request] = left - 1
        return left > 0
