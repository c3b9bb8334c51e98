"""The site's languages: English, in which the texts are written, and each that has a catalog."""

from pathlib import Path

from django.conf.locale import LANG_INFO

SOURCE = ("en", "English")


def languages_in(folder: Path) -> list[tuple[str, str]]:
    """(code, own name) of English and of every language with a catalog in the folder, by name."""
    codes = {path.parts[-3].replace("_", "-").lower() for path in folder.glob("*/LC_MESSAGES/django.po")} - {SOURCE[0]}
    return [SOURCE, *sorted(((code, _own_name(code)) for code in codes), key=lambda each: each[1])]


def _own_name(code: str) -> str:
    name: str = LANG_INFO[code]["name_local"]
    return name[:1].upper() + name[1:]
