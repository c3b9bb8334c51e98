"""Taking over what one played as a guest.

Claiming changes the guest's row alone: it becomes one more identity of the account, under the name it had. No ledger
line and no seat is touched.
"""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.hooks import guest_merged, signed_out_everywhere
from accounts.models import ClaimCode, Identity, User
from accounts.signing import own_identity

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, as in rooms' codes."""
CODE_LENGTH: Final = 12
CODE_DAYS: Final = 30


class ClaimRefused(ValueError):
    """A guest that cannot be taken over; `code` says why: gone (claimed already, expired, or nobody's)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@transaction.atomic
def claim_guest(*, guest_id: UUID, user: User) -> Identity:
    """Make a guest one of the account's identities; of two who try, one gets it. Raises ClaimRefused."""
    own = own_identity(user=user)
    taken = Identity.objects.filter(pk=guest_id, kind=Identity.Kind.GUEST, user__isnull=True).update(
        kind=Identity.Kind.ACCOUNT, user=user, claimed=timezone.now()
    )
    if not taken:
        raise ClaimRefused("gone")
    ClaimCode.objects.filter(guest=guest_id, used__isnull=True).update(used=timezone.now())
    guest_merged.announce(guest_id, own.pk)
    return Identity.objects.get(pk=guest_id)


@transaction.atomic
def make_claim_code(*, guest_id: UUID) -> str:
    """The guest's code for another device, for 30 days from now; it works once. Raises ClaimRefused.

    It is the same however often it is shown, so that none that somebody has copied is dead.
    """
    if not Identity.objects.filter(pk=guest_id, kind=Identity.Kind.GUEST).exists():
        raise ClaimRefused("gone")
    letters = _letters_of(guest_id)
    found = {"guest_id": guest_id, "made": timezone.now()}
    ClaimCode.objects.update_or_create(digest=_digests(letters)[0], defaults=found)
    return "-".join(letters[start : start + 4] for start in range(0, CODE_LENGTH, 4))


def guest_behind(code: str) -> Identity | None:
    """Whose results a code stands for, None when it is used, older than 30 days or none at all. Changes nothing."""
    since = timezone.now() - timedelta(days=CODE_DAYS)
    found = ClaimCode.objects.filter(digest__in=_digests(code), used__isnull=True, made__gt=since)
    row = found.select_related("guest").first()
    return row.guest if row is not None and row.guest.kind == Identity.Kind.GUEST else None


@transaction.atomic
def redeem_claim_code(*, code: str, user: User) -> Identity:
    """Use a code up and take over what it stands for. Raises ClaimRefused."""
    guest = guest_behind(code)
    if guest is None:
        raise ClaimRefused("gone")
    claimed = claim_guest(guest_id=guest.pk, user=user)
    # The device that showed the code has not signed in: what it has open as this guest closes.
    transaction.on_commit(lambda: signed_out_everywhere.announce(guest.pk))
    return claimed


def normal_code(typed: str) -> str | None:
    """What somebody typed as twelve large letters, None when it cannot be a code."""
    code = "".join(letter for letter in typed.upper() if letter.isalnum())
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None


def _letters_of(guest_id: UUID) -> str:
    """Drawn from the site's key, without which nobody can tell them: they need not be kept to be shown again."""
    drawn = int(salted_hmac("accounts.claim.letters", str(guest_id), algorithm="sha256").hexdigest(), 16)
    letters = ""
    for _ in range(CODE_LENGTH):
        drawn, letter = divmod(drawn, len(CODE_LETTERS))
        letters += CODE_LETTERS[letter]
    return letters


def _digests(code: str) -> list[str]:
    """Under the site's key, then under those it had before, so that a code outlives a change of the key.

    Codes are short: without the key nobody can try them on a stolen database.
    """
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [salted_hmac("accounts.claim", code, secret=key, algorithm="sha256").hexdigest() for key in keys]
