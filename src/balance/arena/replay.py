"""One game shown step by step, for people and as data: the very game that a batch plays under that number.

It is played by the same compiled code as a batch, one decision at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance.arena.narrator import Moment, Narrator
from balance.arena.records import records
from balance.arena.steps import Steps


class Replay:
    """Game `number` of run `seed` of a spec: iterate for its moments; `mirrored` is the run's block length."""

    def __init__(self, spec: Any, seed: int, number: int, mirrored: int = 1):
        self.seed, self.number, self.mirrored = seed, number, mirrored
        self._kit = records(spec, mirrored)
        self.bots = [bot.title for bot in spec.bots]
        self.seats = len(self.bots)
        self._narrator = Narrator(spec, self._kit, self.bots)
        self._game = Steps(self._kit, seed, number, mirrored)

    @property
    def row(self) -> Any:
        """What a batch records of this game; complete after the last moment."""
        return self._game.row

    def __iter__(self) -> Iterator[Moment]:
        self._game = game = Steps(self._kit, self.seed, self.number, self.mirrored)
        tell = self._narrator
        yield tell.about(self.seed, self.number)
        yield tell.start(game)
        heading = ""
        while game.running:
            shown = tell.heading(game) or "The game"
            above = ["", shown, *tell.scene(game)] if shown != heading else []
            heading = shown
            decision = tell.decision(game)
            yield Moment(decision.record, above + decision.prose)
        yield tell.end(game)
