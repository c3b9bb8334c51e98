"""`manage.py playthrough`: play a random match and print it as a scenario.

`--rewrite` writes the golden playthroughs of the tests anew, which nothing else changes.
"""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.conformance.playthrough import playthrough
from games.conformance.playthrough_golden import golden_playthroughs
from games.conformance.playthrough_writing import written_file
from games.engine import RULESETS


class Command(BaseCommand):
    help = "Play a random legal match and print it as a scenario whose every step says all that must hold."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ruleset", choices=sorted(RULESETS))
        parser.add_argument("--players", type=int)
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--rounds", type=int, default=1, help="rounds at most (1 if left out)")
        parser.add_argument("--teams", action="store_true")
        parser.add_argument("--rewrite", action="store_true", help="write the golden playthroughs of the tests anew")

    def handle(
        self,
        *_: object,
        ruleset: str | None,
        players: int | None,
        seed: int,
        rounds: int,
        teams: bool,
        rewrite: bool,
        **__: object,
    ) -> None:
        if rewrite:
            self._rewrite(Path(settings.BASE_DIR) / "tests" / "playthroughs")
            return
        if ruleset is None or players is None or rounds < 1:
            raise CommandError("say --ruleset, --players and how many --rounds from 1, or --rewrite")
        try:
            scenario = playthrough(ruleset, players=players, seed=seed, rounds=rounds, teams=teams)
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(written_file(scenario), ending="")

    def _rewrite(self, folder: Path) -> None:
        for name, scenario in golden_playthroughs():
            (folder / name).write_text(written_file(scenario), encoding="utf-8")
            self.stdout.write(f"written {name}")
