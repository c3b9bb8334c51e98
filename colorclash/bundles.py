"""Scripts for the wire: each entry with every module it imports in one file.

Browsers fetch six files at a time over HTTP/1.1, so that fifty small modules cost eight round trips and more before
anything is shown. Development and tests without collected files use the modules as they are; `collectstatic` puts them
together. Only the plain forms that the project uses are known, and anything else is refused: `import { a, b as c } from
"./x.js";` at a line's start, and `export` before a function, class or const.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) ([\w$]+))", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b|\bimport\(.*", re.MULTILINE)


class UnknownModuleForm(ValueError):
    """A module imports or exports in a way that cannot be put together with others."""


def entries(modules: Mapping[str, str]) -> set[str]:
    """The names of those modules that no other one imports: what pages name."""
    imported = {name for path, text in modules.items() for name in _imported(path, text)}
    return modules.keys() - imported


def bundle(entry: str, modules: Mapping[str, str]) -> str:
    """The entry's text with all it imports before it, each module in a scope of its own.

    `modules` are texts by path, such as `js/room.js`. Raises UnknownModuleForm, and KeyError for a missing module.
    """
    order = list(dict.fromkeys(_in_order(entry, modules)))
    scopes = {path: f"m{number}" for number, path in enumerate(order)}
    return "".join(_scope(path, modules[path], scopes) for path in order)


def _imported(path: str, text: str) -> list[str]:
    return [_resolved(path, name) for _, name in _IMPORT.findall(text)]


def _resolved(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _in_order(path: str, modules: Mapping[str, str]) -> Iterator[str]:
    """Every module after those it imports; imports know no circle (a test sees to that)."""
    for name in _imported(path, modules[path]):
        yield from _in_order(name, modules)
    yield path


def _scope(path: str, text: str, scopes: Mapping[str, str]) -> str:
    def bound(found: re.Match[str]) -> str:
        names = ", ".join(name.strip().replace(" as ", ": ") for name in found[1].split(",") if name.strip())
        return f"const {{ {names} }} = {scopes[_resolved(path, found[2])]};\n"

    bare = _COMMENT.sub("", text)
    body = _EXPORT.sub("", _IMPORT.sub(bound, bare))
    if unknown := _UNKNOWN.search(body):
        raise UnknownModuleForm(f"{path}: {unknown[0]}")
    given = ", ".join(_EXPORT.findall(bare))
    return f"// {path}\nconst {scopes[path]} = (() => {{\n{body}return {{ {given} }};\n}})();\n"
