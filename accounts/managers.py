"""Making users who sign in by e-mail."""

from typing import TYPE_CHECKING

from django.contrib.auth.models import BaseUserManager

if TYPE_CHECKING:
    from accounts.models import User


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)

    def create_user(
        self, email: str, password: str | None = None, *, is_staff: bool = False, is_superuser: bool = False
    ) -> "User":
        user = self.model(email=self.normalize_email(email), is_staff=is_staff, is_superuser=is_superuser)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True)
