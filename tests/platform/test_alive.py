"""Workers and clocks answer no requests: health checks look for a file they touch."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from games.services import alive
from tests.processes import Process, wait_until
from tests.site import LiveSite


def test_worker_gives_signs_of_life_while_its_loop_turns(live_site: Callable[..., LiveSite], tmp_path: Path) -> None:
    site = live_site(clocks=0, workers=False)
    for queue, processes in (("ledger", "0"), ("computers", "1")):
        file = tmp_path / queue
        environment = {**site.environment, alive.VARIABLE: str(file)}
        command = [sys.executable, "manage.py", "worker", "--queues", queue, "--processes", processes]
        worker = Process(queue, command, environment=environment, log=tmp_path / f"{queue}.log")
        worker.start()
        wait_until(file.exists, f"{queue} gives a sign of life")
        assert worker.stop() == 0


def test_old_or_missing_sign_is_no_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "alive"
    monkeypatch.delenv(alive.VARIABLE, raising=False)
    alive.show()
    assert not alive.seen()
    monkeypatch.setenv(alive.VARIABLE, str(file))
    assert not alive.seen()
    alive.show()
    assert alive.seen()
    old = time.time() - alive.SECONDS_TO_BELIEVE - 1
    os.utime(file, (old, old))
    assert not alive.seen()
