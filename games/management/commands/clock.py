import asyncio
import contextlib
import signal
from typing import Any

from django.core.management.base import BaseCommand

from games.live import metrics, store
from games.management import leash
from games.services.clock import Clock


class Command(BaseCommand):
    help = "Carries out what is due: turns, windows, absences, computers' pauses, next rounds. Any number may run."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ANN401, ARG002
        leash.follow()
        metrics.serve()
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(self.sweep())

    async def sweep(self) -> None:
        """Run until SIGTERM or Ctrl-C: whatever is half done then is done by another clock, or at the next start."""
        loop = asyncio.get_running_loop()
        clock = asyncio.create_task(Clock().run())
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, clock.cancel)
        self.stdout.write("The clock runs")
        try:
            await clock
        finally:
            await store.close()
