"""The engine before the independent referee: every legal action, every event, every view, every state of whole games.

The referee (tests/referee) knows the rulebook and the record of a game, nothing of the engine. Random content reaches
what the shipped packs leave out; see `referee.melodies_content`.
"""

from __future__ import annotations

import pytest

from balance.spec import load
from games.melodies.agreement import happenings, random_spec, report
from referee.melodies import EVENT_KEYS

SEED = 2026

PACKS = ("starter", "star", "heart", "diamond", "cat", "flower", "cocktail", "bow-tie", "bird", "sparkle")
PACKS += ("skull-and-star",)
SONGS = {f"{pack}, song {song}": [f"venue={pack}", f"song={song}"] for pack in PACKS for song in (1, 2, 3)}
VARIANTS = {
    "2 players": ["players=2", "venue=heart"],
    "4 players": ["players=4", "venue=cocktail", "song=3"],
    "5 players": ["players=5", "venue=bird", "song=2"],
    "5 players, 55 cards": ["players=5", "venue=skull-and-star", "song=3"],
    "expert": ["difficulty=expert", "venue=sparkle"],
    "featured seat": ["featured_seat=1", "venue=cat", "song=2"],
    "parity filter": ["parity=filter", "venue=star", "song=3"],
    "must play": ["passing_under_restrictions=false", "venue=heart", "song=3"],
    "drawn card": ["draw_and_tune_card=drawn", "venue=sparkle", "song=3"],
    "without": ["without=[ukulele, the-dog, even, face_down]", "venue=diamond", "song=3"],
    "venue": ["play=venue", "max_attempts=4"],
    "easy venue": ["play=venue", "venue=flower", "difficulty=easy", "easy_refresh=2", "max_attempts=5"],
    "no refresh": ["play=venue", "venue=bow-tie", "instruments_refresh_on_failure=false", "max_attempts=4"],
    "campaign": ["play=campaign", "max_attempts=3"],
    "short campaign": ["play=campaign", "packs=[starter, heart, bird]", "difficulty=easy", "max_attempts=4"],
}


@pytest.mark.parametrize("name", SONGS)
def test_songs(name):
    assert report(load("melodies", sets=SONGS[name], bots="random"), SEED, range(3)) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_variants(name):
    assert report(load("melodies", sets=VARIANTS[name], bots="random"), SEED, range(3)) == []


@pytest.mark.parametrize("name", ["star, song 1", "diamond, song 2", "bow-tie, song 3"])
def test_greedy(name):
    assert report(load("melodies", sets=SONGS[name], bots="greedy"), SEED, range(2)) == []


@pytest.mark.parametrize("part", range(6))
def test_random_content_and_rules(part, tmp_path):
    found = []
    for seed in range(20 * part, 20 * part + 20):
        found += report(random_spec(tmp_path, seed), SEED, range(1), f"content and rules {seed}:")
    assert found == []


@pytest.mark.slow
def test_random_content_reaches_everything_that_can_happen(tmp_path):
    """What the referee agrees to here is more than easy games: every event, every cause, every source of a card."""
    found = set()
    for seed in range(200, 600):
        found |= happenings(random_spec(tmp_path, seed), SEED, 0)
        if len(found) == len(ALL_THAT_HAPPENS):
            break
    assert found == ALL_THAT_HAPPENS


ALL_THAT_HAPPENS = set(EVENT_KEYS) - {"row", "fail"}
ALL_THAT_HAPPENS |= {f"row {source}" for source in ("played", "deck", "discard", "none")}
ALL_THAT_HAPPENS |= {f"fail {cause}" for cause in ("false_note", "no_melody", "restriction", "cards_left")}


# --- the long runs


@pytest.mark.slow
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("name", [*SONGS, *VARIANTS])
def test_many_games(name, bots):
    assert report(load("melodies", sets=(SONGS | VARIANTS)[name], bots=bots), SEED + 1, range(25)) == []


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("difficulty", ["normal", "easy", "expert"])
def test_many_campaigns(players, difficulty):
    sets = ["play=campaign", f"players={players}", f"difficulty={difficulty}"]
    assert report(load("melodies", sets=[*sets, "max_attempts=6"], bots="random"), SEED, range(6)) == []
    assert report(load("melodies", sets=sets, bots="greedy"), SEED, range(1)) == []


@pytest.mark.slow
@pytest.mark.parametrize("play", ["song", "venue", "campaign"])
@pytest.mark.parametrize("part", range(10))
def test_much_random_content_and_many_rules(part, play, tmp_path):
    found = []
    for seed in range(1000 + 50 * part, 1000 + 50 * (part + 1)):
        bots = ("random", "greedy")[seed % 4 == 0]
        spec = random_spec(tmp_path, seed, play=play, bots=bots)
        found += report(spec, SEED, range(2), f"{play}, content and rules {seed}:")
    assert found == []
