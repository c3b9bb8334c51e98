"""`make bench-pages`: the board's weight and speed in a real browser, on a slow line and a slowed processor."""

import os

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

    from tests.bench.pages.board import measure  # noqa: PLC0415 - settings come first

    measure()


if __name__ == "__main__":
    main()
