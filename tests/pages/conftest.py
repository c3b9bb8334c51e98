"""Pages in every language: catalogs as the site has them, compiled, whatever ran before."""

import pytest
from django.core.management import call_command
from django.utils.translation import trans_real


@pytest.fixture(scope="session", autouse=True)
def _catalogs() -> None:
    call_command("compilemessages", verbosity=0)
    trans_real._translations.clear()  # type: ignore[attr-defined]
    trans_real._default = None  # type: ignore[attr-defined]
