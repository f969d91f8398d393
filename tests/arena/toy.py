"""A made-up game and rows full of chance, to compare the tally with a slow count."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from balance.arena.columns import SHARE, Layout, layout
from balance.engine.game import CardGroup, Exposure, Figure, Game, Grade, Options, Profile, Rate, Reason
from balance.engine.rows import PROFILE_TURNS, row_dtype

GRADES = (Grade("poor", 0), Grade("fair", 10), Grade("good", 25))
RATES = (
    Rate("caught", "bonuses caught", "bonus", "chances"),
    Rate("by_trick", "bonuses a trick", "bonus", "tricks", unit="a trick"),
    Rate("taken", "tricks taken", "tricks", "chances", unit="a chance", each_seat=True),
    Rate("often", "bonuses a game", "bonus", "games", unit="a game"),
)
CARDS = [f"card {i}" for i in range(7)]
GROUPS = (CardGroup("size", "small", (0, 2, 5)), CardGroup("colour", "red", (5,)), CardGroup("size", "large", (1, 3)))


def toy(seats: int, kind: Any = "competitive", graded: bool = False) -> Game:
    return Game(
        name="toy",
        title="Toy",
        about="",
        version=1,
        kind=lambda options: kind,
        rates=lambda options: RATES,
        grades=lambda options: GRADES if graded else (),
        players=(seats,),
        options=Options,
        kernel="nowhere",
        chances=("none",),
        features=(),
        weights={},
        reasons=(Reason("end", "the end"), Reason("stuck", "nobody can move"), Reason("long", "too long", True)),
        longest=lambda options: 100,
        figures=lambda options: (
            Figure("bonus", "bonus", low=0, high=5),
            Figure("tricks", "tricks", per="seat", low=-3, high=4),
            Figure("chances", "chances", hidden=True),
        ),
        exposures=(Exposure("opening", "dealt", True), Exposure("played", "played")),
        card_groups=lambda options: GROUPS,
        profiles=(Profile("hand", "hand", "cards"),),
        turns=(0, 30),
        scores=(-5, 40),
    )


def toy_layout(seats: int, mirrored: int = 1, kind: Any = "competitive", graded: bool = False) -> Layout:
    return layout(toy(seats, kind, graded), Options(), CARDS, mirrored)


def toy_rows(made: Layout, games: int, seed: int = 1, unfinished: float = 0.1) -> np.ndarray:
    """Random rows, whole games: no field is left out."""
    rng = np.random.default_rng(seed)
    seats = made.seats
    rows = np.zeros(games, dtype=row_dtype(made.game, Options(), len(CARDS)))
    rows["game"] = np.arange(games)
    rows["first"] = rng.integers(seats, size=games)
    rows["reason"] = np.where(rng.random(games) < unfinished, 2, rng.integers(2, size=games))
    rows["winners"] = rng.integers(0, 2**seats, size=games)
    for name, high in (("turns", 40), ("decisions", 60), ("options", 500), ("forced", 20), ("lead_changes", 9)):
        rows[name] = rng.integers(high, size=games)
    rows["trace"] = rng.integers(50, size=games)
    rows["scores"] = rng.integers(-8, 45, size=rows["scores"].shape)
    rows["game_figures"] = rng.integers(-2, 9, size=rows["game_figures"].shape)
    rows["seat_figures"] = rng.integers(-9, 9, size=rows["seat_figures"].shape)
    rows["exposure"] = rng.integers(0, 2**seats, size=rows["exposure"].shape)
    rows["profiled"] = rng.integers(0, PROFILE_TURNS + 5, size=rows["profiled"].shape)
    rows["profile"] = rng.integers(-4, 9, size=rows["profile"].shape)
    return rows


def slow_column(made: Layout, row: Any, name: str) -> int:
    """One column of one row, from the words of its definition."""
    together = made.kind != "competitive"
    if name.startswith("reason."):
        return int(row["reason"] == int(name[7:]))
    finished = not made.game.reasons[row["reason"]].unfinished
    if name == "unfinished":
        return int(not finished)
    if not finished:
        return 0
    top = [seat for seat in range(made.seats) if row["winners"] >> seat & 1]
    plain = {
        "finished": 1,
        "draw": int(len(top) > 1 and not together),
        "nobody": int(not top),
        "success": int(bool(top)),
        "worth": sum(int(points) for points in row["scores"])
        if made.grades
        else SHARE * (len(top) if together else 1)
        if top
        else 0,
        "level": int(sorted(row["scores"])[-1] == sorted(row["scores"])[-2]),
        "margin": int(sorted(row["scores"])[-1] - sorted(row["scores"])[-2]),
    }
    if name in plain:
        return plain[name]
    if name in ("turns", "decisions", "options", "forced", "lead_changes"):
        return int(row[name])
    if name == "difference":
        return slow_column(made, row, "win.0") - slow_column(made, row, "win.1")
    if name == "seat_difference":
        return slow_column(made, row, "seat_win.0") - slow_column(made, row, "seat_win.1")
    kind, _, last = name.rpartition(".")
    if kind == "grade":
        points = row["scores"][int(row["first"])]
        return int(int(last) == max([i for i, grade in enumerate(made.grades) if points >= grade.low], default=0))
    if kind == "sum":
        return sum(int(row["seat_figures"][made.seat_figures.index(last), seat]) for seat in range(made.seats))
    if kind == "game":
        return int(row["game_figures"][made.games_figures.index(last)])
    seat = int(last) if kind.startswith("seat_") else (int(row["first"]) + int(last)) % made.seats
    if kind in ("win", "seat_win"):
        return int(seat in top and (len(top) == 1 or together))
    if kind in ("share", "seat_share"):
        return 0 if seat not in top else SHARE if together else SHARE // len(top)
    if kind == "points":
        return int(row["scores"][seat])
    assert kind.startswith("seat.")
    return int(row["seat_figures"][made.seat_figures.index(kind[5:]), seat])


def slow_histogram(made: Layout, rows: np.ndarray, name: str) -> list[int]:
    """Counts of a column's values over finished games, outer values at the ends."""
    column = made.columns[made.index[name]]
    done = [row for row in rows if slow_column(made, row, "finished")]
    counts = Counter(min(max(slow_column(made, row, name), column.low), column.high) for row in done)
    return [counts[value] for value in range(column.low, column.high + 1)]
