"""Situations of Sirenen in Sicht set up by hand and played by the engine, in a few words.

    p = position(
        hands=["0 7", "3"],                     # seat 0's hand, seat 1's
        ships={28: "10 9 | 4", 36: "taken 1"},  # seat 0's side | seat 1's side, in order of arrival
        crew={"captain": 28},
    )
    p.do("play 0 28 1", "crew_to 32")
    assert p.crew == {"captain": 32, "mate": 34}
    assert p.ships[28] == "10 9 | 4 0"

**Setting up.** All that is not named is as at the start of a game: ships in play without cards, crew on its first
ships, rum and octopuses with their owners; nothing in hands, an empty draw pile, seat 0 to act. Cards that are named
nowhere are out of play, so a draw pile holds just what is written.

- `ships`: by resistance. "7 -2 | 10" is what lies at the two sides; "7*0" is a 7 with seat 0's octopus on it;
  "taken 1" was taken by seat 1, "removed" left play with a tie.
- `crew`: where the members are: a ship, "taken 0" (by seat 0), or "removed".
- `rum`: by seat: "owner", a ship, or "used". `pile`: the draw pile, top first; in the tactics variant
  `pile=["5 6", "7"]`, one a seat. `active`: whose turn it is. `passes`: passes in a row so far.
- `rules`: options that differ from the defaults, as in a spec: `rules={"side_limit": 3}`.

Points follow from the ships and crew taken.

**Acting.** An action is written as in docs/replay-format.md, its values in order: "play 7 28 0" (value, ship, side),
"octopus 7 28 0 30 1" (value, from ship and side, to ship and side), "rum 30", "crew_to 32", "pick 7", "end_turn",
"pass". `p.do(...)` carries out one or more, each of which must be legal when its turn comes; `p.legal` lists what is.

**Asking.** `p.asked` (seat to decide, None when over), `p.step`, `p.hands`, `p.ships`, `p.crew`, `p.rum`, `p.pile`,
`p.points`, `p.octopus`, `p.end` (the reason why it is over, or ""), `p.winners`, `p.events` (what followed the last
action, as in a record), `p.told(reader)` (the same in words, for a seat or, None, for a replay), `p.table()` (the
complete state as in a record), `p.view(seat)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.engine.events import clear, new_log
from balance.engine.game import find
from balance.engine.streams import begin, purpose_keys
from balance.engine.verbs import action, apply, count, over, winners
from balance.games.sirenen.hand import pile as pile_start
from balance.games.sirenen.hand import take_in
from balance.games.sirenen.limits import COPIES, LOWEST, SEATS
from balance.games.sirenen.options import SirenenOptions
from balance.games.sirenen.ship import lay, list_movable, list_open
from balance.games.sirenen.state import ACT, REMOVED, RUNNING, TAKEN, USED, WITH_OWNER

GAME = find("sirenen")
KERNEL = GAME.load()
MEMBERS = ("captain", "mate")


class Position:
    """A game in a certain state."""

    def __init__(self, options: SirenenOptions, seed: int = 1):
        self.options = options
        self.r = KERNEL.rules_record(options)
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
        if over(self.s, self.r):
            return []
        return [int(action(self.s, self.r, k)) for k in range(int(count(self.s, self.r)))]

    @property
    def legal(self) -> list[str]:
        """The legal actions in words."""
        return [self.words(code) for code in self.codes]

    def words(self, code: int) -> str:
        """An action as it is written here."""
        (what, value), *places = KERNEL.name(self.s, self.r, code).items()
        return " ".join([what, *([] if value is True else [str(value)]), *(str(place) for _, place in places)])

    def table(self) -> dict[str, Any]:
        """The complete state (docs/replay-format.md)."""
        return KERNEL.describe(self.s, self.r)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may see."""
        return KERNEL.view(self.s, self.r, seat)

    @property
    def asked(self) -> int | None:
        """The seat whose decision is next."""
        return self.table()["to_move"]

    @property
    def step(self) -> str:
        """pick, act, crew, rum or over."""
        return self.table()["step"]

    @property
    def hands(self) -> list[str]:
        """Hands by seat, sorted."""
        return [" ".join(map(str, cards)) for cards in self.table()["hands"]]

    @property
    def pile(self) -> str:
        """The (first) draw pile, top first."""
        return " ".join(map(str, self.table()["piles"][0]))

    @property
    def ships(self) -> dict[int, str]:
        """Ships as they are written in `position`, without octopuses."""
        return {ship["resistance"]: _ship_text(ship) for ship in self.table()["ships"]}

    @property
    def crew(self) -> dict[str, Any]:
        """Where each crew member is."""
        return self.table()["crew"]

    @property
    def rum(self) -> list[Any]:
        """Where each seat's rum is."""
        return self.table()["rum"]

    @property
    def octopus(self) -> list[Any]:
        """Where each seat's octopus is: None with its owner, else (ship, side, index)."""
        return [tuple(found.values()) if found else None for found in self.table()["octopus"]]

    @property
    def points(self) -> list[int]:
        """Victory points by seat."""
        return self.table()["points"]

    @property
    def end(self) -> str:
        """Why the game has ended, empty while it runs."""
        reason = int(over(self.s, self.r))
        return GAME.reasons[reason - 1].name if reason else ""

    @property
    def winners(self) -> list[int]:
        """The seats in the first place of a finished game; both after a draw."""
        mask = int(winners(self.s, self.r))
        return [seat for seat in range(SEATS) if mask >> seat & 1]

    @property
    def events(self) -> list[dict[str, Any]]:
        """What followed the last action, without keys that say nothing."""
        return [self._event(event) for event in self.log[1 : int(self.log[0].amount) + 1]]

    def _event(self, event: Any) -> dict[str, Any]:
        plain = {"event": GAME.events[event.kind], "seat": int(event.seat), "amount": int(event.amount)}
        plain |= {"card": int(event.card) + LOWEST} if event.card >= 0 else {}
        plain |= KERNEL.event(self.r, event)
        return {key: value for key, value in plain.items() if (key, value) not in (("amount", 0), ("seat", -1))}

    # --- acting

    def do(self, *actions: str) -> Position:
        """Carry out actions, each of which must be legal when its turn comes."""
        for text in actions:
            found = [code for code in self.codes if self.words(code) == text]
            assert found, f"{text!r} is not legal for seat {self.asked} in step {self.step}: {self.legal}"
            self._before[:] = self._states
            clear(self.log)
            apply(self.s, self.r, np.int64(found[0]), self.rng, self.log)
        return self


def _ship_text(ship: Mapping[str, Any]) -> str:
    if ship["status"] != "in play":
        return f"taken {ship['owner']}" if ship["status"] == "taken" else "removed"
    return " | ".join(" ".join(map(str, side)) for side in ship["sides"]).strip()


def position(
    hands: Sequence[str] = ("", ""),
    ships: Mapping[int, str] | None = None,
    *,
    crew: Mapping[str, Any] | None = None,
    rum: Sequence[Any] = ("owner", "owner"),
    pile: str | Sequence[str] = "",
    active: int = 0,
    passes: int = 0,
    seed: int = 1,
    rules: Mapping[str, Any] | None = None,
) -> Position:
    """A situation at the beginning of a turn; see the module."""
    p = Position(SirenenOptions.model_validate(rules or {}), seed)
    s, unused = p.s, _Cards(p)
    s.step, s.active, s.asked, s.ended, s.passes = ACT, active, active, RUNNING, passes
    s.turns = active
    _set_ships(p, ships or {}, unused)
    _set_crew(p, crew or {})
    for seat in range(SEATS):
        for value in hands[seat].split():
            take_in(s, seat, unused.take(int(value), seat))
        s.rum[seat] = {"owner": WITH_OWNER, "used": USED}.get(rum[seat], 0)
        if rum[seat] not in ("owner", "used"):
            s.rum[seat] = ship = _number(p, rum[seat])
            s.resistance[ship] += p.r.rum_bonus
    for seat, text in enumerate([pile] if isinstance(pile, str) else pile):
        _set_pile(p, seat, text, unused)
    clear(p.log)
    return p


class _Cards:
    """Which cards have been used; in the tactics variant hands and piles hold cards of their owner's set."""

    def __init__(self, p: Position):
        deck = [int(card) for card in p.r.deck[: int(p.r.cards)]]
        size = int(p.r.set_size) or len(deck)
        self.sets = [deck[:size], deck[size:]] if p.r.tactics else [deck, deck]

    def take(self, value: int, *seats: int) -> int:
        """A card of a value, of one of the seats' sets."""
        for seat in seats:
            for card in self.sets[seat]:
                if card // COPIES == value - LOWEST:
                    self.sets[seat].remove(card)
                    return card
        raise AssertionError(f"there are not so many cards of value {value}")


def _number(p: Position, ship: int) -> int:
    return p.options.ships.index(ship)


def _set_ships(p: Position, ships: Mapping[int, str], unused: _Cards) -> None:
    s = p.s
    for place in range(SEATS):
        s.octopus[place] = -1
    for i in range(int(p.r.ships)):
        s.owner[i] = -1
        s.resistance[i] = p.r.resistance[i]
    s.ships_left = p.r.ships
    list_open(s, p.r)
    for resistance, text in ships.items():
        ship = _number(p, resistance)
        if text == "removed" or text.startswith("taken"):
            s.owner[ship] = REMOVED if text == "removed" else int(text.split()[1])
            s.ships_left -= 1
            if text == "removed":
                s.points_removed += 1
            else:
                s.ships_taken[s.owner[ship]] += 1
            continue
        for seat, side in enumerate((text if "|" in text else f"{text} |").split("|")):
            _set_side(p, SEATS * ship + seat, side, unused)
    list_open(s, p.r)


def _set_side(p: Position, place: int, text: str, unused: _Cards) -> None:
    s = p.s
    for item in text.split():
        value, _, owner = item.partition("*")
        unused.take(int(value), 0, 1)
        lay(s, p.r, place, int(value) - LOWEST)
        if owner:
            s.octopus[int(owner)] = place
            s.octopus_at[int(owner)] = s.side_n[place] - 1
    assert s.side_n[place] <= p.r.side_limit, f"more cards than the limit: {text}"
    list_movable(s, place)


def _set_crew(p: Position, crew: Mapping[str, Any]) -> None:
    s = p.s
    for member, name in enumerate(MEMBERS):
        s.crew[member] = p.r.crew[member]
        where = str(crew.get(name, ""))
        if where.startswith("taken"):
            s.crew[member] = TAKEN
            s.crew_taken[int(where.split()[1])] += 1
        elif where == "removed":
            s.crew[member] = REMOVED
            s.points_removed += 1
        elif where:
            s.crew[member] = _number(p, int(where))
        s.crew_left += s.crew[member] >= 0
        on = int(s.crew[member])
        assert on < 0 or s.owner[on] == -1, f"the {name} is on a ship that is not in play: say where it is"


def _set_pile(p: Position, seat: int, text: str, unused: _Cards) -> None:
    values = text.split()[::-1]
    start = int(pile_start(p.r, seat))
    for i, value in enumerate(values):
        p.s.cards[start + i] = unused.take(int(value), seat)
    p.s.pile_n[seat] = len(values)


def new_game(seed: int = 1, **rules: Any) -> Position:
    """A game just dealt, at its first decision."""
    p = Position(SirenenOptions.model_validate(rules), seed)
    KERNEL.deal(p.s, p.r, p.rng, p.log)
    return p
