"""One game played by the same compiled code as a batch, but stopping at every decision."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np

from balance.arena.play import carry_out, open_row, play_on, set_up, settle
from balance.arena.records import PlayError, Records
from balance.bots.mind import new_mind
from balance.engine.events import new_log, noted
from balance.engine.jit import njit
from balance.engine.redeal import new_room
from balance.engine.verbs import action, count, over, to_move


@njit
def _look(s, r):
    running = over(s, r) == 0
    return running, to_move(s, r), count(s, r) if running else 0


@njit
def _nth(s, r, k):
    return action(s, r, k)


@njit
def _act(s, r, a, rng, row, log, points):
    carry_out(s, r, count(s, r), a, rng, row, log, points)


def raw_copy(records: np.ndarray) -> np.recarray:
    """A copy of an array of records, byte for byte (NumPy's own leaves out what pads the fields)."""
    return np.frombuffer(bytearray(records.tobytes()), dtype=records.dtype).view(np.recarray)


def legal_actions(s: Any, r: Any) -> list[int]:
    """The codes of all legal actions, in order."""
    return [int(_nth(s, r, k)) for k in range(_look(s, r)[2])]


class Steps:
    """Game `number` of run `seed`, dealt, at its first decision; `mirrored` is the run's block length.

    `state` is the state, `before` the one before the last decision, `rng` the streams, `log` the events of the last
    decision, `row` the row, complete once the game is over.
    """

    def __init__(self, kit: Records, seed: int, number: int, mirrored: int = 1):
        self.kit = kit
        self.seats = len(kit.bots)
        self._states = np.zeros(2, dtype=kit.kernel.STATE).view(np.recarray)
        self.rng = np.empty((len(kit.keys), 2), dtype=np.uint64)
        self._points = np.zeros(self.seats, dtype=np.int64)
        self._mind = new_mind(kit.bots, kit.kernel.STATE, len(kit.keys) - self.seats)
        self.log = new_log()
        self._rows = np.zeros(1, dtype=kit.row).view(np.recarray)
        self.row.game = number
        numbers = np.uint64(seed), np.uint64(number), np.uint64(mirrored)
        set_up(self.state, kit.rules, kit.keys, self.seats, *numbers, self.rng, self.log, new_room())
        open_row(self.state, kit.rules, self.row, self.log)

    def fork(self) -> Steps:
        """The same game at the same point, in memory of its own."""
        twin = copy(self)
        twin._states, twin._rows = raw_copy(self._states), raw_copy(self._rows)
        twin.rng, twin.log = self.rng.copy(), self.log.copy()
        return twin

    @property
    def state(self) -> Any:
        """The state as it stands."""
        return self._states[0]

    @property
    def row(self) -> Any:
        """The row; complete once the game is over."""
        return self._rows[0]

    @property
    def states(self) -> np.ndarray:
        """The state as an array of one: its bytes are all that it is (a NumPy scalar's are not)."""
        return self._states[:1]

    @property
    def rows(self) -> np.ndarray:
        """The row as an array of one."""
        return self._rows

    @property
    def before(self) -> Any:
        """The state before the last decision."""
        return self._states[1]

    @property
    def running(self) -> bool:
        """Whether a decision is left."""
        return bool(_look(self.state, self.kit.rules)[0])

    @property
    def seat(self) -> int:
        """The seat to move, -1 when the game is over."""
        return int(_look(self.state, self.kit.rules)[1])

    def legal(self) -> list[int]:
        """The codes of all legal actions, in order."""
        return legal_actions(self.state, self.kit.rules)

    def step(self) -> int:
        """Let the bot of the seat to move choose and act; return the action."""
        self._states[1] = self._states[0]
        kit = self.kit
        chances = len(kit.keys) - self.seats
        arguments = (kit.bots, self.rng, chances, self.row, self.log, self._points, self._mind)
        taken = int(play_on(self.state, kit.rules, *arguments, 1))
        self._check_and_settle()
        return taken

    def act(self, action: int) -> None:
        """Let the seat to move take this legal action; its bot is not asked, and draws nothing."""
        self._states[1] = self._states[0]
        _act(self.state, self.kit.rules, action, self.rng, self.row, self.log, self._points)
        self._check_and_settle()

    def _check_and_settle(self) -> None:
        if self.row.log_full:
            raise PlayError(f"over {len(self.log) - 1} events followed one decision: the record would not be whole")
        if not self.running:
            settle(self.state, self.kit.rules, self.row, self._points)

    def events(self) -> np.ndarray:
        """What followed the last decision (at first: the deal), in order."""
        return self.log[1 : noted(self.log) + 1]
