"""Plays, Melodies and restrictions of a note of Melodies, as plainly as they can be written.

Nothing here knows of players or records: a hand is a list of numbers, a song a mapping with `notes` (heights) and
`restrictions` (a list of keys for each note). Section names in the docstrings are those of the rulebook.
"""

from itertools import pairwise

NUMBERS = range(1, 10)
COPIES = 8
ON_PLAY = ("at_least_2", "number_at_least_previous", "differ_from_previous", "count_at_least_previous")
PREVIOUS = ("number_at_least_previous", "differ_from_previous", "count_at_least_previous")
HIDDEN_BY_FACE_DOWN = ("number_at_least_previous", "differ_from_previous")
RESTRICTIONS = ("face_down", "draw_and_tune", *ON_PLAY, "even", "odd", "same", "one_apart", "ignore_highest")
RESTRICTIONS += ("least_played",)


def is_set(cards) -> bool:
    """Two or more cards of the same number."""
    return len(cards) >= 2 and len(set(cards)) == 1


def is_run(cards) -> bool:
    """Two or more consecutive cards, all ascending or all descending."""
    steps = {after - before for before, after in pairwise(cards)}
    return len(cards) >= 2 and steps in ({1}, {-1})


def slices(hand) -> list:
    """Play Cards: the (first, number of cards) of every single card, set and run of adjacent cards of a hand."""
    found = []
    for first in range(len(hand)):
        for length in range(1, len(hand) - first + 1):
            cards = hand[first : first + length]
            if length == 1 or is_set(cards) or is_run(cards):
                found.append((first, length))
    return found


def keeps_on_play(cards, previous, restrictions, looking: bool = True) -> bool:
    """Whether a play keeps the on-play restrictions beside the numbers of the play before it (None: the first).

    Without `looking` what depends on numbers is left for the reveal.
    """
    if "at_least_2" in restrictions and len(cards) < 2:
        return False
    if previous is None:
        return True
    if "count_at_least_previous" in restrictions and len(cards) < len(previous):
        return False
    return not looking or keeps_numbers(cards, previous, restrictions)


def keeps_numbers(cards, previous, restrictions) -> bool:
    """The two restrictions that compare numbers with the play before."""
    if "number_at_least_previous" in restrictions and cards and previous and min(cards) < max(previous):
        return False
    return not ("differ_from_previous" in restrictions and set(cards) & set(previous))


def chosen_number(votes, restrictions, parity: str = "check", ties_lowest: bool = False):
    """Set the Melody: the number that defines it, None if there is none; `votes`: how often each was played."""
    counted = {number: count for number, count in votes.items() if count > 0}
    if "ignore_highest" in restrictions and counted:
        del counted[max(counted)]
    if parity == "filter":
        for key, rest in (("even", 0), ("odd", 1)):
            if key in restrictions:
                counted = {number: count for number, count in counted.items() if number % 2 == rest}
    if not counted:
        return None
    wanted = (min if "least_played" in restrictions else max)(counted.values())
    tied = [number for number, count in counted.items() if count == wanted]
    return min(tied) if ties_lowest else max(tied)


def follows(melody: int, row, heights) -> bool:
    """Follow the Melody: higher or lower than (or equal to) every earlier note, as the Song card shows."""
    mine = heights[len(row)]
    return all(sign(melody - earlier) == sign(mine - height) for earlier, height in zip(row, heights, strict=False))


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def keeps_melody(melody: int, row, restrictions) -> list:
    """The Melody restrictions that this Melody does not keep."""
    before = row[-1] if row else None
    kept = {
        "even": melody % 2 == 0,
        "odd": melody % 2 == 1,
        "same": melody == before,
        "one_apart": before is not None and abs(melody - before) == 1,
    }
    return [key for key, holds in kept.items() if key in restrictions and not holds]


def restrictions_by_note(song, without=()) -> list:
    """The restrictions of each note as a set; those named in `without` count as not printed."""
    printed = song.get("restrictions", {}).items()
    notes = range(1, len(song["notes"]) + 1)
    return [{key for key, at in printed if note in at and key not in without} for note in notes]


def rows_of(song) -> list:
    """All rows of Melody notes that would succeed the song."""
    rows = [[]]
    for restrictions in restrictions_by_note(song):
        rows = [
            [*row, number]
            for row in rows
            for number in NUMBERS
            if follows(number, row, song["notes"]) and not keeps_melody(number, row, restrictions)
        ]
    return rows


def faults(song, players: int = 2) -> list:
    """Why a song cannot be played."""
    heights, said = song["notes"], restrictions_by_note(song)
    found = []
    if said[0] & {"same", "one_apart"}:
        found.append("the first note has no note before it")
    if any({"even", "odd"} <= keys for keys in said):
        found.append("even with odd")
    for k in range(1, len(heights)):
        joined = "same" in said[k]
        if joined and heights[k] != heights[k - 1]:
            found.append(f"note {k + 1} is not as high as the one before")
        if not joined and heights[k] in heights[:k]:
            found.append(f"note {k + 1} is as high as an earlier one")
    if players * song["hand"] > len(NUMBERS) * COPIES:
        found.append("more cards than there are")
    if not rows_of(song):
        found.append("no row of numbers")
    return found
