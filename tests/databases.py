"""A fresh migrated database for every running site, copied from one that was migrated once."""

from __future__ import annotations

import atexit
import functools
import os
import secrets
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.processes import run_manage


def on_postgres() -> bool:
    return os.environ.get("DATABASE_URL", "").startswith("postgres")


@functools.cache
def template() -> Path:
    """A data folder with migrated database and collected static files; it goes away with the tests."""
    folder = Path(tempfile.mkdtemp(prefix="cc-template-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    environment = {
        "COLORCLASH_PROFILE": "home",
        "COLORCLASH_DATA": str(folder),
        "COLORCLASH_SECRET_KEY": "only to prepare the database",
        "DJANGO_SETTINGS_MODULE": "colorclash.settings",
    }
    if on_postgres():
        environment["DATABASE_URL"] = _create(_template_name(), "template1")
        atexit.register(drop, environment["DATABASE_URL"])
    else:
        environment["DATABASE_URL"] = f"sqlite:///{folder}/colorclash.sqlite3"
    run_manage(environment, "prepare", seconds=300)
    return folder


def make(data: Path) -> str:
    """The URL of a new database; SQLite's lies in the folder `data`."""
    prepared = template()
    if on_postgres():
        return _create(f"cc_site_{secrets.token_hex(6)}", _template_name())
    shutil.copy(prepared / "colorclash.sqlite3", data / "colorclash.sqlite3")
    return f"sqlite:///{data}/colorclash.sqlite3"


def drop(url: str) -> None:
    if url.startswith("sqlite"):
        return
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        name = urlsplit(url).path.removeprefix("/")
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _template_name() -> str:
    return f"cc_template_{os.getpid()}"


def _create(name: str, source: str) -> str:
    server = os.environ["DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as connection:
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(statement.format(sql.Identifier(name), sql.Identifier(source)))
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
