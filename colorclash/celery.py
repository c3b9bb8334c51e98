"""The Celery application.

Tasks are only a fast path: whatever they do is due again through the clock until it is recorded, so a
lost task costs seconds and a doubled one changes nothing. No task is ever sent with an eta or a countdown.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "colorclash.settings")

app = Celery("colorclash")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
