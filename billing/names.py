"""How what is sold is called, in the reader's language."""

from django.utils.translation import gettext

from billing.models import PremiumTable, Term


def tables_name(table: str) -> str:
    """A table's name, or that of all of them together."""
    if table:
        return str(PremiumTable(table).label)
    first, second = (str(each.label) for each in PremiumTable)
    return gettext("%(first)s and %(second)s") % {"first": first, "second": second}


def name_of(table: str, term: str) -> str:
    """Such as "Siege, for good", or "Evening pass"."""
    if term == Term.EVENING:
        return (
            gettext("Evening pass") if not table else gettext("%(table)s, one evening") % {"table": tables_name(table)}
        )
    return gettext("%(tables)s, for good") % {"tables": tables_name(table)}
