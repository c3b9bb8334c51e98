"""Environments of their own for what we are compared with, below `build/`; ours stays as it is."""

from __future__ import annotations

import subprocess
import sys
import venv
from hashlib import sha256
from typing import TYPE_CHECKING

from tests.processes import CODE

if TYPE_CHECKING:
    from pathlib import Path

BUILD = CODE / "build" / "bench"
READY = "ready"


def _folder(name: str, *described_by: Path) -> Path:
    """A folder that changes with the files that say what belongs into it."""
    digest = sha256(b"".join(path.read_bytes() for path in described_by)).hexdigest()[:12]
    return BUILD / f"{name}-{digest}"


def python_with(name: str, requirements: Path) -> Path:
    """The interpreter of an environment with exactly the pinned packages, made when it is not there."""
    folder = _folder(name, requirements)
    python = folder / "bin" / "python"
    if not (folder / READY).exists():
        venv.create(folder, clear=True, with_pip=True)
        _run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes",
              "--no-deps", "-r", str(requirements)], cwd=folder)  # fmt: skip
        (folder / READY).touch()
    return python


def node_modules(name: str, described_in: Path) -> Path:
    """The `node_modules` of the `package.json` and `package-lock.json` in a folder; no install script is run."""
    files = (described_in / "package.json", described_in / "package-lock.json")
    folder = _folder(name, *files)
    if not (folder / READY).exists():
        folder.mkdir(parents=True, exist_ok=True)
        for file in files:
            (folder / file.name).write_bytes(file.read_bytes())
        _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=folder)
        (folder / READY).touch()
    return folder / "node_modules"


def _run(command: list[str], *, cwd: Path) -> None:
    print(f"installing into {cwd.relative_to(CODE)} ...", file=sys.stderr)
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
