"""The site: settings, the web entry points and the Celery application. No rule of a game lives here."""

from colorclash.celery import app as celery_app

__all__ = ["celery_app"]
