"""Tiny games of Sirenen in Sicht solved: what uniformly random play comes to, over every deal, draw and move.

Written from rules/sirenen.md alone, in its own terms: it shares no code with the engine. A draw pile is a bag, of which
each card is as likely to come next; positions that can be reached in several ways are looked up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

ENDS = ("first wins", "second wins", "draw", "no_ships", "victory_points", "passes")
COUNTS = ("decisions", "resistance", "majority", "tie", "crew moves", "octopuses", "rum", "points")
OUTCOMES = (*ENDS, *COUNTS)
Chances = np.ndarray
"""One number for each of `OUTCOMES`."""

ONE = dict(zip(OUTCOMES, np.eye(len(OUTCOMES)), strict=True))

# A card at a side is (value, seat whose octopus is on it or -1); a ship in play is its two sides, sorted, or None.


class World(NamedTuple):
    """All that matters from here on; seat 0 is the player who began."""

    active: int
    step: str  # "act", "crew", "rum"
    hands: tuple[tuple[int, ...], ...]
    bags: tuple[tuple[int, ...], ...]
    ships: tuple[Any, ...]
    crew: tuple[int, ...]  # ship of each member that is still aboard
    rum: tuple[int, ...]  # -1 with its owner, -2 used up, else the ship
    home: tuple[bool, ...]  # octopuses
    points: tuple[int, ...]
    passes: int
    pending: tuple[int, ...]  # of the card that came: value, ship, side, ship it left (-1: played)


class Exact:
    """One set of rules (`SirenenOptions.model_dump()`)."""

    def __init__(self, rules: dict[str, Any]):
        self.rules = rules
        self.known: dict[World, Chances] = {}
        self.cards = Counter(dict(zip(range(-4, 11), rules["copies"], strict=True)))

    def chances(self) -> dict[str, float]:
        """The probability of each end, the mean of each count."""
        deals = self._picks() if self.rules["variant"] == "tactics" else self._deals()
        return dict(zip(OUTCOMES, _mixed((p, self._value(world)) for p, world in deals).tolist(), strict=True))

    # --- deals

    def _deals(self) -> Iterator[tuple[float, World]]:
        cards, n = sorted(self.cards.elements()), self.rules["hand_size"]
        places = range(len(cards))
        found: Counter[tuple[Any, ...]] = Counter()
        for one in combinations(places, n):
            for other in combinations([i for i in places if i not in one], n):
                bag = [i for i in places if i not in one + other]
                found[tuple(tuple(cards[i] for i in part) for part in (one, other, bag))] += 1
        for (one, other, bag), times in found.items():
            yield times / found.total(), self._start((one, other), (bag,))

    def _picks(self) -> Iterator[tuple[float, World]]:
        """Each player picks kind by kind, each kind that is left being as likely."""
        own = list(self._picked(Counter({value: n // 2 for value, n in self.cards.items() if n}), ()))
        for p, hand, rest in own:
            for q, other, left in own:
                yield p * q, self._start((hand, other), (rest, left))

    def _picked(self, left: Counter[int], hand: tuple[int, ...]) -> Iterator[tuple[float, Any, Any]]:
        if len(hand) == self.rules["hand_size"]:
            yield 1.0, tuple(sorted(hand)), tuple(sorted(left.elements()))
            return
        kinds = [value for value, n in left.items() if n]
        for value in kinds:
            for p, *picked in self._picked(left - Counter([value]), (*hand, value)):
                yield (p / len(kinds), *picked)

    def _start(self, hands: Any, bags: Any) -> World:
        ships = self.rules["ships"]
        crew = tuple(ships.index(ship) for ship in self.rules["crew_start"])
        sides = tuple(((), ()) for _ in ships)
        return World(0, "act", hands, bags, sides, crew, (-1, -1), (True, True), (0, 0), 0, ())

    # --- play

    def _value(self, world: World) -> Chances:
        if world not in self.known:
            moves = list(self._moves(world))
            self.known[world] = sum(moves) / len(moves) + ONE["decisions"]
        return self.known[world]

    def _moves(self, w: World) -> Iterator[Chances]:
        """What each legal action comes to."""
        if w.step == "crew":
            for ship in self._destinations(w, self._member(w)):
                yield self._after_crew(_moved(w, self._member(w), ship)) + ONE["crew moves"]
            return
        if w.step == "rum":
            for ship in _in_play(w):
                yield self._value(_ended(_poured(w, ship))) + ONE["rum"]
            yield self._value(_ended(w))
            return
        main = [*self._plays(w), *self._octopus(w)]
        yield from main
        if not main:
            yield self._pass(w)
        elif self.rules["rum_timing"] != "after" and w.rum[w.active] == -1:
            for ship in _in_play(w):
                yield self._value(_poured(w, ship)) + ONE["rum"]

    def _places(self, w: World) -> Iterator[tuple[int, int]]:
        for ship in _in_play(w):
            for side in (0, 1):
                if len(w.ships[ship][side]) < self.rules["side_limit"]:
                    yield ship, side

    def _plays(self, w: World) -> Iterator[Chances]:
        for value in set(w.hands[w.active]):
            hand = list(w.hands[w.active])
            hand.remove(value)
            after = w._replace(hands=_put(w.hands, w.active, tuple(hand)))
            for ship, side in self._places(w):
                yield self._placed(_laid(after, ship, side, (value, -1)), (value, ship, side, -1))

    def _octopus(self, w: World) -> Iterator[Chances]:
        if not w.home[w.active]:
            return
        for ship in _in_play(w):
            for side in (0, 1):
                for card in {card for card in w.ships[ship][side] if card[1] < 0}:
                    after = _lifted(w, ship, side, card)._replace(home=_put(w.home, w.active, False))
                    for to in self._places(after):
                        if to != (ship, side):
                            there = _laid(after, *to, (card[0], w.active))
                            yield self._placed(there, (card[0], *to, ship)) + ONE["octopuses"]

    def _pass(self, w: World) -> Chances:
        if w.passes == 1:
            return self._over(w, "passes")
        return self._value(_ended(w._replace(passes=1)))

    # --- what follows

    def _placed(self, w: World, came: tuple[int, ...]) -> Chances:
        w = w._replace(pending=came, passes=0)
        if self.rules["crew_before_scoring"]:
            return self._crew(w)
        return self._scored(w, self._crew)

    def _crew(self, w: World) -> Chances:
        member = self._member(w)
        if member < 0:
            return self._after_crew(w)
        ships = self._destinations(w, member)
        if len(ships) == 1:
            return self._after_crew(_moved(w, member, *ships)) + ONE["crew moves"]
        return self._value(w._replace(step="crew"))

    def _member(self, w: World) -> int:
        """The crew member that has to move, or -1."""
        value, ship, *_ = w.pending
        icon = value in self.rules["move_crew_values"]
        aboard = [where for where in w.crew if where >= 0]
        if not icon or ship not in aboard or len(aboard) == len(_in_play(w)):
            return -1
        return w.crew.index(ship)

    def _destinations(self, w: World, member: int) -> set[int]:
        ring = _in_play(w)
        others = {where for i, where in enumerate(w.crew) if i != member}
        here = ring.index(w.crew[member])
        found = set()
        for step in (1, -1):
            to = here + step
            while ring[to % len(ring)] in others:
                to += step
            found.add(ring[to % len(ring)])
        return found

    def _after_crew(self, w: World) -> Chances:
        if self.rules["crew_before_scoring"]:
            return self._scored(w, self._draw)
        return self._draw(w)

    def _draw(self, w: World) -> Chances:
        w = w._replace(step="act")
        owner = w.active if self.rules["variant"] == "tactics" else 0
        bag = w.bags[owner]
        if w.pending[3] >= 0 or not bag:
            return self._rum_or_end(w)
        drawn = ((n / len(bag), self._drawn(w, owner, value)) for value, n in Counter(bag).items())
        return _mixed((p, self._rum_or_end(after)) for p, after in drawn)

    def _drawn(self, w: World, owner: int, value: int) -> World:
        bag = list(w.bags[owner])
        bag.remove(value)
        hand = tuple(sorted((*w.hands[w.active], value)))
        return w._replace(bags=_put(w.bags, owner, tuple(bag)), hands=_put(w.hands, w.active, hand))

    def _rum_or_end(self, w: World) -> Chances:
        w = w._replace(pending=())
        if w.rum[w.active] == -1 and self.rules["rum_timing"] != "before":
            return self._value(w._replace(step="rum"))
        return self._value(_ended(w))

    def _scored(self, w: World, go_on: Callable[[World], Chances]) -> Chances:
        counted = np.zeros(len(OUTCOMES))
        for ship in _in_play(w):
            totals = [sum(value for value, _ in side) for side in w.ships[ship]]
            bar = self.rules["ships"][ship] + self.rules["rum_bonus"] * w.rum.count(ship)
            full = all(len(side) == self.rules["side_limit"] for side in w.ships[ship])
            how = "resistance" if max(totals) >= bar else "tie" if totals[0] == totals[1] else "majority"
            if how == "resistance" or full:
                counted += ONE[how]
                w = _taken(w, ship, -1 if how == "tie" else totals.index(max(totals)))
        return counted + (self._over(w, self._end(w)) if self._end(w) else go_on(w))

    def _end(self, w: World) -> str:
        if not _in_play(w):
            return "no_ships"
        return "victory_points" if max(w.points) >= self.rules["victory_points_to_win"] else ""

    def _over(self, w: World, reason: str) -> Chances:
        mine, other = w.points
        winner = "first wins" if mine > other else "second wins" if other > mine else "draw"
        return ONE[reason] + ONE[winner] + (mine + other) * ONE["points"]


def _in_play(w: World) -> list[int]:
    return [ship for ship, sides in enumerate(w.ships) if sides is not None]


def _put(values: tuple[Any, ...], i: int, value: Any) -> tuple[Any, ...]:
    return (*values[:i], value, *values[i + 1 :])


def _laid(w: World, ship: int, side: int, card: tuple[int, int]) -> World:
    cards = tuple(sorted((*w.ships[ship][side], card)))
    return w._replace(ships=_put(w.ships, ship, _put(w.ships[ship], side, cards)))


def _lifted(w: World, ship: int, side: int, card: tuple[int, int]) -> World:
    cards = list(w.ships[ship][side])
    cards.remove(card)
    return w._replace(ships=_put(w.ships, ship, _put(w.ships[ship], side, tuple(cards))))


def _moved(w: World, member: int, ship: int) -> World:
    return w._replace(crew=_put(w.crew, member, ship))


def _poured(w: World, ship: int) -> World:
    return w._replace(rum=_put(w.rum, w.active, ship))


def _ended(w: World) -> World:
    return w._replace(step="act", active=1 - w.active, pending=())


def _taken(w: World, ship: int, taker: int) -> World:
    """A ship leaves play; `taker` -1: with a tie."""
    back = {owner for side in w.ships[ship] for _, owner in side}
    crew = tuple(-1 if where == ship else where for where in w.crew)
    points = list(w.points)
    if taker >= 0:
        points[taker] += 1 + w.crew.count(ship)
    return w._replace(
        ships=_put(w.ships, ship, None),
        crew=crew,
        rum=tuple(-2 if where == ship else where for where in w.rum),
        home=tuple(is_home or seat in back for seat, is_home in enumerate(w.home)),
        points=tuple(points),
    )


def _mixed(parts: Iterable[tuple[float, Chances]]) -> Chances:
    """The mean of several chances, each with its probability."""
    return sum(p * chances for p, chances in parts)
