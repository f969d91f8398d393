"""What a player of Omen can remember, worked out from what happened, beside the engine's own bookkeeping.

For each seat and card: the shuffles that the card has been through since the seat last saw it. None: the seat knows
where it is. Cards that have a shuffle in common may have changed places in it; cards that are not joined by shuffles,
over other cards neither, cannot. Only what a seat sees and the rules of "what is known" are used.
"""

from __future__ import annotations

from typing import Any

from balance.engine.game import find
from balance.games.omen.state import DRAFT_TRIUMPH

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
    """Follows one game: `after(state, before, events)` at the deal and after each decision."""

    def __init__(self, rules: Any):
        self.r = rules
        self.units, self.cards = int(rules.units), int(rules.units + rules.kraters)
        self.shuffles = 0
        self.since: list[list[frozenset[int]]] = [[frozenset()] * self.cards for _ in (0, 1)]
        self._mix(range(self.units, self.cards))

    def after(self, s: Any, before: Any, events: Any) -> None:
        """Take in what has happened from the state `before` to the state `s`."""
        if self.shuffles == 1:
            self._deal(s)
        self._leave_hands(s, before, events)
        kinds = [EVENTS[event.kind] for event in events]
        for i, (kind, event) in enumerate(zip(kinds, events, strict=True)):
            card, seat = int(event.card), int(event.seat)
            if kind == "shuffle" and event.amount > 1:
                self._mix(int(entry.card) for entry in events[i + 1 : i + 1 + int(event.amount)])
            elif kind == "top":  # facedown: any of the hand, for the other seat
                hand = before.hand[seat, : int(before.hand_n[seat])]
                if len(hand) > 1:
                    self._mix(hand.tolist(), (1 - seat,))
            elif kind in SEEN_BY_ONE or (kind == "take" and event.amount == 1):
                if kind == "take" and "reveal" not in kinds[:i]:  # facedown: any of those looked at, for the other seat
                    pile = seat if self.r.draft else 0
                    n, looked = int(before.deck_n[pile]), int(before.looked)
                    self._mix(before.deck[pile, n - looked : n].tolist(), (1 - seat,))
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

    def _leave_hands(self, s: Any, before: Any, events: Any) -> None:
        """A card that leaves a hand may have been any of those that were hidden in it: they are as good as mixed."""
        for seat in (0, 1):
            drawn = [int(event.card) for event in events if EVENTS[event.kind] == "draw" and event.seat == seat]
            for pile, more in (("hand", drawn), ("vase", [])):
                hands = [set(state[pile][seat, : int(state[pile + "_n"][seat])].tolist()) for state in (before, s)]
                together = [card for card in (*hands[0], *more) if self.since[1 - seat][card]]
                if hands[0] - hands[1] and len(together) > 1:
                    self._mix(together, (1 - seat,))

    def _stack(self, unit: int) -> int:
        traits = int(self.r.traits[unit])
        return 0 if traits >> 3 & 1 else 1 if traits >> 5 & 1 else 2  # TRIUMPH, COVETED

    def _mix(self, cards: Any, seats: tuple[int, ...] = (0, 1)) -> None:
        together = list(cards)
        for card in together if len(together) > 1 else []:
            for seat in seats:
                self.since[seat][card] |= {self.shuffles}
        self.shuffles += 1

    def _see(self, seat: int, card: int) -> None:
        if seat >= 0 and card >= 0:
            self.since[seat][card] = frozenset()

    def _see_own(self, s: Any, seat: int) -> None:
        piles = ["hand", "vase", "drawn"] + (["play_area"] if s.step == DRAFT_TRIUMPH or s.draft_round == 0 else [])
        for pile in piles:
            for card in getattr(s, pile)[seat, : int(getattr(s, pile + "_n")[seat])]:
                self._see(seat, int(card))

    def last(self, seat: int, card: int) -> int:
        """The last shuffle that a card has been through since the seat last saw it, -1 for none."""
        return max(self.since[seat][card], default=-1)

    def mixed(self, seat: int) -> dict[int, int]:
        """For each card the seat cannot place, the group of those it may have changed places with, over others too."""
        group = {card: card for card in range(self.cards) if self.since[seat][card]}
        first: dict[int, int] = {}
        for card in group:
            for shuffle in self.since[seat][card]:
                one, other = _root(group, card), _root(group, first.setdefault(shuffle, card))
                group[one] = other
        return {card: _root(group, card) for card in group}


def _root(group: dict[int, int], card: int) -> int:
    while group[card] != card:
        card = group[card]
    return card
