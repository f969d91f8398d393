"""The rulebook of Sirenen in Sicht, sentence by sentence, played by the engine on small situations.

The tests follow the rulebook's order and are listed beside its sentences in docs/rules/sirenen.md.
"""

from __future__ import annotations

import pytest

from games.sirenen.positions import new_game, position

NO_RUM = ("used", "used")
SHIPS = [28, 30, 32, 34, 36]
SET = sorted([-4, -3, -2, -1, *range(11), *range(11)])


def told(p, *keys):
    """The names of the last events, or what they say under these keys."""
    if not keys:
        return [event["event"] for event in p.events]
    return [tuple(event.get(key) for key in keys) for event in p.events]


def actions(p, word):
    """The legal actions that begin with this word."""
    return [action for action in p.legal if action.startswith(word)]


# --- Aim of the game


def test_each_ship_and_each_crew_member_is_worth_1_point():
    p = position(["8", ""], {28: "10 10 |", 30: "10 10 2 |"}).do("play 8 28 0")
    assert p.points == [1, 0]
    p = position(["8", ""], {30: "10 10 2 |"}).do("play 8 30 0")
    assert p.points == [2, 0]


def test_whoever_has_the_most_points_wins():
    gone = {28: "taken 1", 30: "taken 0", 32: "taken 1", 34: "taken 0"}
    p = position(["1", ""], {**gone, 36: "| 10 10 10 5"}, crew={"captain": "removed", "mate": "removed"})
    p.do("play 1 36 1")
    assert (p.points, p.winners, p.end) == ([2, 3], [1], "no_ships")


# --- Material


def test_52_playing_cards():
    table = new_game().table()
    cards = table["hands"][0] + table["hands"][1] + table["piles"][0]
    assert {value: cards.count(value) for value in sorted(cards)} == {v: 2 if v < 0 else 4 for v in range(-4, 11)}
    assert len(cards) == 52


def test_5_ship_cards_in_a_row():
    ships = new_game().table()["ships"]
    assert [ship["resistance"] for ship in ships] == SHIPS
    assert all(ship["status"] == "in play" and ship["sides"] == [[], []] for ship in ships)


def test_a_captain_a_mate_and_rum_and_octopus_for_each_player():
    p = new_game()
    assert set(p.crew) == {"captain", "mate"}
    assert (p.rum, p.octopus) == (["owner", "owner"], [None, None])


# --- Layout of playing and ship cards


@pytest.mark.parametrize("side", [0, 1])
def test_a_total_equal_to_the_resistance_scores(side):
    cards = ["10 10 4", "5 5 5 5"]
    p = position(["10", ""], {34: " | ".join(cards if side == 0 else cards[::-1])}).do(f"play 10 34 {side}")
    assert told(p, "event", "seat", "ship", "how", "amount")[1] == ("taken", side, 34, "resistance", 2)
    assert p.ships[34] == f"taken {side}"


def test_a_greater_total_scores_a_lower_one_does_not():
    p = position(["10", ""], {28: "10 9 |"}).do("play 10 28 0")
    assert p.ships[28] == "taken 0"
    p = position(["8", ""], {28: "10 9 |"}).do("play 8 28 0")
    assert (p.ships[28], p.points) == ("10 9 8 |", [0, 0])


def test_five_cards_on_both_sides_the_higher_total_scores():
    p = position(["2", ""], {30: "1 1 1 1 2 | 3 0 0 2"}).do("play 2 30 1")  # 6 against 7
    assert told(p, "event", "seat", "ship", "how", "amount")[1] == ("taken", 1, 30, "majority", 2)
    assert (p.points, p.crew["captain"]) == ([0, 2], "taken")
    p = position(["2", ""], {30: "1 1 1 1 4 | 3 0 0 2"}).do("play 2 30 1")  # 8 against 7: not who played last
    assert p.points == [2, 0]
    p = position(["-4", ""], {28: "0 0 0 0 -3 | -1 -2 -1 -2"}).do("play -4 28 1")  # below zero, too
    assert p.points == [1, 0]


def test_some_cards_have_the_move_crew_icon():
    moved = [value for value in range(-4, 11) if position([str(value), ""]).do(f"play {value} 30 0").step == "crew"]
    assert moved == [-4, -3, -2, -1, 0]


# --- Game setup


def test_the_crew_starts_on_30_and_34():
    assert sorted(new_game().crew.values()) == [30, 34]


def test_the_cards_are_shuffled():
    games = [new_game(seed) for seed in range(30)]
    assert len({game.pile for game in games}) == 30
    assert len({tuple(game.hands) for game in games}) == 30
    tops = {game.pile.split()[0] for game in games}
    assert len(tops) > 8


def test_each_is_dealt_4_cards_and_the_rest_is_a_face_down_pile():
    p = new_game()
    assert ([len(hand.split()) for hand in p.hands], len(p.pile.split())) == ([4, 4], 44)
    assert p.view(0)["pile_sizes"] == [44]
    assert "piles" not in p.view(0)


def test_the_start_player_is_random():
    starts = [new_game(seed).asked for seed in range(200)]
    assert 70 < sum(starts) < 130


# --- Sequence of play, player turn


def test_the_game_goes_on_until_all_ships_are_scored():
    gone = {28: "removed", 30: "taken 0", 32: "taken 1"}
    crew = {"captain": "removed", "mate": 34}
    p = position(["1", ""], {**gone, 34: "|", 36: "10 10 10 5 |"}, crew=crew).do("play 1 36 0")
    assert (p.end, p.points) == ("", [2, 1])
    p = position(["1", ""], {**gone, 34: "removed", 36: "10 10 10 5 |"}, crew={**crew, "mate": "removed"})
    assert p.do("play 1 36 0").end == "no_ships"
    assert (p.asked, p.points, p.legal) == (None, [2, 1], [])


def test_4_points_end_the_game():
    crew = {"captain": "taken 0", "mate": 34}
    p = position(["1", ""], {28: "taken 0", 30: "10 10 9 |"}, crew=crew).do("play 1 30 0")
    assert (p.end, p.points) == ("", [3, 0])
    p = position(["1", ""], {28: "taken 0", 30: "taken 0", 32: "10 10 9 2 |"}, crew=crew).do("play 1 32 0")
    assert (p.end, p.points, p.winners, p.asked) == ("victory_points", [4, 0], [0], None)


def test_a_turn_is_a_card_or_the_octopus():
    p = position(["3 4", "5"], {28: "6 | "}, pile="1 2 3")
    assert {action.split()[0] for action in p.legal} == {"play", "octopus", "rum"}
    assert actions(p.do("play 3 28 0"), "play") == actions(p, "octopus") == []
    p = position(["3 4", "5"], {28: "6 | "}, pile="1 2 3").do("octopus 6 28 0 30 0")
    assert actions(p, "play") == actions(p, "octopus") == []


def test_rum_comes_in_addition_to_either_action():
    for action in ("play 3 28 0", "octopus 6 28 0 30 0"):
        p = position(["3 4", "5"], {28: "6 | "}, pile="1 2 3").do("rum 32", action)
        assert (p.rum, p.asked) == ([32, "owner"], 1)
        p = position(["3 4", "5"], {28: "6 | "}, pile="1 2 3").do(action, "rum 32")
        assert (p.rum, p.asked) == ([32, "owner"], 1)
        p = position(["3 4", "5"], {28: "6 | "}, pile="1 2 3").do(action, "end_turn")
        assert (p.rum, p.asked) == (["owner", "owner"], 1)


def test_players_alternate():
    p = position(["3 4", "5 6"], rum=NO_RUM, active=1)
    seats = []
    for action in ("play 5 28 0", "play 3 28 1", "play 6 30 0", "play 4 30 1"):
        seats.append(p.asked)
        p.do(action)
    assert seats == [1, 0, 1, 0]


# --- Game end


def test_a_tie_is_a_draw():
    gone = {28: "taken 1", 30: "taken 0", 32: "taken 1", 34: "taken 0"}
    crew = {"captain": "removed", "mate": "removed"}
    p = position(["2", ""], {**gone, 36: "0 1 1 1 3 | 2 2 0 0"}, crew=crew).do("play 2 36 1")
    assert (p.end, p.points, p.winners) == ("no_ships", [2, 2], [0, 1])


# --- Play a card


def test_a_card_goes_face_up_to_either_side_of_any_ship():
    p = position(["7", ""])
    assert actions(p, "play") == [f"play 7 {ship} {side}" for ship in SHIPS for side in (0, 1)]
    p.do("play 7 32 1")
    assert (p.ships[32], p.hands[0]) == ("| 7", "")
    assert p.view(0)["ships"] == p.view(1)["ships"] == p.table()["ships"]


def test_a_card_is_played_and_one_is_drawn():
    p = position(["7 8", "5"], pile="3 4 4", rum=NO_RUM).do("play 7 32 1")
    assert (p.hands, p.pile, p.asked) == (["3 8", "5"], "4 4", 1)
    assert told(p, "event", "seat", "card") == [("play", 0, 7), ("draw", 0, 3)]


def test_without_a_draw_pile_play_goes_on_with_the_cards_left():
    p = position(["7 8", "5 6"], rum=NO_RUM).do("play 7 32 1")
    assert (told(p), p.hands[0], p.end) == (["play"], "8", "")
    p.do("play 5 32 0", "play 8 30 1")
    assert (p.hands, p.asked) == (["", "6"], 1)


def test_no_sixth_card_on_a_side():
    p = position(["7", ""], {28: "1 1 1 1 2 | 3"})
    assert "play 7 28 0" not in p.legal
    p = position(["7", ""], {28: "1 1 1 1 | 3"})
    assert "play 7 28 0" in p.legal


def test_the_other_side_of_a_full_one_is_still_open():
    p = position(["7", ""], {28: "1 1 1 1 2 | 3 3 3 2"})
    assert "play 7 28 1" in p.legal


def test_a_side_with_four_left_is_open_again():
    p = position(["7", "8"], {28: "1 1 1 1 2 | 3"}, rum=NO_RUM).do("octopus 2 28 0 30 0")
    assert "play 8 28 0" in p.legal
    p.do("play 8 28 0")
    assert p.ships[28] == "1 1 1 1 8 | 3"


def test_an_icon_moves_the_crew_member_to_an_adjacent_ship():
    p = position(["0", ""]).do("play 0 30 0")
    assert p.legal == ["crew_to 28", "crew_to 32"]
    p.do("crew_to 32")
    assert p.crew == {"captain": 32, "mate": 34}
    assert told(p, "event", "seat", "member", "ship", "to")[0] == ("crew", 0, "captain", 30, 32)
    p = position(["0", ""]).do("play 0 32 0")  # nobody there
    assert p.step != "crew"
    p = position(["5", ""]).do("play 5 30 0")  # no icon
    assert p.step != "crew"


def test_the_owner_of_the_side_decides_where_the_crew_goes():
    for side in (0, 1):
        p = position(["0", "5"], pile="7").do(f"play 0 34 {side}")
        assert (p.step, p.asked, p.table()["active"]) == ("crew", side, 0)
        assert p.table()["pending"] == {"member": "mate", "ship": 34, "side": side}
        assert (p.ships[34], p.hands[0]) == (
            "0 |" if side == 0 else "| 0",
            "",
        )  # the card lies there, none is drawn yet
        p.do("crew_to 36")
        assert (p.crew["mate"], p.hands[0], p.asked) == (36, "7", 0)  # the turn goes on


def test_bow_and_rear_are_adjacent():
    p = position(["0", ""], crew={"captain": 28, "mate": 32}).do("play 0 28 0")
    assert sorted(p.legal) == ["crew_to 30", "crew_to 36"]
    p = position(["0", ""], crew={"captain": 32, "mate": 36}).do("play 0 36 0")
    assert sorted(p.legal) == ["crew_to 28", "crew_to 34"]


def test_the_other_crew_member_is_passed_over():
    p = position(["0", ""], crew={"captain": 30, "mate": 32}).do("play 0 30 0")
    assert sorted(p.legal) == ["crew_to 28", "crew_to 34"]
    p = position(["0", ""], crew={"captain": 28, "mate": 36}).do("play 0 28 0")
    assert sorted(p.legal) == ["crew_to 30", "crew_to 34"]
    p = position(["0", ""], crew={"captain": 30, "mate": 28}).do("play 0 30 0")
    assert sorted(p.legal) == ["crew_to 32", "crew_to 36"]


def test_removed_ships_leave_no_gaps():
    p = position(["0", ""], {32: "taken 0"}, crew={"captain": 30, "mate": 36}).do("play 0 30 0")
    assert sorted(p.legal) == ["crew_to 28", "crew_to 34"]
    p = position(["0", ""], {32: "removed", 34: "taken 1"}, crew={"captain": 30, "mate": "taken 1"}).do("play 0 30 0")
    assert sorted(p.legal) == ["crew_to 28", "crew_to 36"]


def test_crew_stays_where_ships_and_crew_are_equal_in_number():
    gone = {28: "taken 0", 32: "taken 1", 36: "removed"}
    p = position(["0", "5"], gone, pile="7", rum=NO_RUM).do("play 0 30 0")
    assert (told(p), p.crew) == (["play", "draw"], {"captain": 30, "mate": 34})
    p = position(["0", "5"], {**gone, 34: "taken 1"}, crew={"mate": "taken 1"}, rum=NO_RUM).do("play 0 30 0")
    assert (told(p), p.crew["captain"]) == (["play"], 30)


def test_the_example_of_klaus_and_brigitta():
    p = position(["0", "3"], {36: "taken 1"}, crew={"captain": 28, "mate": 34}).do("play 0 28 1")
    assert (p.asked, sorted(p.legal)) == (1, ["crew_to 30", "crew_to 32"])  # past the mate on 34 to 32
    assert p.do("crew_to 32").crew == {"captain": 32, "mate": 34}


# --- Score a ship card


def test_whoever_takes_a_ship_takes_the_crew_on_it():
    p = position(["8", ""], {34: "| 10 10 6"}).do("play 8 34 1")
    assert (p.points, p.crew) == ([0, 2], {"captain": 30, "mate": "taken"})


def test_a_tie_of_full_sides_removes_ship_and_crew():
    p = position(["2", "5"], {34: "0 1 1 1 3 | 2 2 0 0"}, pile="9", rum=NO_RUM).do("play 2 34 1")
    assert (p.ships[34], p.crew["mate"], p.points) == ("removed", "removed", [0, 0])
    assert (p.table()["removed"], told(p, "event", "amount")) == (2, [("play", None), ("removed", 2), ("draw", None)])


def test_rum_on_a_scored_ship_is_removed():
    p = position(["4", ""], {28: "10 10 10 |"}, rum=[28, 28]).do("play 4 28 0")
    assert (p.ships[28], p.rum) == ("taken 0", ["used", "used"])
    p = position(["2", ""], {28: "0 1 1 1 3 | 2 2 0 0"}, rum=[30, 28]).do("play 2 28 1")
    assert (p.ships[28], p.rum) == ("removed", [30, "used"])


def test_cards_of_a_scored_ship_are_removed():
    p = position(["8", ""], {28: "10 10 | 3 4", 30: "5 |"})
    before = p.table()["out"]
    p.do("play 8 28 0")
    assert sorted(p.table()["out"]) == sorted([*before, 10, 10, 3, 4, 8])
    assert p.ships[30] == "5 |"
    assert not actions(p, "play") and not [action for action in p.legal if " 28" in action]


def test_an_octopus_on_a_scored_ship_returns_to_its_owner():
    p = position(["8", ""], {28: "10*1 10 | 3*0 4"}).do("play 8 28 0")
    assert p.octopus == [None, None]
    assert sorted(told(p, "event", "seat")[2:4]) == [("octopus_back", 0), ("octopus_back", 1)]
    p = position(["8", ""], {28: "10 10 | 3", 30: "5*1 | 6*0"}).do("play 8 28 0")
    assert p.octopus == [(30, 1, 0), (30, 0, 0)]
    p = position(["2", ""], {28: "0 1 1 1 3 | 2 2*1 0 0"}).do("play 2 28 1")  # a tie, too
    assert p.octopus == [None, None]


# --- Use the octopus


def test_the_octopus_moves_any_card_in_play():
    p = position(ships={28: "5 | 6", 36: "| 9"})
    moves = actions(p, "octopus")
    assert {tuple(move.split()[1:4]) for move in moves} == {("5", "28", "0"), ("6", "28", "1"), ("9", "36", "1")}
    assert len(moves) == 3 * 9
    p.do("octopus 9 36 1 28 1")
    assert (p.ships[28], p.ships[36]) == ("5 | 6 9", "|")


def test_a_used_octopus_cannot_be_chosen():
    p = position(["3", "4"], {28: "5*0 | 6"})
    assert actions(p, "octopus") == []
    p = position(["3 4", "4 5"], {28: "5 | 6"}, rum=NO_RUM).do("octopus 5 28 0 30 0", "play 4 32 0")
    assert (p.asked, actions(p, "octopus")) == (0, [])


def test_an_octopus_that_came_back_can_be_used_again():
    p = position(["3 8", "4 5"], {28: "10*0 10 |", 30: "6 |"}, rum=NO_RUM).do("play 8 28 0", "play 4 32 0")
    assert "octopus 6 30 0 30 1" in p.legal


def test_the_octopus_sits_on_the_card_it_moved():
    p = position(ships={28: "5 7 | 6"}, rum=NO_RUM).do("octopus 7 28 0 28 1")
    assert p.octopus == [(28, 1, 1), None]
    p = position(ships={28: "5 7 | 6"}, rum=NO_RUM, active=1).do("octopus 5 28 0 36 0")
    assert (p.octopus, p.ships[28]) == ([None, (36, 0, 0)], "7 | 6")
    assert told(p, "event", "seat", "card", "from_ship", "from_side", "ship", "side") == [
        ("octopus", 1, 5, 28, 0, 36, 0)
    ]


def test_a_card_with_the_opponents_octopus_cannot_be_chosen():
    p = position(ships={28: "5*1 7 | 6"})
    assert {action.split()[1] for action in actions(p, "octopus")} == {"7", "6"}


def test_the_octopus_respects_the_card_limit():
    p = position(ships={28: "1 1 1 1 2 | 6", 30: "| 5"})
    assert not [action for action in actions(p, "octopus") if action.endswith(" 28 0")]
    assert "octopus 6 28 1 30 0" in p.legal
    assert "octopus 2 28 0 28 1" in p.legal


def test_a_relocated_icon_moves_the_crew_where_it_comes_to():
    p = position(ships={32: "-2 |"}, rum=NO_RUM).do("octopus -2 32 0 30 1")
    assert (p.step, p.asked, sorted(p.legal)) == ("crew", 1, ["crew_to 28", "crew_to 32"])
    assert p.do("crew_to 28").crew["captain"] == 28
    assert told(p) == ["crew"]
    p = position(ships={30: "-2 |"}, rum=NO_RUM).do("octopus -2 30 0 30 1")  # the other side of its ship
    assert (p.step, p.asked) == ("crew", 1)


def test_a_relocated_card_scores():
    p = position(ships={28: "10 9 | 9"}, rum=NO_RUM).do("octopus 9 28 1 28 0")
    assert (p.ships[28], p.octopus) == ("taken 0", [None, None])
    p = position(ships={28: "1 1 1 1 3 | 2 2 0 2", 30: "3 |"}, rum=NO_RUM).do("octopus 3 30 0 28 1")
    assert told(p, "event", "seat", "how")[1] == ("taken", 1, "majority")
    p = position(ships={28: "10 9 | 9"}, rum=[28, "used"]).do("octopus 9 28 1 28 0")
    assert p.ships[28] == "10 9 9 |"


def test_the_octopus_draws_no_card():
    p = position(["3", "4"], {28: "5 |"}, pile="7 8", rum=NO_RUM).do("octopus 5 28 0 30 0")
    assert (told(p), p.hands, p.pile) == (["octopus"], ["3", "4"], "7 8")


# --- Use the mug of rum


def test_rum_goes_on_any_ship_in_play():
    p = position(["3", ""], {30: "taken 1"}, crew={"captain": 28}, rum=["owner", 36])
    assert actions(p, "rum") == ["rum 28", "rum 32", "rum 34", "rum 36"]
    p.do("rum 36")
    assert p.table()["ships"][4]["rum"] == [0, 1]


def test_rum_raises_the_resistance_by_3():
    p = position(["10", ""], {28: "10 10 |"}, rum=["used", 28]).do("play 10 28 0")  # 30 of 31
    assert p.ships[28] == "10 10 10 |"
    p = position(["10 1", "5"], {28: "10 10 |"}, rum=["used", 28]).do("play 10 28 0", "play 5 30 0", "play 1 28 0")
    assert p.ships[28] == "taken 0"


def test_both_mugs_raise_it_by_6():
    p = position(["3", ""], {28: "10 10 10 |"}, rum=[28, 28]).do("play 3 28 0")  # 33 of 34
    assert p.ships[28] == "10 10 10 3 |"
    p = position(["4", ""], {28: "10 10 10 |"}, rum=[28, 28]).do("play 4 28 0")
    assert p.ships[28] == "taken 0"


def test_rum_is_used_once_a_game():
    p = position(["3 4", "5"], rum=["owner", "used"]).do("rum 30")
    assert actions(p, "rum") == []
    p.do("play 3 28 0")
    assert p.asked == 1
    p.do("play 5 28 1")
    assert (p.asked, actions(p, "rum")) == (0, [])
    p.do("play 4 28 0")
    assert p.step == "act"
    for place in ("used", 34):
        assert actions(position(["3", ""], rum=[place, "owner"]), "rum") == []


# --- Variant: More tactics from bow to rear


def picked(seed=1):
    """A game of the variant after the hands have been picked: 10 10 9 9 and 8 8 7 7."""
    picks = ["pick 10", "pick 10", "pick 9", "pick 9", "pick 8", "pick 8", "pick 7", "pick 7"]
    return new_game(seed, variant="tactics").do(*picks)


def test_each_gets_an_identical_set():
    assert new_game(variant="tactics").table()["sets"] == [SET, SET]


def test_each_selects_four_cards_of_the_own_set():
    p = new_game(variant="tactics")
    assert p.legal == [f"pick {value}" for value in range(-4, 11)]
    p.do("pick 10", "pick 10")
    assert "pick 10" not in p.legal
    p.do("pick 0", "pick -4")
    assert (p.hands[0], p.asked, len(p.legal)) == ("-4 0 10 10", 1, 15)
    p.do("pick 10", "pick 10", "pick 9", "pick 8")
    assert (p.hands, p.step) == (["-4 0 10 10", "8 9 10 10"], "act")


def test_the_rest_is_an_own_shuffled_pile():
    piles = [picked(seed).table()["piles"] for seed in range(20)]
    for seat, hand in enumerate(([10, 10, 9, 9], [8, 8, 7, 7])):
        assert all(sorted(pile[seat] + hand) == SET for pile in piles)
        assert len({tuple(pile[seat]) for pile in piles}) == 20
    assert all(pile[0] != pile[1] for pile in piles)
    assert picked().view(0)["pile_sizes"] == [22, 22]


def test_each_draws_from_the_own_pile():
    p = position(["7", "8"], pile=["5 6", "3 4"], rum=NO_RUM, rules={"variant": "tactics"})
    p.do("play 7 28 0")
    assert (p.hands, p.table()["piles"]) == (["5", "8"], [[6], [3, 4]])
    p.do("play 8 28 0")
    assert (p.hands, p.table()["piles"]) == (["5", "3"], [[6], [4]])
