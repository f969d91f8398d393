"""What people read of a game."""

from __future__ import annotations

import pytest

from balance.games.sirenen.prose import legend, opening, say, scene
from games.sirenen.positions import new_game, position


def offers(p, reader=None):
    return [say(p.s, p.r, code, reader) for code in p.codes]


# How things stand


def test_the_ship_as_a_table():
    p = position(
        hands=("5 7", ""),
        ships={28: "9*1 -3 | 4*0", 36: "taken 1", 32: "removed"},
        rum=(34, 34),
        crew={"captain": 28},
        pile="1 2",
    )
    assert scene(p.s, p.r) == [
        "Player 2 | 4*P1 (4)    |    |            |                         |",
        "Ship     | 28 captain  | 30 | 32 removed | 34 +6 rum (P1, P2) mate | 36 taken by Player 2",
        "Player 1 | 9*P2 -3 (6) |    |            |                         |",
        "Player 1: 0 victory points, no token, in hand 5, 7",
        "Player 2: 1 victory point, no token, in hand nothing",
        "Draw pile: 2 cards",
    ]


def test_whose_mug_of_rum_it_is():
    p = position(rum=("owner", 30))
    assert "30 +3 rum (P2) captain" in scene(p.s, p.r)[1]


def test_both_draw_piles_with_two_sets():
    p = position(pile=["1 2", "3"], rules={"variant": "tactics"})
    assert scene(p.s, p.r)[-1] == "Draw piles: Player 1 2 cards, Player 2 1 card"


def test_the_deal():
    p = new_game(1)
    assert opening(p.s, p.r)[2].endswith("is the start player.")
    assert opening(p.s, p.r)[3:] == legend(p.s, p.r)
    assert opening(p.s, p.r, 0)[1] == "Player 2 is dealt 4 cards."
    tactics = new_game(1, variant="tactics")
    assert opening(tactics.s, tactics.r)[0] == (
        "Each player has a set of 26 cards and picks 4 of them as the starting hand."
    )


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ((-4, -3, -2, -1, 0), "cards of value -4 to 0 bear"),
        ((-2, 0), "cards of value -2 and 0 bear"),
        ((10, -1, 3), "cards of value -1, 3 and 10 bear"),
        ((7,), "cards of value 7 bear"),
        ((), "no card bears"),
    ],
)
def test_which_cards_bear_the_icon_is_told(values, words):
    p = new_game(1, move_crew_values=values)
    assert legend(p.s, p.r)[-1].endswith(f"; {words} the move-crew icon.")


# Crew


def test_a_chosen_move_is_said_once_and_by_whom_it_is_chosen_with_the_reason():
    p = position(hands=("0 7", "3"), crew={"captain": 28}, ships={36: "taken 1"}, pile="5")
    p.do("play 0 28 1")
    assert p.told() == [
        "The captain has to move, and Player 2 says where to: the card lies at Player 2's side of ship 28."
    ]
    assert offers(p) == ["move the captain from ship 28 to ship 30", "move the captain from ship 28 to ship 32"]
    p.do("crew_to 32")
    assert p.told() == ["Player 1 draws 5, the last card of the draw pile."]


def test_one_ship_both_ways_round():
    p = position(hands=("0", ""), ships={32: "removed", 36: "removed"}, pile="5 6")
    p.do("play 0 30 1")
    assert p.told() == [
        "The captain moves from ship 30 to ship 28: both ways round lead there.",
        "Player 1 draws 5.",
    ]


TWO_LEFT = {28: "removed", 32: "removed", 36: "taken 1"}


def test_crew_that_cannot_move_stays():
    p = position(hands=("0 7", "-1"), ships=TWO_LEFT, pile="5 6 8")
    p.do("play 0 30 1")
    stays = "The captain stays: as many ship cards as crew members are in play."
    assert p.told() == [stays, "Player 1 draws 5."]
    p.do("end_turn", "octopus 0 30 1 34 0")
    assert p.told() == [stays.replace("captain", "mate")]


def test_nobody_is_told_to_stay_where_nobody_would_move():
    for hand, ships, play in (("7", TWO_LEFT, "play 7 30 1"), ("0", {}, "play 0 28 1")):
        p = position(hands=(hand, ""), ships=ships, pile="5 6").do(play)
        assert p.told() == ["Player 1 draws 5."]


def test_the_order_of_crew_and_scoring_is_told():
    """A -2 taken off ship 28 lets that side reach 28, and comes to the captain's ship."""
    ships = {28: "10 10 -2 8 | 3", 32: "removed", 36: "removed"}
    taken = "(%s): a total of 28 reaches the resistance of 28."
    p = position(hands=("0", ""), ships=ships).do("octopus -2 28 0 30 0")
    assert p.told() == [
        "The captain moves from ship 30 to ship 28: both ways round lead there.",
        f"Player 1 takes ship 28 and the captain {taken % '2 victory points'}",
    ]
    later = position(hands=("0", ""), ships=ships, rules={"crew_before_scoring": False}).do("octopus -2 28 0 30 0")
    assert later.told() == [
        f"Player 1 takes ship 28 {taken % '1 victory point'}",
        "The captain stays: as many ship cards as crew members are in play.",
    ]


# Scoring


def test_a_ship_is_taken_by_its_resistance_with_rum_and_all_that_was_on_it():
    p = position(hands=("9", ""), ships={34: "10 10 8*1 | 7*0"}, rum=(34, "owner"), pile="5 6")
    p.do("play 9 34 0")
    assert p.told() == [
        "Player 1 takes ship 34 and the mate (2 victory points): a total of 37 reaches the resistance of 37.",
        "Player 1's mug of rum leaves play.",
        "Player 1's octopus returns.",
        "Player 2's octopus returns.",
        "Player 1 draws 5.",
    ]


def test_with_all_places_full_both_totals_are_told():
    full = {30: "1 2 3 4 5 | 6 6 6 1"}
    p = position(hands=("7", ""), ships=full, pile="5 6").do("play 7 30 1")
    assert (
        p.told()[0] == "Player 2 takes ship 30 and the captain (2 victory points): all places are full, 26 against 15."
    )


def test_a_tie_names_who_leaves_play():
    full = {30: "1 2 3 4 9 | 6 6 1 1"}
    p = position(hands=("5", ""), ships=full, rum=("owner", 30), pile="5 6").do("play 5 30 1")
    assert p.told() == [
        "All places full and equal totals, 19: ship 30 and the captain leave play.",
        "Player 2's mug of rum leaves play.",
        "Player 1 draws 5.",
    ]
    alone = position(hands=("5", ""), ships=full, crew={"captain": 28}, pile="5 6").do("play 5 30 1")
    assert alone.told()[0] == "All places full and equal totals, 19: ship 30 leaves play."


def test_two_ships_scored_at_once_and_who_was_on_which():
    """A -4 off ship 28 lets one side reach 28 and fills ship 34."""
    p = position(
        hands=("0", ""),
        ships={28: "10 10 -4 9 | 1", 34: "1 2 3 4 | 5 5 5 6 7", 32: "removed", 36: "removed", 30: "taken 1"},
        crew={"captain": 28},
    )
    p.do("octopus -4 28 0 34 0")
    assert p.told()[:2] == [
        "The mate stays: as many ship cards as crew members are in play.",
        "Player 1 takes ship 28 and the captain (2 victory points): a total of 29 reaches the resistance of 28.",
    ]
    assert p.told()[2] == "Player 2 takes ship 34 and the mate (2 victory points): all places are full, 28 against 6."


def test_after_a_choice_totals_and_crew_are_those_of_the_ship_as_it_was():
    p = position(hands=("-4", ""), ships={30: "1 2 3 4 9 | 6 6 1 1"}, pile="5 6").do("play -4 30 1", "crew_to 28")
    assert p.told() == [
        "Player 1 takes ship 30 (1 victory point): all places are full, 19 against 10.",
        "Player 1 draws 5.",
    ]


# Cards and the end


def test_the_draw_pile_runs_out():
    p = position(hands=("7 8", "9"), pile="5")
    p.do("play 7 28 0")
    assert p.told() == p.told(0) == ["Player 1 draws 5, the last card of the draw pile."]
    assert p.told(1) == ["Player 1 draws a card, the last card of the draw pile."]
    p.do("end_turn", "play 9 28 1")
    assert p.told() == ["Player 2 draws nothing: the draw pile is empty."]


def test_nothing_is_said_of_the_pile_where_no_card_is_drawn_anyway():
    p = position(hands=("7", "9"), ships={28: "5 | "}).do("octopus 5 28 0 28 1")
    assert p.told() == []
    p.do("rum 28")
    assert p.told() == []


def test_the_last_card_of_ones_own_pile():
    p = position(hands=("7", "9"), pile=["5 6", "3"], active=1, rules={"variant": "tactics"}).do("play 9 28 1")
    assert p.told() == ["Player 2 draws 3, the last card of the draw pile."]


def test_who_passes_can_do_nothing_else():
    p = position(hands=("", "9")).do("pass")
    assert p.told() == ["Player 1 can neither play a card nor use the octopus."]


def test_the_ship_at_the_end():
    ships = {28: "10 10 | ", 30: "taken 0", 36: "taken 0", 32: "1 | 2"}
    p = position(hands=("9", "3"), ships=ships, crew={"captain": "taken 0"}, pile="5 6").do("play 9 28 0")
    lines = p.told()
    assert lines[:2] == [
        "Player 1 takes ship 28 (1 victory point): a total of 29 reaches the resistance of 28.",
        "The ship at the end:",
    ]
    assert lines[2:] == scene(p.s, p.r)
    assert p.told(1)[2:] == scene(p.s, p.r, 1)
