"""One's data: taking a copy, leaving, and what the days make of people who are gone."""

import ipaddress
import logging
from datetime import datetime, timedelta
from itertools import chain
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import ProtectedError, Q
from django.db.models.functions import Coalesce
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext, override

from accounts import hooks
from accounts.animals import shown_name
from accounts.claims import CODE_DAYS
from accounts.copies import Export
from accounts.models import ClaimCode, Identity, ParentalConsent, User
from accounts.sanction_models import Sanction
from accounts.selectors import DELETION, identities_of
from accounts.signing import end_sessions_of
from accounts.signup import PARENT_DAYS

GUEST_DAYS: Final = 30
"""How long a guest is kept after he last played."""
UNCONFIRMED_DAYS: Final = 7
"""How long a new account waits for its e-mail address to be confirmed."""
ADDRESS_DAYS: Final = 7
"""After this many days the addresses of sessions are shortened to their networks."""

log = logging.getLogger(__name__)


def export_of(user: User) -> Export:
    """Everything that is kept about an account, as tables by name; each app gives what it knows of each identity."""
    parts: dict[str, list[hooks.Table]] = {name: [rows] for name, rows in _own_tables(user).items()}
    for identity in identities_of(user):
        for answer in hooks.exported.announce(identity.pk):
            for name, rows in answer.items():
                parts.setdefault(name, []).append(_named(identity, rows))
    return {name: chain.from_iterable(tables) for name, tables in parts.items()}


def _named(identity: Identity, rows: hooks.Table) -> hooks.Table:
    return ({"identity": str(identity.pk), **row} for row in rows)


def request_deletion(*, user: User) -> datetime:
    """The account goes in seven days, unless its owner comes back before. All its sessions end now."""
    user.deletion_due = timezone.now() + DELETION
    user.save(update_fields=["deletion_due"])
    end_sessions_of(user=user)
    return user.deletion_due


def keep_account(*, user: User) -> None:
    """Its owner has changed his mind: the account stays."""
    user.deletion_due = None
    user.save(update_fields=["deletion_due"])


def delete_account(*, user: User) -> None:
    """Take a user away. His identities stay as former players', so that other people's totals are what they were.

    Whoever had asked for it is told that it is done; after that nothing here knows his address.
    """
    asked_for, address, language = user.deletion_due is not None, user.email, user.language
    end_sessions_of(user=user)
    _take_away(user)
    if asked_for:
        _tell_gone(address, language)


def _tell_gone(address: str, language: str) -> None:
    with override(language or settings.LANGUAGE_CODE):
        subject = gettext("Your account at Color Clash has been deleted")
        text = render_to_string("account/email/deleted_message.txt")
    try:
        send_mail(subject, text, None, [address])
    except OSError as error:
        log.warning("Somebody could not be told that his account is gone: %s", error)


@transaction.atomic
def _take_away(user: User) -> None:
    for identity in identities_of(user):
        _forget(identity)
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    try:
        with transaction.atomic():
            user.delete()
    except ProtectedError:
        _blank(user)


def forget_people(*, now: datetime | None = None) -> int:
    """The day's work: those who left, those who never confirmed, guests long gone, addresses. How many people went."""
    moment = now or timezone.now()
    gone = 0
    for user in _leaving(moment):
        delete_account(user=user)
        gone += 1
    last = Coalesce("last_played", "created")
    guests = Identity.objects.filter(kind=Identity.Kind.GUEST).alias(last=last)
    for guest in list(guests.filter(last__lt=moment - timedelta(days=GUEST_DAYS))):
        forget_guest(guest=guest)
        gone += 1
    ClaimCode.objects.filter(made__lt=moment - timedelta(days=CODE_DAYS)).delete()
    _shorten_addresses(moment - timedelta(days=ADDRESS_DAYS))
    return gone


@transaction.atomic
def forget_guest(*, guest: Identity) -> None:
    """A guest becomes a former player; one whom nothing names goes altogether."""
    _forget(guest)
    if guest.last_played is None:
        try:
            with transaction.atomic():
                Identity.objects.filter(pk=guest.pk).delete()
        except ProtectedError:
            log.info("A guest who never finished a round is still named somewhere")


def _forget(identity: Identity) -> None:
    hooks.deleted.announce(identity.pk)
    Sanction.objects.filter(identity=identity.pk).update(name="")
    Identity.objects.filter(pk=identity.pk).update(kind=Identity.Kind.FORMER, user=None, name="", claimed=None)
    ClaimCode.objects.filter(guest=identity.pk).delete()


def _leaving(moment: datetime) -> list[User]:
    """Whose account is to go: by his own wish, or because nobody confirmed it in time."""
    unconfirmed = Q(date_joined__lt=moment - timedelta(days=UNCONFIRMED_DAYS), is_staff=False) & (
        Q(last_login__isnull=True) & ~Q(emailaddress__verified=True)
    )
    not_allowed = Q(consent__given__isnull=True, consent__asked__lt=moment - timedelta(days=PARENT_DAYS))
    return list(User.objects.filter(Q(deletion_due__lte=moment) | unconfirmed | not_allowed).distinct())


def _blank(user: User) -> None:
    """What staff have done stays signed by somebody; nothing of the row tells who it was."""
    user.email = f"former-{user.pk}@former.invalid"
    user.set_unusable_password()
    user.is_active = user.is_staff = user.is_superuser = False
    user.language = user.band = ""
    user.deletion_due = None
    user.save()


def _shorten_addresses(before: datetime) -> None:
    for row in UserSession.objects.filter(last_seen_at__lt=before).only("pk", "ip"):
        address = ipaddress.ip_address(row.ip)
        network = ipaddress.ip_network((address, 24 if address.version == 4 else 48), strict=False)  # noqa: PLR2004
        if str(network.network_address) != row.ip:
            UserSession.objects.filter(pk=row.pk).update(ip=str(network.network_address))


def _own_tables(user: User) -> Export:
    return {
        "account": [
            {
                "email": user.email,
                "joined": user.date_joined,
                "last_login": user.last_login,
                "language": user.language,
                "age_band": user.get_band_display() if user.band else "",
                "deletion_due": user.deletion_due,
            }
        ],
        "identities": [
            {
                "identity": str(identity.pk),
                "name": shown_name(identity.name),
                "created": identity.created,
                "last_played": identity.last_played,
                "claimed": identity.claimed,
            }
            for identity in identities_of(user)
        ],
        "sessions": list(
            UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
        ),
        "second_factors": [
            {
                "type": factor.type,
                "name": factor.data.get("name", ""),
                "created_at": factor.created_at,
                "last_used_at": factor.last_used_at,
            }
            for factor in Authenticator.objects.filter(user=user)
        ],
        "parental_consent": list(
            ParentalConsent.objects.filter(user=user).values("parent_email", "asked", "mails", "given")
        ),
        "codes_for_other_devices": list(ClaimCode.objects.filter(guest__user=user).values("guest", "made", "used")),
    }
