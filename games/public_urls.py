"""The addresses of public pages under their language, such as /fr/rules/duel/."""

from django.urls import URLPattern, URLResolver, path

from games import learn_views, offline_views, views
from games.public_pages import FRONT, PAGES

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.front, name=FRONT),
    *[path(page.path, learn_views.learn, {"page": page}, name=page.name) for page in PAGES],
    path("examples/<slug:example_id>/", learn_views.example, name="example"),
    path("offline/", offline_views.offline, name="offline"),
]
