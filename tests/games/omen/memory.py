"""What a player of Omen can remember, worked out from what happened, beside the engine's own bookkeeping.

For each seat and card: the shuffles that the card has been through since the seat last saw it. None: the seat knows
where it is. Two cards that have a shuffle in common may have changed places in it, so the seat cannot tell which is
which; two that have none it can tell apart. Only what a seat sees and the rules of "what is known" are used.
"""

from __future__ import annotations

from typing import Any

from balance.engine.game import find
from balance.games.omen.state import DRAFT_TRIUMPH, KRATER

EVENTS = find("omen").events
SEEN_BY_BOTH = (
    "discard",
    "play",
    "move",
    "reveal",
    "effect",
    "envoy",
    "destroy",
    "return",
    "veteran",
    "triumph",
    "broken",
    "offer",
)
SEEN_BY_ONE = ("draw", "look", "peek", "sacked")


class Memory:
    """Follows one game: `after(state, events)` at the deal and after each decision."""

    def __init__(self, rules: Any):
        self.r = rules
        self.units, self.cards = int(rules.units), int(rules.units + rules.kraters)
        self.shuffles = 0
        self.since: list[list[frozenset[int]]] = [[frozenset()] * self.cards for _ in (0, 1)]
        self._mix(range(self.units, self.cards))

    def after(self, s: Any, events: Any) -> None:
        """Take in what has happened up to the state `s`."""
        if self.shuffles == 1:
            self._deal(s)
        kinds = [EVENTS[event.kind] for event in events]
        for i, (kind, event) in enumerate(zip(kinds, events, strict=True)):
            card, seat = int(event.card), int(event.seat)
            if kind == "shuffle" and event.amount > 1:
                self._mix(int(entry.card) for entry in events[i + 1 : i + 1 + int(event.amount)])
            elif kind in SEEN_BY_ONE or (kind == "take" and event.amount == 1):
                self._see(seat, card)
            elif kind in SEEN_BY_BOTH or kind == "take":
                self._see(0, card)
                self._see(1, card)
        for seat in (0, 1):
            self._see_own(s, seat)

    def _deal(self, s: Any) -> None:
        if not self.r.draft:
            self._mix(range(self.units))
            return
        for stack in range(3):
            self._mix(unit for unit in range(self.units) if self._stack(unit) == stack)

    def _stack(self, unit: int) -> int:
        traits = int(self.r.traits[unit])
        return 0 if traits >> 3 & 1 else 1 if traits >> 5 & 1 else 2  # TRIUMPH, COVETED

    def _mix(self, cards: Any) -> None:
        for card in cards:
            for since in self.since:
                since[card] |= {self.shuffles}
        self.shuffles += 1

    def _see(self, seat: int, card: int) -> None:
        if seat >= 0 and card >= 0:
            self.since[seat][card] = frozenset()

    def _see_own(self, s: Any, seat: int) -> None:
        piles = ["hand", "vase", "drawn"] + (["play_area"] if s.step == DRAFT_TRIUMPH or s.draft_round == 0 else [])
        for pile in piles:
            for card in getattr(s, pile)[seat, : int(getattr(s, pile + "_n")[seat])]:
                self._see(seat, int(card))

    def may_swap(self, seat: int, one: int, other: int) -> bool:
        """Whether two cards may have changed places as far as the seat knows."""
        return bool(self.since[seat][one] & self.since[seat][other]) and (one < self.units) == (other < self.units)


assert KRATER == 13
