"""The scripts' modules: which of them pages name, and what they import."""

import re
from pathlib import Path

from colorclash.bundles import bundle, entries
from tests.platform.messages import ROOT

SCRIPTS = ROOT / "static" / "js"


def _modules() -> dict[str, str]:
    static = ROOT / "static"
    return {path.relative_to(static).as_posix(): path.read_text(encoding="utf-8") for path in SCRIPTS.rglob("*.js")}


def _imports(path: Path, pattern: str) -> set[Path]:
    names = re.findall(pattern, path.read_text(encoding="utf-8"))
    return {(path.parent / name).resolve() for name in names}


def test_pages_name_scripts_that_no_other_imports_and_load_nothing_twice() -> None:
    """Every page's scripts come in one wave: an entry is served with all it imports in one file."""
    modules = _modules()
    pages = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html"))
    named = set(re.findall(r'{% static "(js/.*?)" %}', pages))
    assert named == entries(modules)
    assert "modulepreload" not in pages


def test_every_entry_can_be_put_together() -> None:
    modules = _modules()
    for name in entries(modules):
        assert f"// {name}\n" in bundle(name, modules)


def test_modules_import_what_exists_and_in_no_circle() -> None:
    """So that static files can be named by their content, from the leaves up."""
    imports = {path: _imports(path, r'(?:from |import\()"(.*?)"') for path in SCRIPTS.rglob("*.js")}
    assert not [name for names in imports.values() for name in names if not name.exists()]
    while leaves := [path for path, names in imports.items() if not names & imports.keys()]:
        for path in leaves:
            del imports[path]
    assert not imports
