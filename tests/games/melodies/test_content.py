"""Packs and options: what is shipped, what may be written, and one clear message for whatever is wrong."""

import pytest

from balance.engine.game import find
from balance.games.melodies.content import check_cards, load_pack, shipped
from balance.games.melodies.words import EFFECTS, RESTRICTIONS, SHIPPED, TIMINGS
from balance.input import SpecError, read
from balance.spec import load
from balance.spec.model import from_resolved

GAME = find("melodies")
PACK = """\
id: roof
name: The Roof
symbol: roof
source: reconstructed
songs:
  - id: one
    name: One
    hand: 7
    notes: [1, 2, 3]
    restrictions: {even: [2]}
  - id: two
    name: Two
    hand: 9
    notes: [2, 1, 1]
    restrictions:
      same: [3]
  - id: three
    name: Three
    hand: 11
    notes: [4, 3, 5]
    restrictions: {one_apart: [2]}
instruments:
  - {id: triangle, name: Triangle, effect: double, timing: when_playing}
audience:
  - {id: pigeons, name: Pigeons, effect: cancel, timing: end_of_turn}
"""


@pytest.fixture
def write(tmp_path):
    def written(old="", new="", text=PACK, name="roof.yaml"):
        assert old in text
        path = tmp_path / name
        path.write_text(text.replace(old, new, 1))
        return path

    return written


# --- what is shipped


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_packs_have_the_structure_the_rulebook_gives(name):
    pack = shipped(name)
    assert pack.id == name
    assert pack.source == "reconstructed"
    assert all(song.hand in (7, 9, 11) for song in pack.songs)
    counts = [len(group) for group in (pack.instruments, pack.fans, pack.audience)]
    assert counts == {"starter": [5, 5, 0], "star": [0, 0, 1], "diamond": [1, 0, 0]}.get(name, [1, 0, 1])


def test_restrictions_are_introduced_one_or_two_a_venue_until_all_are_met():
    met: set[str] = set()
    for name in SHIPPED:
        new = {word for song in shipped(name).songs for word in song.restrictions} - met
        assert len(new) == 0 if name == "starter" else len(new) in (1, 2)
        met |= new
    assert met == set(RESTRICTIONS)


def test_every_effect_and_timing_is_on_some_shipped_card():
    cards = [card for name in SHIPPED for card in shipped(name).help_cards()]
    assert {card.effect for card in cards} == set(EFFECTS)
    assert {card.timing for card in cards} == set(TIMINGS)
    assert len({card.name for card in cards}) == len(cards)


def test_face_down_does_not_meet_restrictions_that_look_at_hidden_numbers():
    for name in SHIPPED:
        for song in shipped(name).songs:
            judged_late = set(song.on("number_at_least_previous")) | set(song.on("differ_from_previous"))
            assert not judged_late & set(song.on("face_down"))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_pack_written_out_is_the_same_pack(name):
    pack = shipped(name)
    assert type(pack).model_validate(pack.record()) == pack


# --- a pack of one's own


def test_a_pack_of_ones_own_can_be_played(write):
    path = write()
    spec = load("melodies", [f"packs=[starter, {path}]", "venue=roof", "song=2", "play=song"])
    assert [pack.id for pack in spec.options.tour()] == ["starter", "roof"]
    assert spec.options.model_dump(mode="json")["packs"] == ["starter", "roof"]
    again = from_resolved(spec.resolved())
    assert again.digest == spec.digest


def test_relative_paths_start_from_the_file_that_names_them(write, tmp_path):
    write()
    config = tmp_path / "mine.yaml"
    config.write_text("extends: melodies\nrules:\n  packs: [starter, roof.yaml]\n  venue: roof\n")
    assert load(str(config)).options.tour()[1].name == "The Roof"


def test_check_says_what_a_pack_holds(write):
    found = check_cards(read(write()))
    assert found["id"] == "roof"
    assert found["song 2"] == "Two: 9 cards, 3 notes; same on 3"
    assert found["instruments"] == "Triangle (double, when_playing)"
    assert found["fans"] == "none"


def test_a_file_of_another_kind_is_not_a_pack(write):
    assert check_cards(read(write(text="units: []\n"))) is None


BAD_PACKS = {
    "same on note 1": ("same: [3]", "same: [1]", 16, "songs[1].restrictions.same[0]", "note 1 has none"),
    "one_apart on note 1": (
        "one_apart: [2]",
        "one_apart: [1]",
        21,
        "songs[2].restrictions.one_apart[0]",
        "note before",
    ),
    "same at another height": ("same: [3]", "same: [2]", 16, "songs[1].restrictions.same[0]", "not as high as"),
    "equal heights without same": ("[1, 2, 3]", "[1, 2, 1]", 9, "songs[0].notes[2]", "as high as note 1"),
    "even and odd": ("{even: [2]}", "{even: [2], odd: [2]}", 10, "songs[0].restrictions.odd", "even and odd"),
    "no row exists": ("[1, 2, 3]", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", 9, "songs[0].notes", "no row of numbers"),
    "one_apart over a gap": ("[4, 3, 5]", "[1, 3, 2]", 20, "songs[2].notes", "no row of numbers"),
    "no such note": ("even: [2]", "even: [4]", 10, "songs[0].restrictions.even[0]", "there is no note 4"),
    "a note twice": ("even: [2]", "even: [2, 2]", 10, "songs[0].restrictions.even[1]", "twice"),
    "unknown restriction": ("{even: [2]}", "{evn: [2]}", 10, "songs[0].restrictions.evn", "did you mean even?"),
    "a word for a note": ("even: [2]", "even: [two]", 10, "songs[0].restrictions.even[0]", "whole number"),
    "restrictions as a list": ("{even: [2]}", "[even]", 10, "songs[0].restrictions", "mapping"),
    "a hand too large": ("hand: 7", "hand: 19", 8, "songs[0].hand", "from 1 to 18"),
    "no cards": ("hand: 7", "hand: 0", 8, "songs[0].hand", "from 1 to 18"),
    "no notes": ("notes: [1, 2, 3]", "notes: []", 9, "songs[0].notes", "1 to 12"),
    "a height that is no number": ("[1, 2, 3]", "[1, low, 3]", 9, "songs[0].notes[1]", "whole number"),
    "two songs": (PACK[PACK.index("  - id: three") : PACK.index("instruments")], "", 5, "songs", "exactly 3"),
    "a song's id twice": ("id: two", "id: one", 11, "songs[1].id", "also the id of songs[0]"),
    "unknown effect": ("effect: double", "effect: dubble", 23, "instruments[0].effect", "did you mean double?"),
    "unknown timing": ("timing: when_playing", "timing: whenever", 23, "instruments[0].timing", "not a timing"),
    "a timing that does not fit": (
        "timing: when_playing",
        "timing: start_of_turn",
        23,
        "instruments[0].timing",
        "does not fit",
    ),
    "a missing effect": ("effect: double, ", "", 23, "instruments[0].effect", "missing"),
    "an id with capitals": ("id: roof", "id: Roof", 1, "id", "a-z"),
    "an id like a restriction": ("id: triangle", "id: even", 23, "instruments[0].id", "restriction"),
    "unknown source": ("source: reconstructed", "source: remembered", 4, "source", "printed"),
    "an unknown key": ("symbol: roof", "symbol: roof\ncolour: red", 4, "colour", "not a known key"),
    "a card's id twice": ("id: pigeons", "id: triangle", 25, "audience[0].id", "also the id of instruments[0]"),
    "two audience cards": (
        "audience:\n",
        "audience:\n  - {id: x, name: X, effect: bass, timing: anytime}\n",
        24,
        "audience",
        "0 to 1",
    ),
}


@pytest.mark.parametrize("what", BAD_PACKS)
def test_a_wrong_pack_has_one_clear_message(write, what):
    old, new, line, key, message = BAD_PACKS[what]
    with pytest.raises(SpecError) as caught:
        load_pack(write(old, new))
    (problem,) = caught.value.problems
    assert (problem.line, problem.key) == (line, key)
    assert problem.file.endswith("roof.yaml")
    assert message in problem.message


BAD_RULES = {
    "no such pack": (["packs=[starter, hart]"], "packs[1]", "did you mean heart?"),
    "no such venue": (["venue=hart"], "venue", "did you mean heart?"),
    "a venue that is not in play": (["packs=[starter, star]", "venue=heart"], "venue", "known: starter, star"),
    "a pack twice": (["packs=[starter, star, star]"], "packs[2]", "two packs have the id"),
    "no packs": (["packs=[]"], "packs", "1 to 16"),
    "packs as text": (["packs=starter"], "packs", "must be a list"),
    "a number for a pack": (["packs=[starter, 2]"], "packs[1]", "must be the id"),
    "a venue first": (["packs=[star, starter]"], "packs[0]", "comes first"),
    "a song of a venue": (["play=venue", "song=2"], "song", "leave song out"),
    "a venue of a campaign": (["play=campaign", "venue=star"], "venue", "leave venue out"),
    "song 4": (["song=4"], "song", "from 1 to 3"),
    "one player": (["players=1"], "players", "from 2 to 5"),
    "six players": (["players=6"], "players", "from 2 to 5"),
    "a seat that is not there": (["players=2", "featured_seat=2"], "featured_seat", "no seat 2"),
    "a seat by name": (["featured_seat=first"], "featured_seat", "random"),
    "nothing of that name to do without": (["without=[upright-bas]"], "without[0]", "did you mean upright-bass?"),
    "doing without same": (["without=[same]"], "without[0]", "cannot be left out"),
    "no attempts": (["max_attempts=0"], "max_attempts", "from 1 to 1000"),
    "a difficulty of ones own": (["difficulty=hard"], "difficulty", "normal, easy or expert"),
    "a parity of ones own": (["parity=even"], "parity", "check or filter"),
    "text for a switch": (["instruments_refresh_on_failure=yes"], "instruments_refresh_on_failure", "true or false"),
    "an unknown option": (["plays=song"], "plays", "did you mean play"),
}


@pytest.mark.parametrize("what", BAD_RULES)
def test_wrong_rules_have_one_clear_message(what):
    sets, key, message = BAD_RULES[what]
    with pytest.raises(SpecError) as caught:
        load("melodies", sets)
    (problem,) = caught.value.problems
    assert problem.key == f"rules.{key}"
    assert message in problem.message


def test_more_cards_dealt_than_there_are(write):
    path = write("hand: 11", "hand: 15")
    with pytest.raises(SpecError, match=r"5 players x 15 cards for .Three. are more than 72"):
        load("melodies", [f"packs=[starter, {path}]", "venue=roof", "players=5"])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("id: triangle", "id: ukulele", "both have a card with the id"),
        ("id: roof", "id: starter", "two packs have the id"),
        (
            "instruments:",
            "instruments:\n  - {id: x, name: X, effect: bass, timing: anytime}",
            "more than one instrument",
        ),
        ("audience:", "fans:", "has fans"),
    ],
)
def test_packs_that_do_not_go_together(write, old, new, message):
    with pytest.raises(SpecError, match=message) as caught:
        load("melodies", [f"packs=[starter, {write(old, new)}]"])
    assert len(caught.value.problems) == 1


def test_a_starter_pack_needs_instruments_and_fans_for_all(write):
    starter = write("audience:", "fans:", name="first.yaml")
    with pytest.raises(SpecError, match="3 players need 3 instruments in the first pack, roof has 1"):
        load("melodies", [f"packs=[{starter}]"])


def test_a_wrong_pack_is_named_with_its_own_file_and_line(write):
    path = write("effect: double", "effect: dubble")
    with pytest.raises(SpecError) as caught:
        load("melodies", [f"packs=[starter, {path}]"])
    assert str(caught.value).startswith(f"{path}:23: instruments[0].effect:")


def test_a_link_in_a_circle_is_there_but_cannot_be_read(tmp_path):
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    with pytest.raises(SpecError) as caught:
        load("melodies", [f"packs=[starter, {tmp_path / 'loop.yaml'}]"])
    assert str(caught.value) == f"{tmp_path / 'loop.yaml'}: cannot be read: Too many levels of symbolic links"


def test_defaults_are_resolved():
    played = GAME.options()
    assert (played.venue, played.song) == ("starter", 1)
    assert GAME.options(play="campaign").venue is None
    assert GAME.options(play="venue").song is None
