"""What a player reads about a sanction, in the active language: the same words staff see before they decide."""

from datetime import datetime
from typing import Final, NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, override

from accounts.models import Identity
from accounts.sanction_models import Ground, Sanction
from accounts.sanctions import LASTING

Kind = Sanction.Kind

TITLES: Final[dict[str, Promise]] = {
    Kind.WARNING: gettext_lazy("A word about your play"),
    Kind.NAME_RESET: gettext_lazy("Your name has been changed"),
    Kind.NO_QUICK_PLAY: gettext_lazy("No quick play until %(until)s"),
    Kind.SUSPENSION: gettext_lazy("You cannot play until %(until)s"),
    Kind.CLOSING: gettext_lazy("Your account is closed"),
}
GROUNDS: Final[dict[str, Promise]] = {
    Ground.NAME: gettext_lazy("A name that you used here insults people, or passes for somebody else."),
    Ground.LEAVING: gettext_lazy("You left matches while others were still playing them."),
    Ground.STALLING: gettext_lazy("You let the time of your turns run out again and again."),
    Ground.TEAMING: gettext_lazy("You and another player played together against the others at the table."),
    Ground.OTHER: gettext_lazy("You spoiled the play for others."),
}
CONSEQUENCES: Final[dict[str, Promise]] = {
    Kind.WARNING: gettext_lazy("Nothing else follows now. If it goes on, quick play may end for you for a time."),
    Kind.NAME_RESET: gettext_lazy("You now have the name of an animal. You can choose another name at any time."),
    Kind.NO_QUICK_PLAY: gettext_lazy("Rooms with people you know and practice stay open to you."),
    Kind.SUSPENSION: gettext_lazy("Until then you can take part in no match. Your account and your scores stay."),
    Kind.CLOSING: gettext_lazy("You cannot play here any more. You can still take a copy of your data."),
}


class Told(NamedTuple):
    """A title and the sentences below it."""

    title: str
    sentences: tuple[str, ...]


class Preview(NamedTuple):
    """What would be read in one language: its code, its own name, and the text."""

    language: str
    name: str
    told: Told


def told(sanction: Sanction) -> Told:
    """What its player reads, in the active language."""
    title = str(TITLES[sanction.kind])
    if sanction.ends is not None:
        title = title % {"until": _moment(sanction.ends)}
    figures = _figures(sanction)
    sentences = [figures or str(GROUNDS[sanction.ground]), str(CONSEQUENCES[sanction.kind])]
    if figures:
        sentences.insert(1, gettext("Failures of a connection are not counted."))
    sentences.append(gettext("If you see it differently, ask for another look: somebody else will take it."))
    return Told(title, tuple(sentences))


def previews(*, identity: Identity, kind: str, ground: str, ends: datetime | None) -> list[Preview]:
    """What this player would read.

    A guest's language is his browser's, which nobody here knows: for him it is every language of the site.
    """
    sanction = Sanction(identity=identity, kind=kind, ground=ground, ends=ends if kind in LASTING else None)
    own, names = identity.user.language if identity.user else "", dict(settings.LANGUAGES)
    found = []
    for language in [own] if own in names else names:
        with override(language):
            found.append(Preview(language, names[language], told(sanction)))
    return found


def _figures(sanction: Sanction) -> str:
    counts = sanction.figures
    if not {"matches", "count"} <= counts.keys():
        return ""
    if sanction.ground == Ground.LEAVING:
        return gettext("Of your last %(matches)s matches in quick play you left %(count)s.") % {
            "matches": counts["matches"],
            "count": counts["count"],
        }
    return gettext(
        "In %(count)s of your last %(matches)s matches in quick play your time ran out three times in a row."
    ) % {"matches": counts["matches"], "count": counts["count"]}


def _moment(moment: datetime) -> str:
    local = timezone.localtime(moment)
    day, time = date_format(local, "DATE_FORMAT"), date_format(local, "TIME_FORMAT")
    return gettext("%(day)s, %(time)s (%(zone)s)") % {"day": day, "time": time, "zone": local.tzname()}
