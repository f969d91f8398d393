"""Plays games of the `balance` on the path before the referee until one disagrees; see test_mutations.

`python mutant.py GAMES SETS…`: SETS are texts for `--set`, joined by spaces, one text a spec, taken in turn (none: all
tables). Prints the first disagreements; the exit status is 0 if there were any.
"""

from __future__ import annotations

import sys
from itertools import cycle

from balance.spec import load
from games.songbirds.agreement import TABLES, disagreements


def main(games: str, *texts: str) -> int:
    """See the module."""
    sets = [text.split() for text in texts] or list(TABLES.values())
    specs = [load("songbirds", sets=each, bots="random") for each in sets]
    for number, spec in zip(range(int(games)), cycle(specs), strict=False):
        found = disagreements(spec, 1, number)
        if found:
            print(f"game {number} ({spec.options.mode}):", *found[:2], sep="\n")
            return 0
    print(f"{games} games without a disagreement")
    return 3


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
