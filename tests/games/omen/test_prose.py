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
    return KERNEL.tell(p.s, p.r, p.log)


def test_every_action_haswords():
    assert set(prose.PHRASES) == set(DOS)


def test_every_event_haswords():
    source = inspect.getsource(prose)
    assert [event for event in EVENTS if f"ev.E_{event.upper()}" not in source and event not in SILENT] == []


def test_a_turn_opens_with_the_table():
    p = position(
        ["cov", ""], ["vet myr | fate", "razed", ""], kraters=["k1", ""], broken=["", "k5"], facedown=["tri", ""]
    )
    assert KERNEL.heading(p.s, p.r) == "Turn 3: Player 1"
    assert KERNEL.scene(p.s, p.r) == [
        "City 1, 1 Krater: vet (4, VETERAN), myr (2, MYRIAD)  |  fate (2)",
        "City 2: razed",
        "City 3, 1 Krater: -  |  -",
        "Player 1: 5 Coins; in hand cov; Kraters in hand k1; TRIUMPHs tri",
        "Player 2: 5 Coins; in hand no Units; Broken Kraters k5",
    ]
    p = position(cities=["spo |", "", ""], step="wealth")
    assert KERNEL.scene(p.s, p.r)[-1] == "Player 1 has 4 Wealth Actions (SPOILS)."


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
        "resolve City 1: sacked by 3 Opposing Units and 2 of Player 1, MYRIAD counted twice; "
        "Strength 8 of Player 1 against 4"
    )
    assert told(p.do("resolve 0")) == ["City 1 is sacked: Player 1 wins k1."]
    assert told(p.do("keep pil")) == ["Player 1 keeps pil in City 1; rec is destroyed."]
    p = position(cities=["bol bol2 fate | glean cov fate-wrath", "", ""], step="war")
    assert said(p, "resolve 0") == (
        "resolve City 1: sacked by 3 Opposing Units and 3 of Player 1, MYRIAD counted twice; "
        "Strength 4 each, Units with BOLSTER 2 and 0"
    )


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
        ([{"extra_offering": 1}], "Player 1 may offer 1 more Unit this turn."),
        ([{"extra_krater": 1}], "Player 1 may use 1 more Krater in this Surge Step."),
        ([{"skip_bonus": 1}], "Player 2 will miss a Wealth Bonus."),
        ([{"strength": 3}], "Player 1 has +3 Strength in City 1 until this War ends."),
        ([{"steal": 2}], "Player 1 takes 2 Coins from Player 2."),
        ([{"look": {"top": 2, "take": 0, "rest": "back"}}], "Player 1 sees cov and vet."),
        ([{"reveal": {"if": {"trait": "GLEAN"}, "then": "take"}}], "The top Unit is revealed: cov."),
        ([{"discard": {"number": 1, "at": "random"}}], "tri goes to the discard pile, chosen at random."),
    ],
)
def test_words_are_told(effect, line):
    p = position(["bol tri", ""], deck="cov vet rec", bol=effect).do("play bol 0")
    assert line in told(p)


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
