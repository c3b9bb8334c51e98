"""Catalogs as the site has them: compiled, whatever ran before."""

from typing import Any

import pytest
from django.core.management import call_command
from django.utils.translation import trans_real


@pytest.fixture(scope="session", autouse=True)
def _catalogs() -> None:
    call_command("compilemessages", verbosity=0)
    kept: Any = trans_real
    kept._translations.clear()
    kept._default = None
