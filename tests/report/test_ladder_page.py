"""What the page of a ladder says first."""

from __future__ import annotations

from typing import Any

import pytest

from balance.report.ladder import page


def ladder(*ratings: float, half: float = 5.0) -> dict[str, Any]:
    bots = [
        {
            "bot": name,
            "rating": {"value": value, "low": value - half, "high": value + half, "n": 100},
            "score": None,
            "games": 100,
            "games_per_second": 10.0,
        }
        for name, value in zip(("random", "casual", "greedy"), ratings, strict=True)
    ]
    head = {"title": "G", "name": "", "mode": "standard", "kind": "competitive", "graded": False, "players": 2}
    return head | {"seed": 1, "deals": 100, "complete": True, "bots": bots, "meetings": []}


@pytest.mark.parametrize(
    ("ratings", "words"),
    [
        ((0.0, 50.0, 100.0), "greedy > casual > random."),
        ((0.0, 0.0, 100.0), "greedy > random = casual."),
        (
            (0.0, 100.0, 95.0),
            "casual > greedy > random. The intervals of casual and greedy overlap: more deals would tell.",
        ),
        ((0.0, 0.0, 0.0), "random, casual and greedy are equally strong here: their results are equal."),
    ],
)
def test_equal_bots_are_not_put_in_order(ratings: tuple[float, ...], words: str) -> None:
    assert page(ladder(*ratings)).hero.headline == words
