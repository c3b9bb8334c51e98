"""Which browser on which system a session belongs to, in words that its owner recognizes."""

from typing import Final

from django.utils.translation import gettext

BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What stands in a user agent, and what it means; most claim to be others as well, so the first one there counts."""
SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """Such as "Firefox on Android"; what is not known is said so."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), gettext("Unknown browser"))
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system} if system else browser
