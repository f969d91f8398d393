"""Tests of the Songbirds referee itself: set up, turns and ends, from the rulebook and rules/songbirds.md."""

import random

import pytest

from .songbirds import RandomChance, play
from .songbirds_game import Game, ImpossibleError
from .songbirds_scoring import CROW, flat
from .songbirds_worlds import hidden, world

TOKENS = [5, 6, 7, 8, 9, 10, 11, 12, 13, 15]
RULES = {
    "berries": TOKENS,
    "line_ties": "next_strongest",
    "adjacency": "orthogonal",
    "crow": "random",
    "second_round_starter": "next",
    "rounds": 2,
}
TABLES = [("competitive", n) for n in (2, 3, 4)] + [("solo", 1)] + [("coop", n) for n in (2, 3, 4)]


def begun(mode="competitive", players=2, seed=1, chance=None, **rules):
    """A game at its first decision."""
    game = Game({**RULES, **rules}, mode, players, chance or RandomChance(random.Random(seed)))
    game.begin()
    return game


def to_the_end(game, choose=None):
    """Play on; `choose` picks one of the legal actions."""
    while game.to_move is not None:
        game.answer((choose or random.Random(7).choice)(game.legal()))
    return game


def spaces(game):
    """The spaces in which something may be placed."""
    return {(action["row"], action["column"]) for action in game.legal() if "play" in action}


# ---------------------------------------------------------------------- set up


@pytest.mark.parametrize(
    ("mode", "players", "lying", "hand", "aside", "deck"),
    [
        ("competitive", 2, 1, 13, 1, 0),
        ("competitive", 3, 1, 9, 0, 0),
        ("competitive", 4, 1, 7, 0, 0),
        ("solo", 1, 9, 1, 0, 18),
        ("coop", 2, 9, 1, 0, 17),
        ("coop", 3, 9, 1, 0, 16),
        ("coop", 4, 9, 1, 0, 15),
    ],
)
def test_set_up(mode, players, lying, hand, aside, deck):
    game = begun(mode, players)
    drawn = int(mode != "competitive")  # by the starter, who is asked
    assert sum(card is not None for row in game.forest for card in row) == lying
    assert [len(cards) for cards in game.hands] == [hand + drawn * (seat == game.starter) for seat in range(players)]
    assert (len(game.aside), len(game.deck)) == (aside, deck - drawn)
    assert (game.forest[2][2] == CROW) == (game.crow_side is not None) == ((mode, players) == ("competitive", 4))
    game.assert_invariants()


@pytest.mark.parametrize(("mode", "players"), [("solo", 2), ("coop", 1), ("competitive", 1), ("teams", 2)])
def test_numbers_of_players_that_cannot_be(mode, players):
    with pytest.raises(ValueError, match=mode):
        begun(mode, players)


def test_nine_birds_on_both_diagonals():
    forest = begun("solo", 1).forest
    assert all((forest[r][c] is not None) == (r == c or r + c == 4) for r in range(5) for c in range(5))


def test_crow_option():
    sides = {begun(players=4, seed=seed).crow_side for seed in range(20)}
    assert sides == {"A", "B"}
    assert {begun(players=4, seed=seed, crow="A").crow_side for seed in range(9)} == {"A"}


@pytest.mark.parametrize(
    "change",
    [
        {"hands": [["Red 1"], []]},
        {"aside": []},
        {"column_berries": [1] * 5},
        {"crow_side": "A"},
        {"open": {(2, 1): "Red 1"}},
        {"deck": ["Red 1"]},
    ],
)
def test_a_wrong_deal_is_refused(change):
    class Wrong(RandomChance):
        def deal(self, number, game):
            return super().deal(number, game) | change

    with pytest.raises(ImpossibleError, match="deal"):
        begun(chance=Wrong(random.Random(1)))


# ---------------------------------------------------------------------- turns


def test_the_example_of_seven_spaces():
    """The picture is not in the text; three birds around a corner have seven spaces beside them."""
    game = begun()
    assert spaces(game) == {(1, 2), (2, 1), (2, 3), (3, 2)}
    game.answer({"play": game.legal()[0]["play"], "row": 1, "column": 2})
    assert len(spaces(game)) == 6
    game.answer({"play": game.legal()[0]["play"], "row": 2, "column": 3})
    assert spaces(game) == {(0, 2), (1, 1), (1, 3), (2, 1), (2, 4), (3, 2), (3, 3)}


def test_adjacency_eight_and_edges():
    game = begun(adjacency="eight")
    assert len(spaces(game)) == 8
    for row, column in ((1, 1), (0, 0)):
        game.answer({"play": game.legal()[0]["play"], "row": row, "column": column})
    assert {(0, 1), (1, 0), (0, 2), (2, 0)} <= spaces(game)
    assert all(row in range(5) and column in range(5) for row, column in spaces(game))


def test_every_card_of_the_hand_in_every_free_space():
    game = begun(players=4)
    assert len(game.legal()) == 7 * 4
    assert {action["play"] for action in game.legal()} == set(game.hands[game.to_move])


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_turns_go_clockwise_from_the_starter(mode, players):
    game = begun(mode, players, rounds=1)
    asked = []
    while game.to_move is not None:
        asked.append(game.to_move)
        game.answer(game.legal()[0])
    assert len(asked) == (24 if mode == "competitive" else 16)
    assert asked == [(game.starter + turn) % players for turn in range(len(asked))]


def test_an_action_that_is_not_legal_is_refused():
    game = begun()
    with pytest.raises(ValueError, match="not legal"):
        game.answer({"play": game.hands[game.to_move][0], "row": 0, "column": 0})


# ---------------------------------------------------------------------- the end of a round


def test_the_last_card_is_favoured_and_the_points_are_both_its_values():
    game = to_the_end(begun(rounds=1, seed=5))
    berries = {
        colour: sum(event["amount"] for event in game.events if event.get("colour") == colour)
        for colour in ("Red", "Blue", "Green", "White")
    }
    for seat, bird in enumerate(game.favoured):
        colour, volume = bird.split()
        assert game.sources[seat] == {"volume": int(volume), "berries": berries[colour]}
        assert game.points[seat] == [int(volume) + berries[colour]]
    assert game.hands == [[], []]
    assert [e["event"] for e in game.events] == ["place"] + ["award"] * 10 + ["favour"] * 2 + ["score"] * 2


def test_a_new_round_is_dealt_afresh():
    game = begun(seed=2)
    while game.round == 1:
        game.answer(game.legal()[0])
    assert sum(card is not None for row in game.forest for card in row) == 1
    assert ([len(hand) for hand in game.hands], game.favoured) == ([13, 13], [None, None])
    assert [len(points) for points in game.points] == [1, 1]
    assert game.events[-1] == {"event": "round", "seat": game.starter, "amount": 2}
    game.assert_invariants()


@pytest.mark.parametrize(
    ("how", "last", "expected"),
    [
        ("next", [1, 2, 3], 2),
        ("same", [1, 2, 3], 1),
        ("winner", [1, 2, 3], 2),
        ("winner", [3, 3, 3], 2),  # the first of the tied clockwise after the last starter
        ("winner", [3, 3, 1], 0),
        ("winner", [1, 3, 1], 1),
        ("loser", [1, 2, 3], 0),
        ("loser", [1, 1, 3], 0),
        ("loser", [2, 1, 2], 1),
    ],
)
def test_second_round_starter(how, last, expected):
    game = begun(players=3, second_round_starter=how)
    game.starter = 1
    game.points = [[99, points] for points in last]  # only the round just played counts
    assert game.next_starter() == expected


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_rounds(rounds):
    game = play({**RULES, "rounds": rounds}, "competitive", 2, random.Random(rounds))
    assert game.round == rounds
    assert game.result["scores"] == [sum(points) for points in game.points]
    assert play({**RULES, "rounds": rounds}, "solo", 1, random.Random(rounds)).round == 1


@pytest.mark.parametrize(
    ("points", "kind", "winner", "reason"),
    [
        ([[3], [5]], "win", 1, "points"),
        ([[5], [5]], "draw", None, "tie"),
        ([[5], [5], [1]], "draw", None, "tie"),
        ([[5], [6], [5]], "win", 1, "points"),
        ([[-5], [-6], [-7], [-4]], "win", 3, "points"),
    ],
)
def test_outcomes(points, kind, winner, reason):
    game = begun(players=len(points))
    game.points = points
    result = game.final_result()
    assert (result["kind"], result["winner"], result["reason"]) == (kind, winner, reason)


# ---------------------------------------------------------------------- solo and co-op


def test_a_turn_draws_then_places_or_favours():
    game = begun("solo", 1)
    assert len(game.hands[0]) == 2
    favours = [action for action in game.legal() if "favour" in action]
    assert [action["favour"] for action in favours] == sorted(game.hands[0])
    game.answer(favours[0])
    assert (game.favoured[0], len(game.hands[0]), len(game.deck)) == (favours[0]["favour"], 2, 16)
    assert all("play" in action for action in game.legal())
    to_the_end(game)
    assert game.sources[0]["volume"] == int(favours[0]["favour"].split()[1])
    assert game.result["scores"] == [sum(game.sources[0].values())]


def test_only_one_player_favours_in_co_op():
    game = begun("coop", 3)
    game.answer(next(action for action in game.legal() if "favour" in action))
    assert all("play" in action for action in game.legal())
    to_the_end(game)
    assert len(game.events) == 1 + 10 + 1  # the last placement, tokens, one score for all
    assert len(set(game.result["scores"])) == 1
    assert game.sources[0] == game.sources[1] == game.sources[2]


@pytest.mark.parametrize(("players", "left"), [(1, 1), (2, 0), (3, 0), (4, 0)])
def test_the_deck_may_run_out_and_nobody_is_left_without_a_card(players, left):
    mode = "solo" if players == 1 else "coop"
    game = begun(mode, players)
    turns = []
    while game.to_move is not None:
        turns.append(len(game.hands[game.to_move]))
        game.answer(game.legal()[-1] if len(turns) == 1 else game.legal()[0])
    drawn = 17 - max(0, players - 2)
    assert turns == [2] * drawn + [1] * (17 - drawn)
    assert len(game.deck) == left


def test_without_a_favoured_bird_the_score_is_0():
    for mode, players in (("solo", 1), ("coop", 2)):
        game = to_the_end(begun(mode, players), choose=lambda legal: legal[0])
        assert (game.result["kind"], game.result["scores"]) == ("score", [0] * players)
        assert game.favoured == [None] * players


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_whole_games(mode, players):
    for seed in range(6):
        rng = random.Random(seed)
        rules = {
            **RULES,
            "berries": rng.choice([TOKENS, [0] * 10, [7, 7, 7, 1, 1, 1, 1, 0, 0, 30]]),
            "line_ties": rng.choice(["next_strongest", "no_award"]),
            "adjacency": rng.choice(["orthogonal", "eight"]),
            "second_round_starter": rng.choice(["next", "same", "winner", "loser"]),
        }
        game = play(rules, mode, players, rng, check=True)
        assert game.result["scores"] == [sum(points) for points in game.points]


# ---------------------------------------------------------------------- other worlds


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_worlds_keep_all_that_the_seat_sees(mode, players):
    game = begun(mode, players)
    for _ in range(5):
        game.answer(game.legal()[0])
    state, rng = game.state(), random.Random(1)
    for seat in range(players):
        other = world(state, seat, rng)
        assert other["hands"][seat] == state["hands"][seat]
        open_keys = set(state) - {"hands", "aside", "deck"}
        assert all(other[key] == state[key] for key in open_keys)
        one, two = hidden(state, seat), hidden(other, seat)
        assert {place: len(cards) for place, cards in one.items()} == {
            place: len(cards) for place, cards in two.items()
        }
        assert sorted(flat(one.values())) == sorted(flat(two.values()))
        assert len({str(world(state, seat, rng)) for _ in range(9)}) > 1


def test_every_arrangement_comes_up():
    state = {"hands": [["Red 1"], ["Red 2"]], "aside": ["Red 3"], "deck": []}
    rng = random.Random(1)
    assert {tuple(world(state, 0, rng)["hands"][1]) for _ in range(40)} == {("Red 2",), ("Red 3",)}
