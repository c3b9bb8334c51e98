"""Runs a Celery worker."""

import argparse
import logging
import os
import time
import warnings
from typing import Any

import redis
from celery import bootsteps, current_app
from celery.exceptions import SecurityWarning
from celery.worker import state
from celery.worker.consumer import Consumer
from django.core.management.base import BaseCommand

from games.services import alive

QUEUES = ("computers", "ledger")
SECONDS_BETWEEN_LOOKS = 3.0
SECONDS_OF_DEAFNESS = 9.0
"""A worker that has taken nothing for so long, though tasks wait and it has none in hand, is taken to hear nothing."""

log = logging.getLogger(__name__)


class SignsOfLife(bootsteps.StartStopStep):
    """Gives a sign of life by the very timer of the worker's loop: when that one hangs, the signs end."""

    requires = ("celery.worker.consumer.connection:Connection",)

    def start(self, parent: Consumer) -> None:
        alive.show()
        self.timer = parent.timer.call_repeatedly(alive.SECONDS_BETWEEN_SIGNS, alive.show)

    def stop(self, _parent: Consumer) -> None:
        self.timer.cancel()


class Hearing(bootsteps.StartStopStep):
    """Connects anew when tasks wait and none is taken.

    An acknowledgment that the broker's end has cut off stays counted as a task in hand (seen with Celery 5.7 and kombu
    5.7): the worker then asks for no other, and so never notices that its connection is gone.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Consumer) -> None:
        self.taken, self.since = state.all_total_count[0], time.monotonic()
        self.timer = parent.timer.call_repeatedly(SECONDS_BETWEEN_LOOKS, self.look, (parent,))

    def stop(self, _parent: Consumer) -> None:
        self.timer.cancel()

    def look(self, parent: Consumer) -> None:
        """Raises the error of a lost connection, which the worker's loop answers by connecting anew."""
        taken, now = state.all_total_count[0], time.monotonic()
        if taken != self.taken or state.active_requests or not self.tasks_wait(parent):
            self.taken, self.since = taken, now
        elif now - self.since > SECONDS_OF_DEAFNESS:
            log.warning("Tasks wait and none is taken; the worker connects anew")
            raise redis.ConnectionError("nothing is heard from the broker")

    @staticmethod
    def tasks_wait(parent: Consumer) -> bool:
        tasks: Any = parent.task_consumer  # type: ignore[attr-defined]  # celery-types leaves it out
        with tasks.channel.conn_or_acquire() as broker:
            return any(broker.llen(queue.name) for queue in tasks.queues)


class Command(BaseCommand):
    help = "Runs a Celery worker for the computers' thinking, the ledger, or both."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--queues", nargs="+", choices=QUEUES, default=QUEUES)
        parser.add_argument("--processes", type=int, default=2, help="0 runs the tasks in this very process")

    def handle(self, *, queues: list[str], processes: int, **_options: object) -> None:
        # Root is warned of because a pickled task could run anything; ours are plain JSON and nothing else is accepted.
        warnings.simplefilter("ignore", SecurityWarning)
        current_app.steps["consumer"].update({SignsOfLife, Hearing})
        pool = ["--pool", "prefork", "--concurrency", str(processes)] if processes else ["--pool", "solo"]
        current_app.worker_main(
            [
                "--quiet",
                "worker",
                *pool,
                "--queues",
                ",".join(queues),
                "--hostname",
                f"{'-'.join(queues)}-{os.getpid()}@%h",
                "--loglevel",
                "WARNING",
                "--without-gossip",
                "--without-mingle",
                "--without-heartbeat",
            ]
        )
