"""Racing variants on common seeds: all play the same games, few at first; who is clearly worse than the best leaves."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np

from balance.analysis.estimates import Estimate
from balance.analysis.groups import drawn, group_sums, interval, no_groups, values
from balance.analysis.loss import Loss
from balance.analysis.named import Named, find_figure
from balance.arena.columns import Tally, empty
from balance.arena.records import Records, Table
from balance.arena.tally import column_values, tally_rows
from balance.spec import Spec
from balance.study.playing import most_games
from balance.study.progress import Reporter, Standing
from balance.study.stop import Stop
from balance.study.workers import Workers

SURE = 0.95
"""A variant drops out when it is worse than the best in this share of the drawings."""
Part = tuple[np.ndarray, Tally | None]
"""What a candidate's games add up to: the sums of groups, and the tally if it is wanted."""
LOSS = Named("loss", "best loss so far", "", (), (), lambda view: None)


@dataclass(eq=False)
class Candidate:
    """A variant in the race. `values` by key of the search, `distance` from the rulebook, `sums` by number of games
    (see `groups`), `tally` of all its games if it is to have one."""

    values: dict[str, Any]
    spec: Spec
    distance: float
    kit: Records
    sums: dict[int, np.ndarray] = field(default_factory=dict)
    tally: Tally | None = None

    @property
    def games(self) -> int:
        """How many games it has played."""
        return max(self.sums, default=0)


@dataclass
class Track:
    """Where candidates play the games 0, 1, 2, … of a seed. `price` is what a unit of distance costs; with `tallies`
    they get their tallies, too. `deadline` is by the monotonic clock, `cap` the most games there will be, if known."""

    loss: Loss
    price: float
    seed: int
    jobs: int
    reporter: Reporter
    stop: Stop
    tallies: bool = False
    deadline: float = float("inf")
    games: int = 0
    cap: int | None = None
    begun: float = field(default_factory=time.monotonic)
    shown: tuple[float, Estimate | None] = (0.0, None)

    def play(self, candidates: Sequence[Candidate], games: int) -> bool:
        """Let all of them, who have played equally many games, play on to `games`; False if it was broken off, by
        somebody or by the clock: then nothing is kept of it."""
        if not candidates:
            return True
        if self.stop.number:
            return False
        start = candidates[0].games
        kits = [one.kit for one in candidates]
        found = [self._before(one) for one in candidates]
        make, done = self._player(kits), start
        workers: Workers[list[Part]]
        with Workers(make, self.jobs, start, [games], 1, most_games(*kits), len(kits)) as workers:

            def tick() -> None:
                if (self.stop.number or time.monotonic() > self.deadline) and workers.stop() and self.stop.number:
                    self.reporter.note("ending after the games that are being played; once more to stop at once")
                self._show(len(kits) * (done - start))

            while chunk := workers.next(tick):
                for (sums, tally), (more, more_tally) in zip(found, chunk.found, strict=True):
                    sums += more
                    if tally is not None and more_tally is not None:
                        tally.merge(more_tally)
                done = chunk.end
                tick()
        if done < games:
            return False
        self.games += len(kits) * (games - start)
        for one, (sums, tally) in zip(candidates, found, strict=True):
            one.sums[games], one.tally = sums, tally
        return True

    def warm_up(self, kit: Records) -> None:
        """Compile what plays. Raises `Stopped` if somebody asks to stop meanwhile."""
        self.stop.run(lambda: self._player([kit])()(0, 2), self.reporter.note)

    def _before(self, one: Candidate) -> Part:
        """What a candidate has played so far, to add to."""
        tally = empty(one.kit.layout) if self.tallies else None
        if tally is not None and one.tally is not None:
            tally.merge(one.tally)
        return (one.sums[one.games].copy() if one.games else no_groups(len(self.loss.figures))), tally

    def _player(self, kits: Sequence[Records]) -> Callable[[], Callable[[int, int], list[Part]]]:
        names = [figure.name for figure in self.loss.figures]
        figures = [[find_figure(kit.layout, name) for name in names] for kit in kits]

        def make() -> Callable[[int, int], list[Part]]:
            tables = [Table(kit, self.seed) for kit in kits]

            def play(start: int, games: int) -> list[Part]:
                found = []
                for kit, table, wanted in zip(kits, tables, figures, strict=True):
                    rows = table.play(start, games)
                    sums = group_sums(wanted, kit.layout, column_values(kit.layout, rows), start)
                    found.append((sums, tally_rows(kit.layout, rows) if self.tallies else None))
                return found

            return play

        return make

    def _show(self, more: int) -> None:
        now = time.monotonic()
        if now - self.shown[0] > 0.2:
            self.shown = (now, self.shown[1])
            rate = (self.games + more) / max(now - self.begun, 1e-6)
            ahead = rate * max(0.0, self.deadline - now) if isfinite(self.deadline) else 0.0
            cap = self.cap or self.games + more + int(ahead)
            self.reporter.show(Standing(self.games + more, cap, rate, LOSS, self.shown[1]))

    def values(self, one: Candidate, games: int | None = None) -> np.ndarray:
        """The figures of the loss after so many games (by default all it has played)."""
        return values(self.loss.figures, one.sums[games or one.games])

    def total(self, one: Candidate, games: int | None = None) -> float:
        """Its loss, the price of its distance included."""
        return float(self.loss.of(self.values(one, games))) + self.price * one.distance

    def draws(self, one: Candidate, games: int | None = None) -> np.ndarray:
        """Drawn values of its loss, see `groups.drawn`: of two candidates after equally many games, pair by pair."""
        return self.loss.of(drawn(self.loss.figures, one.sums[games or one.games])) + self.price * one.distance

    def estimate(self, one: Candidate) -> Estimate:
        """Its loss with an interval."""
        return interval(self.total(one), self.draws(one), one.games)

    def better(self, one: Candidate, other: Candidate, games: int) -> float:
        """In which share of the drawings `one` has the smaller loss."""
        return float(np.mean(self.draws(one, games) < self.draws(other, games)))

    def told_apart(self, one: Candidate, other: Candidate, games: int) -> bool:
        """Whether the 95 % interval of the difference of their losses leaves 0 out."""
        gap = interval(
            self.total(one, games) - self.total(other, games), self.draws(one, games) - self.draws(other, games), games
        )
        return gap.low > 0 or gap.high < 0

    def left(self, candidates: Sequence[Candidate], rivals: Sequence[Candidate], games: int) -> list[Candidate]:
        """Those of the candidates that are not clearly worse than the best of all after so many games."""
        field = [*candidates, *(one for one in rivals if games in one.sums)]
        best = min(field, key=lambda one: self.total(one, games))
        return [one for one in candidates if one is best or self.better(best, one, games) < SURE]
