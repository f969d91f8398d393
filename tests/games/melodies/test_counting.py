"""Known facts: small songs counted out in plain Python, which knows nothing of the engine."""

from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import comb, sqrt

import numpy as np
import pytest

from balance.arena.records import Table, records
from balance.engine.game import find
from balance.games.melodies.content import shipped
from balance.games.melodies.melody import find_room, most_played, once
from balance.games.melodies.words import RESTRICTIONS, SHIPPED
from balance.spec import BotSpec, Spec
from games.melodies.positions import options, pack, position

GAME = find("melodies")


# --- a song of two notes for two players with two cards each, played at random


def slices(hand):
    """Distinct plays of a hand of up to two cards: (numbers, hand left)."""
    found = {}
    for i in range(len(hand)):
        for j in range(i + 1, len(hand) + 1):
            cut = hand[i:j]
            if j - i == 1 or abs(cut[0] - cut[1]) <= 1:
                found.setdefault(cut, hand[:i] + hand[j:])
    return list(found.items())


def melody(plays):
    numbers = [number for cut in plays for number in cut]
    most = max((numbers.count(number) for number in numbers), default=0)
    return max((number for number in numbers if numbers.count(number) == most), default=0)


@cache
def success(hands, note, before):
    """Chance that two players who choose uniformly among their options succeed from the beginning of a note."""
    if note == 3:
        return float(hands == ((), ()))
    first = (note - 1) % 2
    return _acts(hands, (None, None), first, frozenset(), note, before)


def _acts(hands, plays, first, waited, note, before):
    """The chance while the players act: `plays` by seat, None for not acted yet."""
    plays = tuple(() if play is None and not hand else play for play, hand in zip(plays, hands, strict=True))
    open_seats = [seat for seat in (first, 1 - first) if plays[seat] is None and seat not in waited]
    if not open_seats:
        found = melody([play for play in plays if play])
        if not found or (before and found <= before):
            return 0.0
        return success(hands, note + 1, found)
    seat = open_seats[0]
    ways = [(cut, left) for cut, left in slices(hands[seat])] + [((), hands[seat])]
    total = 0.0
    for cut, left in ways:
        after = tuple(left if i == seat else hand for i, hand in enumerate(hands))
        acted = tuple(cut if i == seat else play for i, play in enumerate(plays))
        total += _acts(after, acted, first, frozenset(), note, before)
    n = len(ways)
    if len(open_seats) == 2:
        total += _acts(hands, plays, first, waited | {seat}, note, before)
        n += 1
    return total / n


def exact_success():
    """Over all deals of two ordered cards to each, weighed by how many deals of 72 cards show these numbers."""
    total = weight = 0.0
    for numbers in product(range(1, 10), repeat=4):
        ways = 1
        for number in set(numbers):
            for taken in range(numbers.count(number)):
                ways *= 8 - taken
        weight += ways
        total += ways * success((numbers[:2], numbers[2:]), 1, 0)
    return total / weight


def test_random_play_of_a_tiny_song_succeeds_as_often_as_counted_out():
    tiny = pack(notes=[1, 2], size=2)
    silent = [card["id"] for card in tiny["instruments"] + tiny["fans"]]
    played = options([tiny], players=2, difficulty="expert", without=silent)
    games = 50_000
    rows = Table(records(Spec(GAME, played, (BotSpec("random"),) * 2)), seed=5).play(0, games)
    exact = exact_success()
    assert 0.05 < exact < 0.95
    assert abs((rows["winners"] > 0).mean() - exact) < 4 * sqrt(exact * (1 - exact) / games)


# --- rows that are still possible


def rows_of(song, without=()):
    """Every row of numbers that fits a song, by brute force over the values of its ranks."""
    ranks = song.ranks()
    found = []
    for values in combinations_with_replacement(range(1, 10), max(ranks)):
        row = [values[rank - 1] for rank in ranks]
        if len(set(values)) == max(ranks) and _fits(song, row):
            found.append(row)
    return found


def _fits(song, row):
    return (
        all(row[k - 1] % 2 == 0 for k in song.on("even"))
        and all(row[k - 1] % 2 == 1 for k in song.on("odd"))
        and all(abs(row[k - 1] - row[k - 2]) == 1 for k in song.on("one_apart"))
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_room_counts_the_rows_that_are_still_possible(name):
    for song in shipped(name).songs:
        rows = rows_of(song)
        assert rows
        for row in rows[:: max(1, len(rows) // 5)]:
            for note in (1, 2, len(row) // 2, len(row)):
                p = position(["1", "1", "1"], notes=song.notes, restrictions=song.restrictions, size=1)
                s = p.s
                s.note, s.row_n, s.skipped = note, note - 1, 0
                s.row[: len(row)] = row
                find_room(s, p.r)
                left = [other[note - 1] for other in rows if other[: note - 1] == row[: note - 1]]
                assert [int(s.room[n]) for n in range(1, 10)] == [left.count(n) for n in range(1, 10)]


def test_a_rising_song_has_as_many_rows_as_there_are_choices_of_numbers():
    for notes in range(1, 10):
        p = position(["1", "1"], notes=list(range(notes)), size=1)
        assert sum(int(p.s.room[n]) for n in range(1, 10)) == comb(9, notes)


# --- the Melody, by the definition


@pytest.mark.parametrize("word", [None, "ignore_highest", "least_played", "even", "odd"])
@pytest.mark.parametrize("lowest_tie", [0, 1])
def test_the_melody_of_every_small_table(word, lowest_tie):
    mask = 1 << RESTRICTIONS.index(word) if word else 0
    for n in range(5):
        for table in combinations_with_replacement((1, 2, 3, 8), n):
            counts = sum((once(number) for number in table), start=np.int64(0))
            assert most_played(counts, mask, lowest_tie, True) == _by_definition(table, word, lowest_tie), table


def _by_definition(table, word, lowest_tie):
    counted = [x for x in table if not (word == "ignore_highest" and x == max(table))]
    counted = [x for x in counted if word not in ("even", "odd") or x % 2 == (word == "odd")]
    if not counted:
        return 0
    often = (min if word == "least_played" else max)(counted.count(x) for x in counted)
    tied = [x for x in counted if counted.count(x) == often]
    return min(tied) if lowest_tie else max(tied)


# --- orders of acting


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_orders_of_acting_can_be_reached_and_no_note_takes_more_decisions_than_bounded(players):
    orders = set()
    most = 0

    def explore(texts):
        nonlocal most
        p = position(["5 1"] * players, notes=[1, 2]).do(*texts)
        if p.end:
            most = max(most, len(texts))
            return
        acted = p.table()["acted"]
        if len(acted) == players - 1:
            orders.add(tuple(acted))
        for text in ("pass", "wait"):
            if text in p.legal:
                explore((*texts, text))

    explore(())
    assert orders == set(permutations(range(players), players - 1))
    assert most == players * (players + 1) // 2
