"""What stays of a match: who sat where, the log of its actions, and the lines of its score sheet.

Ledger lines are only ever added. The constraints here and a trigger of the database keep them so, whatever the code
above does; a correction is another line that names the one it corrects.
"""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Identity
from accounts.names import MAX_CODE_POINTS
from games.engine import LineKind


class Match(models.Model):
    """A match as the ledger knows it: from its first finished round on, its result once it is over.

    `length` is the agreed length as the wire has it, {} until the match is over. `ranking` are groups of seats, best
    first. `with_replacements`: a computer finished a round for somebody. `waited`: how long it had been put aside.
    `tallied`: it stands in the running totals of its people.
    """

    id = models.CharField(primary_key=True, max_length=40)
    room_id = models.CharField(max_length=40)
    room_code = models.CharField(max_length=6)
    ruleset = models.CharField(max_length=32)
    practice = models.BooleanField()
    teams = models.BooleanField(default=False)
    length = models.JSONField(default=dict)
    started = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(default=0)
    with_replacements = models.BooleanField(default=False)
    reason = models.CharField(max_length=16, blank=True)
    winners = models.JSONField(default=list)
    ranking = models.JSONField(default=list)
    totals = models.JSONField(default=list)
    waited = models.DurationField(default=timedelta)
    tallied = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(ended__isnull=True, reason="")
                | models.Q(ended__isnull=False) & ~models.Q(reason=""),
                name="match_over_has_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(ended__isnull=True) | models.Q(ended__gte=models.F("started")),
                name="match_ends_after_it_started",
            ),
        )
        indexes = (
            models.Index(fields=["ended"], name="match_ended"),
            models.Index(
                fields=["ended"],
                condition=models.Q(ended__isnull=False, practice=False, tallied=False),
                name="matches_to_tally",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} {self.room_code} {self.started:%Y-%m-%d}"


class MatchSeat(models.Model):
    """Who sat in one seat, under the name that he had there and then; a computer of a practice match is nobody.

    `ended` repeats the match's own, so that a person's matches lie in one index, the newest first.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12)
    identity = models.ForeignKey(Identity, null=True, blank=True, on_delete=models.PROTECT, related_name="match_seats")
    name = models.CharField(max_length=MAX_CODE_POINTS, blank=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("match", "seat")
        constraints = (
            models.UniqueConstraint(fields=["match", "seat"], name="match_seat_once"),
            models.CheckConstraint(
                condition=models.Q(kind="person", identity__isnull=False)
                | models.Q(kind="computer", identity__isnull=True),
                name="match_seat_person_has_identity",
            ),
        )
        indexes = (models.Index(fields=["identity", "-ended", "-match"], name="match_seats_of_person"),)

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: {self.identity or self.kind}"


class Round(models.Model):
    """One finished round: how it ended and for whom. `replaced` are the seats that a computer finished."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="round_results")
    number = models.PositiveSmallIntegerField()
    started = models.DateTimeField()
    ended = models.DateTimeField()
    reason = models.CharField(max_length=16)
    winners = models.JSONField()
    places = models.JSONField()
    points = models.JSONField()
    totals = models.JSONField()
    replaced = models.JSONField()

    class Meta:
        ordering = ("match", "number")
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = (
            models.UniqueConstraint(fields=["match", "number"], name="round_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_counts_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}: {self.number}"


class LedgerLine(models.Model):
    """One entry of the score sheet, for ever.

    A seat has one line of a kind in a round: several of them are added up. `corrects` names the line that this one
    takes back in whole or in part; such a line also names the member of staff and the reason.
    """

    class Kind(models.TextChoices):
        ROUND_WON = LineKind.ROUND_WON.value, _("round won")
        CARDS_CAPTURED = LineKind.CARDS_CAPTURED.value, _("cards captured")
        QUARTE = LineKind.QUARTE.value, _("Quarte")
        BLACK_PENALTY = LineKind.BLACK_PENALTY.value, _("black penalty")
        CARDS_LEFT = LineKind.CARDS_LEFT.value, _("left in the hand")
        NOBODY_SCORES = LineKind.NOBODY_SCORES.value, _("nobody scores")
        FORFEIT = LineKind.FORFEIT.value, _("won by forfeit")
        REPLACEMENT = LineKind.REPLACEMENT.value, _("a computer’s part")  # noqa: RUF001 (the apostrophe of print)

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="lines")
    round = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    points = models.IntegerField()
    practice = models.BooleanField()
    identity = models.ForeignKey(Identity, null=True, blank=True, on_delete=models.PROTECT, related_name="ledger_lines")
    corrects = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="corrections")
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    note = models.CharField(max_length=200, blank=True)
    written = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("match", "round", "seat", "id")
        verbose_name = _("ledger line")
        verbose_name_plural = _("ledger lines")
        constraints = (
            # Two constraints, because both databases take NULLs for different from each other.
            models.UniqueConstraint(
                fields=["match", "round", "seat", "kind"],
                condition=models.Q(corrects__isnull=True),
                name="ledger_line_once",
            ),
            models.UniqueConstraint(
                fields=["match", "round", "seat", "kind", "corrects"],
                condition=models.Q(corrects__isnull=False),
                name="ledger_correction_once",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=[kind.value for kind in LineKind]), name="ledger_line_kind"
            ),
            models.CheckConstraint(condition=models.Q(round__gte=1), name="ledger_line_round_from_one"),
            models.CheckConstraint(
                condition=models.Q(points__gte=-10_000, points__lte=10_000), name="ledger_line_points_are_sane"
            ),
            models.CheckConstraint(
                condition=models.Q(identity__isnull=False) | models.Q(practice=True),
                name="ledger_line_names_identity",
            ),
            models.CheckConstraint(
                condition=models.Q(corrects__isnull=True, staff__isnull=True, note="")
                | models.Q(corrects__isnull=False, staff__isnull=False) & ~models.Q(note=""),
                name="ledger_correction_names_staff_and_reason",
            ),
        )
        indexes = (models.Index(fields=["identity", "practice"], name="ledger_lines_of_identity"),)

    def __str__(self) -> str:
        return f"{self.match_id}/{self.round}/{self.seat} {self.kind} {self.points:+}"


class StoredLog(models.Model):
    """The log of a finished match's accepted actions, for replay and moderation.

    `entries` as the store had them, in one compressed msgpack list; `count` says how many.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.PROTECT, related_name="stored_log")
    count = models.PositiveIntegerField()
    entries = models.BinaryField()
    written = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.match_id}: {self.count}"


class AsideMatch(models.Model):
    """A match put aside between two rounds, with its room: all that is needed to go on with it.

    `room`, `state` and `log` as the store had them, the log in one compressed msgpack list. `rounds` were finished by
    then. The row stays while the match goes on, until the database knows more of it than this. `schema` says how the
    whole is packed; its parts name their own.
    """

    SCHEMA = 1

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.PROTECT, related_name="aside")
    schema = models.PositiveSmallIntegerField(default=SCHEMA)
    room_id = models.CharField(max_length=40, db_index=True)
    room = models.BinaryField()
    state = models.BinaryField()
    log = models.BinaryField()
    epoch = models.PositiveBigIntegerField()
    version = models.PositiveBigIntegerField()
    rounds = models.PositiveSmallIntegerField()
    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "aside matches"
        constraints = (
            models.CheckConstraint(condition=models.Q(until__gt=models.F("since")), name="aside_match_waits"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}: {self.since:%Y-%m-%d}"


class DeadLetter(models.Model):
    """An outbox entry that cannot be recorded, kept for somebody to look at. Any row here is a fault of ours."""

    outbox_key = models.CharField(max_length=80)
    entry = models.BinaryField()
    digest = models.CharField(max_length=64)
    problem = models.CharField(max_length=500)
    written = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("entry that was not recorded")
        verbose_name_plural = _("entries that were not recorded")
        constraints = (models.UniqueConstraint(fields=["outbox_key", "digest"], name="dead_letter_once"),)

    def __str__(self) -> str:
        return f"{self.outbox_key}: {self.problem}"


class ShareLink(models.Model):
    """A link by which anybody may see a finished match as its maker's seat saw it, until he takes it back."""

    token = models.CharField(primary_key=True, max_length=32)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="share_links")
    seat = models.PositiveSmallIntegerField()
    maker = models.ForeignKey(Identity, on_delete=models.PROTECT, related_name="share_links")
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "seat"], name="share_link_once"),)

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class RatedMatch(models.Model):
    """A match that counts for the ratings of a rule set and season, in the order of taking it up: that of `id`.

    From these rows, the seats of each and the matches' rankings every rating can be computed again.
    """

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="rated")
    ruleset = models.CharField(max_length=32)
    season = models.CharField(max_length=8)

    class Meta:
        verbose_name_plural = "rated matches"
        indexes = (models.Index(fields=["ruleset", "season", "id"], name="rated_matches_in_order"),)

    def __str__(self) -> str:
        return f"{self.match_id}: {self.ruleset} {self.season}"


class RatedSeat(models.Model):
    """Whose rating a seat of a rated match counts for: the account's own identity."""

    rated = models.ForeignKey(RatedMatch, on_delete=models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Identity, on_delete=models.PROTECT, related_name="rated_seats")

    class Meta:
        ordering = ("rated", "seat")
        constraints = (
            models.UniqueConstraint(fields=["rated", "seat"], name="rated_seat_once"),
            models.UniqueConstraint(fields=["rated", "player"], name="rated_player_once"),
        )

    def __str__(self) -> str:
        return f"{self.rated_id}/{self.seat}"


class Rating(models.Model):
    """How well a player does in a rule set and season: an estimate, how far off it may be, and what is almost sure.

    `sure` is the estimate less three standard deviations; leaderboards go by it.
    """

    player = models.ForeignKey(Identity, on_delete=models.PROTECT, related_name="ratings")
    ruleset = models.CharField(max_length=32)
    season = models.CharField(max_length=8)
    estimate = models.FloatField()
    deviation = models.FloatField()
    sure = models.FloatField()
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "ruleset", "season"], name="rating_once"),
            models.CheckConstraint(condition=models.Q(deviation__gt=0), name="rating_deviation_is_positive"),
        )
        indexes = (models.Index(fields=["ruleset", "season", "-sure"], name="ratings_by_rank"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.ruleset} {self.season} {self.sure:.1f}"


class Listing(models.Model):
    """A player who has chosen to stand on the leaderboards under his public name."""

    player = models.OneToOneField(Identity, primary_key=True, on_delete=models.CASCADE, related_name="listing")
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.player)


from games import case_models, tally_models  # noqa: E402, F401 (Django looks for an app's models here)
