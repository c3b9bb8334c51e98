"""The rules measured beside RLCard, in moves per second."""
