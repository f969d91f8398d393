"""What the rulebook leaves open, as this project settles it: the "Settled points" of docs/rules/sirenen.md."""

from __future__ import annotations

import pytest

from balance.input.errors import SpecError
from balance.spec import load
from games.sirenen.positions import new_game, position

NO_RUM = ("used", "used")
GONE = {"captain": "removed", "mate": "removed"}


def told(p, *keys):
    """The names of the last events, or what they say under these keys."""
    if not keys:
        return [event["event"] for event in p.events]
    return [tuple(event.get(key) for key in keys) for event in p.events]


def actions(p, word):
    """The legal actions that begin with this word."""
    return [action for action in p.legal if action.startswith(word)]


def refused(text):
    """What is said about settings that cannot be played."""
    with pytest.raises(SpecError) as found:
        load("sirenen", sets=text.split())
    return str(found.value)


# --- crew


@pytest.mark.parametrize("values", [[-4, -3, -2, -1], [0], [], [3, 10]])
def test_move_crew_values(values):
    for value in (-4, -1, 0, 3, 10):
        p = position([str(value), ""], rules={"move_crew_values": values}).do(f"play {value} 30 0")
        assert (p.step == "crew") == (value in values)


def test_crew_moves_before_scoring():
    p = position(ships={30: "10 10 10 0 -1 |"}, rum=NO_RUM).do("octopus -1 30 0 30 1")
    assert (p.step, p.asked, p.ships[30]) == ("crew", 1, "10 10 10 0 | -1")  # 30 is reached, and not yet taken
    assert told(p.do("crew_to 32")) == ["crew", "taken", "octopus_back"]
    assert (p.points, p.crew["captain"]) == ([1, 0], 32)


def test_crew_may_land_on_a_ship_about_to_be_scored():
    p = position(ships={28: "10 10 8 -2 |"}, rum=NO_RUM).do("octopus -2 28 0 30 1", "crew_to 28")
    assert told(p, "event", "amount") == [("crew", None), ("taken", 2)]
    assert (p.points, p.crew["captain"]) == ([2, 0], "taken")


def test_scoring_before_crew():
    rules = {"crew_before_scoring": False}
    p = position(ships={30: "10 10 10 0 -1 |"}, rum=NO_RUM, rules=rules).do("octopus -1 30 0 30 1")
    assert told(p) == ["octopus", "taken", "octopus_back"]  # the captain goes with the ship
    assert (p.points, p.crew["captain"], p.asked) == ([2, 0], "taken", 1)
    p = position(["0", "5"], {30: "10 |"}, pile="8 9", rum=NO_RUM, rules=rules).do("play 0 30 0")  # nothing is scored
    assert (p.step, p.asked, sorted(p.legal)) == ("crew", 0, ["crew_to 28", "crew_to 32"])
    assert told(p.do("crew_to 28")) == ["crew", "draw"]


def test_scoring_first_crew_moves_on_the_ring_that_is_left():
    rules = {"crew_before_scoring": False}
    p = position(ships={28: "10 10 8 -2 |"}, rum=NO_RUM, rules=rules).do("octopus -2 28 0 30 1")
    assert (told(p), p.asked) == (["octopus", "taken"], 1)
    assert sorted(p.legal) == ["crew_to 32", "crew_to 36"]  # 28 has left the ring
    two = position(
        ships={28: "10 10 8 -2 |", 32: "taken 1", 36: "taken 1"},
        rum=NO_RUM,
        rules={**rules, "victory_points_to_win": 9},
    )
    assert told(two.do("octopus -2 28 0 30 1")) == ["octopus", "taken"]  # two ships, two crew: it stays
    assert two.crew == {"captain": 30, "mate": 34}


def test_scoring_first_no_crew_moves_after_the_end():
    rules = {"crew_before_scoring": False, "victory_points_to_win": 1}
    p = position(ships={28: "10 10 8 -2 |"}, rum=NO_RUM, rules=rules).do("octopus -2 28 0 30 1")
    assert (told(p), p.end, p.crew["captain"]) == (["octopus", "taken"], "victory_points", 30)


def test_with_three_ships_and_two_crew_nothing_is_asked():
    gone = {28: "taken 0", 36: "taken 1"}
    p = position(["0", "5"], gone, pile="7", rum=NO_RUM).do("play 0 30 1")
    assert told(p) == ["play", "crew", "draw"]
    assert told(p, "seat", "member", "ship", "to")[1] == (1, "captain", 30, 32)  # the owner of the side
    p = position(["0", "5"], gone, crew={"captain": 32}, rum=NO_RUM).do("play 0 32 0")
    assert p.crew == {"captain": 30, "mate": 34}


def test_with_two_ships_and_one_crew_it_goes_to_the_other():
    gone = {28: "taken 0", 36: "taken 1", 34: "taken 1"}
    p = position(["0", "5"], gone, crew={"mate": "taken 1"}, rum=NO_RUM).do("play 0 30 0")
    assert (told(p), p.crew["captain"], p.asked) == (["play", "crew"], 32, 1)


def test_crew_of_the_ship_a_card_leaves_stays():
    p = position(ships={30: "0 |"}, rum=NO_RUM).do("octopus 0 30 0 32 0")
    assert (told(p), p.crew, p.asked) == (["octopus"], {"captain": 30, "mate": 34}, 1)


def test_crew_start():
    assert new_game().crew == {"captain": 30, "mate": 34}
    assert new_game(crew_start=[36, 28]).crew == {"captain": 36, "mate": 28}
    assert new_game(crew_start=[32]).crew == {"captain": 32}
    p = new_game(crew_start=[])
    assert p.crew == {}
    p = position(["0", ""], rules={"crew_start": [36, 28]}).do("play 0 36 0")
    assert sorted(p.legal) == ["crew_to 30", "crew_to 34"]
    p = position(["8", ""], {28: "10 10 |"}, rules={"crew_start": [28]}).do("play 8 28 0")
    assert p.points == [2, 0]
    assert "rules.crew_start" in refused("crew_start=[29]")
    assert "rules.crew_start" in refused("crew_start=[30,30]")
    assert "rules.crew_start" in refused("crew_start=[30,32,34]")


# --- scoring


def test_a_negative_card_taken_away_scores_the_ship_it_leaves():
    p = position(ships={36: "10 10 10 6 -1 | 3"}, rum=NO_RUM).do("octopus -1 36 0 28 1")
    assert (told(p, "event", "seat", "ship")[1:], p.ships[36]) == ([("taken", 0, 36)], "taken 0")
    assert p.octopus == [(28, 1, 0), None]


def test_two_ships_by_one_octopus_bow_first():
    ships = {28: "0 1 1 1 2 | 2 2 2 0", 36: "10 10 10 6 -1 |"}
    p = position(ships=ships, rum=NO_RUM).do("octopus -1 36 0 28 1")
    assert told(p, "event", "ship")[1:] == [("removed", 28), ("octopus_back", None), ("taken", 36)]
    ships = {28: "10 10 8 -1 |", 36: "0 1 1 1 2 | 2 2 2 1"}
    p = position(ships=ships, rum=NO_RUM).do("octopus -1 28 0 36 1")
    assert told(p, "event", "ship", "how")[1:] == [
        ("taken", 28, "resistance"),
        ("taken", 36, "majority"),
        ("octopus_back", None, None),
    ]
    assert p.points == [1, 1]


def test_resistance_comes_before_majority():
    p = position(["2", ""], {28: "10 10 7 0 0 | 10 10 8 -2"}).do("play 2 28 1")
    assert told(p, "seat", "how")[1] == (1, "resistance")
    p = position(["8", ""], {28: "9 9 9 0 0 | 10 10 -1 1"}).do("play 8 28 1")  # 27 against 28
    assert told(p, "seat", "how")[1] == (1, "resistance")


# --- rum


@pytest.mark.parametrize("timing, before, after", [("before", 1, 0), ("after", 0, 1), ("either", 1, 1)])
def test_rum_timing(timing, before, after):
    for action in ("play 3 28 0", "octopus 5 30 0 32 0"):
        p = position(["3 4", "5"], {30: "5 |"}, pile="6", rules={"rum_timing": timing})
        assert len(actions(p, "rum")) == 5 * before
        p.do(action)
        assert (p.step == "rum", p.asked == 0) == (bool(after), bool(after))
        if after:
            assert p.legal == ["rum 28", "rum 30", "rum 32", "rum 34", "rum 36", "end_turn"]
            assert p.do("rum 36").asked == 1


def test_no_rum_after_the_end():
    gone = {28: "taken 0", 30: "taken 0", 34: "taken 0", 36: "taken 1"}
    p = position(["2", ""], {**gone, 32: "10 10 10 |"}, crew=GONE, pile="5").do("play 2 32 0")
    assert (p.end, p.legal, p.rum) == ("no_ships", [], ["owner", "owner"])
    gone[36] = "|"
    p = position(["2", ""], {**gone, 32: "10 10 10 |"}, crew=GONE, pile="5").do("play 2 32 0")
    assert (p.end, p.legal) == ("victory_points", [])


def test_no_card_is_drawn_after_the_end():
    gone = {28: "taken 0", 30: "taken 0", 34: "taken 0"}
    p = position(["2", ""], {**gone, 32: "10 10 10 |"}, crew=GONE, pile="5").do("play 2 32 0")
    assert (told(p), p.pile, p.hands) == (["play", "taken"], "5", ["", ""])


# --- no action


@pytest.mark.parametrize("timing", ["before", "after", "either"])
def test_who_cannot_act_passes_without_rum(timing):
    p = position(["", "7"], {28: "3*0 | 4"}, rules={"rum_timing": timing})
    assert p.legal == ["pass"]
    p.do("pass")
    assert (p.asked, p.table()["passes"], p.end) == (1, 1, "")
    assert told(p, "event", "seat") == [("pass", 0)]
    p.do("play 7 28 1")
    assert p.table()["passes"] == 0
    full = "0 0 0 0 1"
    p = position(["7", ""], {28: f"{full} | 3*0 2"}, rules={"ships": [28], "crew_start": [], "side_limit": 5})
    assert "play 7 28 1" in p.legal  # the other side is never full as well


def test_two_passes_in_a_row_end_the_game():
    p = position(["", ""], {28: "3*0 | 4*1", 36: "taken 1", 30: "removed"}, crew={"captain": 28}).do("pass", "pass")
    assert (p.end, p.points, p.winners, p.asked) == ("passes", [0, 1], [1], None)
    assert p.table()["crew"] == {"captain": 28, "mate": 34}
    p = position(["", ""], {28: "3*0 | 4*1"}).do("pass", "pass")
    assert (p.end, p.winners) == ("passes", [0, 1])
    p = position(["", "5"], {28: "3*0 | 4*1"}, rum=NO_RUM).do("pass", "play 5 30 0", "pass")
    assert (p.end, p.table()["passes"], p.asked) == ("", 1, 1)


def test_with_an_empty_hand_the_octopus_must_be_used():
    p = position(["", "7"], {28: "3 | 4*1"}, rum=NO_RUM)
    assert set(p.legal) == {
        f"octopus 3 28 0 {place}" for place in ("28 1", *(f"{n} {k}" for n in (30, 32, 34, 36) for k in (0, 1)))
    }


# --- the end


def test_victory_points_to_win():
    for threshold, end in ((1, "victory_points"), (2, "")):
        p = position(["8", ""], {28: "10 10 |"}, rules={"victory_points_to_win": threshold}).do("play 8 28 0")
        assert p.end == end
    p = position(["6", ""], {30: "10 10 5 |"}, rules={"victory_points_to_win": 2}).do("play 6 30 0")
    assert (p.end, p.winners) == ("victory_points", [0])  # ship and captain


def test_both_pass_the_threshold_at_once():
    ships = {28: "10 10 8 0 -1 |", 36: "| 10 10 9 8"}
    rules = {"victory_points_to_win": 1}
    p = position(ships=ships, crew={"captain": 28, "mate": 32}, rum=NO_RUM, rules=rules).do("octopus -1 28 0 36 1")
    assert (p.points, p.winners, p.end) == ([2, 1], [0], "victory_points")
    p = position(ships=ships, crew={"captain": 32}, rum=NO_RUM, rules=rules).do("octopus -1 28 0 36 1")
    assert (p.points, p.winners) == ([1, 1], [0, 1])


def test_the_last_ship_is_the_reason_also_with_the_points_to_win():
    gone = {28: "taken 0", 30: "taken 0", 34: "taken 0", 36: "taken 1"}
    p = position(["2", ""], {**gone, 32: "10 10 10 |"}, crew=GONE).do("play 2 32 0")
    assert (p.end, p.points) == ("no_ships", [4, 1])


# --- octopus


def test_the_octopus_changes_sides_of_one_ship_but_not_places_on_one_side():
    p = position(ships={28: "5 6 |"})
    assert "octopus 5 28 0 28 1" in p.legal
    assert "octopus 5 28 0 28 0" not in p.legal


def test_of_equal_cards_the_first_without_an_octopus_moves():
    p = position(ships={28: "3 5 6 5 |"}, rum=NO_RUM)
    assert len(actions(p, "octopus 5")) == 9
    assert p.do("octopus 5 28 0 30 0").ships[28] == "3 6 5 |"
    p = position(ships={28: "5*1 6 5 |"}, rum=NO_RUM).do("octopus 5 28 0 30 0")
    assert (p.ships[28], p.octopus) == ("5 6 |", [(30, 0, 0), (28, 0, 0)])
    p = position(ships={28: "6 5*1 |"}, rum=NO_RUM).do("octopus 6 28 0 30 0")
    assert p.octopus == [(30, 0, 0), (28, 0, 0)]  # it stays on its card


def test_an_octopus_that_comes_back_waits_for_the_next_turn():
    p = position(["3", "4"], {28: "10 9 | 9", 30: "5 |"}).do("octopus 9 28 1 28 0")
    assert (p.octopus, p.step, actions(p, "octopus")) == ([None, None], "rum", [])
    p.do("end_turn", "play 4 32 0", "end_turn")
    assert actions(p, "octopus 5")


# --- components


def test_ships():
    p = new_game(ships=[9, 40, 8], crew_start=[8])
    assert [ship["resistance"] for ship in p.table()["ships"]] == [9, 40, 8]
    rules = {"ships": [9, 40, 8], "crew_start": [8]}
    p = position(["0", "9"], rum=NO_RUM, rules=rules).do("play 0 8 0")
    assert sorted(p.legal) == ["crew_to 40", "crew_to 9"]  # in the order of the list, as a ring
    assert p.do("crew_to 9", "play 9 9 1").points == [0, 2]
    assert "rules.ships" in refused("ships=[9,9,8] crew_start=[8]")
    assert "rules.ships" in refused("ships=[0,9,8] crew_start=[8]")
    assert "rules.ships" in refused("ships=[] crew_start=[]")


def test_copies():
    copies = [0] * 14 + [8]
    p = new_game(copies=copies, hand_size=3)
    assert (p.hands, p.pile) == (["10 10 10", "10 10 10"], "10 10")
    p = new_game(copies=[2] * 15, variant="tactics")
    assert p.table()["sets"] == [list(range(-4, 11))] * 2
    assert "rules.copies" in refused("variant=tactics copies=[1,2,2,2,4,4,4,4,4,4,4,4,4,4,4]")
    assert "rules.copies" in refused("copies=[2,2]")
    assert "rules.copies" in refused("copies=[-1,2,2,2,4,4,4,4,4,4,4,4,4,4,4]")


def test_hand_size():
    p = new_game(hand_size=6)
    assert ([len(hand.split()) for hand in p.hands], len(p.pile.split())) == ([6, 6], 40)
    p = new_game(hand_size=2, variant="tactics").do("pick 3", "pick 4", "pick 5", "pick 6")
    assert (p.hands, p.step) == (["3 4", "5 6"], "act")
    assert "rules.hand_size" in refused("hand_size=0")
    assert "hand_size" in refused("hand_size=5 copies=[0,0,0,0,0,0,0,0,0,0,0,0,0,0,8]")


def test_rum_bonus():
    for bonus, status in ((0, "taken 0"), (1, "10 10 8 |"), (7, "10 10 8 |")):
        p = position(["8", ""], {28: "10 10 |"}, rum=["used", 28], rules={"rum_bonus": bonus}).do("play 8 28 0")
        assert p.ships[28] == status
    p = position(["7", ""], {28: "10 10 7 |"}, rum=[28, 28], rules={"rum_bonus": 3}).do("play 7 28 0")
    assert p.ships[28] == "taken 0"
    assert "rules.rum_bonus" in refused("rum_bonus=-1")


def test_side_limit():
    p = position(["7", "5 1"], {28: "3 | 4 4"}, rum=NO_RUM, rules={"side_limit": 2})
    assert "play 7 28 1" not in p.legal
    assert p.do("play 7 28 0").ships[28] == "taken 0"  # both sides full: 10 against 8
    p = position(["7", ""], {28: "1 1 1 1 2 |"}, rules={"side_limit": 7}).do("play 7 28 0")
    assert p.ships[28] == "1 1 1 1 2 7 |"
    assert "rules.side_limit" in refused("side_limit=0")


# --- tactics and what is seen


def test_picks_are_hidden_and_come_before_the_start_player():
    p = new_game(variant="tactics").do("pick 10", "pick 9", "pick 8", "pick 7")
    table = p.table()
    assert (table["active"], table["to_move"], table["step"], table["piles"]) == (None, 1, "pick", [[], []])
    other = new_game(variant="tactics").do("pick 1", "pick 1", "pick 0", "pick -4")
    assert p.view(1) == other.view(1)
    assert p.view(0) != other.view(0)
    p.do("pick 1", "pick 2", "pick 3", "pick 4")
    assert told(p, "event", "card") == [("pick", 4), ("start", None)]
    starts = {
        new_game(seed, variant="tactics").do(*["pick 10", "pick 9", "pick 8", "pick 7"] * 2).asked for seed in range(20)
    }
    assert starts == {0, 1}


def test_hands_and_piles_are_secret():
    rest = {"pile": "1 2 3", "rum": NO_RUM}
    p = position(["7 8", "5 6"], {28: "4 |"}, **rest)
    view = p.view(0)
    assert (view["hand"], view["hand_sizes"], view["pile_sizes"]) == ([7, 8], [2, 2], [3])
    assert view["unknown"] == [1, 2, 3, 5, 6]
    assert position(["7 8", "1 2"], {28: "4 |"}, pile="6 3 5", rum=NO_RUM).view(0) == view
    assert position(["7 8", "5 6"], {28: "4 |"}, pile="3 2 1", rum=NO_RUM).view(0) == view
    assert {"hands", "piles", "sets"} & view.keys() == set()
    tactics = {"rum": NO_RUM, "rules": {"variant": "tactics"}}
    view = position(["7 8", "5 6"], pile=["1 2", "3 4"], **tactics).view(0)
    assert (view["hand"], view["pile_sizes"], view["unknown"]["own"]) == ([7, 8], [2, 2], [1, 2])
    assert view["unknown"]["other"] == [3, 4, 5, 6]
    assert position(["7 8", "3 5"], pile=["2 1", "6 4"], **tactics).view(0) == view
