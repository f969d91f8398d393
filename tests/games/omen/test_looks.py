"""What greedy sees in an action, and what a player would laugh at if it did."""

from __future__ import annotations

import numpy as np
import pytest

from balance.engine.verbs import features
from balance.games.omen.looks import FEATURES, WEIGHTS
from games.omen.positions import Position, position

BACK = [{"return": {"whose": "any", "where": "any", "number": 2, "up_to": True}}, {"draw": 1}]


def seen(p: Position, action: str) -> dict[str, float]:
    """The looks of an action that are not 0."""
    out = np.zeros(len(FEATURES))
    features(p.s, p.r, np.int64(p.codes[p.legal.index(action)]), out)
    return {name: float(value) for name, value in zip(FEATURES, out, strict=True) if value}


def worth(p: Position, action: str) -> float:
    return sum(WEIGHTS[name] * value for name, value in seen(p, action).items())


def choice(p: Position) -> str:
    """What the hand-set bot does; one of the best if several are."""
    return max(p.legal, key=lambda action: worth(p, action))


# --- what is seen


@pytest.mark.parametrize("hand", ["bol tri jilt fate pil myr spo", "cov rec wrath vet glean"])
def test_looking_leaves_the_state_as_it_was(hand):
    gains = [{"gain": {"count": "own_units", "where": "here"}}, {"destroy": {"whose": "own"}}]
    p = position([hand, "vet2"], ["tri2 | bol2", "", "myr2 |"], deck="glean2 wrath2", kraters=["k1", ""], bol=gains)
    before = p.s.tobytes()
    for action in p.legal:
        seen(p, action)
    assert p.s.tobytes() == before


def test_only_the_first_spoils_counts():
    p = position(["spo", ""])
    assert seen(p, "play spo 0")["spoils"] == 1
    p = position(["spo", ""], ["", "tri2 |", ""])
    assert "spoils" not in seen(p, "play spo 0")


def test_war_reach_counts_units_that_can_be_paid():
    p = position(["vet2 bol2 rec", ""], ["| fate vet", "", ""], coins=(6, 0), stacks=["k1 k2", "k3", "k4"])
    assert seen(p, "play rec 0")["war_reach"] == pytest.approx(0.3)  # two more would do: 4 + 2 + 1 against 6
    p = position(["vet2 bol2 rec", ""], ["| fate vet", "", ""], coins=(4, 0), stacks=["k1 k2", "k3", "k4"])
    assert "war_reach" not in seen(p, "play rec 0")  # not all three


def test_a_triumph_met_by_another_unit_is_seen():
    three = {"step": "surge", "when": {"count": "own_units", "where": "here", "at_least": 3}}
    p = position(["cov", ""], ["tri pil |", "", ""], tri=three)
    assert seen(p, "play cov 0")["triumph_met"] == 1
    assert "triumph_met" not in seen(p, "play cov 1")


def test_a_triumph_met_by_an_emptier_hand_is_seen():
    few = {"step": "surge", "when": {"count": "hand", "at_most": 1}}
    p = position(["cov fate", ""], ["tri |", "", ""], tri=few, deck="vet", bol=[])
    assert seen(p, "play cov 0")["triumph_met"] == 1


def test_an_effect_is_foreseen_with_the_unit_in_its_city():
    p = position(["bol", ""], ["", "", ""], coins=(1, 0), bol=[{"gain": {"count": "own_units", "where": "here"}}])
    assert "coins" not in seen(p, "play bol 0")  # the one that was paid comes back


def test_a_free_play_needs_a_unit_to_play():
    cheap = [{"play": {"from": "hand", "cost": {"at_most": 1}}}]
    p = position(["bol tri", ""], bol=cheap)
    assert "plays_free" not in seen(p, "play bol 0")
    p = position(["bol cov", ""], bol=cheap)
    assert seen(p, "play bol 0")["plays_free"] == 1


def test_a_revealed_unit_counts_as_likely_as_it_is():
    p = position(["bol", ""], deck="vet", bol=[{"reveal": {"if": {"trait": "MYRIAD"}, "then": "play"}}])
    assert seen(p, "play bol 0")["plays_free"] == pytest.approx(2 / 22)


# --- what a player would laugh at


def test_it_does_not_break_a_krater_for_a_card():
    p = position(["", ""], ["", "", ""], kraters=["k1", ""], deck="vet cov", k1=BACK)
    assert choice(p) == "end"


def test_it_does_not_play_for_more_krater_uses_without_kraters():
    p = position(["bol", ""], bol=[{"extra_krater": 1}])
    assert "extra_krater" not in seen(p, "play bol 0")
    p = position(["bol", ""], kraters=["k1 k2", ""], bol=[{"extra_krater": 1}])
    assert seen(p, "play bol 0")["extra_krater"] == 1


def test_it_looks_at_a_krater_that_it_does_not_know():
    p = position(["bol bol2", ""], stacks=["k1", "k2", ""], bol=[{"peek": True}], bol2=[{"peek": True}], known=False)
    p.do("play bol 0", "peek 0", "play bol2 0")
    assert choice(p) == "peek 1"


def test_it_puts_the_worst_unit_on_the_shared_deck():
    p = position(["bol myr2 tri vet2", ""], deck="cov rec", bol=[{"draw": 1}, {"put_on_deck": 1}])
    p.do("play bol 0")
    assert choice(p) in ("top vet2", "top cov")


def test_it_goes_for_a_sacking_that_needs_two_plays():
    p = position(["pil vet2", ""], ["vet bol3 | fate", "", ""], coins=(5, 0), stacks=["k1 k2", "k3", "k4"])
    for _ in range(2):
        p.do(choice(p))
    assert sorted(p.cities[0].split(" | ")[0].split()) == ["bol3", "pil", "vet", "vet2"]


def test_it_does_not_end_the_game_when_behind():
    razed = ["fate pil vet2 rec |", "razed", "razed"]
    p = position(["bol", ""], razed, kraters=["", "k4 k5 k6"], stacks=["k1", "", ""], coins=(5, 0))
    assert "play bol 0" in p.legal
    assert choice(p) == "end"
    p = position(["bol", ""], razed, kraters=["k4 k5 k6", ""], stacks=["k1", "", ""], coins=(5, 0))
    assert choice(p) == "play bol 0"


def test_it_draws_rather_than_lose_coins():
    p = position(["vet cov rec pil fate", ""], deck="bol bol2 tri", coins=(7, 4), step="wealth")
    assert choice(p) == "draw"


def test_it_does_not_hold_seven_coins_and_a_full_hand_back():
    p = position(["vet rec pil glean bol", ""], deck="bol2 tri", coins=(7, 4))
    assert choice(p) != "end"


def test_a_free_play_that_wins_a_city_is_foreseen():
    free = [{"play": {"from": "discard", "cost": {"at_most": 2}}}]
    p = position(["", ""], ["vet pil rec | fate", "", ""], pile="vet2", kraters=["k1", ""], k1=free)
    assert seen(p, "krater k1")["war_now"] == 1
    assert choice(p) == "krater k1"
