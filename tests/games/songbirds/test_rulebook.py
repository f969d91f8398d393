"""The rulebook of Songbirds, sentence by sentence, played by the engine on small situations.

The tests follow the rulebook's order and are listed beside its sentences in docs/rules/songbirds.md.
"""

from __future__ import annotations

import pytest

from balance.engine.game import find
from balance.spec import load
from games.songbirds.positions import fill, new_game, position, taker
from games.songbirds.situations import (
    ALMOST_FULL,
    ONE_ROUND,
    almost_full,
    beside_the_crow,
    crow_lines,
    kinds,
    lying,
    place,
    short,
)

COLOURS = ("Red", "Blue", "Green", "White")
BIRDS = [f"{colour} {volume}" for colour in COLOURS for volume in range(1, 8)]
TOKENS = [5, 6, 7, 8, 9, 10, 11, 12, 13, 15]
DIAGONALS = {(i, i) for i in range(5)} | {(i, 4 - i) for i in range(5)}

# --- Overview and Components


def test_a_turn_plays_one_songbird_from_the_hand():
    p = new_game()
    seat, hand = p.asked, p.hand(p.asked).split()
    bird, row, column = short(p.legal[5])
    p.play(bird, row, column)
    assert p.bird(row, column) == bird
    assert p.hand(seat).split() == [card for card in hand if card != bird]
    assert p.asked == 1 - seat


def test_after_two_rounds_the_most_points_win():
    p = fill(new_game(4))
    assert (p.end, p.table()["round"], [len(points) for points in p.table()["points"]]) == ("", 2, [1, 1])
    fill(p)
    points = p.table()["points"]
    assert p.scores == [sum(each) for each in points]
    assert [len(each) for each in points] == [2, 2]
    assert (p.end, p.winners) == ("points", [p.scores.index(max(p.scores))])


def test_28_songbirds_and_a_crow():
    table = new_game().table()
    cards = [*lying(new_game()).values(), *table["hands"][0], *table["hands"][1], *table["aside"]]
    assert sorted(cards) == sorted(BIRDS)
    p = new_game(players=4)
    cards = [*lying(p).values(), *(card for hand in p.table()["hands"] for card in hand)]
    assert sorted(cards) == sorted([*BIRDS, "Crow"])


def test_ten_berry_tokens():
    table = new_game().table()
    assert sorted(table["column_berries"] + table["row_berries"]) == TOKENS


# --- Setup


def test_berries_are_shuffled_to_5_columns_and_5_rows():
    orders = set()
    for seed in range(80):
        table = new_game(seed).table()
        assert (len(table["column_berries"]), len(table["row_berries"])) == (5, 5)
        assert sorted(table["column_berries"] + table["row_berries"]) == TOKENS
        orders.add((*table["column_berries"], *table["row_berries"]))
    assert len(orders) == 80
    assert {order[0] for order in orders} == {order[9] for order in orders} == set(TOKENS)


def test_what_lies_open_is_seen_by_all():
    p = place(new_game(players=4))
    for seat in range(4):
        for key in ("forest", "column_berries", "row_berries", "crow_side", "round", "starter", "points", "favoured"):
            assert p.view(seat)[key] == p.table()[key]


def test_the_forest_has_25_spaces():
    p = new_game()
    seen = set(p.spaces)
    while p.table()["round"] == 1:
        seen |= p.spaces
        assert not p.spaces & set(lying(p))
        place(p)
    assert seen == {(row, column) for row in range(5) for column in range(5)} - {(2, 2)}


def test_one_bird_in_the_centre_and_no_crow():
    for players in (2, 3):
        centres = set()
        for seed in range(30):
            p = new_game(seed, players=players)
            assert set(lying(p)) == {(2, 2)}
            assert p.table()["crow_side"] is None
            centres.add(p.bird(2, 2))
        assert len(centres) > 12 and "X" not in centres


def test_2_players_have_13_cards_each_and_1_lies_aside_face_down():
    p = new_game()
    table = p.table()
    assert ([len(hand) for hand in table["hands"]], len(table["aside"]), table["deck"]) == ([13, 13], 1, [])
    (aside,) = table["aside"]
    while p.table()["round"] == 1:
        assert p.table()["aside"] == [aside]
        assert all(view["aside"] == 1 and aside not in str(view) for view in (p.view(0), p.view(1)))
        assert {action["play"] for action in p.legal} == set(p.table()["hands"][p.asked])
        place(p)


def test_3_players_have_9_cards_each():
    table = new_game(players=3).table()
    assert ([len(hand) for hand in table["hands"]], table["aside"], table["deck"]) == ([9, 9, 9], [], [])
    assert len({str(new_game(seed, players=3).table()["hands"]) for seed in range(20)}) == 20


def test_hands_are_secret():
    for players in (2, 3, 4):
        p = place(new_game(players=players))
        for seat, own in enumerate(p.table()["hands"]):
            assert p.view(seat)["hand"] == own
            assert p.view(seat)["cards_in_hands"] == [len(hand) for hand in p.table()["hands"]]
            for other, hand in enumerate(p.table()["hands"]):
                assert other == seat or not any(card in str(p.view(seat)) for card in hand)


def test_the_starter_is_drawn_by_lot():
    for players in (2, 3, 4):
        games = [new_game(seed, players=players) for seed in range(40)]
        assert {p.table()["starter"] for p in games} == set(range(players))
        assert all(p.events[0] == {**p.events[0], "event": "round", "seat": p.asked, "amount": 1} for p in games)


# --- Game Play


def test_play_begins_with_the_starter_and_goes_clockwise():
    for players in (2, 3, 4):
        p = new_game(5, players=players)
        starter, asked = p.table()["starter"], []
        while p.table()["round"] == 1:
            asked.append(p.asked)
            place(p)
        assert asked == [(starter + turn) % players for turn in range(24)]


def test_a_bird_is_placed_adjacent_to_a_card():
    p = position("R1", hands=["R7 B1", "W2 W3"])
    assert p.spaces == {(0, 1), (1, 0)}
    assert sorted(map(str, p.legal)) == sorted(
        str({"play": bird, "row": row, "column": column})
        for bird in ("Blue 1", "Red 7")
        for row, column in ((0, 1), (1, 0))
    )
    p = position("R1 . R2", hands=["R7 B1", "W2 W3"])
    assert p.spaces == {(0, 1), (1, 0), (0, 3), (1, 2)}
    p.play("B1", 0, 1)
    assert p.spaces == {(1, 0), (0, 3), (1, 2), (1, 1)}


def test_the_example_of_seven_spaces():
    p = position(". . . . .\n . . R1 . .\n . . G4 B2 .", hands=["R7 B1", "W2 W3"])
    assert p.spaces == {(0, 2), (1, 1), (1, 3), (2, 1), (2, 4), (3, 2), (3, 3)}


def test_players_go_on_until_the_forest_is_full_and_1_card_is_left_each():
    for players, hand in ((2, 13), (3, 9), (4, 7)):
        p = new_game(2, players=players, rounds=1)
        placed = 0
        while p.asked is not None:
            assert len(lying(p)) == 1 + placed
            before = p.table()["hands"]
            placed += 1
            place(p)
        assert placed == 24 == players * (hand - 1)
        assert len(lying(p)) == 25
        assert sorted(map(len, before)) == [1] * (players - 1) + [2]
        assert (p.end != "", p.legal) == (True, [])


def test_the_last_card_is_the_favoured_songbird():
    p = almost_full()
    assert p.table()["favoured"] == [None, None]
    p.play("G6", 4, 4)
    assert p.table()["favoured"] == ["Red 6", "White 7"]
    assert p.table()["hands"] == [[], []]
    p = almost_full().play("R6", 4, 4)
    assert p.table()["favoured"] == ["Green 6", "White 7"]


# --- End of Game and Scoring


def test_the_strongest_colour_takes_the_token():
    assert taker("W5 R2 B2 R3 W1") == "White"  # 6, 5, 2
    assert taker("W5 R2 B2 R3 G6") == "Green"
    assert taker("R1 R2 W3 W1 B7") == "Blue"


def test_a_token_for_each_column_and_each_row():
    p = almost_full().play("G6", 4, 4)
    assert p.awards == {
        "column 0": "Red",
        "column 1": "Red",
        "column 2": "Green",
        "column 3": "Blue",
        "column 4": "Red",
        "row 0": "White",
        "row 1": None,
        "row 2": None,
        "row 3": None,
        "row 4": "Green",
    }
    amounts = [event["amount"] for event in p.events if event["event"] == "award"]
    assert amounts == [5, 6, 7, 8, 9, 10, 11, 12, 13, 15]


@pytest.mark.parametrize(
    ("line", "colour"),
    [
        ("R5 W5 B1 G2 G1", "Green"),  # 5, 5, 1, 3
        ("R6 W5 B5 G1 G2", "Red"),  # a tie below the strongest
        ("R7 B7 G7 W6 W2", "White"),  # 7, 7, 7, 8
        ("R7 B7 G7 W2 W3", "White"),  # 7, 7, 7, 5
        ("R1 R2 R3 R4 R5", "Red"),
    ],
)
def test_tied_colours_cancel_and_the_next_strongest_takes_the_token(line, colour):
    assert taker(line) == colour


@pytest.mark.parametrize("line", ["R5 W5 B3 G2 G1", "R7 W7 B7 G6 G1", "R2 W2 B5 B1 G6", "R1 R4 W5 B3 B2"])
def test_if_all_cancel_nobody_takes_the_token(line):
    assert taker(line) is None


def test_the_example_of_three_tied_colours():
    assert taker("G7 R7 B3 B4 W3") == "White"
    assert almost_full().play("G6", 4, 4).awards["row 0"] == "White"


def test_the_example_of_two_tied_pairs():
    assert taker("W5 G2 G3 B1 R1") is None
    assert almost_full().play("G6", 4, 4).awards["row 1"] is None


def test_the_tokens_of_a_colour_add_up():
    p = almost_full().play("G6", 4, 4)
    assert [source["berries"] for source in p.sources] == [5 + 6 + 9, 10]
    p = almost_full(columns=[15, 13, 12, 11, 10], rows=[9, 8, 7, 6, 5]).play("G6", 4, 4)
    assert [source["berries"] for source in p.sources] == [15 + 13 + 10, 9]


def test_favoured_songbirds_are_revealed_at_the_end_only():
    p = almost_full()
    assert all(view["favoured"] == [None, None] for view in (p.view(0), p.view(1)))
    p.play("G6", 4, 4)
    assert kinds(p) == ["place"] + ["award"] * 10 + ["favour"] * 2 + ["score"] * 2
    assert [p.view(seat)["favoured"] for seat in (0, 1)] == [["Red 6", "White 7"]] * 2


def test_points_are_volume_and_berries():
    p = almost_full().play("G6", 4, 4)
    assert p.sources == [{"volume": 6, "berries": 20}, {"volume": 7, "berries": 10}]
    assert p.scores == [26, 17]
    forest = """
        R1 W4 W2 R7 B6
        B2 G3 W7 W6 G1
        G6 W3 G4 R4 B7
        R2 B5 B4 G7 G5
        G2 W1 B3 R6 .
        """
    tokens = {"columns": [6, 7, 13, 9, 5], "rows": [8, 10, 15, 11, 12]}  # Red: 9 + 8
    p = position(forest, hands=["W5 R5", "R3"], rules=ONE_ROUND, **tokens).play("W5", 4, 4)
    assert p.scores == [22, 20]


def test_two_players_may_favour_the_same_colour():
    p = position(ALMOST_FULL.replace("R2", "W7"), hands=["G6 R6", "R2"], rules=ONE_ROUND).play("G6", 4, 4)
    berries = p.sources[0]["berries"]
    assert berries > 0
    assert p.sources == [{"volume": 6, "berries": berries}, {"volume": 2, "berries": berries}]


# --- Four Player Rules


def test_4_players_have_the_crow_in_the_centre_and_7_cards_each():
    p = new_game(players=4)
    assert lying(p) == {(2, 2): "Crow"}
    assert ([len(hand) for hand in p.table()["hands"]], p.table()["aside"], p.table()["deck"]) == ([7] * 4, [], [])


def test_either_side_of_the_crow_is_up():
    assert {new_game(seed, players=4).table()["crow_side"] for seed in range(20)} == {"A", "B"}


def test_birds_are_placed_beside_the_crow():
    p = new_game(players=4)
    assert p.spaces == {(1, 2), (2, 1), (2, 3), (3, 2)}
    assert all((action["row"], action["column"]) != (2, 2) for action in p.legal)


def test_the_awards_of_crow_a():
    lines = crow_lines(beside_the_crow("A").play("R5", 4, 4))
    assert [(line, amount) for line, _, amount in lines] == [("above", -2), ("left", -3), ("right", -4), ("below", -5)]


def test_the_example_of_crow_a():
    p = beside_the_crow("A").play("R5", 4, 4)
    assert crow_lines(p) == [("above", "Green", -2), ("left", "Blue", -3), ("right", "Green", -4), ("below", None, -5)]


def test_the_awards_of_crow_b():
    lines = crow_lines(beside_the_crow("B").play("R5", 4, 4))
    assert [(line, amount) for line, _, amount in lines] == [("above + right", -4), ("below + left", -4)]


def test_the_example_of_crow_b():
    assert crow_lines(beside_the_crow("B").play("R5", 4, 4)) == [
        ("above + right", "Green", -4),
        ("below + left", "Blue", -4),
    ]


def test_4_players_play_and_score_as_before():
    p = beside_the_crow("A").play("R5", 4, 4)
    assert p.awards == {
        "column 0": "Red",  # 10, Blue 7
        "column 1": "White",  # 11, Red 4, Blue 3
        "column 2": "Green",  # 13, Red 9: beside the Crow there are four birds
        "column 3": "Blue",  # 10, Green 7, White 7
        "column 4": "White",  # 8, Red 5, Blue 1, Green 1
        "row 0": "Blue",  # 7, Green 6, White 4, Red 3
        "row 1": "Red",  # 7, Blue 4, White 3
        "row 2": None,  # Blue 5, Green 5
        "row 3": "Red",  # 13, White 11, Green 3
        "row 4": "White",  # 8, Green 7, Blue 5, Red 5
        "above": "Green",
        "left": "Blue",
        "right": "Green",
        "below": None,
    }
    assert p.sources == [
        {"volume": 2, "berries": 6 + 9 + 15},
        {"volume": 2, "berries": 7 - 2 - 4},
        {"volume": 5, "berries": 7 - 2 - 4},
        {"volume": 7, "berries": 8 + 10 - 3},
    ]
    assert p.scores == [32, 3, 6, 22]


# --- Solo Variant


def test_solo_9_birds_on_both_diagonals():
    for seed in range(10):
        p = new_game(seed, mode="solo")
        assert set(lying(p)) == DIAGONALS
        assert "Crow" not in lying(p).values()


def test_solo_1_card_in_hand_and_the_rest_in_the_deck():
    p = new_game(mode="solo")
    table = p.table()
    assert (len(table["hands"][0]), len(table["deck"])) == (1 + 1, 18 - 1)  # the first card is drawn
    assert sorted([*lying(p).values(), *table["hands"][0], *table["deck"]]) == sorted(BIRDS)
    assert p.view(0)["deck"] == 17
    assert not any(card in str(p.view(0)) for card in table["deck"])


def test_solo_each_turn_draws_1_card_then_acts():
    p = new_game(mode="solo")
    assert kinds(p) == ["round", "draw"]
    for turn in range(10):
        top, hand = p.table()["deck"][0], p.table()["hands"][0]
        if turn == 4:
            played = hand[0]
            p.favour(played[0] + played[-1])
        else:
            played = p.legal[0]["play"]
            place(p)
        assert p.events[-1] == {**p.events[-1], "event": "draw", "seat": 0, "card": top}
        assert p.table()["hands"][0] == sorted({*hand, top} - {played})
        assert p.asked == 0


def test_solo_placing_follows_the_standard_rules():
    p = position("R1", hands=["R7 B1"], deck="W1 W2", mode="solo")
    assert p.spaces == {(0, 1), (1, 0)}
    p = new_game(mode="solo")
    around = {(r + dr, c + dc) for r, c in DIAGONALS for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    assert p.spaces == {(r, c) for r, c in around if 0 <= r < 5 and 0 <= c < 5} - DIAGONALS
    assert {action["play"] for action in p.legal if "play" in action} == set(p.table()["hands"][0])


def test_solo_the_favoured_songbird_is_picked_once():
    p = new_game(mode="solo")
    hand = p.table()["hands"][0]
    assert sorted(action["favour"] for action in p.legal if "favour" in action) == hand
    forest = lying(p)
    p.favour(hand[1][0] + hand[1][-1])
    assert (p.table()["favoured"], lying(p)) == ([hand[1]], forest)
    assert p.view(0)["favoured"] == [hand[1]]
    while p.asked is not None:
        assert not any("favour" in action for action in p.legal)
        place(p)
    assert p.table()["favoured"] == [hand[1]]


def test_solo_ends_when_the_forest_is_full():
    for favours in (False, True):
        p = new_game(mode="solo")
        turns = 0
        if favours:
            p.favour(p.hand(0).split()[0])
            turns += 1
        while p.asked is not None:
            assert len(lying(p)) < 25
            place(p)
            turns += 1
        assert (turns, len(lying(p)), p.end) == (16 + favours, 25, "full")


def test_solo_points_of_other_colours_are_taken_off():
    forest = """
        G1 B4 B2 B7 G4
        R4 R2 G3 B5 W1
        G6 G2 W6 B3 W7
        R1 B1 G7 B6 R3
        W4 W5 W3 R6 .
        """
    tokens = {"columns": [13, 5, 10, 9, 15], "rows": [8, 12, 7, 11, 6]}
    p = position(forest, hands=["R7 G5"], favoured=["R5"], deck="W2", mode="solo", **tokens).play("R7", 4, 4)
    assert p.sources == [{"volume": 5, "berries": 44, "others": -17 - 23 - 7}]
    assert p.scores == [2]


def test_solo_without_a_favoured_songbird_the_score_is_0():
    p = position(ALMOST_FULL, hands=["G6 R6"], deck="W7 B2", mode="solo").play("G6", 4, 4)
    assert (p.scores, p.end) == ([0], "full")
    assert p.sources == [{"volume": 0, "berries": 0, "others": 0}]


def grade(score, **rules):
    """The grade that the game declares for a score."""
    options = load("songbirds", sets=[f"{key}={value}" for key, value in rules.items()]).options
    grades = find("songbirds").grades(options)
    return [each.label for i, each in enumerate(grades) if i == 0 or score >= each.low][-1]


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("Rookie", -96, 0),
        ("Amateur", 1, 19),
        ("Student", 20, 39),
        ("Professional", 40, 54),
        ("Superstar", 55, 103),
    ],
)
def test_grades(name, least, most):
    for rules in ({"mode": "solo"}, {"mode": "coop"}):
        assert (grade(least, **rules), grade(most, **rules)) == (name, name)


# --- Co-Op Variant


def test_coop_1_card_each():
    for players in (2, 3, 4):
        p = new_game(mode="coop", players=players)
        table = p.table()
        assert set(lying(p)) == DIAGONALS
        assert [len(hand) for hand in table["hands"]] == [1 + (seat == p.asked) for seat in range(players)]
        assert len(table["deck"]) == 19 - players - 1
        cards = [*lying(p).values(), *table["deck"], *(card for hand in table["hands"] for card in hand)]
        assert sorted(cards) == sorted(BIRDS)


def test_coop_starts_by_lot_and_goes_clockwise():
    for players in (2, 3, 4):
        assert {new_game(seed, mode="coop", players=players).asked for seed in range(40)} == set(range(players))
        p = new_game(4, mode="coop", players=players)
        starter, asked = p.table()["starter"], []
        while p.asked is not None:
            asked.append(p.asked)
            if len(asked) == 3:
                p.favour(p.hand(p.asked).split()[0])
            else:
                place(p)
        assert asked == [(starter + turn) % players for turn in range(17)]


def test_coop_turns_are_those_of_the_solo_variant():
    p = position("R1", hands=["R7 B1", "W4"], deck="W1 W2", mode="coop")
    assert p.spaces == {(0, 1), (1, 0)}
    assert [action for action in p.legal if "favour" in action] == [{"favour": "Red 7"}, {"favour": "Blue 1"}]
    p.play("R7", 0, 1)
    assert p.events == [
        {**p.events[0], "event": "place", "seat": 0, "card": "Red 7", "row": 0, "column": 1},
        {**p.events[1], "event": "draw", "seat": 1, "card": "White 1"},
    ]
    assert (p.hand(0), p.hand(1), p.table()["deck"]) == ("B1", "W1 W4", ["White 2"])
    p.favour("W4")
    assert p.table()["favoured"] == [None, "White 4"]
    assert (p.asked, p.hand(0)) == (0, "B1 W2")


def test_coop_only_1_player_chooses_the_favoured_songbird():
    p = new_game(mode="coop", players=3)
    p.favour(p.hand(p.asked).split()[0])
    while p.asked is not None:
        assert not any("favour" in action for action in p.legal)
        place(p)
    assert sum(bird is not None for bird in p.table()["favoured"]) == 1


def test_coop_ends_and_scores_like_solo():
    more = {"deck": "B2", "mode": "coop"}
    p = position(ALMOST_FULL, hands=["G6", "W7"], favoured=["R6", ""], **more).play("G6", 4, 4)
    assert p.sources == [{"volume": 6, "berries": 20, "others": -8 - 22 - 10}] * 2
    assert (p.scores, p.end) == ([-14, -14], "full")
    assert [event["amount"] for event in p.events if event["event"] == "score"] == [-14]
    p = position(ALMOST_FULL, hands=["G6", "R6"], favoured=["", "W7"], **more).play("G6", 4, 4)
    assert p.sources == [{"volume": 7, "berries": 10, "others": -20 - 8 - 22}] * 2
    p = position(ALMOST_FULL, hands=["G6 R6", "W7"], **more).play("G6", 4, 4)
    assert p.scores == [0, 0]


def test_coop_hands_are_secret():
    p = place(new_game(mode="coop", players=3))
    for seat, own in enumerate(p.table()["hands"]):
        assert p.view(seat)["hand"] == own
        for other, hand in enumerate(p.table()["hands"]):
            assert other == seat or not any(card in str(p.view(seat)) for card in hand)
        assert not any(card in str(p.view(seat)) for card in p.table()["deck"])
