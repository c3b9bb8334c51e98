"""Makes the first member of staff, who then gives the others their roles."""

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from accounts.roles import ADMINISTRATOR
from accounts.signing import end_sessions_of


class Command(BaseCommand):
    help = "Make the first administrator and print a link, good once and for an hour, to choose a password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="his e-mail address, by which he signs in")

    def handle(self, *_arguments: str, **options: str) -> None:
        email = options["email"].strip()
        validate_email(email)
        with transaction.atomic():
            there = User.objects.filter(groups__name=ADMINISTRATOR, is_active=True)
            if any(administrator.has_usable_password() for administrator in there):
                raise CommandError("There is an administrator already: he gives roles on the staff's pages.")
            user = self._administrator(email)
        end_sessions_of(user=user)
        path = reverse(
            "account_reset_password_from_key",
            kwargs={"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)},
        )
        self.stdout.write(f"Choose a password here, within an hour: {settings.COLORCLASH_PUBLIC_URL.rstrip('/')}{path}")
        self.stdout.write("Then sign in and set up a second factor. Without one the staff's pages stay closed.")

    def _administrator(self, email: str) -> User:
        user = User.objects.filter(email__iexact=email).first() or User.objects.create_user(email)
        # Whoever may have signed up with this address: what he chose and where he is signed in counts no more.
        user.is_staff = True
        user.set_unusable_password()
        user.save(update_fields=["is_staff", "password"])
        user.groups.set([Group.objects.get(name=ADMINISTRATOR)])
        EmailAddress.objects.update_or_create(
            user=user, email=user.email.lower(), defaults={"verified": True, "primary": True}
        )
        return user
