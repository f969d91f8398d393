"""Plays, Melodies and restrictions: the rulebook's examples and each word, before any record is read."""

from collections import Counter

import pytest

from .melodies_notes import chosen_number, faults, follows, keeps_melody, keeps_on_play, rows_of, slices


def cut(hand):
    """The plays of a hand as texts."""
    cards = [int(number) for number in hand]
    return {"".join(map(str, cards[first : first + length])) for first, length in slices(cards)}


def song(notes, hand=7, **said):
    """A song; `said`: note position (as `_2`) to restrictions."""
    restrictions = {}
    for note, keys in said.items():
        for key in keys.split():
            restrictions.setdefault(key, []).append(int(note[1:]))
    return {"hand": hand, "notes": list(notes), "restrictions": restrictions}


# ---------------------------------------------------------------------- play cards


def test_a_single_card():
    assert cut("5") == {"5"}


def test_sets_are_two_or_more_adjacent_equal_cards():
    assert cut("333") == {"3", "33", "333"}
    assert "33" not in cut("353")


def test_runs_are_adjacent_and_consecutive_up_or_down():
    assert {"21", "456", "45", "56"} <= cut("21456")
    assert "14" not in cut("21456")
    assert cut("456") == {"4", "5", "6", "45", "56", "456"}
    assert cut("343") == {"3", "4", "34", "43"}  # not up and down
    assert cut("446") == {"4", "6", "44"}
    assert cut("91") == {"9", "1"}
    assert cut("123456789") >= {"123456789"}


def test_every_place_counts():
    assert slices([3, 5, 3]) == [(0, 1), (1, 1), (2, 1)]
    assert len(slices([3, 3, 3])) == 6


# ---------------------------------------------------------------------- set and follow the Melody


def test_example_the_highest_of_those_played_most():
    assert chosen_number(Counter([3, 4, 5, 2, 4, 3]), []) == 4


def test_the_number_played_most_defines_the_melody():
    assert chosen_number(Counter([3, 3, 9, 8]), []) == 3
    assert chosen_number(Counter(), []) is None


def test_example_of_a_false_note():
    number = chosen_number(Counter([4, 3, 2, 2, 3, 4]), [])
    assert number == 4
    assert not follows(number, [8, 6, 4], [9, 7, 5, 3])


def test_relative_position_to_every_earlier_note():
    heights = [2, 5, 3]
    assert follows(5, [4], heights) and not follows(4, [4], heights) and not follows(3, [4], heights)
    assert follows(5, [4, 7], heights)
    assert not follows(8, [4, 7], heights)
    assert not follows(2, [4, 7], heights)  # lower than the last is not enough
    assert not follows(7, [4, 7], heights)


def test_equal_only_where_heights_are_equal():
    assert follows(4, [4], [1, 1])
    assert not follows(5, [4], [1, 1])


# ---------------------------------------------------------------------- restrictions


def test_at_least_2():
    assert not keeps_on_play([3], None, ["at_least_2"])
    assert keeps_on_play([3, 4], None, ["at_least_2"])


def test_number_at_least_previous():
    key = ["number_at_least_previous"]
    assert keeps_on_play([1], None, key)
    assert keeps_on_play([5, 6], [3, 4, 5], key)
    assert not keeps_on_play([6, 5, 4], [5], key)
    assert keeps_on_play([4], [5], key, looking=False)


def test_differ_from_previous():
    key = ["differ_from_previous"]
    assert keeps_on_play([1, 2], [3, 4], key)
    assert not keeps_on_play([1, 2, 3], [3, 4], key)
    assert keeps_on_play([3], [3], key, looking=False)


def test_count_at_least_previous():
    key = ["count_at_least_previous"]
    assert keeps_on_play([1, 2], [3, 3], key)
    assert not keeps_on_play([1], [3, 3], key)
    assert not keeps_on_play([1], [3, 3], key, looking=False)


@pytest.mark.parametrize(("key", "kept"), [("even", 4), ("odd", 5), ("same", 7), ("one_apart", 6), ("one_apart", 8)])
def test_melody_restrictions(key, kept):
    assert keeps_melody(kept, [2, 7], [key]) == []
    others = {"even": [1, 9], "odd": [2, 8], "same": [6, 2], "one_apart": [7, 5, 9, 3]}[key]
    assert all(keeps_melody(number, [2, 7], [key]) == [key] for number in others)


def test_ignore_highest_drops_every_card_of_the_highest_number():
    assert chosen_number(Counter([9, 9, 9, 3]), ["ignore_highest"]) == 3
    assert chosen_number(Counter([9, 9]), ["ignore_highest"]) is None


def test_least_played():
    assert chosen_number(Counter([9, 9, 3, 4, 4]), ["least_played"]) == 3
    assert chosen_number(Counter([9, 9, 3, 5]), ["least_played"]) == 5
    assert chosen_number(Counter([9, 9, 3, 8, 8, 5]), ["least_played", "ignore_highest"]) == 5
    assert chosen_number(Counter([9, 3, 8, 8]), ["least_played", "ignore_highest"]) == 3


def test_ties_lowest():
    assert chosen_number(Counter([9, 9, 3, 3, 4]), [], ties_lowest=True) == 3


def test_parity_filter():
    votes = Counter([9, 9, 4, 2])
    assert chosen_number(votes, ["even"]) == 9
    assert chosen_number(votes, ["even"], "filter") == 4
    assert chosen_number(votes, ["odd"], "filter") == 9
    assert chosen_number(votes, ["odd", "ignore_highest"], "filter") is None
    assert chosen_number(votes, [], "filter") == 9


# ---------------------------------------------------------------------- songs


def test_rows_of_a_song():
    assert len(rows_of(song([1, 2, 3]))) == 84
    assert rows_of(song(range(1, 10))) == [list(range(1, 10))]
    assert rows_of(song(range(1, 9), _8="odd", _1="even")) == [list(range(2, 10))]
    assert [4, 5, 5] in rows_of(song([1, 2, 2], _2="one_apart", _3="same"))
    assert all(b - a == 1 and c == b for a, b, c in rows_of(song([1, 2, 2], _2="one_apart", _3="same")))


def test_faults_of_a_song():
    assert faults(song([1, 2, 3])) == []
    assert "first note" in faults(song([1, 2], _1="same"))[0]
    assert "first note" in faults(song([1, 2], _1="one_apart"))[0]
    assert "even with odd" in faults(song([1, 2], _2="even odd"))
    assert faults(song([1, 2, 1])) == ["note 3 is as high as an earlier one"]
    assert faults(song([1, 2, 1], _3="same")) == ["note 3 is not as high as the one before", "no row of numbers"]
    assert faults(song([1, 2, 2, 2], _3="same", _4="same")) == []
    assert faults(song([2, 2, 3, 2], _2="same")) == ["note 4 is as high as an earlier one"]
    assert faults(song(range(10))) == ["no row of numbers"]
    assert faults(song([1, 2], 15), 5) == ["more cards than there are"]
