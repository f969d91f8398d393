"""Random streams keyed by (seed, game number, purpose).

A stream is a xoroshiro128++ generator (Blackman & Vigna 2021) whose two words come from SplitMix64 (Steele, Lea &
Flood 2014) over the key. A *purpose* is one pile, one coin flip, or one seat's bot; its name is hashed, so adding one
changes no other stream. The array `rng` handed to the verbs has shape (purposes, 2), dtype uint64: row p is the state
of purpose p.
"""

from __future__ import annotations

import hashlib

import numpy as np

from balance.engine.jit import njit

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_U27, _U28, _U30, _U31, _U32 = (np.uint64(n) for n in (27, 28, 30, 31, 32))
_U17, _U21, _U36, _U43, _U49 = (np.uint64(n) for n in (17, 21, 36, 43, 49))
_LOW_32 = np.uint64(0xFFFFFFFF)
_BELOW_1 = 1.0 / 9007199254740992.0
_U11 = np.uint64(11)


def purpose_key(name: str) -> int:
    """64-bit key of a purpose's name, the same on every machine."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little")


def purpose_keys(chances: tuple[str, ...], seats: int) -> np.ndarray:
    """Keys of a game's purposes: its chances in order, then one bot a seat; shape (len(chances) + seats,), uint64."""
    names = [f"chance {name}" for name in chances] + [f"bot {seat}" for seat in range(seats)]
    return np.array([purpose_key(name) for name in names], dtype=np.uint64)


@njit
def mix(x):
    """SplitMix64's finalizer: a bijection on 64-bit words."""
    x = (x ^ (x >> _U30)) * _MIX_1
    x = (x ^ (x >> _U27)) * _MIX_2
    return x ^ (x >> _U31)


@njit
def begin(rng, keys, seed, number):
    """Set every stream of `rng` to the start of game `number` of run `seed` (both uint64)."""
    game = mix(mix(seed + _GOLDEN) ^ (number * _GOLDEN))
    for p in range(len(keys)):
        x = game ^ keys[p]
        x += _GOLDEN
        rng[p, 0] = mix(x)
        x += _GOLDEN
        rng[p, 1] = mix(x)
        if rng[p, 0] == np.uint64(0) and rng[p, 1] == np.uint64(0):
            rng[p, 1] = _GOLDEN


@njit
def word(rng, p):
    """The next 64 random bits of stream p."""
    s0 = rng[p, 0]
    s1 = rng[p, 1]
    x = s0 + s1
    result = ((x << _U17) | (x >> (np.uint64(64) - _U17))) + s0
    s1 ^= s0
    rng[p, 0] = ((s0 << _U49) | (s0 >> (np.uint64(64) - _U49))) ^ s1 ^ (s1 << _U21)
    rng[p, 1] = (s1 << _U28) | (s1 >> (np.uint64(64) - _U28))
    return result


@njit
def below(rng, p, n):
    """A uniform integer in 0..n-1, without bias (Lemire 2019); 1 <= n < 2**32."""
    bound = np.uint64(n)
    product = (word(rng, p) >> _U32) * bound
    if (product & _LOW_32) < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while (product & _LOW_32) < threshold:
            product = (word(rng, p) >> _U32) * bound
    return np.int64(product >> _U32)


@njit
def unit(rng, p):
    """A uniform float64 in [0, 1) with 53 random bits."""
    return np.float64(word(rng, p) >> _U11) * _BELOW_1


@njit
def shuffle(rng, p, cards, n):
    """Shuffle the first n entries of `cards` in place (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(rng, p, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
