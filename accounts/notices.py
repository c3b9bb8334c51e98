"""What a player is told about the decisions on him, ready to be shown to him and to nobody else."""

from dataclasses import dataclass, replace
from uuid import UUID

from asgiref.sync import sync_to_async
from django.contrib.sessions.backends.base import SessionBase

from accounts.sanction_models import Appeal, Sanction
from accounts.sanction_texts import told
from accounts.sanctions import no_quick_play, sanctions_of, standing, unread
from accounts.services import OUT_KEY, identity_of, others_behind
from accounts.signing import is_signed_in


@dataclass(frozen=True, slots=True)
class Notice:
    """One decision: its words, and how an appeal against it stands ("" none yet, "open", "upheld", "lifted")."""

    sanction_id: UUID
    title: str
    sentences: tuple[str, ...]
    appeal: str
    may_appeal: bool
    lifted: bool


def readers(session: SessionBase) -> list[UUID]:
    """Whose decisions are read in this browser: whom it plays as, and the account signed in beside."""
    identity_id = identity_of(session)
    beside = others_behind(session) if is_signed_in(session) else []
    return [*([identity_id] if identity_id is not None else []), *beside]


def notices_of(identity_id: UUID) -> list[Notice]:
    """All decisions about a person, the newest first, in the active language."""
    return [_notice(sanction) for sanction in sanctions_of(identity_id).select_related("appeal")]


def notices_in(session: SessionBase) -> list[Notice]:
    """What is read in a browser: all decisions about its readers.

    Of who has signed out here, that alone which keeps this browser from playing; he appeals once he has signed in.
    """
    own = [notice for one in readers(session) for notice in notices_of(one)]
    return [*own, *(_of_another(sanction) for one in _gone(session) if (sanction := no_quick_play(one)) is not None)]


def notice_at_the_door(session: SessionBase, identity_id: UUID | None) -> Notice | None:
    """The decision that keeps a browser out of all play now, which plays as this identity."""
    for one in [*([identity_id] if identity_id is not None else []), *others_behind(session)]:
        if (sanction := standing(one)) is not None:
            return _of_another(sanction) if one in _gone(session) else _notice(sanction)
    return None


def unread_notices(identity_id: UUID) -> int:
    """How many decisions the person has not read of yet."""
    return len(unread(identity_id))


anotice_at_the_door = sync_to_async(notice_at_the_door)
aunread_notices = sync_to_async(unread_notices)


def _gone(session: SessionBase) -> list[UUID]:
    return others_behind(session) if OUT_KEY in session and not is_signed_in(session) else []


def _of_another(sanction: Sanction) -> Notice:
    return replace(_notice(sanction), may_appeal=False)


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
