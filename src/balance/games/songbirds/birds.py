"""The birds (no numba here: the game's declaration reads this)."""

COLOURS = ("Red", "Blue", "Green", "White")
VOLUMES = 7
BIRDS = len(COLOURS) * VOLUMES
"""A bird's number: colour x VOLUMES + volume - 1."""
