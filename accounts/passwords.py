"""What a password may be: long enough, nobody's first guess, and not the person's own name.

There are no rules about digits and signs, and nothing is cut off.
"""

from typing import Any, Final

from django.contrib.auth.password_validation import CommonPasswordValidator, UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LEAST: Final = 10
MOST: Final = 128
OWN_WORDS: Final = ("colorclash", "colorduel", "upcolor", "lastcard", "cardgame")
"""What somebody types here first: these, and these with digits and signs around them, are as good as none."""


class RightLength:
    def validate(self, password: str, user: object = None) -> None:
        del user
        if len(password) < LEAST:
            raise ValidationError(
                _("This password is too short. It needs at least %(least)s characters; a sentence is a good one."),
                code="password_too_short",
                params={"least": LEAST},
            )
        if len(password) > MOST:
            raise ValidationError(
                _("This password is too long. It may have %(most)s characters."),
                code="password_too_long",
                params={"most": MOST},
            )

    def get_help_text(self) -> str:
        return _("At least %(least)s characters; a sentence is a good one.") % {"least": LEAST}


class NotCommon(CommonPasswordValidator):
    """Neither in the list of twenty thousand everyday passwords nor made of this site's own words."""

    def validate(self, password: str, user: Any = None) -> None:  # noqa: ANN401 (Django's signature)
        try:
            super().validate(password, user)
        except ValidationError as error:
            raise ValidationError(self.get_error_message(), code="password_too_common") from error
        letters = "".join(letter for letter in password.lower() if letter.isalpha())
        if letters in OWN_WORDS or (letters.isascii() and letters and not letters.strip(letters[0])):
            raise ValidationError(self.get_error_message(), code="password_too_common")
        if not letters and len(set(password)) < LEAST // 2:
            raise ValidationError(self.get_error_message(), code="password_too_common")

    def get_error_message(self) -> str:
        return _("This password is one of those that are guessed first. Please choose another one.")

    def get_help_text(self) -> str:
        return ""


class NotOneself(UserAttributeSimilarityValidator):
    """Not nearly the e-mail address."""

    def __init__(self) -> None:
        super().__init__(user_attributes=("email",))

    def validate(self, password: str, user: Any = None) -> None:  # noqa: ANN401 (Django's signature)
        try:
            super().validate(password, user)
        except ValidationError as error:
            raise ValidationError(
                _("This password is too much like your e-mail address."), code="password_too_similar"
            ) from error

    def get_help_text(self) -> str:
        return ""
