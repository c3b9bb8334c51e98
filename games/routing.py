from django.urls import URLPattern, URLResolver, re_path

from games.consumers import RoomConsumer

websocket_urlpatterns: list[URLPattern | URLResolver] = [
    re_path(r"^ws/room/(?P<room_id>[0-9a-f]{2}[a-z2-7]{26})/$", RoomConsumer.as_asgi()),
]
