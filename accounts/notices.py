"""What a player is told about the decisions on him, ready to be shown to him and to nobody else."""

from dataclasses import dataclass
from uuid import UUID

from asgiref.sync import sync_to_async

from accounts.sanction_models import Appeal, Sanction
from accounts.sanction_texts import told
from accounts.sanctions import sanctions_of, standing, unread


@dataclass(frozen=True, slots=True)
class Notice:
    """One decision: its words, and how an appeal against it stands ("" none yet, "open", "upheld", "lifted")."""

    sanction_id: UUID
    title: str
    sentences: tuple[str, ...]
    appeal: str
    may_appeal: bool
    lifted: bool


def notices_of(identity_id: UUID) -> list[Notice]:
    """All decisions about a person, the newest first, in the active language."""
    return [_notice(sanction) for sanction in sanctions_of(identity_id).select_related("appeal")]


def notice_at_the_door(identity_id: UUID) -> Notice | None:
    """The decision that keeps a person out of all play now."""
    sanction = standing(identity_id)
    return _notice(sanction) if sanction is not None else None


def unread_notices(identity_id: UUID) -> int:
    """How many decisions the person has not read of yet."""
    return len(unread(identity_id))


anotices_of = sync_to_async(notices_of)
anotice_at_the_door = sync_to_async(notice_at_the_door)
aunread_notices = sync_to_async(unread_notices)


def _notice(sanction: Sanction) -> Notice:
    words = told(sanction)
    asked: Appeal | None = getattr(sanction, "appeal", None)
    return Notice(
        sanction_id=sanction.pk,
        title=words.title,
        sentences=words.sentences,
        appeal="" if asked is None else asked.outcome or "open",
        may_appeal=asked is None and sanction.lifted is None,
        lifted=sanction.lifted is not None,
    )
