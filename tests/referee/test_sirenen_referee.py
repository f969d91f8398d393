"""Tests of the Sirenen referee itself, on positions built by hand from the rulebook and rules/sirenen.md."""

import random

import pytest

from .sirenen import RandomChance, begun
from .sirenen_game import Game
from .sirenen_positions import CARDS, RULES, cards_at, do, legal, position

# ---------------------------------------------------------------------- setup


def test_setup():
    game = begun(RULES, CARDS, random.Random(1))
    assert [ship.resistance for ship in game.afloat()] == [28, 30, 32, 34, 36]
    assert game.crew == {"captain": 30, "mate": 34}
    assert ([len(hand) for hand in game.hands], len(game.piles[0])) == ([4, 4], 44)
    assert (game.step, game.active == game.to_move) == ("act", True)
    assert {begun(RULES, CARDS, random.Random(seed)).active for seed in range(20)} == {0, 1}
    game.assert_invariants()


def test_an_empty_ship_offers_ten_sides_for_each_card_and_rum_but_no_octopus():
    game = position(hands=("3 3 7", ""))
    assert len(legal(game, "play")) == 20
    assert legal(game, "octopus") == []
    assert legal(game, "rum") == [{"rum": ship} for ship in (28, 30, 32, 34, 36)]


# ---------------------------------------------------------------------- play a card


def test_a_card_is_played_then_one_drawn():
    game = position(hands=("3 7", "1"), pile="5 6", rum=("used", "used"))
    assert do(game, "play 3 32 1") == ["play", "draw"]
    assert (cards_at(game, 32), sorted(game.hands[0]), game.piles) == ([[], [3]], [5, 7], [[6]])
    assert (game.active, game.step) == (1, "act")


def test_no_card_is_drawn_from_an_exhausted_pile():
    game = position(hands=("3 7", "1"))
    assert do(game, "play 3 32 1") == ["play"]
    assert game.hands[0] == [7]


def test_the_card_limit_holds_for_one_side_only():
    game = position({28: ("0 1 1 1 2", "1 2 2 2")}, hands=("3", ""))
    assert {"play": 3, "ship": 28, "side": 0} not in game.legal()
    assert {"play": 3, "ship": 28, "side": 1} in game.legal()


def test_a_side_reduced_to_four_takes_cards_again():
    game = position({28: ("1 1 1 1 2", "")}, hands=("3", "3"), rum=("used", "used"))
    do(game, "octopus 2 28 0 30 0")
    assert {"play": 3, "ship": 28, "side": 0} in game.legal()


# ---------------------------------------------------------------------- move a crew member


def test_worked_example_of_klaus_and_brigitta():
    game = position(hands=("0", "5"), gone={36: 1}, crew={"captain": 28, "mate": 34}, pile="9")
    assert do(game, "play 0 28 1") == ["play"]
    assert (game.step, game.active, game.to_move) == ("crew", 0, 1)
    assert game.pending == {"member": "captain", "ship": 28, "side": 1}
    assert game.legal() == [{"crew_to": 32}, {"crew_to": 30}]
    assert do(game, "crew 32") == ["crew", "draw"]
    assert game.crew == {"captain": 32, "mate": 34}
    assert (game.step, game.to_move) == ("rum", 0)


def test_crew_moves_for_an_icon_only_and_only_where_it_stands():
    for card, ship in ((1, 30), (0, 32), (-4, 28)):
        game = position(hands=(str(card), ""), pile="9")
        assert do(game, f"play {card} {ship} 0") == ["play", "draw"]
    for card in (-4, -3, -2, -1, 0):
        game = position(hands=(str(card), ""))
        do(game, f"play {card} 34 0")
        assert game.pending == {"member": "mate", "ship": 34, "side": 0}
        assert (game.to_move, game.legal()) == (0, [{"crew_to": 32}, {"crew_to": 36}])


def test_bow_and_rear_are_adjacent():
    game = position(hands=("0", ""), crew={"captain": 28, "mate": 32})
    do(game, "play 0 28 0")
    assert game.legal() == [{"crew_to": 36}, {"crew_to": 30}]
    game = position(hands=("0", ""), crew={"captain": 36, "mate": 32})
    do(game, "play 0 36 0")
    assert game.legal() == [{"crew_to": 34}, {"crew_to": 28}]


def test_scored_ships_leave_no_gap():
    game = position(hands=("0", ""), gone={32: 0}, crew={"captain": 30, "mate": 36})
    do(game, "play 0 30 0")
    assert game.legal() == [{"crew_to": 28}, {"crew_to": 34}]


def test_with_three_ships_and_two_crew_there_is_no_choice():
    game = position(hands=("0", ""), gone={28: 0, 36: 1}, crew={"captain": 30, "mate": 34}, rum=("used", "used"))
    assert do(game, "play 0 30 1") == ["play", "crew"]
    assert game.events[1] == {
        "event": "crew",
        "seat": 1,
        "card": None,
        "member": "captain",
        "ship": 30,
        "to": 32,
    }
    assert (game.crew["captain"], game.to_move) == (32, 1)


def test_with_two_ships_and_one_crew_it_goes_to_the_other_ship():
    game = position(hands=("0", ""), gone={28: 0, 32: 1, 36: 1}, crew={"captain": "taken", "mate": 34})
    assert do(game, "play 0 34 1") == ["play", "crew"]
    assert game.crew["mate"] == 30


@pytest.mark.parametrize("gone, crew", [({28, 32, 36}, (30, 34)), ({28, 30, 32, 36}, ("taken", 34))])
def test_crew_stays_where_ships_and_crew_are_equal_in_number(gone, crew):
    owners = {ship: i % 2 for i, ship in enumerate(sorted(gone))}
    game = position(hands=("0", ""), gone=owners, crew=dict(zip(("captain", "mate"), crew, strict=True)))
    assert do(game, "play 0 34 1") == ["play"]
    assert game.crew["mate"] == 34


def test_a_relocated_icon_moves_the_crew_of_the_ship_it_comes_to_never_of_the_one_it_leaves():
    game = position({30: ("0", "")})
    assert do(game, "octopus 0 30 0 32 0") == ["octopus"]
    game = position({32: ("0", "")}, active=1)
    do(game, "octopus 0 32 0 30 0")
    assert (game.step, game.to_move, game.active) == ("crew", 0, 1)
    assert do(game, "crew 28") == ["crew"]


# ---------------------------------------------------------------------- score a ship


def test_reaching_the_resistance_takes_ship_and_crew():
    game = position({30: ("10 10 9", "4 4")}, hands=("1 2", ""), pile="8", rum=("used", "used"))
    assert do(game, "play 1 30 0") == ["play", "taken", "draw"]
    assert (game.points(), game.crew["captain"], game.ship(30).status) == ([2, 0], "taken", "taken")
    assert game.sources == [{"ships": 1, "crew": 1}, {"ships": 0, "crew": 0}]
    game.assert_invariants()


def test_one_less_than_the_resistance_does_not():
    game = position({30: ("10 10 8", "")}, hands=("1", ""))
    assert do(game, "play 1 30 0") == ["play"]


def test_the_owner_of_the_side_takes_it_whoever_played():
    game = position({28: ("", "10 10 7")}, hands=("1", ""))
    do(game, "play 1 28 1")
    assert game.points() == [0, 1]


def test_five_cards_on_both_sides_go_to_the_higher_total():
    game = position({28: ("0 1 1 1 3", "1 2 2 4")}, hands=("2", ""))
    assert do(game, "play 2 28 1") == ["play", "taken"]
    assert game.events[1]["how"] == "majority"
    assert game.points() == [0, 1]


def test_a_tie_removes_ship_and_crew():
    game = position({34: ("0 1 1 1 3", "2 2 0 0")}, hands=("2", ""), pile="9")
    assert do(game, "play 2 34 1") == ["play", "removed", "draw"]
    assert (game.points(), game.removed, game.crew["mate"]) == ([0, 0], 2, "removed")
    assert game.ship(34).status == "removed"
    game.assert_invariants()


def test_resistance_comes_before_majority():
    game = position({28: ("10 9 8 0 0", "10 10 8 -2")}, hands=("2", ""))
    do(game, "play 2 28 1")
    assert game.events[1] == {"event": "taken", "seat": 1, "card": None, "ship": 28, "how": "resistance", "amount": 1}


def test_cards_rum_and_octopuses_of_a_scored_ship():
    game = position({28: ("10*1 10 10 3", "3*0 4")}, hands=("1", ""), rum=(28, 28))
    assert do(game, "play 1 28 0") == ["play", "taken", "octopus_back", "octopus_back"]
    assert (game.rum, game.octopus_home) == (["used", "used"], [True, True])
    assert cards_at(game, 28) == [[], []]
    game.assert_invariants()


def test_crew_moves_first_and_may_land_on_a_ship_about_to_be_scored():
    game = position({28: ("10 10 8 -2", "")}, rum=("used", "used"))
    assert do(game, "octopus -2 28 0 30 1") == ["octopus"]  # 28 now holds 28: scored after the crew has moved
    assert (game.step, game.to_move, game.ship(28).status) == ("crew", 1, "in play")
    assert do(game, "crew 28") == ["crew", "taken"]
    assert game.points() == [2, 0]
    game = position({30: ("10 10 10 0 -1", "")}, rum=("used", "used"))
    do(game, "octopus -1 30 0 30 1")  # the captain must leave before 30 is taken
    assert do(game, "crew 32") == ["crew", "taken", "octopus_back"]
    assert (game.points(), game.crew["captain"]) == ([1, 0], 32)


def test_scoring_before_crew_as_a_house_rule():
    game = position({30: ("10 10 9 1 -1", ""), 28: ("-3", "")}, rum=("used", "used"), crew_before_scoring=False)
    events = do(game, "octopus -1 30 0 34 1")  # 30 reaches 30: taken with its captain; then the mate moves
    assert events == ["octopus", "taken"]
    assert (game.points(), game.step, game.to_move) == ([2, 0], "crew", 1)
    assert game.legal() == [{"crew_to": 32}, {"crew_to": 36}]
    assert do(game, "crew 36") == ["crew"]
    game = position({30: ("10 10 10 -1", "")}, hands=("", ""), crew_before_scoring=False)
    assert do(game, "octopus -1 30 0 30 1") == [
        "octopus",
        "taken",
        "octopus_back",
    ]  # it goes with its ship
    assert game.points() == [2, 0]


def test_two_ships_by_one_octopus_bow_first():
    game = position({36: ("10 10 10 6 -1", ""), 28: ("0 1 1 1 2", "2 2 2 0")}, rum=("used", "used"))
    assert do(game, "octopus -1 36 0 28 1") == ["octopus", "removed", "octopus_back", "taken"]
    assert [event.get("ship") for event in game.events] == [28, 28, None, 36]


# ---------------------------------------------------------------------- octopus


def test_the_octopus_moves_any_card_and_sits_on_it():
    game = position({28: ("5 6 5", ""), 30: ("", "9")}, rum=("used", "used"))
    assert len(legal(game, "octopus")) == 3 * 9
    assert do(game, "octopus 5 28 0 28 1") == ["octopus"]
    assert game.state()["octopus"] == [{"ship": 28, "side": 1, "index": 0}, None]
    assert cards_at(game, 28) == [[6, 5], [5]]
    assert game.to_move == 1


def test_a_card_with_an_octopus_cannot_be_chosen():
    game = position({28: ("5*1", ""), 30: ("", "9")})
    assert {action["octopus"] for action in legal(game, "octopus")} == {9}


def test_of_equal_cards_the_first_without_an_octopus_moves():
    game = position({28: ("5*1 6 5", "")})
    do(game, "octopus 5 28 0 30 0")
    assert cards_at(game, 28) == [[5, 6], []]
    assert game.state()["octopus"] == [{"ship": 30, "side": 0, "index": 0}, {"ship": 28, "side": 0, "index": 0}]


def test_an_index_moves_up_when_a_card_before_it_leaves():
    game = position({28: ("6 5*1", "")})
    do(game, "octopus 6 28 0 30 0")
    assert game.state()["octopus"][1] == {"ship": 28, "side": 0, "index": 0}


def test_a_used_octopus_cannot_be_used_until_it_comes_back():
    game = position({28: ("5*0 6", "")}, hands=("7", ""))
    assert legal(game, "octopus") == []


def test_the_octopus_draws_no_card_and_obeys_the_limit():
    game = position({28: ("5 1 1 1 1", "7")}, pile="9")
    assert {"octopus": 7, "from_ship": 28, "from_side": 1, "ship": 28, "side": 0} not in game.legal()
    assert do(game, "octopus 7 28 1 30 0") == ["octopus"]


# ---------------------------------------------------------------------- rum


def test_rum_before_or_after_the_action_once():
    game = position(hands=("5 6", ""), pile="1")
    assert do(game, "rum 30") == ["rum"]
    assert (game.step, game.to_move, legal(game, "rum")) == ("act", 0, [])
    do(game, "play 5 28 0")
    assert game.to_move == 1
    game = position(hands=("5 6", ""), pile="1")
    assert do(game, "play 5 28 0") == ["play", "draw"]
    assert game.step == "rum"
    assert {"end_turn": True} in game.legal()
    do(game, "rum 28")
    assert (game.rum, game.to_move, game.step) == ([28, "owner"], 1, "act")


@pytest.mark.parametrize("timing, before, after", [("before", True, False), ("after", False, True)])
def test_rum_timing(timing, before, after):
    game = position(hands=("5", ""), rum_timing=timing)
    assert bool(legal(game, "rum")) == before
    do(game, "play 5 28 0")
    assert (game.step == "rum") == after


def test_rum_raises_the_resistance_by_three_each():
    game = position({28: ("10 10 10", "")}, hands=("3 4", ""), rum=(28, 28))
    assert do(game, "play 3 28 0") == ["play"]
    game = position({28: ("10 10 10", "")}, hands=("3 4", ""), rum=(28, 28))
    assert do(game, "play 4 28 0") == ["play", "taken"]


# ---------------------------------------------------------------------- end, passing


def test_four_points_end_the_game_without_draw_or_rum():
    game = position({32: ("10 10 10", "")}, ("2", ""), "9", gone={28: 0, 36: 0, 34: 0}, points=(3, 0))
    assert do(game, "play 2 32 0") == ["play", "taken"]
    assert game.step == "over"
    assert game.result["reason"] == "victory_points"
    assert (game.result["kind"], game.result["winner"], game.result["scores"]) == ("win", 0, [4, 0])


def test_both_past_the_threshold_at_once_more_points_wins():
    sides = {28: ("10 10 8 0 -1", ""), 36: ("", "10 10 9 8")}
    game = position(sides, crew={"captain": 28, "mate": 32}, victory_points_to_win=1)
    assert do(game, "octopus -1 28 0 36 1") == ["octopus", "taken", "taken", "octopus_back"]
    assert (game.result["scores"], game.result["winner"]) == ([2, 1], 0)


def test_the_last_ship_is_the_reason_also_with_four_points():
    game = position({32: ("10 10 10", "")}, ("2", ""), gone={28: 0, 36: 0, 34: 0, 30: 1}, points=(3, 1))
    do(game, "play 2 32 0")
    assert (game.result["reason"], game.result["scores"]) == ("no_ships", [4, 1])


def test_all_ships_scored_and_equal_points_are_a_draw():
    taken = {28: 0, 30: 0, 32: 1, 34: 1}
    gone = {"captain": "removed", "mate": "removed"}
    game = position({36: ("0 1 1 1 3", "2 2 0 0")}, ("2", ""), gone=taken, crew=gone)
    assert do(game, "play 2 36 1") == ["play", "removed"]
    assert (game.result["kind"], game.result["winner"], game.result["reason"]) == ("draw", None, "no_ships")


def test_whoever_can_do_nothing_passes_and_two_passes_end_the_game():
    game = position({28: ("3*0", "4*1")}, gone={36: 1})
    assert game.legal() == [{"pass": True}]  # nor rum
    assert do(game, "pass") == ["pass"]
    assert (game.to_move, game.passes) == (1, 1)
    do(game, "pass")
    assert (game.result["reason"], game.result["winner"], game.result["scores"]) == ("passes", 1, [0, 1])


def test_an_empty_hand_must_use_the_octopus():
    game = position({28: ("3", "4*1")}, rum=("used", "used"))
    assert {next(iter(action)) for action in game.legal()} == {"octopus"}


# ---------------------------------------------------------------------- More tactics from bow to rear


def test_each_has_an_identical_set_picks_four_and_draws_from_the_own_pile():
    game = Game({**RULES, "variant": "tactics"}, CARDS, RandomChance(random.Random(3)))
    game.begin()
    assert game.sets[0] == game.sets[1]
    assert [game.sets[0].count(value) for value in CARDS["values"]] == [1] * 4 + [2] * 11
    assert (game.step, game.active, game.to_move, len(game.legal())) == ("pick", None, 0, 15)
    for pick in (10, 10, 0, -4):
        do(game, f"pick {pick}")
    assert game.to_move == 1
    for pick in (9, 9, 8, 8):
        events = do(game, f"pick {pick}")
    assert events == ["pick", "start"]
    assert (game.sets, [len(pile) for pile in game.piles]) == (None, [22, 22])
    seat = game.active
    card, top = game.hands[seat][0], game.piles[seat][0]
    other = list(game.piles[1 - seat])
    assert do(game, f"play {card} 28 0")[-1] == "draw"
    assert game.hands[seat][-1] == top
    assert game.piles[1 - seat] == other
