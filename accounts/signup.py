"""Signing up: a user with his public name, his age as a band, and a parent's word where it needs one."""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.ages import needs_parent
from accounts.models import Identity, ParentalConsent, User

PARENT_DAYS: Final = 7
"""How long a parent may take to answer; then the account that nobody allowed goes again."""
MOST_MAILS: Final = 3
"""How often a parent is written to, whoever asks for it."""
BETWEEN_MAILS: Final = timedelta(minutes=10)


@transaction.atomic
def save_new_user(*, user: User, data: Mapping[str, Any], language: str) -> User:
    """Keep a new account with what its owner typed: email, password1, name (cleaned), band and parent_email."""
    user.email = data["email"]
    user.set_password(data["password1"])
    user.language = language
    user.band = data["band"]
    user.save()
    Identity.objects.create(kind=Identity.Kind.ACCOUNT, user=user, name=data["name"])
    if needs_parent(user.band, settings.COLORCLASH_CONSENT_AGE):
        ParentalConsent.objects.create(user=user, parent_email=data["parent_email"])
    return user


def waits_for_parent(user: User) -> bool:
    return ParentalConsent.objects.filter(user=user, given__isnull=True).exists()


@transaction.atomic
def ask_parent(*, user: User, again: bool = False) -> str | None:
    """The token of a link to send to the parent; None when he has been asked already.

    Asked for `again` he gets another link, a few times at some distance; the earlier one then opens nothing. The days
    he has go on from the first one.
    """
    now, token = timezone.now(), secrets.token_urlsafe(24)
    due = Q(mails__lt=MOST_MAILS, mailed__lt=now - BETWEEN_MAILS) if again else Q(mails=0)
    asked = ParentalConsent.objects.filter(due, user=user, given__isnull=True).update(
        asked=Coalesce("asked", now), mails=F("mails") + 1, mailed=now, digest=_digest(token)
    )
    return token if asked else None


def consent_behind(token: str) -> ParentalConsent | None:
    """What a parent's link asks, None when it was answered, is too old or is none at all."""
    since = timezone.now() - timedelta(days=PARENT_DAYS)
    open_ones = ParentalConsent.objects.filter(digest=_digest(token), given__isnull=True, asked__gt=since)
    return open_ones.select_related("user").first()


@transaction.atomic
def give_consent(*, token: str) -> User | None:
    """The parent allows the account; his address is not kept. None when the link is good for nothing any more."""
    consent = consent_behind(token)
    if consent is None:
        return None
    done = ParentalConsent.objects.filter(pk=consent.pk, given__isnull=True).update(
        given=timezone.now(), digest="", parent_email=""
    )
    return consent.user if done else None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
