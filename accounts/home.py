"""The links of the account page. The apps above add theirs in their AppConfig's `ready`."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import Promise


class HomeLink(NamedTuple):
    """A page about oneself: the name of its address, its title, and a line on what is found there."""

    url_name: str
    title: str | Promise
    note: str | Promise


_links: list[HomeLink] = []


def add_link(link: HomeLink) -> None:
    """Show a link on the account page, below those that came before. Adding it twice shows it once."""
    if link not in _links:
        _links.append(link)


def links() -> Sequence[HomeLink]:
    return tuple(_links)
