"""A game of Sirenen in Sicht told to people. Nothing here is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance.engine.events import noted
from balance.games.sirenen import actions as act
from balance.games.sirenen import events as ev
from balance.games.sirenen.limits import LOWEST, SEATS
from balance.games.sirenen.packing import part
from balance.games.sirenen.state import HOME, IN_PLAY, PICK, REMOVED, WITH_OWNER
from balance.games.sirenen.story import CREW_NAMES, crew_aboard, hand_values, resistance, side_values


def _player(seat: int) -> str:
    return f"Player {seat + 1}"


def _ship(r: Any, ship: int) -> str:
    return f"ship {resistance(r, ship)}"


def _side(r: Any, place: int) -> str:
    return f"{_player(place % SEATS)}'s side of {_ship(r, place // SEATS)}"


def _many(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def _points(n: int) -> str:
    return _many(n, "victory point")


# What is chosen


def say(s: Any, r: Any, a: int, reader: int | None = None) -> str:
    """An action in words; what another picks for its hand is not for `reader`'s eyes."""
    what, to, value = part(a, act.WHAT), int(part(a, act.TO)), int(part(a, act.KIND)) + LOWEST
    if what == act.PLAY:
        return f"play {value} to {_side(r, to)}"
    if what == act.OCTOPUS:
        return f"use the octopus: move {value} from {_side(r, int(part(a, act.LEAVES)))} to {_side(r, to)}"
    if what == act.RUM:
        return f"put the mug of rum on {_ship(r, to)}"
    if what == act.CREW_TO:
        return f"move the {CREW_NAMES[s.member]} to {_ship(r, to)}"
    if what == act.PICK:
        return f"pick {value if reader in (None, int(s.asked)) else 'a card'} for the starting hand"
    return "keep the mug of rum" if what == act.END_TURN else "pass"


# How things stand


def opening(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The deal in words."""
    if s.step == PICK:
        return [f"Each player has a set of {int(r.set_size)} cards and picks {int(r.hand_size)} of it as the hand."]
    hands = [f"{_player(seat)} is dealt {_hand(s, seat, reader)}." for seat in range(SEATS)]
    return [*hands, f"{_player(int(s.active))} is the start player."]


def heading(s: Any, r: Any) -> str:
    """A title for each turn."""
    return "Picking the hands" if s.step == PICK else f"Turn {int(s.turns) + 1}: {_player(int(s.active))}"


def legend(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """How to read the table."""
    return [
        "Each column is a ship card with its resistance; above and below it the cards of the two sides, oldest first,",
        "and their total. A * marks the card that an octopus came with; captain and mate stand on their ship card.",
    ]


def scene(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The ship with both sides, as a turn finds it: a column for each ship card, bow first."""
    if s.step == PICK:
        return [] if reader is None else [f"Picked so far: {_hand(s, reader, reader)}"]
    rows = [["", *[""] * int(r.ships)] for _ in range(3)]
    for row, seat in ((0, 1), (2, 0)):
        rows[row] = [_player(seat), *[_cards(s, SEATS * ship + seat) for ship in range(int(r.ships))]]
    rows[1] = ["Ship", *[_ship_card(s, r, ship) for ship in range(int(r.ships))]]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    table = [" | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [*table, *[_seat(s, seat, reader) for seat in range(SEATS)], *([] if reader is None else [_piles(s, r)])]


def _piles(s: Any, r: Any) -> str:
    left = [_many(int(n), "card") for n in s.pile_n[: SEATS if r.tactics else 1]]
    return f"Left to draw: {left[0]}" if len(left) == 1 else f"Left to draw: {left[0]} and {left[1]}"


def _cards(s: Any, place: int) -> str:
    """The cards of a side, an octopus as *, and their total."""
    shown = [str(value) for value in side_values(s, place)]
    for seat in range(SEATS):
        if s.octopus[seat] == place:
            shown[int(s.octopus_at[seat])] += "*"
    return f"{' '.join(shown)} ({int(s.total[place])})" if shown else ""


def _ship_card(s: Any, r: Any, ship: int) -> str:
    owner = int(s.owner[ship])
    if owner != IN_PLAY:
        return f"{resistance(r, ship)} {'removed' if owner == REMOVED else 'taken by ' + _player(owner)}"
    rum = int(s.resistance[ship]) - resistance(r, ship)
    mugs = sum(int(s.rum[seat]) == ship for seat in range(SEATS))
    return " ".join([str(resistance(r, ship)), *([f"+{rum} rum"] if mugs else []), *crew_aboard(s, ship)])


def _seat(s: Any, seat: int, reader: int | None) -> str:
    tokens = ["octopus"] if s.octopus[seat] == HOME else []
    tokens += ["rum"] if s.rum[seat] == WITH_OWNER else []
    points = _points(int(s.ships_taken[seat] + s.crew_taken[seat]))
    return f"{_player(seat)}: {points}, {' and '.join(tokens) or 'no token'}, in hand {_hand(s, seat, reader)}"


def _hand(s: Any, seat: int, reader: int | None) -> str:
    if reader not in (None, seat):
        return _many(int(s.hand_n[seat]), "card")
    return ", ".join(str(value) for value in hand_values(s, seat)) or "nothing"


# What follows


def tell(s: Any, r: Any, log: Any, reader: int | None = None, before: Any = None) -> list[str]:
    """What happened beyond the action itself, in words."""
    return [line for e in log[1 : int(noted(log)) + 1] for line in _tell(r, e, reader)]


def _tell(r: Any, e: Any, reader: int | None) -> Iterator[str]:
    kind, who, amount = int(e.kind), _player(int(e.seat)), int(e.amount)
    if kind == ev.E_START:
        yield f"The draw piles are shuffled; {who} is the start player."
    elif kind == ev.E_CREW:
        yield _crew(r, who, amount)
    elif kind in (ev.E_TAKEN, ev.E_REMOVED):
        yield _scored(r, who, amount)
    elif kind == ev.E_OCTOPUS_BACK:
        yield f"{who}'s octopus returns."
    elif kind == ev.E_DRAW:
        yield f"{who} draws {int(e.card) + LOWEST if reader in (None, int(e.seat)) else 'a card'}."


def _crew(r: Any, who: str, amount: int) -> str:
    member, leaves, to = (part(amount, bits) for bits in (ev.MEMBER, ev.LEAVES_SHIP, ev.TO_SHIP))
    chosen = "chosen by" if part(amount, ev.WAS_CHOICE) else "the only way for"
    return f"The {CREW_NAMES[member]} moves from {_ship(r, leaves)} to {_ship(r, to)} ({chosen} {who})."


def _scored(r: Any, who: str, amount: int) -> str:
    ship, crew = _ship(r, part(amount, ev.SHIP)), part(amount, ev.CREW)
    aboard = " and the crew member on it" if crew == 1 else ""
    how = part(amount, ev.HOW)
    if how == ev.TIE:
        verb = "leave" if crew else "leaves"
        return f"Equal totals with all places full: {ship}{aboard} {verb} play."
    why = "the resistance is reached" if how == ev.RESISTANCE else "the higher total with all places full"
    return f"{who} takes {ship}{aboard}: {why}, {_points(1 + crew)}."
