"""Made-up packs for tests, in the form of docs/games/melodies-record.md: a plain tour of three, and random ones."""

import random

from .melodies_help import TIMINGS
from .melodies_notes import PREVIOUS, RESTRICTIONS, faults

RULES = {
    "play": "song",
    "players": 3,
    "difficulty": "normal",
    "packs": ["garage", "cellar", "attic"],
    "venue": "garage",
    "song": 1,
    "without": [],
    "max_attempts": 30,
    "featured_seat": "random",
    "instruments_refresh_on_failure": True,
    "easy_refresh": 1,
    "draw_and_tune_card": "any",
    "passing_under_restrictions": True,
    "parity": "check",
}


def helper(name: str, effect: str, timing: str) -> dict:
    """An instrument, fan or audience card."""
    return {"id": name, "name": name.title(), "effect": effect, "timing": timing}


def song(notes, hand: int = 3, **restrictions) -> dict:
    """A song; restrictions as lists of note numbers."""
    return {"id": "song", "name": "Song", "hand": hand, "notes": list(notes), "restrictions": restrictions}


def pack(name: str, songs, instruments=(), fans=(), audience=()) -> dict:
    """A pack of three songs."""
    named = [{**one, "id": f"song-{i}", "name": f"Song {i}"} for i, one in enumerate(songs, 1)]
    lists = {"songs": named, "instruments": list(instruments), "fans": list(fans), "audience": list(audience)}
    return {"id": name, "name": name.title(), "symbol": name, "source": "reconstructed", **lists}


def tour() -> list:
    """Three small packs with every effect and every restriction."""
    instruments = [
        helper("lute", "tune", "anytime"),
        helper("fiddle", "swap", "start_of_turn"),
        helper("bass", "bass", "end_of_turn"),
        helper("kazoo", "split_set", "when_playing"),
        helper("horn", "shift", "when_playing"),
    ]
    fans = [
        helper("ann", "discard", "anytime"),
        helper("bob", "draw", "anytime"),
        helper("cid", "give", "anytime"),
        helper("dot", "take_back", "anytime"),
        helper("eve", "cancel", "end_of_turn"),
    ]
    first = [song([1, 2]), song([2, 3, 1]), song([1])]
    second = [
        song([1, 2, 2], even=[1], same=[3], face_down=[2]),
        song([2, 1, 3], draw_and_tune=[1, 3], at_least_2=[2], odd=[3]),
        song([1, 2], least_played=[1], ignore_highest=[2]),
    ]
    third = [
        song([1, 2], number_at_least_previous=[1], one_apart=[2]),
        song([2, 1], differ_from_previous=[1], count_at_least_previous=[2]),
        song([1, 3, 2], 4, face_down=[1], number_at_least_previous=[1], differ_from_previous=[2]),
    ]
    return [
        pack("garage", first, instruments, fans),
        pack("cellar", second, [helper("drum", "double", "end_of_turn")], (), [helper("fay", "lowest_tie", "anytime")]),
        pack("attic", third, (), (), [helper("gus", "skip_restriction", "anytime")]),
    ]


# ---------------------------------------------------------------------- random content


OFTEN = dict.fromkeys((*PREVIOUS, "face_down", "draw_and_tune"), 2) | {"same": 4, "one_apart": 4}  # else refused often


def random_restrictions(rng: random.Random, notes: int, density: float) -> dict:
    """Some restrictions for some notes."""
    found = {}
    for note in range(1, notes + 1):
        for key in RESTRICTIONS:
            if rng.random() < density * OFTEN.get(key, 1) and (note > 1 or key not in ("same", "one_apart")):
                found.setdefault(key, []).append(note)
    return found


def random_heights(rng: random.Random, restrictions: dict, notes: int) -> list:
    """Heights all different, but for notes under `same`."""
    heights = rng.sample(range(1, notes + 1), notes)
    for note in restrictions.get("same", ()):
        if note > 1:
            heights[note - 1] = heights[note - 2]
    return heights


def random_song(
    rng: random.Random, players: int, most_notes: int = 5, most_cards: int = 7, dense: bool = False
) -> dict:
    """A song that can be played; some are so short that random play succeeds now and then."""
    if rng.random() < 0.3:
        most_notes, most_cards = min(2, most_notes), min(2, most_cards)
    while True:
        notes = rng.randint(1, most_notes)
        density = 0.03 if most_notes < 3 else rng.choice([0.0, 0.1, 0.1, 0.25])
        restrictions = random_restrictions(rng, notes, 0.3 if dense else density)
        found = song(random_heights(rng, restrictions, notes), rng.randint(1, most_cards), **restrictions)
        if not faults(found, players):
            return found


def thin_song(rng: random.Random, players: int) -> dict:
    """A song with most cards in hands, and draws: the deck runs out; notes of one rising line, easy to follow."""
    notes = rng.randint(3, 7)
    restrictions = {"draw_and_tune": sorted(rng.sample(range(1, notes + 1), rng.randint(2, notes)))}
    return song(sorted(rng.sample(range(1, 10), notes)), min(18, 72 // players), **restrictions)


def random_helper(rng: random.Random, name: str, wanted=None) -> dict:
    """A help card with an effect and a timing it may have."""
    effect = wanted or rng.choice([*TIMINGS, "take_back", "skip_restriction", "split_set"])
    timings = [*TIMINGS[effect], *("anytime",) * (2 if "anytime" in TIMINGS[effect] else 0)]
    return helper(name, effect, rng.choice(timings))


def random_packs(rng: random.Random, players: int, venues: int = 2, most_notes: int = 5, most_cards: int = 7) -> list:
    """A Starter Pack and some venues, all random."""
    packs, kind = [], rng.choice(["any", "any", "dense", "dense", "short", "tiny", "thin"])
    for i in range(venues + 1):
        size = {"short": (1, 2), "tiny": (1, 1), "dense": (2, 4, True)}.get(kind, (most_notes, most_cards))
        thin = kind == "thin" and players > 2
        songs = [thin_song(rng, players) if thin else random_song(rng, players, *size) for _ in range(3)]
        if i == 0:
            often = ["bass", "shift", "discard", None, None] if thin else [None]
            instruments = [random_helper(rng, f"instrument-{k}", rng.choice(often)) for k in range(5)]
            fans = [random_helper(rng, f"fan-{k}", rng.choice(often)) for k in range(5)]
            packs.append(pack("start", songs, instruments, fans))
            continue
        featured = [random_helper(rng, f"featured-{i}")] if rng.random() < 0.8 else []
        audience = [random_helper(rng, f"audience-{i}")] if rng.random() < 0.8 else []
        packs.append(pack(f"venue-{i}", songs, featured, (), audience))
    return packs


def random_rules(rng: random.Random, packs: list, play: str | None = None, players: int = 3) -> dict:
    """Rules that fit the packs; `without` may name anything that can be named."""
    play = play or rng.choice(["song", "song", "venue", "campaign"])
    helpers = [card["id"] for one in packs for kind in ("instruments", "fans", "audience") for card in one[kind]]
    tiny = all(song["hand"] == 1 for one in packs for song in one["songs"])
    may_be_without = [*helpers, *(key for key in RESTRICTIONS if key != "same")]
    without = rng.sample(may_be_without, rng.choice([0, 0, 0, 1, 3]))
    return {
        "play": play,
        "players": players,
        "difficulty": rng.choice(["normal", "easy", "expert"]),
        "packs": [one["id"] for one in packs],
        "venue": None if play == "campaign" else rng.choice(packs)["id"],
        "song": rng.randint(1, 3) if play == "song" else None,
        "without": without,
        "max_attempts": 60 if tiny else rng.choice([1, 3, 12]),
        "featured_seat": rng.choice(["random", rng.randrange(players)]),
        "instruments_refresh_on_failure": rng.random() < 0.6,
        "easy_refresh": rng.choice([0, 1, 2, 10]),
        "draw_and_tune_card": rng.choice(["any", "drawn"]),
        "passing_under_restrictions": rng.random() < 0.6,
        "parity": rng.choice(["check", "filter"]),
    }
