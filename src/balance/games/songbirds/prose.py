"""A game of Songbirds told to people: the forest as a small table, and who takes each token and why.

Nothing here is compiled. `reader` is the seat that is told, which does not see everything; None, in replays, does.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from balance.engine.events import noted
from balance.games.songbirds.birds import COLOURS, VOLUMES
from balance.games.songbirds.events import E_AWARD, E_DRAW, E_FAVOUR, E_PLACE, E_ROUND, E_SCORE
from balance.games.songbirds.scoring import (
    GROUP_POINTS,
    GROUPS,
    NOBODY,
    award_line,
    award_strengths,
    award_taker,
    crow_groups,
    strength_of,
)
from balance.games.songbirds.state import (
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
    TIED,
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
    """What the deal has that the forest and the hands, which stand under the first title, do not show.

    A replay goes on to tell how to read the table; a person who plays asks for the `legend`.
    """
    return [*_deal(s, r, reader), *(legend(s, r) if reader is None else [])]


def _deal(s: Any, r: Any, reader: int | None) -> list[str]:
    lines = []
    if r.mode == COMPETITIVE and s.deck_n > 0:
        lines.append(f"Set aside, unseen: {card_name(int(s.deck[0])) if reader is None else 'one card'}")
    if s.crow != NO_CROW:
        groups = ", ".join(f"{GROUPS[group]} {GROUP_POINTS[group]}" for group in range(*crow_groups(s.crow)))
        side = "A" if s.crow == CROW_A else "B"
        lines.append(f"The Crow lies with its side {side} up. Points for the strongest colour beside it: {groups}.")
    starter = int(s.starter)
    if r.mode == COMPETITIVE:
        return [*lines, f"{_player(starter)} starts."]
    drawn = int(s.deck[int(s.deck_n)])  # what was on top until the starter drew
    for seat in range(int(r.seats)):
        dealt = next(card for card in hand_of(s, seat) if (seat, card) != (starter, drawn))
        lines.append(f"{_player(seat)} is dealt {_seen(dealt, seat, reader)}.")
    return [*lines, f"{_player(starter)} starts, and draws {_seen(drawn, starter, reader)}."]


def _seen(card: int, seat: int, reader: int | None) -> str:
    """A card that comes to a seat's hand, as far as the reader sees it."""
    return card_name(card) if reader in (None, seat) else "a card"


def legend(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """How to read the table."""
    return [
        "R5 is Red 5; a + marks a space that may be played to, a . one that may not yet.",
        "The numbers above the columns and beside the rows are the berries there.",
    ]


def forest(s: Any, r: Any) -> list[str]:
    """The forest with its tokens: R5 is Red 5, + an open space, . any other empty one."""
    return _table(s, r, s.forest)


def _table(s: Any, r: Any, cards: Sequence[int]) -> list[str]:
    """The tokens and open spaces of a state, with cards by space."""
    berries = [int(r.berries[token]) for token in s.token]
    lines = ["     " + "".join(f"{n:>5}" for n in berries[:SIDE])]
    for row in range(SIDE):
        cells = [_cell(s, space, int(cards[space])) for space in range(SIDE * row, SIDE * (row + 1))]
        lines.append(f"{berries[SIDE + row]:>5}" + "".join(f"{cell:>5}" for cell in cells))
    return lines


def _cell(s: Any, space: int, card: int) -> str:
    if card == EMPTY:
        return "+" if int(s.open) >> space & 1 else "."
    return "Crow" if card == CROW else f"{COLOURS[card // VOLUMES][0]}{card % VOLUMES + 1}"


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
    most = SPACES - _laid_at_first(r) + (1 if r.mode != COMPETITIVE else 0)  # a bird is favoured in a turn of its own
    last = min(first + together - 1, most)
    turns = f"turns {first} to {last}" if first < last else f"turn {last}"
    return f"Round {int(s.round_no)}, {turns}" if r.rounds > 1 else turns.capitalize()


def _turns(s: Any, r: Any) -> int:
    """Turns taken in this round."""
    laid = int(s.occupied).bit_count() - _laid_at_first(r)
    return laid + sum(int(card) != EMPTY for card in s.favoured[: int(r.seats)])


def _laid_at_first(r: Any) -> int:
    """Spaces that are taken by the deal."""
    return 1 if r.mode == COMPETITIVE else len(DIAGONALS)


def scene(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The table under a title."""
    favoured = [
        f"{_player(seat)} favours {card_name(int(s.favoured[seat]))}"
        for seat in range(int(r.seats))
        if s.favoured[seat] != EMPTY
    ]
    left = [f"In the deck: {_many(int(s.deck_n), 'card')}"] if r.mode != COMPETITIVE else []
    return [*forest(s, r), *_hands(s, r, reader), *favoured, *left]


# What follows


def tell(s: Any, r: Any, log: Any, reader: int | None, before: Any) -> list[str]:
    """What a decision led to: the next player's draw, or the end of the round and the next deal."""
    events = log[1 : int(noted(log)) + 1]
    if any(e.kind == E_AWARD for e in events):
        return _end_of_round(s, r, events, reader, before)
    if r.mode == COMPETITIVE:
        return []
    who = _player(s.next)
    for e in events:
        if e.kind == E_DRAW:
            last = "" if s.deck_n > 0 else ", the last card of the deck"
            return [f"{who} begins the next turn by drawing {_seen(int(e.card), int(e.seat), reader)}{last}."]
    return [f"{who} begins the next turn without a card to draw: the deck is empty."]


def _end_of_round(s: Any, r: Any, events: Any, reader: int | None, before: Any) -> list[str]:
    """The full forest, who takes which token, the points; then the deal of the next round, if there is one."""
    lines: list[str] = []
    tokens, crow = dict.fromkeys(COLOURS, 0), dict.fromkeys(COLOURS, 0)
    favoured: dict[int, int] = {}
    for e in events:
        if e.kind == E_PLACE:
            full = before.forest.copy()
            full[int(e.amount)] = e.card
            lines += _table(before, r, full)
        elif e.kind == E_AWARD:
            lines.append(_award(r, int(e.amount)))
            if award_taker(e.amount) != NOBODY:
                won = crow if award_line(e.amount) >= LINES else tokens
                won[COLOURS[award_taker(e.amount)]] += award_berries(r, int(e.amount))
        elif e.kind == E_FAVOUR:
            favoured[int(e.seat)] = int(e.card)
        elif e.kind == E_SCORE:
            lines.append(_score(s, r, e, favoured, tokens, crow))
        elif e.kind == E_ROUND:
            lines += [_totals(s, r, int(e.amount) - 1), "", f"The deal of round {int(e.amount)}"]
            lines += ["All birds and Berry tokens are shuffled and laid out afresh.", *_deal(s, r, reader)]
    if s.ended != RUNNING and r.rounds > 1:
        lines.append(_totals(s, r, int(s.round_no)))
    if s.ended == TIED:
        best = max(int(n) for n in s.total[: int(r.seats)])
        first = [str(seat + 1) for seat in range(int(r.seats)) if s.total[seat] == best]
        lines.append(f"Players {_listed(first)} share the first place.")
    return lines


def _totals(s: Any, r: Any, rounds: int) -> str:
    totals = ", ".join(f"{_player(seat)} {int(s.total[seat])}" for seat in range(int(r.seats)))
    return f"Points after {_many(rounds, 'round')}: {totals}."


def _award(r: Any, code: int) -> str:
    """One token: the strengths, who cancels whom, who takes it."""
    strengths = {colour: int(strength_of(award_strengths(code), i)) for i, colour in enumerate(COLOURS)}
    ranked = sorted((colour for colour in COLOURS if strengths[colour]), key=lambda colour: -strengths[colour])
    shown = ", ".join(f"{colour} {strengths[colour]}" for colour in ranked)
    taker = None if award_taker(code) == NOBODY else COLOURS[award_taker(code)]
    at_stake = ranked.index(taker) if taker else len(ranked)
    tied = [group for group in _groups(ranked[:at_stake], strengths) if len(group) > 1]
    line, berries = int(award_line(code)), award_berries(r, code)
    if line >= LINES:
        got = f"{taker or 'No colour'} gets the {berries} points."
        return f"Crow, {line_name(line)}: {shown}. {_cancelled(tied)}{got}"
    place = f"{'Column' if line < SIDE else 'Row'} {line % SIDE + 1} ({_many(berries, 'berry')})"
    if r.tie_voids and tied:
        return f"{place}: {shown}. {_listed(tied[0])} tie for the strongest, so nobody takes it."
    return f"{place}: {shown}. {_cancelled(tied)}{taker or 'Nobody'} takes it."


def _groups(ranked: list[str], strengths: dict[str, int]) -> list[list[str]]:
    """Colours of equal strength together."""
    return [list(group) for _, group in groupby(ranked, key=lambda colour: strengths[colour])]


def _cancelled(tied: list[list[str]]) -> str:
    return "".join(f"{_listed(group)} cancel each other out. " for group in tied)


def _score(s: Any, r: Any, e: Any, favoured: dict[int, int], tokens: dict[str, int], crow: dict[str, int]) -> str:
    if r.mode == COMPETITIVE:
        card = favoured[int(e.seat)]
        colour = COLOURS[card // VOLUMES]
        taken_off = f" - {-crow[colour]} for the Crow" if crow[colour] else ""
        return (
            f"{_player(e.seat)} reveals {card_name(card)}: {_many(tokens[colour], 'berry')} of {colour}{taken_off} "
            f"+ volume {card % VOLUMES + 1} = {_many(int(e.amount), 'point')}."
        )
    cards = [int(card) for card in s.favoured[: int(r.seats)] if card != EMPTY]
    if not cards:
        return "No bird was favoured: 0 points."
    colour = COLOURS[cards[0] // VOLUMES]
    others = sum(n for other, n in tokens.items() if other != colour)
    return (
        f"{card_name(cards[0])} is favoured: volume {cards[0] % VOLUMES + 1} + {_many(tokens[colour], 'berry')} of "
        f"{colour} - {_many(others, 'berry')} of the others = {_many(int(e.amount), 'point')}."
    )
