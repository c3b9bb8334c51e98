"""A PostgreSQL server of the test's own, which it may stop at the worst moment."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Self

import psycopg

from tests.faults.faulty_site import FaultySite
from tests.processes import Process, free_port, run_manage, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable


def binaries() -> Path:
    """The folder of the newest installed server's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[-3]))
    assert found, "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    return found[-1].parent


class OwnPostgres:
    """One server on a folder and a port of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cc-postgres-"))
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        words = ["-D", str(self.folder / "data"), "-p", str(self.port), "-c", "listen_addresses=127.0.0.1"]
        words += ["-c", f"unix_socket_directories={self.folder}"]
        command = [str(binaries() / "postgres"), *words]
        self.process = Process(
            "postgres", command, environment={}, log=self.folder / "postgres.log", before=self._as_its_user()
        )

    @staticmethod
    def _as_its_user() -> Callable[[], None] | None:
        """PostgreSQL refuses to run as root."""
        if os.getuid() != 0:
            return None
        user = pwd.getpwnam("postgres")

        def change() -> None:
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)

        return change

    def start(self) -> Self:
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        words = ["--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale", "C.UTF-8"]
        subprocess.run(
            [str(binaries() / "initdb"), *words, "-D", str(self.folder / "data")],
            check=True,
            capture_output=True,
            cwd=self.folder,
            preexec_fn=self._as_its_user(),
        )
        self.start_again()
        return self

    def start_again(self) -> None:
        self.process.start()
        wait_until(self.answers, "PostgreSQL answers")

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop_immediately(self) -> None:
        """What `pg_ctl stop -m immediate` does: every connection ends, nothing is put in order."""
        self.process.signal(signal.SIGQUIT)
        self.process.wait_for_end()

    def close(self) -> None:
        self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class PostgresSite(FaultySite):
    """A site whose database lies on a server that may be stopped."""

    def __init__(self, server: OwnPostgres) -> None:
        super().__init__(webs=1, clocks=1)
        self._first_url, self.database_url = self.database_url, server.url
        for process in self.processes.values():
            if process.environment:
                process.environment = {**process.environment, "DATABASE_URL": server.url}
        run_manage(self["web1"].environment, "migrate", "--verbosity", "0")

    def close(self) -> None:
        self.database_url = self._first_url
        super().close()
