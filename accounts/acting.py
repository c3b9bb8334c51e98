"""Staff's pages about rows that nobody edits: what may be done to a row is an act with a page of its own.

An act asks for a reason and whatever else it needs, shows beforehand what will come of it, and calls one service, which
writes the audit line.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import quote, unquote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import BadRequest, PermissionDenied, ValidationError
from django.db import DataError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy

from accounts.audit import StaffRefused
from accounts.models import User
from accounts.sanction_models import Sanction
from accounts.sanction_texts import Preview
from accounts.sanctions import LASTING

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin

REFUSALS: Mapping[str, Promise] = {
    "no_reason": gettext_lazy("Please give a reason."),
    "no_end": gettext_lazy("Please give an end that lies ahead."),
    "too_long": gettext_lazy("A year at most."),
    "no_account": gettext_lazy("A guest has no account that could be closed."),
    "oneself": gettext_lazy("Nobody decides about himself."),
    "own_report": gettext_lazy("You have reported this player yourself: a colleague decides."),
    "same_person": gettext_lazy("This takes somebody else than who decided."),
    "not_open": gettext_lazy("There is nothing open here any more."),
    "decided": gettext_lazy("This case has been decided."),
    "not_claimed": gettext_lazy("Take the case first."),
    "no_word": gettext_lazy("This word has no letters."),
    "closed": gettext_lazy("This room is closed already."),
    "no_role": gettext_lazy("There is no such role."),
}


class ReasonForm(forms.Form):
    """Why. Every act begins with it."""

    reason = forms.CharField(
        label=gettext_lazy("Reason, for the record"),
        max_length=500,
        widget=forms.Textarea,
        help_text=gettext_lazy("It stays for ever: please write no names into it."),
    )


class DecisionForm(ReasonForm):
    """A sanction, or nothing, for a reason; what lasts needs an end."""

    kind = forms.ChoiceField(label=gettext_lazy("sanction"), choices=Sanction.Kind.choices)
    ends = forms.DateTimeField(
        label=gettext_lazy("ends"),
        required=False,
        help_text=gettext_lazy("For suspensions and for quick play; such as 2030-01-31 12:00, UTC."),
    )
    field_order: tuple[str, ...] = ("kind", "ends", "reason")

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("kind") in LASTING and not given.get("ends"):
            self.add_error("ends", str(REFUSALS["no_end"]))
        return given


@dataclass(frozen=True, slots=True)
class Act:
    """Something staff may do to a row: who may (the permission's name), when, by which form, and what then happens.

    `foresee` gives what the player will read, from the row and the form's cleaned data: it is shown before the act is
    done, and what is done is what was shown. `says` tells what the act does, `initial` what its form begins with.
    `in_bulk`: it may be done to several rows of the list at once, for one reason, with an audit line for each.
    """

    name: str
    label: str | Promise
    permission: str
    carry_out: Callable[[Any, User, Mapping[str, Any]], object]
    form: type[forms.Form] = ReasonForm
    is_open: Callable[[Any], bool] = lambda _row: True
    foresee: Callable[[Any, Mapping[str, Any]], Sequence[Preview]] | None = None
    in_bulk: bool = False
    says: str | Promise = ""
    initial: Callable[[Any], dict[str, Any]] = lambda _row: {}


LOOKUPS: Final = ("", "__exact", "__isnull", "__id__exact", "__gte", "__lt", "__year", "__month", "__day")
"""By which filters and dates narrow a list down."""


class NarrowAdmin(ModelAdmin):
    """A list that is narrowed down by its own filters alone.

    Django lets any column of a row's own be asked for in the address, with any comparison: so a list would tell, letter
    by letter, what it never shows, such as the hash of a password.
    """

    linked_by: tuple[str, ...] = ()
    """By which links of other pages narrow it down besides."""
    list_per_page = 40
    """Fewer than the fields a form may have, so that an act for all of a page arrives."""
    list_max_show_all = list_per_page
    change_form_template = "staff/row.html"

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        columns = [name for name in (*self.list_filter, self.date_hierarchy) if isinstance(name, str)]
        return lookup in self.linked_by or lookup in {name + how for name in columns for how in LOOKUPS}

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """What staff did to a row stands in the record."""
        lines = f"{self.admin_site.name}:accounts_auditline_changelist"
        return HttpResponseRedirect(f"{reverse(lines)}?{urlencode({'q': unquote(object_id)})}")

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:  # type: ignore[override] # its stub is a later one
        """Rows are chosen by their keys; whatever else was sent, no row has."""
        try:
            queryset.filter(pk__in=request.POST.getlist(ACTION_CHECKBOX_NAME)).exists()
        except (ValidationError, ValueError, OverflowError, DataError) as error:
            raise BadRequest from error
        return super().response_action(request, queryset)

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        try:
            return super().get_changelist_instance(request)
        except OverflowError as error:  # a date beyond all calendars
            raise IncorrectLookupParameters from error


class ReadOnlyAdmin(NarrowAdmin):
    """Rows to look at: nobody adds, changes or deletes them here, superusers included."""

    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class ActingAdmin(ReadOnlyAdmin):
    """Rows to look at, with acts."""

    acts: Sequence[Act] = ()

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_act"
        page = path("<path:object_id>/act/<slug:act>/", self.admin_site.admin_view(self.act_page), name=name)
        return [page, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, unquote(object_id))
        acts = [act for act in self.acts if row is not None and act.is_open(row) and self._may(request, act)]
        links = [{"label": act.label, "url": self._address(object_id, act)} for act in acts]
        context = {**self.more_about(request, row), **(extra_context or {}), "acts": links}
        return super().change_view(request, object_id, form_url, context)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The acts that may be done to several rows at once."""
        chosen = [act for act in self.acts if act.in_bulk and self._may(request, act)]
        return {act.name: (partial(bulk_page, act), act.name, act.label) for act in chosen}

    def more_about(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """What the row's page shows beside its fields."""
        return {}

    def act_page(self, request: HttpRequest, object_id: str, act: str) -> HttpResponse:
        """The act's form, what will come of it, and on the second press the act itself."""
        row = self.get_object(request, unquote(object_id))
        chosen = next((each for each in self.acts if each.name == act), None)
        if row is None or chosen is None:
            raise Http404
        staff = request.user
        if not isinstance(staff, User) or not self.has_view_permission(request, row) or not self._may(request, chosen):
            raise PermissionDenied
        form = chosen.form(request.POST if request.method == "POST" else None, initial=chosen.initial(row))
        foreseen: Sequence[Preview] | None = None
        if request.method == "POST" and form.is_valid():
            if chosen.foresee is not None:
                foreseen = chosen.foresee(row, form.cleaned_data)
            was_seen = foreseen is None or constant_time_compare(request.POST.get("seen", ""), _seal(foreseen))
            if was_seen and self._carry_out(request, chosen, row, staff, form):
                stays = self.get_object(request, unquote(object_id)) is not None
                return HttpResponseRedirect(self._page_of(row) if stays else self._list())
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "row": row,
            "back": self._page_of(row),
            "act": chosen,
            "form": form,
            "foreseen": foreseen,
            "seen": _seal(foreseen) if foreseen is not None else "",
            "foresees": chosen.foresee is not None,
            "title": chosen.label,
        }
        return TemplateResponse(request, "staff/act.html", context)

    def _carry_out(self, request: HttpRequest, act: Act, row: Any, staff: User, form: forms.Form) -> bool:
        try:
            act.carry_out(row, staff, form.cleaned_data)
        except StaffRefused as refused:
            form.add_error(None, str(REFUSALS.get(refused.code, refused.code)))
            return False
        self.message_user(request, gettext("Done, and written down."), messages.SUCCESS)
        return True

    def _may(self, request: HttpRequest, act: Act) -> bool:
        return request.user.has_perm(act.permission)

    def _address(self, object_id: str, act: Act) -> str:
        name = f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_act"
        return reverse(name, args=[object_id, act.name])

    def _list(self) -> str:
        return reverse(f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_changelist")

    def _page_of(self, row: Any) -> str:
        name = f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_change"
        return reverse(name, args=[quote(row.pk)])


def _seal(foreseen: Sequence[Preview]) -> str:
    """Stands for what a page showed: with it an act can be done only as it was shown."""
    return salted_hmac("accounts.acting", repr([tuple(one) for one in foreseen]), algorithm="sha256").hexdigest()


def bulk_page(act: Act, page: ActingAdmin, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
    """Ask for the one reason, then act on each row by itself; rows that refuse it are named and stay as they are."""
    staff = request.user
    if not isinstance(staff, User):
        raise PermissionDenied
    form = act.form(request.POST if "sure" in request.POST else None)
    chosen = [row for row in rows[: page.list_per_page] if act.is_open(row)]
    if "sure" not in request.POST or not form.is_valid():
        context = {
            **page.admin_site.each_context(request),
            "opts": page.opts,
            "act": act,
            "form": form,
            "rows": chosen,
            "title": act.label,
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "staff/bulk.html", context)
    for row in chosen:
        try:
            act.carry_out(row, staff, form.cleaned_data)
        except StaffRefused as refused:
            page.message_user(request, f"{row}: {REFUSALS.get(refused.code, refused.code)}", messages.ERROR)
        else:
            page.message_user(request, f"{row}: {gettext('Done, and written down.')}", messages.SUCCESS)
    return None
