"""A game between a person and bots, one decision of the person's at a time; decisions can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from balance.arena.narrator import Moment, Narrator
from balance.arena.records import records
from balance.arena.steps import Steps

PERSON = "human"
"""What records call the person's seat."""


@dataclass(frozen=True)
class _Point:
    """A game as the person found it, and how much was told until then."""

    game: Steps
    moments: int


class Session:
    """Game `number` of run `seed` of a spec, with a person on `seat`; the spec's bot of that seat is not asked.

    Deals, chance and the other bots' streams are those of the same game in a run. `moments` is the record so far.
    """

    def __init__(self, spec: Any, seat: int, seed: int, number: int = 0):
        self.seat = seat
        kit = records(spec)
        names = [PERSON if i == seat else bot.title for i, bot in enumerate(spec.bots)]
        self._narrator = Narrator(spec, kit, names, reader=seat)
        self._game = Steps(kit, seed, number)
        self._heading = ""
        self._points: list[_Point] = []
        self.moments: list[Moment] = [self._narrator.about(seed, number), self._narrator.start(self._game)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; `moments` is then complete."""
        return self.moments[-1].record["type"] == "end"

    @property
    def decisions(self) -> int:
        """How many decisions the person has taken."""
        return len(self._points)

    def go_on(self) -> Iterator[list[str]]:
        """Let the others play until the person is to decide or the game ends; yields what the person is told of it."""
        while self._game.running and self._game.seat != self.seat:
            yield self._decide()
        yield self._titled()
        if not self._game.running and not self.is_over:
            self.moments.append(self._narrator.end(self._game))
            yield self.moments[-1].prose

    def _decide(self, chosen: int | None = None) -> list[str]:
        above = self._titled()
        self.moments.append(self._narrator.decision(self._game, chosen))
        return above + self.moments[-1].prose

    def _titled(self) -> list[str]:
        """The title above the next decision, if it is a new one."""
        heading = self._narrator.heading(self._game) if self._game.running else ""
        is_new = heading not in ("", self._heading)
        self._heading = heading or self._heading
        return ["", heading] if is_new else []

    def table(self) -> list[str]:
        """How things stand, as far as the person sees it."""
        return self._narrator.scene(self._game)

    def legend(self) -> list[str]:
        """What signs and cards mean."""
        return self._narrator.legend(self._game)

    def options(self) -> list[str]:
        """What the person may do, in words."""
        return self._narrator.offers(self._game)

    def choose(self, k: int) -> list[str]:
        """Take option k (from 0); returns what the person is told of it."""
        self._points.append(_Point(self._game.fork(), len(self.moments)))
        return self._decide(self._game.legal()[k])

    def take_back(self) -> bool:
        """Go back to before the person's last decision, chance and all bots included; False if there was none."""
        if not self._points:
            return False
        point = self._points.pop()
        self._game, self._heading = point.game, ""
        del self.moments[point.moments :]
        return True


def warm_up(spec: Any) -> None:
    """Compile all that a session runs, by a game in which the bots hardly think."""
    brief = [replace(bot, search=bot.search | {"iterations": 1}) if bot.search else bot for bot in spec.bots]
    game = Steps(records(replace(spec, bots=tuple(brief))), 0, 0)
    game.fork().step()
    game.act(game.legal()[0])
