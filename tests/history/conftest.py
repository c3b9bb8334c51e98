"""Ana, Bea and Cal with a browser each, and the outbox from which their matches come."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from django.test import Client

from accounts.services import SESSION_KEY
from tests.ledger.conftest import outbox, own_database, people  # noqa: F401 (fixtures)

if TYPE_CHECKING:
    from collections.abc import Callable

    from accounts.models import Identity

Come = "Callable[[UUID], Client]"


@pytest.fixture
def come(people: None) -> Callable[[UUID | Identity], Client]:  # noqa: F811, ARG001 (they exist)
    """A browser whose session plays as an identity."""

    def make(who: UUID | Identity) -> Client:
        client = Client()
        session = client.session
        session[SESSION_KEY] = str(who if isinstance(who, UUID) else who.pk)
        session.save()
        client.cookies["sessionid"] = session.session_key or ""
        return client

    return make
