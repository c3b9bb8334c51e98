"""Background tasks: thin calls of services. Each may come late, twice or never."""

from celery import shared_task

from games.services import aside_keeping, conduct, daily, ledger, premium
from games.services.computers import play_computer_now


@shared_task(name="games.play_computer", soft_time_limit=3, time_limit=5)
def play_computer(match_id: str, epoch: int, version: int) -> None:
    play_computer_now(match_id=match_id, epoch=epoch, version=version)


@shared_task(name="games.write_round")
def write_round(outbox_key: str) -> None:
    ledger.write_round(outbox_key=outbox_key)


@shared_task(name="games.store_match")
def store_match(outbox_key: str) -> None:
    ledger.store_match(outbox_key=outbox_key)


@shared_task(name="games.keep_aside")
def keep_aside(outbox_key: str) -> None:
    aside_keeping.keep_aside(outbox_key=outbox_key)


@shared_task(name="games.end_aside")
def end_aside(day: str) -> None:
    daily.end_aside(day=day)


@shared_task(name="games.recount")
def recount(day: str) -> None:
    daily.recount(day=day)


@shared_task(name="games.forget_sessions")
def forget_sessions(day: str) -> None:
    daily.forget_sessions(day=day)


@shared_task(name="games.forget_people")
def forget_people(day: str) -> None:
    daily.forget_people(day=day)


@shared_task(name="games.compare_payments")
def compare_payments(hour: str) -> None:
    daily.compare_payments(hour=hour)


@shared_task(name="games.give_back_lost")
def give_back_lost(hour: str) -> None:
    premium.give_back_lost(hour=hour)


@shared_task(name="games.note_conduct")
def note_conduct(hour: str) -> None:
    conduct.note_recent(hour=hour)


@shared_task(name="games.forget_logs")
def forget_logs(day: str) -> None:
    daily.forget_logs(day=day)
