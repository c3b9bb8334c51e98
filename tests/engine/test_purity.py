"""The engine is pure: it imports the standard library alone, and of that no clock, chance or input."""

import ast
from collections.abc import Iterator
from pathlib import Path

import games.engine

FOLDER = Path(games.engine.__file__).parent
ALLOWED = {"abc", "bisect", "collections", "dataclasses", "enum", "functools", "itertools", "operator", "typing"}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(FOLDER.rglob("*.py")):
        yield str(path.relative_to(FOLDER)), ast.parse(path.read_text())


def imported(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def test_the_engine_imports_itself_and_a_few_plain_modules() -> None:
    for path, tree in trees():
        foreign = {name for name in imported(tree) if not name.startswith("games.engine")}
        assert {name.partition(".")[0] for name in foreign} <= ALLOWED, path


def test_only_the_registry_and_the_families_know_a_rule_set_by_name() -> None:
    names = set(games.engine.RULESETS)
    for path, tree in trees():
        texts = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert path == "rulesets/__init__.py" or not texts & names, path


def test_nothing_of_the_engine_waits_reads_or_prints() -> None:
    for path, tree in trees():
        called = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"print", "open", "input", "eval", "exec"}, path
        assert not any(isinstance(node, ast.AsyncFunctionDef) for node in ast.walk(tree)), path
