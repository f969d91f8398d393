"""The course of a game by phase: games counted by hand, and the same totals as a run counts."""

from __future__ import annotations

import numpy as np
import pytest

from balance.analysis.feel import SUMS, Course, HalfTime, half_time, phase_sums, phases
from balance.arena.records import Table, records
from balance.spec import load
from balance.study.feel import feel, watch


def course(leaders: str, winner: int, options: str = "") -> Course:
    """A decision a turn; `.` for nobody in the lead."""
    seats = [-1 if one == "." else int(one) for one in leaders]
    counts = [int(one) for one in options or "2" * len(leaders)]
    return Course(counts, list(range(1, len(seats) + 1)), seats, winner)


@pytest.mark.parametrize(
    ("leaders", "winner", "half", "decided"),
    [
        ("..0011", 1, 0, 4),  # the other led at half-time
        ("......", 0, -1, 5),  # won, though points never showed it
        ("000000", 0, 0, 0),  # from start to end
        ("010101", 1, 0, 5),
        ("110000", 1, 0, 5),  # ahead in points, beaten by a tie-breaker
        ("..1", 1, -1, 2),  # half of 3 turns: after the first
        ("1", 1, -1, 0),  # one turn has no half
    ],
)
def test_half_time_and_decision(leaders: str, winner: int, half: int, decided: int) -> None:
    found = course(leaders, winner)
    assert (found.half_time_leader, found.decided) == (half, decided)


def test_sums_by_phase() -> None:
    """Seven decisions in three phases: 0 1 2 | 3 4 | 5 6."""
    found = phase_sums(course(".010011", 1, "5314121"), 3)
    assert dict(zip(SUMS, found.T.tolist(), strict=True)) == {
        "decisions": [3, 2, 2],
        "options": [9, 5, 3],
        "forced": [1, 1, 1],
        "lead_changes": [1, 1, 1],  # to 1 (decision 2), back to 0 (3), to 1 (5)
        "decided": [0, 0, 1],
    }
    assert phase_sums(course("...", -1), 2)[:, SUMS.index("decided")].sum() == 0


def test_two_games_by_hand() -> None:
    games = [course("0011", 1, "4321"), course("0000", 0, "2222")]
    first, second = phases(np.stack([phase_sums(one, 2) for one in games]))
    assert first.options_per_decision and second.options_per_decision
    assert first.options_per_decision.value == 11 / 4
    assert second.options_per_decision.value == 7 / 4
    assert second.forced_share and second.forced_share.value == 1 / 4
    assert second.lead_changes and second.lead_changes.value == 1 / 2
    assert [one.decided and one.decided.value for one in (first, second)] == [0.5, 0.5]
    # of the quotient 7/4: residuals 3 − 2 · 7/4 and 4 − 2 · 7/4, standard error √(Σ e² · 2/1) / 4
    assert second.options_per_decision.half_width == pytest.approx(1.959964 * (0.5 * 2) ** 0.5 / 4, rel=1e-5)


def test_the_lead_at_half_time() -> None:
    games = [course("0011", 1), course("0000", 0), course("0000", -1), course("00..", 0), course("....", 1)]
    found = half_time(games)
    assert (found.games, *(one and one.value for one in (found.leader_wins, found.shared, found.comeback))) == (
        4,
        0.5,
        0.25,
        0.25,
    )
    assert half_time(games[-1:]) == HalfTime(0, None, None, None)


@pytest.mark.parametrize("name", ["kuhn", "tictactoe"])
def test_watched_games_are_those_of_a_run(name: str) -> None:
    kit = records(load(name, [], "random"))
    rows = Table(kit, 5).play(0, 40)
    for number, row in enumerate(rows):
        found = watch(kit, 5, number)
        assert found
        totals = dict(zip(SUMS, phase_sums(found, 3).sum(axis=0).tolist(), strict=True))
        for key in ("decisions", "options", "forced", "lead_changes"):
            assert totals[key] == row[key]
        assert (found.turns[-1], len(found.options)) == (row["turns"], row["decisions"])
        assert (1 << found.winner if found.winner >= 0 else 0) == (row["winners"] if row["winners"] != 3 else 0)


def test_tic_tac_toe_played_to_a_draw() -> None:
    """Greedy bots fill the board: 9 to 1 free squares, three decisions a phase, the last of all forced."""
    content = feel(load("tictactoe", [], "greedy"), 20).content
    assert [one["options_per_decision"]["value"] for one in content["phases"]] == [8, 5, 2]
    assert [one["forced_share"]["value"] for one in content["phases"]] == [0, 0, pytest.approx(1 / 3)]
    assert [one["decided"] for one in content["phases"]] == [None] * 3
    assert content["half_time"]["games"] == 0


def test_kuhn_is_decided_at_its_end() -> None:
    """Chips change hands once, so nobody leads before, and no decision is forced."""
    content = feel(load("kuhn", [], "random"), 50, parts=2).content
    assert content["half_time"]["comeback"] is None
    assert [one["decided"]["value"] for one in content["phases"]] == [0, 1]
    assert {one["options_per_decision"]["value"] for one in content["phases"]} == {2}
