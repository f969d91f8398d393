"""Swapped deals: who gives which card, and that nothing else is touched."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from balance.arena.match import play
from balance.arena.records import records
from balance.arena.steps import Steps
from balance.arena.swaps import NO_PIECE, SwapTable, pieces
from balance.engine.jit import PLAIN
from balance.spec import load

DEALS = 5 if PLAIN else 60
DEALT = {"kuhn": 2, "omen": 8, "songbirds": None, "sirenen": 8}


def table(game: str, sets: list[str] | None = None, seed: int = 4) -> tuple[Any, SwapTable]:
    spec = load(game, sets or [], "random")
    kit = records(spec)
    return kit, SwapTable(kit, spec.options, seed)


def opening(kit: Any, seed: int, number: int) -> tuple[set[tuple[int, int]], Any]:
    """(card, seat) of the opening hands, and the game."""
    one = Steps(kit, seed, number)
    masks = one.row.exposure[0]
    return {(c, k) for c in range(len(kit.layout.cards)) for k in range(one.seats) if masks[c] >> k & 1}, one


@pytest.mark.parametrize("game", DEALT)
def test_each_card_of_an_opening_hand_once(game: str) -> None:
    kit, one = table(game)
    swaps = one.list(0, DEALS)
    for number in range(DEALS):
        here = swaps.deal == number
        dealt, _ = opening(kit, 4, number)
        assert set(zip(swaps.card[here].tolist(), swaps.seat[here].tolist(), strict=True)) == dealt
        assert DEALT[game] in (None, here.sum())
        assert len(set(swaps.piece[here].tolist())) == here.sum()
        assert not set(swaps.piece[here].tolist()) & set(swaps.partner[here].tolist())
        assert (swaps.card[here] != swaps.other[here]).all()


def test_units_are_exchanged_for_units() -> None:
    _, one = table("omen")
    swaps = one.list(0, DEALS)
    assert swaps.other.max() < 22


def test_alone_too() -> None:
    kit, one = table("songbirds", ["mode=solo"])
    swaps = one.list(0, DEALS)
    for number in range(DEALS):
        here = swaps.deal == number
        assert {(card, 0) for card in swaps.card[here].tolist()} == opening(kit, 4, number)[0]


@pytest.mark.parametrize("game", DEALT)
def test_the_same_whatever_the_chunks(game: str) -> None:
    _, one = table(game)
    whole, parts = one.list(0, 20), [one.list(0, 7), one.list(7, 13)]
    for name in ("deal", "seat", "card", "piece", "partner"):
        assert getattr(whole, name).tolist() == np.concatenate([getattr(part, name) for part in parts]).tolist()


@pytest.mark.skipif(PLAIN, reason="needs compiled speed")
def test_partners_are_drawn_uniformly() -> None:
    """Among the 14 units that nobody was dealt: over all deals every other unit comes equally often."""
    _, one = table("omen")
    swaps = one.list(0, 6000)
    drawn = Counter(swaps.other[swaps.card == 3].tolist())
    expected = sum(drawn.values()) / 21
    assert set(drawn) == set(range(22)) - {3}
    assert sum((n - expected) ** 2 / expected for n in drawn.values()) < 20 + 4 * 40**0.5


def test_a_swap_exchanges_two_cards_and_nothing_else() -> None:
    """Kuhn poker notes the hands when the first decision is near: after the swap."""
    kit, one = table("kuhn")
    swaps = one.list(0, 20)
    rows = one.play(swaps.deal, swaps.piece, swaps.partner)
    for row, deal, seat, card, other in zip(rows, swaps.deal, swaps.seat, swaps.card, swaps.other, strict=True):
        dealt, _ = opening(kit, 4, int(deal))
        changed = {(c, k) for c in range(3) for k in range(2) if row["exposure"][0, c] >> k & 1}
        assert changed == (dealt - {(int(card), int(seat))}) | {(int(other), int(seat))}


@pytest.mark.parametrize("game", ["omen", "sirenen", "songbirds"])
def test_without_a_swap_it_is_the_same_game(game: str) -> None:
    kit, one = table(game)
    numbers = np.arange(3 if PLAIN else 30)
    none = np.full(len(numbers), NO_PIECE)
    rows = one.play(numbers, none, none)
    assert rows.tobytes() == play(kit, kit.bots, 4, 0, len(numbers)).tobytes()


def test_kinds_of_single_cards() -> None:
    sirenen = load("sirenen", [], "random")
    found = pieces(sirenen.game.load(), sirenen.options)
    assert found[:9].tolist() == [0] * 8 + [1]
    assert (found[120:] == NO_PIECE).all()
    omen = load("omen", [], "random")
    assert pieces(omen.game.load(), omen.options)[:29].tolist() == [*range(28), NO_PIECE]
