"""Plays games of the `balance` on the path before the referee until one disagrees; see test_mutations.

`python mutant.py FOLDER GAMES PLAY [SETS…]`: random content and rules, new ones each game, with PLAY (song, venue,
campaign) and SETS (texts for `--set`) over them. Prints the first disagreements; the exit status is 0 if there are any.
"""

from __future__ import annotations

import sys
from pathlib import Path

from games.melodies.agreement import disagreements, random_spec


def main(folder: str, games: str, play: str, *sets: str) -> int:
    """See the module."""
    for seed in range(int(games)):
        bots = ("random", "greedy")[seed % 5 == 4]
        found = disagreements(random_spec(Path(folder), seed, play=play, bots=bots, sets=sets), 1, 0)
        if found:
            print(f"game {seed} ({play}):", *found[:2], sep="\n")
            return 0
    print(f"{games} games without a disagreement")
    return 3


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
