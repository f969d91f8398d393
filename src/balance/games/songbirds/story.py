"""A game of Songbirds as data, for records (docs/replay-format.md): the state, what a seat may see of it, actions."""

from __future__ import annotations

from typing import Any

from balance.games.songbirds.birds import COLOURS, VOLUMES
from balance.games.songbirds.events import E_AWARD, E_PLACE
from balance.games.songbirds.scoring import (
    GROUP_POINTS,
    GROUPS,
    NOBODY,
    award_line,
    award_taker,
    award_token,
)
from balance.games.songbirds.state import (
    CARDS,
    COMPETITIVE,
    CROW,
    CROW_A,
    EMPTY,
    FAVOUR,
    LINES,
    NO_CROW,
    RUNNING,
    SIDE,
    SPACES,
)

Plain = dict[str, Any]


def card_name(card: int) -> str:
    """A card by colour and volume."""
    return "Crow" if card == CROW else f"{COLOURS[card // VOLUMES]} {card % VOLUMES + 1}"


def hand_of(s: Any, seat: int) -> list[int]:
    """The cards in a hand, by number."""
    return [card for card in range(CARDS) if int(s.hand[seat]) >> card & 1]


def _name_or_none(card: Any) -> str | None:
    return None if card == EMPTY else card_name(int(card))


def _sorted_names(cards: list[int]) -> list[str]:
    return sorted(card_name(card) for card in cards)


def _left(s: Any) -> list[int]:
    """What is left of the deck, top first."""
    return [int(card) for card in s.deck[: int(s.deck_n)][::-1]]


def _open_to_all(s: Any, r: Any) -> Plain:
    berries = [int(r.berries[token]) for token in s.token]
    return {
        "round": int(s.round_no),
        "starter": int(s.starter),
        "to_move": int(s.next) if s.ended == RUNNING else None,
        "forest": [[_name_or_none(card) for card in s.forest[SIDE * row : SIDE * (row + 1)]] for row in range(SIDE)],
        "column_berries": berries[:SIDE],
        "row_berries": berries[SIDE:],
        "crow_side": None if s.crow == NO_CROW else "A" if s.crow == CROW_A else "B",
        "favoured": [_name_or_none(card) for card in s.favoured[: int(r.seats)]],
        "points": [[int(n) for n in s.points[seat, : _finished(s)]] for seat in range(int(r.seats))],
    }


def _finished(s: Any) -> int:
    """Number of finished rounds."""
    return int(s.round_no) - (1 if s.ended == RUNNING else 0)


def describe(s: Any, r: Any) -> Plain:
    """The complete state."""
    left = [card_name(card) for card in _left(s)]
    return _open_to_all(s, r) | {
        "hands": [_sorted_names(hand_of(s, seat)) for seat in range(int(r.seats))],
        "aside": left if r.mode == COMPETITIVE else [],
        "deck": [] if r.mode == COMPETITIVE else left,
    }


def view(s: Any, r: Any, seat: int) -> Plain:
    """What `seat` may see: its own hand and all that lies open; of other hands, deck and aside card the number."""
    left = int(s.deck_n)
    return _open_to_all(s, r) | {
        "hand": _sorted_names(hand_of(s, seat)),
        "cards_in_hands": [len(hand_of(s, other)) for other in range(int(r.seats))],
        "aside": left if r.mode == COMPETITIVE else 0,
        "deck": 0 if r.mode == COMPETITIVE else left,
    }


def name(s: Any, r: Any, a: int) -> Plain:
    """An action as data."""
    if a >= FAVOUR:
        return {"favour": card_name(a - FAVOUR)}
    card, space = divmod(int(a), SPACES)
    return {"play": card_name(card), "row": space // SIDE, "column": space % SIDE}


def line_name(line: int) -> str:
    """A line, or a group beside the Crow, as records call it."""
    if line >= LINES:
        return GROUPS[line - LINES]
    return f"column {line}" if line < SIDE else f"row {line - SIDE}"


def award_berries(r: Any, code: int) -> int:
    """The berries of an award's token."""
    line = int(award_line(code))
    return int(GROUP_POINTS[line - LINES]) if line >= LINES else int(r.berries[award_token(code)])


def event(r: Any, e: Any) -> Plain:
    """What an event's record has beyond its seat, card and amount, or instead."""
    code = int(e.amount)
    if e.kind == E_PLACE:
        return {"amount": 0, "row": code // SIDE, "column": code % SIDE}
    if e.kind == E_AWARD:
        taker = int(award_taker(code))
        return {
            "amount": award_berries(r, code),
            "line": line_name(int(award_line(code))),
            "colour": None if taker == NOBODY else COLOURS[taker],
        }
    return {}


def sources(s: Any, r: Any) -> list[dict[str, int]]:
    """Each seat's points by source, over all rounds."""
    found = []
    for seat in range(int(r.seats)):
        points = {"volume": int(s.from_volume[seat]), "berries": int(s.from_berries[seat])}
        if r.mode != COMPETITIVE:
            points["others"] = int(s.from_others[seat])
        found.append(points)
    return found
