"""The table of a run: fault, runs, acts acknowledged, acts lost, invariants broken."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from tests.faults.history import Broken, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FAULTS = {
    1: "web process killed around a commit",
    2: "web process gone with 500 sockets",
    3: "commit reply lost or late",
    4: "two processes commit on one version",
    5: "clock processes killed, many or gone",
    6: "two acts in the same millisecond",
    7: "store killed and restarted",
    8: "store hung",
    9: "messages lost, doubled, reordered",
    10: "clients that do not read",
    11: "two tabs on one seat",
    12: "floods and malformed frames",
    13: "worker killed, task doubled or lost",
    14: "database down or locked",
    15: "computer's task fails, is late or doubled",
    16: "deploy: SIGTERM to every process",
    18: "crowds for one seat, one start, one deal",
    19: "everything killed, started in any order",
}
HEAD = ("fault", "", "runs", "acknowledged", "lost", "broken")


class Report:
    """The verdicts of a test run, by the fault's number."""

    def __init__(self) -> None:
        self._verdicts: dict[int, list[Verdict]] = defaultdict(list)

    def add(self, fault: int, verdict: Verdict) -> Verdict:
        self._verdicts[fault].append(verdict)
        return verdict

    def rows(self) -> list[tuple[int, int, int, list[tuple[str, str]]]]:
        """Every verdict in plain values, as test processes hand them to the one that prints."""
        return [
            (fault, one.acknowledged, one.lost, [(broken.invariant, broken.what) for broken in one.broken])
            for fault, verdicts in self._verdicts.items()
            for one in verdicts
        ]

    def add_rows(self, rows: Iterable[tuple[int, int, int, list[tuple[str, str]]]]) -> None:
        """Take in what another test process handed over."""
        for fault, acknowledged, lost, broken in rows:
            self.add(fault, Verdict(acknowledged, lost, [Broken(*one) for one in broken]))

    @property
    def is_empty(self) -> bool:
        return not self._verdicts

    def lines(self) -> list[str]:
        rows = [HEAD, *[_row(fault, verdicts) for fault, verdicts in sorted(self._verdicts.items())]]
        every = [verdict for verdicts in self._verdicts.values() for verdict in verdicts]
        rows.append(_row(0, every, {0: "all"}))
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
        return ["  ".join(_cell(row[at], widths[at], at) for at in range(len(HEAD))).rstrip() for row in rows]


def _row(fault: int, verdicts: list[Verdict], names: Mapping[int, str] = FAULTS) -> tuple[str, ...]:
    whole = sum(verdicts, Verdict())
    broken = ", ".join(whole.invariants) or "none"
    number = str(fault) if fault else ""
    return number, names[fault], str(len(verdicts)), str(whole.acknowledged), str(whole.lost), broken


def _cell(text: str, width: int, column: int) -> str:
    return text.rjust(width) if HEAD[column] in {"runs", "acknowledged", "lost"} else text.ljust(width)


REPORT = Report()
"""This test run's."""
