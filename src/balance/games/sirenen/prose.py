"""A game of Sirenen in Sicht told to people. Nothing here is compiled.

`reader` is the seat that is told, which does not see everything; None, in replays, does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance.engine.events import noted
from balance.games.sirenen import actions as act
from balance.games.sirenen import events as ev
from balance.games.sirenen.limits import LOWEST, MEMBERS, SEATS
from balance.games.sirenen.options import VALUES
from balance.games.sirenen.packing import part
from balance.games.sirenen.state import CREW, HOME, IN_PLAY, PICK, REMOVED, RUNNING, WITH_OWNER
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
        return f"move the {CREW_NAMES[s.member]} from {_ship(r, int(s.crew[s.member]))} to {_ship(r, to)}"
    if what == act.PICK:
        return f"pick {value if reader in (None, int(s.asked)) else 'a card'} for the starting hand"
    return "keep the mug of rum" if what == act.END_TURN else "pass"


# How things stand


def opening(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The deal in words; a replay goes on to tell how to read the table (a person who plays asks for the `legend`)."""
    if s.step == PICK:
        each = f"{_many(int(r.set_size), 'card')} and picks {int(r.hand_size)} of them as the starting hand"
        deal = [f"Each player has a set of {each}."]
    else:
        hands = [f"{_player(seat)} is dealt {_hand(s, seat, reader)}." for seat in range(SEATS)]
        deal = [*hands, f"{_player(int(s.active))} is the start player."]
    return [*deal, *(legend(s, r) if reader is None else [])]


def heading(s: Any, r: Any) -> str:
    """A title for each turn."""
    return "Picking the hands" if s.step == PICK else f"Turn {int(s.turns) + 1}: {_player(int(s.active))}"


def legend(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """How to read the table."""
    return [
        "Each column is a ship card with its resistance; above and below it the cards of the two sides, oldest first,",
        "and their total in brackets. 5*P1 is a 5 with Player 1's octopus on it, rum (P1) is Player 1's mug of rum.",
        f"Captain and mate stand on their ship card; {_icons(r)} the move-crew icon.",
    ]


def _icons(r: Any) -> str:
    values = [value for value in VALUES if int(r.icons) >> value - LOWEST & 1]
    if len(values) < 2:
        return f"cards of value {values[0]} bear" if values else "no card bears"
    if values[-1] - values[0] == len(values) - 1:
        return f"cards of value {values[0]} to {values[-1]} bear"
    return f"cards of value {', '.join(map(str, values[:-1]))} and {values[-1]} bear"


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
    return [*table, *[_seat(s, seat, reader) for seat in range(SEATS)], _piles(s, r)]


def _piles(s: Any, r: Any) -> str:
    left = [_many(int(n), "card") for n in s.pile_n[:SEATS]]
    if r.tactics:
        return "Draw piles: " + ", ".join(f"{_player(seat)} {left[seat]}" for seat in range(SEATS))
    return f"Draw pile: {left[0]}"


def _cards(s: Any, place: int) -> str:
    """The cards of a side, an octopus as * and its owner, and their total."""
    shown = [str(value) for value in side_values(s, place)]
    for seat in range(SEATS):
        if s.octopus[seat] == place:
            shown[int(s.octopus_at[seat])] += f"*P{seat + 1}"
    return f"{' '.join(shown)} ({int(s.total[place])})" if shown else ""


def _ship_card(s: Any, r: Any, ship: int) -> str:
    owner = int(s.owner[ship])
    if owner != IN_PLAY:
        return f"{resistance(r, ship)} {'removed' if owner == REMOVED else 'taken by ' + _player(owner)}"
    rum = int(s.resistance[ship]) - resistance(r, ship)
    mugs = ", ".join(f"P{seat + 1}" for seat in range(SEATS) if s.rum[seat] == ship)
    return " ".join([str(resistance(r, ship)), *([f"+{rum} rum ({mugs})"] if mugs else []), *crew_aboard(s, ship)])


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


def tell(s: Any, r: Any, log: Any, reader: int | None, before: Any) -> list[str]:
    """What happened beyond the action itself, in words; at the end of the game, how the ship was left."""
    events = log[1 : int(noted(log)) + 1]
    lines = [*_at_the_ships(s, r, events, before), *_drawn(s, r, events, reader, before)]
    return lines if s.ended == RUNNING else [*lines, "The ship at the end:", *scene(s, r, reader)]


def _at_the_ships(s: Any, r: Any, events: Any, before: Any) -> Iterator[str]:
    """All but the draw. `crew` and `totals` are followed from event to event: a scored ship does not show them."""
    crew = [int(ship) for ship in before.crew]
    totals = [int(total) for total in before.total]
    for e in events:
        kind, who, amount = int(e.kind), _player(int(e.seat)), int(e.amount)
        if kind == ev.E_START:
            yield f"The draw piles are shuffled; {who} is the start player."
        elif kind in (ev.E_PLAY, ev.E_OCTOPUS):
            totals[part(amount, ev.TO)] += int(e.card) + LOWEST
            if kind == ev.E_OCTOPUS:
                totals[part(amount, ev.LEAVES)] -= int(e.card) + LOWEST
            if r.crew_before_scoring and before.ships_left == before.crew_left:
                yield from _stays(r, e, crew)
        elif kind == ev.E_CREW:
            member, to = part(amount, ev.MEMBER), part(amount, ev.TO_SHIP)
            crew[member] = to
            if not part(amount, ev.WAS_CHOICE):  # a chosen move has been said
                ships = f"from {_ship(r, part(amount, ev.LEAVES_SHIP))} to {_ship(r, to)}"
                yield f"The {CREW_NAMES[member]} moves {ships}: both ways round lead there."
        elif kind in (ev.E_TAKEN, ev.E_REMOVED):
            yield from _scored(s, r, e, crew, totals)
        elif kind == ev.E_OCTOPUS_BACK:
            yield f"{who}'s octopus returns."
        elif kind == ev.E_PASS:
            yield f"{who} can neither play a card nor use the octopus."
    if not r.crew_before_scoring and s.ended == RUNNING and s.ships_left == s.crew_left:
        for e in events:
            if e.kind in (ev.E_PLAY, ev.E_OCTOPUS):
                yield from _stays(r, e, [int(ship) for ship in s.crew])
    if s.step == CREW:
        owner, side = _player(int(s.asked)), _side(r, int(s.came_to))
        yield f"The {CREW_NAMES[s.member]} has to move, and {owner} says where to: the card lies at {side}."


def _stays(r: Any, e: Any, crew: list[int]) -> Iterator[str]:
    """Who would move for the card that has come, were there a ship card to move to."""
    ship = part(int(e.amount), ev.TO) // SEATS
    if int(r.icons) >> int(e.card) & 1 and ship in crew:
        yield f"The {CREW_NAMES[crew.index(ship)]} stays: as many ship cards as crew members are in play."


def _scored(s: Any, r: Any, e: Any, crew: list[int], totals: list[int]) -> Iterator[str]:
    """A ship taken or removed: why, and what goes with it."""
    amount, seat = int(e.amount), int(e.seat)
    number, how, mugs = part(amount, ev.SHIP), part(amount, ev.HOW), part(amount, ev.MUGS)
    ship = _ship(r, number)
    aboard = [f"the {CREW_NAMES[member]}" for member in range(MEMBERS) if crew[member] == number]
    both = totals[SEATS * number : SEATS * (number + 1)]
    left = " and ".join([ship, *aboard])
    if how == ev.TIE:
        yield f"All places full and equal totals, {both[0]}: {left} {'leave' if aboard else 'leaves'} play."
    else:
        own, other = both[seat], both[1 - seat]
        reached = f"a total of {own} reaches the resistance of {int(s.resistance[number])}"
        why = reached if how == ev.RESISTANCE else f"all places are full, {own} against {other}"
        yield f"{_player(seat)} takes {left} ({_points(1 + len(aboard))}): {why}."
    for owner in range(SEATS):
        if mugs >> owner & 1:
            yield f"{_player(owner)}'s mug of rum leaves play."


def _drawn(s: Any, r: Any, events: Any, reader: int | None, before: Any) -> Iterator[str]:
    """The card drawn after one was played, or that there is none."""
    played = before.step == CREW and before.came_from < 0
    for e in events:
        if e.kind == ev.E_DRAW:
            card = int(e.card) + LOWEST if reader in (None, int(e.seat)) else "a card"
            last = "" if s.pile_n[int(e.seat) if r.tactics else 0] else ", the last card of the draw pile"
            yield f"{_player(int(e.seat))} draws {card}{last}."
            return
        played |= e.kind == ev.E_PLAY
    if played and s.step != CREW and s.ended == RUNNING:
        yield f"{_player(int(before.active))} draws nothing: the draw pile is empty."
