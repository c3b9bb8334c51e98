"""The words that names are held against, in lists that staff edit."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class NameWord(models.Model):
    """A word, a number or a sign that no name may hold, or a word that one may although a listed one is in it.

    `word` as `word_services.letters_of` writes it. `reach` says where it counts: anywhere within a word of the name, as
    a word by itself, or only as the whole name. Signs count anywhere.
    """

    class Kind(models.TextChoices):
        RESERVED = "reserved", _("reserved")
        UNSUITABLE = "unsuitable", _("unsuitable")
        ALLOWED = "allowed", _("allowed all the same")

    class Reach(models.TextChoices):
        ANYWHERE = "anywhere", _("anywhere in a word")
        WORD = "word", _("as a word")
        NAME = "name", _("as the whole name")

    class Language(models.TextChoices):
        ALL = "", _("all languages")
        ENGLISH = "en", _("English")
        FRENCH = "fr", _("French")
        SPANISH = "es", _("Spanish")

    word = models.CharField(_("word"), max_length=40, unique=True)
    kind = models.CharField(_("list"), max_length=10, choices=Kind.choices)
    reach = models.CharField(_("where it counts"), max_length=8, choices=Reach.choices, default=Reach.WORD)
    language = models.CharField(_("language"), max_length=2, choices=Language.choices, blank=True)

    class Meta:
        ordering = ("word",)
        verbose_name = _("word of a name")
        verbose_name_plural = _("words of names")
        constraints = (
            models.CheckConstraint(condition=~models.Q(word=""), name="name_word_has_letters"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["reserved", "unsuitable", "allowed"]), name="name_word_kind"
            ),
            models.CheckConstraint(condition=models.Q(reach__in=["anywhere", "word", "name"]), name="name_word_reach"),
        )

    def __str__(self) -> str:
        return self.word
