"""Sets of small numbers as bits, against Python's own sets."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.engine.bits import bit, divided, holds, nth, nth_by_table, size, without

NUMBERS = st.sets(st.integers(0, 31), min_size=1)


def as_bits(numbers):
    return np.int64(sum(1 << i for i in numbers))


@settings(deadline=None)  # the first call compiles
@given(NUMBERS)
def test_size_and_members(numbers):
    bits = as_bits(numbers)
    assert size(bits) == len(numbers)
    assert {i for i in range(32) if holds(bits, i)} == numbers
    assert all(without(bits, i) == as_bits(numbers - {i}) for i in range(32))
    assert [nth_by_table(bits, k) for k in range(len(numbers))] == sorted(numbers)
    assert [nth(bits, k) for k in range(len(numbers))] == sorted(numbers)


def test_a_set_of_one():
    assert [bit(i) for i in range(32)] == [1 << i for i in range(32)]


def test_division_without_dividing_is_exact_where_it_is_promised():
    for n in range(1, 33):
        for k in range(2048):
            assert divided(k, n) == divmod(k, n)
