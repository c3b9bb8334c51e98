"""Live play measured beside boardgame.io and Colyseus: the same matches, the same load, the same cores."""
