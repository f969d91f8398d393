"""The effect language (docs/games/omen-effects.md), word by word, each with its limits, played by the engine."""

from __future__ import annotations

import random

import pytest

from balance.games.omen.cards import CardSet
from balance.games.omen.normal import MOST_ROWS, rows_of_effect
from balance.games.omen.program import Program
from games.omen.card_sets import random_card_set
from games.omen.positions import Position, card_set, position


def use(effect, hands=("", ""), cities=("", "", ""), **situation) -> Position:
    """Seat 0 uses a krater with this effect (no "here")."""
    return position(hands, cities, kraters=["k1", ""], k1=effect, **situation).do("krater k1")


def enter(effect, hands=("", ""), cities=("", "", ""), city=0, **situation) -> Position:
    """Seat 0 plays a unit with this BOLSTER to a city ("here")."""
    hands = (f"bol {hands[0]}".strip(), hands[1])
    coins = situation.pop("coins", (4, 5))
    return position(hands, cities, bol=effect, coins=(coins[0] + 1, coins[1]), **situation).do(f"play bol {city}")


# --- amounts

FULL = {
    "hands": ("cov vet", "fate"),
    "cities": ("myr rec | pil", "", "cov2 | wrath wrath2"),
    "coins": (3, 2),
    "kraters": ("k1 k2 k3", "k4"),
}


@pytest.mark.parametrize(
    ("count", "value"),
    [
        ({"count": "own_units"}, 3),  # MYRIAD counts once
        ({"count": "own_units", "trait": "MYRIAD"}, 1),
        ({"count": "own_units", "where": "all", "trait": "CURSE"}, 2),
        ({"count": "opposing_units"}, 3),
        ({"count": "opposing_units", "trait": "WRATH"}, 2),
        ({"count": "cities"}, 2),
        ({"count": "hand"}, 4),  # two units, two kraters: the one in use lies aside
        ({"count": "coins"}, 3),
        ({"count": "kraters"}, 2),
        ({"count": "destroyed"}, 0),
        ({"count": "played"}, 0),
        ({"count": "won"}, 0),
        (0, 0),
        (2, 2),
    ],
)
def test_amounts(count, value):
    p = position(**FULL, k1=[{"gain": count}], rules={"coin_supply": 60}).do("krater k1")
    assert p.coins[0] == 3 + value


def test_counts_here():
    for name, value in (("own_units", 3), ("opposing_units", 1)):
        p = enter([{"gain": {"count": name, "where": "here"}}], cities=("myr rec | pil", "vet | cov", ""))
        assert p.coins[0] == 4 + value


def test_counts_of_this_turn():
    count = [{"draw": {"count": "played"}}]  # this unit, one played before, one played free; not the one moved
    p = position(
        ["bol2 bol vet", ""],
        ["fate |", "", ""],
        deck="cov cov2 rec pil spo",
        coins=(9, 0),
        bol=count,
        bol2=[{"play": {"from": "hand", "trait": "VETERAN"}}, {"move": {"trait": "FATE"}}],
    )
    p.do("play bol2 1", "put vet", "city 1", "move fate", "city 2", "play bol 1")
    assert p.hands[0] == "cov cov2 rec"
    p = use([{"destroy": {"number": 2}}, {"gain": {"count": "destroyed"}}], cities=("myr | cov", "", ""), coins=(0, 0))
    assert p.do("destroy myr", "destroy cov").coins[0] == 2


def test_won_counts_own_kraters_of_this_turn():
    when = {"step": "offering", "when": {"count": "won", "exactly": 1}}
    p = position(["cov", ""], ["rec pil | cov2 fate glean2", "tri |", ""], step="war", tri=when).do("resolve 0")
    p.do("keep rec", "keep cov2", "keep fate", "decline")
    assert p.facedown(0) == "tri"
    p = position(["cov", ""], ["glean | rec fate glean2", "tri |", ""], step="war", tri=when).do(
        "resolve 0", "keep rec"
    )
    assert p.do("decline").facedown(0) == ""


def test_an_amount_is_worked_out_when_its_step_starts():
    p = use([{"discard": {"count": "hand"}}], hands=("cov vet fate", "")).do(
        "discard cov", "discard vet", "discard fate"
    )
    assert p.hands[0] == ""
    p = use([{"gain": {"count": "coins"}}, {"gain": {"count": "coins"}}], coins=(2, 0))
    assert p.coins[0] == 8


# --- conditions


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"count": "coins", "at_least": 3}, True),
        ({"count": "coins", "at_least": 4}, False),
        ({"count": "coins", "at_most": 3}, True),
        ({"count": "coins", "at_most": 2}, False),
        ({"count": "coins", "exactly": 3}, True),
        ({"count": "coins", "exactly": 2}, False),
        ({"all": [{"count": "coins", "at_least": 3}, {"count": "hand", "at_least": 9}]}, False),
        ({"any": [{"count": "coins", "at_least": 9}, {"count": "cities", "exactly": 2}]}, True),
        (
            {
                "any": [
                    {"count": "coins", "at_least": 9},
                    {"all": [{"count": "won", "exactly": 0}, {"count": "hand", "exactly": 4}]},
                ]
            },
            True,
        ),
        (
            {
                "all": [
                    {"any": [{"count": "coins", "at_least": 9}, {"count": "won", "at_least": 1}]},
                    {"count": "won", "exactly": 0},
                ]
            },
            False,
        ),
        ({"count": "own_units", "exactly": 3}, True),  # MYRIAD counts 1 in an `if` …
    ],
)
def test_if(condition, holds):
    effect = [{"if": condition, "then": [{"draw": 1}], "else": [{"lose": 1}]}]
    p = position(**FULL, k1=effect, deck="spo tri").do("krater k1")
    assert (p.hands[0], p.coins[0]) == (("cov spo vet", 3) if holds else ("cov vet", 2))


@pytest.mark.parametrize(("count", "value"), [("own_units", 2), ("opposing_units", 2), ("destroyed", 2), ("played", 2)])
def test_myriad_counts_2_in_a_when(count, value):
    """… and 2 in a TRIUMPH's `when`, for units here, destroyed and played."""
    when = {"step": "surge", "when": {"count": count, "exactly": value + (count == "own_units")}}
    if count in ("own_units", "opposing_units"):
        when["when"]["where"] = "here"
    if count == "destroyed":
        p = use([{"destroy": {}}], cities=("tri |", "| myr", ""), tri=when).do("destroy myr", "end")
    elif count == "played":
        p = position(["myr", ""], ["tri |", "", ""], tri=when).do("play myr 1", "end")
    else:
        side = "tri myr |" if count == "own_units" else "tri | myr"
        p = position(cities=[side, "vet | cov", ""], tri=when).do("end")
    assert p.facedown(0) == "tri"


def test_if_without_else_does_nothing():
    p = use([{"if": {"count": "coins", "exactly": 9}, "then": [{"gain": 1}]}, {"gain": 2}], coins=(1, 0))
    assert p.coins[0] == 3


# --- filters


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"strength": {"at_least": 4}}, "myr2 rec"),
        ({"strength": {"at_most": 1}}, "cov"),
        ({"strength": {"at_least": 3, "at_most": 4}}, "rec tri"),
        ({"cost": {"at_least": 3}}, "myr2 tri"),
        ({"cost": {"at_most": 1}}, "cov"),
        ({"cost": {"at_least": 3}, "strength": {"at_most": 4}}, "tri"),
        ({"trait": "CURSE"}, "cov rec tri"),
        ({"trait": "CURSE", "cost": {"at_most": 2}}, "cov rec"),
        ({"trait": "GLEAN"}, ""),
    ],
)
@pytest.mark.parametrize("word", ["destroy", "recover", "search", "play"])
def test_filters(word, filters, found):
    units = "myr2 rec cov tri"
    situation = {
        "destroy": {"cities": ("| myr2 tri", "| rec cov", "")},
        "recover": {"pile": units},
        "search": {"deck": units},
        "play": {"hands": (units, "")},
    }
    value = (
        {"from": "hand", **filters}
        if word == "play"
        else {"whose": "opposing", **filters}
        if word == "destroy"
        else filters
    )
    p = use([{word: value}], **situation[word])
    do = {"destroy": "destroy", "play": "put"}.get(word, "take")
    assert sorted(p.legal) == sorted(f"{do} {unit}" for unit in found.split()) or (found == "" and "end" in p.legal)


# --- coins


def test_gain():
    assert use([{"gain": 3}], coins=(1, 0)).coins == [4, 0]
    assert use([{"gain": 3}], coins=(9, 9)).coins == [11, 9]


def test_lose():
    assert use([{"lose": 2}], coins=(3, 3)).coins == [1, 3]
    assert use([{"lose": 9}], coins=(3, 3)).coins == [0, 3]


def test_steal():
    assert use([{"steal": 2}], coins=(3, 3)).coins == [5, 1]
    assert use([{"steal": 9}], coins=(3, 3)).coins == [6, 0]


def test_opponent_loses():
    p = use([{"opponent_loses": 2}], coins=(3, 3))
    assert (p.coins, p.supply) == ([3, 1], 16)
    assert use([{"opponent_loses": 9}], coins=(3, 3)).coins == [3, 0]


# --- cards


def test_draw():
    assert use([{"draw": 2}], deck="cov vet fate").hands[0] == "cov vet"
    assert use([{"draw": 3}], deck="cov").hands[0] == "cov"
    p = use([{"draw": 2}], deck="cov", pile="vet")
    assert (p.hands[0], p.deck, p.pile) == ("cov vet", "", "")


def test_opponent_draws():
    assert use([{"opponent_draws": 2}], deck="cov vet fate").hands == ["", "cov vet"]


def test_discard():
    p = use([{"discard": 2}], hands=("cov vet fate", "rec"))
    assert (p.asked, sorted(p.legal)) == (0, ["discard cov", "discard fate", "discard vet"])
    p.do("discard cov", "discard fate")
    assert (p.hands, p.pile) == (["vet", "rec"], "cov fate")
    assert use([{"discard": 2}], hands=("cov", "")).do("discard cov").legal == ["end"]


def test_discard_at_random():
    left = set()
    for seed in range(40):
        p = use([{"discard": {"number": 1, "at": "random"}}], hands=("cov vet fate", "rec"), seed=seed)
        assert (len(p.hands[0].split()), p.hands[1], p.asked) == (2, "rec", 0)
        left.add(p.hands[0])
    assert len(left) == 3
    assert use([{"discard": {"number": 3, "at": "random"}}], hands=("cov", "rec")).pile == "cov"


def test_opponent_discards():
    p = use([{"opponent_discards": 2}], hands=("rec", "cov vet fate"))
    assert (p.asked, len(p.legal)) == (1, 3)
    p.do("discard cov", "discard vet")
    assert (p.hands, p.pile, p.asked) == (["rec", "fate"], "cov vet", 0)
    assert use([{"opponent_discards": 2}], hands=("rec", "")).asked == 0


def test_opponent_discards_at_random():
    left = {
        use([{"opponent_discards": {"number": 2, "at": "random"}}], hands=("rec", "cov vet fate"), seed=i).hands[1]
        for i in range(40)
    }
    assert left == {"cov", "vet", "fate"}


def test_random_wrath_is_answered_between_two_random_discards():
    p = use([{"discard": {"number": 2, "at": "random"}}], hands=("wrath wrath2", "cov vet fate"))
    assert (len(p.hands[0].split()), p.asked) == (1, 1)
    assert p.do("discard cov").hands[0] == ""
    assert p.do("discard vet").asked == 0


def test_put_on_deck():
    p = use([{"put_on_deck": 2}], hands=("cov vet", ""), deck="rec").do("top cov", "top vet")
    assert (p.hands[0], p.deck) == ("", "vet cov rec")
    p = use([{"put_on_deck": 2}], hands=("cov", ""), deck="rec").do("top cov")
    assert (p.deck, p.legal) == ("cov rec", ["end"])


def test_recover():
    p = use([{"recover": 2}], pile="cov vet fate").do("take cov", "take fate")
    assert (p.hands[0], p.pile) == ("cov fate", "vet")
    assert use([{"recover": 2}], pile="").legal == ["end"]
    p = use([{"recover": {"number": 2, "trait": "FATE"}}], pile="cov vet fate").do("take fate")
    assert p.asked == 0 and p.legal[-1] == "end"


def test_search():
    p = use([{"search": {"number": 2, "trait": "COVETED"}}], deck="rec cov vet fate", seed=4)
    assert sorted(p.legal) == ["take cov", "take fate", "take vet"]
    p.do("take vet", "take cov")
    assert (p.hands[0], sorted(p.deck.split())) == ("cov vet", ["fate", "rec"])


def test_search_shuffles_also_if_nothing_was_or_could_be_taken():
    for effect in ([{"search": 0}], [{"search": {"trait": "GLEAN"}}]):
        decks = {use(effect, deck="rec cov vet", seed=seed).deck for seed in range(30)}
        assert len(decks) == 6


def test_search_takes_only_what_was_seen_at_its_start():
    p = use([{"search": 2}], deck="rec", pile="cov vet").do("take rec")
    assert (p.hands[0], p.legal[-1], sorted(p.deck.split())) == ("rec", "end", ["cov", "vet"])


def test_search_makes_an_empty_deck_anew_first():
    p = use([{"search": 1}], pile="cov vet")
    assert (sorted(p.legal), p.pile) == (["take cov", "take vet"], "")
    assert use([{"search": 1}]).legal == ["end"]


def test_look_take_and_discard():
    p = use([{"look": {"top": 3, "take": 1, "rest": "discard"}}], deck="rec cov vet fate", known=False)
    assert sorted(p.legal) == ["take cov", "take rec", "take vet"]
    assert p.view(0)["decks"] == [["rec", "cov", "vet", None]]
    p.do("take cov")
    assert (p.hands[0], p.pile, p.deck) == ("cov", "rec vet", "fate")


def test_look_back():
    p = use([{"look": {"top": 3, "take": 1, "rest": "back"}}], deck="rec cov vet fate", known=False).do("take cov")
    assert (p.hands[0], p.deck, p.pile) == ("cov", "rec vet fate", "")
    assert p.view(0)["decks"] == [["rec", "vet", None]]
    assert p.view(1)["decks"] == [[None] * 3]


def test_look_at_fewer_and_take_none():
    p = use([{"look": {"top": 8, "take": 2, "rest": "discard"}}], deck="rec cov").do("take rec", "take cov")
    assert (p.hands[0], p.deck) == ("cov rec", "")
    p = use([{"look": {"top": 2, "take": 0, "rest": "discard"}}], deck="rec cov vet")
    assert (p.pile, p.deck) == ("rec cov", "vet")
    p = use([{"look": {"top": 2, "take": 0, "rest": "back"}}], deck="rec cov vet", known=False)
    assert (p.deck, p.view(0)["decks"]) == ("rec cov vet", [["rec", "cov", None]])


def test_look_discards_do_not_wake_wrath():
    p = use([{"look": {"top": 1, "take": 0, "rest": "discard"}}], hands=("", "cov"), deck="wrath vet")
    assert (p.pile, p.asked) == ("wrath", 0)


def test_reveal_take():
    effect = [{"reveal": {"if": {"trait": "COVETED"}, "then": "take"}}]
    p = use(effect, deck="cov rec", known=False)
    assert (p.hands[0], p.deck) == ("cov", "rec")
    assert p.view(1)["hands"][0]["known"] == ["cov"]
    p = use(effect, deck="rec cov")
    assert (p.hands[0], p.pile, p.deck) == ("", "rec", "cov")
    assert use(effect).legal == ["end"]
    p = use(effect, pile="cov rec")  # made anew first
    assert len(p.deck.split()) + len(p.pile.split()) + len(p.hands[0].split()) == 2


def test_reveal_play():
    effect = [{"reveal": {"if": {"cost": {"at_most": 2}}, "then": "play"}}]
    p = use(effect, deck="bol rec", coins=(0, 0), bol=[{"gain": 2}])
    assert (p.legal, p.deck) == (["city 0", "city 1", "city 2"], "bol rec")  # on top until the city is chosen
    p.do("city 1")
    assert (p.cities[1], p.coins[0], p.deck) == ("bol |", 2, "rec")
    p = use(effect, deck="tri rec")
    assert (p.pile, p.deck) == ("tri", "rec")


# --- units in cities

TABLE = ("vet myr | cov", "rec | fate wrath", "spo |")


@pytest.mark.parametrize("word", ["destroy", "return", "move"])
@pytest.mark.parametrize(
    ("target", "found"),
    [
        ({}, "vet myr bol rec spo cov fate wrath"),
        ({"whose": "own"}, "vet myr bol rec spo"),
        ({"whose": "opposing"}, "cov fate wrath"),
        ({"where": "here"}, "vet myr bol cov"),  # the unit whose effect it is may be chosen too
        ({"where": "another"}, "rec spo fate wrath"),
        ({"where": "another", "whose": "opposing", "trait": "WRATH"}, "wrath"),
    ],
)
def test_which_units(word, target, found):
    p = enter([{word: target}], cities=TABLE)
    assert p.legal == [f"{word} {unit}" for unit in found.split()]


def test_destroy():
    p = enter([{"destroy": {"number": 2, "whose": "opposing"}}], cities=TABLE).do("destroy wrath", "destroy cov")
    assert (p.pile, p.cities[1]) == ("wrath cov", "rec | fate")
    p = enter([{"destroy": {"number": 9, "whose": "opposing"}}], cities=("", "| cov", "")).do("destroy cov")
    assert p.legal == ["end"]
    assert enter([{"destroy": {"whose": "opposing"}}]).legal == ["end"]
    assert enter([{"destroy": {"number": 0}}]).legal == ["end"]


def test_return():
    p = enter([{"return": {"number": 2}}], cities=TABLE, known=False).do("return wrath", "return vet")
    assert (p.hands, p.pile) == (["vet", "wrath"], "")
    assert p.view(0)["hands"][1]["known"] == ["wrath"]


def test_up_to_may_stop_and_is_not_asked_without_a_unit():
    p = enter([{"destroy": {"number": 2, "whose": "opposing", "up_to": True}}], cities=TABLE)
    assert p.legal[-1] == "stop"
    p.do("destroy cov", "stop")
    assert p.pile == "cov"
    assert enter([{"destroy": {"whose": "opposing", "up_to": True}}]).legal == ["end"]


def test_chooser_opponent():
    p = enter([{"destroy": {"number": 2, "whose": "own", "chooser": "opponent"}}, {"gain": 1}], cities=TABLE)
    assert (p.asked, p.coins[0]) == (1, 4)
    assert p.do("destroy vet").asked == 1
    p.do("destroy rec")
    assert (p.asked, p.coins[0]) == (0, 5)


def test_move_opponent_chooses_the_city_too():
    p = enter([{"move": {"whose": "own", "where": "another", "chooser": "opponent"}}], cities=TABLE).do("move rec")
    assert (p.asked, p.legal) == (1, ["city 0", "city 2"])


def test_move():
    p = enter([{"move": {"whose": "own", "number": 2}}], cities=("vet |", "rec |", ""))
    p.do("move vet")
    assert (p.legal, p.cities[0]) == (["city 1", "city 2"], "vet bol |")  # stays until the city is chosen
    p.do("city 2")
    assert p.legal == ["move bol", "move rec"]  # vet has moved in this step
    assert p.do("move rec", "city 2").cities == ["bol |", "", "vet rec |"]


def test_a_unit_moved_by_one_step_may_be_moved_by_the_next():
    move = {"move": {"whose": "own", "where": "another"}}
    p = enter([move, move], cities=("", "vet |", "")).do("move vet", "city 2")
    assert p.legal == ["move vet"]
    p = enter([{"for_each": {"count": "cities", "do": [move]}}], cities=("", "vet |", "")).do("move vet", "city 2")
    assert p.legal == ["move vet"]


def test_move_to_here():
    p = enter([{"move": {"where": "another", "to": "here", "number": 2}}], cities=TABLE).do("move fate")
    assert p.legal == ["city 0"]  # asked, with its one answer
    p.do("city 0", "move spo", "city 0")
    assert p.cities == ["vet myr bol spo | cov fate", "rec | wrath", ""]


def test_move_offers_only_units_that_fit():
    p = enter(
        [{"move": {"where": "another", "to": "here", "whose": "own"}}], cities=("vet rec pil |", "fate | cov", "myr |")
    )
    assert p.legal == ["move fate"]  # with bol there is room for 1 here
    p = enter([{"move": {}}], cities=("", "razed", "razed"))
    assert p.legal == ["end"]


def test_a_moved_opposing_unit_needs_room_on_its_own_side():
    p = enter([{"move": {"whose": "opposing", "where": "here"}}], cities=("| myr cov", "| fate rec pil spo", "razed"))
    assert p.legal == ["move cov"]
    assert p.do("move cov").legal == ["city 1"]


def test_play_from_hand():
    p = use([{"play": {"from": "hand", "number": 2}}], hands=("tri cov vet", ""), coins=(0, 0)).do(
        "put tri", "city 0", "put vet"
    )
    assert (p.hands[0], p.legal) == ("cov vet", ["city 0", "city 1", "city 2"])
    assert p.do("city 1").cities[:2] == ["tri |", "vet |"]
    p = use([{"play": {"from": "hand", "up_to": True}}], hands=("tri", ""), coins=(0, 0))
    assert p.do("stop").hands[0] == "tri"
    assert use([{"play": {"from": "hand"}}]).legal == ["end"]


def test_play_from_discard():
    p = use([{"play": {"from": "discard", "trait": "COVETED"}}], pile="tri cov vet").do("put vet", "city 2")
    assert (p.cities[2], p.pile) == ("vet |", "tri cov")


def test_play_from_deck():
    p = use([{"play": {"from": "deck"}}], deck="tri cov", coins=(0, 0), known=False)
    assert p.view(1)["decks"] == [["tri", None]]
    p.do("city 0")
    assert (p.cities[0], p.deck) == ("tri |", "cov")
    p = use([{"play": {"from": "deck"}}], pile="cov").do("city 0")  # made anew first
    assert (p.cities[0], p.pile) == ("cov |", "")
    assert use([{"play": {"from": "deck"}}]).legal == ["end"]


def test_two_played_bolsters_follow_after_the_effect():
    p = use(
        [{"play": {"from": "hand", "number": 2}}, {"lose": 9}],
        hands=("bol bol2", ""),
        coins=(5, 0),
        bol=[{"gain": 1}],
        bol2=[{"steal": 1}],
    )
    p.do("put bol2", "city 0", "put bol", "city 1")
    assert p.coins[0] == 1


# --- kraters


def test_peek():
    p = use([{"peek": True}], cities=("", "razed", ""), stacks=("k2 k3", "", "k5 k6"), known=False)
    assert p.legal == ["peek 0", "peek 2"]
    p.do("peek 2")
    assert [city["kraters"] for city in p.view(0)["cities"]] == [[None, None], [], ["k5", None]]
    assert p.view(1)["cities"][2]["kraters"] == [None, None]


def test_swap_kraters():
    p = use([{"swap_kraters": True}], stacks=("k2", "k3 k4", "k5 k6"), known=False)
    assert p.legal == ["swap 0 1", "swap 0 2", "swap 1 2"]
    p.do("swap 1 2")
    assert p.stacks == ["k2", "k5 k4", "k3 k6"]
    assert p.view(0)["cities"][1]["kraters"] == [None, None]
    p = use([{"swap_kraters": True}], cities=("razed", "razed", ""), stacks=("", "", "k5 k6"))
    assert p.legal == ["end"]


def test_a_seen_krater_is_known_where_it_is_swapped_to():
    p = use([{"peek": True}, {"swap_kraters": True}], stacks=("k2", "k3 k4", "k5 k6"), known=False).do(
        "peek 0", "swap 0 2"
    )
    assert [city["kraters"] for city in p.view(0)["cities"]] == [[None], [None, None], ["k2", None]]


def test_extra_krater():
    p = position(kraters=["k1 k2 k3", ""], k1=[{"extra_krater": 1}]).do("krater k1")
    assert p.legal == ["krater k2", "krater k3", "end"]
    assert p.do("krater k2").legal == ["end"]


def test_extra_krater_outside_a_surge_step_does_nothing():
    p = position(cities=["glean |", "", ""], kraters=["k1 k2", ""], step="portent", glean=[{"extra_krater": 5}]).do(
        "glean glean"
    )
    p.pass_turn().do(*["coin"] * 3, "krater k1")  # the next own turn
    assert p.legal == ["end"]


def test_repeat_broken():
    p = position(
        kraters=["k1", ""],
        broken=["k2 k3", "k4"],
        coins=(0, 0),
        k1=[{"repeat_broken": True}, {"gain": 1}],
        k2=[{"gain": 3}],
    )
    p.do("krater k1")
    assert p.legal == ["again k2", "again k3"]  # own ones
    assert (p.do("again k2").coins[0], p.broken(0)) == (4, "k1 k2 k3")
    assert use([{"repeat_broken": True}]).legal == ["end"]


def test_repeat_broken_inside_for_each_goes_on_with_its_own_count():
    effect = [{"for_each": {"count": "cities", "do": [{"repeat_broken": True}]}}]
    inner = [{"for_each": {"count": "kraters", "do": [{"gain": 1}]}}]
    p = position(
        cities=["vet |", "cov |", ""], kraters=["k1 k3 k4", ""], broken=["k2", ""], coins=(0, 0), k1=effect, k2=inner
    )
    assert p.do("krater k1", "again k2", "again k2").coins[0] == 4


def test_a_repeated_effect_has_no_here():
    p = enter([{"repeat_broken": True}], cities=("", "vet |", ""), broken=("k2", ""), k2=[{"strength": 3}]).do(
        "again k2"
    )
    assert p.legal == ["city 0", "city 1", "city 2"]


# --- turn


def test_extra_wealth_extra_offering_and_skip_bonus_add_up():
    p = use([{"extra_wealth": 1}, {"extra_wealth": 2}, {"extra_offering": 2}, {"skip_bonus": 1}, {"skip_bonus": 1}])
    assert (p.s.extra_wealth.tolist(), int(p.s.extra_offers), p.s.skip_bonus.tolist()) == ([3, 0], 2, [0, 2])


def test_extra_offering_in_the_portent_step_counts():
    p = position(["cov rec fate", ""], ["glean |", "", ""], step="portent", glean=[{"extra_offering": 1}]).do(
        "glean glean"
    )
    p.do("offer fate")
    assert p.step == "offering"
    assert p.do("offer rec", "coin").step == "wealth"


def test_strength_here_and_any():
    p = enter([{"strength": 4}], city=1)
    assert p.s.strength_bonus.tolist() == [0, 4, 0]
    p = enter([{"strength": {"number": 2, "city": "any"}}], cities=("", "", "razed"))
    assert p.legal == ["city 0", "city 1"]
    assert p.do("city 1").s.strength_bonus.tolist() == [0, 2, 0]
    p = use([{"strength": 0}])
    assert p.legal == ["city 0", "city 1", "city 2"]  # asked also for +0
    p = use([{"strength": 1}], cities=("razed", "razed", "razed"))
    assert p.legal == ["end"]


def test_strength_decides_a_war_also_without_own_units():
    p = use([{"strength": 20}], cities=("", "| fate cov glean2", "")).do("city 1", "end", "resolve 1")
    assert p.kraters[0] == "k3"


def test_strength_is_the_owners():
    p = position(
        cities=["vet glean2 fate | rec cov", "", ""],
        kraters=["", "k1"],
        active=1,
        k1=[{"strength": 20}],
        stacks=["k2 k3", "k4", "k5"],
    )
    p.do("krater k1", "city 0", "end", "resolve 0")
    assert p.kraters[1] == "k2"


# --- structure


def test_may():
    effect = [{"may": [{"gain": 1}, {"draw": 1}]}, {"steal": 1}]
    p = use(effect, deck="cov", coins=(0, 2))
    assert p.legal == ["yes", "no"]
    assert (p.do("yes").coins, p.hands[0]) == ([2, 1], "cov")
    p = use(effect, deck="cov", coins=(0, 2)).do("no")
    assert (p.coins, p.hands[0]) == ([1, 1], "")
    assert use([{"may": [{"gain": 0}]}]).legal == ["yes", "no"]  # asked even if nothing could come of it


@pytest.mark.parametrize(
    ("cost", "situation", "answers", "left"),
    [
        ({"coins": 2}, {"coins": (2, 0)}, [], (0, "")),
        ({"discard": 2}, {"hands": ("cov vet", ""), "coins": (0, 0)}, ["discard cov", "discard vet"], (0, "")),
        (
            {"destroy": 2},
            {"cities": ("cov | fate", "vet |", ""), "coins": (0, 0)},
            ["destroy vet", "destroy cov"],
            (0, ""),
        ),
        ({"return": 1}, {"cities": ("cov | fate", "", ""), "coins": (0, 0)}, ["return cov"], (0, "cov")),
    ],
)
def test_may_pay(cost, situation, answers, left):
    effect = [{"may": {"pay": cost, "then": [{"gain": 7}]}}]
    p = use(effect, **situation)
    assert p.legal == ["yes", "no"]
    p.do("yes", *answers)
    assert (p.coins[0] - 7, p.hands[0]) == left
    kind, number = next(iter(cost.items()))
    p = use([{"may": {"pay": {kind: number + 1}, "then": [{"gain": 7}]}}], **situation)
    assert "yes" not in p.legal  # asked only if the whole cost can be paid


def test_choose():
    effect = [{"choose": [[{"gain": 1}], [{"draw": 1}, {"gain": 2}], [{"steal": 1}]]}, {"gain": 4}]
    for option, coins, hand in ((0, [5, 5], ""), (1, [6, 5], "cov"), (2, [5, 4], "")):
        p = use(effect, deck="cov", coins=(0, 5))
        assert p.legal == ["option 0", "option 1", "option 2"]
        p.do(f"option {option}")
        assert (p.coins, p.hands[0]) == (coins, hand)


def test_for_each():
    effect = [{"for_each": {"count": "own_units", "trait": "COVETED", "do": [{"gain": 1}, {"may": [{"draw": 1}]}]}}]
    p = use(effect, cities=("cov vet |", "rec | spo", ""), deck="fate tri", coins=(0, 0)).do("yes", "no")
    assert (p.coins[0], p.hands[0], p.legal[-1]) == (2, "fate", "end")
    assert use(effect, coins=(0, 0)).coins[0] == 0


def test_for_each_counts_at_its_start():
    p = use([{"for_each": {"count": "hand", "do": [{"draw": 1}]}}], hands=("cov vet", ""), deck="fate tri rec spo")
    assert p.hands[0] == "cov fate tri vet"


def test_nested_six_deep():
    inner = [{"gain": 5}]
    for _ in range(3):
        inner = [{"choose": [[{"may": inner}], [{"gain": 1}]]}]
    p = use(inner, coins=(0, 0)).do("option 0", "yes", "option 0", "yes", "option 0", "yes")
    assert p.coins[0] == 5
    p = use(inner, coins=(0, 0)).do("option 0", "yes", "option 1")
    assert (p.coins[0], p.legal) == (1, ["end"])


# --- compiling


@pytest.mark.parametrize("seed", range(8))
def test_the_length_of_an_effect_is_known_before_it_is_compiled(seed):
    cards = CardSet.model_validate(random_card_set(random.Random(seed), wild=seed / 7))
    for steps in [
        *(krater.effect for krater in cards.kraters),
        *(s for unit in cards.units for s in unit.effects.values()),
    ]:
        program = Program()
        program.add_effect(steps)
        assert (program.length, program.conditions) == rows_of_effect(steps)


def test_a_set_that_is_too_long_is_an_input_error():
    long = [{"choose": [[{"gain": 1}] * 12] * 4}] * 12
    many = card_set(bol=long, bol2=long)
    with pytest.raises(ValueError, match=f"too long in all: more than {MOST_ROWS}"):
        CardSet.model_validate(many)
