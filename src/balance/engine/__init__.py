"""Verbs, random streams, events, rows and re-deals: what every game is played with. Knows no game by name."""
