"""Situations of Omen set up by hand and played by the engine, in a few words.

    p = position(hands=["bol fate", "cov"], cities=["myr | vet", "", ""], coins=(3, 4), bol=[{"gain": 2}])
    p.do("play bol 0")
    assert p.coins == [4, 4]

Seat 0 is the Active Player unless `active` says otherwise, the step is Surge unless `step` does. A city is written
"seat 0's units | seat 1's units", or "razed". Units that are not named anywhere are out of the game, so a deck or a
discard pile holds just what is written. An action is written as in docs/games/omen-effects.md: what is done, then card,
city, …: "play bol 0", "draw", "keep vet", "city 2", "option 1", "swap 0 2". `p.legal` lists them; `p.asked` is the seat
that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.engine.events import clear, new_log
from balance.engine.game import find
from balance.engine.streams import begin, purpose_keys
from balance.engine.verbs import action, apply, count, over, scores, winners
from balance.games.omen.options import OmenOptions
from balance.games.omen.state import MYRIAD, OUT, STEPS
from balance.games.omen.turn import advance, choose_first_player, start_turn

GAME = find("omen")
KERNEL = GAME.load()

# id: cost / offering / strength, traits. COVETED and CURSE are the second traits that do nothing in most situations.
UNITS = {
    "bol": "1/1/1 BOLSTER COVETED",
    "bol2": "1/1/1 BOLSTER CURSE",
    "bol3": "0/1/2 BOLSTER VETERAN",
    "jilt": "2/1/2 JILT COVETED",
    "jilt-wrath": "1/1/2 JILT WRATH",
    "glean": "1/1/1 GLEAN COVETED",
    "glean2": "1/1/1 GLEAN CURSE",
    "tri": "3/2/3 TRIUMPH CURSE",
    "tri2": "3/2/3 TRIUMPH SPOILS",
    "myr": "3/2/2 MYRIAD CURSE",
    "myr2": "3/2/5 MYRIAD COVETED",
    "cov": "1/3/1 COVETED CURSE",
    "cov2": "1/3/1 COVETED PILFER",
    "spo": "2/1/2 SPOILS COVETED",
    "fate": "2/0/2 FATE COVETED",
    "pil": "2/1/4 PILFER CURSE",
    "rec": "2/1/4 RECRUIT CURSE",
    "vet": "2/1/4 VETERAN COVETED",
    "vet2": "2/1/2 VETERAN CURSE",
    "wrath": "1/1/3 WRATH COVETED",
    "wrath2": "1/2/3 WRATH CURSE",
    "fate-wrath": "2/2/2 FATE WRATH",
}
KRATERS = ("k1", "k2", "k3", "k4", "k5", "k6")
EFFECT_KEYS = ("bolster", "jilt", "glean")
NOTHING = [{"gain": 0}]
NEVER = {"step": "wealth", "when": {"count": "coins", "at_least": 99}}


def card_set(prefix: str = "", **changed: Any) -> dict[str, Any]:
    """The test set; `changed` gives cards their effects (or TRIUMPHs), by id with `_` for `-`."""
    given = {name.replace("_", "-"): value for name, value in changed.items()}
    units = [_unit(name, text, given.pop(name, None), prefix) for name, text in UNITS.items()]
    kraters = [{"id": prefix + name, "name": prefix + name, "effect": given.pop(name, NOTHING)} for name in KRATERS]
    assert not given, f"no such cards: {given}"
    return {"name": f"Test set {prefix}".strip(), "source": "reconstructed", "units": units, "kraters": kraters}


def _unit(name: str, text: str, given: Any, prefix: str) -> dict[str, Any]:
    values, *traits = text.split()
    cost, offering, strength = map(int, values.split("/"))
    card = {"id": prefix + name, "name": prefix + name, "cost": cost, "offering": offering, "strength": strength}
    for key in EFFECT_KEYS:
        if key.upper() in traits:
            card[key] = given or NOTHING
    if "TRIUMPH" in traits:
        card["triumph"] = given or NEVER
    return {**card, "traits": traits}


def options(rules: Mapping[str, Any], sets: Sequence[Mapping[str, Any]]) -> OmenOptions:
    """Rule options with card sets given by content."""
    games = list(range(1, len(sets) + 1))
    return OmenOptions.model_validate({"games": games, **rules}, context={"content": {"sets": list(sets)}})


class Position:
    """A game in a certain state. `before` and `after` may be compared: `p.table()` is the complete state as data."""

    def __init__(self, chosen: OmenOptions, seed: int = 1):
        self.options = chosen
        self.r = KERNEL.rules_record(chosen)
        self.ids = {name: card for card, name in enumerate(KERNEL.card_ids(chosen))}
        self._states = np.zeros(1, dtype=KERNEL.STATE).view(np.recarray)
        self.rng = np.empty((len(GAME.chances), 2), dtype=np.uint64)
        begin(self.rng, purpose_keys(GAME.chances, 0), np.uint64(seed), np.uint64(0))
        self.log = new_log()

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
        """The legal actions in words."""
        return [self.words(code) for code in self.codes]

    def words(self, code: int) -> str:
        """An action as it is written here."""
        name = KERNEL.name(self.s, self.r, code)
        cities = [str(city) for city in name.pop("cities", [])]
        return " ".join([*(str(value) for value in name.values()), *cities])

    @property
    def asked(self) -> int:
        """The seat whose decision is next."""
        return int(self.s.asked)

    def table(self) -> dict[str, Any]:
        """The complete state (docs/replay-format.md)."""
        return KERNEL.describe(self.s, self.r)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may see."""
        return KERNEL.view(self.s, self.r, seat)

    @property
    def step(self) -> str:
        """The step of the turn."""
        return self.table()["step"]

    @property
    def coins(self) -> list[int]:
        """Coins by seat."""
        return self.table()["coins"]

    @property
    def supply(self) -> int:
        """Coins in the supply."""
        return self.table()["supply"]

    @property
    def hands(self) -> list[str]:
        """Units in hand by seat, sorted."""
        return [" ".join(hand) for hand in self.table()["hands"]]

    @property
    def kraters(self) -> list[str]:
        """Kraters in hand by seat, sorted."""
        return [" ".join(held) for held in self.table()["kraters"]]

    @property
    def cities(self) -> list[str]:
        """Cities as they are written in `position`."""
        return [_city_text(city) for city in self.table()["cities"]]

    @property
    def stacks(self) -> list[str]:
        """Kraters of each city, top first."""
        return [" ".join(city["kraters"]) for city in self.table()["cities"]]

    @property
    def deck(self) -> str:
        """The (first) deck, top first."""
        return " ".join(self.table()["decks"][0])

    @property
    def pile(self) -> str:
        """The (first) discard pile in order of arrival."""
        return " ".join(self.table()["discards"][0])

    def facedown(self, seat: int) -> str:
        """Facedown units in a seat's Rewards."""
        return " ".join(self.table()["rewards"][seat]["facedown"])

    def broken(self, seat: int) -> str:
        """Broken kraters in a seat's Rewards."""
        return " ".join(self.table()["rewards"][seat]["broken"])

    @property
    def end(self) -> str:
        """Why the game has ended, empty while it runs."""
        reason = over(self.s, self.r)
        return GAME.reasons[reason - 1].name if reason else ""

    @property
    def winners(self) -> list[int]:
        """The seats in the top place."""
        mask = int(winners(self.s, self.r))
        return [seat for seat in (0, 1) if mask >> seat & 1]

    @property
    def scores(self) -> list[int]:
        """Points by seat."""
        out = np.zeros(2, dtype=np.int64)
        scores(self.s, self.r, out)
        return out.tolist()

    @property
    def events(self) -> list[tuple[str, int, str, int]]:
        """What followed the last action: (event, seat, card, amount)."""
        names = {card: name for name, card in self.ids.items()}
        return [
            (GAME.events[event.kind], int(event.seat), names.get(int(event.card), ""), int(event.amount))
            for event in self.log[1 : int(self.log[0].amount) + 1]
        ]

    # --- acting

    def do(self, *actions: str) -> Position:
        """Carry out actions, each of which must be legal when its turn comes."""
        for text in actions:
            found = [code for code in self.codes if self.words(code) == text]
            assert found, f"{text!r} is not legal for seat {self.asked} in step {self.step}: {self.legal}"
            clear(self.log)
            apply(self.s, self.r, np.int64(found[0]), self.rng, self.log)
        return self

    def pass_step(self) -> Position:
        """Decline whatever is asked until the step is another one; where that cannot be, give the first answer."""
        step = self.step
        while self.step == step and not self.end:
            legal = self.legal
            self.do(next((text for text in ("end", "decline", "no", "stop") if text in legal), legal[0]))
        return self

    def pass_turn(self) -> Position:
        """Go on with first or declining answers until the other player's turn."""
        turn = int(self.s.turn)
        while int(self.s.turn) == turn and not self.end:
            self.pass_step()
        return self


def _city_text(city: Mapping[str, Any]) -> str:
    if city["razed"]:
        return "razed"
    own, other = (" ".join(side) for side in city["units"])
    return f"{own} | {other}".strip() if own or other else ""


def position(
    hands: Sequence[str] = ("", ""),
    cities: Sequence[str] = ("", "", ""),
    *,
    deck: str = "",
    pile: str = "",
    coins: Sequence[int] = (5, 5),
    kraters: Sequence[str] = ("", ""),
    broken: Sequence[str] = ("", ""),
    facedown: Sequence[str] = ("", ""),
    stacks: Sequence[str] = ("k1 k2", "k3 k4", "k5 k6"),
    step: str = "surge",
    active: int = 0,
    turn: int = 3,
    known: bool = True,
    seed: int = 1,
    rules: Mapping[str, Any] | None = None,
    fields: Mapping[str, Any] | None = None,
    **changed: Any,
) -> Position:
    """A situation at the first question of `step`; `changed` are effects of cards, `fields` entries of the state."""
    p = Position(options(rules or {}, [card_set(**changed)]), seed)
    s = p.s
    s.where[:] = OUT
    for key in ("aside", "aside_krater", "chosen"):
        s[key] = -1
    for seat in (0, 1):
        s.envoy[seat] = s.given[seat] = -1
        _fill(p, s.hand[seat], s.hand_n, seat, hands[seat], 4 + seat, in_order=False)
        _fill(p, s.vase[seat], s.vase_n, seat, kraters[seat], 4 + seat, in_order=False)
        _fill(p, s.broken[seat], s.broken_n, seat, broken[seat], 8 + seat, in_order=False)
        _fill(p, s.facedown[seat], s.facedown_n, seat, facedown[seat], 6 + seat, in_order=False)
        s.coins[seat] = coins[seat]
    s.supply = p.r.coin_supply - sum(coins)
    _fill(p, s.deck[0], s.deck_n, 0, " ".join(reversed(deck.split())), 0)
    _fill(p, s.pile[0], s.pile_n, 0, pile, 2)
    placed = {name for text in (*kraters, *broken) for name in text.split()}
    for city, text in enumerate(cities):
        _fill_city(p, city, text, [name for name in stacks[city].split() if name not in placed])
    if not known:
        _hide(p)
    _begin(p, step, active, turn, fields or {})
    return p


def _fill(p: Position, cards: Any, lengths: Any, at: Any, text: str, where: int, in_order: bool = True) -> None:
    numbers = [p.ids[name] for name in text.split()]
    if not in_order:
        numbers.sort()
    assert all(p.s.where[number] == OUT for number in numbers), f"a card stands twice: {text}"
    cards[: len(numbers)] = numbers
    lengths[at] = len(numbers)
    p.s.where[numbers] = where


def _fill_city(p: Position, city: int, text: str, kraters: Sequence[str]) -> None:
    s = p.s
    if text == "razed":
        s.razed[city] = 1
        return
    _fill(p, s.stack[city], s.stack_n, city, " ".join(reversed(kraters)), 12 + city)
    sides = (text if "|" in text else f"{text} |").split("|")
    for seat, side in enumerate(sides):
        _fill(p, s.side[city, seat], s.side_n, (city, seat), side, 16 + 2 * city + seat)
        units = s.side[city, seat, : s.side_n[city, seat]]
        s.unit_strength[city, seat] = p.r.strength[units].sum()
        s.side_weight[city, seat] = len(units) + ((p.r.traits[units] >> MYRIAD) & 1).sum()


def _hide(p: Position) -> None:
    """Nobody knows what lies in decks, cities' stacks and the other hand."""
    s = p.s
    for card in range(len(p.ids)):
        place = int(s.where[card])
        for seat in (0, 1):
            hidden = place in (0, 12, 13, 14) or place == 4 + (1 - seat)
            s.history[seat, card] = (2 if card >= p.r.units else 1) if hidden else 0
            s.origin[seat, card] = s.history[seat, card]


def _begin(p: Position, step: str, active: int, turn: int, fields: Mapping[str, Any]) -> None:
    s = p.s
    clear(p.log)
    s.step = STEPS.index(step)
    s.first = active if turn % 2 else 1 - active
    for key, value in fields.items():
        s[key] = value
    if step == "envoy":
        s.active = s.first = -1
        choose_first_player(s, p.r, p.rng, p.log)
        return
    s.turn, s.active = turn, active
    s.offers_left = 1
    if step == "wealth":
        s.turn -= 1
        start_turn(s, p.r, active, p.log)
    advance(s, p.r, p.rng, p.log)


def new_game(seed: int = 1, **rules: Any) -> Position:
    """A game of shipped sets just dealt, at its first question."""
    p = Position(OmenOptions.model_validate(rules), seed)
    KERNEL.deal(p.s, p.r, p.rng, p.log)
    return p
