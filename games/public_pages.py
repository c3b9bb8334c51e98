"""The pages that anybody may find: their addresses in each language, for readers and for search engines."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from babel.core import get_global
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override, to_locale

from games.examples import EXAMPLES


@dataclass(frozen=True, slots=True)
class Page:
    """A page that teaches.

    Attributes:
        name: of its address; the template's name too.
        path: its address after the language.
        family: whose it is; empty for pages about all of them.
    """

    name: str
    path: str
    family: str = ""


PAGES: Final = (
    Page("learn", "rules/"),
    Page("rules_clash", "rules/clash/", "clash"),
    Page("full_clash", "rules/clash/full/", "clash"),
    Page("tips_clash", "rules/clash/tips/", "clash"),
    Page("rules_duel", "rules/duel/", "duel"),
    Page("full_duel", "rules/duel/full/", "duel"),
    Page("stacks_duel", "rules/duel/stacks/", "duel"),
    Page("tables_duel", "rules/duel/tables/", "duel"),
    Page("tips_duel", "rules/duel/tips/", "duel"),
    Page("rules_upcolor", "rules/upcolor/", "upcolor"),
    Page("full_upcolor", "rules/upcolor/full/", "upcolor"),
    Page("tips_upcolor", "rules/upcolor/tips/", "upcolor"),
    Page("examples", "examples/"),
    Page("questions", "questions/"),
)
FRONT: Final = "home"
"""The front page under a language's own address."""


def site_address(path: str) -> str:
    """A path as an address by which anybody finds it."""
    return settings.COLORCLASH_PUBLIC_URL.rstrip("/") + path


def locale_of(language: str) -> str:
    """The language with the country where most of it is spoken, as previews name it."""
    likely: str = get_global("likely_subtags").get(language, to_locale(language))
    first, *rest = likely.split("_")
    return "_".join([first, *rest[-1:]])


def preview_picture() -> str:
    """The address of the picture that messengers show beside a link."""
    return site_address(static("pictures/preview.png"))


def addresses_of(name: str, *arguments: str) -> dict[str, str]:
    """Language -> the page's whole address in it."""
    found = {}
    for code, _ in settings.LANGUAGES:
        with override(code):
            found[code] = site_address(reverse(name, args=arguments))
    return found


def search_facts(name: str, *arguments: str) -> dict[str, Any]:
    """What a page's head tells search engines and messengers about its address.

    `anywhere` is its path without a language, which leads everybody to the page in the language he has chosen.
    """
    addresses = addresses_of(name, *arguments)
    language = get_language() or settings.LANGUAGE_CODE
    anywhere = reverse(name, args=arguments).removeprefix(f"/{language}")
    return {
        "canonical": addresses[language],
        "alternates": addresses,
        "anywhere": anywhere,
        "everywhere": site_address(anywhere),
        "locale": locale_of(language),
        "picture": preview_picture(),
    }


def all_addresses() -> Iterator[dict[str, str]]:
    """Every public page in every language, for the sitemap."""
    yield addresses_of(FRONT)
    for page in PAGES:
        yield addresses_of(page.name)
    for example_id in EXAMPLES:
        yield addresses_of("example", example_id)
