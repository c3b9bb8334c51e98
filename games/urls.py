"""The addresses of the games' pages. A room's address is its invitation link."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, path, register_converter
from django.views.decorators.gzip import gzip_page

from games import aside_views, history_urls, learn_views, moderation_urls, offline_views, views
from games import play_views as play
from games.texts import SiteTexts


class RoomId:
    """Two hexadecimal digits for the shard, then 128 random bits."""

    regex = "[0-9a-f]{2}[a-z2-7]{26}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Token(RoomId):
    """128 random bits."""

    regex = "[a-z2-7]{26}"


class Language(RoomId):
    """One of the site's languages."""

    regex = "|".join(code for code, _ in settings.LANGUAGES)


register_converter(RoomId, "room")
register_converter(Token, "token")
register_converter(Language, "language")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.front, name="front"),
    path("rooms/", views.make, name="make_room"),
    path("practice/", play.practice, name="practice"),
    path("quick/", play.quick, name="quick"),
    path("quick/ticket/", play.ticket, name="ticket"),
    path("quick/leave/", play.give_up, name="give_up"),
    path("code/", views.enter_code, name="enter_code"),
    path("room/<room:room_id>/", views.room, name="room"),
    path("room/<room:room_id>/join/", views.join, name="join_room"),
    path("room/<room:room_id>/qr.svg", views.room_qr, name="room_qr"),
    path("room/<room:room_id>/past/", gzip_page(views.past), name="past"),
    path("room/<room:room_id>/handover/", views.handover, name="handover"),
    path("room/<room:room_id>/aside/", aside_views.waiting, name="aside"),
    path("room/<room:room_id>/aside/back/", aside_views.back, name="aside_back"),
    path("room/<room:room_id>/aside/resume/", aside_views.resume, name="aside_resume"),
    path("seat/<token:token>/", views.seat, name="seat"),
    *history_urls.urlpatterns,
    *moderation_urls.urlpatterns,
    path("examples/<slug:example_id>.json", learn_views.example_frames, name="example_frames"),
    path("sitemap.xml", learn_views.sitemap, name="sitemap"),
    path("robots.txt", learn_views.robots, name="robots"),
    path("texts/<language:lang>.js", gzip_page(SiteTexts.as_view()), name="texts"),
    # At the root: from there it may answer for every page.
    path("service-worker-<language:lang>.js", offline_views.service_worker, name="service_worker"),
]
