"""How billing starts its background tasks: by name. One that cannot be sent is found by the hourly comparison."""

import logging

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def send_task(name: str, **kwargs: str) -> bool:
    """Send a task; False when the broker does not take it."""
    try:
        current_app.send_task(name, kwargs=kwargs, retry=False)
    except (OperationalError, OSError) as error:
        log.warning("The task %s was not sent: %s", name, error)
        return False
    return True
