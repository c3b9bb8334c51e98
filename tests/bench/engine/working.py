"""A worker: a process that answers each task (a line of JSON on its input) with a line of figures.

Every measured side is one, so that rounds can take turns without starting anything anew. Only the standard library is
used: workers run in environments of their own.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Figures = dict[str, float]


def answer_tasks(works: Mapping[str, Callable[..., Figures]]) -> None:
    """Answer tasks until the input ends. A task names its work; its other fields go to it."""
    for line in sys.stdin:
        task: dict[str, Any] = json.loads(line)
        print(json.dumps(works[task.pop("work")](**task)), flush=True)
