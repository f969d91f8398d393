"""Which place a card that is pointed at counts to have lain in."""

import numpy as np
import pytest

from balance.engine.knowledge import learn, mix, point_at

CARDS = np.arange(3)


def known(places, origins):
    return np.array(places, dtype=np.int64), np.array(origins, dtype=np.int64)


@pytest.mark.parametrize(
    ("places", "origins", "after", "why"),
    [
        ([0b10, 0b01, 0], [0b01, 0b01, 0], [0b01, 0b10, 0], "the place with fewest shuffles that can hold it"),
        ([0b110, 0b010, 0], [0b100, 0b010, 0], [0b110, 0b010, 0], "not one last shuffled before the card was"),
        ([0b110, 0b011, 0], [0b010, 0b001, 0], [0b110, 0b011, 0], "one that begins with the card's own shuffle first"),
        ([0, 0b01, 0], [0, 0b01, 0], [0, 0b01, 0], "it is known where the card lies"),
    ],
)
def test_a_card_pointed_at_lay_in(places, origins, after, why):
    places, origins = known(places, origins)
    point_at(places, origins, 0, CARDS, 3)
    assert places.tolist() == after, why


def test_cards_shuffled_together_are_alike_until_one_is_seen():
    places, origins = known([0, 0, 0], [0, 0, 0])
    mix(places, origins, CARDS, 2)
    assert places.tolist() == origins.tolist() == [1, 1, 0]
    learn(places, origins, 0)
    assert places.tolist() == origins.tolist() == [0, 1, 0]


def test_a_shuffle_of_cards_that_are_alike_adds_nothing():
    places, origins = known([0, 0, 0], [0, 0, 0])
    for _ in range(100):
        mix(places, origins, CARDS, 3)
    assert places.tolist() == [1, 1, 1]


def test_more_shuffles_than_bits_are_packed():
    places, origins = known([0, 0, 0], [0, 0, 0])
    for _ in range(200):
        mix(places, origins, CARDS, 3)
        learn(places, origins, 2)
        mix(places, origins, np.array([0, 2]), 2)
    assert np.all(places >= 0) and np.all(origins[[0, 1, 2]] >= 0)
    assert places[0] != 0 and places[1] != 0
