"""Sirenen in Sicht, rule by rule: situations set up by hand."""

import pytest

from balance.games.sirenen.options import VALUES
from games.sirenen.positions import GAME, new_game, position


def plays(p, value):
    return [text for text in p.legal if text.startswith(f"play {value} ")]


# --- material and setup


def test_52_cards_with_the_rulebooks_values():
    copies = dict(zip(VALUES, GAME.options().copies, strict=True))
    assert sum(copies.values()) == 52
    assert {value for value, n in copies.items() if n == 4} == set(range(11))
    assert {value for value, n in copies.items() if n == 2} == {-1, -2, -3, -4}


def test_the_setup():
    p = new_game()
    table = p.table()
    assert list(p.ships) == [28, 30, 32, 34, 36]
    assert p.crew == {"captain": 30, "mate": 34}
    assert [len(hand) for hand in table["hands"]] == [4, 4]
    assert len(table["piles"][0]) == 44
    assert (p.rum, p.octopus, p.points, table["out"]) == (["owner", "owner"], [None, None], [0, 0], [])


def test_the_start_player_is_drawn():
    starts = [new_game(seed).table()["active"] for seed in range(40)]
    assert 10 < sum(starts) < 30


# --- playing a card


def test_a_card_goes_to_either_side_of_any_ship():
    p = position(["3", "5"])
    assert plays(p, 3) == [f"play 3 {ship} {side}" for ship in p.ships for side in (0, 1)]


def test_then_a_card_is_drawn_from_the_top():
    p = position(["3 8", ""], pile="6 7").do("play 3 28 0")
    assert (p.hands[0], p.pile) == ("6 8", "7")
    assert p.events == [
        {"event": "play", "seat": 0, "card": 3, "ship": 28, "side": 0},
        {"event": "draw", "seat": 0, "card": 6},
    ]


def test_an_exhausted_pile_gives_no_card():
    p = position(["3 8", ""]).do("play 3 28 0")
    assert p.hands[0] == "8"


def test_five_cards_are_the_limit_of_one_side():
    p = position(["3", ""], {28: "1 1 1 1 2 | 2"})
    assert "play 3 28 0" not in p.legal
    assert "play 3 28 1" in p.legal


def test_a_side_with_a_card_less_takes_one_again():
    p = position(["", "3"], {28: "1 1 1 1 2 | "}).do("octopus 2 28 0 30 0", "end_turn")
    assert "play 3 28 0" in p.legal


# --- crew


def test_the_worked_example():
    """36 is scored; Klaus (seat 0) plays a 0 to Brigitta's side of 28; towards 34 the captain goes on to 32."""
    p = position(["0", "5"], {36: "taken 0"}, crew={"captain": 28, "mate": 34}).do("play 0 28 1")
    assert (p.step, p.asked, p.legal) == ("crew", 1, ["crew_to 30", "crew_to 32"])
    assert p.table()["pending"] == {"member": "captain", "ship": 28, "side": 1}
    p.do("crew_to 32")
    assert p.crew == {"captain": 32, "mate": 34}
    assert p.events[0] == {"event": "crew", "seat": 1, "member": "captain", "ship": 28, "to": 32}


@pytest.mark.parametrize("value", [-4, -3, -2, -1, 0])
def test_cards_up_to_0_bear_the_icon(value):
    p = position([str(value), ""]).do(f"play {value} 30 0")
    assert (p.step, p.legal) == ("crew", ["crew_to 28", "crew_to 32"])


def test_other_cards_do_not():
    assert position(["1", "2"]).do("play 1 30 0").step == "rum"


def test_the_owner_of_the_side_decides():
    assert position(["0", "2"]).do("play 0 30 0").asked == 0
    assert position(["0", "2"]).do("play 0 30 1").asked == 1


def test_bow_and_rear_are_neighbours():
    p = position(["0", ""], crew={"captain": 28, "mate": 32}).do("play 0 28 0")
    assert p.legal == ["crew_to 30", "crew_to 36"]
    p = position(["0", ""], crew={"captain": 36, "mate": 32}).do("play 0 36 0")
    assert p.legal == ["crew_to 28", "crew_to 34"]


def test_past_the_other_member():
    p = position(["0", ""], crew={"captain": 30, "mate": 32}).do("play 0 30 0")
    assert p.legal == ["crew_to 28", "crew_to 34"]


def test_three_ships_and_two_members_leave_no_choice():
    p = position(["0", ""], {28: "taken 0", 36: "removed"}).do("play 0 30 1")
    assert p.step != "crew"
    assert p.crew == {"captain": 32, "mate": 34}
    assert p.events[1] == {"event": "crew", "seat": 1, "member": "captain", "ship": 30, "to": 32}


def test_two_ships_and_one_member_leave_no_choice():
    ships = {28: "taken 0", 32: "taken 1", 34: "taken 0"}
    p = position(["0", ""], ships, crew={"mate": "taken 0", "captain": 30}).do("play 0 30 1")
    assert p.crew == {"captain": 36, "mate": "taken"}


def test_crew_does_not_move_with_as_many_ships_as_members():
    ships = {28: "taken 0", 32: "taken 1", 36: "taken 0"}
    p = position(["0", "7"], ships).do("play 0 30 1")
    assert p.crew == {"captain": 30, "mate": 34}


def test_a_ship_without_crew_moves_nobody():
    assert position(["0", ""]).do("play 0 28 0").crew == {"captain": 30, "mate": 34}


def test_crew_moves_before_scoring():
    p = position(["0", "7"], {30: "10 10 9 -2 | 1 1 1 1 2"}).do("play 0 30 0")
    assert p.step == "crew"
    p.do("crew_to 28")
    assert (p.ships[30], p.points, p.crew["captain"]) == ("taken 0", [1, 0], 28)


def test_crew_may_land_on_a_ship_that_is_about_to_be_scored():
    """The octopus lifts -4 off ship 28, which then reaches 28; the captain, moved first, lands there."""
    p = position(["", "7"], {28: "10 10 8 -4 | "}).do("octopus -4 28 0 30 0", "crew_to 28")
    assert (p.ships[28], p.points, p.crew["captain"]) == ("taken 0", [2, 0], "taken")


def test_crew_after_scoring():
    rules = {"crew_before_scoring": False}
    p = position(["0", "7"], {30: "10 10 9 -2 | 1 1 1 1 2"}, rules=rules).do("play 0 30 0")
    assert (p.ships[30], p.points, p.crew["captain"]) == ("taken 0", [2, 0], "taken")
    p = position(["", "7"], {28: "10 10 8 -4 | "}, rules=rules).do("octopus -4 28 0 30 0")
    assert (p.ships[28], p.points, p.legal) == ("taken 0", [1, 0], ["crew_to 32", "crew_to 36"])


# --- scoring


def test_reaching_the_resistance_takes_the_ship():
    p = position(["8", "7"], {28: "10 10 | 3"}).do("play 8 28 0")
    assert (p.ships[28], p.points) == ("taken 0", [1, 0])
    assert p.events[1] == {"event": "taken", "seat": 0, "ship": 28, "how": "resistance", "amount": 1}


def test_the_owner_of_the_side_takes_it_whoever_plays():
    p = position(["8", "7"], {30: "| 10 10 2"}).do("play 8 30 1")
    assert (p.ships[30], p.points, p.crew["captain"]) == ("taken 1", [0, 2], "taken")


def test_one_less_than_the_resistance_does_not():
    assert position(["7", "7"], {28: "10 10 | 3"}).do("play 7 28 0").ships[28] == "10 10 7 | 3"


def test_five_cards_on_both_sides_the_higher_total_takes_it():
    p = position(["0", "7"], {28: "1 1 1 1 | 2 2 2 2 -4"}).do("play 0 28 0")
    assert (p.ships[28], p.points) == ("removed", [0, 0])
    p = position(["3", "7"], {28: "1 1 1 1 | 2 2 2 2 -4"}).do("play 3 28 0")
    assert (p.ships[28], p.points) == ("taken 0", [1, 0])
    assert p.events[1]["how"] == "majority"


def test_equal_totals_remove_ship_and_crew():
    p = position(["0", "7"], {32: "1 1 1 1 | 2 2 2 2 -4"}, crew={"captain": 32}, rules={"move_crew_values": []})
    p.do("play 0 32 0")
    assert (p.ships[32], p.points, p.crew["captain"], p.table()["removed"]) == ("removed", [0, 0], "removed", 2)
    assert p.events[1] == {"event": "removed", "ship": 32, "amount": 2}


def test_a_reached_resistance_goes_before_five_against_five():
    p = position(["4", "7"], {28: "6 6 6 6 | 10 9 8 0 0"}, rules={"move_crew_values": []})
    assert p.do("play 4 28 0").ships[28] == "taken 0"


def test_cards_leave_play_octopuses_return_rum_is_used_up():
    p = position(["8", "7"], {28: "10*1 10 | 3*0"}, rum=[28, "owner"], rules={"rum_bonus": 0}).do("play 8 28 0")
    assert (p.octopus, p.rum) == ([None, None], ["used", "owner"])
    assert p.table()["out"].count(10) == 4 and p.table()["out"].count(8) == 4
    assert [event["event"] for event in p.events] == ["play", "taken", "octopus_back", "octopus_back"]


def test_a_lifted_negative_card_lets_the_side_it_leaves_reach_the_resistance():
    p = position(["", "7"], {28: "10 10 9 -2 | "}).do("octopus -2 28 0 32 1")
    assert (p.ships[28], p.ships[32], p.points) == ("taken 0", "| -2", [1, 0])


def test_one_octopus_can_score_two_ships():
    """-1 leaves 28, which reaches 28; it comes to 36 as the tenth card."""
    ships = {28: "10 10 9 -1 | ", 36: "1 1 1 1 | 2 2 2 2 3"}
    p = position(["", "7"], ships).do("octopus -1 28 0 36 0")
    assert (p.ships[28], p.ships[36], p.points) == ("taken 0", "taken 1", [1, 1])
    assert [event.get("ship") for event in p.events if event["event"] == "taken"] == [28, 36]


# --- the octopus


def test_the_octopus_moves_any_card_to_another_side():
    p = position(["", "7"], {28: "7 | 5"})
    moves = [text for text in p.legal if text.startswith("octopus")]
    to = [f"{ship} {side}" for ship in p.ships for side in (0, 1)]
    expected = [f"octopus 7 28 0 {place}" for place in to if place != "28 0"]
    expected += [f"octopus 5 28 1 {place}" for place in to if place != "28 1"]
    assert sorted(moves) == sorted(expected)


def test_it_clings_to_the_card_and_no_card_is_drawn():
    p = position(["3", "7"], {28: "7 | 5"}, pile="6").do("octopus 7 28 0 28 1")
    assert (p.ships[28], p.octopus[0], p.pile, p.hands[0]) == ("| 5 7", (28, 1, 1), "6", "3")


def test_it_is_used_once_until_it_returns():
    p = position(["3", "7"], {28: "7 | 5"}, rum=["used", "used"]).do("octopus 7 28 0 30 0", "play 7 36 1")
    assert not [text for text in p.legal if text.startswith("octopus")]


def test_a_card_with_an_octopus_cannot_be_chosen_but_an_equal_one_can():
    p = position(["", "7"], {28: "7*1 | 5"})
    assert not [text for text in p.legal if text.startswith("octopus 7")]
    p = position(["", "7"], {28: "7*1 7 | 5"}).do("octopus 7 28 0 30 0")
    assert (p.ships[28], p.octopus) == ("7 | 5", [(30, 0, 0), (28, 0, 0)])


def test_the_equal_card_that_came_first_moves_and_an_octopus_keeps_its_card():
    p = position(["", "7"], {28: "7 3 7*1 | "}).do("octopus 7 28 0 30 0")
    assert (p.ships[28], p.octopus[1]) == ("3 7 |", (28, 0, 1))


def test_it_keeps_to_the_card_limit():
    p = position(["", "7"], {28: "1 1 1 1 2 | 5"})
    assert "octopus 5 28 1 28 0" not in p.legal
    assert "octopus 2 28 0 28 1" in p.legal


def test_it_moves_crew_at_the_ship_the_card_comes_to_only():
    p = position(["", "7"], {34: "0 | "}).do("octopus 0 34 0 28 0")
    assert (p.step, p.crew) == ("rum", {"captain": 30, "mate": 34})
    p = position(["", "7"], {34: "0 | "}).do("octopus 0 34 0 30 1")
    assert (p.step, p.asked) == ("crew", 1)


# --- rum


def test_rum_raises_the_resistance_by_3():
    p = position(["8 1", "7"], {28: "10 10 | "}).do("rum 28", "play 8 28 0")
    assert p.ships[28] == "10 10 8 |"
    p = position(["8 1", "7"], {28: "10 10 3 | "}, rum=[28, "used"]).do("play 8 28 0")
    assert p.ships[28] == "taken 0"


def test_both_mugs_can_be_on_one_ship():
    p = position(["6", "7"], {28: "10 10 8 | "}, rum=[28, 28])
    assert p.table()["ships"][0]["rum"] == [0, 1]
    assert p.do("play 6 28 0").ships[28] == "taken 0"


def test_rum_before_or_after_once():
    p = position(["8 1", "7"], {28: "10 | "})
    assert "rum 28" in p.legal
    p.do("rum 28")
    assert (p.asked, p.step, p.rum) == (0, "act", [28, "owner"])
    assert not [text for text in p.legal if text.startswith("rum")]
    assert (p.do("play 1 28 0").asked, p.step) == (1, "act")
    p = position(["8 1", "7"]).do("play 8 28 0")
    assert (p.asked, p.step, p.legal) == (0, "rum", [*(f"rum {ship}" for ship in p.ships), "end_turn"])
    assert (p.do("rum 30").asked, p.step) == (1, "act")


def test_rum_timing():
    before = position(["8 1", "7"], rules={"rum_timing": "before"})
    assert "rum 28" in before.legal
    assert before.do("play 8 28 0").step == "act"
    after = position(["8 1", "7"], rules={"rum_timing": "after"})
    assert not [text for text in after.legal if text.startswith("rum")]
    assert after.do("play 8 28 0").step == "rum"


def test_no_rum_in_a_passed_turn_nor_after_the_end():
    assert position(["", "7"]).legal == ["pass"]
    assert position(["", "7"]).do("pass").asked == 1
    p = position(["8", "7"], {28: "10 10 | ", 30: "taken 0", 32: "taken 0", 34: "taken 0"}, crew=GONE).do("play 8 28 0")
    assert (p.step, p.end) == ("over", "victory_points")


GONE = {"captain": "taken 1", "mate": "taken 1"}

# --- passing


def test_no_passing_while_an_octopus_can_be_used():
    assert "pass" not in position(["", ""], {28: "5 | "}).legal


def test_two_passes_in_a_row_end_the_game():
    p = position(["", ""]).do("pass", "pass")
    assert (p.end, p.points, p.winners, p.asked) == ("passes", [0, 0], [0, 1], None)


def test_an_action_between_two_passes_breaks_the_row():
    p = position(["", "3 4"], rum=["used", "used"]).do("pass", "play 3 28 0")
    assert p.table()["passes"] == 0


# --- the end


def test_four_victory_points_end_the_game():
    p = position(["8", "7"], {28: "10 10 | ", 36: "taken 0", 30: "taken 0"}, crew={"captain": "taken 0"})
    p.do("play 8 28 0")
    assert (p.end, p.winners, p.points) == ("victory_points", [0], [4, 0])


def test_three_do_not():
    p = position(["8", "7"], {28: "10 10 | ", 30: "taken 0"}, crew={"captain": "taken 0"}).do("play 8 28 0")
    assert (p.end, p.points) == ("", [3, 0])


def test_the_last_ship_ends_the_game():
    ships = {28: "10 10 | ", 30: "taken 1", 32: "removed", 34: "taken 1", 36: "taken 1"}
    p = position(["8", "7"], ships, crew={"captain": "removed", "mate": "taken 0"}).do("play 8 28 0")
    assert (p.end, p.winners, p.points) == ("no_ships", [1], [2, 3])


def test_equal_points_are_a_draw():
    ships = {28: "10 10 | ", 30: "taken 1", 32: "removed", 34: "taken 1", 36: "removed"}
    p = position(["8", "7"], ships, crew={"captain": "removed", "mate": "taken 0"}).do("play 8 28 0")
    assert (p.end, p.winners, p.points) == ("no_ships", [0, 1], [2, 2])


def test_all_ships_are_scored_before_the_game_ends():
    """Both reach 4 points at once: more points wins, equal ones are a draw."""
    ships = {28: "10 10 9 -1 | ", 30: "taken 0", 32: "taken 1", 34: "taken 0", 36: "1 1 1 1 | 2 2 2 2 3"}
    crew = {"captain": "taken 0", "mate": "taken 1"}
    p = position(["", "7"], ships, crew=crew, rules={"victory_points_to_win": 3}).do("octopus -1 28 0 36 0")
    assert (p.points, p.winners) == ([4, 3], [0])


def test_more_points_than_there_are_play_on_to_the_last_ship():
    rules = {"victory_points_to_win": 10}
    p = position(["8", "7"], {28: "10 10 | ", 36: "taken 0", 30: "taken 0", 32: "taken 0"}, crew=GONE, rules=rules)
    assert p.do("play 8 28 0").end == ""


# --- the tactics variant


def test_each_player_has_an_identical_set():
    sets = new_game(variant="tactics").table()["sets"]
    expected = sorted([*range(11)] * 2 + [-4, -3, -2, -1])
    assert sets == [expected, expected]


def test_four_hidden_picks_then_shuffled_piles_and_a_start_player():
    p = new_game(variant="tactics")
    assert (p.step, p.asked, p.table()["active"]) == ("pick", 0, None)
    p.do("pick 10", "pick 10", "pick 9", "pick -4")
    assert (p.asked, p.table()["piles"]) == (1, [[], []])
    assert p.view(1)["unknown"]["other"] == p.table()["sets"][1] and p.view(1)["hand_sizes"] == [4, 0]
    p.do("pick 0", "pick 1", "pick 2", "pick 3")
    assert (p.step, p.hands, p.table()["sets"]) == ("act", ["-4 9 10 10", "0 1 2 3"], None)
    assert [len(cards) for cards in p.table()["piles"]] == [22, 22]
    assert p.events[-1]["event"] == "start"


def test_each_draws_from_the_own_pile():
    rules = {"variant": "tactics"}
    p = position(["3", "4"], pile=["6 7", "8 9"], rum=["used", "used"], rules=rules)
    p.do("play 3 28 0", "play 4 28 0")
    assert p.hands == ["6", "8"]
    assert p.table()["piles"] == [[7], [9]]


def test_icons_of_a_set():
    assert sum(n for value, n in zip(VALUES, GAME.options().copies, strict=True) if value <= 0) == 12


# --- what is hidden


def test_a_seat_sees_its_hand_and_what_lies_open():
    p = position(["3 4", "5 6"], {28: "7 | "}, pile="8")
    shown = p.view(0)
    assert (shown["hand"], shown["hand_sizes"], shown["pile_sizes"], shown["unknown"]) == (
        [3, 4],
        [2, 2],
        [1],
        [5, 6, 8],
    )
    assert shown["ships"][0]["sides"] == [[7], []]
    assert not {"hands", "piles", "sets"} & shown.keys()
