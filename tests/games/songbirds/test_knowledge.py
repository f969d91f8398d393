"""What a seat can see, and what cannot make a difference to it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.engine.verbs import exchange, unseen
from balance.spec import load
from games.songbirds.positions import KERNEL, card, new_game, position

MODES = [[], ["players=3"], ["players=4"], ["mode=solo"], ["mode=coop", "players=3"]]


def hidden(p, seat):
    out = np.zeros((32, 3), dtype=np.int64)
    n = unseen(p.s, p.r, seat, out)
    assert (out[:n, 1] == 1).all()
    return set(out[:n, 0].tolist())


def open_cards(table, seat):
    """What a seat can place: the forest, its own hand, favoured birds."""
    lying = [name for row in table["forest"] for name in row] + table["hands"][seat] + table["favoured"]
    return {name for name in lying if name}


@pytest.mark.parametrize("sets", MODES, ids=str)
def test_a_seat_cannot_place_what_it_neither_holds_nor_sees(sets):
    spec = load("songbirds", sets=sets, bots="random")
    names = KERNEL.cards(spec.options)
    game = Steps(records(spec), 1, 2)
    while game.running:
        out = np.zeros((32, 3), dtype=np.int64)
        for seat in range(spec.players):
            n = unseen(game.state, game.kit.rules, seat, out)
            table = KERNEL.describe(game.state, game.kit.rules)
            assert {names[i] for i in out[:n, 0]} == set(names) - open_cards(table, seat)
        game.step()


@pytest.mark.parametrize("sets", MODES, ids=str)
def test_views_show_nothing_hidden(sets):
    spec = load("songbirds", sets=sets, bots="random")
    names = KERNEL.cards(spec.options)
    game = Steps(records(spec), 1, 3)
    while game.running:
        table = KERNEL.describe(game.state, game.kit.rules)
        for seat in range(spec.players):
            view = KERNEL.view(game.state, game.kit.rules, seat)
            text = json.dumps(view)
            assert {name for name in names if f'"{name}"' in text} == open_cards(table, seat)
            assert view["hand"] == table["hands"][seat]
            assert view["cards_in_hands"] == [len(hand) for hand in table["hands"]]
            assert (view["aside"], view["deck"]) == (len(table["aside"]), len(table["deck"]))
        game.step()


def test_a_drawn_card_is_hidden_from_the_others():
    p = new_game(4, mode="coop", players=3)
    starter = p.asked
    drawn = {card(name) for name in p.hand(starter).split()}
    assert len(drawn) == 2
    for seat in range(3):
        assert (drawn <= hidden(p, seat)) == (seat != starter)


def test_birds_are_exchanged_wherever_they_lie():
    p = position("R5 B2 .", hands=["W1 G1", "G7"], deck="R7 B7", favoured=["", "W4"], mode="coop")
    before = p.table()
    for one, other in (("R5", "R7"), ("B2", "G7"), ("W1", "B7"), ("W4", "G1")):
        exchange(p.s, p.r, card(one), card(other))
    assert (p.bird(0, 0), p.bird(0, 1), p.hand(0), p.hand(1)) == ("R7", "G7", "B7 W4", "B2")
    assert p.table()["deck"] == ["Red 5", "White 1"]
    assert p.table()["favoured"] == [None, "Green 1"]
    again = position("R7 G7 .", hands=["B7 W4", "B2"], deck="R5 W1", favoured=["", "G1"], mode="coop")
    assert p.s.strengths.tolist() == again.s.strengths.tolist()
    for one, other in (("R5", "R7"), ("B2", "G7"), ("W1", "B7"), ("W4", "G1")):
        exchange(p.s, p.r, card(one), card(other))
    assert p.table() == before


def test_two_cards_of_one_hand_exchanged_are_the_same_hand():
    p = position("R5", hands=["W1 G1", "G7"])
    exchange(p.s, p.r, card("W1"), card("G1"))
    assert p.hand(0) == "G1 W1"


def test_variants_of_rules_share_their_deals():
    def deal(**rules):
        table = new_game(9, **rules).table()
        return {key: table[key] for key in ("forest", "hands", "aside", "starter")}, table["row_berries"]

    birds, berries = deal()
    for rules in ({"rounds": 4}, {"line_ties": "no_award"}, {"adjacency": "eight"}, {"second_round_starter": "loser"}):
        assert deal(**rules) == (birds, berries)
    others = deal(berries=[15, 13, 12, 11, 10, 9, 8, 7, 6, 5])
    assert others[0] == birds
    assert [20 - n for n in others[1]] != others[1]
    crows = [new_game(9, players=4, crow=side).table() for side in ("A", "B", "random")]
    assert all(table["hands"] == crows[0]["hands"] for table in crows)
