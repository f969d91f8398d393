"""Small random packs and rules, as Hypothesis strategies."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from balance.games.melodies.content import Song
from balance.games.melodies.words import EFFECT_TIMINGS, EFFECTS, RESTRICTIONS
from games.melodies.positions import options


@st.composite
def songs(draw, number: int) -> dict[str, Any]:
    """A valid song of 1 to 6 notes with up to three restrictions on some of them."""
    n = draw(st.integers(1, 6))
    notes = list(draw(st.permutations(range(n))))
    limits: dict[str, list[int]] = {}
    for word in draw(st.lists(st.sampled_from(RESTRICTIONS), max_size=3, unique=True)):
        limits[word] = sorted(draw(st.sets(st.integers(1, n), min_size=1, max_size=2)))
    for note in limits.get("same", []):
        notes[note - 1] = notes[note - 2]
    song = {
        "id": f"song-{number}",
        "name": f"Song {number}",
        "hand": draw(st.integers(1, 9)),
        "notes": notes,
        "restrictions": limits,
    }
    try:
        Song.model_validate(song)
    except ValueError:
        return song | {"restrictions": {}, "notes": list(range(n))}
    return song


@st.composite
def cards(draw, kind: str, i: int) -> dict[str, str]:
    """A help card with any effect and a timing that fits it."""
    effect = draw(st.sampled_from(EFFECTS))
    timing = draw(st.sampled_from(EFFECT_TIMINGS[effect]))
    return {"id": f"{kind}-{i}", "name": f"{kind} {i}", "effect": effect, "timing": timing}


@st.composite
def packs(draw, i: int) -> dict[str, Any]:
    """The Starter Pack (i = 0) or a venue."""
    chosen = {
        "id": f"pack-{i}",
        "name": f"Pack {i}",
        "symbol": f"{i}",
        "source": "reconstructed",
        "songs": [draw(songs(k)) for k in (1, 2, 3)],
    }
    if i == 0:
        return chosen | {
            "instruments": [draw(cards("instrument", k)) for k in range(5)],
            "fans": [draw(cards("fan", k)) for k in range(5)],
        }
    return chosen | {
        "instruments": [draw(cards(f"featured-{i}", 0))] if draw(st.booleans()) else [],
        "audience": [draw(cards(f"audience-{i}", 0))] if draw(st.booleans()) else [],
    }


@st.composite
def variants(draw):
    """Options of any kind with two small random packs (as many as keep the rows of one type, compiled once)."""
    tour = [draw(packs(i)) for i in range(2)]
    play = draw(st.sampled_from(["song", "venue", "campaign"]))
    players = draw(st.integers(2, 5))
    rules = {
        "play": play,
        "players": players,
        "difficulty": draw(st.sampled_from(["normal", "easy", "expert"])),
        "max_attempts": draw(st.integers(1, 4)),
        "featured_seat": draw(st.sampled_from(["random", *range(players)])),
        "instruments_refresh_on_failure": draw(st.booleans()),
        "easy_refresh": draw(st.integers(0, 3)),
        "draw_and_tune_card": draw(st.sampled_from(["any", "drawn"])),
        "passing_under_restrictions": draw(st.booleans()),
        "parity": draw(st.sampled_from(["check", "filter"])),
    }
    if play != "campaign":
        rules["venue"] = draw(st.sampled_from([one["id"] for one in tour]))
    if play == "song":
        rules["song"] = draw(st.integers(1, 3))
    return options(tour, **rules)
