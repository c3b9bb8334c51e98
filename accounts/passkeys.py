"""What a browser's passkey answers, looked at before the sign-in library does, which fails on what no browser sends."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

FIELD = "credential"


def takes_passkey(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that takes a passkey's answer; one that cannot be read counts as none."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:  # noqa: ANN401 (whatever it takes)
        if FIELD in request.POST and not is_readable(request.POST[FIELD]):
            typed = request.POST.copy()
            typed[FIELD] = ""
            request.POST = typed  # type: ignore[assignment] # as mutable as what forms read may be
        return view(request, *args, **named)

    return wrapped


def is_readable(answer: str) -> bool:
    """Whether it is the answer of a passkey that is added, or by which somebody signs in; right or wrong."""
    try:
        found = msgspec.json.decode(answer, type=dict[str, Any])
        kind = RegistrationResponse if "attestationObject" in found["response"] else AuthenticationResponse
        kind.from_dict(found)
    except Exception:  # noqa: BLE001 (there is no end to what its parsers raise for the bytes of others)
        return False
    return "\\u0000" not in answer
