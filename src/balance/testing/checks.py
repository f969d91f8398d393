"""The checks of the contract, a function each: they yield what they find wrong, in words, with its place."""

from __future__ import annotations

import inspect
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from balance.arena.columns import rate_columns
from balance.arena.records import PlayError, Table
from balance.arena.steps import Steps, raw_copy
from balance.bots.mind import MOST_FEATURES, new_mind
from balance.engine.redeal import LEVELS, MOST_CARDS, new_room, rotate_hands
from balance.engine.streams import begin
from balance.engine.verbs import over
from balance.testing.case import POSITIONS, Case, Hidden, Position
from balance.testing.plain import fingerprint, fingerprint_in_plain_python

Found = Iterator[str]
CHECKS: dict[str, Callable[[Case], Found]] = {}
"""By name, in the order of a report."""

WORLDS = 400
LEAST_P = 1e-6


def _check(function: Callable[[Case], Found]) -> Callable[[Case], Found]:
    CHECKS[function.__name__] = function
    return function


def _repeated(names: Any) -> str:
    return ", ".join(str(name) for name, n in Counter(names).items() if n > 1)


# --- what the game says about itself ---


@_check
def declaration(case: Case) -> Found:
    """Names, ranges and dtypes of the declaration are sound."""
    game = case.game
    if case.seats not in game.players:
        yield f"{case.seats} seats under these options, but it is declared for {game.players}"
    if unknown := set(game.weights) - set(game.features):
        yield f"weights of features that are not declared: {', '.join(sorted(unknown))}"
    if len(game.features) > MOST_FEATURES:
        yield f"{len(game.features)} features; at most {MOST_FEATURES} fit a bot"
    cards = case.kernel.cards(case.options)
    if case.pieces > MOST_CARDS:
        yield f"{case.pieces} cards; at most {MOST_CARDS} can be re-dealt"
    for what, names in {
        "feature": game.features,
        "chance": game.chances,
        "event": game.events,
        "reason": [reason.name for reason in game.reasons],
        "figure": [figure.name for figure in game.figures(case.options)],
        "rate": [rate.name for rate in game.rates(case.options)],
        "exposure": [exposure.name for exposure in game.exposures],
        "card": cards,
    }.items():
        if repeated := _repeated(names):
            yield f"two {what}s of one name: {repeated}"
    for what, (low, high) in {
        "turns": game.turns,
        "scores": game.scores,
        **{f"figure {figure.name}": (figure.low, figure.high) for figure in game.figures(case.options)},
    }.items():
        if low > high:
            yield f"{what}: {low} to {high} is no range"
    yield from _rates(case)
    if case.kernel.STATE.names[-1] != f"game_{game.name}":
        yield f"the state of {game.name} is marked {case.kernel.STATE.names[-1]}"
    for name, dtype in {"STATE": case.kernel.STATE, "RULES": case.kernel.RULES}.items():
        yield from _narrow_fields(name, dtype)


def _rates(case: Case) -> Found:
    figures = case.game.figures(case.options)
    for rate in case.game.rates(case.options):
        try:
            rate_columns(rate, figures, case.seats)
        except KeyError as error:
            yield f"rate {rate.name}: there is no figure {error}"
    lows = [grade.low for grade in case.game.grades(case.options)]
    if lows != sorted(lows):
        yield f"grades go from the lowest to the highest, not {lows}"
    if lows and case.game.kind(case.options) == "competitive":
        yield "a competitive game has no grades"


def _narrow_fields(path: str, dtype: np.dtype) -> Found:
    if dtype.subdtype:
        yield from _narrow_fields(path, dtype.subdtype[0])
    elif dtype.fields:
        for name, (inner, *_) in dtype.fields.items():
            if hasattr(np.record, name):
                yield f"{path}.{name}: in plain Python this name is an attribute of NumPy's records; choose another"
            yield from _narrow_fields(f"{path}.{name}", inner)
    elif dtype.kind not in "iuf":
        yield f"{path} is {dtype}: a record holds whole numbers and floats only"
    elif dtype.kind in "iu" and dtype.itemsize < 2:
        yield f"{path} is {dtype}: whole numbers of a record are int16 or wider (int8 overflows in plain Python only)"


# --- the course of a game ---


@_check
def actions(case: Case) -> Found:
    """While the game runs, somebody is to move and has distinct legal actions."""
    for position in case.positions:
        if not 0 <= position.seat < case.seats:
            yield f"{position.where}: to_move is {position.seat} while the game runs"
        if not position.legal:
            yield f"{position.where}: there is no legal action"
        if repeated := _repeated(position.legal):
            yield f"{position.where}: an action is listed twice: {repeated}"
        if min(position.legal, default=0) < 0:
            yield f"{position.where}: action codes are 0 or more, not {min(position.legal)}"
        cards = len(case.kernel.cards(case.options))
        if wrong := [a for a in position.legal if not -1 <= position.card_of(a) < cards]:
            yield f"{position.where}: card_of({wrong[0]}) is {position.card_of(wrong[0])}; there are {cards} cards"


@_check
def endings(case: Case) -> Found:
    """A finished game names a declared reason, winners, and scores within the declared range; nobody is to move."""
    low, high = case.game.scores
    everybody = (1 << case.seats) - 1
    for where, game in _finished_games(case):
        end, row = int(over(game.state, case.rules)), game.row
        if game.seat != -1:
            yield f"{where}: the game is over and to_move is {game.seat}, not -1"
        if not 1 <= end <= len(case.game.reasons):
            yield f"{where}: over is {end}; {len(case.game.reasons)} reasons are declared"
            continue
        if not all(low <= points <= high for points in row.scores):
            yield f"{where}: scores {row.scores.tolist()} outside the declared {low} to {high}"
        kind = case.game.kind(case.options)
        allowed = range(1, everybody + 1) if kind == "competitive" else (0, everybody)
        unfinished = case.game.reasons[end - 1].unfinished
        if not unfinished and row.winners not in allowed:
            yield f"{where}: winners is {row.winners:#b} in a {kind} game for {case.seats}"


def _finished_games(case: Case) -> Iterator[tuple[str, Steps]]:
    for kind in case.kits:
        for number in range(case.games):
            game = case.steps(kind, number)
            while game.running and game.row.decisions <= case.game.longest(case.options):
                game.step()
            if not game.running:
                yield f"game {number} of seed {case.seed}, {kind} bots", game


@_check
def length(case: Case) -> Found:
    """No game has more decisions than the longest declared, nor turns outside the declared range."""
    longest = case.game.longest(case.options)
    low, high = case.game.turns
    for kind in case.kits:
        for number in range(case.games):
            where = f"game {number} of seed {case.seed}, {kind} bots"
            game = case.steps(kind, number)
            while game.running and game.row.decisions <= longest:
                game.step()
            if game.running:
                yield f"{where}: more than the declared {longest} decisions"
            elif not low <= game.row.turns <= high:
                yield f"{where}: {game.row.turns} turns, declared {low} to {high}"


@_check
def rows(case: Case) -> Found:
    """What a row records is possible."""
    for kind in case.kits:
        for row in case.rows(kind, 0, case.games):
            where = f"game {row['game']} of seed {case.seed}, {kind} bots"
            if row["turns"] < 1:
                yield f"{where}: no turn was counted"
            if not 0 <= row["first"] < case.seats:
                yield f"{where}: seat {row['first']} went first"
            if (row["exposure"] >> case.seats).any() or (row["exposure"] < 0).any():
                yield f"{where}: an exposure names a seat that is not there"
            if (row["profiled"] < 0).any():
                yield f"{where}: a negative number of profiled turns"
            if row["log_full"]:
                yield f"{where}: a decision had more events than fit the log"


@_check
def copies(case: Case) -> Found:
    """A copied state plays on alone: it shares nothing with the original and hides nothing outside the record."""
    for kind in case.kits:
        for number in range(min(3, case.games)):
            game, decision = case.steps(kind, number), 0
            rules = case.rules.copy()
            while game.running:
                twin, before = game.fork(), game.states.tobytes()
                taken = twin.step()
                where = f"game {number} of seed {case.seed}, {kind} bots, decision {decision}"
                if game.states.tobytes() != before:
                    yield f"{where}: playing on a copy changed the original"
                    return
                if game.step() != taken or game.states.tobytes() != twin.states.tobytes():
                    yield f"{where}: the same state and streams went on differently the second time"
                    return
                if not all(np.array_equal(case.rules[field], rules[field]) for field in rules.dtype.names):
                    yield f"{where}: apply changed the rules record"
                    return
                decision += 1


@_check
def reading(case: Case) -> Found:
    """Verbs that only read leave the state as it was."""
    for position in case.positions:
        readers: dict[str, Callable[[Position], Any]] = {
            "count and action": lambda p: p.legal,
            "scores": lambda p: p.scores(),
            "unseen": lambda p: [p.unseen(seat) for seat in range(case.seats)],
            "features": lambda p: [p.features(a) for a in p.legal],
            "describe, view, name or say": lambda p: _read_hooks(case, p),
        }
        for name, read in readers.items():
            reader = position.copy()
            read(reader)
            if not position.same(reader.copy()):
                yield f"{position.where}: {name} changed the state"
                return


def _read_hooks(case: Case, position: Position) -> None:
    for seat in range(case.seats):
        position.view(seat)
    for a in position.legal:
        case.kernel.name(position.state, case.rules, a)
    for reader in (None, *range(case.seats)):
        case.said(position, reader)


@_check
def hooks(case: Case) -> Found:
    """What is shown to people is plain data, different for different actions; events and cards are declared ones."""
    yield from _plain("card_data", case.kernel.card_data(case.options))
    for position in case.positions:
        names = [case.kernel.name(position.state, case.rules, a) for a in position.legal]
        texts = [json.dumps(name, sort_keys=True) for name in names if not list(_plain("name", name))]
        shown = [("name", name) for name in names]
        shown += [("view", case.kernel.view(position.state, case.rules, seat)) for seat in range(case.seats)]
        shown.append(("describe", case.kernel.describe(position.state, case.rules)))
        for hook, value in shown:
            yield from (f"{position.where}: {problem}" for problem in _plain(hook, value))
        if repeated := _repeated(texts):
            yield f"{position.where}: two actions have one name: {repeated}"
    cards = len(case.kernel.cards(case.options))
    for kind in case.kits:
        game = case.steps(kind, 0)
        while True:
            for event in game.events():
                if not (
                    0 <= event.kind < len(case.game.events)
                    and -1 <= event.seat < case.seats
                    and -1 <= event.card < cards
                ):
                    yield f"game 0 of seed {case.seed}, {kind} bots: no such event: {event}"
            if not game.running:
                break
            game.step()


def _plain(what: str, value: Any) -> Found:
    if isinstance(value, dict):
        for key, inner in value.items():
            if type(key) is not str:
                yield f"{what} has the key {key!r}, which is not text"
            yield from _plain(f"{what}[{key!r}]", inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _plain(f"{what}[…]", inner)
    elif value is not None and type(value) not in (str, int, float, bool):
        yield f"{what} is {type(value).__name__}, not plain data"


# --- repeatability ---


@_check
def repeatable(case: Case) -> Found:
    """A game is the same alone, in any batch, and step by step."""
    for kind in case.kits:
        together = case.rows(kind, 0, case.games)
        for number in range(case.games):
            where = f"game {number} of seed {case.seed}, {kind} bots"
            if case.rows(kind, number, 1).tobytes() != together[number : number + 1].tobytes():
                yield f"{where}: differs alone and in a batch"
            game = case.steps(kind, number)
            while game.running:
                game.step()
            if game.rows.tobytes() != together[number : number + 1].tobytes():
                yield f"{where}: differs step by step and in a batch"


@_check
def deals(case: Case) -> Found:
    """Deals differ by game and seed, do not depend on who plays, and leave the bots' streams alone."""
    numbers = range(max(20, case.games))
    dealt = {kind: [case.steps(kind, number) for number in numbers] for kind in case.kits}
    first = [game.states.tobytes() for game in dealt["random"]]
    differ = len(case.kernel.cards(case.options)) > 1 and not _is_open_deal(case, dealt["random"][0])
    if differ and len(set(first)) < 2:
        yield f"games 0 to {numbers[-1]} of seed {case.seed} all have the same deal"
    if differ and [case.steps("random", number, case.seed + 1).states.tobytes() for number in numbers] == first:
        yield f"seeds {case.seed} and {case.seed + 1} have the same deals"
    for kind, games in dealt.items():
        if [game.states.tobytes() for game in games] != first:
            yield f"the deal changes with the bots ({kind} instead of random)"
    bots = len(case.game.chances)
    game, decisions = dealt["random"][0].fork(), 0
    while game.running:
        before, seat = game.rng[bots:].copy(), game.seat
        game.step()
        moved = np.flatnonzero((game.rng[bots:] != before).any(axis=1))
        if any(other != seat for other in moved):
            yield f"game 0 of seed {case.seed}, decision {decisions}: the stream of another seat's bot was drawn from"
            return
        decisions += 1
    if not np.array_equal(case.steps("random", 0).rng[bots:], _fresh(case)[bots:]):
        yield "the deal draws from a bot's stream"


def _is_open_deal(case: Case, game: Steps) -> bool:
    """Whether the deal of game 0 leaves nothing to chance and hides no card (as where hands are chosen first)."""
    bots = len(case.game.chances)
    start = Position(case, raw_copy(game.states), game.seat, "")
    is_hidden = any(start.unseen(seat) for seat in range(case.seats))
    return not is_hidden and np.array_equal(game.rng[:bots], _fresh(case)[:bots])


def _fresh(case: Case) -> np.ndarray:
    """The streams of game 0 before the deal."""
    rng = np.empty((len(case.kit.keys), 2), dtype=np.uint64)
    begin(rng, case.kit.keys, np.uint64(case.seed), np.uint64(0))
    return rng


@_check
def plain_python(case: Case) -> Found:
    """Compiled code and plain Python (overflow and every other warning an error) play the same games."""
    games = min(case.games, 4)
    compiled = fingerprint(case, games)
    plain = fingerprint_in_plain_python(case, games)
    if plain != compiled:
        yield f"games 0 to {games - 1} of seed {case.seed} differ in plain Python: {plain}"


# --- what a seat cannot see ---


@_check
def hidden_cards(case: Case) -> Found:
    """Cards that a seat cannot place are listed once, with the shuffles they have been through."""
    cards = case.pieces
    for position in case.positions:
        for seat in range(case.seats):
            hidden = position.unseen(seat)
            where = f"{position.where}: unseen by seat {seat}"
            if repeated := _repeated(one.card for one in hidden):
                yield f"{where}: a card is listed twice: {repeated}"
            if wrong := [one.card for one in hidden if not 0 <= one.card < cards]:
                yield f"{where}: there is no card {wrong[0]}"
            if wrong := [one.card for one in hidden if not 0 < one.shuffles < 1 << LEVELS]:
                yield f"{where}: card {wrong[0]} has been through no shuffle, or through more than {LEVELS}"
            if wrong := [one.card for one in hidden if one.first & (one.first - 1) or one.first < 0]:
                yield f"{where}: the first shuffle of card {wrong[0]} is not one bit"


@_check
def exchanges(case: Case) -> Found:
    """Two cards that a seat cannot tell apart may be exchanged: it sees no difference, and twice is not at all."""
    for position in case.positions:
        for seat in range(case.seats):
            hidden = position.unseen(seat)
            pairs = [(a.card, b.card) for a, b in combinations(hidden, 2) if a.alike(b)]
            random.Random(len(pairs)).shuffle(pairs)
            for i, j in pairs[:3]:
                yield from _exchange_problems(position, seat, i, j)


def _exchange_problems(position: Position, seat: int, i: int, j: int) -> Found:
    where = f"{position.where}: exchange of {i} and {j}"
    world = position.copy()
    world.exchange(i, j)
    if world.view(seat) != position.view(seat):
        yield f"{where} is seen by seat {seat}"
    if seat == position.seat and world.legal != position.legal:
        yield f"{where} changes what seat {seat} may do"
    swapped = {i: j, j: i}
    expected = sorted((swapped.get(one.card, one.card), one.shuffles) for one in position.unseen(seat))
    if sorted((one.card, one.shuffles) for one in world.unseen(seat)) != expected:
        yield f"{where}: seat {seat} knows other places than before"
    world.exchange(i, j)
    if not world.same(position):
        yield f"{where} twice is not the same state"


@_check
def redeals(case: Case) -> Found:
    """A re-deal looks the same to the seat to move, is not always the same, and does not depend on the true cards."""
    chance = random.Random(case.seed)
    rng = case.stream("redeals")
    for position in case.positions:
        truth = position.mixed(chance)
        if truth is None:
            continue
        start = rng.copy()
        world = position.redeal(rng)
        where = f"{position.where}: a re-deal"
        if world.view(position.seat) != position.view(position.seat):
            yield f"{where} looks different to seat {position.seat}"
        if world.legal != position.legal:
            yield f"{where} changes what seat {position.seat} may do"
        if world.all() != truth.redeal(start).all():
            yield f"{where} depends on the true cards"
        yield from _world_count(position, rng, chance, where)


def _world_count(position: Position, rng: np.ndarray, chance: random.Random, where: str) -> Found:
    hidden = position.unseen(position.seat)
    groups = _alike(hidden)
    possible = {position.permuted(chance, group).all() for group in groups for _ in range(20 // len(groups) + 1)}
    if len(possible) > 1 and len({position.redeal(rng).all() for _ in range(40)}) < 2:
        yield f"{where} is always the same, though the seat cannot tell {len(possible)} others"


def _alike(hidden: list[Hidden]) -> list[list[int]]:
    """The cards of each last shuffle, where there are several."""
    groups: dict[int, list[int]] = {}
    for one in hidden:
        groups.setdefault(one.shuffles.bit_length(), []).append(one.card)
    return [cards for cards in groups.values() if len(cards) > 1]


@_check
def uniform_redeals(case: Case) -> Found:
    """Cards of one shuffle land on each of its places equally often, as if exchanged at random (χ² test)."""
    rng, chance = case.stream("uniform"), random.Random(case.seed)
    for position in [p for p in case.positions if len(p.unseen(p.seat)) > 1][:: POSITIONS // 4]:
        hidden = position.unseen(position.seat)
        masks = Counter(one.shuffles for one in hidden)
        alone = [m for m in masks if masks[m] > 1 and not any(m & other for other in masks if other != m)]
        for mask in alone[:2]:
            place = next(k for k, one in enumerate(hidden) if one.shuffles == mask)
            cards = [one.card for one in hidden if one.shuffles == mask]
            redealt = [position.redeal(rng) for _ in range(WORLDS)]
            permuted = [position.permuted(chance, cards) for _ in range(WORLDS)]
            p = _p_same(
                [[world.unseen(position.seat)[place].card for world in worlds] for worlds in (redealt, permuted)]
            )
            if p < LEAST_P:
                yield f"{position.where}: re-deals do not give a hidden place each card equally often (p = {p:.1e})"


def _p_same(samples: list[list[int]]) -> float:
    """p value of the hypothesis that two samples come from one distribution; rare values are taken together."""
    from scipy.stats import chi2_contingency

    counts = [Counter(sample) for sample in samples]
    common = [value for value in sorted(set(samples[0] + samples[1])) if counts[0][value] + counts[1][value] >= 10]
    table = [[count[value] for value in common] for count in counts]
    table = [[*row, len(sample) - sum(row)] for row, sample in zip(table, samples, strict=True)]
    used = [column for column in zip(*table, strict=True) if sum(column) > 0]
    return float(chi2_contingency(used).pvalue) if len(used) > 1 else 1.0


@_check
def no_peek(case: Case) -> Found:
    """What a seat cannot see changes neither its options, nor their features, nor any bot's choice."""
    chance = random.Random(case.seed)
    rng = case.stream("choices")
    kits = case.kits | case.thinkers
    minds = {kind: new_mind(kit.bots, case.kernel.STATE, len(kit.keys) - case.seats) for kind, kit in kits.items()}
    for position in case.positions:
        for _ in range(3):
            world = position.mixed(chance)
            if world is None:
                break
            where = f"{position.where}: with other hidden cards"
            if world.legal != position.legal:
                yield f"{where} seat {position.seat} has other options"
                continue
            for a in position.legal:
                if not np.array_equal(world.features(a), position.features(a), equal_nan=True):
                    yield f"{where} action {a} has other features"
            for kind, kit in kits.items():
                bot, mind = kit.bots[position.seat], minds[kind]
                chosen = [_choice(case, p, bot, rng.copy(), mind) for p in (position, world)]
                if chosen[0] != chosen[1]:
                    yield f"{where} the {kind} bot chooses differently"
            rng = case.stream(f"choices {chance.random()}")


def _choice(case: Case, position: Position, bot: Any, rng: np.ndarray, mind: Any) -> int:
    return int(case.chooser(position.state, case.rules, len(position.legal), bot, rng, 0, mind))


@_check
def told(case: Case) -> Found:
    """What a seat is told (deal, table, options, what others do) does not change with what it cannot see."""
    chance = random.Random(case.seed)
    dealt = [case.steps("random", number) for number in range(case.games)]
    deals = [Position(case, raw_copy(game.states), game.seat, f"the deal of game {game.row.game}") for game in dealt]
    for position, hook in [*((p, "opening") for p in deals), *((p, "") for p in case.positions)]:
        for reader in range(case.seats):
            world = position.mixed(chance, reader)
            if world is None:
                continue
            where = f"{position.where}: with other hidden cards seat {reader} is told otherwise"
            if hook:
                if case.shown(hook, position, reader) != case.shown(hook, world, reader):
                    yield f"{where} of the deal ({hook})"
                continue
            if case.said(position, reader) != case.said(world, reader):
                yield f"{where} how things stand (heading, scene, legend, or say of its own options)"
            if position.seat != reader:
                yield from (f"{where} of action {a}" for a in _told_otherwise(case, position, world, reader, chance))


def _told_otherwise(
    case: Case, position: Position, world: Position, reader: int, chance: random.Random
) -> Iterator[int]:
    """Actions of another that are told differently in two worlds, though they and what follows look the same."""
    both = sorted(set(position.legal) & set(world.legal))
    for a in chance.sample(both, min(3, len(both))):
        here, there = (_acted(case, p, a, reader) for p in (position, world))
        if here.is_settled and there.is_settled and here.view == there.view and here.prose != there.prose:
            yield a


@dataclass(frozen=True)
class _Acted:
    """What a seat has from another's action: its view, what it is told, and whether chance had no part in it (else
    something may have been shown that is hidden again)."""

    view: str
    prose: list[str]
    is_settled: bool


def _acted(case: Case, position: Position, a: int, reader: int) -> _Acted:
    rng = _fresh(case)[: len(case.game.chances)]
    before, after = rng.copy(), position.copy()
    case.act(after, a, rng)
    said = case.kernel.say(position.state, case.rules, a, reader)
    told = case.kernel.tell(after.state, case.rules, case.log, reader, position.state)
    return _Acted(after.view(reader), [said, *told], np.array_equal(rng, before))


@_check
def feature_values(case: Case) -> Found:
    """Features are finite, and no more are written than are declared."""
    declared = len(case.game.features)
    for position in case.positions:
        for a in position.legal:
            values = position.features(a)
            if not np.isfinite(values[:declared]).all():
                wrong = case.game.features[int(np.flatnonzero(~np.isfinite(values[:declared]))[0])]
                yield f"{position.where}: the feature {wrong} of action {a} is not finite"
            if not np.isnan(values[declared:]).all():
                yield f"{position.where}: more features are written than the {declared} declared"


@_check
def mirrors(case: Case) -> Found:
    """Unless the game says why its deals cannot be mirrored: hands can be rotated, and a full turn is no change."""
    if case.game.mirror(case.options) or not case.kernel.cards(case.options):
        return
    from balance.arena.records import records

    try:
        Table(records(case.spec("random"), case.seats), case.seed).play(0, case.seats * case.games)
    except PlayError as error:
        yield str(error)
        return
    for number in range(case.games):
        game = case.steps("random", number)
        before = game.states.tobytes()
        rotate_hands(game.state, case.rules, case.seats, 1, new_room())
        if game.states.tobytes() == before:
            yield f"game {number} of seed {case.seed}: rotating the hands changes nothing"
        rotate_hands(game.state, case.rules, case.seats, case.seats - 1, new_room())
        if game.states.tobytes() != before:
            yield f"game {number} of seed {case.seed}: a full rotation of the hands is not the same deal"


ABOUT = {name: (inspect.getdoc(function) or "") for name, function in CHECKS.items()}
"""What each check wants, in a sentence."""
