"""What people read of a game: each action and each event has its words, effects are quoted, the table opens a turn."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from balance.arena.replay import Replay
from balance.games.omen import prose
from balance.games.omen.actions import DOS
from balance.games.omen.events import EVENTS
from balance.spec import load
from games.omen.positions import KERNEL, Position, position

SILENT = {
    "step",
    "turn",
    "order",
    "word",
    "spoils",
    "keep",
    "coveted",
}  # told by a title, the table or another sentence


def said(p: Position, text: str) -> str:
    """An action, which is legal, in words."""
    code = next(code for code in p.codes if p.words(code) == text)
    return KERNEL.say(p.s, p.r, np.int64(code))


def told(p: Position) -> list[str]:
    """What followed the last action."""
    return KERNEL.tell(p.s, p.r, p.log, None, p.before)


def test_every_action_haswords():
    assert set(prose.PHRASES) == set(DOS)


def test_every_event_haswords():
    source = inspect.getsource(prose)
    assert [event for event in EVENTS if f"ev.E_{event.upper()}" not in source and event not in SILENT] == []


def test_a_turn_opens_with_the_table():
    p = position(
        ["cov", ""],
        ["vet myr | fate", "razed", ""],
        deck="rec wrath",
        pile="pil",
        kraters=["k1", ""],
        broken=["", "k5"],
        facedown=["tri", ""],
    )
    assert KERNEL.heading(p.s, p.r) == "Turn 3: Player 1"
    assert KERNEL.scene(p.s, p.r) == [
        "City 1, 1 Krater: vet (4, COVETED, VETERAN), myr (2, MYRIAD, CURSE)  |  fate (2, COVETED, FATE)",
        "City 2: razed",
        "City 3, 1 Krater: -  |  -",
        "Player 1: 5 Coins; in hand: cov (COVETED); Krater in hand: k1; facedown in Rewards: tri",
        "Player 2: 5 Coins; no Units in hand; Broken Krater: k5",
        "Deck 2 Units; discard pile pil",
    ]


def test_a_turn_opens_with_what_triumphs_wait_for():
    when = {"step": "surge", "when": {"count": "coins", "at_least": 9}}
    p = position(cities=["tri | tri2", "", ""], tri=when)
    assert KERNEL.scene(p.s, p.r)[-1] == 'TRIUMPH of tri: "Met in your Surge Step if you have 9 or more Coins."'


def test_wealth_actions_are_explained():
    p = position(cities=["spo |", "", ""], step="wealth")
    assert KERNEL.scene(p.s, p.r)[-1] == "Player 1 has 4 Wealth Actions (1 for SPOILS)."
    p = position(cities=["spo |", "", ""], step="wealth", fields={"extra_wealth": [2, 0]})
    assert KERNEL.scene(p.s, p.r)[-1] == "Player 1 has 6 Wealth Actions (1 for SPOILS, 2 from an earlier effect)."
    p = position(step="wealth", turn=1)
    assert KERNEL.scene(p.s, p.r)[-1] == "Player 1 has 2 Wealth Actions (the first turn)."


def test_the_deal_says_what_is_in_play_and_what_lies_where():
    p = position(["cov bol", "vet"], deck="rec pil", stacks=("k1 k2", "k3", "k5 k6"))
    assert KERNEL.opening(p.s, p.r) == [
        "In play: Test set, 22 Units and 6 Kraters.",
        "Player 1: bol (COVETED), cov (COVETED); 5 Coins",
        "Player 2: vet (COVETED); 5 Coins",
        "The deck: 2 Units.",
        "City 1, from the top: k1, k2.",
        "City 2, from the top: k3.",
        "City 3, from the top: k5, k6.",
        "Left out: k4.",
        "A City shows Player 1's side, then |, then Player 2's: each Unit with its Strength and traits.",
    ]
    seen = KERNEL.opening(p.s, p.r, 0)
    assert "City 1: 2 Kraters." in seen and "Left out: 1 Krater." in seen


def test_playing_a_unit_is_told_with_its_effect():
    p = position(["bol", ""], deck="cov vet rec", bol=[{"draw": 2}])
    assert said(p, "play bol 1") == "play bol (Cost 1) to City 2"
    assert told(p.do("play bol 1")) == [
        "Player 1 pays 1 Coin and bol (Strength 1) enters City 2.",
        'BOLSTER of bol: "When this Unit enters a City, draw 2 Units."',
        "Player 1 draws cov and vet.",
    ]


def test_a_sacked_city_is_told_with_its_strengths():
    p = position(cities=["rec pil | cov fate glean", "", ""], step="war")
    assert said(p, "resolve 0") == (
        "resolve City 1, sacked with 3 Units of Player 2 and 2 Units of Player 1; "
        "Strength 8 of Player 1 against 4 of Player 2"
    )
    assert told(p.do("resolve 0")) == ["City 1 is sacked: Player 1 wins k1."]
    assert told(p.do("keep pil")) == ["Player 1 keeps pil in City 1; rec is destroyed."]
    p = position(cities=["bol bol2 fate | glean cov fate-wrath", "", ""], step="war")
    assert said(p, "resolve 0") == (
        "resolve City 1, sacked with 3 Units of Player 2 and 3 Units of Player 1; "
        "Strength 4 each; Units with BOLSTER: 2 of Player 1 and none of Player 2"
    )
    assert told(p.do("resolve 0")) == ["City 1 is sacked: Player 1 wins k1 by more Units with BOLSTER."]
    p = position(cities=["myr myr2 rec | ", "", ""], step="war")
    assert said(p, "resolve 0") == (
        "resolve City 1, sacked with 5 Units of Player 1 (MYRIAD counts twice); "
        "Strength 11 of Player 1 against 0 of Player 2"
    )


def test_a_card_that_is_called_the_something_has_no_owner_before_its_name():
    p = position(cities=["rec pil vet | cov fate glean", "", ""], stacks=("k1", "k3 k4", "k5 k6"), step="war")
    lines = told(p.do("resolve 0"))
    assert "vet goes to Player 1's hand (VETERAN)." in lines
    assert "cov, fate and glean of Player 2 in City 1 are destroyed." in lines


def test_steps_in_which_nothing_happens_are_passed_over():
    p = position(["cov", ""]).do("end")
    assert told(p) == ["Offering Step."]
    p = position(cities=["", "", "| cov fate rec"]).do("end")
    assert told(p) == ["War Step."]


def test_an_offering_is_told_in_one_sentence():
    p = position(["cov", ""], ["| vet", "", ""], step="offering").do("offer cov")
    assert told(p) == ["Player 1 discards cov as an Offering of 3.", "CURSE of cov."]


@pytest.mark.parametrize(
    ("effect", "line"),
    [
        ([{"extra_wealth": 2}], "Player 1 has 2 more Wealth Actions in the next Wealth Step."),
        ([{"extra_offering": 1}], "Player 1 may offer 2 Units this turn."),
        ([{"extra_krater": 1}], "Player 1 may use 2 more Kraters in this Surge Step."),
        ([{"skip_bonus": 1}], "Player 2 will miss a Wealth Bonus."),
        ([{"strength": 3}], "Player 1 has +3 Strength in City 1 until the end of this turn's War Step."),
        ([{"steal": 2}], "Player 1 takes 2 Coins from Player 2."),
        ([{"look": {"top": 2, "take": 0, "rest": "back"}}], "Player 1 sees cov and vet."),
        ([{"reveal": {"if": {"trait": "GLEAN"}, "then": "take"}}], "The top Unit is revealed: cov."),
        ([{"discard": {"number": 1, "at": "random"}}], "tri goes to the discard pile, chosen at random."),
    ],
)
def test_words_are_told(effect, line):
    p = position(["bol tri", ""], deck="cov vet rec", bol=effect).do("play bol 0")
    assert line in told(p)


def test_the_uses_of_kraters_that_are_left_are_told():
    p = position(kraters=["k1 k3", ""], k1=[{"extra_krater": 1}], k3=[{"extra_krater": 2}])
    assert "Player 1 may use 1 more Krater in this Surge Step." in told(p.do("krater k1"))
    assert "Player 1 may use 2 more Kraters in this Surge Step." in told(p.do("krater k3"))


@pytest.mark.parametrize(
    ("effect", "lines"),
    [
        ([{"steal": 2}], ["Player 1 takes no Coins."]),
        ([{"steal": 2}, {"gain": 1}], ["Player 1 takes no Coins.", "Player 1 gains 1 Coin."]),
        (
            [{"steal": 2}, {"opponent_loses": 1}, {"gain": 1}, {"peek": True}],
            ["Player 1 takes no Coins.", "Player 2 loses no Coins.", "Player 1 gains 1 Coin."],
        ),
        ([{"gain": 1}, {"swap_kraters": True}], ["Player 1 gains 1 Coin.", "No Kraters are swapped."]),
        ([{"may": {"pay": {"coins": 5}, "then": [{"draw": 1}]}}], ["Player 1 cannot pay 5 Coins."]),
        ([{"may": {"pay": {"discard": 5}, "then": [{"draw": 1}]}}], ["Player 1 cannot pay by discarding 5 Units."]),
        ([{"if": {"count": "coins", "at_least": 9}, "then": [{"gain": 1}]}], ["Nothing comes of it."]),
        (
            [{"gain": 1}, {"if": {"count": "coins", "at_least": 9}, "then": [{"gain": 1}]}],
            ["Player 1 gains 1 Coin.", "Nothing more comes of it."],
        ),
        ([{"for_each": {"count": "opposing_units", "do": [{"draw": 1}]}}], ["There is nothing to do it for."]),
        ([{"draw": 1}, {"draw": 1}], ["Player 1 draws cov."]),
    ],
)
def test_what_an_effect_could_not_do_is_told(effect, lines):
    stacks = ("k1 k2", "", "")
    p = position(["bol", ""], deck="cov", coins=(2, 0), stacks=stacks, bol=effect).do("play bol 0")
    assert told(p)[2:] == lines


def test_a_part_that_fails_after_a_choice_is_told():
    effect = [{"opponent_discards": 1}, {"steal": 2}, {"gain": 1}]
    p = position(kraters=["k1", ""], hands=["", "cov vet"], coins=(2, 0), k1=effect).do("krater k1", "discard cov")
    assert told(p) == [
        "cov goes to the discard pile.",
        "Player 1 takes no Coins.",
        "Player 1 gains 1 Coin.",
        "k1 is a Broken Krater now, in Player 1's Rewards.",
    ]
    p = position(["bol", ""], coins=(2, 0), bol=[{"may": [{"steal": 1}, {"lose": 1}]}])
    assert told(p.do("play bol 0", "yes")) == ["Player 1 takes no Coins.", "Player 1 loses 1 Coin."]
    assert told(position(["bol", ""], coins=(2, 0), bol=[{"may": [{"steal": 1}]}]).do("play bol 0", "no")) == []


def test_that_no_unit_of_a_hand_could_be_played_is_told_to_its_player_alone():
    effect = [{"play": {"from": "hand", "cost": {"at_most": 0}}}]
    p = position(["bol cov", ""], bol=effect).do("play bol 0")
    assert told(p)[-1] == "No Unit is played."
    assert KERNEL.tell(p.s, p.r, p.log, 0, p.before)[-1] == "No Unit is played."
    assert "No Unit is played." not in KERNEL.tell(p.s, p.r, p.log, 1, p.before)


def test_an_option_is_named():
    effect = [{"choose": [[{"gain": 1}], [{"choose": [[{"draw": 1}], [{"opponent_loses": 2}, {"gain": 1}]]}]]}]
    p = position(["bol jilt", ""], bol=effect, jilt=[{"choose": [[{"gain": 3}], [{"steal": 3}]]}]).do("play bol 0")
    assert said(p, "option 0") == "choose: gain 1 Coin (bol)"
    p.do("option 1")
    assert said(p, "option 1") == "choose: the Opposing Player loses 2 Coins, then you gain 1 Coin (bol)"
    p.do("option 0", "jilt jilt")
    assert said(p, "option 1") == "choose: take 3 Coins from the Opposing Player (jilt)"


def test_an_option_that_can_do_nothing_is_told():
    p = position(["bol", ""], coins=(2, 0), bol=[{"choose": [[{"gain": 1}], [{"opponent_loses": 2}]]}])
    assert told(p.do("play bol 0", "option 1")) == ["Nothing comes of it."]


def test_choosing_none_is_told_from_choosing_no_more():
    effect = [{"destroy": {"whose": "opposing", "number": 2, "up_to": True}}]
    p = position(["bol", ""], ["| vet fate", "", ""], bol=effect).do("play bol 0")
    assert said(p, "stop") == "choose none (bol)"
    assert said(p.do("destroy vet"), "stop") == "choose no more (bol)"
    counted = {"count": "opposing_units", "where": "all"}
    p = position(["bol", ""], ["| vet", "", ""], bol=[{"destroy": {"number": counted, "up_to": True}}])
    assert said(p.do("play bol 0"), "stop") == "stop choosing (bol)"


def test_a_broken_kraters_effect_is_carried_out_again():
    p = position(kraters=["k1", ""], broken=["k3", ""], k1=[{"repeat_broken": True}], k3=[{"gain": 1}]).do("krater k1")
    assert said(p, "again k3") == "carry out the effect of k3 again (k1)"


def test_both_are_told_what_they_draw_in_a_draft():
    lines = [line for moment in Replay(load("omen", ["mode=draft"], bots="random"), 1, 1) for line in moment.prose]
    first, give = next((i, line) for i, line in enumerate(lines) if ": give " in line)
    drawn = lines[first - 2].removeprefix("    Player 1 draws ").removesuffix(".").split(", ")
    given, kept = give.split(": give ")[1].split(" away, keep ")
    assert sorted(drawn) == sorted([given, *kept.split(" and ")])
    assert sum(line.startswith("    Player 2 draws ") and line.count(",") == 2 for line in lines[: first + 30]) >= 5


def test_a_triumph_is_quoted():
    when = {"step": "surge", "when": {"count": "coins", "at_least": 1}}
    p = position(cities=["tri |", "", ""], tri=when).do("end")
    assert told(p)[0] == (
        'TRIUMPH: tri goes facedown to Player 1\'s Rewards. "Met in your Surge Step if you have 1 or more Coins."'
    )


def test_cards_whose_texts_are_not_known_are_told_without():
    p = position(["bol", ""], bol=[{"gain": 2}])
    p.r.texts = 0
    assert "BOLSTER of bol." in told(p.do("play bol 0"))


def test_a_whole_game_reads_from_the_deal_to_the_points():
    lines = [line for moment in Replay(load("omen", bots="random"), 1, 1) for line in moment.prose]
    text = "\n".join(lines)
    assert "Player 1, 4 options: lay down" in text
    assert lines.count("The deal") == 1
    assert "The end: " in text
    assert "None" not in text and "-1" not in text
