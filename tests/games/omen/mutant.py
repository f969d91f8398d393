"""Plays games of the `balance` on the path before the referee until one disagrees; see test_mutations.

`python mutant.py FOLDER GAMES SETS…`: SETS are texts for `--set`, joined by spaces, one text a spec; "cards" among them
asks for random card sets and rules, new ones each time. Prints the first disagreements; the exit status is 0 if there
were any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from balance.spec import Spec, load
from games.omen.agreement import disagreements
from games.omen.card_sets import random_spec

ORDINARY = ("", "mode=draft", "games=[2]", "mode=combined", "cards", "games=[3]")


def specs(folder: Path, texts: tuple[str, ...]) -> Iterator[Spec]:
    """Specs in turn, random card sets always new."""
    fixed = {text: load("omen", sets=text.split(), bots="random") for text in texts if "cards" not in text}
    for i, text in enumerate(cycle(texts)):
        if text in fixed:
            yield fixed[text]
        else:
            sets = [part for part in text.split() if part != "cards"]
            yield random_spec(folder, i, mode="single", strength=0.1, wild=0.4, sets=sets)


def main(folder: str, games: str, *texts: str) -> int:
    """See the module."""
    for number, spec in zip(range(int(games)), specs(Path(folder), texts or ORDINARY), strict=False):
        found = disagreements(spec, 1, number)
        if found:
            print(f"game {number} ({spec.options.mode}):", *found[:2], sep="\n")
            return 0
    print(f"{games} games without a disagreement")
    return 3


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
