"""What the rulebook leaves open, as this project settles it: "Settled points" of docs/rules/omen.md, with options."""

from __future__ import annotations

import pytest

from games.omen.positions import card_set, new_game, options, position

# --- who goes first


def test_first_player_random_discard():
    seats = set()
    for seed in range(20):
        p = new_game(seed, first_player="random_discard")
        seats.add(p.asked)
        assert (p.step, len(p.legal)) == ("envoy_discard", 4)
        unit = p.legal[0].split()[1]
        p.do(p.legal[0])
        assert (p.pile, p.table()["turn"], p.table()["active"]) == (unit, 1, p.table()["first"])
        assert sorted(len(hand.split()) for hand in p.hands) == [3, 4]
    assert seats == {0, 1}


def test_first_player_random():
    games = [new_game(seed, first_player="random") for seed in range(20)]
    assert {p.table()["first"] for p in games} == {0, 1}
    assert all(p.step == "wealth" and p.pile == "" for p in games)


def test_the_coin_flip_for_the_first_player_is_fair_and_its_own_stream():
    first = [new_game(seed, first_player="random") for seed in range(400)]
    assert 160 < sum(p.table()["first"] for p in first) < 240
    assert [p.deck for p in first[:5]] == [new_game(seed).deck for seed in range(5)]


def test_second_player_bonuses():
    p = new_game(first_player="random", second_player_bonus_coins=2, second_player_bonus_units=1)
    second = 1 - p.table()["first"]
    assert (p.coins[second], len(p.hands[second].split())) == (6, 5)
    p = position(["vet", "tri"], step="envoy", deck="cov fate", coins=(4, 4), rules={"second_player_bonus_units": 2})
    assert p.do("envoy vet", "envoy tri").hands == ["cov fate vet", ""]
    p = new_game(first_player="random_discard", second_player_bonus_units=1, second_player_bonus_coins=1)
    assert (len(p.hands[1 - p.asked].split()), p.coins[1 - p.asked]) == (5, 5)  # before the first player's discard


def test_a_discarded_envoy_with_wrath_is_not_answered():
    p = position(["wrath", "cov"], step="envoy").do("envoy wrath", "envoy cov")  # 5 each, Strength 3 and 1
    assert (p.table()["first"], p.pile, p.hands[1], p.step) == (0, "wrath", "cov", "wealth")
    p = position(["", "wrath"], step="envoy", rules={"first_player": "random"})
    assert p.step == "wealth"


# --- Wealth


def test_first_turn_wealth():
    p = position(step="wealth", turn=1, coins=(0, 0), rules={"first_turn_wealth": 1}).do("coin")
    assert (p.step, p.coins[0]) == ("surge", 2)
    p = position(step="wealth", turn=1, coins=(0, 0), rules={"first_turn_wealth": 0})
    assert (p.step, p.coins[0]) == ("surge", 0)  # no action spent, no bonus


def test_wealth_actions_wealth_bonus_and_spoils_bonus():
    rules = {"wealth_actions": 2, "wealth_bonus": 3, "spoils_bonus": 2}
    p = position(cities=["spo |", "", ""], step="wealth", coins=(0, 0), rules=rules).do(*["coin"] * 4)
    assert (p.step, p.coins[0]) == ("surge", 7)
    p = position(deck="cov fate vet rec", step="wealth", rules={"wealth_bonus": 0}).do(*["draw"] * 3)
    assert (p.step, p.hands[0]) == ("surge", "cov fate vet")


def test_wealth_actions_are_chosen_one_at_a_time_each_card_seen():
    p = position(deck="cov fate", step="wealth", known=False)
    assert p.view(0)["hands"][0]["known"] == []
    p.do("draw")
    assert p.view(0)["hands"][0]["known"] == ["cov"]
    assert p.legal == ["draw", "coin"]


def test_a_kind_that_cannot_be_given_is_not_offered():
    p = position(step="wealth", coins=(4, 4))
    assert p.legal == ["coin"]
    p = position(deck="cov fate", step="wealth", coins=(10, 10))
    assert p.legal == ["draw"]
    p = position(step="wealth", coins=(10, 10))
    assert p.step == "surge"  # neither: what is left lapses


def test_the_bonus_counts_the_actions_that_were_spent():
    p = position(step="wealth", coins=(10, 8)).do("coin", "coin")  # the third lapses, the bonus finds no coin
    assert (p.step, p.coins) == ("surge", [12, 8])
    p = position(deck="cov fate", step="wealth", coins=(10, 9)).do("coin", "draw")
    assert p.legal == ["draw"]


def test_spoils_is_looked_at_when_the_step_starts():
    when = {"step": "wealth", "when": {"count": "coins", "at_least": 0}}
    rules = {"triumph_check": "at_once"}
    p = position(cities=["tri2 |", "", ""], step="wealth", coins=(0, 0), tri2=when, rules=rules)
    assert p.facedown(0) == "tri2"
    assert (p.do(*["coin"] * 4).step, p.coins[0]) == ("surge", 5)


# --- coins and the deck


def test_a_gain_stops_at_the_supply():
    p = position(["bol", ""], coins=(9, 9), bol=[{"gain": 9}]).do("play bol 0")
    assert (p.coins, p.supply) == ([11, 9], 0)
    assert sum(new_game(coin_supply=30).coins) + new_game(coin_supply=30).supply == 30


def test_the_deck_is_made_anew_after_each_single_card():
    p = position(deck="vet", pile="cov", step="wealth").do("draw")
    assert (p.deck, p.pile) == ("cov", "")
    p = position(["bol", ""], deck="vet", pile="cov", bol=[{"look": {"top": 2, "take": 1, "rest": "discard"}}])
    p.do("play bol 0", "take vet")
    assert (p.deck, p.pile) == ("cov", "")  # made when vet left; look does not see cov


def test_with_both_empty_it_is_tried_again_when_a_unit_is_next_needed():
    p = position(["cov", ""], deck="vet", step="wealth").do("draw")
    assert (p.deck, p.pile) == ("", "")
    p.do("coin", "coin", "end", "offer cov")
    assert (p.deck, p.pile) == ("", "cov")  # not when it is discarded …
    p.do("draw")
    assert (p.hands[0], p.deck, p.pile) == ("cov vet", "", "")  # … but when it is drawn


def test_a_unit_played_from_hand_does_not_reshuffle_an_empty_deck():
    p = position(["bol vet", ""], pile="cov", bol=[{"play": {"from": "hand"}}]).do("play bol 0", "put vet", "city 1")
    assert (p.deck, p.pile) == ("", "cov")
    p = position(["bol", ""], pile="cov vet", bol=[{"play": {"from": "discard"}}]).do("play bol 0", "put vet", "city 1")
    assert (p.deck, p.pile) == ("", "cov")


def test_looking_never_reshuffles():
    p = position(["bol", ""], pile="cov fate", bol=[{"look": {"top": 3, "take": 1, "rest": "back"}}]).do("play bol 0")
    assert (p.deck, p.pile, p.asked) == ("", "cov fate", 0)


# --- discards for a trait, costs


def test_fate_never_fetches_itself():
    p = position(["fate", ""], pile="cov", coins=(0, 0), deck="vet rec").do("fate fate")
    assert (p.legal, p.table()["aside"]) == (["draw", "take cov"], ["fate"])
    p = position(["fate", ""]).do("fate fate")
    assert (p.pile, p.legal) == ("fate", ["end"])


def test_a_unit_aside_counts_nowhere():
    p = position(["jilt cov", ""], coins=(2, 0), jilt=[{"gain": {"count": "hand"}}]).do("jilt jilt")
    assert p.coins[0] == 1


def test_recruit_draws_what_there_is():
    p = position(["rec", ""], deck="vet").do("recruit rec")
    assert p.legal == ["top vet"]
    assert p.do("top vet").deck == "vet"
    p = position(["rec", ""]).do("recruit rec")
    assert (p.pile, p.legal) == ("rec", ["end"])


def test_actions_that_do_nothing_are_legal():
    p = position(["pil", ""], coins=(0, 0)).do("pilfer pil")
    assert (p.pile, p.coins) == ("pil", [0, 0])
    p = position(["jilt", ""], coins=(2, 0), jilt=[{"destroy": {"whose": "opposing"}}]).do("jilt jilt")
    assert (p.pile, p.coins[0]) == ("jilt", 0)
    p = position(["fate", ""], deck="vet", step="offering").do("offer fate")
    assert (p.pile, p.step) == ("fate", "wealth")


# --- entering cities


def test_bolster_on_a_move_between_cities_in_the_owners_turn():
    p = position(["bol", ""], ["bol2 |", "", ""], coins=(1, 0), bol=[{"move": {"whose": "own"}}], bol2=[{"gain": 3}])
    assert p.do("play bol 1", "move bol2", "city 2").coins[0] == 3


def test_an_opposing_unit_moved_by_me_does_not_trigger_bolster():
    p = position(
        ["bol", ""], ["| bol2", "", ""], coins=(1, 0), bol=[{"move": {"whose": "opposing"}}], bol2=[{"gain": 3}]
    )
    p.do("play bol 1", "move bol2", "city 2")
    assert (p.cities[2], p.coins) == ("| bol2", [0, 0])


def test_an_effect_is_finished_before_the_bolsters_it_caused():
    steps = [{"move": {"whose": "own"}}, {"lose": 5}]
    p = position(["bol", ""], ["bol2 |", "", ""], coins=(6, 0), bol=steps, bol2=[{"gain": 1}])
    assert p.do("play bol 1", "move bol2", "city 2").coins[0] == 1


def test_bolsters_follow_in_order_of_entering_even_if_the_unit_has_left():
    steps = [
        {"move": {"whose": "own", "where": "another", "number": 2}},
        {"return": {"whose": "own", "where": "another"}},
    ]
    p = position(["bol", ""], ["bol2 bol3 |", "", ""], coins=(1, 0), bol=steps, bol2=[{"gain": 1}], bol3=[{"gain": 2}])
    p.do("play bol 1", "move bol3", "city 2", "move bol2", "city 2", "return bol3")
    effects = [card for event, _, card, _ in p.events if event == "effect"]
    assert (effects, p.coins[0], p.hands[0]) == (["bol3", "bol2"], 3, "bol3")


def test_here_is_the_city_that_was_entered():
    count = [{"gain": {"count": "own_units", "where": "here"}}]
    p = position(
        ["bol2", ""],
        ["bol vet |", "cov |", ""],
        coins=(1, 0),
        bol=count,
        bol2=[{"move": {"whose": "own", "where": "another"}}],
    )
    p.do("play bol2 2", "move bol", "city 1")
    assert p.coins[0] == 2  # bol and cov there, not vet where it came from


def test_full_and_razed_cities_bind_effects_too():
    full = "cov fate rec pil spo | wrath"
    p = position(
        ["bol", ""],
        [full, "razed", "vet |"],
        bol=[{"move": {"whose": "own", "strength": {"at_least": 4}, "cost": {"at_most": 2}}}],
    )
    p.do("play bol 2")
    assert p.legal == ["move rec", "move pil"]  # vet has nowhere to go
    p.do("move rec")
    assert p.legal == ["city 2"]


def test_a_unit_to_be_played_that_fits_nowhere_stays_where_it_was():
    full = "cov fate rec pil |"
    where = [full, "razed", "razed"]
    p = position(["bol tri", ""], where, bol=[{"play": {"from": "hand"}}]).do("play bol 0")
    assert (p.hands[0], p.legal) == ("tri", ["end"])
    p = position(["bol", ""], where, pile="tri", bol=[{"play": {"from": "discard"}}]).do("play bol 0")
    assert p.pile == "tri"
    p = position(["bol", ""], where, deck="tri vet", bol=[{"play": {"from": "deck"}}]).do("play bol 0")
    assert (p.deck, p.pile) == ("tri vet", "")
    reveal = [{"reveal": {"if": {"cost": {"at_least": 0}}, "then": "play"}}]
    p = position(["bol", ""], where, deck="tri vet", bol=reveal).do("play bol 0")
    assert (p.deck, p.pile) == ("vet", "tri")  # a revealed one is discarded


def test_units_never_change_sides():
    p = position(["bol", ""], ["| vet", "", ""], bol=[{"move": {"whose": "any", "where": "another"}}])
    p.do("play bol 1", "move vet", "city 1")
    assert p.cities[1] == "bol | vet"


def test_city_limit():
    p = position(["vet", ""], ["cov fate |", "", ""], rules={"city_limit": 2})
    assert [text for text in p.legal if "play" in text] == ["play vet 1", "play vet 2"]


# --- guards


def test_surge_limit_then_only_ending_the_step_is_legal():
    p = position(["vet cov", ""], kraters=["k1", ""], rules={"surge_limit": 1}).do("play vet 0")
    assert p.legal == ["end"]


def test_chain_limit_ends_the_game_unfinished():
    moves = {"move": {"whose": "own", "where": "any", "trait": "BOLSTER"}}
    p = position(["bol", ""], ["bol2 |", "", ""], bol=[moves], bol2=[moves], rules={"chain_limit": 3})
    p.do("play bol 1")
    count = 0
    while not p.end:
        count += 1
        p.do(p.legal[0])
    assert (p.end, p.winners, p.step, p.asked) == ("loop", [], "over", -1)
    assert count == 6  # three effects, each with a unit and a city


def test_chain_limit_counts_anew_for_each_action():
    p = position(["bol bol2", ""], kraters=["k1", ""], rules={"chain_limit": 1})
    assert p.do("play bol 0", "krater k1", "play bol2 0").end == ""


@pytest.mark.parametrize(("coins", "end"), [(250, ""), (251, "loop")])
def test_an_effect_of_too_many_steps_ends_the_game_unfinished(coins, end):
    each = [{"for_each": {"count": "coins", "do": [{"lose": 0}]}}]  # a step for each coin, and its own
    p = position(["bol", ""], coins=(coins, 0), bol=each, rules={"coin_supply": 300}).do("play bol 1")
    assert (p.end, p.winners) == (end, [])


def test_steps_are_counted_anew_after_each_answer():
    asks = [{"for_each": {"count": "coins", "do": [{"may": [{"lose": 0}]}]}}]
    p = position(["bol", ""], coins=(201, 0), bol=asks, rules={"coin_supply": 300, "max_decisions_per_turn": 999})
    p.do("play bol 1", *["yes"] * 200)
    assert (p.end, p.step) == ("", "surge")


def test_max_decisions_per_turn():
    p = position(
        deck="vet", step="wealth", rules={"max_decisions_per_turn": 10, "wealth_actions": 10, "coin_supply": 40}
    )
    for _ in range(9):
        p.do("coin")
    assert p.end == ""
    assert (p.do("coin").end, p.winners) == ("decisions", [])


def test_max_turns():
    p = position(step="limits", turn=9, rules={"max_turns": 9})
    assert (p.end, p.winners) == ("max_turns", [])
    p = position(cities=["razed"] * 3, step="limits", turn=9, rules={"max_turns": 9})
    assert p.end == "tie"  # an end by the rules comes first


# --- kraters


def test_kraters_per_surge():
    p = position(kraters=["k1 k2 k3", ""], rules={"kraters_per_surge": 2}).do("krater k1", "krater k3")
    assert p.legal == ["end"]
    assert position(kraters=["k1", ""], rules={"kraters_per_surge": 0}).legal == ["end"]


def test_a_krater_lies_aside_while_its_effect_runs():
    p = position(
        ["cov", ""], kraters=["k1 k2", ""], coins=(0, 0), k1=[{"gain": {"count": "kraters"}}, {"discard": 1}]
    ).do("krater k1")
    assert (p.coins[0], p.table()["aside"], p.broken(0)) == (1, ["k1"], "")
    assert p.do("discard cov").broken(0) == "k1"


def test_a_broken_effect_taken_again_may_not_hold_that_word():
    again = [{"may": [{"repeat_broken": True}]}]
    p = position(kraters=["k1", ""], broken=["k2 k3", "k4"], coins=(0, 0), k1=again, k2=again, k3=[{"gain": 2}])
    p.do("krater k1", "yes")
    assert p.legal == ["again k3"]
    assert (p.do("again k3").coins[0], p.broken(0)) == (2, "k1 k2 k3")


# --- WRATH and CURSE


def test_wrath_is_answered_at_once_and_once_for_each_unit():
    p = position(["bol wrath wrath2 vet", "cov fate rec"], bol=[{"discard": 3}]).do("play bol 0", "discard wrath")
    assert (p.asked, p.do("discard cov").asked) == (1, 0)
    p.do("discard wrath2")
    assert p.asked == 1
    p.do("discard fate", "discard vet")
    assert (p.hands, p.asked) == (["", "rec"], 0)


def test_wrath_answers_a_cost():
    pay = [{"may": {"pay": {"discard": 1}, "then": [{"gain": 1}]}}]
    p = position(["bol wrath", "cov"], coins=(1, 0), bol=pay).do("play bol 0", "yes", "discard wrath")
    assert (p.asked, p.coins[0]) == (1, 0)
    assert p.do("discard cov").coins[0] == 1


def test_wrath_of_the_opposing_player_is_not_answered():
    p = position(["bol wrath", "wrath2 cov"], bol=[{"discard": 1}]).do("play bol 0", "discard wrath", "discard wrath2")
    assert (p.hands, p.asked) == (["", "cov"], 0)


def test_wrath_with_an_empty_opposing_hand_asks_nothing():
    p = position(["bol wrath", ""], bol=[{"discard": 1}]).do("play bol 0", "discard wrath")
    assert (p.asked, p.legal) == (0, ["end"])


@pytest.mark.parametrize("answered", [True, False])
def test_wrath_on_hand_limit(answered):
    rules = {"hand_limit": 0, "wrath_on_hand_limit": answered}
    p = position(["wrath", "cov"], step="limits", rules=rules).do("discard wrath")
    assert (p.step, p.asked) == (("limits", 1) if answered else ("wealth", 1))


@pytest.mark.parametrize("answered", [True, False])
def test_wrath_on_offering(answered):
    p = position(["wrath2", "cov"], ["| vet", "", ""], step="offering", rules={"wrath_on_offering": answered}).do(
        "offer wrath2"
    )
    assert (p.asked, p.legal) == ((1, ["discard cov"]) if answered else (0, ["destroy vet"]))
    if answered:
        assert p.do("discard cov").legal == ["destroy vet"]  # before CURSE


@pytest.mark.parametrize("answered", [True, False])
def test_wrath_on_own_trait(answered):
    for use, unit in (("fate", "fate-wrath"), ("jilt", "jilt-wrath")):
        p = position([unit, "cov"], deck="vet rec", rules={"wrath_on_own_trait": answered}).do(f"{use} {unit}")
        if use == "fate":
            p.do("draw")
        assert (p.asked, p.pile) == ((1 if answered else 0), unit)


def test_curse_must_destroy_if_it_can_and_comes_before_the_offerings_cards_and_coins():
    p = position(["cov", ""], ["| vet", "", ""], deck="fate", step="offering").do("offer cov")
    assert p.legal == ["destroy vet"]
    assert p.do("destroy vet").pile == "cov vet"  # VETERAN does not save it
    assert p.legal == ["draw", "coin"]
    p = position(["cov", ""], deck="fate vet", step="offering").do("offer cov")
    assert p.legal == ["draw", "coin"]


# --- GLEAN and TRIUMPH


def test_glean_once_for_each_card_also_if_it_left_and_came_back():
    steps = [{"return": {"whose": "own", "where": "here", "trait": "GLEAN"}}, {"play": {"from": "hand"}}]
    p = position(cities=["glean |", "", ""], step="portent", glean=steps).do(
        "glean glean", "return glean", "put glean", "city 1"
    )
    assert (p.cities[1], int(p.s.turn)) == ("glean |", 4)


def test_a_unit_that_enters_in_the_portent_step_gleans_too():
    p = position(["glean2", ""], ["glean |", "", ""], step="portent", glean=[{"play": {"from": "hand"}}])
    p.do("glean glean", "put glean2", "city 0")
    assert p.legal == ["glean glean2"]


def test_triumphs_are_checked_when_everything_in_the_step_is_done():
    when = {"step": "surge", "when": {"count": "coins", "at_most": 0}}
    p = position(["vet", ""], ["tri |", "", ""], coins=(2, 0), tri=when).do("play vet 0")
    assert p.facedown(0) == ""
    assert p.do("end").facedown(0) == "tri"


def test_triumph_check_at_once():
    when = {"step": "surge", "when": {"count": "coins", "at_most": 0}}
    p = position(["vet", ""], ["tri |", "", ""], coins=(2, 0), tri=when, rules={"triumph_check": "at_once"}).do(
        "play vet 0"
    )
    assert p.facedown(0) == "tri"


def test_all_triumphs_that_are_met_move_together():
    when = {"step": "surge", "when": {"count": "own_units", "where": "all", "at_least": 2}}
    p = position(cities=["tri |", "", "tri2 |"], tri=when, tri2=when).do("end")
    assert p.facedown(0) == "tri tri2"


def test_a_triumph_of_the_offering_is_checked_before_hand_and_coin_limits():
    when = {"step": "offering", "when": {"count": "coins", "at_least": 9}}
    p = position(cities=["tri |", "", ""], coins=(9, 0), step="offering", tri=when)
    assert (p.facedown(0), p.coins[0]) == ("tri", 7)


def test_a_triumph_destroyed_in_this_war_is_lost():
    when = {"step": "war", "when": {"count": "won", "at_least": 1}}
    p = position(cities=["tri vet rec pil cov |", "", ""], step="war", tri=when).do("resolve 0", "keep rec")
    assert (p.facedown(0), p.pile) == ("", "tri pil cov")
    p = position(cities=["tri vet rec pil cov |", "", ""], step="war", tri=when).do("resolve 0", "keep tri")
    assert p.facedown(0) == "tri"


# --- War


def test_the_active_player_chooses_the_order_of_sacked_cities():
    p = position(cities=["| cov fate rec", "| vet pil spo", ""], step="war", active=0)
    assert (p.asked, p.legal) == (0, ["resolve 0", "resolve 1"])
    p = position(cities=["cov fate rec |", "", ""], step="war", active=1)
    assert (p.asked, p.legal) == (1, ["resolve 0"])


def test_a_city_can_be_sacked_again_and_its_last_krater_razes_it():
    """A loser that keeps MYRIAD and 1 more as the Opposing Player still counts 3."""
    p = position(cities=["rec pil | myr cov glean", "", ""], step="war").do(
        "resolve 0", "keep rec", "keep myr", "keep cov"
    )
    assert (p.cities[0], p.step, p.legal) == ("rec | myr cov", "war", ["resolve 0"])
    p.do("resolve 0")  # 4 against 3
    assert (p.cities[0], p.kraters[0]) == ("razed", "k1 k2")


def test_kraters_of_one_city_go_to_different_players():
    p = position(cities=["fate rec pil | myr wrath", "", ""], stacks=["k1 k2", "k3", "k5"], step="war")  # 10 against 5
    p.do("resolve 0", "keep fate", "resolve 0")  # then 2 against 5, still 3 opposing units
    assert (p.kraters, p.cities[0]) == (["k1", "k2"], "razed")


def test_myriad_kept_as_2():
    p = position(cities=["rec pil | myr cov glean", "", ""], step="war", rules={"myriad_kept_as": 2}).do(
        "resolve 0", "keep rec"
    )
    assert p.legal == ["keep myr", "keep cov", "keep glean"]
    p.do("keep cov")
    assert p.legal == ["keep glean"]  # asked as long as another unit fits, and must be answered
    p.do("keep glean")
    assert p.cities[0] == "rec | cov glean"
    p = position(cities=["rec pil | myr cov glean", "", ""], step="war", rules={"myriad_kept_as": 2}).do(
        "resolve 0", "keep rec", "keep myr"
    )
    assert (p.cities[0], p.step) == ("rec | myr", "wealth")
    p = position(cities=["myr2 | cov fate glean", "", ""], step="war", rules={"myriad_kept_as": 2}).do("resolve 0")
    assert (p.cities[0], p.asked) == ("| cov fate glean", 1)  # the winner may not keep a unit that counts 2


def test_each_owner_chooses_survivors_the_winner_first():
    p = position(cities=["cov fate | rec pil wrath", "", ""], step="war").do("resolve 0")
    assert (p.asked, p.legal) == (1, ["keep rec", "keep pil", "keep wrath"])
    p.do("keep wrath")
    assert p.cities[0] == "cov fate | wrath"  # both may stay: the loser is not asked


@pytest.mark.parametrize(
    ("winner", "loser", "left"), [(0, 0, ""), (2, 1, "rec vet2 | cov"), (1, 3, "rec | cov fate glean")]
)
def test_winner_keeps_and_loser_keeps(winner, loser, left):
    rules = {"winner_keeps": winner, "loser_keeps": loser}
    p = position(cities=["rec vet2 spo | cov fate glean", "", ""], step="war", rules=rules).do(
        "resolve 0"
    )  # 8 against 4
    while p.legal[0].startswith("keep"):
        p.do(p.legal[0])
    assert p.cities[0] == left


def test_tie_myriad_counts_once_and_a_side_with_fewer_loses_all():
    p = position(cities=["| myr cov", "", ""], step="war", active=0).do("resolve 0")  # 0 against 3
    assert p.kraters[1] == "k1"
    p = position(cities=["wrath cov glean | myr fate", "", ""], step="war").do("resolve 0")  # 5 against 4
    assert p.kraters[0] == "k1"
    p = position(cities=["fate cov glean | myr fate-wrath", "", ""], step="war").do("resolve 0")  # 4 against 4
    assert p.legal == ["destroy fate", "destroy cov", "destroy glean"]
    p.do("destroy fate", "destroy cov")
    assert p.cities[0] == "glean |"  # two cards, though MYRIAD makes them 3 units
    p = position(cities=["pil | fate cov glean", "", ""], step="war").do("resolve 0")  # 4 against 4, no BOLSTER
    assert (p.asked, p.legal) == (1, ["destroy fate", "destroy cov", "destroy glean"])  # pil was destroyed unasked
    p.do("destroy fate", "destroy cov")
    assert (p.cities[0], p.pile) == ("| glean", "pil fate cov")


def test_a_veteran_lost_to_a_tie_goes_to_hand():
    p = position(cities=["vet2 cov glean | spo fate-wrath", "| bol", ""], step="war").do("resolve 0")  # 4 against 4
    p.do("destroy vet2", "destroy cov")
    assert (p.hands, p.pile, p.cities[0]) == (["vet2", ""], "cov spo fate-wrath", "glean |")


def test_in_a_tie_the_active_player_destroys_first():
    p = position(cities=["glean cov fate | glean2 cov2 fate-wrath", "", ""], step="war", active=1).do("resolve 0")
    assert p.asked == 1


def test_veterans_of_a_razed_city_go_to_hand():
    p = position(cities=["vet | cov fate vet2", "", ""], stacks=["k1", "k3", "k5"], step="war").do("resolve 0")
    assert (p.hands, p.pile, p.cities[0]) == (["vet", "vet2"], "cov fate", "razed")


def test_strength_words_last_until_this_war_ends():
    p = position(
        kraters=["k3", ""],
        cities=["fate spo | cov wrath2 bol", "", ""],
        stacks=["k1 k2", "k4", "k5"],
        k3=[{"strength": 5}],
    )
    p.do("krater k3", "city 0", "end", "resolve 0")
    assert p.kraters[0] == "k1"
    assert p.s.strength_bonus.tolist() == [5, 0, 0]
    while p.step == "war":
        p.do(p.legal[0])
    assert p.s.strength_bonus.tolist() == [0, 0, 0]


# --- the end


def test_whoever_holds_more_kraters_than_the_limit_discards_all_units_and_stays_above():
    p = position(["cov", ""], kraters=["k1 k2 k3", ""], step="limits", rules={"hand_limit": 2})
    p.do("discard cov")
    assert (p.hands[0], p.kraters[0], p.step) == ("", "k1 k2 k3", "wealth")


def test_limits_apply_on_the_last_turn_before_scoring():
    p = position(["cov cov2", ""], ["razed"] * 3, step="limits", coins=(9, 0), rules={"hand_limit": 1})
    assert (p.end, p.legal) == ("", ["discard cov", "discard cov2"])
    p.do("discard cov")
    assert (p.end, p.scores, p.coins[0]) == ("razed", [1, 0], 7)


def test_hand_limit_and_coin_limit():
    p = position(["cov vet", ""], step="limits", coins=(3, 0), rules={"hand_limit": 1, "coin_limit": 2}).do(
        "discard cov"
    )
    assert (p.hands[0], p.coins[0]) == ("vet", 2)


def test_cities_to_end():
    assert position(cities=["razed", "", ""], step="limits", rules={"cities_to_end": 1}).end == "tie"
    assert position(cities=["razed", "razed", ""], step="limits", rules={"cities_to_end": 3}).end == ""


def test_points_option():
    rules = {"points": {"krater": 5, "broken": 0, "facedown": 3, "coveted": 2}}
    p = position(
        ["cov", ""],
        ["razed"] * 3,
        kraters=["k1", ""],
        broken=["k2", ""],
        facedown=["", "tri"],
        step="limits",
        rules=rules,
    )
    assert p.scores == [7, 3]


# --- turn words


def test_an_extra_wealth_action_comes_in_the_owners_next_wealth_step():
    p = position(["bol", ""], coins=(1, 0), bol=[{"extra_wealth": 2}]).do("play bol 0", "end", *["coin"] * 3, "end")
    assert (p.table()["active"], p.step) == (0, "wealth")
    p.do(*["coin"] * 5)
    assert (p.coins[0], p.step) == (6, "surge")


def test_an_extra_offering_counts_this_turn():
    p = position(["bol cov rec fate", ""], bol=[{"extra_offering": 1}], coins=(1, 0)).do(
        "play bol 0", "end", "offer fate"
    )
    assert p.legal[-1] == "decline"
    p.do("offer rec", "coin")
    assert (p.hands[0], p.table()["active"]) == ("cov", 1)


def test_skip_bonus_takes_the_next_bonus_the_other_player_would_get():
    p = position(["bol", ""], deck="cov", coins=(1, 0), bol=[{"skip_bonus": 1}]).do(
        "play bol 0", "end", "coin", "coin", "draw", "end", "decline"
    )
    p.do(*["coin"] * 3, "end", *["coin"] * 3)  # seat 0's own bonus is given; then seat 1's would be due
    assert (p.coins, p.step) == ([4, 5], "surge")


# --- the draft


def test_in_a_draft_seat_0_replaces_before_seat_1():
    p = new_game(mode="draft")
    assert p.asked == 0
    assert p.do(p.legal[0], "done").asked == 1


def test_both_choose_before_either_sees_more():
    p = new_game(mode="draft").do("done", "done")
    table = p.table()["stacks"]
    assert [len(drawn) for drawn in table["drawn"]] == [3, 3]
    given = p.legal[0].split()[1]
    p.do(p.legal[0])
    assert given not in str(p.view(1)["stacks"]["kept"][1])
    assert p.table()["stacks"]["given"] == [[given], []]


def test_a_draft_needs_enough_units_and_none_with_both_traits():
    sets = [card_set(prefix) for prefix in ("a-", "b-", "c-")]
    with pytest.raises(ValueError, match="a draft needs 12 units with TRIUMPH, these sets have 6"):
        options({"mode": "draft"}, sets)
