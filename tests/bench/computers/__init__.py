"""How well the computers play, measured."""
