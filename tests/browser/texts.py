"""The texts on a page, held against the catalog of the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.catalog_texts import foreign

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Page

VISIBLE = """() => {
  const found = [document.title, document.querySelector('meta[name="description"]')?.content ?? ""];
  const shown = (node) => node.getClientRects().length > 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: parent } = node;
    if (parent.closest("script, style, noscript, svg, bdi, kbd, [lang]:not(html)") || !shown(parent)) continue;
    found.push(node.textContent);
  }
  for (const node of document.querySelectorAll("[aria-label], [alt], [placeholder], [title]")) {
    if (!shown(node)) continue;
    for (const name of ["aria-label", "alt", "placeholder", "title"]) found.push(node.getAttribute(name) ?? "");
  }
  return found.map((text) => text.replaceAll(/[\\s\\u00a0\\u202f]+/g, " ").trim()).filter(Boolean);
}"""


def foreign_texts(page: Page, language: str, names: Iterable[str]) -> list[str]:
    """The texts on the page that are not of the language."""
    found: list[str] = page.evaluate(VISIBLE)
    return foreign(found, language, names)
