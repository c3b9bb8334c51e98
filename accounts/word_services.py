"""What staff do with the lists of words that names are held against. It counts at once."""

from django.db import transaction

from accounts.audit import StaffRefused, write_audit
from accounts.models import User
from accounts.spellings import as_typed, plain_letters
from accounts.word_models import NameWord


def letters_of(word: str, kind: str) -> str:
    """A word as its list has it: letters and digits, or else the signs it is of. Raises StaffRefused(no_word).

    Only a word that is allowed keeps its accents: with them it may be another one than the one without.
    """
    plain = as_typed(word) if kind == NameWord.Kind.ALLOWED else plain_letters(word)
    letters = "".join(letter for letter in plain if letter.isalnum()) or "".join(plain_letters(word).split())
    if not letters:
        raise StaffRefused("no_word")
    return letters


@transaction.atomic
def put_word(*, word: str, kind: str, reach: str, language: str, staff: User, reason: str) -> NameWord:
    """Put a word into a list, or move it to another. Raises StaffRefused: no_word, no_reason."""
    letters = letters_of(word, kind)
    fields = {"kind": kind, "reach": reach, "language": language}
    kept, _ = NameWord.objects.update_or_create(word=letters, defaults=fields)
    NameWord.objects.filter(word=word).exclude(pk=kept.pk).delete()
    write_audit(staff=staff, act="put_word", object_kind="name_word", object_id=letters, reason=reason, details=fields)
    return kept


@transaction.atomic
def take_word(*, word: str, staff: User, reason: str) -> None:
    """Take a word out of the lists. Raises StaffRefused: no_reason."""
    NameWord.objects.filter(word=word).delete()
    write_audit(staff=staff, act="take_word", object_kind="name_word", object_id=word, reason=reason)
