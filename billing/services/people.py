"""Whose a purchase is: the identity of an account that holds what it bought."""

from accounts.models import Identity, User
from accounts.signing import own_identity


def holder_of(user: User) -> Identity:
    """The account's own identity."""
    return own_identity(user=user)
