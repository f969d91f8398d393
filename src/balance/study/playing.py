"""What a thread does with games: play them, and add them up; several variants' games side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from balance.analysis.named import Named
from balance.analysis.paired import Pairs, pair_up
from balance.arena.columns import Tally
from balance.arena.records import Records, Table
from balance.arena.tally import column_values, tally_rows

CHUNK_BYTES = 16 * 2**20
"""Rows of a chunk take no more."""


@dataclass(frozen=True)
class Played:
    """Games' tally, and their rows if they were asked for."""

    tally: Tally
    rows: np.ndarray | None = None


@dataclass(frozen=True)
class SideBySide:
    """The same games by several variants: a tally each, and of each but the first its pairs with the first."""

    tallies: list[Tally]
    pairs: list[Pairs]

    def merge(self, other: SideBySide) -> None:
        """Add other games."""
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.merge(theirs)
        for ours, others in zip(self.pairs, other.pairs, strict=True):
            ours.merge(others)


def player(kit: Records, seed: int, keep_rows: bool = False) -> Callable[[int, int], Played]:
    """What plays games (first, how many) in one thread."""
    table = Table(kit, seed)

    def play(start: int, games: int) -> Played:
        rows = table.play(start, games)
        return Played(tally_rows(kit.layout, rows), rows if keep_rows else None)

    return play


def side_by_side(
    kits: Sequence[Records], figures: Sequence[Sequence[tuple[Named, Named]]], seed: int
) -> Callable[[int, int], SideBySide]:
    """What plays the same games (first, how many) of all variants in one thread.

    `figures[i]` are the figures that variant i + 1 shares with variant 0 (`paired.common_figures`).
    """
    tables = [Table(kit, seed) for kit in kits]

    def play(start: int, games: int) -> SideBySide:
        rows = [table.play(start, games) for table in tables]
        tallies = [tally_rows(kit.layout, one) for kit, one in zip(kits, rows, strict=True)]
        columns = [(kit.layout, column_values(kit.layout, one)) for kit, one in zip(kits, rows, strict=True)]
        pairs = [pair_up(common, columns[0], other) for common, other in zip(figures, columns[1:], strict=True)]
        return SideBySide(tallies, pairs)

    return play


def most_games(*kits: Records) -> int:
    """How many games a chunk may hold."""
    return max(1, CHUNK_BYTES // sum(kit.row.itemsize for kit in kits))
