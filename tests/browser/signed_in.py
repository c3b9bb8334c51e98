"""Runs inside a site's own environment: makes an account and prints the session of a browser that is signed in as it.

python -m tests.browser.signed_in ana@example.org Ana
"""

from __future__ import annotations

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "colorclash.settings")
django.setup()

from django.conf import settings
from django.test import Client

from accounts.models import Identity, User
from accounts.signing import sign_in


def main(mail: str, name: str) -> None:
    user = User.objects.filter(email=mail).first() or User.objects.create_user(mail)
    Identity.objects.get_or_create(user=user, defaults={"kind": Identity.Kind.ACCOUNT, "name": name})
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    session = browser.session
    sign_in(session=session, user=user, earlier=None, language="en")
    session.save()
    sys.stdout.write(browser.cookies[settings.SESSION_COOKIE_NAME].value)


if __name__ == "__main__":
    main(*sys.argv[1:])
