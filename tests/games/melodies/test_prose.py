"""A replay in words: a reader of the rulebook recognises the game."""

import re

import pytest

from balance.arena.replay import Replay
from balance.games.melodies.text import EFFECT_TEXTS, RESTRICTION_TEXTS, TIMING_TEXTS, cards_document
from balance.games.melodies.words import EFFECTS, RESTRICTIONS, SHIPPED, TIMINGS
from balance.spec import load
from games.melodies.positions import KERNEL, position


def told(*sets, bots="greedy", seed=1, number=0):
    return [line for moment in Replay(load("melodies", sets, bots), seed, number) for line in moment.prose]


def test_every_word_has_its_text():
    assert set(EFFECT_TEXTS) == set(EFFECTS)
    assert set(RESTRICTION_TEXTS) == set(RESTRICTIONS)
    assert set(TIMING_TEXTS) == set(TIMINGS)


def test_the_deal_names_venue_instruments_audience_song_and_hands():
    text = "\n".join(told("venue=heart", "song=2"))
    assert "The Velvet Room (heart)" in text
    assert re.search(r"Player 1 has .+ \(.+: .+\)", text)
    assert "In the audience: " in text and "The Newlyweds" in text
    assert "Slow Dance: 6 notes, 9 cards each; heights 3 4 2 5 1 6" in text
    assert re.search(r"Player 3: ([1-9] ){8}[1-9]", text)


def test_each_note_says_where_the_melody_stands_and_what_is_asked():
    text = "\n".join(told("venue=heart", "song=3"))
    assert "note 2 of 6" in text
    assert re.search(r"The Melody so far: \d\. This note: higher than \d\.", text)
    assert "Restriction: play at least 2 cards." in text
    assert re.search(r"The Melody is \d\.", text)


def test_a_venue_tells_attempts_and_ends():
    lines = told("play=venue", "venue=bow-tie", "max_attempts=1000")
    text = "\n".join(lines)
    assert "attempt 2" in text
    assert "The band fails the song at note" in text
    assert "the band succeeds with the song!" in text
    assert "The Grand Casino is completed. Bravo!" in text
    assert lines[-4].startswith("The end: all songs done. Won together.")


@pytest.mark.parametrize("venue", SHIPPED)
def test_every_pack_is_told_without_a_gap(venue):
    for bots in ("random", "greedy"):
        lines = told("play=venue", f"venue={venue}", "max_attempts=2", bots=bots)
        assert all(line == line.rstrip() and "None" not in line and "np." not in line for line in lines)


def test_choices_are_said_as_players_would():
    p = position(["3 7 3 4", "2", "1"], instruments=["give start_of_turn"]).do("use instrument-0")
    said = [KERNEL.say(p.s, p.r, code) for code in p.codes]
    assert "give a 3 from place 1 to Player 2" in said
    assert "give a 7 to Player 3" in said
    p = position(["3 7 3 4", "2", "1"], instruments=["split_set when_playing"])
    said = [KERNEL.say(p.s, p.r, code) for code in p.codes]
    assert "play a 3 from place 3" in said
    assert "play a run 3 4" in said
    assert "play a set 3 3 from places 1 and 3 with Instrument 0" in said
    assert "wait for others to play first" in said


def test_a_note_that_must_be_the_same_says_so():
    p = position(["4 9", "1", "1"], notes=[1, 2, 2, 3], row=[2, 4], restrictions={"same": [3]})
    assert KERNEL.scene(p.s, p.r)[0] == "The Melody so far: 2 4. This note: 4 again."


def test_the_document_of_all_cards():
    options = load("melodies", ["venue=heart"]).options
    text = cards_document(options, "markdown")
    assert "# The Last Gig in the Sky" in text
    assert "- **Upright Bass**. End of turn: make the Melody 1 higher or lower." in text
    assert "note 3: play at least 2 cards" in text
    assert cards_document(options, "html").count("<h1>") == len(SHIPPED)


def test_a_pack_written_out_as_yaml_can_be_played(tmp_path):
    options = load("melodies", ["venue=heart"]).options
    path = tmp_path / "mine.yaml"
    path.write_text(cards_document(options, "yaml").replace("id: heart\n", "id: mine\n", 1))
    again = load("melodies", [f"packs=[starter, {path}]", "venue=mine"]).options
    assert again.tour()[1].songs == options.tour()[2].songs
