"""The addresses of a player's pages: his matches, each match, and what is counted of them."""

from django.urls import path, register_converter
from django.views.decorators.gzip import gzip_page

from games import history_views as views
from games import ranking_views, share_views, statistics_views
from games.engine import RULESETS


class MatchId:
    """Two hexadecimal digits for the shard, then 128 random bits."""

    regex = "[0-9a-f]{2}[a-z2-7]{26}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class LinkToken(MatchId):
    """128 random bits."""

    regex = "[a-z2-7]{26}"


class RuleSetId(MatchId):
    """A rule set by its name in the engine."""

    regex = "|".join(RULESETS)


register_converter(MatchId, "match")
register_converter(LinkToken, "link")
register_converter(RuleSetId, "ruleset")

urlpatterns = [
    path("history/", views.history, name="history"),
    path("history/<match:match_id>/", views.match, name="match"),
    path("history/<match:match_id>/replay/", views.replay, name="replay"),
    path("history/<match:match_id>/steps/", gzip_page(views.steps), name="steps"),
    path("history/<match:match_id>/with/<int:seat>/", statistics_views.together, name="head_to_head"),
    path("statistics/", statistics_views.statistics, name="statistics"),
    path("statistics/<ruleset:ruleset>/points.svg", statistics_views.points_picture, name="points_chart"),
    path("statistics/<ruleset:ruleset>/rounds.svg", statistics_views.rounds_picture, name="rounds_chart"),
    path("rankings/", ranking_views.rankings, name="rankings"),
    path("rankings/listing/", ranking_views.listing, name="listing"),
    path("history/<match:match_id>/share/", share_views.share, name="share"),
    path("history/<match:match_id>/unshare/", share_views.unshare, name="unshare"),
    path("shared/<link:token>/", share_views.shared_match, name="shared_match"),
    path("shared/<link:token>/replay/", share_views.shared_replay, name="shared_replay"),
    path("shared/<link:token>/steps/", gzip_page(share_views.shared_steps), name="shared_steps"),
]
