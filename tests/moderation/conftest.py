"""The lists of words as a migrated site has them, and members of staff."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from accounts.models import User
from accounts.word_models import NameWord
from tests.accounts.conftest import _catalogs  # noqa: F401 (a fixture)
from tests.ledger.conftest import outbox, own_database, people  # noqa: F401 (fixtures)


@pytest.fixture
def first_words(db: None) -> None:  # noqa: ARG001 (where they are)
    """Emptied tables of earlier tests have lost what the migration put there."""
    if not NameWord.objects.exists():
        editor = connection.schema_editor()
        import_module("accounts.migrations.0002_name_words").add_first_words(apps, editor)
        for more in ("0006_more_name_words", "0009_numbers_and_more_words", "0013_names_of_a_team"):
            import_module(f"accounts.migrations.{more}").add_more_words(apps, editor)


@pytest.fixture
def moderator(db: None) -> User:  # noqa: ARG001
    return User.objects.create_user("moderator@example.org", is_staff=True)


@pytest.fixture
def colleague(db: None) -> User:  # noqa: ARG001
    return User.objects.create_user("colleague@example.org", is_staff=True)
