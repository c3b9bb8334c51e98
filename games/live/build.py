"""Which build of the page's code this server goes with: a page of another build knows that it should reload."""

import hashlib
from pathlib import Path
from typing import Final

from django.conf import settings


def _build() -> str:
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    try:
        return hashlib.sha256(manifest.read_bytes()).hexdigest()[:12]
    except OSError:
        return "unbuilt"


BUILD: Final = _build()
