"""Every address of the site; the pages themselves belong to the apps."""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

handler400 = "colorclash.unreadable.bad_request"
handler500 = "colorclash.silent.server_error"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("games.urls")),
    *i18n_patterns(path("", include("games.public_urls"))),
    path("", include("billing.urls")),
    path("", include("accounts.urls")),
]
if settings.ADMIN_PATH:
    urlpatterns.append(path(f"{settings.ADMIN_PATH.strip('/')}/", admin.site.urls))
