"""What a row records of a game of Omen."""


def measure(s, r, log, row):
    """See GAME.figures."""
