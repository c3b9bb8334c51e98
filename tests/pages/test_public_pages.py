"""The pages that anybody may find: one address a language, each naming the others, all of them in the sitemap."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from games.examples import EXAMPLES
from games.public_pages import PAGES, all_addresses

LANGUAGES = [code for code, _ in settings.LANGUAGES]
TEACHING = [*[page.path for page in PAGES], *[f"examples/{name}/" for name in EXAMPLES]]


def page_at(client: Client, path: str, **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200, path
    return response.content.decode()


def path_of(address: str) -> str:
    assert address.startswith(settings.COLORCLASH_PUBLIC_URL)
    return address.removeprefix(settings.COLORCLASH_PUBLIC_URL.rstrip("/"))


@pytest.mark.parametrize("path", TEACHING)
def test_a_teaching_page_names_itself_and_its_other_languages(client: Client, path: str) -> None:
    titles, descriptions = set(), set()
    for language in LANGUAGES:
        html = page_at(client, f"/{language}/{path}", **{"Accept-Language": "en"})
        assert f'<html lang="{language}">' in html
        assert re.findall(r'rel="canonical" href="([^"]+)"', html) == [
            f"{settings.COLORCLASH_PUBLIC_URL.rstrip('/')}/{language}/{path}"
        ]
        alternates = dict(re.findall(r'rel="alternate" hreflang="([\w-]+)" href="([^"]+)"', html))
        assert set(alternates) == {*LANGUAGES, "x-default"}
        assert {path_of(alternates[code]) for code in LANGUAGES} == {f"/{code}/{path}" for code in LANGUAGES}
        assert path_of(alternates["x-default"]) == f"/{path}"
        titles.add(re.search(r"<title>([^<]+)</title>", html)[1])  # type: ignore[index]
        descriptions.add(re.search(r'name="description" content="([^"]+)"', html)[1])  # type: ignore[index]
    assert len(titles) == len(descriptions) == len(LANGUAGES)


def test_an_address_without_a_language_leads_to_the_readers_own(client: Client) -> None:
    for accepted, language in (("fr-CA,fr;q=0.9", "fr"), ("es", "es"), ("de", "en")):
        response = client.get("/rules/duel/", headers={"Accept-Language": accepted})
        assert (response.status_code, response["Location"]) == (302, f"/{language}/rules/duel/")


def test_choosing_a_language_leads_to_the_same_page_in_it(client: Client) -> None:
    """Whatever the language of the browser and that of the page at which it is chosen."""
    html = page_at(client, "/fr/rules/duel/full/", **{"Accept-Language": "en"})
    following = re.search(r'name="next" value="([^"]+)"', html)
    assert following is not None
    response = client.post("/language/", {"language": "es", "next": following[1]}, follow=True)
    assert response.redirect_chain[-1][0] == "/es/rules/duel/full/"


def test_no_two_pages_share_a_title(client: Client) -> None:
    for language in LANGUAGES:
        titles = [
            re.search(r"<title>([^<]+)</title>", page_at(client, f"/{language}/{path}"))[1]  # type: ignore[index]
            for path in TEACHING
        ]
        assert len(set(titles)) == len(titles)


def test_the_sitemap_holds_every_page_in_every_language(client: Client) -> None:
    response = client.get("/sitemap.xml")
    assert response["Content-Type"].startswith("application/xml")
    found = [path_of(address) for address in re.findall("<loc>([^<]+)</loc>", response.content.decode())]
    assert sorted(found) == sorted(f"/{code}/{path}" for code in LANGUAGES for path in ("", *TEACHING))
    assert len(list(all_addresses())) * len(LANGUAGES) == len(found)


def test_robots_are_led_to_the_sitemap(client: Client) -> None:
    response = client.get("/robots.txt")
    assert response["Content-Type"].startswith("text/plain")
    assert "/sitemap.xml" in response.content.decode()


def test_the_questions_are_marked_up_as_such(client: Client) -> None:
    html = page_at(client, "/fr/questions/")
    assert html.count('itemtype="https://schema.org/FAQPage"') == 1
    questions = html.count('itemtype="https://schema.org/Question"')
    assert questions == html.count('itemtype="https://schema.org/Answer"') == html.count('itemprop="text"')
    assert questions >= 15


def test_the_page_of_a_printed_game_says_so_and_where_its_publisher_is(client: Client) -> None:
    for language in LANGUAGES:
        for path in ("rules/upcolor/", "rules/upcolor/full/"):
            with override(language):
                assert 'href="https://jeudecartes-spoledeon.fr/"' in page_at(client, f"/{language}/{path}")


def test_every_teaching_page_leads_to_others(client: Client) -> None:
    """And every page of a family is reached from the first page about all of them."""
    first = page_at(client, "/en/rules/")
    for page in PAGES:
        if page.family:
            assert f'href="/en/{page.path}"' in first
            html = page_at(client, f"/en/{page.path}")
            own = [other for other in PAGES if other.family == page.family]
            assert all(f'href="/en/{other.path}"' in html for other in own)
    examples = page_at(client, "/en/examples/")
    assert all(f'href="/en/examples/{name}/"' in examples for name in EXAMPLES)
