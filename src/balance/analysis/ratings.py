"""Strength of bots from games between them.

Two seats: Bradley-Terry with draws (Davidson 1970): with strengths π, P(i beats j) = π_i / (π_i + π_j + ν √(π_i π_j)),
P(draw) ∝ ν √(π_i π_j). More seats: Luce's choice axiom (Luce 1959): the winner is a seat with a probability in
proportion to its bot's strength, a shared first place being split. Ratings are 400 · log10 of the strength (Elo's
scale), the first bot's being 0; intervals from the Fisher information.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from balance.analysis.estimates import CONFIDENCE, Estimate, normal

ELO = 400 / log(10)
PRIOR = 0.5
"""Half a win and half a loss are added to each pairing, so that a bot that lost every game has a finite rating."""


@dataclass(frozen=True)
class Pairing:
    """Games between one seat of bot `one` (of `ones` seats) and the rest of bot `other`.

    `wins`, `losses`: games that bot `one`, bot `other` won, a first place shared among several bots being split when
    `draws` is not used (more than two seats).
    """

    one: int
    other: int
    wins: float
    draws: float
    losses: float
    ones: int = 1
    others: int = 1

    @property
    def games(self) -> float:
        """All of them."""
        return self.wins + self.draws + self.losses


def ratings(bots: int, pairings: Sequence[Pairing], confidence: float = CONFIDENCE) -> list[Estimate]:
    """A rating for each bot, bot 0 being 0 by definition; maximum likelihood by Newton's method.

    Raises `ValueError` if a bot took part in no pairing.
    """
    if unknown := set(range(bots)) - {k for pairing in pairings for k in (pairing.one, pairing.other)}:
        raise ValueError(f"no games with bots {sorted(unknown)}")
    draws = any(pairing.draws for pairing in pairings)
    x = np.zeros(bots + draws)
    for _ in range(200):
        gradient, information = _slope(x, bots, pairings)
        free = np.arange(1, len(x))
        step = np.linalg.solve(information[np.ix_(free, free)], gradient[free])
        step *= min(1.0, 2.0 / max(np.abs(step).max(), 1e-12))
        x[free] += step
        if np.abs(step).max() < 1e-10:
            break
    covariance = np.zeros_like(information)
    covariance[np.ix_(free, free)] = np.linalg.inv(information[np.ix_(free, free)])
    played = [round(sum(p.games for p in pairings if k in (p.one, p.other))) for k in range(bots)]
    return [normal(ELO * x[k], ELO * covariance[k, k] ** 0.5, played[k], confidence) for k in range(bots)]


def _slope(x: np.ndarray, bots: int, pairings: Sequence[Pairing]) -> tuple[np.ndarray, np.ndarray]:
    """Gradient and Fisher information of the log-likelihood in (log strengths, log ν).

    Each pairing is a multinomial over outcomes with log-linear weights, so with z the outcome's gradient of its log
    weight the score is Σ z − n E z and the information n Cov z.
    """
    gradient, information = np.zeros(len(x)), np.zeros((len(x), len(x)))
    for pairing in pairings:
        z = np.zeros((3, len(x)))
        z[0, pairing.one] = 1
        z[2, pairing.other] = 1
        z[1, [pairing.one, pairing.other]] = 0.5
        weight = z @ x + np.log([pairing.ones, 1, pairing.others])
        if len(x) > bots:
            z[1, bots] = 1
            weight[1] += x[bots]
        else:
            weight[1] = -np.inf
        share = np.exp(weight - weight.max())
        share /= share.sum()
        counts = np.array([pairing.wins + PRIOR, pairing.draws, pairing.losses + PRIOR])
        mean = share @ z
        gradient += counts @ z - counts.sum() * mean
        information += counts.sum() * ((z * share[:, None]).T @ z - np.outer(mean, mean))
    return gradient, information
