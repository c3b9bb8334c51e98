"""Computers: what they choose, why, and that they see nothing they may not see."""
