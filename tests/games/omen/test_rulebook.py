"""The rulebook of Omen, sentence by sentence, played by the engine on small situations.

The tests follow the rulebook's order and are listed beside its sentences in docs/rules/omen.md.
"""

from __future__ import annotations

import pytest

from games.omen.positions import new_game, position

# --- Single Game Set Up


def test_a_game_has_22_units_and_6_kraters():
    table = new_game().table()
    assert len(table["decks"][0]) + sum(map(len, table["hands"])) == 22
    assert sum(len(city["kraters"]) for city in table["cities"]) == 6


def test_twenty_coins():
    p = new_game()
    assert (sum(p.coins) + p.supply, p.supply) == (20, 12)


def test_units_are_shuffled_into_a_facedown_deck():
    assert len({new_game(seed).deck for seed in range(20)}) == 20
    assert new_game().view(0)["decks"] == [[None] * 14]


def test_kraters_are_shuffled_into_three_facedown_stacks_of_two():
    assert [len(stack.split()) for stack in new_game().stacks] == [2, 2, 2]
    assert len({tuple(new_game(seed).stacks) for seed in range(20)}) > 15
    assert [city["kraters"] for city in new_game().view(1)["cities"]] == [[None, None]] * 3


def test_each_player_draws_4_units_and_receives_4_coins():
    p = new_game()
    assert ([len(hand.split()) for hand in p.hands], p.coins) == ([4, 4], [4, 4])


# --- Envoy


def test_each_player_chooses_an_envoy_from_hand_facedown():
    p = position(["cov fate", "vet"], step="envoy")
    assert (p.asked, p.legal) == (0, ["envoy cov", "envoy fate"])
    p.do("envoy fate")
    assert (p.asked, p.legal) == (1, ["envoy vet"])
    assert p.table()["aside"] == ["fate"]


def test_the_greatest_combined_value_is_the_first_active_player():
    p = position(["vet", "tri"], step="envoy").do("envoy vet", "envoy tri")  # 2 + 1 + 4 against 3 + 2 + 3
    table = p.table()
    assert (table["first"], table["active"], table["turn"]) == (1, 1, 1)
    p = position(["tri", "vet"], step="envoy").do("envoy tri", "envoy vet")
    assert p.table()["first"] == 0


def test_a_tie_is_broken_by_the_highest_strength():
    p = position(["myr", "vet"], step="envoy").do("envoy myr", "envoy vet")  # 3 + 2 + 2 and 2 + 1 + 4
    assert p.table()["first"] == 1


def test_a_tie_that_still_exists_is_a_coin_flip():
    first = [
        position(["vet", "rec"], step="envoy", seed=seed).do("envoy vet", "envoy rec").table()["first"]
        for seed in range(60)
    ]
    assert 15 < sum(first) < 45


def test_the_active_player_discards_the_envoy_and_the_other_takes_it_back():
    p = position(["vet cov", "tri"], step="envoy").do("envoy vet", "envoy tri")
    assert (p.pile, p.hands) == ("tri", ["cov vet", ""])


def test_the_envoys_are_revealed():
    p = position(["vet cov", "tri"], step="envoy", known=False, deck="fate").do("envoy vet")
    assert p.view(1)["hands"][0] == {"known": [], "cards": 1}
    assert p.view(1)["aside"] == []
    p.do("envoy tri")
    assert p.view(1)["hands"][0] == {"known": ["vet"], "cards": 2}


# --- The Cards & Coins


def test_hands_are_secret():
    p = position(["vet cov", "tri"], kraters=["k1", "k3"], known=False)
    assert p.view(0)["hands"] == [{"known": ["cov", "vet"], "cards": 2}, {"known": [], "cards": 1}]
    assert p.view(0)["kraters"] == [{"known": ["k1"], "cards": 1}, {"known": [], "cards": 1}]
    assert p.view(1)["hands"][0] == {"known": [], "cards": 2}


def test_the_discard_pile_is_faceup():
    p = position(pile="vet cov", known=False)
    assert p.view(0)["discards"] == p.view(1)["discards"] == [["vet", "cov"]]


def test_the_top_unit_is_drawn():
    p = position(deck="vet cov tri", step="wealth").do("draw")
    assert (p.hands[0], p.deck) == ("vet", "cov tri")


def test_discarded_and_destroyed_units_go_to_the_discard_pile():
    p = position(["bol cov", ""], ["| vet", "", ""], bol=[{"discard": 1}, {"destroy": {"whose": "opposing"}}])
    p.do("play bol 0", "discard cov", "destroy vet")
    assert (p.pile, p.hands[0], p.cities[0]) == ("cov vet", "", "bol |")


def test_an_empty_deck_is_formed_from_the_shuffled_discard_pile():
    p = position(deck="vet", pile="cov tri fate rec", step="wealth").do("draw")
    assert (p.hands[0], p.pile) == ("vet", "")
    assert sorted(p.deck.split()) == ["cov", "fate", "rec", "tri"]
    orders = {position(deck="vet", pile="cov tri fate rec", step="wealth", seed=i).do("draw").deck for i in range(40)}
    assert len(orders) > 15


def test_a_revealed_top_unit_is_discarded_unless_otherwise_stated():
    reveal = [{"reveal": {"if": {"cost": {"at_most": 2}}, "then": "take"}}]
    p = position(["bol", ""], deck="tri vet", bol=reveal).do("play bol 0")  # costs 3
    assert (p.pile, p.deck, p.hands[0]) == ("tri", "vet", "")
    p = position(["bol", ""], deck="cov vet", bol=reveal).do("play bol 0")
    assert (p.pile, p.deck, p.hands[0]) == ("", "vet", "cov")


def test_a_searched_deck_is_shuffled_afterwards():
    decks = set()
    for seed in range(30):
        p = position(["bol", ""], deck="vet cov tri fate", bol=[{"search": 1}], seed=seed).do("play bol 0", "take cov")
        assert (p.hands[0], sorted(p.deck.split())) == ("cov", ["fate", "tri", "vet"])
        decks.add(p.deck)
    assert len(decks) == 6


def test_spent_and_lost_coins_return_to_the_middle():
    p = position(["vet", ""], coins=(5, 5)).do("play vet 0")
    assert (p.coins, p.supply) == ([3, 5], 12)
    p = position(["bol", ""], coins=(5, 5), bol=[{"lose": 2}]).do("play bol 0")
    assert (p.coins, p.supply) == ([2, 5], 13)


# --- Playing Omen


def test_players_alternate_turns():
    p = position(step="limits", coins=(0, 0))
    seats = []
    for _ in range(4):
        seats.append(int(p.s.active))
        p.pass_turn()
    assert seats == [1, 0, 1, 0]


def test_the_steps_are_taken_in_order():
    p = position(["glean", ""], ["glean2 |", "| myr cov", ""], deck="vet tri rec", step="wealth", glean2=[{"draw": 1}])
    steps = [p.step]
    while int(p.s.turn) == 3:
        p.do(next((text for text in p.legal if text in ("coin", "end", "decline")), p.legal[0]))
        if p.step != steps[-1]:
            steps.append(p.step)
    assert steps == ["wealth", "surge", "portent", "war", "offering", "wealth"]


def test_wording_is_followed_in_the_order_presented():
    p = position(["bol vet", ""], deck="cov", bol=[{"put_on_deck": 1}, {"draw": 2}]).do("play bol 0", "top vet")
    assert p.hands[0] == "cov vet"
    p = position(["bol vet", ""], deck="cov", bol=[{"draw": 2}, {"put_on_deck": 1}]).do("play bol 0", "top vet")
    assert (p.hands[0], p.deck) == ("cov", "vet")


def test_what_cannot_be_done_is_not_done():
    everything = [
        *({"destroy": {"whose": "opposing"}}, {"discard": 1}, {"recover": 1}, {"move": {"whose": "opposing"}}),
        *({"steal": 3}, {"look": {"top": 2, "take": 1, "rest": "back"}}, {"opponent_discards": 2}, {"gain": 1}),
    ]
    p = position(["bol", ""], coins=(1, 0), bol=everything).do("play bol 0")
    assert (p.coins, p.legal) == ([1, 0], ["end"])


# --- Step One: Wealth


def test_three_wealth_actions_each_draws_1_or_gains_1():
    p = position(deck="vet cov tri fate", step="wealth")
    assert p.legal == ["draw", "coin"]
    p.do("draw", "draw", "coin")  # the rulebook's first example
    assert (p.hands[0], p.coins[0], p.step) == ("cov vet", 6, "surge")


def test_wealth_bonus_for_draws():
    p = position(deck="vet cov tri fate", step="wealth").do("draw", "draw", "draw")  # the rulebook's second example
    assert (len(p.hands[0].split()), p.coins[0], p.step) == (4, 5, "surge")


def test_wealth_bonus_for_coins():
    p = position(deck="vet cov", step="wealth", coins=(1, 5)).do("coin", "coin", "coin")
    assert (p.hands[0], p.coins[0], p.step) == ("", 5, "surge")


def test_spoils_gives_one_more_action():
    p = position(cities=["spo |", "", ""], step="wealth", coins=(0, 0)).do(*["coin"] * 4)
    assert (p.coins[0], p.step) == (5, "surge")


def test_spoils_is_not_cumulative():
    p = position(cities=["spo |", "tri2 |", ""], step="wealth", coins=(0, 0)).do(*["coin"] * 4)
    assert (p.coins[0], p.step) == (5, "surge")


def test_spoils_of_the_opposing_player_gives_nothing():
    p = position(["spo", ""], ["| tri2", "", ""], step="wealth", coins=(0, 0)).do(*["coin"] * 3)
    assert (p.coins[0], p.step) == (4, "surge")


def test_the_first_active_player_has_2_wealth_actions_in_the_first_turn():
    p = position(step="wealth", turn=1, coins=(0, 0)).do("coin", "coin")
    assert (p.coins[0], p.step) == (3, "surge")  # the bonus counts the actions that were spent
    p = position(step="wealth", turn=2, coins=(0, 0)).do("coin", "coin")
    assert p.step == "wealth"


# --- Step Two: Surge


def test_units_are_played_to_the_own_side_of_any_city():
    p = position(["vet", ""])
    assert p.legal == ["play vet 0", "play vet 1", "play vet 2", "end"]
    p.do("play vet 1")
    assert p.cities == ["", "vet |", ""]
    p = position(["", "vet"], active=1).do("play vet 2")
    assert p.cities == ["", "", "| vet"]


def test_playing_costs_the_units_cost():
    p = position(["vet tri", ""], coins=(2, 5))
    assert [text for text in p.legal if text.startswith("play")] == ["play vet 0", "play vet 1", "play vet 2"]
    assert p.do("play vet 0").coins == [0, 5]


def test_an_effect_may_affect_any_unit_unless_otherwise_stated():
    p = position(["bol", ""], ["vet |", "| cov", "fate | rec"], bol=[{"destroy": {}}]).do("play bol 1")
    assert sorted(p.legal) == sorted(f"destroy {unit}" for unit in ("vet", "bol", "fate", "cov", "rec"))


def test_a_unit_played_or_moved_enters_the_city():
    for effect, city in (([{"move": {"whose": "own"}}], "bol2 |"), ([{"play": {"from": "hand"}}], "bol2 |")):
        where = (["bol", ""], ["bol2 |", "", ""]) if "move" in effect[0] else (["bol bol2", ""], ["", "", ""])
        p = position(*where, bol=effect, bol2=[{"gain": 3}], coins=(1, 0)).do("play bol 1")
        p.do("move bol2" if "move" in effect[0] else "put bol2", "city 2")
        assert (p.cities[2], p.coins[0]) == (city, 3)


def test_a_unit_that_enters_from_deck_or_discard_pile_triggers_bolster():
    p = position(["bol", ""], deck="bol2", bol=[{"play": {"from": "deck"}}], bol2=[{"gain": 3}], coins=(1, 0))
    assert p.do("play bol 0", "city 0").coins[0] == 3
    p = position(["bol", ""], pile="bol2", bol=[{"play": {"from": "discard"}}], bol2=[{"gain": 3}], coins=(1, 0))
    assert p.do("play bol 0", "put bol2", "city 0").coins[0] == 3


def test_never_more_than_5_units_on_a_side():
    p = position(["vet", ""], ["cov fate rec pil spo |", "cov2 bol bol2 bol3 | wrath", ""])
    assert [text for text in p.legal if text.startswith("play")] == ["play vet 1", "play vet 2"]


def test_myriad_counts_as_2_for_the_city_limit():
    p = position(["vet myr", ""], ["cov fate rec pil |", "cov2 myr2 bol bol2 |", ""])
    assert [text for text in p.legal if "play myr" in text] == ["play myr 2"]
    assert [text for text in p.legal if "play vet" in text] == ["play vet 0", "play vet 2"]


def test_myriad_counts_as_2_for_a_triumph():
    when = {"step": "surge", "when": {"count": "own_units", "where": "here", "at_least": 3}}
    p = position(cities=["tri myr |", "", ""], tri=when).do("end")
    assert p.facedown(0) == "tri"
    p = position(cities=["tri vet |", "", ""], tri=when).do("end")
    assert p.facedown(0) == ""


def test_myriad_counts_as_2_for_a_sacked_city():
    assert position(cities=["| myr cov", "", ""], step="war").legal == ["resolve 0"]
    assert position(cities=["| vet cov", "", ""], step="war").step == "wealth"  # of the next turn: nothing is sacked


def test_myriad_otherwise_counts_as_1():
    count = {"gain": {"count": "own_units", "where": "all"}}
    p = position(["bol", ""], ["myr |", "", ""], bol=[count], coins=(1, 0)).do("play bol 0")
    assert p.coins[0] == 2
    p = position(cities=["myr | vet rec cov", "", ""], step="war").do("resolve 0")  # 9 against 2: kept as 1 of 2
    assert p.do("keep vet").cities[0] == "myr | vet"


def test_bolster_is_followed_when_it_enters():
    p = position(["bol", ""], coins=(1, 0), bol=[{"gain": 4}]).do("play bol 0")
    assert p.coins[0] == 4


def test_bolster_may_need_a_payment():
    pay = [{"may": {"pay": {"coins": 2}, "then": [{"draw": 1}]}}]
    p = position(["bol", ""], deck="vet", coins=(3, 0), bol=pay).do("play bol 0", "yes")
    assert (p.coins[0], p.hands[0]) == (0, "vet")
    p = position(["bol", ""], deck="vet", coins=(3, 0), bol=pay).do("play bol 0", "no")
    assert (p.coins[0], p.hands[0]) == (2, "")
    p = position(["bol", ""], deck="vet", coins=(2, 0), bol=pay).do("play bol 0")
    assert p.legal == ["end"]


def test_jilt_pays_the_cost_follows_the_text_then_discards():
    p = position(["jilt cov", ""], coins=(2, 0), jilt=[{"discard": 1}])
    p.do("jilt jilt")
    assert (p.coins[0], p.legal, p.table()["aside"]) == (0, ["discard cov"], ["jilt"])
    assert p.do("discard cov").pile == "cov jilt"
    assert "jilt jilt" not in position(["jilt", ""], coins=(1, 0)).legal


def test_a_unit_played_by_an_effect_costs_nothing():
    p = position(["bol tri", ""], coins=(1, 0), bol=[{"play": {"from": "hand"}}]).do("play bol 0", "put tri", "city 1")
    assert (p.cities[1], p.coins[0]) == ("tri |", 0)


def test_as_many_units_as_wished():
    p = position(["vet cov fate rec", ""], coins=(7, 0))
    p.do("play vet 0", "play cov 0", "fate fate", "play rec 1", "end")
    assert p.cities == ["vet cov |", "rec |", ""]


def test_fate_draws_1_or_takes_1_from_the_discard_pile():
    p = position(["fate", ""], deck="vet", pile="cov tri").do("fate fate")
    assert p.legal == ["draw", "take cov", "take tri"]
    p.do("take tri")
    assert (p.hands[0], p.pile) == ("tri", "cov fate")
    p = position(["fate", ""], deck="vet rec", pile="cov").do("fate fate", "draw")
    assert (p.hands[0], p.pile, p.deck) == ("vet", "cov fate", "rec")


def test_pilfer_takes_1_coin_from_the_opposing_player():
    p = position(["pil", ""], coins=(0, 3)).do("pilfer pil")
    assert (p.coins, p.supply, p.pile) == ([1, 2], 17, "pil")


def test_recruit_draws_2_and_puts_1_from_hand_on_top():
    p = position(["rec cov", ""], deck="vet tri fate").do("recruit rec")
    assert sorted(p.legal) == ["top cov", "top tri", "top vet"]
    p.do("top cov")
    assert (p.hands[0], p.deck, p.pile) == ("tri vet", "cov fate", "rec")


def test_discard_traits_cost_nothing():
    p = position(["fate pil rec", ""], deck="vet", coins=(0, 0))
    assert p.legal == ["fate fate", "pilfer pil", "recruit rec", "end"]


def test_trait_effects_never_occur_when_discarded_otherwise():
    pay = [{"may": {"pay": {"discard": 1}, "then": [{"gain": 1}]}}]  # the rulebook's example
    p = position(["bol fate fate-wrath", ""], deck="vet tri", bol=pay, coins=(1, 0)).do(
        "play bol 0", "yes", "discard fate"
    )
    assert (p.pile, p.hands[0], p.coins[0]) == ("fate", "fate-wrath", 1)
    p.do("fate fate-wrath", "draw")  # later in the Surge Step
    assert (p.hands[0], p.pile) == ("vet", "fate fate-wrath")
    for unit in ("pil", "rec"):
        p = position([unit, ""], deck="vet", step="limits", coins=(0, 3), rules={"hand_limit": 0}).do(f"discard {unit}")
        assert (p.pile, p.deck, p.coins[1]) == (unit, "vet", 3)


# --- Using Kraters


def test_a_krater_is_revealed_followed_and_broken():
    p = position(kraters=["k1", ""], coins=(0, 0), k1=[{"gain": 2}], known=False).do("krater k1")
    assert (p.coins[0], p.kraters[0], p.broken(0)) == (2, "", "k1")
    assert p.view(1)["rewards"][0]["broken"] == ["k1"]


def test_one_krater_in_a_surge_step():
    p = position(["vet", ""], kraters=["k1 k2", ""])
    assert [text for text in p.legal if "krater" in text] == ["krater k1", "krater k2"]
    p.do("krater k2")
    assert [text for text in p.legal if "krater" in text] == []


# --- Step Three: Portent


def test_each_glean_once_in_the_order_of_choice():
    p = position(cities=["glean |", "", "glean2 |"], coins=(0, 0), glean=[{"gain": 1}], glean2=[{"gain": 2}]).do("end")
    assert (p.step, p.legal) == ("portent", ["glean glean", "glean glean2"])
    assert p.do("glean glean2").coins[0] == 2
    assert p.legal == ["glean glean"]
    assert p.do("glean glean").coins[0] == 3
    assert int(p.s.turn) == 4


def test_only_own_units_in_cities_glean():
    p = position(["glean", ""], ["| glean2", "", ""], step="portent")
    assert p.step == "offering"


def test_a_triumph_met_in_its_step_goes_facedown_to_the_rewards():
    when = {"step": "portent", "when": {"count": "coins", "at_least": 5}}
    p = position(cities=["tri |", "", ""], coins=(5, 0), tri=when)
    assert p.facedown(0) == ""
    p.do("end")
    assert (p.facedown(0), p.cities[0]) == ("tri", "")
    p = position(cities=["tri |", "", ""], coins=(4, 0), tri=when).do("end")
    assert p.facedown(0) == ""


@pytest.mark.parametrize("step", ["wealth", "surge", "portent", "war", "offering"])
def test_a_triumph_is_checked_in_its_stated_step_only(step):
    when = {"step": step, "when": {"count": "coins", "at_least": 0}}
    p = position(["cov", ""], ["tri |", "", ""], step="wealth", coins=(0, 0), tri=when)
    gone = []
    while int(p.s.turn) == 3:
        before = p.step
        p.do(next(text for text in p.legal if text in ("coin", "end", "decline")))
        if p.facedown(0) and not gone:
            gone.append(before)
    assert gone == [{"portent": "surge", "war": "surge"}.get(step, step)]  # nothing is asked in those two steps here


def test_only_the_active_players_triumphs_are_checked():
    when = {"step": "surge", "when": {"count": "coins", "at_least": 0}}
    p = position(["tri", ""], ["| tri2", "", ""], tri=when, tri2=when, coins=(0, 0)).do("end")
    assert (p.facedown(0), p.facedown(1)) == ("", "")


# --- Step Four: War


def test_a_city_is_sacked_by_3_opposing_units():
    assert position(cities=["| cov fate rec", "", ""], step="war").legal == ["resolve 0"]
    assert position(cities=["| cov fate", "", ""], step="war").step == "wealth"


def test_a_city_is_sacked_by_5_units_in_all():
    assert position(cities=["cov fate rec | pil vet", "", ""], step="war").legal == ["resolve 0"]
    assert position(cities=["cov fate rec pil vet |", "", ""], step="war").legal == ["resolve 0"]
    assert position(cities=["cov fate rec | pil", "", ""], step="war").step == "wealth"


def test_the_worked_example_of_war():
    """Only the first city is sacked; 2 Strength against 5: the Opposing Player wins and destroys the MYRIAD unit."""
    p = position(cities=["fate | wrath myr", "cov cov2 | rec pil", "bol myr2 | glean"], step="war")
    assert p.legal == ["resolve 0"]
    p.do("resolve 0")
    assert (p.kraters, p.stacks[0], p.asked, p.legal) == (["", "k1"], "k2", 1, ["keep wrath", "keep myr"])
    p.do("keep wrath")
    assert (p.cities[0], p.pile, p.step) == ("fate | wrath", "myr", "wealth")


def test_the_strongest_side_wins_the_top_krater():
    p = position(cities=["vet | cov fate glean", "", ""], step="war", known=False).do(
        "resolve 0"
    )  # 4 = 1 + 2 + 1: a tie
    assert p.kraters == ["", ""]
    p = position(cities=["vet glean2 | cov fate glean", "", ""], step="war", known=False).do("resolve 0")
    assert (p.kraters[0], p.stacks[0]) == ("k1", "k2")
    assert p.view(0)["kraters"][0]["known"] == ["k1"]
    assert p.view(1)["kraters"][0] == {"known": [], "cards": 1}


def test_the_winner_keeps_1_and_the_other_2():
    p = position(cities=["rec pil | cov fate glean", "", ""], step="war").do("resolve 0")
    assert (p.asked, p.legal) == (0, ["keep rec", "keep pil"])
    p.do("keep pil")
    assert (p.asked, p.legal) == (1, ["keep cov", "keep fate", "keep glean"])
    p.do("keep glean")
    assert p.legal == ["keep cov", "keep fate"]
    p.do("keep fate")
    assert (p.cities[0], p.pile) == ("pil | fate glean", "rec cov")


def test_a_city_without_kraters_is_razed_and_all_units_destroyed():
    p = position(cities=["rec pil | cov fate glean", "", ""], stacks=["k1", "k3 k4", "k5 k6"], step="war")
    p.do("resolve 0")
    assert (p.cities[0], p.pile, p.kraters[0]) == ("razed", "rec pil cov fate glean", "k1")


def test_a_tie_is_won_by_most_units_with_bolster():
    p = position(cities=["bol bol2 bol3 | vet glean fate", "", ""], step="war").do("resolve 0")  # 4 against 7: no tie
    assert p.kraters == ["", "k1"]
    p = position(cities=["bol bol2 fate | glean cov fate-wrath", "", ""], step="war").do("resolve 0")  # 4 against 4
    assert (p.kraters, p.asked) == (["k1", ""], 0)


def test_a_tie_that_still_exists_costs_each_player_2_units():
    p = position(cities=["glean cov fate | glean2 cov2 fate-wrath", "", ""], step="war").do("resolve 0")  # 4 against 4
    assert (p.asked, p.legal, p.kraters) == (0, ["destroy glean", "destroy cov", "destroy fate"], ["", ""])
    p.do("destroy cov", "destroy fate")
    assert (p.asked, p.legal) == (1, ["destroy glean2", "destroy cov2", "destroy fate-wrath"])
    p.do("destroy glean2", "destroy fate-wrath")
    assert (p.cities[0], p.stacks[0], p.pile) == ("glean | cov2", "k1 k2", "cov fate glean2 fate-wrath")


def test_resolving_is_repeated_until_no_city_is_sacked():
    p = position(cities=["| cov fate rec", "", "| vet pil wrath"], step="war")
    assert (p.asked, p.legal) == (0, ["resolve 0", "resolve 2"])
    p.do("resolve 2", "keep vet")
    assert p.legal == ["resolve 0"]
    p.do("resolve 0", "keep cov")
    assert (p.kraters[1], p.step) == ("k1 k5", "wealth")


def test_a_veteran_goes_to_hand_instead_of_being_destroyed_in_war():
    p = position(cities=["vet rec pil | cov fate vet2", "", ""], step="war").do(
        "resolve 0", "keep rec", "keep cov", "keep fate"
    )
    assert (p.hands, p.cities[0], p.pile) == (["vet", "vet2"], "rec | cov fate", "pil")
    p = position(cities=["vet rec pil | cov fate vet2", "", ""], stacks=["k1", "k3", "k5"], step="war").do("resolve 0")
    assert (p.hands, p.cities[0]) == (["vet", "vet2"], "razed")


def test_a_veteran_is_destroyed_outside_of_war():
    p = position(["bol", ""], ["| vet", "", ""], bol=[{"destroy": {"whose": "opposing"}}]).do(
        "play bol 0", "destroy vet"
    )
    assert (p.pile, p.hands[1]) == ("vet", "")


# --- Step 5: Offering


def test_one_unit_may_be_discarded_as_an_offering():
    p = position(["cov rec", ""], deck="vet tri", step="offering")
    assert sorted(p.legal) == ["decline", "offer cov", "offer rec"]
    p.do("offer rec", "coin")
    assert (p.pile, p.hands[0], p.coins[0], p.step) == ("rec", "cov", 6, "wealth")
    p = position(["cov", ""], step="offering").do("decline")
    assert (p.hands[0], p.step) == ("cov", "wealth")


def test_the_offering_value_in_units_and_coins_in_any_combination():
    for answers, hand, coins in (
        ("coin coin", "", 2),
        ("draw draw", "fate vet", 0),
        ("coin draw", "vet", 1),
    ):  # the example: value 2
        p = position(["tri", ""], deck="vet fate rec", step="offering", coins=(0, 0)).do("offer tri", *answers.split())
        assert (p.hands[0], p.coins[0], p.pile) == (hand, coins, "tri")


def test_curse_offered_destroys_1_opposing_unit_in_any_city():
    p = position(["cov", ""], ["rec | vet", "", "| fate"], step="offering").do("offer cov")
    assert p.legal == ["destroy vet", "destroy fate"]
    p.do("destroy vet")
    assert p.pile == "cov vet"
    assert p.legal == ["draw", "coin"]  # then the Offering's value of 3


def test_curse_does_nothing_outside_of_an_offering():
    p = position(["bol cov", ""], ["| vet", "", ""], bol=[{"discard": 1}]).do("play bol 0", "discard cov")
    assert p.cities[0] == "bol | vet"


def test_wrath_discarded_for_an_effect_makes_the_opposing_player_discard():
    p = position(["bol wrath", "cov vet"], bol=[{"discard": 1}]).do("play bol 0", "discard wrath")
    assert (p.asked, sorted(p.legal)) == (1, ["discard cov", "discard vet"])
    p.do("discard vet")
    assert (p.hands[1], p.pile, p.asked) == ("cov", "wrath vet", 0)


def test_wrath_works_at_any_point_of_the_own_turn_only():
    p = position(["bol vet", "wrath cov"], bol=[{"opponent_discards": 1}]).do("play bol 0", "discard wrath")
    assert (p.hands, p.asked) == (["vet", "cov"], 0)
    p = position(["wrath", "cov"], step="limits", rules={"hand_limit": 0}).do("discard wrath")
    assert (p.asked, p.legal) == (1, ["discard cov"])
    p = position(["wrath", "cov"], ["glean |", "", ""], step="portent", glean=[{"discard": 1}]).do(
        "glean glean", "discard wrath"
    )
    assert p.asked == 1


# --- Ending the Turn


def test_the_hand_is_discarded_to_6_cards_with_kraters():
    p = position(["vet cov fate rec pil", ""], kraters=["k1 k3", ""], step="limits", rules={"hand_limit": 6})
    assert (p.step, len(p.legal)) == ("limits", 5)
    p.do("discard cov")
    assert (p.hands[0], p.kraters[0], p.step) == ("fate pil rec vet", "k1 k3", "wealth")


def test_coins_are_lost_down_to_7():
    p = position(step="limits", coins=(10, 9))
    assert (p.coins, p.supply) == ([7, 9], 4)


def test_the_opposing_player_takes_the_next_turn():
    p = position(step="limits")
    assert (p.table()["active"], p.table()["turn"], p.step) == (1, 4, "wealth")


# --- Ending the Game and Scoring


def test_the_game_ends_at_the_end_of_the_turn_if_all_3_cities_are_razed():
    p = position(["cov", ""], ["razed", "razed", "rec pil | cov2 fate glean"], stacks=["", "", "k5"], step="war")
    p.do("resolve 2")
    assert (p.cities[2], p.end, p.step) == ("razed", "", "offering")
    p.do("decline")
    assert p.end == "razed"
    p = position(["cov", ""], ["razed", "razed", ""], step="offering").do("decline")
    assert p.end == ""


def test_points():
    p = position(
        ["cov vet fate", "rec"],
        ["razed"] * 3,
        kraters=["k1 k2", ""],
        broken=["k3", "k4 k5 k6"],
        facedown=["tri", "tri2"],
        step="limits",
    )
    assert p.scores == [2 * 2 + 3 * 1 + 2 * 1 + 1 * 1, 2 + 3]
    assert (p.end, p.winners) == ("razed", [0])


def test_coveted_counts_in_hand_only():
    p = position(["", "cov"], ["razed"] * 3, pile="cov2 spo", deck="fate", step="limits", facedown=["tri", "tri2"])
    assert (p.scores, p.winners) == ([2, 3], [1])


def test_a_tie_is_won_by_most_facedown_units():
    p = position(["cov vet", ""], ["razed"] * 3, facedown=["", "tri"], step="limits")
    assert (p.scores, p.end, p.winners) == ([2, 2], "facedown", [1])


def test_a_tie_that_still_exists_is_won_by_most_coveted_units():
    p = position(["cov vet", ""], ["razed"] * 3, kraters=["", "k1"], step="limits")
    assert (p.scores, p.end, p.winners) == ([2, 2], "coveted", [0])


def test_a_tie_that_remains_is_a_draw():
    p = position(["cov", "vet"], ["razed"] * 3, step="limits")
    assert (p.scores, p.end, p.winners) == ([1, 1], "tie", [0, 1])


def test_rewards_are_never_touched():
    every = [{word: {}} for word in ("destroy", "return", "move")] + [{"recover": 2}, {"discard": 2}]
    p = position(["bol", ""], kraters=["k1", ""], broken=["k2", "k3"], facedown=["tri", "tri2"], bol=every).do(
        "play bol 0"
    )
    while p.asked == 0 and p.legal[0].split()[0] in ("destroy", "return", "move", "city"):
        assert not any("tri" in text for text in p.legal)
        p.do(p.legal[0])
    assert (p.broken(0), p.facedown(0), p.broken(1), p.facedown(1)) == ("k2", "tri", "k3", "tri2")


# --- Drafting Omen Games


def drafted(seed=1, **rules):
    """A draft at its Envoys, first answers taken."""
    p = new_game(seed, mode="draft", **rules)
    while p.step.startswith("draft"):
        p.do("done" if "done" in p.legal else p.legal[0])
    return p


def test_a_draft_separates_the_units_into_three_stacks():
    p = new_game(mode="draft")
    stacks, traits = p.table()["stacks"], {unit.id: unit.traits for s in p.options.sets() for unit in s.units}
    piles = {key: stacks[key] for key in ("triumph", "coveted", "rest")}
    dealt = {"triumph": 8, "coveted": 8, "rest": 0}
    assert {key: len(pile) + dealt[key] for key, pile in piles.items()} == {"triumph": 12, "coveted": 12, "rest": 42}
    assert all("TRIUMPH" in traits[unit] for unit in piles["triumph"])
    assert all("COVETED" in traits[unit] for unit in piles["coveted"])
    assert not any({"TRIUMPH", "COVETED"} & set(traits[unit]) for unit in piles["rest"])


def test_a_draft_makes_3_cities_of_4_kraters_and_removes_the_rest():
    table = new_game(mode="draft").table()
    assert [len(city["kraters"]) for city in table["cities"]] == [4, 4, 4]
    assert len(table["out"]) == 6


def test_each_player_draws_4_triumph_units_and_may_replace_up_to_2():
    p = new_game(mode="draft")
    before = p.table()["stacks"]
    assert ([len(drawn) for drawn in before["drawn"]], p.asked, len(p.legal)) == ([4, 4], 0, 5)
    put = before["drawn"][0][:2]
    p.do(f"replace {put[0]}", f"replace {put[1]}")
    after = p.table()["stacks"]
    assert after["triumph"] == [*before["triumph"][2:], *put]
    assert sorted(after["kept"][0]) == sorted([*before["kept"][0], *before["drawn"][0][2:], *before["triumph"][:2]])
    assert (p.asked, len(p.legal)) == (1, 5)
    p.do("done")
    assert sorted(p.table()["stacks"]["kept"][1]) == sorted([*before["kept"][1], *before["drawn"][1]])


def test_each_player_draws_4_coveted_units():
    assert [len(kept) for kept in new_game(mode="draft").table()["stacks"]["kept"]] == [4, 4]


def test_of_3_cards_2_are_kept_and_1_goes_to_the_other_player():
    p = new_game(mode="draft").do("done", "done")
    before = p.table()["stacks"]
    assert ([len(drawn) for drawn in before["drawn"]], p.asked) == ([3, 3], 0)
    zero, one = before["drawn"][0][0], before["drawn"][1][2]
    p.do(f"give {zero}")
    assert p.table()["stacks"]["given"] == [[zero], []]
    p.do(f"give {one}")
    kept = p.table()["stacks"]["kept"]
    assert one in kept[0] and zero in kept[1]
    assert [len(pile) for pile in kept] == [11, 11]


def test_the_process_is_repeated_4_times_and_each_has_23_units():
    p = new_game(mode="draft").do("done", "done")
    gives = 0
    while p.step == "draft_rest":
        gives += 1
        p.do(p.legal[0])
    assert gives == 2 * 5
    table = p.table()
    assert [len(table["decks"][seat]) + len(table["hands"][seat]) for seat in (0, 1)] == [23, 23]
    assert len(table["out"]) == 6 + 20


def test_a_drafted_game_is_set_up_like_a_single_one():
    p = drafted()
    assert ([len(hand.split()) for hand in p.hands], p.coins, p.step) == ([4, 4], [4, 4], "envoy")


def test_in_a_draft_each_player_has_an_own_deck_and_discard_pile():
    p = drafted()
    p.do(p.legal[0])
    p.do(p.legal[0])
    table = p.table()
    first = table["first"]
    assert [len(pile) for pile in table["discards"]] == [1 - first, first]
    top = table["decks"][first][0]
    p.do("draw")
    assert top in p.hands[first].split()
    other = table["decks"][1 - first]
    p.pass_turn()
    assert p.table()["decks"][1 - first] == other
    p.do("draw")
    assert other[0] in p.hands[1 - first].split()


def test_a_drafted_game_ends_when_2_cities_are_razed():
    for mode in ("draft", "combined"):
        assert int(new_game(mode=mode).r.cities_to_end) == 2
    p = position(cities=["razed", "razed", ""], step="limits", rules={"cities_to_end": 2})
    assert p.end


# --- Combining Omen Games


def test_two_combined_games_have_3_cities_of_3_kraters_and_one_deck():
    table = new_game(mode="combined").table()
    assert [len(city["kraters"]) for city in table["cities"]] == [3, 3, 3]
    assert (len(table["out"]), len(table["decks"]), len(table["decks"][0]) + 8) == (3, 1, 44)


def test_three_combined_games_have_3_cities_of_4_kraters_and_one_deck():
    table = new_game(mode="combined", games=[1, 2, 3]).table()
    assert [len(city["kraters"]) for city in table["cities"]] == [4, 4, 4]
    assert (len(table["out"]), len(table["decks"]), len(table["decks"][0]) + 8) == (6, 1, 66)
