"""A duration or limit of the settings that there is not is named before anything starts."""

import pytest
from pytest_django import Settings

from games.checks import check_names


def test_durations_and_limits_by_their_names_are_fine(settings: Settings) -> None:
    settings.COLORCLASH_DURATIONS = {"turn": 3.0, "absence": 10.0}
    settings.COLORCLASH_LIMITS = {"sockets_per_identity": 50, "rooms_minute": 5}
    assert check_names(None) == []


@pytest.mark.parametrize(
    ("setting", "known"), [("COLORCLASH_DURATIONS", "absence"), ("COLORCLASH_LIMITS", "codes_hour")]
)
def test_a_name_that_there_is_not_is_named_with_those_that_there_are(
    settings: Settings, setting: str, known: str
) -> None:
    setattr(settings, setting, {"abscence": 10.0})
    (problem,) = check_names(None)
    assert problem.msg == f"{setting} names 'abscence', which there is not."
    assert problem.hint is not None
    assert known in problem.hint
