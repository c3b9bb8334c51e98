"""The pages that teach: rules, tables, tips, questions, and examples that run on the board."""

from collections.abc import Callable, Mapping
from itertools import compress
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.card_texts import EFFECTS, NAMES, SIDES, TABLES
from games.engine import RULESETS
from games.examples import EXAMPLES
from games.public_pages import Page, all_addresses, search_facts, site_address
from games.selectors import card_tables
from games.selectors.card_tables import CardKind
from games.selectors.examples import DEMO, frames_of

DUEL: Final = ("duel-classic", "duel-siege", "duel-daynight")
Row = dict[str, Any]


@require_safe
def learn(request: HttpRequest, page: Page) -> HttpResponse:
    context = {"page": page, **search_facts(page.name), **_CONTEXTS.get(page.name, dict)()}
    return render(request, f"learn/{page.name}.html", context)


@require_safe
def example(request: HttpRequest, example_id: str) -> HttpResponse:
    if example_id not in EXAMPLES:
        raise Http404
    ids = list(EXAMPLES)
    following = ids[(ids.index(example_id) + 1) % len(ids)]
    chosen = EXAMPLES[example_id]
    context = {
        "example": chosen,
        "table": TABLES[chosen.ruleset],
        "family": RULESETS[chosen.ruleset].family,
        "following": EXAMPLES[following],
        **search_facts("example", example_id),
    }
    return render(request, "learn/example.html", context)


@require_safe
@gzip_page
def example_frames(_request: HttpRequest, example_id: str) -> HttpResponse:
    """What the board is told, step by step; the same in every language."""
    if example_id not in (*EXAMPLES, DEMO):
        raise Http404
    response = HttpResponse(frames_of(example_id), content_type="application/json")
    patch_cache_control(response, public=True, max_age=300)
    return response


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    context = {"pages": list(all_addresses())}
    return render(request, "sitemap.xml", context, content_type="application/xml")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    context = {"sitemap": site_address("/sitemap.xml")}
    return render(request, "robots.txt", context, content_type="text/plain")


def _index() -> Row:
    return {"examples": _examples()}


def _examples() -> list[Row]:
    """The examples, family by family."""
    families = dict.fromkeys(RULESETS[each.ruleset].family for each in EXAMPLES.values())
    return [
        {
            "family": family,
            "examples": [
                {"id": each.id, "title": each.title, "about": each.about, "table": TABLES[each.ruleset]}
                for each in EXAMPLES.values()
                if RULESETS[each.ruleset].family == family
            ],
        }
        for family in families
    ]


def _cards(family: str, *rulesets: str) -> list[Row]:
    """The rows of a table of cards: name, effect, points, how many are in the deck or in all of them.

    Of several rule sets also which of them have it.
    """
    decks = [deck.ruleset for ruleset in rulesets for deck in card_tables.decks_of(ruleset)]
    return [
        {**_card(family, kind), "tables": dict.fromkeys(compress(decks, kind.counts)) if len(rulesets) > 1 else ()}
        for kind in card_tables.card_kinds(*rulesets)
    ]


def _card(family: str, kind: CardKind) -> Row:
    return {
        "kind": kind.kind,
        "face": kind.face,
        "night": kind.night,
        "name": NAMES[family][kind.kind],
        "effect": EFFECTS[family][kind.kind],
        "least": kind.least,
        "most": kind.most,
        "counts": kind.counts,
        "count": kind.counts[0],
    }


def _clash() -> Row:
    return {"cards": _cards("clash", "clash-classic"), "size": sum(_sizes("clash-classic"))}


def _upcolor() -> Row:
    return {
        "cards": _cards("upcolor", "upcolor"),
        "size": sum(_sizes("upcolor")),
        "four": card_tables.hand_size("upcolor", 4),
        "three": card_tables.hand_size("upcolor", 3),
    }


def _duel() -> Row:
    return {"cards": _cards("duel", *DUEL), "answers": _answers()}


def _tables() -> Row:
    """The three tables of Color Duel side by side; a table with two sides has two columns of cards."""
    decks = [deck for ruleset in DUEL for deck in card_tables.decks_of(ruleset)]
    return {
        "tables": [
            {
                "name": TABLES[ruleset],
                "few": RULESETS[ruleset].seats[0],
                "many": RULESETS[ruleset].seats[1],
                "hand": card_tables.hand_size(ruleset, RULESETS[ruleset].seats[0]),
                "size": _sizes(ruleset)[0],
                "sides": len(card_tables.decks_of(ruleset)),
                "open": card_tables.shows_opposite_faces(ruleset),
                "premium": RULESETS[ruleset].premium,
            }
            for ruleset in DUEL
        ],
        "decks": [{"name": TABLES[deck.ruleset], "side": SIDES[deck.side] if deck.side else ""} for deck in decks],
        "cards": _cards("duel", *DUEL),
        "answers": _answers(),
    }


def _answers() -> list[Row]:
    """Table by table, what may be laid on each penalty card."""
    return [
        {
            "id": ruleset,
            "table": TABLES[ruleset],
            "rows": [
                {
                    "last": _card("duel", next(each for each in kinds if each.kind == row.last)),
                    "adds": row.adds,
                    "answers": [_card("duel", answer) for answer in row.answers],
                }
                for row in card_tables.answers_of(ruleset)
            ],
        }
        for ruleset in DUEL
        for kinds in (card_tables.card_kinds(ruleset),)
    ]


def _sizes(ruleset: str) -> list[int]:
    return [len(deck.faces) for deck in card_tables.decks_of(ruleset)]


_CONTEXTS: Final[Mapping[str, Callable[[], Row]]] = {
    "learn": _index,
    "examples": _index,
    "rules_clash": _clash,
    "rules_duel": _duel,
    "rules_upcolor": _upcolor,
    "stacks_duel": lambda: {"answers": _answers()},
    "tables_duel": _tables,
}
