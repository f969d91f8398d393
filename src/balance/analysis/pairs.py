"""What a change to a card is worth: the same games with it and without, pair by pair.

A *pair* is one game played twice, a *deal* is the block: all pairs of a deal share its luck. Everything is kept as
whole-number sums over deals, so results do not depend on how the deals were split.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from balance.analysis.cards import CardValue, ranked
from balance.analysis.estimates import CONFIDENCE, Estimate, ratio

PAIR_SUMS = ("n", "nn", "x", "xx", "xn", "dealt", "changed", "one", "one_one", "other", "other_other", "one_other")
"""Sums over deals: N = pairs of the deal, X = their differences (one − other); deals with a pair, and with a pair that
differs; then over pairs: both values, their squares, their product."""

LEAST_CHANGED = 30
"""Deals that must differ before anything is said of a card: a normal interval needs that many."""


@dataclass(frozen=True)
class PairValue:
    """The mean difference of an entry (a card or a group, by number), as it is and shrunk; see `cards.CardValue`.

    `pairs` were played in `deals` deals, of which `changed` differ. `correlation` is that of the two games of a pair,
    None where one of them never varies; without pairing the same precision takes `games_factor` times as many games.
    """

    entry: int
    raw: Estimate
    shrunk: Estimate
    p: float
    told: bool
    pairs: int
    deals: int
    changed: int
    correlation: float | None
    games_factor: float | None


def members(cards: Sequence[int], groups: Sequence[Sequence[int]]) -> np.ndarray:
    """Which of `cards` (card numbers) each entry holds, int64 (cards + groups, cards): first each card, then groups."""
    found = np.zeros((len(cards) + len(groups), len(cards)), dtype=np.int64)
    np.fill_diagonal(found, 1)
    for i, group in enumerate(groups, start=len(cards)):
        found[i] = np.isin(cards, list(group))
    return found


def pair_sums(
    deals: int, deal: np.ndarray, card: np.ndarray, one: np.ndarray, other: np.ndarray, members: np.ndarray
) -> np.ndarray:
    """`PAIR_SUMS` of each entry, int64 (entries, sums), over `deals` deals.

    The other arrays (int64) have an entry a pair: its deal (0 to `deals` − 1), its card (a column of `members`), what
    the game was worth with the card and without. A group's pairs are those of all its cards.
    """
    entries, cards = members.shape

    def by_deal(values: np.ndarray | int) -> np.ndarray:
        found = np.zeros((deals, cards), dtype=np.int64)
        np.add.at(found, (deal, card), values)
        return found @ members.T

    difference = one - other
    n, x, differ = by_deal(1), by_deal(difference), by_deal((difference != 0).astype(np.int64))
    sums = np.zeros((entries, len(PAIR_SUMS)), dtype=np.int64)
    blocks = (n, n * n, x, x * x, x * n, (n > 0).astype(np.int64), (differ > 0).astype(np.int64))
    for i, block in enumerate(blocks):
        sums[:, i] = block.sum(axis=0)
    for i, values in enumerate((one, one * one, other, other * other, one * other), start=len(blocks)):
        sums[:, i] = by_deal(values).sum(axis=0)
    return sums


def pair_values(
    sums: np.ndarray, entries: Sequence[int], deals: int, unit: float, confidence: float = CONFIDENCE
) -> tuple[list[PairValue], list[int]]:
    """Values of some entries of `sums`, shrunk and judged together, best lower bound first; and the entries of which
    nothing is said, because fewer than `LEAST_CHANGED` deals differ. Values are in units of `unit`."""
    found, silent = [], []
    for entry in entries:
        n, nn, x, xx, xn, _, changed, *_ = (int(value) for value in sums[entry])
        one = ratio(x, n, xx, xn, nn, deals)
        if one is None or one[1] <= 0 or changed < LEAST_CHANGED:
            silent.append(entry)
        else:
            found.append((entry, one[0] / unit, one[1] / unit, n))
    return [_value(value, sums[value.card]) for value in ranked(found, confidence)], silent


def _value(value: CardValue, sums: np.ndarray) -> PairValue:
    pairs, *_, dealt, changed = (int(one) for one in sums[:7])
    correlation, factor = _gain(sums)
    return PairValue(
        value.card, value.raw, value.shrunk, value.p, value.told, pairs, dealt, changed, correlation, factor
    )


def _gain(sums: np.ndarray) -> tuple[float | None, float | None]:
    """Correlation within pairs, and (variance of two independent games' difference) / (variance of a pair's)."""
    n, one, one2, other, other2, product = (int(sums[i]) for i in (0, 7, 8, 9, 10, 11))
    first, second, both = n * one2 - one * one, n * other2 - other * other, n * product - one * other
    paired = first + second - 2 * both
    correlation = both / sqrt(first * second) if first > 0 and second > 0 else None
    return correlation, (first + second) / paired if paired > 0 else None
