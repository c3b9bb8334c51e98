"""Measurements beside the best of the field: `make bench-engine` for the rules, `make bench-live` for live play."""
