"""What people type into the pages of their account. Labels, and the words for what is wrong, stand in the templates."""

from typing import Any, Final

from allauth.account import forms as account_forms
from allauth.core import context
from allauth.mfa.adapter import get_adapter as get_factor_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from accounts.ages import BANDS, needs_parent
from accounts.claims import normal_code
from accounts.models import User
from accounts.names import NameRefused, clean_name
from accounts.signing import keep_own_time

YOUNG_KEY: Final = "young"
"""Set in a session in which somebody said that he is too young to sign up alone: a second answer changes nothing."""


class NameField(forms.CharField):
    """A public name; it is kept as `clean_name` gives it."""

    def __init__(self) -> None:
        super().__init__(required=False, strip=False)

    def clean(self, value: Any) -> str:  # noqa: ANN401 (Django's signature)
        try:
            return clean_name(super().clean(value))
        except NameRefused as refused:
            raise ValidationError(refused.code, code=refused.code) from refused


class PublicNameForm(forms.Form):
    name = NameField()


class SignupForm(account_forms.SignupForm):
    """E-mail, password, public name and age. The parent's address is asked for only from whom needs it."""

    name = NameField()
    band = forms.ChoiceField(choices=BANDS)
    parent_email = forms.EmailField(required=False, max_length=254)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 (Django's signature)
        super().__init__(*args, **kwargs)
        self.request = context.request
        self.fields["band"].required = not self.asks_parent

    @property
    def asks_parent(self) -> bool:
        return bool(self.request.session.get(YOUNG_KEY))

    def try_save(self, request: HttpRequest) -> Any:  # noqa: ANN401 (the user and the answer)
        """For an address that has an account a password is hashed too: else the time would tell which has."""
        if self.account_already_exists:
            User().set_password(self.cleaned_data["password1"])
        return super().try_save(request)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean()
        band = data.get("band")
        if band and needs_parent(band, settings.COLORCLASH_CONSENT_AGE):
            self.request.session[YOUNG_KEY] = band
        if self.asks_parent:
            data["band"] = self.request.session[YOUNG_KEY]
            self._look_at_parent(data)
        return data

    def _look_at_parent(self, data: dict[str, Any]) -> None:
        parent = (data.get("parent_email") or "").lower()
        if "parent_email" in self.errors:
            return
        if not parent:
            self.add_error("parent_email", ValidationError("parent_needed", code="parent_needed"))
        elif parent == data.get("email"):
            self.add_error("parent_email", ValidationError("parent_same", code="parent_same"))


class LoginForm(account_forms.LoginForm):
    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        response: HttpResponse = super().login(request, redirect_url)
        keep_own_time(session=request.session)
        return response


class SwitchAppOnForm(ActivateTOTPForm):
    """The code that switches an authenticator app on is used up by that, as by every sign-in."""

    def clean_code(self) -> str:
        code: str = super().clean_code()
        adapter = get_factor_adapter()
        app = Authenticator(user=self.user, type=Authenticator.Type.TOTP, data={"secret": adapter.encrypt(self.secret)})
        if not app.wrap().validate_code(code):
            raise adapter.validation_error("incorrect_code")
        return code


class ClaimCodeForm(forms.Form):
    """The code that another device showed at a match's end."""

    code = forms.CharField(required=False, max_length=40)

    def clean_code(self) -> str:
        code = normal_code(self.cleaned_data["code"])
        if code is None:
            raise ValidationError("claim_bad", code="claim_bad")
        return code
