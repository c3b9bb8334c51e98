"""The soak: seeded players, a random fault a minute, and in the end what grew, what was left over, what was broken.

`python -m tests.faults.soak`, by the environment: COLORCLASH_SOAK_PLAYERS (200), COLORCLASH_SOAK_MINUTES (30),
COLORCLASH_SOAK_SEED (1), COLORCLASH_SOAK_FAULT_SECONDS (60).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

import django
import redis
from websockets.exceptions import WebSocketException

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.faults.faulty_site import SHORT, FaultySite
from tests.faults.history import Verdict, judge_match
from tests.faults.kept import wait_for_ledger
from tests.faults.leftovers import leftovers
from tests.faults.measures import memory_kb
from tests.faults.tables import NAMES, RULESETS, short_table
from tests.faults.witness import Witness, begin_match, seat_witnesses

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

T = TypeVar("T")
PLAYERS = int(os.environ.get("COLORCLASH_SOAK_PLAYERS", "200"))
MINUTES = float(os.environ.get("COLORCLASH_SOAK_MINUTES", "30"))
SEED = int(os.environ.get("COLORCLASH_SOAK_SEED", "1"))
FAULT_SECONDS = float(os.environ.get("COLORCLASH_SOAK_FAULT_SECONDS", "60"))
THINKS = 0.5
MEASURE_SECONDS = 10.0
MATCH_SECONDS = 600.0
BEGINS_SECONDS = 180.0
"""A table that gets no match going for so long, faults or not, is stuck."""
DURATIONS = {**SHORT, "window": 1.0, "between": 2.0, "turn": 30.0, "beat": 5.0, "lease": 12.0, "absence": 30.0}
"""Calmer than a single fault's run: many players share one machine with what serves them."""


class NotBegun(Exception):
    """No match began: the site was down, or somebody was missed meanwhile. Who wants to play tries again."""


class Soak:
    """One run: its tables, its faults, and what has been found so far."""

    def __init__(self, site: FaultySite) -> None:
        self.site = site
        self.random = random.Random(SEED)
        self.verdict = Verdict()
        self.matches = 0
        self.tries = 0
        self.faults: list[str] = []
        self.problems: list[str] = []
        self.memory: dict[str, list[tuple[float, int]]] = {}
        self.ends = 0.0
        self.waits_since: dict[int, float] = {}
        """When each table had last played a match."""

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self.ends

    async def run(self) -> None:
        sizes = self._table_sizes()
        # Whoever waits for what a fault holds up must not wait in the fault's way.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(len(sizes) + 8))
        self.ends = time.monotonic() + MINUTES * 60
        measures = asyncio.create_task(self._measure())
        faults = asyncio.create_task(self._make_faults())
        await asyncio.gather(*[self._keep_table(number, people) for number, people in enumerate(sizes)])
        for task in (measures, faults):
            task.cancel()
        await asyncio.gather(measures, faults, return_exceptions=True)
        await asyncio.to_thread(self.site.mend)

    def _table_sizes(self) -> list[int]:
        sizes: list[int] = []
        while sum(sizes) < PLAYERS:
            sizes.append(min(self.random.choice((2, 3, 4)), PLAYERS - sum(sizes)))
        if sizes[-1] == 1:
            sizes[-1:] = []
            sizes[-1] += 1
        return sizes

    # The tables.

    async def _keep_table(self, number: int, people: int) -> None:
        """One room after another, and in each one match after another, until the time is over."""
        room = 0
        self.waits_since[number] = time.monotonic()
        while not self.is_over:
            room += 1
            chance = random.Random(f"{SEED} {number} {room}")
            try:
                await self._one_room(chance, number, f"{number}.{room}", people)
            except NotBegun as problem:
                self.tries += 1
                if time.monotonic() - self.waits_since[number] > BEGINS_SECONDS:
                    self._is_stuck(f"table {number}", problem)
                    self.waits_since[number] = time.monotonic()
                await asyncio.sleep(1.0)
            except (AssertionError, TimeoutError) as problem:
                self._is_stuck(f"table {number}", problem)

    def _is_stuck(self, what: str, problem: Exception) -> None:
        self.problems.append(f"{self._minute():.1f} min, {what}: {type(problem).__name__} {problem}"[:500])

    async def _one_room(self, chance: random.Random, number: int, title: str, people: int) -> None:
        first = chance.randrange(2)
        bases = [*self.site.bases[first:], *self.site.bases[:first]]
        ruleset = chance.choice([ruleset for ruleset in RULESETS if people > 2 or ruleset != "upcolor"])
        witnesses = await self._begins(
            seat_witnesses(
                bases,
                [f"{name} {title}" for name in NAMES[:people]],
                table=short_table(ruleset),
                seed=chance.randrange(10_000),
                before_opening=self.site.opens_premium_tables,
            )
        )
        for witness in witnesses:
            witness.thinks = THINKS
        try:
            for _ in range(chance.randint(1, 3)):
                await self._one_match(witnesses)
                self.waits_since[number] = time.monotonic()
                if self.is_over:
                    break
                await self._begins(begin_match(witnesses, short_table(ruleset)))
        finally:
            await asyncio.gather(*[witness.vanish() for witness in witnesses])

    async def _begins(self, beginning: Awaitable[T]) -> T:
        try:
            return await beginning
        except (AssertionError, TimeoutError, OSError, WebSocketException) as problem:
            raise NotBegun(str(problem)) from problem

    async def _one_match(self, witnesses: list[Witness]) -> None:
        """Play until the match is over or the soak is, and judge what was played."""

        def ended() -> bool:
            return self.is_over or all(one.match and one.view["phase"] == "over" for one in witnesses)

        match_id: str = witnesses[0].match["id"]
        async with asyncio.timeout(MATCH_SECONDS):
            await asyncio.gather(*[witness.play_until(ended) for witness in witnesses])
        await self._judge_once_the_store_answers(match_id, witnesses)
        for witness in witnesses:
            witness.forget()

    async def _judge_once_the_store_answers(self, match_id: str, witnesses: list[Witness]) -> None:
        """A match may end just when the store is down; what it has kept is read when it is back."""
        while True:
            try:
                await asyncio.to_thread(self._judge, match_id, witnesses)
            except redis.RedisError:
                await asyncio.sleep(1.0)
            else:
                return

    def _judge(self, match_id: str, witnesses: list[Witness]) -> None:
        wait_for_ledger(self.site, match_id, 90)
        self.verdict += judge_match(self.site, match_id, witnesses, outages=self.site.outages)
        self.matches += 1

    # The faults.

    async def _make_faults(self) -> None:
        """One fault after another; none comes again before each of the others has been there."""
        bag: list[str] = []
        while True:
            await asyncio.sleep(FAULT_SECONDS)
            if not bag:
                bag = self.random.sample(sorted(self._kinds), len(self._kinds))
            name = bag.pop()
            self.faults.append(name)
            print(f"  {self._minute():5.1f} min: {name}", flush=True)
            with self.site.outage():
                try:
                    await self._kinds[name]()
                except (AssertionError, OSError) as problem:
                    self._is_stuck(name, problem)
                    await asyncio.to_thread(self.site.mend)

    @property
    def _kinds(self) -> dict[str, Callable[[], Awaitable[None]]]:
        return {
            "a web process killed": self._kill_web,
            "a web process restarted": self._restart_web,
            "no web process for a while": self._kill_webs,
            "a clock killed": self._kill_clock,
            "both clocks paused": self._pause_clocks,
            "the ledger's worker killed": self._kill_ledger,
            "the computers' worker killed": self._kill_computers,
            "the store killed": self._kill_store,
            "the store hung": self._hang_store,
            "the store full": self._fill_store,
            "all hints cut": self._cut_hints,
            "the store's replies lost": self._lose_replies,
        }

    async def _kill_web(self) -> None:
        name = self.random.choice(("web1", "web2"))
        self.site.kill(name)
        await asyncio.to_thread(self.site.start_again, name)

    async def _restart_web(self) -> None:
        await asyncio.to_thread(self.site.restart, self.random.choice(("web1", "web2")))

    async def _kill_webs(self) -> None:
        for name in ("web1", "web2"):
            self.site.kill(name)
        await self.site.down(4.0)
        for name in ("web1", "web2"):
            await asyncio.to_thread(self.site.start_again, name)

    async def _kill_clock(self) -> None:
        name = self.random.choice(("clock1", "clock2"))
        self.site.kill(name)
        await asyncio.to_thread(self.site.start_and_wait_for_sweep, name)

    async def _pause_clocks(self) -> None:
        for name in ("clock1", "clock2"):
            self.site[name].pause()
        await self.site.down(6.0)
        for name in ("clock1", "clock2"):
            self.site[name].resume()

    async def _kill_ledger(self) -> None:
        self.site.kill("ledger")
        self.site.start_again("ledger")

    async def _kill_computers(self) -> None:
        self.site.kill("computers")
        self.site.start_again("computers")

    async def _kill_store(self) -> None:
        self.site.kill("store")
        self.site.store.begin()
        await asyncio.to_thread(self.site.store.wait)

    async def _hang_store(self) -> None:
        self.site["store"].pause()
        await self.site.down(5.0)
        self.site["store"].resume()

    async def _fill_store(self) -> None:
        with self.site.redis() as client:
            before = client.config_get("maxmemory")["maxmemory"]
            client.config_set("maxmemory", 1)
            try:
                await self.site.down(3.0)
            finally:
                client.config_set("maxmemory", before)

    async def _cut_hints(self) -> None:
        with self.site.redis() as client:
            await asyncio.to_thread(client.client_kill_filter, _type="pubsub")

    async def _lose_replies(self) -> None:
        self.site.store_proxies["web1"].back.swallows = True
        await self.site.down(2.0)
        self.site.store_proxies["web1"].heal()

    # What is measured.

    def _minute(self) -> float:
        return MINUTES - (self.ends - time.monotonic()) / 60

    async def _measure(self) -> None:
        while True:
            for name, process in self.site.processes.items():
                if process.alive:
                    series = self.memory.setdefault(f"{name} ({process.pid})", [])
                    series.append((self._minute(), memory_kb(process.pid)))
            await asyncio.sleep(MEASURE_SECONDS)

    def report(self, left: list[str]) -> bool:
        """Print the figures; whether nothing was broken or left."""
        print(f"\n{PLAYERS} players, {MINUTES:g} minutes, seed {SEED}: {self.matches} matches judged")
        print(f"faults: {len(self.faults)}; matches that began only at a further try: {self.tries}")
        print(f"acts acknowledged: {self.verdict.acknowledged}, lost: {self.verdict.lost}")
        for name, series in sorted(self.memory.items()):
            print(f"memory {name}: {_megabytes(series)}")
        for what, found in (
            ("invariants broken", self.verdict.broken),
            ("leftover keys", left),
            ("stuck", self.problems),
        ):
            print(f"{what}: {len(found)}")
            for each in found[:20]:
                print(f"  {each}")
        return not (self.verdict.broken or self.verdict.lost or left or self.problems)


def _megabytes(series: list[tuple[float, int]]) -> str:
    """First, last, and the slope of a straight line through the second half, in MB."""
    first, last = series[0][1] / 1024, series[-1][1] / 1024
    settled = series[len(series) // 2 :]
    text = f"{first:.0f} -> {last:.0f} MB over {series[-1][0] - series[0][0]:.1f} min"
    if len(settled) < 3:
        return text
    middle = sum(at for at, _ in settled) / len(settled)
    mean = sum(size for _, size in settled) / len(settled)
    spread = sum((at - middle) ** 2 for at, _ in settled)
    slope = sum((at - middle) * (size - mean) for at, size in settled) / spread if spread else 0.0
    return f"{text}, {slope / 1024:+.2f} MB a minute in its second half"


def main() -> int:
    site = FaultySite(proxied=("web1",), durations=DURATIONS)
    try:
        site.start()
        soak = Soak(site)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(soak.run())
        return 0 if soak.report(leftovers(site)) else 1
    finally:
        site.close()


if __name__ == "__main__":
    sys.exit(main())
