'''Situations of Songbirds set up by hand and played by the engine, in a few words.

    p = position(
        """
        R5 W1 G7 B2 R3
        .  .  G4 .  .
        """,                         # rows from the top; rows left out are empty
        hands=["R7 B1", "W2 W3"],    # by seat; as many hands as there are players
        columns=[5, 6, 7, 8, 9],     # the Berry tokens above the columns, from the left
        rows=[10, 11, 12, 13, 15],   # and left of the rows, from the top
    )
    p.play("R7", 1, 2)               # row 1, column 2, counted from 0: asserts that it is legal, then plays it
    assert p.bird(1, 2) == "R7"

A card is a letter and a volume (R Red, B Blue, G Green, W White), the Crow is `X`, an empty space `.`. Seat 0 is to
move unless `to_move` says otherwise; `starter` (seat 0) is who started the round. Cards that stand nowhere are in
nobody's hand. `rules` are the options as in a YAML file (`{"players": 3, "line_ties": "no_award"}`); `mode` alone is
enough for solo and co-op, and `players` follows from the hands. More to set: `deck` (top card first; solo and co-op),
`aside` (two players), `favoured` (by seat, "" for none; solo and co-op), `crow` ("A" or "B", with an `X` in the
forest), `round` and `points` (of the rounds before it: [[seat 0's], [seat 1's], …]). It is the moment after the draw:
in solo and co-op the hand of the player to move holds the drawn card already.

What to ask (all plain data, 0-based):

    p.legal            the legal actions, as records have them: [{"play": "Red 7", "row": 1, "column": 2}, …]
    p.spaces           the spaces that may be played to: {(1, 2), …}
    p.asked            the seat to move, None when the game is over
    p.table()          the complete state (docs/replay-format.md); p.view(seat) what a seat may see
    p.bird(row, col)   what lies there: "R7", "X" or "."
    p.hand(seat)       "B1 R7": sorted, in short letters
    p.events           what followed the last action, as records have it: [{"event": "place", "seat": 0, …}, …]
    p.awards           who takes which line, of the last action: {"column 0": "Red", "row 4": None, …}
    p.told(reader)     what is told of the last action, to a seat or (None) to the reader of a replay
    p.scores           points by seat over all finished rounds; p.sources by source
    p.end              why the game has ended ("points", "tie", "full"), "" while it runs; p.winners: seats

and to do: `p.play(card, row, column)`, `p.favour(card)`, each returns `p`. `new_game(seed, **rules)` is a game just
dealt. `fill(p)` plays first legal placements until the round is over. `taker("R5 R2 B7", …)` gives who takes a line of
these birds.
'''

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.engine.events import clear, new_log
from balance.engine.game import find
from balance.engine.streams import begin, purpose_keys
from balance.engine.verbs import action, apply, count, over, scores, winners
from balance.games.songbirds.options import SongbirdsOptions
from balance.games.songbirds.scoring import strongest
from balance.games.songbirds.state import (
    COLOURS,
    CROW,
    CROW_A,
    CROW_B,
    EMPTY,
    FAVOUR,
    LINES,
    NO_CROW,
    SIDE,
    SPACES,
    VOICE,
    VOLUMES,
)

GAME = find("songbirds")
KERNEL = GAME.load()
LETTERS = "".join(colour[0] for colour in COLOURS)


def card(text: str) -> int:
    """The number of a card written short."""
    return CROW if text == "X" else EMPTY if text == "." else VOLUMES * LETTERS.index(text[0]) + int(text[1:]) - 1


def short(number: int) -> str:
    """A card's number written short."""
    return {CROW: "X", EMPTY: "."}.get(number) or f"{LETTERS[number // VOLUMES]}{number % VOLUMES + 1}"


def taker(birds: str, line_ties: str = "next_strongest") -> str | None:
    """The colour that takes the token of a line with these birds, None for nobody."""
    strengths = sum(int(VOICE[card(bird)]) for bird in birds.split())
    colour = int(strongest(strengths, line_ties == "no_award"))
    return COLOURS[colour] if colour >= 0 else None


class Position:
    """A game in a certain state; see the module's text."""

    def __init__(self, chosen: SongbirdsOptions, seed: int = 1):
        self.options = chosen
        self.r = KERNEL.rules_record(chosen)
        self._states = np.zeros(1, dtype=KERNEL.STATE).view(np.recarray)
        self._before = self._states.copy()
        self.rng = np.empty((len(GAME.chances), 2), dtype=np.uint64)
        begin(self.rng, purpose_keys(GAME.chances, 0), np.uint64(seed), np.uint64(0))
        self.log = new_log()

    # --- asking

    @property
    def s(self) -> Any:
        """The state record."""
        return self._states[0]

    def told(self, reader: int | None = None) -> list[str]:
        """What is told of the last action."""
        return KERNEL.tell(self.s, self.r, self.log, reader, self._before[0])

    @property
    def codes(self) -> list[int]:
        """Codes of the legal actions."""
        return [] if self.end else [int(action(self.s, self.r, k)) for k in range(count(self.s, self.r))]

    @property
    def legal(self) -> list[dict[str, Any]]:
        """The legal actions as data."""
        return [KERNEL.name(self.s, self.r, code) for code in self.codes]

    @property
    def spaces(self) -> set[tuple[int, int]]:
        """The spaces (row, column) that some card may be played to."""
        return {divmod(code % SPACES, SIDE) for code in self.codes if code < FAVOUR}

    @property
    def asked(self) -> int | None:
        """The seat to move."""
        return self.table()["to_move"]

    def table(self) -> dict[str, Any]:
        """The complete state."""
        return KERNEL.describe(self.s, self.r)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may see."""
        return KERNEL.view(self.s, self.r, seat)

    def bird(self, row: int, column: int) -> str:
        """What lies on a space."""
        return short(int(self.s.forest[SIDE * row + column]))

    def hand(self, seat: int) -> str:
        """A hand, sorted."""
        return " ".join(sorted(f"{name[0]}{name.split()[1]}" for name in self.table()["hands"][seat]))

    @property
    def events(self) -> list[dict[str, Any]]:
        """What followed the last action (of a new game: the deal)."""
        names = [*KERNEL.cards(self.options), "Crow"]
        found = []
        for event in self.log[1 : int(self.log[0].amount) + 1]:
            plain = {
                "event": GAME.events[event.kind],
                "seat": int(event.seat) if event.seat >= 0 else None,
                "card": names[event.card] if event.card >= 0 else None,
                "amount": int(event.amount),
            }
            found.append(plain | KERNEL.event(self.r, event))
        return found

    @property
    def awards(self) -> dict[str, str | None]:
        """Who takes which line, by the last action."""
        return {event["line"]: event["colour"] for event in self.events if event["event"] == "award"}

    @property
    def scores(self) -> list[int]:
        """Points by seat."""
        out = np.zeros(self.options.players, dtype=np.int64)
        scores(self.s, self.r, out)
        return out.tolist()

    @property
    def sources(self) -> list[dict[str, int]]:
        """Points by source and seat."""
        return KERNEL.sources(self.s, self.r)

    @property
    def end(self) -> str:
        """Why the game has ended, empty while it runs."""
        reason = int(over(self.s, self.r))
        return GAME.reasons[reason - 1].name if reason else ""

    @property
    def winners(self) -> list[int]:
        """The seats in the top place."""
        mask = int(winners(self.s, self.r))
        return [seat for seat in range(self.options.players) if mask >> seat & 1]

    # --- acting

    def play(self, bird: str, row: int, column: int) -> Position:
        """Place a bird, which must be legal."""
        return self._do(card(bird) * SPACES + SIDE * row + column)

    def favour(self, bird: str) -> Position:
        """Favour a bird, which must be legal."""
        return self._do(FAVOUR + card(bird))

    def _do(self, code: int) -> Position:
        assert code in self.codes, f"not legal for seat {self.asked}: {self.legal}"
        self._before[:] = self._states
        clear(self.log)
        apply(self.s, self.r, np.int64(code), self.rng, self.log)
        return self


def position(
    forest: str,
    hands: Sequence[str],
    *,
    columns: Sequence[int] = (5, 6, 7, 8, 9),
    rows: Sequence[int] = (10, 11, 12, 13, 15),
    deck: str = "",
    aside: str = "",
    favoured: Sequence[str] = (),
    crow: str = "",
    to_move: int = 0,
    starter: int = 0,
    round: int = 1,
    points: Sequence[Sequence[int]] = (),
    mode: str = "competitive",
    rules: Mapping[str, Any] | None = None,
    seed: int = 1,
) -> Position:
    """A situation; see the module's text."""
    assert "berries" not in (rules or {}), "berries are set by `columns` and `rows`"
    chosen = {"mode": mode, "players": len(hands), "berries": [*columns, *rows], **(rules or {})}
    p = Position(SongbirdsOptions.model_validate(chosen), seed)
    s = p.s
    s.round_no, s.starter, s.first, s.next = round, starter, starter, to_move
    s.token[:] = range(LINES)
    s.forest[:] = s.favoured[:] = EMPTY
    clear(p.log)
    for space, text in enumerate(forest.split()):
        if text != ".":
            KERNEL.put(s, p.r, card(text), space)
    for seat, text in enumerate(hands):
        s.hand[seat] = sum(1 << card(bird) for bird in text.split())
    stack = [card(bird) for bird in (deck or aside).split()][::-1]
    s.deck[: len(stack)], s.deck_n = stack, len(stack)
    for seat, bird in enumerate(favoured):
        s.favoured[seat] = card(bird) if bird else EMPTY
    s.may_favour = mode != "competitive" and not any(favoured)
    s.crow = {"": NO_CROW, "A": CROW_A, "B": CROW_B}[crow]
    for seat, earlier in enumerate(points):
        s.points[seat, : len(earlier)] = earlier
        s.total[seat] = sum(earlier)
    _check(p)
    return p


def _check(p: Position) -> None:
    table = p.table()
    lying = [name for row in table["forest"] for name in row] + [name for hand in table["hands"] for name in hand]
    names = [name for name in [*lying, *table["favoured"], *table["aside"], *table["deck"]] if name]
    assert len(set(names)) == len(names), f"a card stands twice: {sorted(names)}"


def new_game(seed: int = 1, **rules: Any) -> Position:
    """A game just dealt, at its first decision."""
    p = Position(SongbirdsOptions.model_validate(rules), seed)
    clear(p.log)
    KERNEL.deal(p.s, p.r, p.rng, p.log)
    return p


def fill(p: Position) -> Position:
    """Play first legal placements until the round (or the game) is over."""
    round_no = int(p.s.round_no)
    while not p.end and int(p.s.round_no) == round_no:
        p._do(next(code for code in p.codes if code < FAVOUR))
    return p
