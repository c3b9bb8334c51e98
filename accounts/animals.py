"""Names for those who have given none, or have none any more, kept as codes: each reader sees them in his language.

A coded name begins with a letter of private use, which no name that anybody types may hold.
"""

import secrets
from collections.abc import Collection
from typing import Final

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

MARK: Final = "\ue000"
ANIMALS: Final = {
    "badger": pgettext_lazy("animal", "Badger"),
    "bear": pgettext_lazy("animal", "Bear"),
    "beaver": pgettext_lazy("animal", "Beaver"),
    "bison": pgettext_lazy("animal", "Bison"),
    "camel": pgettext_lazy("animal", "Camel"),
    "cat": pgettext_lazy("animal", "Cat"),
    "deer": pgettext_lazy("animal", "Deer"),
    "dolphin": pgettext_lazy("animal", "Dolphin"),
    "eagle": pgettext_lazy("animal", "Eagle"),
    "falcon": pgettext_lazy("animal", "Falcon"),
    "fox": pgettext_lazy("animal", "Fox"),
    "frog": pgettext_lazy("animal", "Frog"),
    "giraffe": pgettext_lazy("animal", "Giraffe"),
    "hare": pgettext_lazy("animal", "Hare"),
    "hedgehog": pgettext_lazy("animal", "Hedgehog"),
    "heron": pgettext_lazy("animal", "Heron"),
    "horse": pgettext_lazy("animal", "Horse"),
    "kangaroo": pgettext_lazy("animal", "Kangaroo"),
    "koala": pgettext_lazy("animal", "Koala"),
    "lynx": pgettext_lazy("animal", "Lynx"),
    "marmot": pgettext_lazy("animal", "Marmot"),
    "otter": pgettext_lazy("animal", "Otter"),
    "owl": pgettext_lazy("animal", "Owl"),
    "panda": pgettext_lazy("animal", "Panda"),
    "penguin": pgettext_lazy("animal", "Penguin"),
    "raven": pgettext_lazy("animal", "Raven"),
    "seal": pgettext_lazy("animal", "Seal"),
    "squirrel": pgettext_lazy("animal", "Squirrel"),
    "swan": pgettext_lazy("animal", "Swan"),
    "tiger": pgettext_lazy("animal", "Tiger"),
    "turtle": pgettext_lazy("animal", "Turtle"),
    "wolf": pgettext_lazy("animal", "Wolf"),
}
"""What each is called, by its code."""
FORMER: Final = MARK + "former"
"""What somebody is called in a room who is a former player now."""
_SHOWN: Final = {**ANIMALS, FORMER.removeprefix(MARK): gettext_lazy("former player")}


def any_animal(taken: Collection[str] = ()) -> str:
    """The coded name of an animal that none of the taken names is."""
    return secrets.choice([name for name in (MARK + code for code in ANIMALS) if name not in taken])


def is_animal(name: str) -> bool:
    return name.startswith(MARK) and not name.startswith(FORMER)


def shown_name(name: str) -> str:
    """A name as the reader of the active language sees it; a second one of a room has a number behind it."""
    if not name.startswith(MARK):
        return name
    code, space, number = name.removeprefix(MARK).partition(" ")
    return f"{_SHOWN.get(code, code)}{space}{number}"


def name_in_sentence(name: str) -> str:
    """The same where a sentence goes on around it."""
    return gettext("a former player") if name.startswith(FORMER) else shown_name(name)
