"""Finds a Chromium for the browser tests, or gets one: `python -m tests.chromium` prints its path."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

SHELL = "chromium-headless-shell"
"""Chromium without windows of its own: the same pages for two thirds of the work."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge-stable")
MAC_APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# What a browser under test needs, and what keeps it from calling home.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def find() -> str | None:
    """The path of an installed Chromium: the one named in CHROMIUM, the system's, or Playwright's own."""
    named = os.environ.get("CHROMIUM")
    found = (named, *map(shutil.which, NAMES), *MAC_APPLICATIONS, _playwrights_own())
    return next((path for path in found if path and Path(path).exists()), None)


def get() -> str | None:
    """Fetches Playwright's own, or, as root on Debian, the distribution's."""
    _run(sys.executable, "-m", "playwright", "install", "chromium")
    if not find() and os.geteuid() == 0 and shutil.which("apt-get"):
        _run("apt-get", "update", "-qq")
        for package in (SHELL, "chromium"):
            if not find():
                _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", package)
    return find()


def _playwrights_own() -> str:
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def _run(*command: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def main() -> int:
    path = find() or get()
    if path is None:
        sys.stderr.write("The browser tests need Chromium: install it, or name its path in CHROMIUM.\n")
        return 1
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
