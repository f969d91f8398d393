"""A tally's columns as estimates, by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from balance.analysis import cards, estimates, histogram, positions
from balance.analysis.estimates import CONFIDENCE, Estimate
from balance.arena.columns import SHARE, Layout, Tally, rate_columns
from balance.engine.game import Rate


@dataclass(frozen=True)
class View:
    """Reads figures from a tally. Everything is over finished games, with intervals over blocks, unless it says
    otherwise."""

    layout: Layout
    tally: Tally
    confidence: float = CONFIDENCE

    @property
    def finished(self) -> int:
        """Number of finished games."""
        return self.total("finished")

    def total(self, name: str) -> int:
        """Sum of a column."""
        return int(self.tally.total[self.layout.index[name]])

    def _block_square(self, name: str) -> int:
        return int(self.tally.block_square[self.layout.index[name]])

    def _per_game(self, name: str) -> tuple[float, float] | None:
        i = self.layout.index[name]
        return estimates.ratio(
            self.total(name),
            self.finished,
            int(self.tally.block_square[i]),
            int(self.tally.block_finished[i]),
            self._block_square("finished"),
            self.tally.blocks,
        )

    def mean(self, name: str) -> Estimate | None:
        """Mean of a column a finished game."""
        found = self._per_game(name)
        return found and estimates.normal(*found, self.finished, self.confidence)

    def share(self, name: str) -> Estimate | None:
        """Mean of a column of win shares, as a fraction."""
        found = self.mean(name)
        return found and found.scaled(1 / SHARE)

    def rate(self, name: str) -> Estimate | None:
        """Share of finished games in which a 0/1 column is 1."""
        if self.layout.mirrored == 1:
            return estimates.wilson(self.total(name), self.finished, self.confidence)
        i = self.layout.index[name]
        moments = (int(self.tally.block_square[i]), int(self.tally.block_finished[i]), self._block_square("finished"))
        return estimates.block_rate(self.total(name), self.finished, moments, self.tally.blocks, self.confidence)

    def rate_of_all(self, name: str) -> Estimate | None:
        """Share of all games, unfinished ones too, in which a 0/1 column is 1."""
        games, blocks, m = self.tally.games, self.tally.blocks, self.layout.mirrored
        if m == 1:
            return estimates.wilson(self.total(name), games, self.confidence)
        moments = (self._block_square(name), m * self.total(name), m * games)
        return estimates.block_rate(self.total(name), games, moments, blocks, self.confidence)

    def quotient(self, top: str, bottom: str) -> Estimate | None:
        """Ratio of two columns' sums; the pair must be one of the layout's."""
        cross = int(self.tally.cross[self.layout.pair_index[top, bottom]])
        sums = (self.total(top), self.total(bottom), self._block_square(top), cross, self._block_square(bottom))
        found = estimates.ratio(*sums, self.tally.blocks)
        return found and estimates.normal(*found, self.finished, self.confidence)

    def part(self, top: str, bottom: str, parts: int = 1) -> Estimate | None:
        """Like `quotient`, where `top` counts a part of `bottom` (in so many `parts` of one): with the interval of a
        proportion."""
        cross = int(self.tally.cross[self.layout.pair_index[top, bottom]])
        cases = self.total(bottom)
        moments = (self._block_square(top), parts * cross, parts**2 * self._block_square(bottom))
        one = estimates.block_rate(self.total(top), parts * cases, moments, self.tally.blocks, self.confidence)
        return one and replace(one, n=cases)

    def quotients(self, rate: Rate) -> list[Estimate | None]:
        """A declared rate: one estimate, or one a position."""
        found = []
        for top, bottom in rate_columns(rate, self.layout.figures, self.layout.seats):
            found.append(self.part(top, bottom, rate.parts) if rate.unit == "%" else self.quotient(top, bottom))
        return found

    def decisive(self, one: str, other: str) -> Estimate | None:
        """Wins of `one` among the games that either won (draws left out)."""
        wins, losses = self.total(one), self.total(other)
        if self.layout.mirrored == 1:
            return estimates.wilson(wins, wins + losses, self.confidence)
        cross = int(self.tally.cross[self.layout.pair_index[one, other]])
        won2, lost2 = self._block_square(one), self._block_square(other)
        moments = (won2, won2 + cross, won2 + 2 * cross + lost2)
        return estimates.block_rate(wins, wins + losses, moments, self.tally.blocks, self.confidence)

    def figure(self, name: str) -> dict[str, Any] | None:
        """Mean, interval, standard deviation a game and (with a histogram) exact quantiles of a column; None without
        games."""
        found = self.mean(name)
        if found is None:
            return None
        i = self.layout.index[name]
        square = int(self.tally.square[i])
        variance = (self.finished * square - self.total(name) ** 2) / (self.finished * max(1, self.finished - 1))
        content: dict[str, Any] = {"mean": found.value, "low": found.low, "high": found.high, "n": found.n}
        content["sd"] = max(0.0, variance) ** 0.5
        column = self.layout.columns[i]
        if column.bins:
            start = int(self.layout.offsets[i])
            counts = self.tally.histogram[start : start + column.bins].tolist()
            content |= histogram.summary(counts, column.low)
        return content

    def test_of_positions(self) -> dict[str, float] | None:
        """Chi-square test of equal win shares over positions."""
        n = self.layout.seats
        names = [f"share.{p}" for p in range(n)]
        products = np.zeros((n, n))
        for p in range(n):
            products[p, p] = self._block_square(names[p])
            for q in range(p + 1, n):
                products[p, q] = products[q, p] = self.tally.cross[self.layout.pair_index[names[p], names[q]]]
        return positions.chi_square([self.total(name) for name in names], products, self.tally.blocks)

    def variance_ratio(self, name: str) -> float | None:
        """Variance of a column's mean over independent games / the variance over blocks."""
        found = self._per_game(name)
        square = int(self.tally.square[self.layout.index[name]])
        return found and positions.variance_ratio(self.total(name), square, self.finished, found[1])

    def luck_share(self) -> Estimate | None:
        """See `positions.luck_share`; only of mirrored runs."""
        return positions.luck_share(self.tally.luck_cross, self.layout.mirrored, self.confidence)

    def card_values(self, kind: int) -> list[cards.CardValue]:
        """Values of all cards by exposure kind, best lower bound first; cards nobody or everybody had are left out."""
        return self._exposure_values(kind, [(card, 1) for card in range(len(self.layout.cards))])

    def group_values(self, kind: int) -> list[cards.CardValue]:
        """The same for the layout's groups of cards; `card` is len(cards) + the group's number."""
        groups = enumerate(self.layout.groups, start=len(self.layout.cards))
        return self._exposure_values(kind, [(entry, len(group.cards)) for entry, group in groups])

    def _exposure_values(self, kind: int, entries: list[tuple[int, int]]) -> list[cards.CardValue]:
        """Values of some entries of `Tally.exposure`, each with the number of its cards."""
        i = self.layout.index
        tally, finished = self.tally, i["finished"]
        worth = (self.total("worth"), self._block_square("worth"), int(tally.block_finished[i["worth"]]))
        games = (self.finished, int(tally.block_square[finished]))
        found = []
        for entry, size in entries:
            sums, total = cards.pooled(tally.exposure[kind, entry].tolist(), worth, size)
            one = cards.exposure_difference(sums, total, games, size * self.layout.seats, tally.blocks)
            if one is not None and one[1] > 0:
                found.append((entry, one[0] / self.layout.worth, one[1] / self.layout.worth, self.finished))
        return cards.ranked(found, self.confidence)

    def profile(self, which: int, position: int) -> dict[str, list]:
        """n, mean, low, high by turn (from turn 1 to the last that at least two blocks reached)."""
        content: dict[str, list] = {"n": [], "mean": [], "low": [], "high": []}
        for n, nn, x, xx, xn in self.tally.profile[which, position].tolist():
            found = estimates.ratio(x, n, xx, xn, nn, self.tally.blocks)
            if found is None or n < 2:
                break
            one = estimates.normal(*found, n, self.confidence)
            for key, value in (("n", n), ("mean", one.value), ("low", one.low), ("high", one.high)):
                content[key].append(value)
        return content

    def distinct(self) -> dict[str, int]:
        """How many of the first games (at most `TRACED`) had different decisions or options."""
        looked_at = min(self.tally.games, len(self.tally.traces))
        return {"games": looked_at, "distinct": len(np.unique(self.tally.traces[:looked_at]))}
