"""How old somebody is, as far as anybody needs to know: a band, never a date."""

from typing import Final

from django.utils.translation import gettext_lazy as _

BANDS: Final = {
    "0": _("under 13"),
    "13": "13",
    "14": "14",
    "15": "15",
    "16": _("16 or 17"),
    "18": _("18 or older"),
}
"""Each band by the youngest age in it. They are fine enough for every country's law and no finer."""

CONSENT_AGES: Final = {
    "AT": 14, "AU": 15, "BE": 13, "BG": 14, "CA": 14, "CH": 16, "CY": 14, "CZ": 15, "DE": 16, "DK": 15, "EE": 13,
    "ES": 14, "FI": 13, "FR": 15, "GB": 13, "GR": 15, "HR": 16, "HU": 16, "IE": 16, "IT": 14, "LT": 14, "LU": 16,
    "LV": 13, "MT": 13, "MX": 15, "NL": 16, "NO": 13, "PL": 16, "PT": 13, "RO": 16, "SE": 13, "SI": 15, "SK": 16,
    "US": 13,
}  # fmt: skip
"""From which age on a person of the country decides alone about such an account."""
USUAL: Final = 15


def consent_age(country: str, own: int = 0) -> int:
    """The age of a country by its two letters, 15 where it is not listed; `own` is an operator's other wish."""
    return own or CONSENT_AGES.get(country.upper(), USUAL)


def needs_parent(band: str, age: int) -> bool:
    """Whether somebody in this band may be younger than `age`."""
    return int(band) < age
