"""Tests of the Omen referee itself, on positions built by hand from the rulebook and rules/omen.md."""

import random

import pytest

from .omen import play
from .omen_game import UnfinishedError
from .omen_positions import RULES, SET, begun, city_to, drive, effect, names, position, resolve, surge, unit

# ---------------------------------------------------------------------- set up


def test_single_set_up():
    game = begun()
    assert [len(hand) for hand in game.hands] == [4, 4]
    assert (game.coins, game.supply, len(game.decks[0])) == ([4, 4], 12, 14)
    assert [len(city["kraters"]) for city in game.cities] == [2, 2, 2]
    assert (game.step, game.to_move, game.turn, game.active) == ("envoy", 0, 0, None)
    game.assert_invariants()


def test_envoy_highest_value_goes_first_and_is_discarded():
    game = begun()
    game.answer({"do": "envoy", "unit": "bol-gain"})  # 2 + 1 + 3
    assert game.state()["aside"] == ["bol-gain"]
    game.answer({"do": "envoy", "unit": "tri-war"})  # 4 + 2 + 4
    assert (game.first, game.active, game.turn) == (1, 1, 1)
    assert game.discards == [["tri-war"]]
    assert "bol-gain" in game.hands[0]


def test_envoy_tie_strength_then_flip():
    game = begun()
    game.hands = [["tri-surge"], ["tri-offer"]]  # 7 and 7, Strength 3 and 3: flip, which is 1 here
    drive(game, game.envoys(), "envoy tri-surge", "envoy tri-offer")
    assert game.first == 1
    game.hands = [["pil-rec"], ["x"]]
    game.units["x"] = unit("x", 3, 1, 4, "FATE", "WRATH")  # 8 and 8, Strength 5 and 4
    drive(game, game.envoys(), "envoy pil-rec", "envoy x")
    assert game.first == 0


def test_random_discard_and_random():
    game = begun(first_player="random_discard", second_player_bonus_coins=2, second_player_bonus_units=1)
    assert (game.first, game.active, game.to_move, game.step) == (1, None, 1, "envoy_discard")
    assert (game.coins, len(game.hands[0])) == ([6, 4], 5)
    game.answer(game.question.legal[0])
    assert (game.turn, game.active, len(game.hands[1])) == (1, 1, 3)
    game = begun(first_player="random")
    assert (game.turn, game.active, game.step, len(game.hands[1])) == (1, 1, "wealth", 4)


def test_first_turn_has_two_wealth_actions():
    game = begun(first_player="random")
    for _ in range(2):
        game.answer({"do": "coin"})
    assert (game.step, game.coins) == ("surge", [4, 7])  # two and the bonus


# ---------------------------------------------------------------------- wealth


def test_wealth_worked_example_mixed_and_all_draws():
    game = position()
    drive(game, game.wealth_step(), "draw", "draw", "coin")
    assert (len(game.hands[0]), game.coins[0]) == (2, 5)
    game = position()
    drive(game, game.wealth_step(), "draw", "draw", "draw")
    assert (len(game.hands[0]), game.coins[0]) == (4, 4)


def test_spoils_is_not_cumulative():
    game = position(cities={0: (["bol-gain", "myr-b"], []), 1: (["glean-b"], ["spo-vet"])})
    drive(game, game.wealth_step(), *["coin"] * 4)
    assert game.coins[0] == 9


def test_wealth_kinds_that_cannot_be_given_are_not_offered():
    game = position(deck=[], coins=(10, 9))
    assert drive(game, game.wealth_step(), "coin") == [(0, [{"do": "coin"}])]
    assert (game.coins, game.supply) == ([11, 9], 0)
    game = position(deck=[], discard=["cov-a"], coins=(10, 10))
    assert drive(game, game.wealth_step(), "draw") == [(0, [{"do": "draw"}])]


def test_extra_wealth_and_skip_bonus():
    game = position()
    effect(game, [{"extra_wealth": 2}, {"skip_bonus": 1}])
    drive(game, game.wealth_step(), *["coin"] * 5)
    assert game.coins[0] == 10
    game.active = 1
    drive(game, game.wealth_step(), *["coin"] * 3)
    assert (game.coins[1], game.skip_bonus) == (7, [0, 0])


# ---------------------------------------------------------------------- the deck


def test_deck_is_formed_anew_as_soon_as_it_is_empty():
    game = position(deck=["cov-a"], discard=["cov-b", "cov-c"])
    game.draw(0)
    assert (game.hands[0], game.decks[0], game.discards[0]) == (["cov-a"], ["cov-b", "cov-c"], [])


def test_deck_and_discard_empty_then_tried_again():
    game = position(deck=["cov-a"])
    game.draw(0)
    game.draw(0)
    assert (game.hands[0], game.decks[0]) == (["cov-a"], [])
    drive(game, game.discard(0, "cov-a", "limit"))
    assert (game.decks[0], game.discards[0]) == ([], ["cov-a"])
    game.draw(1)
    assert game.hands[1] == ["cov-a"]


# ---------------------------------------------------------------------- surge


def test_play_pays_and_respects_city_limit_with_myriad():
    game = position(hands=(["cov-a", "myr-a"], []), cities={0: (["myr-b", "glean-a", "glean-b"], [])}, coins=(3, 4))
    legal = game.surge_actions()
    assert {"do": "play", "unit": "cov-a", "city": 0} in legal
    assert {"do": "play", "unit": "myr-a", "city": 0} not in legal
    assert {"do": "play", "unit": "myr-a", "city": 1} in legal
    surge(game, {"do": "play", "unit": "cov-a", "city": 0})
    assert (game.coins, game.supply) == ([2, 4], 14)
    assert [a for a in game.surge_actions() if a["do"] == "play"] == []  # cannot pay 3


def test_razed_city_cannot_be_entered():
    game = position(hands=(["cov-a"], []))
    game.cities[1].update(razed=True, kraters=[])
    assert [a["city"] for a in game.surge_actions() if a["do"] == "play"] == [0, 2]


def test_bolster_on_play_and_on_move():
    game = position(hands=(["bol-move", "bol-gain"], []), cities={1: (["bol-draw"], [])})
    surge(game, {"do": "play", "unit": "bol-gain", "city": 0})
    assert game.coins[0] == 4
    surge(game, {"do": "play", "unit": "bol-move", "city": 0}, "move bol-draw", city_to(2))
    assert game.cities[2]["units"][0] == ["bol-draw"]
    assert len(game.hands[0]) == 1  # the BOLSTER of the moved unit drew


def test_opposing_unit_moved_does_not_trigger_bolster():
    game = position(cities={0: ([], ["bol-gain"])})
    effect(game, [{"move": {"whose": "opposing"}}], "move bol-gain", city_to(1))
    assert (game.cities[1]["units"][1], game.coins) == (["bol-gain"], [4, 4])


def test_effect_is_finished_before_bolsters_and_bolster_follows_though_unit_left():
    steps = [{"move": {"whose": "own"}}, {"return": {"whose": "own"}}, {"lose": 4}]
    game = position(cities={0: (["bol-gain"], [])})
    effect(game, steps, "move bol-gain", city_to(1), "return bol-gain")
    assert game.hands[0] == ["bol-gain"]
    assert game.coins[0] == 2  # lost 4 first, then gained 2


def test_fate_cannot_fetch_itself_and_draws_or_takes():
    game = position(hands=(["fate-wrath", "vet-fate"], ["cov-a"]), discard=["cov-b"])
    asked = surge(game, {"do": "fate", "unit": "fate-wrath"}, "take cov-b")
    assert names(asked[0]) == ["draw", "cov-b"]
    assert game.discards[0] == ["fate-wrath"]  # and WRATH does not answer to its own Trait
    assert game.hands[1] == ["cov-a"]
    game = position(hands=(["vet-fate"], []), deck=[])
    assert surge(game, {"do": "fate", "unit": "vet-fate"}) == []
    assert game.discards[0] == ["vet-fate"]


def test_wrath_on_own_trait_option():
    game = position(hands=(["fate-wrath"], ["cov-a"]), wrath_on_own_trait=True)
    surge(game, {"do": "fate", "unit": "fate-wrath"}, "draw", "discard cov-a")
    assert game.discards[0] == ["fate-wrath", "cov-a"]


def test_pilfer_takes_a_coin_or_nothing():
    game = position(hands=(["cov-d", "pil-rec"], []), coins=(0, 1))
    surge(game, {"do": "pilfer", "unit": "cov-d"})
    surge(game, {"do": "pilfer", "unit": "pil-rec"})
    assert (game.coins, game.discards[0]) == ([1, 0], ["cov-d", "pil-rec"])


def test_recruit_draws_two_and_must_put_one_on_top():
    game = position(hands=(["cov-c"], []), deck=["cov-a", "cov-b", "cov-d"])
    asked = surge(game, {"do": "recruit", "unit": "cov-c"}, "top cov-b")
    assert names(asked[0]) == ["cov-a", "cov-b"]
    assert (game.hands[0], game.decks[0], game.discards[0]) == (["cov-a"], ["cov-b", "cov-d"], ["cov-c"])


def test_jilt_pays_then_follows_then_discards():
    game = position(hands=(["jilt-gain"], []), coins=(2, 0))
    surge(game, {"do": "jilt", "unit": "jilt-gain"})
    assert (game.coins[0], game.discards[0]) == (3, ["jilt-gain"])
    game = position(hands=(["jilt-gain"], []), coins=(1, 0))
    assert {"do": "jilt", "unit": "jilt-gain"} not in game.surge_actions()


def test_jilt_unit_lies_aside_so_its_discard_takes_another_and_wrath_answers_to_it():
    game = position(hands=(["jilt-wrath", "cov-a"], ["cov-b", "cov-c"]))
    asked = surge(game, {"do": "jilt", "unit": "jilt-wrath"}, "discard cov-a", "discard cov-c")
    assert (names(asked[0]), asked[1][0]) == (["cov-a"], 1)
    assert game.discards[0] == ["cov-a", "cov-c", "jilt-wrath"]


def test_trait_discarded_as_a_cost_has_no_effect():
    game = position(hands=(["vet-fate"], []))
    steps = [{"may": {"pay": {"discard": 1}, "then": [{"gain": 2}]}}]
    effect(game, steps, "yes", "discard vet-fate")
    assert (game.hands[0], game.coins[0]) == ([], 6)


def test_krater_once_a_surge_and_broken_after():
    game = position()
    game.kraters = [["k-gain", "k-extra"], []]
    surge(game, {"do": "krater", "krater": "k-gain"})
    assert (game.coins[0], game.rewards[0]["broken"]) == (7, ["k-gain"])
    assert {"do": "krater", "krater": "k-extra"} not in game.surge_actions()


def test_extra_krater_and_repeat_broken():
    game = position()
    game.kraters = [["k-extra", "k-again"], []]
    game.rewards[0]["broken"] = ["k-gain"]
    surge(game, {"do": "krater", "krater": "k-extra"})
    asked = surge(game, {"do": "krater", "krater": "k-again"}, {"do": "again", "krater": "k-gain"})
    assert [a["krater"] for a in asked[0][1]] == ["k-gain", "k-extra"]
    assert game.coins[0] == 7
    assert game.rewards[0]["broken"] == ["k-gain", "k-extra", "k-again"]
    assert effect(game, [{"repeat_broken": True}], {"do": "again", "krater": "k-gain"})[0][1][-1]["krater"] == "k-extra"
    game.step = "portent"
    allowed = game.kraters_allowed
    effect(game, [{"extra_krater": 1}])
    assert game.kraters_allowed == allowed


def test_surge_limit_leaves_only_end():
    game = position(hands=(["cov-d", "pil-rec"], []), surge_limit=1)
    asked = drive(game, game.surge_step(), "pilfer cov-d", "end")
    assert asked[1] == (0, [{"do": "end"}])


def test_chain_limit_is_unfinished_loop():
    game = position(hands=(["bol-move"], []), cities={0: (["bol-draw"], [])}, chain_limit=1)
    with pytest.raises(UnfinishedError, match="loop"):
        surge(game, {"do": "play", "unit": "bol-move", "city": 0}, "move bol-draw", city_to(2))


def test_max_decisions_per_turn_and_max_turns():
    game = position(max_decisions_per_turn=2)
    with pytest.raises(UnfinishedError, match="decisions"):
        drive(game, game.wealth_step(), "coin", "coin")
    result = play({**RULES, "max_turns": 1}, SET, random.Random(1))
    assert (result["kind"], result["reason"], result["winner"]) == ("unfinished", "max_turns", None)
    result = play({**RULES, "max_decisions_per_turn": 2}, SET, random.Random(1))
    assert (result["kind"], result["reason"], result["decisions"]) == ("unfinished", "decisions", 4)


# ---------------------------------------------------------------------- portent and triumph


def test_glean_each_once_any_order_also_after_coming_back():
    game = position(hands=(["cov-a"], []), cities={0: (["glean-a", "glean-b"], [])})
    game.step = "portent"
    asked = drive(game, game.portent_step(), "glean glean-b", "return glean-b", "glean glean-a")
    assert names(asked[0]) == ["glean-a", "glean-b"]
    assert names(asked[2]) == ["glean-a"]
    assert game.coins[0] == 5  # one own unit here


def test_triumph_at_end_of_its_step_only_active_and_all_together():
    game = position(cities={0: (["tri-surge", "tri-wealth"], ["tri-offer"])})
    game.played = ["cov-a", "cov-b"]
    game.check_triumphs("portent")
    assert game.rewards[0]["facedown"] == []
    game.check_triumphs("surge")
    assert game.rewards[0]["facedown"] == ["tri-surge"]
    game.check_triumphs("offering")
    assert game.rewards[1]["facedown"] == []
    assert game.points()["scores"] == [2, 0]


def test_triumph_counts_myriad_as_two_but_effects_as_one():
    game = position(cities={0: (["tri-war"], ["myr-a"])})
    assert game.triumph_met("tri-war", "war")
    assert game.count(0, 0, {"count": "own_units", "where": "here"}) == 1
    game.destroyed = ["myr-b"]
    assert game.count(0, 0, {"count": "destroyed"}, in_when=True) == 2
    assert not game.holds({"count": "own_units", "where": "here", "at_least": 2}, 0, 0)


def test_triumph_at_once_does_not_wait_for_the_end():
    game = position(hands=(["cov-a", "cov-b"], []), cities={0: (["tri-surge"], [])}, triumph_check="at_once")
    one, two = ({"do": "play", "unit": name, "city": 1} for name in ("cov-a", "cov-b"))
    steps = game.surge_step()
    steps.send(None)
    steps.send(one)
    assert game.rewards[0]["facedown"] == []
    steps.send(two)
    assert game.rewards[0]["facedown"] == ["tri-surge"]


def test_conditions_all_any_exactly():
    game = position(cities={0: (["cov-a"], []), 1: (["cov-b"], ["cov-c"])})
    none_here = {"count": "opposing_units", "where": "here", "exactly": 0}
    two_cities = {"count": "cities", "at_least": 2}
    assert game.holds({"all": [none_here, two_cities]}, 0, 0)
    assert not game.holds({"all": [none_here, two_cities]}, 0, 1)
    assert game.holds({"any": [none_here, two_cities]}, 0, 1)
    assert game.holds({"count": "own_units", "trait": "CURSE", "at_most": 1}, 0, 0)


# ---------------------------------------------------------------------- war


def in_war(**parts):
    """A position in seat 0's War Step."""
    game = position(**parts)
    game.step = "war"
    return game


def test_war_worked_example():
    """Three opposing by MYRIAD is sacked, four in all is not, three of the Active Player alone is not."""
    game = in_war(
        cities={
            0: (["bol-draw"], ["myr-b", "tri-surge"]),  # Strength 2 against 5
            1: (["cov-a", "cov-b"], ["cov-c", "cov-d"]),
            2: (["myr-a", "glean-a"], []),
        }
    )
    asked = drive(game, game.war_step(), resolve(0), "keep tri-surge")
    assert asked[0] == (0, [resolve(0)])
    assert names(asked[1]) == ["myr-b", "tri-surge"]
    assert asked[1][0] == 1
    assert game.kraters == [[], ["k-draw"]]
    assert game.cities[0]["units"] == [["bol-draw"], ["tri-surge"]]
    assert (game.discards[0], game.won) == (["myr-b"], [0, 1])


def test_loser_chooses_two_and_winner_first():
    game = in_war(cities={0: (["spo-vet"], ["cov-a", "cov-b", "cov-c", "cov-d"])})
    asked = drive(game, game.war_step(), resolve(0), "keep cov-b", "keep cov-d")
    assert [seat for seat, _ in asked] == [0, 1, 1]  # the winner has one unit: nothing to choose
    assert game.cities[0]["units"] == [["spo-vet"], ["cov-b", "cov-d"]]
    assert game.discards[0] == ["cov-a", "cov-c"]


def test_tie_most_bolster_wins():
    game = in_war(cities={0: (["bol-gain"], ["cov-a", "cov-b", "cov-c"])})  # 3 against 3
    drive(game, game.war_step(), resolve(0), "keep cov-a", "keep cov-b")
    assert game.kraters == [["k-draw"], []]


def test_standing_tie_each_destroys_two_and_fewer_loses_all():
    game = in_war(cities={0: (["tri-surge"], ["cov-a", "cov-b", "cov-c"])})
    asked = drive(game, game.war_step(), resolve(0), "destroy cov-a", "destroy cov-c")
    assert [seat for seat, _ in asked] == [0, 1, 1]
    assert game.cities[0]["units"] == [[], ["cov-b"]]
    assert (game.kraters, game.discards[0]) == ([[], []], ["tri-surge", "cov-a", "cov-c"])


def test_veteran_goes_to_hand_in_war_only():
    game = in_war(cities={0: (["spo-vet"], ["myr-a", "cov-a", "cov-b"])})
    drive(game, game.war_step(), resolve(0), "keep cov-a", "keep cov-b")
    assert (game.hands[1], game.destroyed, game.discards[0]) == (["myr-a"], [], [])
    game = position(cities={0: ([], ["myr-a"])})
    effect(game, [{"destroy": {}}], "destroy myr-a")
    assert (game.hands[1], game.discards[0], game.destroyed) == ([], ["myr-a"], ["myr-a"])


def test_city_sacked_twice_and_razed():
    """A loser that keeps MYRIAD + 1 as the Opposing Player still counts 3; the last krater razes the city."""
    game = in_war(cities={0: (["spo-vet"], ["myr-b", "cov-a", "cov-b"])})
    drive(game, game.war_step(), resolve(0), "keep myr-b", "keep cov-a", resolve(0))
    assert game.kraters == [["k-draw", "k-again"], []]
    assert game.cities[0] == {"kraters": [], "razed": True, "units": [[], []]}
    assert game.hands[0] == ["spo-vet"]  # VETERAN
    assert game.discards[0] == ["cov-b", "myr-b", "cov-a"]


def test_myriad_kept_as_two():
    cities = {0: (["spo-vet"], ["myr-b", "cov-a", "cov-b"])}
    game = in_war(cities=cities, myriad_kept_as=2)
    asked = drive(game, game.war_step(), resolve(0), "keep cov-a", "keep cov-b")
    assert (names(asked[1]), names(asked[2])) == (["myr-b", "cov-a", "cov-b"], ["cov-b"])
    game = in_war(cities=cities, myriad_kept_as=2)
    drive(game, game.war_step(), resolve(0), "keep myr-b")
    assert game.cities[0]["units"][1] == ["myr-b"]
    game = in_war(cities={0: ([], ["tri-war", "myr-b"])}, myriad_kept_as=2)
    assert len(drive(game, game.war_step(), resolve(0))) == 1  # none fits into 1: both destroyed
    assert game.cities[0]["units"][1] == []


def test_active_player_chooses_the_order_of_sacked_cities():
    game = in_war(cities={0: ([], ["cov-a", "cov-b", "cov-c"]), 2: ([], ["cov-d", "glean-a", "glean-b"])})
    asked = drive(game, game.war_step(), resolve(2), "keep cov-d", resolve(0), "keep cov-a")
    assert asked[0] == (0, [resolve(0), resolve(2)])
    assert game.kraters[1] == ["k-peek", "k-draw"]


def test_strength_word_counts_in_this_war_only():
    game = position(cities={0: (["bol-draw"], ["cov-a", "cov-b", "cov-c"])})  # 2 against 3
    effect(game, [{"strength": 2}])
    game.step = "war"
    drive(game, game.war_step(), resolve(0), "keep cov-a", "keep cov-b")
    assert game.kraters[0] == ["k-draw"]
    assert game.extra_strength == [[0, 0]] * 3
    game.cities[2].update(razed=True, units=[[], []], kraters=[])
    asked = drive(game, game.start_effect([{"strength": 2}], 0, None), city_to(1))
    assert [a["city"] for a in asked[0][1]] == [0, 1]
    assert game.extra_strength[1] == [2, 0]


# ---------------------------------------------------------------------- offering and the end of the turn


def offering(game, *answers):
    """Seat 0's Offering Step."""
    game.step = "offering"
    return drive(game, game.offering_step(), *answers)


def test_offering_worked_example_any_combination():
    game = position(hands=(["myr-a"], []))
    offering(game, "offer myr-a", "coin", "draw")
    assert (game.coins[0], len(game.hands[0]), game.discards[0]) == (5, 1, ["myr-a"])


def test_points_of_an_offering_that_cannot_be_given_lapse():
    game = position(hands=(["myr-a", "cov-a"], []), deck=[], coins=(10, 10))
    asked = offering(game, "offer myr-a", "draw")  # draws the offered unit itself, formed anew; then nothing is left
    assert asked[1] == (0, [{"do": "draw"}])
    assert sorted(game.hands[0]) == ["cov-a", "myr-a"]


def test_offering_may_be_declined_and_needs_a_unit():
    assert names(offering(position(hands=(["cov-a"], [])), "decline")[0]) == ["cov-a", "decline"]
    assert offering(position()) == []


def test_extra_offering():
    game = position(hands=(["fate-wrath", "cov-a"], []))
    effect(game, [{"extra_offering": 1}])
    offering(game, "offer fate-wrath", "offer cov-a", "coin", "coin", "coin")
    assert game.hands[0] == []


def test_curse_before_the_cards_and_must_destroy():
    game = position(hands=(["cov-b"], []), cities={0: ([], ["myr-a"]), 1: (["cov-a"], [])})
    asked = offering(game, "offer cov-b", "destroy myr-a", "coin", "coin", "coin")
    assert names(asked[1]) == ["myr-a"]
    assert game.discards[0] == ["cov-b", "myr-a"]  # VETERAN does not save here
    assert len(offering(position(hands=(["cov-b"], [])), "offer cov-b", "coin", "coin", "coin")) == 4


def test_wrath_on_offering_is_an_option():
    assert len(offering(position(hands=(["cov-a"], ["cov-b"])), "offer cov-a", "coin", "coin", "coin")) == 4
    game = position(hands=(["curse-wrath"], ["cov-b"]), cities={0: ([], ["cov-c"])}, wrath_on_offering=True)
    offering(game, "offer curse-wrath", "discard cov-b", "destroy cov-c", "coin")


def test_hand_limit_with_kraters_wrath_and_coin_limit():
    game = position(hands=(["cov-a", "cov-b", "cov-c", "cov-d"], ["myr-a", "myr-b"]), coins=(9, 4))
    game.kraters[0] = ["k-1", "k-2", "k-3", "k-4"]
    drive(game, game.ending_the_turn(), "discard cov-a", "discard myr-a", "discard cov-b")
    assert (game.hand_size(0), game.coins, game.supply) == (6, [7, 4], 9)
    game = position(hands=(["cov-a"], ["myr-a"]), wrath_on_hand_limit=False)
    game.kraters[0] = ["k"] * 7
    drive(game, game.ending_the_turn(), "discard cov-a")
    assert (game.hand_size(0), game.hands[1]) == (7, ["myr-a"])


def test_end_of_the_game_and_tie_breakers():
    game = position(hands=(["cov-a"], []))
    game.kraters = [["k-draw"], ["k-swap"]]
    assert (game.final_result()["winner"], game.final_result()["scores"]) == (0, [3, 2])
    game.rewards[1]["broken"] = ["k-gain"]  # 3 to 3: no facedown unit, but COVETED for seat 0
    assert (game.final_result()["winner"], game.final_result()["reason"]) == (0, "coveted")
    game.kraters, game.rewards[1]["facedown"] = [["k-draw", "k-gain"], []], ["tri-war"]
    game.rewards[1]["broken"] = ["a", "b", "c"]  # 5 to 5
    assert (game.final_result()["winner"], game.final_result()["reason"]) == (1, "facedown")
    game = position()
    assert (game.final_result()["kind"], game.final_result()["reason"]) == ("draw", "tie")


def test_game_ends_when_all_cities_are_razed_at_the_end_of_the_turn():
    game = position(hands=(["cov-a"], []))
    game.turn = 7
    for city in game.cities:
        city.update(razed=True, kraters=[])
    game.set_up = lambda: iter(())
    asked = drive(game, game.whole_game(), "coin", "coin", "coin", "end", "decline")
    assert asked[-1][1][-1] == {"do": "decline"}
    assert (game.result["kind"], game.result["winner"], game.turn) == ("win", 0, 8)


# ---------------------------------------------------------------------- effect words


def test_coins_words_stop_at_what_there_is():
    game = position(coins=(10, 6))
    effect(game, [{"gain": 9}])
    assert (game.coins, game.supply) == ([14, 6], 0)
    effect(game, [{"lose": 3}, {"opponent_loses": 2}, {"steal": 20}])
    assert (game.coins, game.supply) == ([15, 0], 5)


def test_draw_words():
    game = position(deck=["cov-a", "cov-b", "cov-c"])
    effect(game, [{"draw": 2}, {"opponent_draws": 2}])
    assert game.hands == [["cov-a", "cov-b"], ["cov-c"]]


def test_discard_words_choice_random_and_wrath():
    game = position(hands=(["cov-a", "cov-b"], ["cov-c", "curse-wrath"]))
    effect(game, [{"opponent_discards": 1}], "discard curse-wrath")  # theirs does not answer
    effect(game, [{"discard": {"number": 5, "at": "choice"}}], "discard cov-a", "discard cov-c", "discard cov-b")
    assert game.hands == [[], []]
    game = position(hands=(["cov-b", "cov-a"], ["cov-c", "cov-d"]))
    effect(game, [{"opponent_discards": {"number": 1, "at": "random"}}, {"discard": {"number": 1, "at": "random"}}])
    assert game.hands == [["cov-a"], ["cov-c"]]


def test_put_on_deck_recover_and_search():
    game = position(hands=(["cov-a", "cov-b"], []), deck=["glean-a", "myr-a"], discard=["cov-c", "myr-b"])
    effect(game, [{"put_on_deck": 1}], "top cov-b")
    assert game.decks[0][0] == "cov-b"
    asked = effect(game, [{"recover": {"number": 2, "trait": "MYRIAD"}}], "take myr-b")
    assert names(asked[0]) == ["myr-b"]
    asked = effect(game, [{"search": {"number": 1, "cost": {"at_least": 2}}}], "take myr-a")
    assert names(asked[0]) == ["myr-a"]
    assert game.chance.shuffles == [("deck", ["cov-b", "glean-a"])]
    effect(game, [{"search": {"number": 1, "trait": "MYRIAD"}}])
    assert len(game.chance.shuffles) == 2  # shuffled though nothing was found


def test_search_that_empties_the_deck_takes_only_what_was_seen():
    game = position(deck=["cov-a"], discard=["cov-b", "cov-c"])
    effect(game, [{"search": 2}], "take cov-a")
    assert (game.hands[0], sorted(game.decks[0]), len(game.chance.shuffles)) == (["cov-a"], ["cov-b", "cov-c"], 2)


def test_look_never_reshuffles_and_back_keeps_the_order():
    game = position(deck=["cov-a", "cov-b", "cov-c", "cov-d"])
    effect(game, [{"look": {"top": 3, "take": 1, "rest": "back"}}], "take cov-b")
    assert game.decks[0] == ["cov-a", "cov-c", "cov-d"]
    effect(game, [{"look": {"top": 2, "take": 1, "rest": "discard"}}], "take cov-c")
    assert (game.decks[0], game.discards[0]) == (["cov-d"], ["cov-a"])
    effect(game, [{"look": {"top": 3, "take": 0, "rest": "discard"}}])
    assert (game.decks[0], game.discards[0]) == (["cov-a", "cov-d"], [])  # all discarded, then formed anew
    game = position(deck=[], discard=["cov-a"])
    effect(game, [{"look": {"top": 3, "take": 1, "rest": "back"}}])
    assert game.decks[0] == []


def test_reveal_take_play_else_discard():
    game = position(deck=["cov-a", "myr-a", "bol-gain", "cov-b"])
    effect(game, [{"reveal": {"if": {"trait": "MYRIAD"}, "then": "take"}}])
    assert game.discards[0] == ["cov-a"]
    effect(game, [{"reveal": {"if": {"trait": "MYRIAD"}, "then": "take"}}])
    assert game.hands[0] == ["myr-a"]
    effect(game, [{"reveal": {"if": {"strength": {"at_least": 3}}, "then": "play"}}], city_to(1))
    assert (game.cities[1]["units"][0], game.coins[0], game.played) == (["bol-gain"], 6, ["bol-gain"])


def full_cities():
    """Every city razed: nothing fits anywhere."""
    game = position(hands=(["cov-b"], []), deck=["cov-a", "cov-c"])
    for city in game.cities:
        city.update(razed=True, kraters=[])
    return game


def test_what_fits_nowhere_stays_or_is_discarded():
    game = full_cities()
    assert effect(game, [{"play": {"from": "deck"}}, {"play": {"from": "hand"}}]) == []
    assert game.decks[0] == ["cov-a", "cov-c"]
    effect(game, [{"reveal": {"if": {"trait": "COVETED"}, "then": "play"}}])
    assert game.discards[0] == ["cov-a"]


def test_play_from_hand_discard_and_deck():
    game = position(hands=(["spo-vet", "cov-a"], []), discard=["cov-b"], deck=["cov-c", "cov-d"], coins=(0, 0))
    asked = effect(game, [{"play": {"from": "hand", "number": 1, "cost": {"at_least": 5}}}], "put spo-vet", city_to(0))
    assert names(asked[0]) == ["spo-vet"]
    effect(game, [{"play": {"from": "discard"}}, {"play": {"from": "deck"}}], "put cov-b", city_to(1), city_to(2))
    assert [city["units"][0] for city in game.cities] == [["spo-vet"], ["cov-b"], ["cov-c"]]
    assert game.count(0, None, {"count": "played"}) == 3
    asked = effect(game, [{"play": {"from": "hand", "number": 2, "up_to": True}}], "stop")
    assert names(asked[0]) == ["cov-a", "stop"]


def test_destroy_whose_where_filter_up_to_and_chooser():
    cities = {0: (["cov-a"], ["cov-b", "spo-vet"]), 1: (["glean-a"], ["cov-c"])}
    game = position(cities=cities)
    asked = effect(
        game,
        [{"destroy": {"whose": "opposing", "where": "another", "number": 3, "up_to": True}}],
        "destroy cov-c",
    )
    assert names(asked[0]) == ["cov-c", "stop"]  # and no second question with only `stop`
    asked = effect(game, [{"destroy": {"where": "here", "strength": {"at_most": 5}, "number": 1}}], "destroy cov-b")
    assert names(asked[0]) == ["cov-a", "cov-b"]
    asked = effect(game, [{"destroy": {"whose": "own", "chooser": "opponent"}}], "destroy glean-a")
    assert (asked[0][0], names(asked[0])) == (1, ["cov-a", "glean-a"])
    assert game.count(0, 0, {"count": "destroyed"}) == 3


def test_return_goes_to_its_players_hand():
    game = position(cities={0: (["cov-a"], ["cov-b"])})
    effect(game, [{"return": {"number": 2}}], "return cov-b", "return cov-a")
    assert game.hands == [["cov-a"], ["cov-b"]]


def test_move_different_units_and_only_where_they_fit():
    full = ["myr-a", "myr-b", "glean-a"]
    game = position(cities={0: (["cov-a", "cov-b"], []), 1: (full, []), 2: ([], ["cov-c"])})
    steps = [{"move": {"whose": "own", "where": "here", "number": 3}}]
    asked = effect(game, steps, "move cov-a", city_to(2), "move cov-b", city_to(2))
    assert [a["city"] for a in asked[1][1]] == [2]
    game = position(cities={0: (["cov-a"], []), 1: (["cov-b"], ["cov-c"])})
    steps = [{"move": {"whose": "any", "where": "another", "number": 2, "to": "here"}}]
    asked = effect(game, steps, "move cov-b", city_to(0), "move cov-c", city_to(0))
    assert asked[1] == (0, [city_to(0)])
    assert game.cities[0]["units"] == [["cov-a", "cov-b"], ["cov-c"]]


def test_peek_and_swap_kraters():
    game = position()
    game.cities[1].update(kraters=[], razed=True)
    asked = effect(game, [{"peek": True}], {"do": "peek", "city": 2})
    assert [a["city"] for a in asked[0][1]] == [0, 2]
    assert game.may_know == [{"k-peek"}, set()]
    asked = effect(game, [{"swap_kraters": True}], {"do": "swap", "cities": [0, 2]})
    assert len(asked[0][1]) == 1
    assert [city["kraters"] for city in game.cities] == [["k-peek", "k-again"], [], ["k-draw", "k-gain"]]


def test_may_costs_if_choose_for_each():
    game = position(hands=(["cov-b"], []), cities={0: (["cov-c", "cov-d"], [])}, coins=(1, 4))
    assert effect(game, [{"may": {"pay": {"coins": 2}, "then": [{"gain": 9}]}}]) == []  # cannot pay
    effect(game, [{"may": [{"gain": 1}]}], "no")
    effect(game, [{"may": {"pay": {"coins": 1}, "then": [{"gain": 3}]}}], "yes")
    assert game.coins[0] == 3
    effect(game, [{"if": {"count": "hand", "exactly": 1}, "then": [{"gain": 1}], "else": [{"lose": 3}]}])
    effect(game, [{"if": {"count": "hand", "exactly": 0}, "then": [{"lose": 3}]}])
    effect(game, [{"choose": [[{"lose": 1}], [{"gain": 1}]]}], {"do": "option", "option": 1})
    effect(game, [{"for_each": {"count": "own_units", "where": "here", "do": [{"gain": 1}]}}])
    assert game.coins[0] == 7
    effect(game, [{"may": {"pay": {"destroy": 1}, "then": [{"gain": 1}]}}], "yes", "destroy cov-c")
    effect(game, [{"may": {"pay": {"return": 1}, "then": [{"gain": 1}]}}], "yes", "return cov-d")
    assert (game.coins[0], game.hands[0]) == (9, ["cov-b", "cov-d"])


def test_won_counts_kraters_of_this_turn():
    game = position(cities={0: (["spo-vet"], ["cov-a", "cov-b", "cov-c"])})
    game.step = "war"
    drive(game, game.war_step(), resolve(0), "keep cov-a", "keep cov-b")
    assert game.holds({"count": "won", "exactly": 1}, 0, None)


def test_amount_is_worked_out_when_the_step_starts():
    game = position(hands=(["cov-b", "cov-c"], []), deck=["cov-d", "myr-a", "myr-b"])
    effect(game, [{"draw": {"count": "hand"}}])
    assert len(game.hands[0]) == 4
