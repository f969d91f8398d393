"""Made-up summaries, rich in every kind of figure, and the specs that go with them."""

from __future__ import annotations

import math
from typing import Any

from balance.spec import load
from balance.study.folder import SCHEMA_VERSION

GAMES = 40_000
SOURCES = ("temples", "harbours & quays", "<b>relics</b>", "debts")


def estimate(value: float, half: float, n: int = GAMES) -> dict[str, Any]:
    return {"value": value, "low": value - half, "high": value + half, "n": n}


def figure(mean: float, sd: float, low: int, high: int) -> dict[str, Any]:
    """A figure with a bell-shaped histogram from low to high."""
    values = range(low, high + 1)
    counts = [round(GAMES * math.exp(-0.5 * ((v - mean) / sd) ** 2) / (sd * 2.5066)) for v in values]
    below, marks = 0, {}
    for value, count in zip(values, counts, strict=True):
        for p in (5, 25, 50, 75, 95):
            if below < p * sum(counts) / 100 <= below + count:
                marks[f"p{p:02}"] = value
        below += count
    half = 1.96 * sd / GAMES**0.5
    found = {"mean": mean, "low": mean - half, "high": mean + half, "n": GAMES, "sd": sd, **marks}
    return found | {"min": low, "max": high, "histogram": {"low": low, "counts": counts}}


def precision(name: str, label: str, unit: str, wanted: float, half: float) -> dict[str, Any]:
    """A wanted precision that was not reached."""
    return {"figure": name, "label": label, "unit": unit, "wanted": wanted, "half_width": half, "met": False}


def cards(causal: bool, count: int = 28) -> list[dict[str, Any]]:
    result = []
    for k in range(count):
        raw, half = 0.05 - 0.1 * k / (count - 1), 0.009
        told = abs(raw) > 0.015
        result.append(
            {
                "card": k,
                "name": "Thief & <Co>" if k == 3 else f"Card {k + 1}",
                "held": 7000 + (37 * k) % 900,
                "raw": estimate(raw, half),
                "shrunk": estimate(0.9 * raw, 0.95 * half),
                "p_value": 0.0001 if told else 0.3,
                "told_apart": told,
            }
        )
    return result


def course(turns: int, start: float) -> dict[str, Any]:
    mean = [start + 3 * math.sin(t / 6) for t in range(turns)]
    n = [round(GAMES * math.exp(-((t / turns) ** 2) * 3)) for t in range(turns)]
    half = [4 / m**0.5 for m in n]
    low, high = ([m + side * h for m, h in zip(mean, half, strict=True)] for side in (-1, 1))
    return {"n": n, "mean": mean, "low": low, "high": high}


def rates(players: int) -> list[dict[str, Any]]:
    return [
        {"name": "led", "label": "who led at <half> time won", "unit": "%", "group": "", "rate": estimate(0.71, 0.006)},
        {"name": "tokens", "label": "berries a token", "unit": "berries", "group": "", "rate": estimate(6.25, 0.02)},
        {
            "name": "sunk",
            "label": "ships sunk by the own side",
            "unit": "%",
            "group": "ships",
            "positions": [estimate(0.3 + 0.02 * p, 0.01, 9 * GAMES) for p in range(players)],
        },
        {"name": "never", "label": "never happened", "unit": "%", "group": "ships", "rate": None},
    ]


def base(players: int, kind: str) -> dict[str, Any]:
    """What all kinds of games have; `players` seats."""
    reasons = [
        ("last ship home", False, 0.62),
        ("the deck ran out, and nobody could do anything about it", False, 0.38),
    ]
    reasons.append(("too many turns", True, 0.0004))
    group = [
        {
            "name": f"source_{k}",
            "label": label,
            "unit": "points",
            "group": "points by source",
            "per": "seat",
            "positions": [figure(-1.5 if label == "debts" else 3 + k - 0.2 * p, 1.6, -4, 12) for p in range(players)],
        }
        for k, label in enumerate(SOURCES)
    ]
    own = [
        {
            "name": "storms",
            "label": "storms",
            "unit": "a game",
            "group": "",
            "per": "game",
            "game": figure(4, 1.5, 0, 12),
        },
        {
            "name": "sails",
            "label": "sails set",
            "unit": "sails",
            "group": "",
            "per": "seat",
            "positions": [figure(9 + p, 3, 0, 25) for p in range(players)],
        },
    ]
    return {
        "schema_version": 2,
        "complete": True,
        "game": "kuhn",
        "title": "The Long Voyage",
        "name": "The Long Voyage, <winds> & tides",
        "game_version": 1,
        "kind": kind,
        "mode": "standard",
        "players": players,
        "bots": ["greedy"] * players,
        "same_bots": True,
        "spec_hash": "",
        "seed": 7,
        "games": GAMES,
        "games_asked": GAMES,
        "blocks": GAMES,
        "mirrored": 1,
        "confidence": 0.95,
        "outcomes": {"finished": GAMES - 16, "unfinished": 16},
        "unfinished_rate": estimate(0.0004, 0.0002),
        "main": {"figure": "shares", "half_width": 0.0046},
        "precision": [],
        "turns": figure(74.3, 14, 30, 140),
        "decisions": {"mean": 151.2, "low": 150.9, "high": 151.5, "n": GAMES, "sd": 31.0},
        "options_per_decision": estimate(5.613, 0.004),
        "forced_share": estimate(0.1234, 0.0006),
        "points": [figure(30 - p, 6, 5, 60) for p in range(players)],
        "reasons": [
            {
                "name": f"r{k}",
                "label": label,
                "unfinished": unfinished,
                "count": round(rate * GAMES),
                "rate": estimate(rate, 0.004),
            }
            for k, (label, unfinished, rate) in enumerate(reasons)
        ],
        "figures": group + own,
        "rates": rates(players),
        "cards": [
            {"name": "opening", "label": "in the opening hand", "causal": True, "cards": cards(True)},
            {"name": "held", "label": "ever in hand", "causal": False, "cards": cards(False)},
            {"name": "drafted", "label": "drafted", "causal": False, "cards": []},
        ],
        "profiles": [
            {
                "name": "coins",
                "label": "coins at the end of the turn",
                "unit": "coins",
                "positions": [course(38, 4 + p) for p in range(players)],
            }
        ],
        "mirror": None,
        "distinct": {"games": GAMES, "distinct": GAMES},
        "warnings": ["something to <know> first"],
    }


def competitive(players: int, result: str = "open") -> dict[str, Any]:
    summary = base(players, "competitive")
    shares = [1 / players + 0.02 * (0.5 - p / (players - 1)) for p in range(players)]
    draws = 0.031
    summary["outcomes"] |= {
        "wins": [round(s * (1 - draws) * GAMES) for s in shares],
        "draw": round(draws * GAMES),
        "nobody": 3,
        "wins_by_seat": [round(s * (1 - draws) * GAMES) for s in shares],
    }
    summary |= {
        "win_rates": [estimate(s * (1 - draws), 0.0047) for s in shares],
        "shares": [estimate(s, 0.0046) for s in shares],
        "shares_by_seat": [estimate(s, 0.0046) for s in shares],
        "draw_rate": estimate(draws, 0.0017),
        "level_rate": estimate(0.08, 0.0027),
        "first_player_advantage": estimate(0.0194, 0.0096) if players == 2 else None,
        "decisive_share": estimate(0.51, 0.0049) if players == 2 else None,
        "position_test": None if players == 2 else {"statistic": 30.1, "degrees": players - 1, "p_value": 3e-7},
        "verdict": {
            "figure": "decisive_share" if players == 2 else "shares",
            "target": 1 / players,
            "tolerance": 0.01,
            "result": result,
            "more_games": 120_000 if result == "open" else None,
            "words": "words",
        },
        "lead_changes": figure(3.1, 1.7, 0, 12),
        "margin": figure(4.2, 3, 0, 25),
    }
    return summary


def cooperative(players: int) -> dict[str, Any]:
    summary = base(players, "cooperative" if players > 1 else "solo")
    summary["success_rate"] = estimate(0.4253, 0.0048)
    summary["outcomes"] |= {"success": 17_005, "failure": 22_979}
    summary["main"] = {"figure": "success_rate", "half_width": 0.0048}
    summary["precision"] = [precision("success_rate", "success", "%", 0.001, 0.0048)]
    summary["cards"] = []
    summary["points"] = summary["points"][:1]
    return summary


def graded(players: int) -> dict[str, Any]:
    summary = base(players, "cooperative" if players > 1 else "solo")
    summary["points"] = summary["points"][:1]
    bounds = [("<Rookie>", None, 9, 0.04), ("Amateur", 10, 29, 0.55), ("Star", 30, None, 0.41)]
    summary["score"] = estimate(30, 0.06)
    summary["grades"] = [
        {"label": label, "low": low, "high": high, "count": round(GAMES * share), "rate": estimate(share, 0.005)}
        for label, low, high, share in bounds
    ]
    summary["main"] = {"figure": "score", "half_width": 0.06}
    summary["precision"] = [precision("score", "score", "points", 0.05, 0.06)]
    return summary


def different_bots() -> dict[str, Any]:
    summary = competitive(2)
    summary |= {"bots": ["greedy", "random"], "same_bots": False, "verdict": None}
    summary["shares_by_seat"] = [estimate(0.71, 0.0044), estimate(0.29, 0.0044)]
    return summary


def nothing_finished() -> dict[str, Any]:
    summary = competitive(2)
    unknown = dict.fromkeys(
        ("draw_rate", "level_rate", "first_player_advantage", "decisive_share", "verdict", "turns", "decisions")
    )
    summary |= unknown | dict.fromkeys(("options_per_decision", "forced_share", "lead_changes", "margin"))
    summary |= {key: [None, None] for key in ("win_rates", "shares", "shares_by_seat", "points")}
    summary |= {"figures": [], "cards": [], "complete": False, "games": 16}
    summary["outcomes"] = {"finished": 0, "unfinished": 16, "wins": [0, 0], "wins_by_seat": [0, 0]}
    summary["profiles"][0]["positions"] = [{"n": [], "mean": [], "low": [], "high": []}] * 2
    summary["reasons"] = [one | {"rate": None, "count": 0} for one in summary["reasons"]]
    summary["main"]["half_width"] = None
    return summary


def record(summary: dict[str, Any], *sets: str, bots: str = "greedy") -> dict[str, Any]:
    """A spec.json to go with a made-up summary: Kuhn poker's."""
    spec = load("kuhn", sets, bots)
    summary["spec_hash"] = spec.digest
    return {
        "schema_version": SCHEMA_VERSION,
        "balance": "0.1.0",
        "name": summary["name"],
        "about": "A made-up game.",
        "spec": spec.resolved(),
        "spec_hash": spec.digest,
        "seed": summary["seed"],
    }


ALL = {
    "two": competitive(2, "outside"),
    "three": competitive(3),
    "five": competitive(5, "inside"),
    "cooperative": cooperative(4),
    "solo": cooperative(1),
    "graded": graded(3),
    "graded-solo": graded(1),
    "bots": different_bots(),
    "nothing": nothing_finished(),
}
