"""Background tasks: thin calls of services. Each may come late, twice or never; the comparison finds the rest."""

from celery import shared_task

from billing.services import mails
from billing.services.notices import follow_event as follow


@shared_task(name="billing.follow_event")
def follow_event(event_id: str) -> None:
    follow(event_id=event_id)


@shared_task(name="billing.send_found_purchase")
def send_found_purchase(number: str, mail: str) -> None:
    mails.send_found_purchase(number=number, mail=mail)


@shared_task(name="billing.send_confirmation")
def send_confirmation(purchase_id: str) -> None:
    mails.send_confirmation(purchase_id=purchase_id)
