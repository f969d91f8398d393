"""Streams against published vectors and a second implementation in Python integers."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from balance.engine.streams import begin, below, mix, purpose_key, purpose_keys, shuffle, unit, word

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15

SPLITMIX_1234567 = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
"""https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64"""

XOROSHIRO_1_2 = (
    393217,
    669327710093319,
    1732421326133921491,
    11394790081659126983,
    9555452776773192676,
    3586421180005889563,
    1691397964866707553,
    10735626796753111697,
    15216282715349408991,
    14247243556711267923,
)
"""https://prng.di.unimi.it/xoroshiro128plusplus.c from state (1, 2), as in the Rust crate rand_xoshiro."""


def stream(*state):
    return np.array([state], dtype=np.uint64)


def naive_mix(x):
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


def naive_begin(key, seed, number):
    x = naive_mix(naive_mix((seed + GOLDEN) & MASK) ^ (number * GOLDEN & MASK)) ^ key
    return [naive_mix((x + i * GOLDEN) & MASK) for i in (1, 2)]


def rotate(x, k):
    return (x << k | x >> (64 - k)) & MASK


def naive_words(s0, s1):
    while True:
        yield (rotate((s0 + s1) & MASK, 17) + s0) & MASK
        s1 ^= s0
        s0, s1 = rotate(s0, 49) ^ s1 ^ (s1 << 21 & MASK), rotate(s1, 28)


def begun(names, seed, number):
    keys = purpose_keys(names, 0)
    rng = np.empty((len(keys), 2), dtype=np.uint64)
    begin(rng, keys, np.uint64(seed), np.uint64(number))
    return rng


def test_splitmix_vector():
    states = [(1234567 + i * GOLDEN) & MASK for i in range(1, 6)]
    assert [int(mix(np.uint64(x))) for x in states] == list(SPLITMIX_1234567)


def test_xoroshiro_vector():
    rng = stream(1, 2)
    assert [int(word(rng, 0)) for _ in XOROSHIRO_1_2] == list(XOROSHIRO_1_2)


def test_purpose_keys_are_the_same_for_ever():
    assert purpose_key("chance deal") == 0xFD13296800713C07
    assert purpose_key("bot 0") == 0xFFEF2535B141BDC0


@pytest.mark.parametrize("seed", [0, 1, 2**63, MASK])
@pytest.mark.parametrize("number", [0, 1, 123_456, 2**63 - 1, MASK])
def test_a_game_begins_as_in_python_integers(seed, number):
    rng = begun(("deal", "flip"), seed, number)
    for p, name in enumerate(("deal", "flip")):
        expected = naive_begin(purpose_key(f"chance {name}"), seed, number)
        assert rng[p].tolist() == expected
        words = naive_words(*expected)
        assert [int(word(rng, p)) for _ in range(100)] == [next(words) for _ in range(100)]


def test_games_seeds_and_purposes_begin_differently():
    states = {
        tuple(begun((name,), seed, number)[0].tolist())
        for name in ("a", "b", "c")
        for seed in (0, 1, 2, MASK)
        for number in range(200)
    }
    assert len(states) == 3 * 4 * 200


def test_adding_a_purpose_changes_no_other():
    few, many = begun(("deal",), 7, 3), begun(("new", "deal", "newer"), 7, 3)
    assert few[0].tolist() == many[1].tolist()


def test_drawing_from_one_purpose_changes_no_other():
    rng = begun(("a", "b"), 7, 3)
    before = rng[1].copy()
    for _ in range(10):
        below(rng, 0, 6)
    assert rng[1].tolist() == before.tolist()


def test_bots_have_streams_of_their_own():
    keys = purpose_keys(("deal",), 2)
    assert keys.tolist() == [purpose_key("chance deal"), purpose_key("bot 0"), purpose_key("bot 1")]


@pytest.mark.parametrize("n", [2, 3, 6, 7, 100])
def test_below_is_uniform(n):
    rng = begun(("dice",), 1, n)
    counts = np.bincount([below(rng, 0, n) for _ in range(400 * n)], minlength=n)
    assert len(counts) == n
    assert chisquare(counts).pvalue > 1e-4


def test_below_has_no_modulo_bias():
    """With n = 3 * 2**30, `word % n` would give the lower half of the range far too often."""
    n = 3 * 2**30
    rng = begun(("bias",), 1, 0)
    thirds = np.bincount([below(rng, 0, n) // 2**30 for _ in range(6000)], minlength=3)
    assert chisquare(thirds).pvalue > 1e-4


def test_below_at_its_ends():
    rng = begun(("ends",), 1, 0)
    assert all(below(rng, 0, 1) == 0 for _ in range(50))
    largest = [below(rng, 0, 2**32 - 1) for _ in range(1000)]
    assert min(largest) >= 0 and max(largest) < 2**32 - 1


def test_below_rejects_as_lemire_does():
    """The same draws as the published algorithm in Python integers."""
    n = 3 * 2**30
    rng = begun(("reject",), 5, 5)
    words = naive_words(*rng[0].tolist())
    for _ in range(300):
        product = (next(words) >> 32) * n
        while product & 0xFFFFFFFF < (2**32 - n) % n and product & 0xFFFFFFFF < n:
            product = (next(words) >> 32) * n
        assert below(rng, 0, n) == product >> 32


def test_unit_is_in_range_and_uniform():
    rng = begun(("unit",), 1, 0)
    values = np.array([unit(rng, 0) for _ in range(5000)])
    assert values.min() >= 0.0 and values.max() < 1.0
    assert chisquare(np.histogram(values, bins=20, range=(0, 1))[0]).pvalue > 1e-4


def test_shuffles_are_uniform_and_keep_the_cards():
    rng = begun(("cards",), 1, 0)
    orders = Counter()
    for _ in range(4800):
        cards = np.arange(5)
        shuffle(rng, 0, cards, 4)
        assert cards[4] == 4
        orders[tuple(cards.tolist())] += 1
    assert len(orders) == 24
    assert chisquare(list(orders.values())).pvalue > 1e-4
