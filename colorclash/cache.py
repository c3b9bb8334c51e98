"""The cache's connections to the store, shared by everything in a process.

Django makes a cache for every asynchronous context, which under ASGI means for every request, and each would open
connections of its own. `CACHES` names this pool instead (its option `pool_class`).
"""

from threading import Lock
from typing import Any, ClassVar, Self

from redis import ConnectionPool


class SharedPool(ConnectionPool):
    """The one pool of this process for a store; it is safe for threads and forks."""

    _shared: ClassVar[dict[str, Any]] = {}
    _sharing: ClassVar[Lock] = Lock()

    @classmethod
    def from_url(cls, url: str, **options: Any) -> Self:  # noqa: ANN401 (whatever the settings name)
        """The pool for this address, made when it is first asked for with the options given then."""
        with cls._sharing:
            pool: Self | None = cls._shared.get(url)
            if pool is None:
                pool = cls._shared[url] = super().from_url(url, **options)
            return pool
