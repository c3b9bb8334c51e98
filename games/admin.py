"""Matches, the ledger, reports and cases as staff see them. Corrections of the ledger are lines of their own."""

from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.db.models import Count, F, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.acting import Act, ActingAdmin, DecisionForm, ReadOnlyAdmin
from accounts.models import User
from accounts.sanction_models import Ground, Sanction
from accounts.sanction_texts import Preview, previews
from games.case_models import Case, Report, SeatConduct
from games.models import DeadLetter, LedgerLine, Match, Round
from games.services.cases import claim, decide, note

# The sign-in library brings pages on which its rows could be edited: second factors, addresses, sessions of people.
for library_s in (Authenticator, EmailAddress, EmailConfirmation, UserSession):
    if admin.site.is_registered(library_s):
        admin.site.unregister(library_s)


@admin.register(Match)
class MatchAdmin(ActingAdmin):
    list_display = ("id", "ruleset", "room_code", "practice", "started", "ended", "reason")
    list_filter = ("ruleset", "practice", "reason")
    search_fields = ("id", "room_code")
    linked_by = ("seats__identity__id__exact",)

    def more_about(self, request: HttpRequest, row: Match | None) -> dict[str, Any]:
        if row is None or row.ended is None or not request.user.has_perm("games.view_case"):
            return {}
        hands = {"label": _("The match with all hands"), "url": reverse("admin:match_hands", args=[row.pk])}
        return {"sections": [{"title": _("See also"), "links": [hands]}]}


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("match", "number", "ended", "reason", "points", "replaced")
    search_fields = ("match__id",)


@admin.register(LedgerLine)
class LedgerLineAdmin(ReadOnlyAdmin):
    list_display = ("match", "round", "seat", "kind", "points", "identity", "practice", "corrects", "written")
    list_filter = ("kind", "practice")
    list_select_related = ("match", "identity", "corrects")
    search_fields = ("match__id", "identity__name", "identity__id")
    linked_by = ("identity__id__exact",)


@admin.register(DeadLetter)
class DeadLetterAdmin(ReadOnlyAdmin):
    list_display = ("outbox_key", "problem", "written")
    fields = ("outbox_key", "problem", "written")


class NoteForm(forms.Form):
    """Something for colleagues."""

    text = forms.CharField(
        label=_("Note, for colleagues"),
        max_length=500,
        widget=forms.Textarea,
        help_text=_("It stays for ever: please write no names into it."),
    )


class CaseDecisionForm(DecisionForm):
    """What a case comes to."""

    kind = forms.ChoiceField(
        label=_("sanction"), required=False, choices=[("", _("nothing follows")), *Sanction.Kind.choices]
    )


def _claim(row: Case, staff: User, wish: Mapping[str, Any]) -> None:
    claim(case_id=row.pk, staff=staff, reason=wish["reason"])


def _note(row: Case, staff: User, wish: Mapping[str, Any]) -> None:
    note(case_id=row.pk, staff=staff, text=wish["text"])


def _decide(row: Case, staff: User, wish: Mapping[str, Any]) -> None:
    decide(case_id=row.pk, staff=staff, reason=wish["reason"], kind=wish["kind"], ends=wish["ends"])


def _foresee(row: Case, wish: Mapping[str, Any]) -> list[Preview]:
    if not wish["kind"]:
        return []
    return previews(identity=row.subject, kind=wish["kind"], ground=row.ground, ends=wish["ends"])


def _undecided(row: Case) -> bool:
    return row.state != Case.State.DECIDED


@admin.register(Case)
class CaseAdmin(ActingAdmin):
    """The queue: what nobody has taken stands first, the oldest before the others; then what is being looked into.

    Who is reported himself does not learn here by whom.
    """

    list_display = ("subject", "ground", "times", "state", "opened", "claimed_by", "decided", "decided_by")
    list_filter = ("state", "ground")
    list_select_related = ("subject", "claimed_by", "decided_by")
    search_fields = ("subject__name", "subject__id", "reports__match_id")
    linked_by = ("subject__id__exact",)
    ordering = (F("decided").desc(nulls_first=True), F("claimed_by").asc(nulls_first=True), "opened")
    fields = ("subject", "ground", "state", "opened", "claimed_by", "decided", "decided_by", "sanction")
    acts = (
        Act(
            "claim",
            _("Take the case"),
            "games.change_case",
            _claim,
            is_open=_undecided,
            in_bulk=True,
            says=_("The case is yours from now on, whoever has had it; only who has taken it decides."),
        ),
        Act(
            "note",
            _("Write a note"),
            "games.change_case",
            _note,
            NoteForm,
            says=_("Colleagues read it on the case. The player does not."),
        ),
        Act("decide", _("Decide"), "games.change_case", _decide, CaseDecisionForm, _undecided, _foresee),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found: QuerySet[Any] = super().get_queryset(request).exclude(subject__user=request.user.pk)
        counted: QuerySet[Any] = found.annotate(times=Count("reports", distinct=True))
        return counted

    @admin.display(description=_("Reports"), ordering="times")
    def times(self, row: Any) -> int:
        """How many stand behind it; the list's query has counted them."""
        counted: int = row.times
        return counted

    def more_about(self, request: HttpRequest, row: Case | None) -> dict[str, Any]:
        if row is None:
            return {}
        reports = row.reports.select_related("reporter")
        return {
            "sections": [
                {
                    "title": _("Reports"),
                    "table": {
                        "head": (_("made"), _("reporter"), _("ground"), _("name at the table"), _("match")),
                        "rows": [
                            (each.made, each.reporter, each.get_ground_display(), each.name_there, each.match_id)
                            for each in reports
                        ],
                    },
                },
                *evidence_sections(row.evidence, {str(each.reporter_id): str(each.reporter) for each in reports}),
                {
                    "title": _("Notes"),
                    "lines": [f"{each.at:%Y-%m-%d %H:%M} {each.staff}: {each.text}" for each in row.notes.all()],
                },
            ]
        }


def evidence_sections(evidence: Mapping[str, Any], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The gathered evidence of a case, readable; `names` are the reporters' by their ids."""
    sections: list[dict[str, Any]] = []
    accused = _("reported")
    for match in evidence.get("matches", ()):
        rows = [
            (
                f"{number}: {accused}" if number == match["seat"] else number,
                len(one["turns_ms"]),
                ", ".join(f"{ms / 1000:.1f}" for ms in one["turns_ms"]),
                one["timeouts"],
                SeatConduct.Away(one["away"]).label,
            )
            for number, one in enumerate(match["seats"])
        ]
        moment = f"#report-{match['report']}" if "report" in match else ""
        page = reverse("admin:match_hands", args=[match["match"]])
        replay = {"label": _("The match with all hands, where it was reported"), "url": page + moment}
        running = _("The match was still running. Take the case to see it as it is now.")
        head = (_("seat"), _("turns"), _("seconds for each turn"), _("time-outs"), _("away"))
        sections.append(
            {
                "title": f"{match['match']} ({Ground(match['ground']).label})",
                **({"table": {"head": head, "rows": rows}} if rows else {"lines": [running]}),
                "links": [replay] if rows else [],
            }
        )
    return [*sections, _reporters(evidence, names), _before(evidence)]


def _reporters(evidence: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """How often each reporter met the player, and what his reports were worth."""
    head = (_("reporter"), _("matches together"), _("reports made"), _("led to a sanction"), _("led to nothing"))
    rows = [
        (
            names.get(reporter, reporter),
            evidence["met"].get(reporter, 0),
            record["reports"],
            record["led_to_a_sanction"],
            record["led_to_nothing"],
        )
        for reporter, record in evidence.get("reporters", {}).items()
    ]
    return {"title": _("Who reported"), "table": {"head": head, "rows": rows}}


def _before(evidence: Mapping[str, Any]) -> dict[str, Any]:
    """What was known of the player before."""
    stays = {"stayed": _("stayed"), **dict(SeatConduct.Away.choices)}
    quick = ", ".join(f"{stays[how]} {count}" for how, count in evidence.get("quick_play", {}).items())
    kinds = dict(Sanction.Kind.choices)
    had = ", ".join(f"{kinds[kind]} {count}" for kind, count in evidence.get("earlier_sanctions", {}).items())
    rows = [
        (_("Matches in quick play"), quick or "-"),
        (_("Earlier cases"), evidence.get("earlier_cases", 0)),
        (_("Earlier sanctions"), had or "-"),
    ]
    return {"title": _("What was before"), "table": {"head": (), "rows": rows}}


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    list_display = ("made", "name_there", "ground", "reporter", "subject", "match_id", "case")
    list_filter = ("ground",)
    list_select_related = ("reporter", "subject", "case__subject")
    search_fields = ("match_id", "reporter__id", "subject__id", "subject__name")
    fields = ("case", "reporter", "subject", "match_id", "seat", "name_there", "ground", "made")
    readonly_fields = ("name_there",)

    @admin.display(description=_("name at the table"), ordering="shown")
    def name_there(self, row: Report) -> str:
        return row.name_there

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(subject__user=request.user.pk)
