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
    [end] = [line for line in lines if line.startswith("The end: ")]
    assert end == "The end: all songs done. Won together."


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


def said(p):
    return [KERNEL.say(p.s, p.r, code) for code in p.codes]


def followed(p):
    return KERNEL.tell(p.s, p.r, p.log, None, p.before)


def test_a_note_that_no_number_can_take_says_so():
    p = position(["4 8", "1", "1"], notes=[1, 2, 3], row=[2, 9])
    assert KERNEL.scene(p.s, p.r)[0] == "The Melody so far: 2 9. This note: higher than 9, which no number is."
    p = position(["4 8", "1", "1"], notes=[1, 3, 2], row=[4, 5])
    assert KERNEL.scene(p.s, p.r)[0].endswith("higher than 4 and lower than 5, which no number is.")
    p = position(["4 8", "1", "1"], notes=[1, 3, 2], row=[4, 6])
    assert KERNEL.scene(p.s, p.r)[0].endswith("This note: higher than 4 and lower than 6.")


def test_cards_face_down_are_told_as_such_and_again_when_they_are_turned_up():
    p = position(["5 1", "8 2", "4 4 3"], restrictions={"face_down": [1]})
    assert "play an 8 face down" in said(p.do("play 5"))
    assert followed(p) == ["Player 1 plays a 5 face down."]
    assert followed(p.do("play 8", "play 4 4"))[:5] == [
        "Player 3 plays a set 4 4 face down.",
        "All cards are turned up.",
        "Player 1 has played a 5.",
        "Player 2 has played an 8.",
        "Player 3 has played a set 4 4.",
    ]


def test_cards_taken_back_are_told_with_their_places():
    p = position(["3 7 4 5", "2", "1"], instruments=["take_back anytime"]).do("play 4 5", "use instrument-0")
    assert followed(p) == ["Instrument 0 is turned face down."]
    assert followed(p.do("take_back 0")) == ["Player 1 takes 2 cards back into the hand, to places 3 and 4."]
    p = position(["3 7 4 5", "2", "1"], instruments=["take_back anytime"]).do("play 7", "use instrument-0")
    assert followed(p.do("take_back 0")) == ["Player 1 takes 1 card back into the hand, to place 2."]


def test_instruments_are_spent_and_turned_up_again():
    p = position(["8 3 8", "2", "1"], instruments=["split_set when_playing"], play="venue", notes=[1, 2])
    p.do("play 8 8 with instrument-0")
    assert "Instrument 0 is turned face down." in followed(p)
    lines = followed(p.do("pass", "pass", "pass", "pass", "pass"))
    assert any("fails the song" in line for line in lines)
    assert "Instrument 0 is turned up again." in lines


def test_only_tuning_before_the_song_is_called_so():
    p = position(["3 7 4", "2 5", "1 6"], instruments=["tune anytime"], at="deal")
    assert "move the 7 from place 2 to place 3" in said(p.do("use instrument-0"))
    assert "tune: move the 3 from place 1 to place 3" in said(p.do("tune 1 2").no())


def test_the_featured_instrument_is_named():
    assert sum(line.endswith(", the featured Instrument") for line in told("venue=heart", "song=3")) == 1
    assert not any("featured" in line for line in told("venue=star", "song=3"))


def test_numbers_have_their_article():
    p = position(["8 3", "2", "1"], instruments=["discard anytime"], at="deal").do("use instrument-0")
    assert "discard an 8" in said(p)
    assert followed(p.do("discard 8")) == ["Player 1 discards an 8."]


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
