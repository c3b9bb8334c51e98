"""Running totals of people's matches, so that pages of figures cost the same however many they are.

They say nothing that the ledger does not: each can be counted again from what it keeps (`services.tallies`).
"""

from datetime import timedelta
from typing import Final

from django.db import models
from django.db.models import F, Q

from accounts.models import Identity

LATEST: Final = 60
"""Matches of which a tally keeps the end and the points one by one."""


class Tally(models.Model):
    """What a player has done in one rule set, practice left out.

    `player` is an account's own identity, or a guest. `row` counts the matches won since the last one lost, `streak`
    is the longest such row. `spread` says how many rounds came to how many points; `latest` are the ends of the latest
    matches with what they came to, oldest first. `newest` and `newest_match` are the place of the last match counted.
    """

    player = models.ForeignKey(Identity, on_delete=models.CASCADE, related_name="tallies")
    ruleset = models.CharField(max_length=32)
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    rounds_won = models.PositiveIntegerField(default=0)
    points = models.BigIntegerField(default=0)
    lasted = models.DurationField(default=timedelta)
    row = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    best_round = models.IntegerField(null=True)
    best_round_match = models.CharField(max_length=40, blank=True)
    best_match = models.IntegerField(null=True)
    best_match_match = models.CharField(max_length=40, blank=True)
    spread = models.JSONField(default=dict)
    latest = models.JSONField(default=list)
    newest = models.DateTimeField(null=True)
    newest_match = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "ruleset"], name="tally_once"),
            models.CheckConstraint(
                condition=Q(won__lte=F("matches"), rounds_won__lte=F("rounds"), row__lte=F("streak")),
                name="tally_makes_sense",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.ruleset} {self.matches}"


class Meeting(models.Model):
    """The matches of a player in which another one, known by his name, sat as well: a row for each of the two."""

    player = models.ForeignKey(Identity, on_delete=models.CASCADE, related_name="meetings")
    other = models.ForeignKey(Identity, on_delete=models.CASCADE, related_name="+")
    ruleset = models.CharField(max_length=32)
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    points = models.BigIntegerField(default=0)
    their_points = models.BigIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "other", "ruleset"], name="meeting_once"),
            models.CheckConstraint(condition=~Q(player=F("other")), name="meeting_of_two"),
            models.CheckConstraint(condition=Q(matches__gte=F("won") + F("lost")), name="meeting_makes_sense"),
        )

    def __str__(self) -> str:
        return f"{self.player}, {self.other}: {self.ruleset} {self.matches}"
