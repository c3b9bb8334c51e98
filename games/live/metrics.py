"""Counters of the live service, for the operators: on a port of their own, where one is set."""

import os
from typing import Final

from prometheus_client import Counter, Gauge, Histogram, start_http_server

ACTS: Final = Counter("colorclash_acts_total", "Acts committed for people")
REFUSALS: Final = Counter("colorclash_refusals_total", "Acts refused", ["code"])
HINTS: Final = Counter("colorclash_hints_total", "Hints heard")
LOADS: Final = Counter("colorclash_loads_total", "States loaded after a hint or a heartbeat", ["why"])
SOCKETS: Final = Gauge("colorclash_sockets", "Open sockets")
CLOSED: Final = Counter("colorclash_closed_total", "Sockets closed by the server", ["reason"])
MALFORMED: Final = Counter("colorclash_malformed_total", "Frames that are no message of ours")
DUE: Final = Counter("colorclash_due_total", "Deadlines carried out", ["kind"])
COMPUTERS_HELPED: Final = Counter("colorclash_computers_helped_total", "Computers' turns the clock had to play itself")
NO_ROWS: Final = Counter("colorclash_no_rows_total", "Deadlines and leases that were none, and were taken away")
UNSENT: Final = Counter("colorclash_unsent_total", "Tasks not sent because too many wait already", ["queue"])
LOOP_LAG: Final = Histogram(
    "colorclash_loop_lag_seconds", "How late the event loop runs", buckets=(0.005, 0.02, 0.05, 0.1, 0.25, 1, 5)
)


def serve() -> None:
    """Open the metrics' port, if `COLORCLASH_METRICS_PORT` names one; on this machine's own address alone."""
    if port := os.environ.get("COLORCLASH_METRICS_PORT", ""):
        start_http_server(int(port), addr="127.0.0.1")
