"""Numbers as people read them."""

from __future__ import annotations

import pytest

from balance.analysis.estimates import Estimate
from balance.report.charts.svg import Scale, number, tick_texts, ticks
from balance.report.numbers import NBSP, count, decimals, percent, percentage_points, plain, rounded, setting, shown


def estimate(value: float, half: float) -> Estimate:
    return Estimate(value=value, low=value - half, high=value + half, n=1000)


@pytest.mark.parametrize(
    ("half", "digits"),
    [(0, 1), (0.0042, 3), (0.028, 2), (0.098, 2), (0.1, 2), (0.17, 2), (0.3, 1), (1.4, 1), (5, 0), (140, 0), (1e-9, 3)],
)
def test_decimals(half: float, digits: int) -> None:
    assert decimals(half) == digits


def test_shares() -> None:
    assert percent(estimate(0.5312, 0.001)).line == f"53.12{NBSP}%{NBSP}±{NBSP}0.10"
    assert percent(estimate(0.559, 0.006)).line == f"55.9{NBSP}%{NBSP}±{NBSP}0.6"
    assert percentage_points(estimate(-0.034, 0.014)).line == f"−3.4{NBSP}pp{NBSP}±{NBSP}1.4"
    assert percentage_points(estimate(-0.00001, 0.003), 1).value == f"0.0{NBSP}pp"


def test_lopsided_intervals_are_written_out() -> None:
    assert percent(Estimate(value=0, low=0, high=0.0004, n=9)).line == f"0.00{NBSP}% (0.00 to 0.04{NBSP}%)"


def test_plain_numbers() -> None:
    assert [rounded(n) for n in (7, 120, 1_084_168)] == ["7", "120", "1,100,000"]
    assert plain(-1234.5, 1) == "−1,234.5"
    assert plain(0.0, 1, sign=True) == "0.0"
    assert count(20_000) == "20,000"
    assert shown(estimate(19.288, 0.057)).line == f"19.29{NBSP}±{NBSP}0.06"


def test_settings() -> None:
    values = (True, None, [1, 2], "single", 0.5, -1000.0)
    assert [setting(value) for value in values] == ["yes", "none", "1, 2", "single", "0.5", "−1000"]


def test_ticks_are_round() -> None:
    assert ticks(0, 100, 5) == [0, 20, 40, 60, 80, 100]
    assert ticks(-2.5, 2.5, 5) == [-2, -1, 0, 1, 2]
    assert ticks(0, 3, 8, whole=True) == [0, 1, 2, 3]
    assert tick_texts([0, 0.5, 1]) == ["0.0", "0.5", "1.0"]


def test_scales_and_coordinates() -> None:
    assert Scale(0, 10, 100, 200)(5) == 150
    assert Scale(3, 3, 100, 200)(3) == 150
    assert number(-0.001) == "0"
    assert number(100) == "100"
