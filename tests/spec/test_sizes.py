"""Counts and precisions as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.spec import Precision, parse_count, parse_precision

COUNTS = {
    "1": 1,
    "5000": 5000,
    "1e6": 10**6,
    "1E6": 10**6,
    "1e+6": 10**6,
    "1.0e6": 10**6,
    "1.5e3": 1500,
    "1_000_000": 10**6,
    "250k": 250_000,
    "250K": 250_000,
    "2M": 2 * 10**6,
    "2m": 2 * 10**6,
    "1G": 10**9,
    "1.5k": 1500,
    "0.5k": 500,
    " 7 ": 7,
    "1.0": 1,
    "1e15": 10**15,
}

NOT_COUNTS = [
    *("", " ", "0", "0k", "-1", "+5", "1.5", "1.0001k", "1e-1", "1e6k", "1e", "e6", "k", "1e16", "1e99", "1e999999999"),
    *(
        "nan",
        "inf",
        "Infinity",
        "1__0",
        "_1",
        "1_",
        "1,000",
        "1 000",
        "0x10",
        "1/2",
        "½",
        "٣",
        "１２",
        "1e٣",
        "1kk",
        "1T",
    ),
    *("1;2", "1\n2", "ten", "None", "1.", ".5k", "9" * 5000),
]


@pytest.mark.parametrize(("text", "value"), COUNTS.items())
def test_counts(text: str, value: int) -> None:
    assert parse_count(text) == value


@pytest.mark.parametrize("text", NOT_COUNTS, ids=lambda text: repr(text)[:20])
def test_not_counts(text: str) -> None:
    with pytest.raises(ValueError, match=r"write a whole number from 1 to 1e15, like 5000, 1_000_000, 250k, 2M or 1e6"):
        parse_count(text)


@given(st.integers(1, 10**15))
def test_every_spelling_of_a_number_is_that_number(number: int) -> None:
    assert parse_count(str(number)) == number
    assert parse_count(f"{number:_}") == number
    assert number > 10**12 or parse_count(f"{number}k") == 1000 * number
    assert number > 10**9 or parse_count(f"{number}e6") == parse_count(f"{number}M") == 10**6 * number


@given(st.text())
def test_any_text_is_a_count_or_a_value_error(text: str) -> None:
    try:
        assert 1 <= parse_count(text) <= 10**15
    except ValueError as error:
        assert "write a whole number" in str(error)


@pytest.mark.parametrize(("text", "value"), [("0.2pp", 0.002), ("1pp", 0.01), (" .5 pp ", 0.005), ("50pp", 0.5)])
def test_precisions(text: str, value: float) -> None:
    assert parse_precision(text) == Precision(value, is_share=True)


@pytest.mark.parametrize(("text", "value"), [("0.2points", 0.2), ("1 point", 1), (".05 points", 0.05)])
def test_precisions_of_a_score(text: str, value: float) -> None:
    assert parse_precision(text) == Precision(value, is_share=False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0.2%",
        "draw_rate:",
        "Draw:1pp",
        "draw_rate=1pp",
        "0pp",
        "-1pp",
        "51pp",
        "nanpp",
        "0,2pp",
        "1e-1pp",
        "pp",
        "0.0001pp",
        "٣pp",
    ],
)
def test_not_precisions(text: str) -> None:
    with pytest.raises(ValueError, match=r"write percentage points from 0.001pp to 50pp, like 0.2pp"):
        parse_precision(text)
