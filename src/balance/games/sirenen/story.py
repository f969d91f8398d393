"""A game of Sirenen in Sicht as data, for records: states, views, actions, events. Nothing here is compiled."""

from __future__ import annotations

from typing import Any

from balance.games.sirenen import actions as act
from balance.games.sirenen import events as ev
from balance.games.sirenen.hand import hand, pile
from balance.games.sirenen.limits import COPIES, KINDS, LOWEST, MEMBERS, SEATS
from balance.games.sirenen.options import VALUES, SirenenOptions
from balance.games.sirenen.packing import part
from balance.games.sirenen.state import (
    ABSENT,
    CREW,
    HOME,
    IN_PLAY,
    OVER,
    PICK,
    REMOVED,
    STEPS,
    TAKEN,
    USED,
    WITH_OWNER,
)
from balance.games.sirenen.turn import points

Plain = dict[str, Any]

CREW_NAMES = ("captain", "mate")


def resistance(r: Any, ship: int) -> int:
    """What a ship is called: its printed resistance."""
    return int(r["resistance"][ship])


def hand_values(s: Any, seat: int) -> list[int]:
    """Values of the cards in hand, sorted."""
    return sorted(_values(s, hand(seat), s.hand_n[seat]))


def _values(s: Any, start: int, n: int) -> list[int]:
    return [int(card) // COPIES + LOWEST for card in s.cards[int(start) : int(start + n)]]


def side_values(s: Any, place: int) -> list[int]:
    """Values of the cards of a side, in order of arrival."""
    return [int(kind) + LOWEST for kind in s.side[place, : int(s.side_n[place])]]


def crew_aboard(s: Any, ship: int) -> list[str]:
    """Crew members on a ship."""
    return [CREW_NAMES[member] for member in range(MEMBERS) if s.crew[member] == ship]


def _piles(s: Any, r: Any) -> list[list[int]]:
    """Draw piles (or while hands are picked the sets) as they lie, the top one last."""
    return [_values(s, pile(r, seat), s.pile_n[seat]) for seat in range(SEATS if r.tactics else 1)]


def describe(s: Any, r: Any) -> Plain:
    """The complete state, as specified in docs/replay-format.md."""
    picking = s.step == PICK
    piles = _piles(s, r)
    return _open(s, r) | {
        "hands": [hand_values(s, seat) for seat in range(SEATS)],
        "piles": [[] if picking else cards[::-1] for cards in piles],
        "sets": [sorted(cards) for cards in piles] if picking else None,
    }


def view(s: Any, r: Any, seat: int) -> Plain:
    """What a seat may see: all but the other's hand and the order of piles. `unknown`: the cards it cannot place."""
    shown = _open(s, r)
    shown["hand"] = hand_values(s, seat)
    shown["hand_sizes"] = [int(n) for n in s.hand_n]
    shown["pile_sizes"] = [int(n) for n in s.pile_n[: SEATS if r.tactics else 1]]
    piles, other = _piles(s, r), 1 - seat
    hidden = hand_values(s, other)
    if r.tactics:
        shown["unknown"] = {"other": sorted(hidden + piles[other]), "own": sorted(piles[seat])}
    else:
        shown["unknown"] = sorted(hidden + piles[0])
    return shown


def _open(s: Any, r: Any) -> Plain:
    """What lies open."""
    return {
        "step": STEPS[s.step],
        "active": int(s.active) if s.active >= 0 else None,
        "to_move": int(s.asked) if s.step != OVER else None,
        "ships": [_ship(s, r, ship) for ship in range(int(r.ships))],
        "crew": {
            CREW_NAMES[member]: _crew_place(r, int(s.crew[member]))
            for member in range(MEMBERS)
            if s.crew[member] != ABSENT
        },
        "octopus": [_octopus(s, r, seat) for seat in range(SEATS)],
        "rum": [_rum(r, int(s.rum[seat])) for seat in range(SEATS)],
        "out": _out(s, r),
        "points": [int(points(s, seat)) for seat in range(SEATS)],
        "removed": int(s.points_removed),
        "passes": int(s.passes),
        "pending": _pending(s, r),
    }


def _ship(s: Any, r: Any, ship: int) -> Plain:
    owner = int(s.owner[ship])
    return {
        "resistance": resistance(r, ship),
        "status": {IN_PLAY: "in play", REMOVED: "removed"}.get(owner, "taken"),
        "owner": owner if owner >= 0 else None,
        "crew": crew_aboard(s, ship),
        "rum": [seat for seat in range(SEATS) if s.rum[seat] == ship],
        "sides": [side_values(s, SEATS * ship + seat) for seat in range(SEATS)],
    }


def _crew_place(r: Any, where: int) -> int | str:
    return {TAKEN: "taken", REMOVED: "removed"}.get(where) or resistance(r, where)


def _rum(r: Any, where: int) -> int | str:
    return {WITH_OWNER: "owner", USED: "used"}.get(where) or resistance(r, where)


def _octopus(s: Any, r: Any, seat: int) -> Plain | None:
    place = int(s.octopus[seat])
    return None if place == HOME else _place(r, place) | {"index": int(s.octopus_at[seat])}


def _place(r: Any, place: int) -> Plain:
    return {"ship": resistance(r, place // SEATS), "side": place % SEATS}


def _out(s: Any, r: Any) -> list[int]:
    """Values of the cards that left play with ships."""
    left = {value: int(r.copies[kind]) for kind, value in enumerate(VALUES)}
    in_play = [value for place in range(SEATS * int(r.ships)) for value in side_values(s, place)]
    in_play += [value for seat in range(SEATS) for value in hand_values(s, seat)]
    for value in in_play + [value for cards in _piles(s, r) for value in cards]:
        left[value] -= 1
    return [value for value, n in left.items() for _ in range(n)]


def _pending(s: Any, r: Any) -> Plain | None:
    if s.step != CREW:
        return None
    return {"member": CREW_NAMES[s.member]} | _place(r, int(s.came_to))


def sources(s: Any, r: Any) -> list[dict[str, int]]:
    """Each seat's points by source."""
    return [{"ships": int(s.ships_taken[seat]), "crew": int(s.crew_taken[seat])} for seat in range(SEATS)]


def name(s: Any, r: Any, a: int) -> Plain:
    """An action as data."""
    what, to = part(a, act.WHAT), int(part(a, act.TO))
    value = int(part(a, act.KIND)) + LOWEST
    if what == act.PLAY:
        return {"play": value} | _place(r, to)
    if what == act.OCTOPUS:
        leaves = _place(r, int(part(a, act.LEAVES)))
        return {"octopus": value, "from_ship": leaves["ship"], "from_side": leaves["side"]} | _place(r, to)
    if what == act.RUM:
        return {"rum": resistance(r, to)}
    if what == act.CREW_TO:
        return {"crew_to": resistance(r, to)}
    if what == act.PICK:
        return {"pick": value}
    return {"end_turn": True} if what == act.END_TURN else {"pass": True}


def event(r: Any, e: Any) -> Plain:
    """What an event's amount stands for."""
    kind, amount = int(e.kind), int(e.amount)
    if kind == ev.E_PLAY:
        return {"amount": 0} | _place(r, part(amount, ev.TO))
    if kind == ev.E_OCTOPUS:
        leaves = _place(r, part(amount, ev.LEAVES))
        come = _place(r, part(amount, ev.TO))
        return {"amount": 0, "from_ship": leaves["ship"], "from_side": leaves["side"]} | come
    if kind == ev.E_CREW:
        ships = {key: resistance(r, part(amount, bits)) for key, bits in CREW_SHIPS.items()}
        return {"amount": 0, "member": CREW_NAMES[part(amount, ev.MEMBER)]} | ships
    if kind == ev.E_RUM:
        return {"amount": 0, "ship": resistance(r, amount)}
    if kind in (ev.E_TAKEN, ev.E_REMOVED):
        ship = {"amount": 1 + part(amount, ev.CREW), "ship": resistance(r, part(amount, ev.SHIP))}
        return ship | ({"how": ev.HOWS[part(amount, ev.HOW)]} if kind == ev.E_TAKEN else {})
    return {}


CREW_SHIPS = {"ship": ev.LEAVES_SHIP, "to": ev.TO_SHIP}

USES = ("play", "octopus", "draw", "crew", "taken", "removed", "octopus_back", "rum", "pass")
_OF_CARDS = ("play", "octopus", "draw")


def uses(options: SirenenOptions) -> list[tuple[str, str]]:
    """What can happen: with each value a play, a move by octopus, a draw; and everything else."""
    with_cards = [(use, str(value)) for use in _OF_CARDS for value in VALUES]
    return with_cards + [("at the ships", use.replace("_", " ")) for use in USES[len(_OF_CARDS) :]]


def used(r: Any, e: Any) -> list[int]:
    """The entries of `uses` that an event is a use of."""
    use = ev.EVENTS[int(e.kind)]
    if use not in USES:
        return []
    if use in _OF_CARDS:
        return [_OF_CARDS.index(use) * KINDS + int(e.card)] if e.card >= 0 else []
    return [len(_OF_CARDS) * KINDS + USES.index(use) - len(_OF_CARDS)]
