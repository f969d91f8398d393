"""How a game feels as it goes: choices, forced decisions and the lead by phase of the game, and what a lead is worth.

A phase is an equal part of a game's decisions. Who leads is looked at after each turn: the seat that last had more
points than all others. Half-time is half of the turns. Figures by phase are quotients over games (Cochran 1977, §6.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from balance.analysis.estimates import CONFIDENCE, Estimate, normal, ratio, wilson

SUMS = ("decisions", "options", "forced", "lead_changes", "decided")
"""What is counted of a game in each phase; `decided` is 1 in the phase in which its winner took the lead for good."""


@dataclass(frozen=True)
class Course:
    """A finished game, decision by decision: legal actions before it; turns played and leading seat (-1: nobody yet)
    after it. `winner` is the seat that won alone, or -1."""

    options: Sequence[int]
    turns: Sequence[int]
    leaders: Sequence[int]
    winner: int

    @property
    def half_time_leader(self) -> int:
        """Who led after half of the turns, rounded down; -1 if nobody, or if there was but one turn."""
        half = self.turns[-1] // 2
        before = [leader for leader, turns in zip(self.leaders, self.turns, strict=True) if turns <= half]
        return before[-1] if half and before else -1

    @property
    def decided(self) -> int:
        """The decision (from 0) since which the winner led to the end; the last one if that did not show in points."""
        last = len(self.leaders) - 1
        if self.leaders[last] != self.winner:
            return last
        while last > 0 and self.leaders[last - 1] == self.winner:
            last -= 1
        return last


def phase_sums(course: Course, phases: int) -> np.ndarray:
    """`SUMS` by phase: int64, shape (phases, len(SUMS)). Decision i of n is in phase ⌊i · phases / n⌋."""
    found = np.zeros((phases, len(SUMS)), dtype=np.int64)
    n = len(course.options)
    before = -1
    for i, (options, leader) in enumerate(zip(course.options, course.leaders, strict=True)):
        changed = before >= 0 and leader != before
        found[i * phases // n] += (1, options, options == 1, changed, 0)
        before = leader
    if course.winner >= 0:
        found[course.decided * phases // n, SUMS.index("decided")] = 1
    return found


@dataclass(frozen=True)
class Phase:
    """Figures of one phase: legal actions a decision, share of forced decisions, lead changes a game, and the share of
    the games with a winner that he decided then."""

    decisions: Estimate | None
    options_per_decision: Estimate | None
    forced_share: Estimate | None
    lead_changes: Estimate | None
    decided: Estimate | None


@dataclass(frozen=True)
class HalfTime:
    """What became of whoever led at half-time, as shares of the `games` in which somebody did."""

    games: int
    leader_wins: Estimate | None
    shared: Estimate | None
    comeback: Estimate | None


def phases(sums: np.ndarray, confidence: float = CONFIDENCE) -> list[Phase]:
    """Figures by phase from the `phase_sums` of all games, shape (games, phases, len(SUMS))."""
    return [
        _phase(sums[:, k, :], int(sums[:, :, SUMS.index("decided")].sum()), confidence) for k in range(sums.shape[1])
    ]


def _phase(sums: np.ndarray, won: int, confidence: float) -> Phase:
    column = {name: sums[:, i] for i, name in enumerate(SUMS)}
    games = np.ones(len(sums), dtype=np.int64)
    return Phase(
        _quotient(column["decisions"], games, confidence),
        _quotient(column["options"], column["decisions"], confidence),
        _quotient(column["forced"], column["decisions"], confidence),
        _quotient(column["lead_changes"], games, confidence),
        wilson(int(column["decided"].sum()), won, confidence),
    )


def _quotient(top: np.ndarray, bottom: np.ndarray, confidence: float) -> Estimate | None:
    products = int(top @ top), int(top @ bottom), int(bottom @ bottom)
    found = ratio(int(top.sum()), int(bottom.sum()), *products, len(top))
    return found and normal(*found, len(top), confidence)


def half_time(courses: Sequence[Course], confidence: float = CONFIDENCE) -> HalfTime:
    """What the lead at half-time was worth."""
    led = [(course.half_time_leader, course.winner) for course in courses if course.half_time_leader >= 0]
    kept = sum(leader == winner for leader, winner in led)
    shared = sum(winner < 0 for _, winner in led)
    rates = (wilson(n, len(led), confidence) for n in (kept, shared, len(led) - kept - shared))
    return HalfTime(len(led), *rates)
