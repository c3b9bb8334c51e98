"""What people type into the pages' few fields."""

from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from msgspec.structs import replace

from accounts.names import NameProblem, NameRefused, clean_name
from accounts.sanction_models import Appeal, Ground
from games.engine import RULESETS
from games.live.room import table_of
from games.live.table import TIMERS, TableSettings
from games.protocol.lobby import Level
from games.services.codes import clean_code

LENGTHS: Final[dict[str, tuple[int | None, int | None]]] = {
    "": (None, None),
    "1": (1, None),
    "3": (3, None),
    "5": (5, None),
    "500": (None, 500),
}
"""Rounds or points to reach, by what stands in the form; nothing is the rule set's own length."""
LEVELS: Final[tuple[Level, ...]] = ("easy", "normal", "hard")
MOST_COMPUTERS: Final = 5


class NameForm(forms.Form):
    """A display name."""

    name = forms.CharField(required=False, strip=False)

    def clean_name(self) -> str:
        try:
            return clean_name(self.cleaned_data["name"])
        except NameRefused as refused:
            raise ValidationError(refused.code, code=refused.code) from refused

    @property
    def problem(self) -> str:
        """The code of what is wrong with the name."""
        found = {error.code for error in self.errors.as_data().get("name", [])}
        return next((problem for problem in NameProblem if problem in found), NameProblem.CHARACTERS)


class CodeForm(forms.Form):
    """A room's six letters."""

    code = forms.CharField(required=False)

    def clean_code(self) -> str:
        code = clean_code(self.cleaned_data["code"])
        if code is None:
            raise ValidationError("code_bad", code="code_bad")
        return code


class BlockForm(forms.Form):
    """A seat of a match."""

    seat = forms.IntegerField(min_value=0, max_value=9)


class ReportForm(BlockForm):
    """What somebody reports about whom."""

    ground = forms.ChoiceField(choices=Ground.choices)


class AppealForm(forms.Form):
    """The wish for another look at a decision."""

    sanction = forms.UUIDField()
    plea = forms.ChoiceField(choices=Appeal.Plea.choices)


class TableForm(forms.Form):
    """A rule set, and how long the match shall be."""

    ruleset = forms.ChoiceField(choices=[(ruleset, ruleset) for ruleset in RULESETS])
    length = forms.ChoiceField(choices=[(length, length) for length in LENGTHS], required=False)

    @property
    def lengths(self) -> tuple[int | None, int | None]:
        """Rounds, or points to reach; neither for the usual length."""
        return LENGTHS[self.cleaned_data["length"]]


class QuickForm(TableForm):
    """What somebody wants to play with people he does not know."""

    seats = forms.IntegerField(min_value=2, max_value=10)


class PracticeForm(TableForm):
    """What somebody wants to play with computers: the level of each, by seat; nothing is nobody."""

    timer = forms.TypedChoiceField(
        choices=[("", ""), *((str(seconds), "") for seconds in TIMERS)], coerce=int, empty_value=None, required=False
    )
    fast = forms.BooleanField(required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for number in range(1, MOST_COMPUTERS + 1):
            choices = [("", ""), *((level, level) for level in LEVELS)]
            self.fields[f"computer{number}"] = forms.ChoiceField(choices=choices, required=False)

    @property
    def table(self) -> TableSettings:
        table = replace(table_of(self.cleaned_data["ruleset"]), timer=self.cleaned_data["timer"])
        rounds, to = self.lengths
        return table if (rounds, to) == (None, None) else replace(table, rounds=rounds, to=to)

    @property
    def computers(self) -> list[Level]:
        chosen = [self.cleaned_data[f"computer{number}"] for number in range(1, MOST_COMPUTERS + 1)]
        known: dict[str, Level] = {level: level for level in LEVELS}
        return [known[wish] for wish in chosen if wish]
