"""How often something that could be guessed at may be tried."""

from typing import Final

from django.core.cache import cache

HOUR: Final = 3600


def may_try(what: str, who: str, *, most: int, seconds: int = HOUR) -> bool:
    """Count a try of somebody's; False when there were too many in the last while."""
    key = f"billing:{what}:{who}"
    if cache.add(key, 1, seconds):
        return True
    try:
        return cache.incr(key) <= most
    except ValueError:
        # It ran out between the two.
        cache.add(key, 1, seconds)
        return True
