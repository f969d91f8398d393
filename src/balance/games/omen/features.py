"""What greedy play looks at."""


def features(s, r, a, out):
    """See GAME.features."""
