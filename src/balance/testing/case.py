"""One game under test: its records, and positions from real play, each with the tools to ask about it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from balance.arena.records import Records, Table, records
from balance.arena.steps import Steps, legal_actions, raw_copy
from balance.bots.catalog import SEARCHERS, SEES_ALL
from balance.bots.choose import choose
from balance.bots.mind import MOST_FEATURES
from balance.engine.events import clear, new_log
from balance.engine.game import Game, Options
from balance.engine.jit import njit
from balance.engine.redeal import new_room, redeal
from balance.engine.streams import begin, purpose_keys
from balance.engine.verbs import apply, card_of, exchange, features, scores, unseen
from balance.spec import Spec, make_bot

BRIEF = {"iterations": 12, "horizon": 6, "prior": 0.0}
"""How searching bots think while a game is checked: all actions alike at first, so that what they imagine decides."""

POSITIONS = 120
"""About how many positions are kept of all games."""


@njit
def _unseen(s, r, seat, out):
    return unseen(s, r, seat, out)


@njit
def _exchange(s, r, i, j):
    exchange(s, r, i, j)


@njit
def _features(s, r, a, out):
    features(s, r, a, out)


@njit
def _card_of(s, r, a):
    return card_of(s, r, a)


@njit
def _apply(s, r, a, rng, log):
    clear(log)
    apply(s, r, a, rng, log)


@njit
def _scores(s, r, out):
    scores(s, r, out)


@dataclass(frozen=True)
class Hidden:
    """A card that a seat cannot place, the shuffles of its place (bit mask) and its own first shuffle (a bit or 0)."""

    card: int
    shuffles: int
    first: int

    def alike(self, other: Hidden) -> bool:
        """Whether the last shuffle of both places is the same, so that the seat can never tell the two cards apart."""
        return self.shuffles.bit_length() == other.shuffles.bit_length()


@dataclass
class Position:
    """A state with a decision to take."""

    case: Case
    states: np.recarray
    seat: int
    where: str

    @property
    def state(self) -> Any:
        """The state record."""
        return self.states[0]

    @property
    def data(self) -> bytes:
        """The state's bytes."""
        return self.states.tobytes()

    def copy(self) -> Position:
        """The same position in its own memory."""
        return Position(self.case, raw_copy(self.states), self.seat, self.where)

    @cached_property
    def legal(self) -> list[int]:
        """Codes of the legal actions, in order."""
        return legal_actions(self.state, self.case.rules)

    def view(self, seat: int) -> str:
        """What a seat may see, as canonical text."""
        return json.dumps(self.case.kernel.view(self.state, self.case.rules, seat), sort_keys=True)

    def all(self) -> str:
        """The complete state and what can be done in it, as canonical text."""
        return json.dumps([self.case.kernel.describe(self.state, self.case.rules), self.legal], sort_keys=True)

    def same(self, other: Position) -> bool:
        """Whether two states mean the same; bytes that mean nothing (beyond the length of a list) may differ."""
        if self.data == other.data:
            return True
        seats = range(self.case.seats)
        known = [[p.unseen(seat) for seat in seats] for p in (self, other)]
        return self.all() == other.all() and known[0] == known[1]

    def features(self, action: int) -> np.ndarray:
        """Features of an action; entries beyond the declared ones are NaN unless the game wrote them."""
        out = np.full(MOST_FEATURES, np.nan)
        out[: len(self.case.game.features)] = 0.0
        _features(self.state, self.case.rules, action, out)
        return out

    def card_of(self, action: int) -> int:
        """The card that an action uses, -1 for none."""
        return int(_card_of(self.state, self.case.rules, action))

    def scores(self) -> list[int]:
        """Points by seat."""
        out = np.zeros(self.case.seats, dtype=np.int64)
        _scores(self.state, self.case.rules, out)
        return out.tolist()

    def unseen(self, seat: int) -> list[Hidden]:
        """The cards that `seat` cannot place."""
        room = self.case.room[0]
        room[:, 2] = 0
        n = _unseen(self.state, self.case.rules, seat, room)
        return [Hidden(*map(int, row)) for row in room[:n]]

    def exchange(self, i: int, j: int) -> None:
        """Swap two cards."""
        _exchange(self.state, self.case.rules, i, j)
        self.__dict__.pop("legal", None)

    def redeal(self, rng: np.ndarray) -> Position:
        """Another world as the seat to move sees it, by stream 0 of `rng`."""
        world = self.copy()
        self.case.redealer(world.state, self.case.rules, self.seat, rng, 0, self.case.room)
        return world

    def permuted(self, chance: random.Random, cards: list[int]) -> Position:
        """The world with these cards permuted uniformly among their places, made by exchanging them."""
        world = self.copy()
        for i in range(len(cards) - 1, 0, -1):
            j = chance.randrange(i + 1)
            if i != j:
                world.exchange(cards[i], cards[j])
        return world

    def mixed(self, chance: random.Random, seat: int | None = None) -> Position | None:
        """Another world for a seat (the one to move), made by exchanging cards; None if it can place all cards."""
        seat = self.seat if seat is None else seat
        hidden = self.unseen(seat)
        pairs = [(a.card, b.card) for i, a in enumerate(hidden) for b in hidden[:i] if a.alike(b)]
        if not pairs:
            return None
        world = self.copy()
        for _ in range(1 + chance.randrange(8)):
            hidden = world.unseen(seat)
            a = chance.choice(hidden)
            world.exchange(a.card, chance.choice([b for b in hidden if a.alike(b)]).card)
        return world


@dataclass
class Case:
    """A game and its options, with what is tested of it beyond the game itself: the bots' choice and the re-deal."""

    game: Game
    options: Options
    games: int = 20
    seed: int = 1
    chooser: Callable = choose
    redealer: Callable = redeal
    room: np.ndarray = field(default_factory=new_room)
    log: np.recarray = field(default_factory=new_log)

    @property
    def kernel(self) -> Any:
        """The game's kernel module."""
        return self.kit.kernel

    @property
    def rules(self) -> Any:
        """The rules record."""
        return self.kit.rules

    @cached_property
    def seats(self) -> int:
        """Number of seats."""
        return self.game.seat_count(self.options)

    @cached_property
    def pieces(self) -> int:
        """How many card numbers `unseen` and `exchange` may use."""
        kinds = getattr(self.kernel, "pieces", None)
        return len((kinds or self.kernel.cards)(self.options))

    def spec(self, kind: str) -> Spec:
        """The game between bots of one kind with the game's own weights."""
        bot = make_bot(kind, self.game, self.options)
        if kind in SEARCHERS:
            bot = replace(bot, search={**bot.search, **BRIEF})
        return Spec(self.game, self.options, (bot,) * self.seats)

    @cached_property
    def kits(self) -> dict[str, Records]:
        """Records by kind of bot; a game without features is played by random bots alone."""
        kinds = ["random", "greedy"] if self.game.features else ["random"]
        return {kind: records(self.spec(kind)) for kind in kinds}

    @cached_property
    def thinkers(self) -> dict[str, Records]:
        """Records by kind of searching bot that must not see hidden cards."""
        kinds = [kind for kind in SEARCHERS if kind not in SEES_ALL]
        return {kind: records(self.spec(kind)) for kind in kinds}

    @cached_property
    def kit(self) -> Records:
        """Records of the game between random bots."""
        return self.kits["random"]

    def steps(self, kind: str, number: int, seed: int | None = None) -> Steps:
        """A game to play step by step."""
        return Steps(self.kits[kind], self.seed if seed is None else seed, number)

    def act(self, position: Position, a: int, rng: np.ndarray) -> None:
        """Do an action; what followed is in `log`."""
        _apply(position.state, self.rules, a, rng, self.log)
        position.__dict__.pop("legal", None)

    def shown(self, hook: str, position: Position, reader: int | None) -> Any:
        """What a hook with a reader shows of a position, None if the game does not have it."""
        show = getattr(self.kernel, hook, None)
        return show(position.state, self.rules, reader) if show else None

    def said(self, position: Position, reader: int | None) -> list[Any]:
        """All that a reader is shown of how things stand; of the options only the seat's own."""
        heading = getattr(self.kernel, "heading", None)
        own = position.legal if reader in (None, position.seat) else []
        return [
            heading(position.state, self.rules) if heading else None,
            *(self.shown(hook, position, reader) for hook in ("scene", "legend")),
            *(self.kernel.say(position.state, self.rules, a, reader) for a in own),
        ]

    def rows(self, kind: str, start: int, games: int) -> np.ndarray:
        """Rows of a batch."""
        return Table(self.kits[kind], self.seed).play(start, games)

    def stream(self, name: str) -> np.ndarray:
        """A stream of its own, of shape (1, 2)."""
        rng = np.empty((1, 2), dtype=np.uint64)
        keys = purpose_keys((f"test {name}",), 0)
        begin(rng, keys, np.uint64(self.seed), np.uint64(0))
        return rng

    @cached_property
    def positions(self) -> list[Position]:
        """Positions of games by all kinds of bots, spread over each game's course."""
        each = max(1, POSITIONS // (self.games * len(self.kits)))
        found: list[Position] = []
        for kind in self.kits:
            for number in range(self.games):
                course = list(self._course(kind, number))
                picks = np.linspace(0, len(course) - 1, min(each, len(course))).astype(int)
                found += [course[i] for i in np.unique(picks)]
        return found

    def _course(self, kind: str, number: int) -> Iterator[Position]:
        game = self.steps(kind, number)
        while game.running:
            where = f"game {number} of seed {self.seed}, {kind} bots, decision {int(game.row.decisions)}"
            yield Position(self, raw_copy(game.states), game.seat, where)
            game.step()
