"""Searching bots against best play: the last spaces of a round with all cards known, solved by trying everything."""

from __future__ import annotations

import random

import numpy as np
import pytest

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.engine.jit import PLAIN
from balance.spec import BotSpec, Spec, make_bot
from games.songbirds.exact import takes
from games.songbirds.positions import GAME, card, position, short

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

EMPTY = 4
"""Spaces left: both players hold a bird more than they will place."""
SIDE = 5
Forest = tuple[int | None, ...]
Hands = tuple[tuple[int, ...], tuple[int, ...]]


def result(forest: Forest, hands: Hands, columns: list[int], rows: list[int]) -> int:
    """1 if seat 0 has more points, 0 for equal ones, -1 for fewer: by the rules, without the engine."""
    won = [0] * 4
    for i in range(SIDE):
        for line, berries in ((forest[i::SIDE], columns[i]), (forest[SIDE * i : SIDE * i + SIDE], rows[i])):
            colour = takes(line)
            if colour is not None:
                won[colour] += berries
    mine, other = (won[kept // 7] + kept % 7 + 1 for (kept,) in hands)
    return (mine > other) - (mine < other)


def value(forest: Forest, hands: Hands, seat: int, columns: list[int], rows: list[int]) -> int:
    """What the position is worth to seat 0 if both play their best."""
    if None not in forest:
        return result(forest, hands, columns, rows)
    best = max if seat == 0 else min
    return best(
        value(*after(forest, hands, seat, *move), 1 - seat, columns, rows) for move in moves(forest, hands[seat])
    )


def moves(forest: Forest, hand: tuple[int, ...]) -> list[tuple[int, int]]:
    """Every bird on every open space: an empty one beside a bird."""
    return [(bird, space) for bird in hand for space in range(25) if forest[space] is None and is_open(forest, space)]


def is_open(forest: Forest, space: int) -> bool:
    row, column = divmod(space, SIDE)
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return any(0 <= y < SIDE and 0 <= x < SIDE and forest[SIDE * y + x] is not None for y, x in beside)


def after(forest: Forest, hands: Hands, seat: int, bird: int, space: int) -> tuple[Forest, Hands]:
    hand = tuple(other for other in hands[seat] if other != bird)
    both = (hand, hands[1]) if seat == 0 else (hands[0], hand)
    return (*forest[:space], bird, *forest[space + 1 :]), both


def late(seed: int) -> tuple[Forest, Hands, list[int], list[int]]:
    """A late position by chance; a bird that would lie aside is out of the game, so that nothing is hidden."""
    chance = random.Random(seed)
    birds, tokens, spaces = (chance.sample(range(n), n) for n in (28, 10, 25))
    berries = [[5, 6, 7, 8, 9, 10, 11, 12, 13, 15][i] for i in tokens]
    laid = dict(zip(spaces[EMPTY:], birds, strict=False))
    rest = birds[25 - EMPTY :]
    hands = tuple(rest[:3]), tuple(rest[3:6])
    return tuple(laid.get(i) for i in range(25)), hands, berries[:5], berries[5:]  # type: ignore[return-value]


def choice(bot: BotSpec, seed: int) -> tuple[int, list[int]]:
    """(what the bot's action is worth to the seat to move, what each action is)."""
    forest, hands, columns, rows = late(seed)
    text = "\n".join(
        " ".join("." if bird is None else short(bird) for bird in forest[i : i + 5]) for i in range(0, 25, 5)
    )
    rules = {"rounds": 1, "players": 2}
    birds = [" ".join(map(short, hand)) for hand in hands]
    p = position(text, hands=birds, columns=columns, rows=rows, rules=rules)
    game = Steps(records(Spec(GAME, p.options, (bot, bot))), seed, 0)
    game.states[0] = p.s
    [taken] = [p.legal[p.codes.index(game.step())]]
    bird = card(taken["play"][0] + taken["play"][-1])
    worths = {move: value(*after(forest, hands, 0, *move), 1, columns, rows) for move in moves(forest, hands[0])}
    assert {(card(a["play"][0] + a["play"][-1]), SIDE * a["row"] + a["column"]) for a in p.legal} == set(worths)
    return worths[bird, SIDE * taken["row"] + taken["column"]], list(worths.values())


def test_a_searcher_finds_what_is_best() -> None:
    bot = make_bot("ismcts", GAME, GAME.options())
    thinking = BotSpec(bot.name, search={**bot.search, "iterations": 6000})
    asked = 0
    for seed in range(30):
        got, all_values = choice(thinking, seed)
        assert got == max(all_values), seed
        asked += min(all_values) < max(all_values)
    assert asked > 10, "in too few of these positions the choice matters"


def test_a_random_bot_does_not() -> None:
    bot = make_bot("random", GAME, GAME.options())
    lost = [max(worths) - got for got, worths in (choice(bot, seed) for seed in range(30))]
    assert np.mean(np.array(lost) > 0) > 0.2
