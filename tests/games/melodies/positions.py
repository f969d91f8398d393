"""Situations of Melodies set up by hand and played by the engine, in a few words.

    p = position(["3 4 5", "2", "4 3"], notes=[1, 2, 3])
    p.do("play 3 4 5", "play 2", "play 4 3")
    assert p.row == [4]

`position(hands, ...)` stands at the first question of a note:

- `hands`: one text a player, numbers from the left. As many players as hands (2 to 5).
- `notes`: heights of the song's notes (default: a rising song of 6); `restrictions`: {"even": [2], ...}, notes from 1.
- `row`: Melodies of the earlier notes; the position is the note after them. Note k is opened by seat (k - 1) % players.
- `deck`: numbers, top first (default: all cards that are named nowhere else, sorted); `discard`: in order of arrival.
  With `deck` given, cards that are not named anywhere are out of the game.
- `instruments`: by seat, "effect timing" ("bass end_of_turn") or "" for one that does nothing; their ids are
  "instrument-0", "instrument-1", ... `audience`: the same for what lies in the row, ids "fan-0", "fan-1", ...
- `at`: "note" (default), or "deal": before the song begins, with these hands, at its first question.
- options by name: `difficulty="expert"`, `parity="filter"`, `play="venue"`, `max_attempts=2`, ... A venue's second and
  third songs are like the first, but that their hands are dealt at random (`size` cards each).

Actions are written as the record (docs/games/melodies-record.md) names them:

    play 3 4 5 | play 3 3 with fan-0 | pass | wait | use instrument-0 | no | tune 0 3 | swap 0 1 | discard 3
    give 3 to 1 | shift 4 of 1 to 5 | double 4 of 1 | cancel 4 of 1 | skip even | bass 5 | take_back 2

Where several plays (discards, gifts) have the same numbers but leave different hands, `p.legal` adds positions to tell
them apart: "play 3 from 2", "play 3 3 from 0 4 with fan-0". `do` takes them with or without; without, the first in
`p.legal` is meant.

`p.do(...)` carries actions out one after the other, each by whoever is asked, and fails if one is not legal. `p.legal`
lists what is; `p.asked` is the seat that is asked (None when over), `p.step` and `p.window` what for. `p.no()` answers
"no" until something else than a help card is asked for. `p.row`, `p.hands`, `p.deck`, `p.discard`, `p.plays`, `p.note`,
`p.end` (the reason, "" while the game runs) tell how things stand; `p.table()` is the complete state of the record,
`p.view(seat)` what a seat may see, `p.events` what followed the last action, as in the record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.engine.events import clear, new_log
from balance.engine.game import find
from balance.engine.streams import begin, purpose_keys
from balance.engine.verbs import action, apply, count, deal, over, winners
from balance.games.melodies.options import MelodiesOptions
from balance.games.melodies.song import advance, begin_note
from balance.games.melodies.state import PH_AFTER_DEAL
from balance.games.melodies.windows import enter

GAME = find("melodies")
KERNEL = GAME.load()
RISING = (1, 2, 3, 4, 5, 6)
FANS = 7
SILENT = "tune anytime"  # what a card says that nobody can use


def pack(
    notes: Sequence[int] = RISING,
    restrictions: Mapping[str, Sequence[int]] | None = None,
    instruments: Sequence[str] = (),
    fans: Sequence[str] = (),
    size: int = 7,
) -> dict[str, Any]:
    """A Starter Pack as data: three times the same song, five instruments, seven fans."""
    song = {"hand": size, "notes": list(notes), "restrictions": {k: list(v) for k, v in (restrictions or {}).items()}}
    return {
        "id": "garage",
        "name": "Test Garage",
        "symbol": "test",
        "source": "reconstructed",
        "songs": [{"id": f"song-{k}", "name": f"Song {k}", **song} for k in (1, 2, 3)],
        "instruments": [_card("instrument", i, text) for i, text in enumerate(_padded(instruments, 5))],
        "fans": [_card("fan", i, text) for i, text in enumerate(_padded(fans, FANS))],
    }


def _padded(texts: Sequence[str], n: int) -> list[str]:
    return [*texts, *[""] * (n - len(texts))]


def _card(kind: str, i: int, text: str) -> dict[str, str]:
    effect, timing = (text or SILENT).split()
    return {"id": f"{kind}-{i}", "name": f"{kind.title()} {i}", "effect": effect, "timing": timing}


def options(packs: Sequence[Mapping[str, Any]], **rules: Any) -> MelodiesOptions:
    """Rule options with packs given by content."""
    given = {"packs": [one["id"] for one in packs], **rules}
    return MelodiesOptions.model_validate(given, context={"content": {"packs": list(packs)}})


class Position:
    """A game in a certain state: see above."""

    def __init__(self, chosen: MelodiesOptions, seed: int = 1):
        self.options = chosen
        self.r = KERNEL.rules_record(chosen)
        self._states = np.zeros(1, dtype=KERNEL.STATE).view(np.recarray)
        self.rng = np.empty((len(GAME.chances), 2), dtype=np.uint64)
        begin(self.rng, purpose_keys(GAME.chances, 0), np.uint64(seed), np.uint64(0))
        self.log = new_log(4096)
        self.before = self._states.copy()[0]
        deal(self.s, self.r, self.rng, self.log)

    # --- asking

    @property
    def s(self) -> Any:
        """The state record."""
        return self._states[0]

    @property
    def codes(self) -> list[int]:
        """Codes of the legal actions."""
        return [int(action(self.s, self.r, k)) for k in range(count(self.s, self.r))]

    @property
    def legal(self) -> list[str]:
        """The legal actions in words, with positions where they are needed."""
        short = [self.words(code, False) for code in self.codes]
        return [self.words(code, short.count(text) > 1) for code, text in zip(self.codes, short, strict=True)]

    def words(self, code: int, places: bool) -> str:
        """An action as it is written here, with or without positions."""
        name = KERNEL.name(self.s, self.r, code)
        if not places:
            name.pop("from", None)
        links = {"to": "to ", "seat": "of ", "split": "with "}
        parts = []
        for key, value in name.items():
            if value is True:
                parts.append(key)
            elif isinstance(value, list):
                parts.append(f"{key} {' '.join(map(str, value))}")
            else:
                parts.append(f"{links.get(key, f'{key} ')}{value}")
        return " ".join(parts)

    def table(self) -> dict[str, Any]:
        """The complete state (docs/games/melodies-record.md)."""
        return KERNEL.describe(self.s, self.r)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may see."""
        return KERNEL.view(self.s, self.r, seat)

    @property
    def asked(self) -> int | None:
        """The seat whose decision is next, None when the game is over."""
        return self.table()["to_move"]

    @property
    def step(self) -> str:
        """What is asked: use, target, tune, act or over."""
        return self.table()["step"]

    @property
    def window(self) -> str | None:
        """The window that is open."""
        return self.table()["window"]

    @property
    def note(self) -> int:
        """The number of the note, from 1; 0 before the first."""
        return self.table()["note"]

    @property
    def row(self) -> list[int]:
        """The Melodies so far."""
        return self.table()["row"]

    @property
    def hands(self) -> list[str]:
        """Hands from the left."""
        return [" ".join(map(str, hand)) for hand in self.table()["hands"]]

    @property
    def deck(self) -> str:
        """The deck, top first."""
        return " ".join(map(str, self.table()["deck"]))

    @property
    def discard(self) -> str:
        """The discard pile in order of arrival."""
        return " ".join(map(str, self.table()["discard"]))

    @property
    def plays(self) -> list[str]:
        """What lies on the table, "seat: numbers as they count", in order of acting."""
        plays = self.table()["plays"]
        return [f"{play['seat']}: {' '.join(str(card['counts_as']) for card in play['cards'])}" for play in plays]

    @property
    def end(self) -> str:
        """Why the game has ended, empty while it runs."""
        reason = over(self.s, self.r)
        return GAME.reasons[reason - 1].name if reason else ""

    @property
    def won(self) -> bool:
        """Whether the band has won."""
        return bool(winners(self.s, self.r))

    @property
    def events(self) -> list[dict[str, Any]]:
        """What followed the last action, with the keys of the record that say something."""
        found = []
        for event in self.log[1 : int(self.log[0].amount) + 1]:
            seat = {"seat": int(event.seat)} if event.seat >= 0 else {}
            plain = {"event": GAME.events[event.kind], **seat, "amount": int(event.amount)}
            found.append(plain | KERNEL.event(self.r, event))
        return found

    def happened(self, kind: str) -> list[dict[str, Any]]:
        """The events of one kind that followed the last action."""
        return [event for event in self.events if event["event"] == kind]

    # --- acting

    def do(self, *actions: str) -> Position:
        """Carry out actions, each of which must be legal when its turn comes."""
        for text in actions:
            found = [code for code in self.codes if text in (self.words(code, True), self.words(code, False))]
            assert found, f"{text!r} is not legal for seat {self.asked} ({self.step}, {self.window}): {self.legal}"
            clear(self.log)
            self.before = self._states.copy()[0]
            apply(self.s, self.r, np.int64(found[0]), self.rng, self.log)
        return self

    def no(self) -> Position:
        """Decline help cards until something else is asked for."""
        while self.step == "use":
            self.do("no")
        return self


def position(
    hands: Sequence[str],
    *,
    notes: Sequence[int] = RISING,
    restrictions: Mapping[str, Sequence[int]] | None = None,
    row: Sequence[int] = (),
    deck: str | None = None,
    discard: str = "",
    instruments: Sequence[str] = (),
    audience: Sequence[str] = (),
    at: str = "note",
    size: int = 7,
    seed: int = 1,
    **rules: Any,
) -> Position:
    """A situation at the first question of a note, or of the song: see the head of this file."""
    players = len(hands)
    silent = [f"instrument-{i}" for i, text in enumerate(_padded(instruments, 5)) if not text]
    silent += [f"fan-{i}" for i, text in enumerate(_padded(audience, FANS)) if not text]
    rules = {"without": silent, **rules}
    p = Position(options([pack(notes, restrictions, instruments, audience, size)], players=players, **rules), seed)
    _set_help(p, players, len(audience))
    _set_cards(p, hands, row, deck, discard)
    clear(p.log)
    p.s.note = len(row)
    if at == "deal":
        enter(p.s, PH_AFTER_DEAL)
    else:
        begin_note(p.s, p.r, p.log)
    advance(p.s, p.r, p.rng, p.log)
    return p


def _set_help(p: Position, players: int, audience: int) -> None:
    """Instrument i lies before seat i, then the audience cards 0, 1, ... in the row; all are ready."""
    s, first_fan = p.s, 5
    s.ready = s.laid = 0
    for seat in range(players):
        s.instrument[seat] = seat
        s.ready |= 1 << seat
    s.audience_n, s.used_n = audience, 0
    for i in range(audience):
        s.audience[i] = first_fan + i
        s.laid |= 1 << (first_fan + i)
        s.ready |= 1 << (first_fan + i)


def _set_cards(p: Position, hands: Sequence[str], row: Sequence[int], deck: str | None, discard: str) -> None:
    s, everybody = p.s, (1 << len(hands)) - 1
    left = list(range(72))

    def take(text: str, known: int) -> list[int]:
        found = []
        for number in map(int, text.split()):
            card = next(c for c in left if c // 8 + 1 == number)
            left.remove(card)
            s.known[card] = known
            found.append(card)
        return found

    for seat, hand in enumerate(hands):
        _put(s.hand[seat], take(hand, 1 << seat))
        s.hand_n[seat] = len(hand.split())
    _put(s.row_card, take(" ".join(map(str, row)), everybody))
    _put(s.row, row)
    s.row_n = len(row)
    _put(s.discard, take(discard, everybody))
    s.discard_n = len(discard.split())
    for card in left:
        s.known[card] = 0
    pile = take(deck, 0) if deck is not None else list(left)
    _put(s.deck, pile[::-1])
    s.deck_n = len(pile)


def _put(place: Any, values: Sequence[int]) -> None:
    place[: len(values)] = values
