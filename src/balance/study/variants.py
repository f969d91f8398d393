"""Several variants of a game on the same games: what they share of the luck cancels in their differences."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from balance.analysis.estimates import CONFIDENCE, Estimate
from balance.analysis.named import Named, main_figures
from balance.analysis.paired import Difference, Pairs, common_figures, difference, no_pairs
from balance.analysis.view import View
from balance.arena.columns import empty
from balance.arena.records import Records, records
from balance.spec import Spec
from balance.study.errors import StudyError
from balance.study.looks import look_counts
from balance.study.playing import SideBySide, most_games, side_by_side
from balance.study.progress import Reporter, Silent, Standing
from balance.study.simulate import check, default_jobs
from balance.study.stop import Stop
from balance.study.workers import Workers


@dataclass
class Variants:
    """Variants that have played the same games 0, 1, 2, … of a seed; the first is what the others are compared with.

    `found` holds their sums. `signal` is 0, or the number of the signal that stopped the play early.
    """

    specs: Sequence[Spec]
    seed: int
    mirrored: int
    kits: Sequence[Records]
    found: SideBySide
    signal: int = 0

    @classmethod
    def of(cls, specs: Sequence[Spec], seed: int, mirror: bool = False) -> Variants:
        """Variants that have not played yet. Raises `StudyError` if they cannot play the same games."""
        if other := {spec.game.name for spec in specs} - {specs[0].game.name}:
            raise StudyError(f"only variants of one game can be compared, not {specs[0].game.name} with {min(other)}")
        for spec in specs:
            check(spec, mirror, rows=False)
        if mirror and len({spec.players for spec in specs}) > 1:
            raise StudyError("--mirror needs equally many players in all variants")
        mirrored = specs[0].players if mirror else 1
        kits = [records(spec, mirrored) for spec in specs]
        pairs = [no_pairs(len(common_figures(kits[0].layout, kit.layout))) for kit in kits[1:]]
        return cls(specs, seed, mirrored, kits, SideBySide([empty(kit.layout) for kit in kits], pairs))

    @property
    def games(self) -> int:
        """How many games each has played."""
        return self.found.tallies[0].games

    @cached_property
    def common(self) -> list[list[tuple[Named, Named]]]:
        """For each variant but the first, the figures that it shares with the first."""
        return [common_figures(self.kits[0].layout, kit.layout) for kit in self.kits[1:]]

    def view(self, variant: int, confidence: float = CONFIDENCE) -> View:
        """A variant's own figures."""
        return View(self.kits[variant].layout, self.found.tallies[variant], confidence)

    def differences(self, variant: int, confidence: float = CONFIDENCE) -> dict[str, Difference]:
        """By name, how the figures of a variant (1 or more) differ from the first's; without those of no value yet."""
        found = {one.name: self._difference(variant, one.name, confidence) for one, _ in self.common[variant - 1]}
        return {name: one for name, one in found.items() if one is not None}

    def _difference(self, variant: int, name: str, confidence: float = CONFIDENCE) -> Difference | None:
        pairs: Pairs = self.found.pairs[variant - 1]
        i = self._places[variant - 1].get(name)
        if i is None:
            return None
        figure = self.common[variant - 1][i]
        return difference(figure, pairs.total[i], pairs.product[i], pairs.blocks, confidence)

    @cached_property
    def _places(self) -> list[dict[str, int]]:
        return [{one.name: i for i, (one, _) in enumerate(common)} for common in self.common]

    def play(
        self,
        games: int,
        jobs: int | None = None,
        precision: Mapping[str, float] | None = None,
        reporter: Reporter | None = None,
        stop: Stop | None = None,
        done: Callable[[], bool] | None = None,
    ) -> None:
        """Play on until each has played `games` games.

        It ends earlier, at one of the counts of `looks`, when the difference of every figure in `precision` is known as
        well as that, or when `done()` says so; and when somebody asks to stop (`signal` then tells). Raises
        `StudyError`, and `Stopped` if asked while it compiles, or a second time.
        """
        games = -(-games // self.mirrored) * self.mirrored
        reporter, stop = reporter or Silent(), stop or Stop()
        looks = look_counts(games, self.mirrored) if precision or done else [games]

        def enough() -> bool:
            return bool((precision and self._is_precise(precision)) or (done and done()))

        try:
            with stop.listening():
                stop.run(lambda: self._make()(0, 2 * self.mirrored), reporter.note)
                self._play(looks, default_jobs(jobs), reporter, stop, enough)
        finally:
            reporter.close()

    def _make(self) -> Callable[[int, int], SideBySide]:
        return side_by_side(self.kits, self.common, self.seed)

    def _play(self, looks: list[int], jobs: int, reporter: Reporter, stop: Stop, enough: Callable[[], bool]) -> None:
        begun, before = time.monotonic(), self.games
        shown = 0.0
        workers: Workers[SideBySide]
        most = most_games(*self.kits)
        with Workers(self._make, jobs, self.games, looks, self.mirrored, most, len(self.kits)) as workers:

            def tick() -> None:
                nonlocal shown
                if stop.number and workers.stop():
                    reporter.note("stopping after the games that are being played; once more to stop at once")
                now = time.monotonic()
                if now - shown > 0.2 and self.games > before:
                    shown = now
                    rate = (self.games - before) / (now - begun)
                    reporter.show(Standing(self.games, looks[-1], rate, *self._watched()))

            while chunk := workers.next(tick):
                self.found.merge(chunk.found)
                tick()
                if chunk.end in looks and enough():
                    return
        self.signal = stop.number if self.games < looks[-1] else 0

    def _is_precise(self, precision: Mapping[str, float]) -> bool:
        for variant in range(1, len(self.specs)):
            for name, width in precision.items():
                found = self._difference(variant, name)
                if found is None or found.value.half_width > width:
                    return False
        return True

    def _watched(self) -> tuple[Named, Estimate | None]:
        """What people see while it runs: the main figure, or what the second variant changes of it."""
        figure = main_figures(self.kits[0].layout)[0]
        if len(self.specs) == 1:
            return figure, figure.estimate(self.view(0))
        unit = "pp" if figure.is_share else figure.unit
        found = self._difference(1, figure.name)
        return replace(figure, label=f"change of {figure.label}", unit=unit), found.value if found else None
