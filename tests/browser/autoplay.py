"""The script that plays inside a page; it presses buttons found by role and name."""

from pathlib import Path

AUTOPLAY = Path(__file__).with_name("autoplay.js").read_text(encoding="utf-8")
