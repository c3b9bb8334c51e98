"""Scripts reach a browser in one file for each page, and do there what their modules do."""

from __future__ import annotations

import pytest

from colorclash.bundles import UnknownModuleForm, bundle, entries

MODULES = {
    "js/page.js": """
import { Hand, deal as give } from "./board/hand.js";
import { red } from "./colors.js";
give(Hand, red);
""",
    "js/board/hand.js": """
import {
  red,
} from "../colors.js";
export class Hand {}
export async function deal() {
  return red;
}
""",
    "js/colors.js": """
/**
 * Colors, see import("./other.js").
 */
export const red = "red";
/** @type {string} */ const own = red;
""",
    "js/other.js": "export function nothing() {}\n",
}


def test_an_entry_is_what_no_other_module_imports() -> None:
    assert entries(MODULES) == {"js/page.js", "js/other.js"}


def test_every_module_stands_once_and_after_those_it_imports() -> None:
    text = bundle("js/page.js", MODULES)
    places = [text.index(f"// {name}\n") for name in ("js/colors.js", "js/board/hand.js", "js/page.js")]
    assert places == sorted(places)
    assert text.count("const red =") == 1
    assert "other.js" not in text
    assert "const own = red;" in text


def test_names_are_bound_in_each_modules_own_scope() -> None:
    text = bundle("js/page.js", MODULES)
    assert "const { Hand, deal: give } = m1;" in text
    assert "const { red } = m0;" in text
    assert "return { Hand, deal };" in text
    assert not [line for line in text.splitlines() if line.startswith(("import", "export"))]


@pytest.mark.parametrize(
    "text",
    [
        'import * as colors from "./colors.js";\n',
        'import "./colors.js";\n',
        "export default 1;\n",
        "export { red };\n",
        "export let count = 0;\n",
        'const late = await import("./colors.js");\n',
        "console.log(import.meta.url);\n",
    ],
)
def test_a_form_that_it_does_not_know_is_refused_by_name(text: str) -> None:
    with pytest.raises(UnknownModuleForm, match=r"js/page\.js"):
        bundle("js/page.js", {**MODULES, "js/page.js": text})
