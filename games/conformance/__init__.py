"""Runs scenario files against the engine.

A scenario sets a table, plays steps and says what must hold. It drives the engine through its
public doors and looks at the match through the seats' views, as the live service does.
"""
