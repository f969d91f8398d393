"""Policies over verbs. A bot knows no game by name and sees only what its seat may see."""
