"""The shipped games, each a package of its own, found through the entry-point group `balance.games`."""
