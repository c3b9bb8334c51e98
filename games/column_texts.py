"""What the staff's pages call the columns of our tables, in the reader's language.

A column of one name means the same in every table, so that one word does for all of them.
"""

from typing import Final

from django.apps import apps
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

COLUMNS: Final[dict[str, Promise]] = {
    "amount": pgettext_lazy("column", "amount"),
    "arrived_at": pgettext_lazy("column", "arrived"),
    "asked_at": pgettext_lazy("column", "asked for"),
    "at": pgettext_lazy("column", "when"),
    "band": pgettext_lazy("column", "age band"),
    "blocked_at": pgettext_lazy("column", "blocked"),
    "body": pgettext_lazy("column", "what it says"),
    "buyer": pgettext_lazy("column", "bought by"),
    "claimed": pgettext_lazy("column", "taken over"),
    "code": pgettext_lazy("column", "code"),
    "consented_at": pgettext_lazy("column", "agreed to"),
    "corrects": pgettext_lazy("column", "corrects"),
    "created": pgettext_lazy("column", "made"),
    "created_at": pgettext_lazy("column", "ordered"),
    "currency": pgettext_lazy("column", "currency"),
    "date_joined": pgettext_lazy("column", "joined"),
    "deletion_due": pgettext_lazy("column", "to be deleted"),
    "digest": pgettext_lazy("column", "digest"),
    "ended": pgettext_lazy("column", "ended"),
    "ends_at": pgettext_lazy("column", "ends"),
    "entry": pgettext_lazy("column", "entry"),
    "expires_at": pgettext_lazy("column", "order lapses"),
    "gift": pgettext_lazy("column", "gift"),
    "grant_reason": pgettext_lazy("column", "granted because"),
    "granted_at": pgettext_lazy("column", "granted"),
    "granted_by": pgettext_lazy("column", "granted by"),
    "holder": pgettext_lazy("column", "belongs to"),
    "id": pgettext_lazy("column", "ID"),
    "identity": pgettext_lazy("column", "player"),
    "is_active": pgettext_lazy("column", "may sign in"),
    "is_staff": pgettext_lazy("column", "member of staff"),
    "kind": pgettext_lazy("column", "kind"),
    "language": pgettext_lazy("column", "language"),
    "last_played": pgettext_lazy("column", "last played"),
    "length": pgettext_lazy("column", "length"),
    "looked": pgettext_lazy("column", "looked into"),
    "looked_at": pgettext_lazy("column", "last looked into"),
    "made_at": pgettext_lazy("column", "made"),
    "mail": pgettext_lazy("column", "e-mail address"),
    "match": pgettext_lazy("column", "match"),
    "name": pgettext_lazy("column", "name"),
    "note": pgettext_lazy("column", "note"),
    "noticed": pgettext_lazy("column", "told by notice"),
    "number": pgettext_lazy("column", "number"),
    "offer": pgettext_lazy("column", "offer"),
    "on_sale": pgettext_lazy("column", "on sale"),
    "others_out": pgettext_lazy("column", "signed out elsewhere"),
    "outbox_key": pgettext_lazy("column", "key in the outbox"),
    "page": pgettext_lazy("column", "payment page"),
    "paid_amount": pgettext_lazy("column", "paid"),
    "paid_at": pgettext_lazy("column", "paid on"),
    "payment_intent": pgettext_lazy("column", "payment at the provider"),
    "places": pgettext_lazy("column", "places"),
    "points": pgettext_lazy("column", "points"),
    "position": pgettext_lazy("column", "position"),
    "practice": pgettext_lazy("column", "practice"),
    "problem": pgettext_lazy("column", "problem"),
    "provider_id": pgettext_lazy("column", "number at the provider"),
    "purchase": pgettext_lazy("column", "purchase"),
    "ranking": pgettext_lazy("column", "ranking"),
    "reason": pgettext_lazy("column", "reason"),
    "redeemed_at": pgettext_lazy("column", "redeemed"),
    "redeemed_by": pgettext_lazy("column", "redeemed by"),
    "reference": pgettext_lazy("column", "reference"),
    "refunded": pgettext_lazy("column", "paid back"),
    "replaced": pgettext_lazy("column", "finished by computers"),
    "reversed": pgettext_lazy("column", "payment taken back"),
    "room_code": pgettext_lazy("column", "room code"),
    "room_id": pgettext_lazy("column", "room"),
    "round": pgettext_lazy("column", "round"),
    "rounds": pgettext_lazy("column", "rounds"),
    "ruleset": pgettext_lazy("column", "rule set"),
    "seat": pgettext_lazy("column", "seat"),
    "seen_at": pgettext_lazy("column", "seen"),
    "session_id": pgettext_lazy("column", "checkout at the provider"),
    "settled_at": pgettext_lazy("column", "settled"),
    "spent_on": pgettext_lazy("column", "spent on"),
    "staff": pgettext_lazy("column", "member of staff"),
    "started": pgettext_lazy("column", "started"),
    "state": pgettext_lazy("column", "state"),
    "table": pgettext_lazy("column", "table"),
    "tallied": pgettext_lazy("column", "in the totals"),
    "teams": pgettext_lazy("column", "teams"),
    "term": pgettext_lazy("column", "term"),
    "totals": pgettext_lazy("column", "totals"),
    "tries": pgettext_lazy("column", "tries"),
    "used_at": pgettext_lazy("column", "used"),
    "user": pgettext_lazy("column", "account"),
    "vat_rate": pgettext_lazy("column", "VAT rate"),
    "waited": pgettext_lazy("column", "put aside for"),
    "winners": pgettext_lazy("column", "winners"),
    "with_replacements": pgettext_lazy("column", "with replacements"),
    "withdraw_reason": pgettext_lazy("column", "withdrawn because"),
    "withdrawn_at": pgettext_lazy("column", "withdrawn"),
    "withdrawn_by": pgettext_lazy("column", "withdrawn by"),
    "written": pgettext_lazy("column", "written"),
}
"""By the column's name."""


def name_columns() -> None:
    """Give every column of ours its word, unless its model does."""
    for app in ("accounts", "billing", "games"):
        for model in apps.get_app_config(app).get_models():
            for field in model._meta.fields:  # noqa: SLF001 (Django documents it)
                if field.name in COLUMNS and not isinstance(field.verbose_name, Promise):
                    field.verbose_name = COLUMNS[field.name]  # type: ignore[assignment] # a stub of its own kind
