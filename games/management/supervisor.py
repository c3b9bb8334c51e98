"""Keeps the processes of one machine's site running: starts them, restarts them, and ends them all together."""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from games.management import leash

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
# A process that lived this long was well: its next end is answered at once again.
SECONDS_OF_HEALTH = 30.0
SECONDS_TO_END = 10.0
LINE_LIMIT = 256 * 1024


@dataclass
class Program:
    """How to start one process of the site."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    before: Callable[[], None] | None = None


class Supervisor:
    """Runs programs until they are told to end.

    Every process gets a group of its own, so that Ctrl-C reaches only the supervisor; the reading end of a pipe, so
    that it ends when the supervisor is killed; and the lock of the data folder, which is free when all are gone.
    """

    def __init__(self, *, folder: Path, lock: int, show: Callable[[str], None]) -> None:
        self.folder = folder
        self.lock = lock
        self.show = show
        self.leash, self._hand = os.pipe()
        self.running: dict[str, asyncio.subprocess.Process] = {}
        self.ending = asyncio.Event()

    async def run(self, program: Program) -> int:
        """Runs a program to its end and returns its exit code; 127 when it could not be started, as shells say."""
        try:
            process = await self._start(program)
        except OSError as error:
            self.show(f"{program.name:<9} | {error}")
            return 127
        reading = asyncio.create_task(self._pass_on(program.name, process))
        code = await process.wait()
        del self.running[program.name]
        # What the process had started goes with it; else it would keep its own work, and our pipe, open.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        await reading
        return code

    async def keep(self, program: Program) -> None:
        """Runs a program again whenever it ends, after pauses that grow while it does not stay alive."""
        clock = asyncio.get_running_loop()
        pause = FIRST_PAUSE
        while not self.ending.is_set():
            started = clock.time()
            code = await self.run(program)
            if self.ending.is_set():
                return
            pause = FIRST_PAUSE if clock.time() - started > SECONDS_OF_HEALTH else min(pause * 2, LONGEST_PAUSE)
            self.show(f"{program.name} ended ({_reason(code)}); it starts again.")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.ending.wait(), pause)

    async def end(self, names: Sequence[str], seconds: float = SECONDS_TO_END) -> None:
        """Ends the named processes, by force where asking does not help."""
        found = [self.running[name] for name in names if name in self.running]
        for process in found:
            _signal(process, signal.SIGTERM)
        _, late = await asyncio.wait(
            [asyncio.create_task(process.wait()) for process in found] or [asyncio.create_task(asyncio.sleep(0))],
            timeout=seconds,
        )
        if late:
            for process in found:
                _signal(process, signal.SIGKILL)

    def kill(self) -> None:
        for process in self.running.values():
            _signal(process, signal.SIGKILL)

    async def _start(self, program: Program) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *program.command,
            cwd=self.folder,
            env={**os.environ, **program.environment, leash.VARIABLE: str(self.leash)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            limit=LINE_LIMIT,
            pass_fds=(self.leash, self.lock),
            start_new_session=True,
            preexec_fn=program.before,
        )
        self.running[program.name] = process
        return process

    async def _pass_on(self, name: str, process: asyncio.subprocess.Process) -> None:
        """Shows every line the process writes under its name."""
        output = process.stdout
        while output is not None:
            try:
                line = await output.readline()
            except ValueError:
                # A line too long to show; its rest follows.
                continue
            if not line:
                return
            self.show(f"{name:<9} | {line.decode(errors='replace').rstrip()}")


def _signal(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    """Reaches the process; a kill reaches whatever it started as well."""
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        if number == signal.SIGKILL:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)


def _reason(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {-code}"
