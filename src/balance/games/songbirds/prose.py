"""A game of Songbirds told to people: the forest as a small table, and who takes each token and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from balance.games.songbirds.events import E_AWARD, E_DRAW, E_FAVOUR, E_ROUND, E_SCORE
from balance.games.songbirds.scoring import NOBODY, award_line, award_strengths, award_taker, strength_of
from balance.games.songbirds.state import (
    COLOURS,
    COMPETITIVE,
    CROW,
    CROW_A,
    DIAGONALS,
    EMPTY,
    FAVOUR,
    LINES,
    NO_CROW,
    RUNNING,
    SIDE,
    SPACES,
    VOLUMES,
)
from balance.games.songbirds.story import award_berries, card_name, hand_of, line_name

TURNS_UNDER_A_TITLE = 4  # in solo; else as many as there are players


def _player(seat: Any) -> str:
    return f"Player {int(seat) + 1}"


def _many(n: int, noun: str) -> str:
    return f"{n} {noun if abs(n) == 1 else noun.replace('berry', 'berries') if 'berry' in noun else noun + 's'}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


# What is chosen


def say(s: Any, r: Any, a: int, reader: int | None = None) -> str:
    """An action in words."""
    if a >= FAVOUR:
        return f"favour {card_name(a - FAVOUR)}"
    card, space = divmod(int(a), SPACES)
    return f"place {card_name(card)} in row {space // SIDE + 1}, column {space % SIDE + 1}"


# How things stand


def opening(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """What the deal has that the forest and the hands, which stand under the first title, do not show."""
    lines = []
    if r.mode == COMPETITIVE and s.deck_n > 0:
        lines.append(f"Set aside, unseen: {card_name(int(s.deck[0])) if reader is None else 'one card'}")
    if s.crow != NO_CROW:
        lines.append(f"The Crow lies with its side {'A' if s.crow == CROW_A else 'B'} up.")
    lines.append(f"{_player(s.starter)} starts. (R5 is Red 5; spaces marked + may be played to.)")
    return lines


def forest(s: Any, r: Any) -> list[str]:
    """The forest with its tokens: R5 is Red 5, + an open space, . any other empty one."""
    berries = [int(r.berries[token]) for token in s.token]
    lines = ["     " + "".join(f"{n:>5}" for n in berries[:SIDE])]
    for row in range(SIDE):
        cells = [_cell(s, SIDE * row + column) for column in range(SIDE)]
        lines.append(f"{berries[SIDE + row]:>5}" + "".join(f"{cell:>5}" for cell in cells))
    return lines


def _cell(s: Any, space: int) -> str:
    card = int(s.forest[space])
    if card == EMPTY:
        return "+" if int(s.open) >> space & 1 else "."
    return "Crow" if card == CROW else f"{COLOURS[card // VOLUMES][0]}{card % VOLUMES + 1}"


def legend(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """How to read the table."""
    return [
        "R5 is Red 5; a + marks a space that may be played to, a . one that may not yet.",
        "The numbers above the columns and beside the rows are the berries there.",
    ]


def _hands(s: Any, r: Any, reader: int | None) -> list[str]:
    return [f"{_player(seat)} holds {_hand(s, seat, reader) or 'nothing'}" for seat in range(int(r.seats))]


def _hand(s: Any, seat: int, reader: int | None) -> str:
    cards = hand_of(s, seat)
    return _birds(cards) if reader in (None, seat) else _many(len(cards), "card")


def _birds(cards: list[int]) -> str:
    """Cards by colour: Red 2 5, Blue 1."""
    colours = groupby(cards, key=lambda card: card // VOLUMES)
    return ", ".join(
        f"{COLOURS[colour]} {' '.join(str(card % VOLUMES + 1) for card in birds)}" for colour, birds in colours
    )


def heading(s: Any, r: Any) -> str:
    """A title for each turn of everybody (solo: for every few turns)."""
    together = int(r.seats) if r.seats > 1 else TURNS_UNDER_A_TITLE
    first = _turns(s, r) // together * together + 1
    turns = f"turns {first} to {first + together - 1}"
    return f"Round {int(s.round_no)}, {turns}" if r.rounds > 1 else turns.capitalize()


def _turns(s: Any, r: Any) -> int:
    """Turns taken in this round."""
    laid = int(s.occupied).bit_count() - (1 if r.mode == COMPETITIVE else len(DIAGONALS))
    return laid + sum(int(card) != EMPTY for card in s.favoured[: int(r.seats)])


def scene(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The table under a title."""
    favoured = [
        f"{_player(seat)} favours {card_name(int(s.favoured[seat]))}"
        for seat in range(int(r.seats))
        if s.favoured[seat] != EMPTY
    ]
    left = [f"In the deck: {_many(int(s.deck_n), 'card')}"] if reader is not None and r.mode != COMPETITIVE else []
    return [*forest(s, r), *_hands(s, r, reader), *favoured, *left]


# What follows


def tell(s: Any, r: Any, log: Any, reader: int | None = None, before: Any = None) -> list[str]:
    """What a decision led to: a draw, or the end of the round and the next deal."""
    lines: list[str] = []
    berries = dict.fromkeys(COLOURS, 0)
    favoured: dict[int, int] = {}
    for e in log[1 : int(log[0].amount) + 1]:
        if e.kind == E_DRAW:
            drawn = card_name(int(e.card)) if reader in (None, int(e.seat)) else "a card"
            lines.append(f"{_player(e.seat)} draws {drawn}.")
        elif e.kind == E_AWARD:
            lines.append(_award(r, int(e.amount)))
            if award_taker(e.amount) != NOBODY:
                berries[COLOURS[award_taker(e.amount)]] += award_berries(r, int(e.amount))
        elif e.kind == E_FAVOUR:
            favoured[int(e.seat)] = int(e.card)
        elif e.kind == E_SCORE:
            lines.append(_score(s, r, e, favoured, berries))
        elif e.kind == E_ROUND:
            lines += ["", f"The deal of round {int(e.amount)}", *opening(s, r, reader)]
    if s.ended != RUNNING:
        lines = [*forest(s, r), *lines]
    return lines


def _award(r: Any, code: int) -> str:
    """One token: the strengths, who cancels whom, who takes it."""
    strengths = {colour: int(strength_of(award_strengths(code), i)) for i, colour in enumerate(COLOURS)}
    ranked = sorted((colour for colour in COLOURS if strengths[colour]), key=lambda colour: -strengths[colour])
    shown = ", ".join(f"{colour} {strengths[colour]}" for colour in ranked)
    return f"{_line(r, code)}: {shown}. {_cancelled(ranked, strengths)}{_taker(code)}"


def _line(r: Any, code: int) -> str:
    line, berries = int(award_line(code)), _many(award_berries(r, code), "berry")
    if line >= LINES:
        return f"Crow, {line_name(line)} ({berries})"
    return f"{'Column' if line < SIDE else 'Row'} {line % SIDE + 1} ({berries})"


def _cancelled(ranked: list[str], strengths: dict[str, int]) -> str:
    groups = [list(group) for _, group in groupby(ranked, key=lambda colour: strengths[colour])]
    return "".join(f"{_listed(group)} cancel each other out. " for group in groups if len(group) > 1)


def _taker(code: int) -> str:
    taker = int(award_taker(code))
    return "Nobody takes it." if taker == NOBODY else f"{COLOURS[taker]} takes it."


def _score(s: Any, r: Any, e: Any, favoured: dict[int, int], berries: dict[str, int]) -> str:
    if r.mode == COMPETITIVE:
        card = favoured[int(e.seat)]
        won = berries[COLOURS[card // VOLUMES]]
        return (
            f"{_player(e.seat)} reveals {card_name(card)}: {_many(won, 'berry')} of {COLOURS[card // VOLUMES]} "
            f"+ volume {card % VOLUMES + 1} = {_many(int(e.amount), 'point')}."
        )
    cards = [int(card) for card in s.favoured[: int(r.seats)] if card != EMPTY]
    if not cards:
        return "No bird was favoured: 0 points."
    colour = COLOURS[cards[0] // VOLUMES]
    others = sum(n for other, n in berries.items() if other != colour)
    return (
        f"{card_name(cards[0])} is favoured: volume {cards[0] % VOLUMES + 1} + {_many(berries[colour], 'berry')} of "
        f"{colour} - {_many(others, 'berry')} of the others = {_many(int(e.amount), 'point')}."
    )
