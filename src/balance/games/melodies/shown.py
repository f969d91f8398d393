"""What the reports show of Melodies: figures, rates, exposures (no numba here: the game's declaration reads this)."""

from __future__ import annotations

from dataclasses import replace

from balance.engine.game import Exposure, Figure, Rate
from balance.games.melodies.options import MelodiesOptions
from balance.games.melodies.words import CAUSES, NOTES

TRIES = 4
"""Help is counted by attempt at a song: the first, the second, …, this one and all after it."""

CAUSE_LABELS = {
    "false_note": "false notes",
    "no_melody": "notes without a Melody",
    "restriction": "restrictions not kept",
    "cards_left": "songs that end with cards in hand",
}
assert tuple(CAUSE_LABELS) == CAUSES

_notes = range(1, NOTES + 1)
_tries = range(1, TRIES + 1)

GAME_FIGURES = (
    Figure("attempts", "attempts at songs", high=10),
    Figure("successes", "songs succeeded with", high=3),
    Figure("failures", "failed attempts", hidden=True),
    *(Figure(cause, label, hidden=True) for cause, label in CAUSE_LABELS.items()),
    *(Figure(f"false_at_{k}", f"false notes at note {k}", hidden=True) for k in _notes),
    *(Figure(f"reached_{k}", f"attempts that reached note {k}", hidden=True) for k in _notes),
    Figure("melodies", "notes with a Melody", hidden=True),
    Figure("plays", "plays", high=60),
    Figure("cards_played", "cards played", hidden=True),
    Figure("passes", "passes", hidden=True),
    Figure("waits", "times a player waited", high=40),
    Figure("help_used", "instruments and audience cards used", high=12),
    Figure("help_left", "help cards ready at a success", hidden=True),
    Figure("cards_over", "cards left in hands after the last note", hidden=True),
    *(Figure(f"tries_{k}", f"songs tried {k} times", hidden=True) for k in _tries),
    *(Figure(f"used_in_try_{k}", f"help used in attempt {k}", hidden=True) for k in _tries),
)

SEAT_FIGURES = (
    Figure("left_with_cards", "songs ended with cards in hand", "a game", per="seat", hidden=True),
    Figure("seat_waits", "times waited", "a game", per="seat", high=20),
    Figure("seat_help", "help cards used", "a game", per="seat", high=6),
    Figure("seat_passes", "passes with cards in hand", "a game", per="seat", high=12),
)

LONGER = {"song": 1, "venue": 8, "campaign": 100}
"""How many times larger figures may get than in one song."""

SONG_FIGURES = ("attempts", "successes")
"""What is counted of each song where one game has several."""

EXPOSURES = (
    Exposure("in_play", "among the instruments and audience of the first venue played", causal=True),
    Exposure("used", "used"),
)


def songs_of(options: MelodiesOptions) -> list[str]:
    """The songs of a venue or a campaign, in order."""
    return [f"{pack.symbol} {k}: {song.name}" for pack in _packs(options) for k, song in enumerate(pack.songs, 1)]


def _packs(options: MelodiesOptions) -> list:
    return [options.tour()[i] for i in options.played()]


def figures(options: MelodiesOptions) -> tuple[Figure, ...]:
    """All figures; in a venue or campaign attempts and successes of each song too."""
    one_song = options.play == "song"
    by_song = [
        Figure(f"song_{i}_{what}", f"{what}, {song}", hidden=True)
        for i, song in enumerate([] if one_song else songs_of(options))
        for what in SONG_FIGURES
    ]
    return tuple(
        replace(
            figure,
            high=figure.high * LONGER[options.play],
            hidden=figure.hidden or (one_song and figure.name in SONG_FIGURES),
        )
        for figure in (*GAME_FIGURES, *by_song, *SEAT_FIGURES)
    )


def rates(options: MelodiesOptions) -> tuple[Rate, ...]:
    """How attempts end, where false notes fall, how help is spent, and each song by itself."""
    found = [
        *(
            Rate(f"failed_by_{cause}", label, cause, "attempts", group="attempts that fail, by cause")
            for cause, label in CAUSE_LABELS.items()
        ),
        *(
            Rate(
                f"false_note_{k}",
                f"at note {k}",
                f"false_at_{k}",
                f"reached_{k}",
                group="false notes, of the attempts that reach the note",
            )
            for k in range(1, _longest(options) + 1)
        ),
        Rate(
            "left_with_cards",
            "cards in hand at the end",
            "left_with_cards",
            "attempts",
            each_seat=True,
            group="songs that end with cards in a player's hand",
        ),
        Rate(
            "cards_over_by_song",
            "cards left over",
            "cards_over",
            "cards_left",
            unit="cards a song that ends with cards in hand",
        ),
        Rate("cards_by_play", "cards in a play", "cards_played", "plays", unit="cards a play"),
        Rate("waits_by_note", "waiting", "waits", "turns", unit="times a note"),
        Rate("notes_by_attempt", "length of an attempt", "turns", "attempts", unit="notes an attempt"),
        Rate("help_by_attempt", "help used", "help_used", "attempts", unit="cards an attempt"),
        Rate("help_left_by_success", "help left at success", "help_left", "successes", unit="cards ready after a song"),
    ]
    if options.play == "song":
        return tuple(found)
    found += [
        Rate(
            f"help_in_try_{k}",
            f"attempt {k}{' and later' if k == TRIES else ''}",
            f"used_in_try_{k}",
            f"tries_{k}",
            unit="cards",
            group="help used, by attempt at a song",
        )
        for k in range(1, TRIES + 1)
    ]
    found.append(Rate("success_by_attempt", "attempts that succeed", "successes", "attempts"))
    for i, song in enumerate(songs_of(options)):
        found.append(
            Rate(f"song_{i}", song, f"song_{i}_successes", f"song_{i}_attempts", group="attempts that succeed, by song")
        )
    return tuple(found)


def _longest(options: MelodiesOptions) -> int:
    """Notes of the longest song that may be played."""
    songs = [song for pack in _packs(options) for song in pack.songs]
    if options.song:
        songs = [songs[options.song - 1]]
    return max(len(song.notes) for song in songs)
