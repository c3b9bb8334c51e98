"""The sentences of the site for its scripts, one file a language."""

import gettext
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import override, to_locale
from django.views.i18n import JavaScriptCatalog


class _Untranslated(gettext.NullTranslations):
    """English: the sentences stand in the scripts themselves."""

    _catalog: ClassVar[dict[str, str]] = {}


class SiteTexts(JavaScriptCatalog):
    """What our own scripts say, without Django's sentences and those of pages, which no script shows."""

    translation: Any

    def get(self, request: HttpRequest, lang: str) -> HttpResponse:  # noqa: ARG002 (Django's signature)
        try:
            self.translation = gettext.translation("djangojs", settings.LOCALE_PATHS[0], [to_locale(lang)])
        except FileNotFoundError:
            self.translation = _Untranslated()
        with override(lang):
            response = self.render_to_response(self.get_context_data())
        patch_cache_control(response, public=True, max_age=300)
        return response
