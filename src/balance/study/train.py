"""Training greedy: weights by CMA-ES in play against earlier weights, on common deals.

Covariance matrix adaptation (Hansen 2016, arXiv:1604.00772; the library `cmaes`) over the features' weights, each in
units of how much its feature differs between the actions of one decision (of a feature that seldom differs: as much
as the mean one does, for too few games tell anything about its weight to let it wander far). Every candidate of a
generation plays the same deals in every seat against the same opponents: the bot it starts from, and means of earlier
generations. Each generation has fresh deals. At the end the best of the kept means is chosen on fresh deals, and
measured on others. With several variants of the game the deals are shared out among them, so that the weights serve
all. Where all play together, a candidate plays with itself and is judged by the shared score or success.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from balance.analysis.estimates import Estimate, normal
from balance.arena.match import MARGIN, meetings, spreads
from balance.arena.records import Records, bot_records, records
from balance.spec import BotSpec, Spec, make_bot
from balance.study.errors import StudyError
from balance.study.files import make_whole
from balance.study.stop import Stop, threads

STEP = 0.4
"""How far the search looks around at first, as a share of the weights' root mean square."""
KEEP_EVERY = 10
"""A mean joins the pool every so many generations."""
OPPONENTS = 3
LEAST_GAMES, MOST_GAMES = 50, 20_000
GENERATIONS = 150
"""About how many generations the time is shared out to."""
MEASURED = 0.15
"""The share of the time that is kept for choosing and measuring at the end."""
FINALISTS = 5
WARMEST, BISECTIONS = 20.0, 9
"""The highest temperature tried for casual play, in units of the weightiest feature, and the steps to find it."""


@dataclass(frozen=True)
class Standing:
    """Where training is: generations done, seconds used and given, games a second, and how the mean does."""

    generation: int
    used: float
    given: float
    rate: float
    against: Estimate | None


@dataclass
class Trained:
    """What came of it: the weights, how they were found, and what they are worth on deals not used before.

    `against` are shares of wins (a shared first place split) in meetings with one of the trained and the rest of each
    named opponent (the bot it started from, if that was another than the hand-set one, too), over all seats, by name;
    where all play together, what each named bot makes of the game by itself.
    `casual` is the temperature at which the bot plays about halfway between random and itself.
    """

    spec: Spec
    weights: dict[str, float]
    casual: float
    how: dict[str, Any]
    against: dict[str, Estimate]
    stopped: bool = False


@dataclass
class State:
    """All that a stopped training needs to go on."""

    spec_hash: str
    seed: int
    generation: int
    mean: list[float]
    sigma: float
    covariance: list[list[float]]
    kept: list[list[float]]
    games: int
    used: float

    def write(self, path: Path) -> None:
        """Whole or not at all."""
        text = json.dumps(vars(self))

        def write(temporary: Path) -> None:
            temporary.write_text(text, encoding="utf-8")

        make_whole(path, write)


def read_state(path: Path, digest: str, seed: int) -> State:
    """The state that a stopped training has left; raises `StudyError` if it cannot be used."""
    try:
        state = State(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise StudyError(f"{path} is no state of a training: {error}") from error
    if (state.spec_hash, state.seed) != (digest, seed):
        raise StudyError(
            f"{path} is what a training of other rules or another seed has left: remove it, or move it away"
        )
    return state


def train(
    spec: Spec,
    minutes: float = 10.0,
    seed: int = 1,
    jobs: int = 1,
    generations: int | None = None,
    games: int | None = None,
    state: Path | None = None,
    show: Callable[[Standing], None] = lambda standing: None,
    note: Callable[[str], None] = lambda text: None,
    others: Sequence[Spec] = (),
    step: float = STEP,
) -> Trained:
    """Train greedy's weights for `spec`, starting from its first greedy bot's.

    `others` are variants of the same game, for as many players, that the weights are to serve as well: all take an
    equal share of the deals. `step` is how far the search looks around at first: less than usual for weights that are
    good already. With `generations` and `games` (deals a candidate, opponent and generation) instead of `minutes` the
    same seed gives the same weights. `state` is a file that is written after each generation and read if it is there.
    Ctrl-C ends the search early; what was found is measured all the same. `note` is told if the game is compiled
    first. Raises `StudyError`, and `Stopped` if somebody stops it while it compiles, or asks a second time.
    """
    origin = next((bot for bot in spec.bots if bot.name == "greedy"), None)
    if origin is None or not spec.game.features:
        raise StudyError(f"{spec.game.name} has no greedy bot to train")
    if (generations is None) != (games is None):
        raise StudyError("generations and games go together: both, or neither for training by minutes")
    if any((one.game.name, one.players) != (spec.game.name, spec.players) for one in others):
        raise StudyError("variants that are trained for together must be of one game, for as many players")
    specs = tuple(replace(one, bots=(origin,) * spec.players) for one in (spec, *others))
    with threads(jobs, "train") as pool:
        one = _Training(specs, origin, seed, pool, minutes * 60, generations, games, state, show, note, step)
        return one.run()


@dataclass
class _Training:
    specs: tuple[Spec, ...]
    origin: BotSpec
    seed: int
    pool: Executor
    given: float
    generations: int | None
    games: int | None
    state_file: Path | None
    show: Callable[[Standing], None]
    note: Callable[[str], None]
    step: float
    stop: Stop = field(default_factory=Stop)
    begun: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.kits: list[Records] = [records(spec) for spec in self.specs]
        self.played = 0
        self.start = 0

    @property
    def spec(self) -> Spec:
        """The first variant: that of the bot file."""
        return self.specs[0]

    @property
    def kit(self) -> Records:
        """The first variant's."""
        return self.kits[0]

    @property
    def digest(self) -> str:
        """Of all the rules that are trained for: of one spec its own."""
        digests = [spec.digest for spec in self.specs]
        return digests[0] if len(digests) == 1 else sha256("".join(digests).encode()).hexdigest()

    def run(self) -> Trained:
        """Search, choose, measure."""
        with self.stop.listening():
            self.stop.run(self._prepare, self.note)
            self.begun = time.monotonic()
            state = self._search()
        weights = self._choose(state)
        casual = self._casual(weights)
        against = self._measure(weights)
        how = {
            "generations": state.generation,
            "deals": state.games,
            "seed": self.seed,
            "minutes": round(state.used / 60, 1),
            "games": self.played,
            "step": self.step,
            "spec_hash": self.digest,
        }
        if len(self.specs) > 1:
            how["variants"] = [spec.name for spec in self.specs]
        named = dict(zip(self.spec.game.features, weights.tolist(), strict=True))
        return Trained(self.spec, named, casual, how, against, self.stop.number != 0)

    def _prepare(self) -> None:
        """Find the features that matter, and compile all that plays."""
        self.spread = np.sqrt(np.mean([spreads(kit, self.seed) ** 2 for kit in self.kits], axis=0))
        self.trained = np.flatnonzero(self.spread > 0)
        if not len(self.trained):
            raise StudyError(f"no feature of {self.spec.game.name} ever differs between actions: nothing to train")
        self.unit = np.maximum(self.spread, self.spread[self.trained].mean())[self.trained]
        moved = self._weights_of(self.origin)[self.trained] * self.unit
        self.scale = float(np.sqrt(np.mean(moved**2))) or 1.0
        self._meet([(self.origin_record, self.origin_record)], LEAST_GAMES)

    # --- the search ---

    def _begin(self) -> State:
        if self.state_file is not None and self.state_file.exists():
            return read_state(self.state_file, self.digest, self.seed)
        start = self._vector(self._weights_of(self.origin))
        size = len(self.trained)
        games = self.games if self.games is not None else self._affordable(size)
        return State(self.digest, self.seed, 0, start.tolist(), self.step, np.eye(size).tolist(), [], games, 0.0)

    def _affordable(self, size: int) -> int:
        """Deals a candidate such that the time is enough for the usual number of generations."""
        pairs = [(self.origin_record, self.origin_record)] * 8
        begun, before = time.monotonic(), self.played
        self._meet(pairs, LEAST_GAMES)
        rate = (self.played - before) / max(time.monotonic() - begun, 1e-6)
        candidates = 4 + int(3 * np.log(size))
        seats = self.spec.players if self.kit.layout.kind == "competitive" else 1
        a_generation = self.given * (1 - MEASURED) / GENERATIONS
        return int(np.clip(a_generation * rate / (candidates * seats * OPPONENTS), LEAST_GAMES, MOST_GAMES))

    @property
    def origin_record(self) -> Any:
        """The bot that training starts from."""
        return self.kit.bots[0]

    def _search(self) -> State:
        from cmaes import CMA

        state = self._begin()
        search = CMA(
            np.array(state.mean), state.sigma, seed=self.seed + state.generation, cov=np.array(state.covariance)
        )
        self.start = state.generation * state.games
        used_before = state.used
        while not self._done(state):
            asked = [search.ask() for _ in range(search.population_size)]
            worths = self._judge(asked, state)
            search.tell([(x, -value) for x, value in zip(asked, worths, strict=True)])
            state.generation += 1
            state.mean, state.sigma = search.mean.tolist(), float(search._sigma)
            state.covariance = search._C.tolist()
            if state.generation % KEEP_EVERY == 0:
                state.kept.append(state.mean)
            state.used = used_before + time.monotonic() - self.begun
            if self.state_file is not None:
                state.write(self.state_file)
            self._tell(state)
        return state

    def _done(self, state: State) -> bool:
        if self.stop.number:
            return True
        if self.generations is not None:
            return state.generation >= self.generations
        return state.used >= self.given * (1 - MEASURED)

    def _opponents(self, state: State) -> list[Any]:
        """The bot it started from, the newest of the pool and one of the older, by the generation's own chance."""
        if self.kit.layout.kind != "competitive":
            return [self.origin_record]
        chosen = [self.origin_record]
        if state.kept:
            chosen.append(self._bot(np.array(state.kept[-1])))
        if len(state.kept) > 1:
            older = np.random.default_rng((self.seed, state.generation)).integers(len(state.kept) - 1)
            chosen.append(self._bot(np.array(state.kept[older])))
        return chosen

    def _judge(self, candidates: list[np.ndarray], state: State) -> list[float]:
        opponents = self._opponents(state)
        pairs = [(self._bot(x), opponent) for x in candidates for opponent in opponents]
        found = self._meet(pairs, state.games)
        means = np.array([values.mean() for values in found]).reshape(len(candidates), len(opponents))
        return means.mean(axis=1).tolist()

    def _tell(self, state: State) -> None:
        against = None
        if state.generation % KEEP_EVERY == 0:
            against = self._estimate(self._bot(np.array(state.mean)), self.origin_record, 2 * state.games)
        rate = self.played / (time.monotonic() - self.begun)
        self.show(Standing(state.generation, state.used, self.given, rate, against))

    # --- choosing and measuring ---

    def _choose(self, state: State) -> np.ndarray:
        """Weights of the best of the last means, on fresh deals against all of them and the bot it started from."""
        finalists = [np.array(x) for x in [*state.kept[-FINALISTS:], state.mean]]
        bots = [self._bot(x) for x in finalists]
        opponents = [self.origin_record, *bots] if self.kit.layout.kind == "competitive" else [self.origin_record]
        games = 4 * state.games
        found = self._meet([(bot, other) for bot in bots for other in opponents], games)
        means = np.array([values.mean() for values in found]).reshape(len(bots), len(opponents)).mean(axis=1)
        return self._weights(finalists[int(means.argmax())])

    def _casual(self, weights: np.ndarray) -> float:
        """By bisection: the temperature at which its worth is midway between random play's and the bot's own."""
        best, random = self._record(weights), self._named("random")
        rivals = self.kit.layout.kind == "competitive"
        games = max(500, 2 * (self.games or LEAST_GAMES))

        def made_of_it(bot: Any) -> float:
            return float(self._meet([(bot, best if rivals else bot)], games)[0].mean())

        wanted = (made_of_it(random) + made_of_it(best)) / 2
        spread = float(np.abs(weights * self.spread).max())
        low, high = 0.0, WARMEST * spread
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            warm = self._record(weights)
            warm.temperature = middle
            low, high = (middle, high) if made_of_it(warm) > wanted else (low, middle)
        return float(f"{(low + high) / 2:.3g}")

    def _named(self, name: str) -> Any:
        bot = make_bot(name, self.spec.game, self.spec.options)
        return bot_records(replace(self.spec, bots=(bot,) * self.spec.players))[0]

    def _measure(self, weights: np.ndarray) -> dict[str, Estimate]:
        games = max(2000, 10 * (self.games or LEAST_GAMES))
        best = self._record(weights)
        others = {name: self._named(name) for name in ("hand-set", "random")}
        if self.origin.weights != make_bot("hand-set", self.spec.game, self.spec.options).weights:
            others = {self.origin.title: self.origin_record} | others
        if self.kit.layout.kind == "competitive":
            return {name: self._estimate(best, other, games) for name, other in others.items()}
        named = {"trained": best} | others
        start = self.start
        found = {}
        for name, bot in named.items():
            self.start = start  # the same deals for all
            found[name] = self._estimate(bot, bot, games)
        return found

    def _estimate(self, bot: Any, other: Any, games: int) -> Estimate:
        values = self._meet([(bot, other)], games, margin=0.0)[0]
        return normal(float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values))), len(values))

    def _meet(self, pairs: list[tuple[Any, Any]], games: int, margin: float = MARGIN) -> list[np.ndarray]:
        """On deals that were never used before, as many of each variant."""
        each = -(-games // len(self.kits))
        found = [meetings(self.pool, kit, pairs, self.seed, self.start, each, margin) for kit in self.kits]
        self.start += each
        seats = self.spec.players if self.kit.layout.kind == "competitive" else 1
        self.played += each * len(self.kits) * len(pairs) * seats
        return [np.concatenate(of_a_pair) for of_a_pair in zip(*found, strict=True)]

    # --- weights, bots and the vectors that are searched ---

    def _weights_of(self, bot: BotSpec) -> np.ndarray:
        return np.array([bot.weights[name] for name in self.spec.game.features])

    def _vector(self, weights: np.ndarray) -> np.ndarray:
        """In `unit`s, and so that the weights that it starts from have a root mean square of 1."""
        return weights[self.trained] * self.unit / self.scale

    def _weights(self, x: np.ndarray) -> np.ndarray:
        """Weights of a vector; a feature that never differed keeps the weight it had."""
        weights = self._weights_of(self.origin)
        weights[self.trained] = x * self.scale / self.unit
        return weights

    def _record(self, weights: np.ndarray) -> Any:
        made = self.kit.bots[:1].copy()
        made[0].weights[: len(weights)] = weights
        return made[0]

    def _bot(self, x: np.ndarray) -> Any:
        return self._record(self._weights(x))
