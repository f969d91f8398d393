"""What the rulebook of Songbirds leaves open, as this project settles it: "Settled points" of docs/rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from balance.bots.mind import MOST_FEATURES
from balance.engine.verbs import features
from balance.input import SpecError
from balance.spec import load
from games.songbirds.agreement import TABLES
from games.songbirds.positions import fill, new_game, position, taker
from games.songbirds.situations import ALMOST_FULL, ONE_ROUND, almost_full, beside_the_crow, crow_lines, place
from referee.songbirds_worlds import world

BIRDS = [f"{colour}{volume}" for colour in "RBGW" for volume in range(1, 8)]


def end_of_round(*kept, rules=(), **more):
    """Seat 0 has just filled the forest; the seats have kept these birds, and only their volumes count."""
    others = [bird for bird in BIRDS if bird not in kept]
    *lying, last = others[:25]
    forest = "\n".join(" ".join([*lying, "."][i : i + 5]) for i in range(0, 25, 5))
    rules = {"players": len(kept), **dict(rules)}
    nothing = {"columns": [0] * 5, "rows": [0] * 5}
    hands = [f"{last} {kept[0]}", *kept[1:]]
    return position(forest, hands=hands, aside=" ".join(others[25:]), rules=rules, **nothing, **more).play(last, 4, 4)


# --- berries and ties


def test_berries():
    table = new_game().table()
    assert sorted(table["column_berries"] + table["row_berries"]) == [5, 6, 7, 8, 9, 10, 11, 12, 13, 15]


def test_berries_option():
    tokens = [0, 0, 1, 1, 1, 2, 30, 40, 50, 60]
    table = new_game(berries=tokens).table()
    assert sorted(table["column_berries"] + table["row_berries"]) == tokens
    p = almost_full(columns=[60, 0, 1, 1, 1], rows=[0, 2, 30, 40, 50]).play("G6", 4, 4)
    assert [source["berries"] for source in p.sources] == [61, 0]  # Red takes columns 0, 1, 4; White takes row 0
    with pytest.raises(SpecError, match="berries"):
        load("songbirds", sets=["berries=[1, 2, 3]"])
    with pytest.raises(SpecError, match="berries"):
        load("songbirds", sets=["berries=[1, 2, 3, 4, 5, 6, 7, 8, 9, -1]"])


@pytest.mark.parametrize(
    ("line", "next_strongest", "no_award"),
    [
        ("G7 R7 B3 B4 W3", "White", None),  # the example and its caption
        ("R5 W5 B1 G2 G1", "Green", None),
        ("R6 W5 B5 G1 G2", "Red", "Red"),  # a tie below the strongest voids nothing
        ("R1 W5 B5 G3 G4", "Green", "Green"),
        ("W5 G2 G3 B1 R1", None, None),
        ("R1 R2 R3 R4 R5", "Red", "Red"),
    ],
)
def test_line_ties(line, next_strongest, no_award):
    assert taker(line) == next_strongest
    assert taker(line, "no_award") == no_award
    p = almost_full(rules={**ONE_ROUND, "line_ties": "no_award"}).play("G6", 4, 4)
    assert [p.awards[f"row {i}"] for i in range(5)] == [None, None, None, None, "Green"]
    assert p.awards["column 4"] is None  # White and Green 7, Red 1


def test_crow_groups_go_to_the_next_strongest_under_either_option():
    for line_ties in ("next_strongest", "no_award"):
        rules = {"players": 4, **ONE_ROUND, "line_ties": line_ties}
        p = beside_the_crow("B", rules=rules).play("R5", 4, 4)
        assert crow_lines(p) == [("above + right", "Green", -4), ("below + left", "Blue", -4)]  # Red 7, Green 7, Blue 5


# --- set up and turns


def test_adjacency():
    for adjacency, corners in (("orthogonal", set()), ("eight", {(1, 1), (1, 3), (3, 1), (3, 3)})):
        p = new_game(adjacency=adjacency)
        assert p.spaces == {(1, 2), (2, 1), (2, 3), (3, 2)} | corners
    p = position("R1", hands=["R7 B1", "W2 W3"], rules={"adjacency": "eight"})
    assert p.spaces == {(0, 1), (1, 0), (1, 1)}


def test_crow():
    for side in "AB":
        p = new_game(2, players=4, crow=side)
        assert p.table()["crow_side"] == side
        assert fill(p).table()["crow_side"] == side
    sides = []
    for seed in range(60):
        p = new_game(seed, players=4)
        sides.append((p.table()["crow_side"], fill(p).table()["crow_side"]))
    assert {*sides} == {("A", "A"), ("A", "B"), ("B", "A"), ("B", "B")}
    assert all(18 < [pair[i] for pair in sides].count("A") < 42 for i in (0, 1))


def test_no_crow_but_with_4_players():
    for name, sets in TABLES.items():
        rules = dict(text.split("=") for text in sets)
        rules = {key: int(value) if value.isdigit() else value for key, value in rules.items()}
        table = new_game(crow="A", **rules).table()
        assert (table["crow_side"], "Crow" in str(table["forest"])) == (
            ("A", True) if name == "4 players" else (None, False)
        )


def test_the_first_starter_is_fair():
    for players in (2, 3, 4):
        for mode in ("competitive", "coop"):
            starters = [new_game(seed, mode=mode, players=players).asked for seed in range(300)]
            expected = 300 / players
            chi_square = sum((starters.count(seat) - expected) ** 2 / expected for seat in range(players))
            assert chi_square < 16


@pytest.mark.parametrize(
    ("how", "starters"),
    [("next", [1, 2, 0]), ("same", [0, 1, 2]), ("winner", [1, 1, 1]), ("loser", [2, 2, 2])],
)
def test_second_round_starter(how, starters):
    for starter in range(3):
        p = end_of_round("R6", "B7", "B2", starter=starter, rules={"second_round_starter": how})
        assert p.table()["points"] == [[6], [7], [2]]
        assert (p.table()["round"], p.table()["starter"], p.asked) == (2, starters[starter], starters[starter])


@pytest.mark.parametrize(
    ("kept", "how", "starters"),
    [
        (["W7", "B7", "B2"], "winner", [1, 0, 0]),  # 7, 7, 2: clockwise after the last starter
        (["R2", "B7", "B2"], "loser", [2, 2, 0]),  # 2, 7, 2
        (["R7", "B7", "W7"], "winner", [1, 2, 0]),
        (["R7", "B7", "W7"], "loser", [1, 2, 0]),
    ],
)
def test_second_round_starter_after_a_tie(kept, how, starters):
    for starter in range(3):
        p = end_of_round(*kept, starter=starter, rules={"second_round_starter": how})
        assert p.table()["points"] == [[int(bird[1])] for bird in kept]
        assert p.table()["starter"] == starters[starter]


def test_second_round_starter_looks_at_the_round_just_played():
    rules = {"rounds": 3, "second_round_starter": "winner"}
    assert end_of_round("R6", "W7", round=2, points=[[50], [0]], rules=rules).table()["starter"] == 1


def test_each_round_is_set_up_afresh():
    deals = []
    for seed in range(20):
        p = new_game(seed)
        first = p.table()
        second = fill(p).table()
        assert (second["round"], second["favoured"]) == (2, [None, None])
        assert [card for row in second["forest"] for card in row].count(None) == 24
        assert ([len(hand) for hand in second["hands"]], len(second["aside"])) == ([13, 13], 1)
        assert sorted(second["column_berries"] + second["row_berries"]) == [5, 6, 7, 8, 9, 10, 11, 12, 13, 15]
        assert all(first[key] != second[key] for key in ("hands", "column_berries", "row_berries"))
        deals += [str(first["hands"]), str(second["hands"])]
    assert len(set(deals)) == 40


# --- the end


def test_equal_totals_are_a_draw():
    p = end_of_round("R2", "B2", rules=ONE_ROUND)
    assert (p.scores, p.end, p.winners) == ([2, 2], "tie", [0, 1])
    p = end_of_round("R2", "B2", round=2, points=[[1], [2]])
    assert (p.scores, p.end, p.winners) == ([3, 4], "points", [1])
    p = end_of_round("R2", "B4", round=2, points=[[5], [3]])
    assert (p.scores, p.end, p.winners) == ([7, 7], "tie", [0, 1])


def test_a_shared_first_place():
    p = end_of_round("R6", "B7", "W7", rules=ONE_ROUND)
    assert (p.scores, p.end, p.winners) == ([6, 7, 7], "tie", [1, 2])
    p = end_of_round("R7", "B7", "W7", rules=ONE_ROUND)
    assert (p.scores, p.end, p.winners) == ([7, 7, 7], "tie", [0, 1, 2])


def test_rounds():
    for rounds in (1, 2, 3, 4):
        p = new_game(rounds=rounds)
        for number in range(1, rounds + 1):
            assert (p.end, p.table()["round"]) == ("", number)
            fill(p)
        assert p.end != ""
        assert [len(points) for points in p.table()["points"]] == [rounds] * 2
    assert load("songbirds").options.rounds == 2
    with pytest.raises(SpecError, match="rounds"):
        load("songbirds", sets=["rounds=5"])


def test_solo_and_coop_have_one_round():
    for mode in ("solo", "coop"):
        assert load("songbirds", sets=[f"mode={mode}"]).options.rounds == 1
        with pytest.raises(SpecError, match="round"):
            load("songbirds", sets=[f"mode={mode}", "rounds=2"])
        assert fill(new_game(mode=mode)).end == "full"


# --- solo and co-op


def hand_sizes(p):
    """Hands of the seat that is asked, over a game in which the first turn favours a bird."""
    sizes = []
    while p.asked is not None:
        sizes.append(len(p.hand(p.asked).split()))
        if len(sizes) == 1:
            p.favour(p.hand(p.asked).split()[0])
        else:
            place(p)
    return sizes


@pytest.mark.parametrize(("players", "without"), [(2, 0), (3, 1), (4, 2)])
def test_coop_the_deck_runs_out(players, without):
    p = new_game(mode="coop", players=players)
    assert hand_sizes(p) == [2] * (17 - without) + [1] * without
    assert (p.end, p.table()["deck"]) == ("full", [])


def test_coop_without_a_card_to_draw_the_last_one_may_be_favoured():
    forest = "\n".join([*ALMOST_FULL.strip().split("\n")[:4], "R5 B7 G5 . ."])
    p = position(forest, hands=["G6", "W6", "R6", "W7"], mode="coop")
    assert {"favour": "Green 6"} in p.legal
    p.favour("G6")
    assert (p.asked, p.hand(1), p.events[-1]["event"]) == (1, "W6", "favour")
    p.play("W6", 4, 3).play("R6", 4, 4)
    assert (p.end, p.table()["hands"]) == ("full", [[], [], [], ["White 7"]])


def test_solo_the_deck_never_runs_out():
    p = new_game(mode="solo")
    assert hand_sizes(p) == [2] * 17
    assert (p.end, len(p.table()["deck"])) == ("full", 1)


def test_coop_any_player_may_favour_while_nobody_has():
    p = new_game(mode="coop", players=3)
    for _ in range(7):
        hand = p.table()["hands"][p.asked]
        assert sorted(action["favour"] for action in p.legal if "favour" in action) == hand
        place(p)
    seat = p.asked
    p.favour(p.hand(seat).split()[1])
    assert [bird is not None for bird in p.table()["favoured"]] == [other == seat for other in range(3)]


@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_the_last_space_ends_the_game_at_once(mode):
    hands = ["G6 R6"] if mode == "solo" else ["G6 R6", "W7"]
    p = position(ALMOST_FULL, hands=hands, deck="B2", mode=mode)
    assert {"favour": "Red 6"} in p.legal  # still possible, the game goes on then
    p.play("G6", 4, 4)
    assert (p.asked, p.legal, p.end, set(p.scores)) == (None, [], "full", {0})
    p = position(ALMOST_FULL, hands=hands, deck="B2", mode=mode).favour("R6")
    assert p.end == ""


# --- what a seat knows


def rebuilt(state, rules):
    """A position with this complete state."""

    def short(cards, nothing="."):
        return " ".join("X" if card == "Crow" else card[0] + card[-1] if card else nothing for card in cards)

    return position(
        "\n".join(short(row) for row in state["forest"]),
        hands=[short(hand) for hand in state["hands"]],
        columns=state["column_berries"],
        rows=state["row_berries"],
        deck=short(state["deck"]),
        aside=short(state["aside"]),
        favoured=[short([bird], "") for bird in state["favoured"]] if any(state["favoured"]) else (),
        crow=state["crow_side"] or "",
        to_move=state["to_move"],
        starter=state["starter"],
        round=state["round"],
        points=state["points"] if any(state["points"]) else (),
        mode=rules.get("mode", "competitive"),
        rules=rules,
    )


def looks(p):
    """What greedy play looks at, for each legal action."""
    seen = []
    for code in p.codes:
        out = np.zeros(MOST_FEATURES)
        features(p.s, p.r, code, out)
        seen.append(out.tolist())
    return seen


@pytest.mark.parametrize("table", TABLES)
def test_a_seat_cannot_tell_other_worlds_from_the_true_one(table):
    """All that a seat cannot see, rearranged: its view, its legal actions and what greedy looks at stay the same."""
    rules = {
        key: int(value) if value.isdigit() else value for key, value in (text.split("=") for text in TABLES[table])
    }
    chance = random.Random(table)
    p = new_game(7, **rules)
    different = 0
    for turn in range(20):
        if p.asked is None:
            break
        state, seat = p.table(), p.asked
        if turn % 4 == 0:
            true = rebuilt(state, rules)
            assert true.table() == state
            for _ in range(2):
                other = rebuilt(world(state, seat, chance), rules)
                different += other.table() != state
                assert other.view(seat) == true.view(seat) == p.view(seat)
                assert other.legal == true.legal == p.legal
                assert looks(other) == looks(true)
        action = chance.choice(p.legal)
        if "favour" in action:
            p.favour(action["favour"][0] + action["favour"][-1])
        else:
            p.play(action["play"][0] + action["play"][-1], action["row"], action["column"])
    assert different > 4
