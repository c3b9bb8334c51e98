"""Players, decisions about them, the words of names and the record of what staff do."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from accounts.acting import REFUSALS, Act, ActingAdmin, DecisionForm, ReadOnlyAdmin, ReasonForm
from accounts.audit import StaffRefused
from accounts.models import Identity, User
from accounts.roles import ROLE_NAMES, appoint
from accounts.sanction_models import Appeal, AuditLine, Ground, Sanction
from accounts.sanction_texts import Preview, previews
from accounts.sanctions import confirm_closing, decide_appeal, impose, lift, sanctions_of
from accounts.word_models import NameWord
from accounts.word_services import letters_of, put_word, take_word

__all__ = ["ReadOnlyAdmin"]

if TYPE_CHECKING:
    WordModelForm = forms.ModelForm[NameWord]
else:
    WordModelForm = forms.ModelForm

admin.site.unregister(Group)


class SanctionForm(DecisionForm):
    """What to decide about a player."""

    ground = forms.ChoiceField(label=_("ground"), choices=Ground.choices)
    field_order = ("kind", "ground", "ends", "reason")


class AppealAnswerForm(ReasonForm):
    """What becomes of an appeal."""

    outcome = forms.ChoiceField(label=_("outcome"), choices=Appeal.Outcome.choices[1:])
    field_order = ("outcome", "reason")


class WordForm(ReasonForm):
    """Where a listed word counts."""

    kind = forms.ChoiceField(label=_("list"), choices=NameWord.Kind.choices)
    reach = forms.ChoiceField(label=_("where it counts"), choices=NameWord.Reach.choices)
    language = forms.ChoiceField(label=_("language"), choices=NameWord.Language.choices, required=False)
    field_order = ("kind", "reach", "language", "reason")


class RoleForm(ReasonForm):
    """What somebody does here."""

    role = forms.ChoiceField(
        label=_("role"),
        choices=[("", _("none: no member of staff")), *ROLE_NAMES.items()],
        required=False,
    )
    field_order = ("role", "reason")


def _decide(row: Identity, staff: User, wish: Mapping[str, Any]) -> None:
    impose(
        identity_id=row.pk,
        kind=wish["kind"],
        ground=wish["ground"],
        ends=wish["ends"],
        staff=staff,
        reason=wish["reason"],
    )


def _foresee(row: Identity, wish: Mapping[str, Any]) -> list[Preview]:
    return previews(identity=row, kind=wish["kind"], ground=wish["ground"], ends=wish["ends"])


@admin.register(Identity)
class IdentityAdmin(ActingAdmin):
    list_display = ("shown", "kind", "created", "last_played")
    list_filter = ("kind",)
    search_fields = ("name", "id", "user__email")
    list_select_related = ("user",)
    fields = readonly_fields = ("shown", "kind", "user", "created", "last_played", "claimed")
    acts = (
        Act("sanction", _("Decide on a sanction"), "accounts.add_sanction", _decide, SanctionForm, foresee=_foresee),
    )

    def more_about(self, request: HttpRequest, row: Identity | None) -> dict[str, Any]:
        if row is None:
            return {}
        about = _pages_about(row, request)
        if request.user.has_perm("accounts.view_sanction"):
            about = [*_sanctions(row), *_sessions(row), *about]
        return {"sections": about}

    @admin.display(description=_("name"), ordering="name")
    def shown(self, row: Identity) -> str:
        return str(row)


def _sanctions(row: Identity) -> list[dict[str, Any]]:
    lines = [f"{sanction.decided:%Y-%m-%d} {sanction.get_kind_display()}" for sanction in sanctions_of(row.pk)]
    return [{"title": _("Sanctions"), "lines": lines}]


def _sessions(row: Identity) -> list[dict[str, Any]]:
    """Where the account is signed in; a guest has no session that anybody keeps."""
    if row.user is None:
        return []
    found = UserSession.objects.filter(user=row.user).order_by("-last_seen_at")
    lines = [
        f"{one.created_at:%Y-%m-%d %H:%M} … {one.last_seen_at:%Y-%m-%d %H:%M} {one.ip} {one.user_agent}"
        for one in found
    ]
    return [{"title": _("Sessions"), "lines": lines}]


def _pages_about(row: Identity, request: HttpRequest) -> list[dict[str, Any]]:
    """Links to lists of other apps that can be narrowed down to a player, as far as they open to who asks."""
    found = []
    for label, app, model, field in (
        (_("Cases"), "games", "case", "subject__id__exact"),
        (_("Matches"), "games", "match", "seats__identity__id__exact"),
        (_("Ledger lines"), "games", "ledgerline", "identity__id__exact"),
        (_("Purchases"), "billing", "purchase", "holder__id__exact"),
        (_("Entitlements"), "billing", "entitlement", "holder__id__exact"),
    ):
        if not request.user.has_perm(f"{app}.view_{model}"):
            continue
        try:
            address = reverse(f"admin:{app}_{model}_changelist")
        except NoReverseMatch:
            continue
        found.append({"label": label, "url": f"{address}?{field}={row.pk}"})
    return [{"title": _("See also"), "links": found}]


def _appoint(row: User, staff: User, wish: Mapping[str, Any]) -> None:
    appoint(user=row, role=wish["role"], staff=staff, reason=wish["reason"])


@admin.register(User)
class UserAdmin(ActingAdmin):
    list_display = ("email", "is_staff", "is_active", "date_joined")
    list_filter = ("is_staff", "is_active")
    search_fields = ("email",)
    fields = ("email", "is_staff", "is_superuser", "is_active", "date_joined", "last_login", "groups")
    acts = (
        Act(
            "role",
            _("Give a role"),
            "accounts.change_user",
            _appoint,
            RoleForm,
            says=_("All sessions of this account end, and it has the chosen role and no other."),
            initial=lambda row: {"role": getattr(row.groups.first(), "name", "")},
        ),
    )


def _lift(row: Sanction, staff: User, wish: Mapping[str, Any]) -> None:
    lift(sanction_id=row.pk, staff=staff, reason=wish["reason"])


def _confirm(row: Sanction, staff: User, wish: Mapping[str, Any]) -> None:
    confirm_closing(sanction_id=row.pk, staff=staff, reason=wish["reason"])


def _foresee_closing(row: Sanction, _wish: Mapping[str, Any]) -> list[Preview]:
    return previews(identity=row.identity, kind=row.kind, ground=row.ground, ends=None)


def _waits_for_confirmation(row: Sanction) -> bool:
    return row.kind == Sanction.Kind.CLOSING and row.confirmed is None and row.lifted is None


@admin.register(Sanction)
class SanctionAdmin(ActingAdmin):
    list_display = ("identity", "kind", "ground", "decided", "decided_by", "ends", "confirmed", "lifted", "read")
    list_filter = ("kind", "ground")
    linked_by = ("confirmed__isnull",)
    list_select_related = ("identity", "decided_by")
    search_fields = ("identity__name", "identity__id", "case")
    acts = (
        Act(
            "confirm",
            _("Confirm the closing"),
            "accounts.change_sanction",
            _confirm,
            is_open=_waits_for_confirmation,
            foresee=_foresee_closing,
        ),
        Act(
            "lift",
            _("Lift"),
            "accounts.change_sanction",
            _lift,
            is_open=lambda row: row.lifted is None,
            says=_("The decision ends now, and its player reads that it has been lifted."),
        ),
    )


def _answer(row: Appeal, staff: User, wish: Mapping[str, Any]) -> None:
    lifted = wish["outcome"] == Appeal.Outcome.LIFTED
    decide_appeal(appeal_id=row.pk, staff=staff, lifted=lifted, reason=wish["reason"])


@admin.register(Appeal)
class AppealAdmin(ActingAdmin):
    list_display = ("sanction", "plea", "made", "outcome", "decided", "decided_by")
    list_filter = ("outcome", "plea")
    list_select_related = ("sanction__identity", "decided_by")
    acts = (
        Act(
            "answer",
            _("Answer"),
            "accounts.change_appeal",
            _answer,
            AppealAnswerForm,
            is_open=lambda row: not row.outcome,
            says=_("The player reads the outcome; lifted, the decision ends now. This is the last answer there is."),
        ),
    )


def _move_word(row: NameWord, staff: User, wish: Mapping[str, Any]) -> None:
    put_word(
        word=row.word,
        kind=wish["kind"],
        reach=wish["reach"],
        language=wish["language"],
        staff=staff,
        reason=wish["reason"],
    )


def _take_word(row: NameWord, staff: User, wish: Mapping[str, Any]) -> None:
    take_word(word=row.word, staff=staff, reason=wish["reason"])


class NewWordForm(WordModelForm):
    """A word for one of the lists, and why."""

    reason = forms.CharField(label=_("Reason, for the record"), max_length=500)

    class Meta:
        model = NameWord
        fields = ("word", "kind", "reach", "language")

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if "word" in given and "kind" in given:
            try:
                given["word"] = letters_of(given["word"], given["kind"])
            except StaffRefused as refused:
                self.add_error("word", str(REFUSALS[refused.code]))
        return given


@admin.register(NameWord)
class NameWordAdmin(ActingAdmin):
    list_display = ("word", "kind", "reach", "language")
    list_filter = ("kind", "reach", "language")
    search_fields = ("word",)
    form = NewWordForm
    acts = (
        Act(
            "move",
            _("Change where it counts"),
            "accounts.change_nameword",
            _move_word,
            WordForm,
            initial=lambda row: {"kind": row.kind, "reach": row.reach, "language": row.language},
        ),
        Act("take", _("Take out of the lists"), "accounts.delete_nameword", _take_word, in_bulk=True),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.add_nameword")

    def save_model(self, request: HttpRequest, obj: NameWord, form: Any, change: bool) -> None:
        given = form.cleaned_data
        made = put_word(
            word=given["word"],
            kind=given["kind"],
            reach=given["reach"],
            language=given["language"],
            staff=request.user,  # type: ignore[arg-type]
            reason=given["reason"],
        )
        obj.pk = made.pk

    def log_addition(self, request: HttpRequest, obj: object, message: object) -> None:  # type: ignore[override]
        """The audit line says it already."""


@admin.register(AuditLine)
class AuditLineAdmin(ReadOnlyAdmin):
    list_display = ("at", "staff", "act", "object_kind", "object_id", "reason")
    list_filter = ("act", "object_kind")
    list_select_related = ("staff",)
    search_fields = ("object_id", "staff__email", "reason")
    date_hierarchy = "at"
