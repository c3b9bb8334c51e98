"""The addresses of reporting, blocking, decisions and appeals."""

from django.urls import path

from games import moderation_views as views

urlpatterns = [
    path("report/<match:match_id>/", views.report, name="report"),
    path("report/<match:match_id>/block/", views.block_player, name="block"),
    path("blocked/", views.blocked, name="blocked"),
    path("told/", views.told, name="told"),
    path("told/read/", views.has_read, name="told_read"),
    path("told/appeal/", views.ask_again, name="appeal"),
    path("moderation/", views.counts, name="moderation_counts"),
]
