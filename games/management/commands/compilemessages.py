"""Compiles the catalogs without gettext's own programs, which a new machine need not have."""

import os
import tempfile
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

SCRIPTS: Final = "static/js/"
"""Where an entry's references lead when a script of the site says it."""
FOR_SCRIPTS: Final = "djangojs.mo"


class Command(BaseCommand):
    help = "Compiles every catalog (.po) that is newer than what was compiled from it (.mo)."
    requires_system_checks = ()

    def handle(self, *, verbosity: int, **_options: object) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                targets = source.with_suffix(".mo"), source.with_name(FOR_SCRIPTS)
                if all(each.exists() and each.stat().st_mtime >= source.stat().st_mtime for each in targets):
                    continue
                compile_catalog(source)
                if verbosity > 1:
                    self.stdout.write("\n".join(map(str, targets)))


def compile_catalog(source: Path) -> None:
    """One file of a language makes two: the whole for the server, and what scripts say for the browser.

    Raises CommandError for an entry that loses what it must keep.
    """
    with source.open("rb") as file:
        catalog = read_po(file, locale=source.parent.parent.name)
    for message in catalog:
        if problems := list(message.check(catalog)):
            raise CommandError(f"{source}:{message.lineno}: {problems[0]}")
    _write(source.with_suffix(".mo"), catalog)
    _write(source.with_name(FOR_SCRIPTS), _said_by_scripts(catalog))


def _said_by_scripts(catalog: Catalog) -> Catalog:
    chosen = Catalog(locale=catalog.locale, charset=catalog.charset, fuzzy=False)
    chosen.mime_headers = catalog.mime_headers
    for message in catalog:
        if message.id and any(place.startswith(SCRIPTS) for place, _ in message.locations):
            chosen[message.id] = message
    return chosen


def _write(target: Path, catalog: Catalog) -> None:
    """Writes `target` as a whole or not at all, so that another process never reads half a catalog."""
    descriptor, name = tempfile.mkstemp(dir=target.parent, suffix=".new")
    with os.fdopen(descriptor, "wb") as file:
        write_mo(file, catalog)
    Path(name).chmod(0o644)
    Path(name).replace(target)
