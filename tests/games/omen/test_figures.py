"""Figures that answer a designer's questions, counted once more from the records of games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from balance.arena.replay import Replay
from balance.engine.game import find
from balance.spec import load

GAME = find("omen")
VALUES = {"hand": 2, "broken": 1, "facedown": 2, "coveted": 1}


def points(state: dict[str, Any], units: dict[str, Any]) -> list[int]:
    """Points by seat as they stand."""
    return [
        VALUES["hand"] * len(state["kraters"][seat])
        + VALUES["broken"] * len(state["rewards"][seat]["broken"])
        + VALUES["facedown"] * len(state["rewards"][seat]["facedown"])
        + VALUES["coveted"] * sum("COVETED" in units[unit]["traits"] for unit in state["hands"][seat])
        for seat in (0, 1)
    ]


def class_of(n: int, least: tuple[int, ...]) -> int:
    return max(low for low in least if n >= low)


def strengths(state: dict[str, Any], units: dict[str, Any], city: int) -> list[int]:
    return [sum(units[unit]["strength"] for unit in side) for side in state["cities"][city]["units"]]


class Counted:
    """What one game's record says."""

    def __init__(self, moments: list[dict[str, Any]]):
        self.units = {card["id"]: card for card in moments[0]["cards"]["units"]}
        self.counts: Counter[str] = Counter()
        self.leaders: dict[str, int] = {}
        self.added = False  # whether an effect adds Strength: the record does not say how much stands at the moment
        self.sacked: Counter[int] = Counter()
        before = moments[1]["state"]
        for moment in moments[2:-1]:
            for event in moment["events"]:
                self.see(event, before, moment["state"])
            before = moment["state"]
        self.judge(moments[-1])

    def see(self, event: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> None:
        if event["event"] == "turn":
            self.sacked, self.added = Counter(), False
        elif event["event"] == "strength":
            self.added = True
        elif event["event"] == "sacked":
            self.sacked[event["amount"]] += 1
            if event["seat"] is not None:
                self.see_won(event, before)
        elif event["event"] == "razed":
            self.see_razed(after)

    def see_won(self, event: dict[str, Any], before: dict[str, Any]) -> None:
        self.counts["won_by_active"] += event["seat"] == before["active"]
        self.counts["kraters_won_again"] += self.sacked[event["amount"]] > 1
        one, other = strengths(before, self.units, event["amount"])
        self.counts["with strength added"] += self.added
        if not self.added:
            self.counts[f"won_by_{class_of(abs(one - other), (0, 2, 4))}"] += 1

    def see_razed(self, after: dict[str, Any]) -> None:
        razing = sum(city["razed"] for city in after["cities"])
        one, other = points(after, self.units)
        if razing <= 2 and one != other:
            name = f"led_at_{('first', 'second')[razing - 1]}_by_{class_of(abs(one - other), (1, 3, 5))}"
            self.leaders[name] = 0 if one > other else 1

    def judge(self, end: dict[str, Any]) -> None:
        for name, seat in self.leaders.items():
            self.counts[name] += 1
            self.counts[f"{name}_won"] += end["winner"] == seat
            self.counts["came_back"] += "first" in name and end["winner"] == 1 - seat


NAMES = [
    *("won_by_active", "kraters_won_again", "came_back"),
    *(f"led_at_{razing}_by_{low}{won}" for razing in ("first", "second") for low in (1, 3, 5) for won in ("", "_won")),
]


def games(sets: list[str], numbers: range) -> tuple[Counter[str], Counter[str]]:
    """The figures of the rows, and the same from the records."""
    rows: Counter[str] = Counter()
    told: Counter[str] = Counter()
    spec = load("omen", sets=sets, bots="greedy,random")
    figures = {"game": [], "seat": []}
    for figure in GAME.figures(spec.options):
        figures[figure.per].append(figure.name)
    for number in numbers:
        replay = Replay(spec, 5, number)
        told += Counted([moment.record for moment in replay]).counts
        for i, name in enumerate(figures["game"]):
            rows[name] += int(replay.row.game_figures[i])
        for i, name in enumerate(figures["seat"]):
            rows[name] += int(replay.row["seat_figures"][i].sum())
    return rows, told


@pytest.mark.parametrize("sets", [["games=[1]"], ["games=[3]"], ["mode=combined"]])
@pytest.mark.parametrize("number", [10, pytest.param(40, marks=pytest.mark.slow)])
def test_leads_comebacks_and_sackings_as_the_records_tell_them(sets, number):
    rows, told = games(sets, range(number))
    assert {name: rows[name] for name in NAMES} == {name: told[name] for name in NAMES}
    assert rows["won_by_active"] > 0
    classes = [f"won_by_{low}" for low in (0, 2, 4)]
    assert sum(rows[name] for name in classes) == rows["kraters_won"]
    less = {name: rows[name] - told[name] for name in classes}  # sackings with Strength added by effects
    assert all(n >= 0 for n in less.values())
    assert sum(less.values()) == told["with strength added"]


def test_each_question_is_asked_only_where_it_can_be_answered():
    def asked(*sets: str) -> set[str]:
        return {rate.name for rate in GAME.rates(load("omen", sets=list(sets)).options)}

    assert {"leader_first_1", "leader_second_5", "comebacks"} <= asked()
    assert "leader_second_5" not in asked("mode=combined")
    assert "comebacks" not in asked("mode=combined", "cities_to_end=1")
