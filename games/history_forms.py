"""What the filters of a player's pages may hold. What makes no sense there filters nothing."""

from typing import Any, Final

from django import forms

from games.engine import RULESETS
from games.selectors.history import Filters, companion_behind
from games.selectors.people import Person

LENGTHS: Final = {
    **{f"rounds-{rounds}": {"rounds": rounds} for rounds in range(1, 13)},
    "to-500": {"to": 500},
    **{f"losses-{losses}": {"losses": losses} for losses in range(1, 10)},
}
"""Lengths as the wire has them, by what stands in the form."""
OFFERED: Final = ("rounds-1", "rounds-3", "rounds-5", "to-500", "losses-3")
YES_OR_NO: Final = {"yes": True, "no": False}


class HistoryForm(forms.Form):
    """The filters above the list of one's matches."""

    ruleset = forms.ChoiceField(required=False, choices=[(name, name) for name in RULESETS])
    length = forms.ChoiceField(required=False, choices=[(name, name) for name in LENGTHS])
    replaced = forms.ChoiceField(required=False, choices=[(name, name) for name in YES_OR_NO])
    practice = forms.ChoiceField(required=False, choices=[(name, name) for name in YES_OR_NO])
    companion = forms.CharField(required=False, max_length=45)
    after = forms.CharField(required=False, max_length=60)

    def chosen(self) -> dict[str, str]:
        """What was filled in and can be used, by field."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}

    def filters_for(self, person: Person) -> tuple[Filters, str]:
        """The filters as the list takes them, and the name of the companion among them."""
        chosen = self.chosen()
        companion = companion_behind(person, chosen["companion"]) if "companion" in chosen else None
        filters = Filters(
            ruleset=chosen.get("ruleset"),
            length=LENGTHS.get(chosen.get("length", "")),
            with_replacements=YES_OR_NO.get(chosen.get("replaced", "")),
            practice=YES_OR_NO.get(chosen.get("practice", "")),
            companion=companion[0] if companion is not None else None,
        )
        return filters, companion[1] if companion is not None else ""


class StepsForm(forms.Form):
    """Which round of a replay, seen from which seat, and whether with all hands."""

    round = forms.IntegerField(min_value=1, max_value=999)
    seat = forms.IntegerField(min_value=0, max_value=9)
    all = forms.CharField(required=False, max_length=3)


def lengths_offered() -> list[tuple[str, dict[str, Any]]]:
    return [(name, LENGTHS[name]) for name in OFFERED]
