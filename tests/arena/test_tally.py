"""The tally against a slow count of the same rows; merging; what must not be counted."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from balance.arena import records as records_module
from balance.arena.columns import EXPOSURE_SUMS, MOST, TRACED, Layout, Tally, empty, layout
from balance.arena.records import PlayError, Table, records
from balance.arena.tally import column_values, tally_rows
from balance.engine.events import new_log
from balance.engine.game import Options
from balance.engine.jit import PLAIN
from balance.engine.rows import PROFILE_TURNS
from balance.spec import load

from .toy import CARDS, GROUPS, slow_column, slow_histogram, toy, toy_layout, toy_rows

# plain Python only: streams wrap around on purpose
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning:balance.engine.streams")

CASES = [
    (2, 1, "competitive", False),
    (2, 2, "competitive", False),
    (3, 3, "competitive", False),
    (4, 1, "competitive", False),
    (3, 1, "cooperative", False),
    (2, 2, "cooperative", True),
    (3, 1, "cooperative", True),
]


def same(one: Tally, other: Tally) -> bool:
    return all(np.array_equal(array, getattr(other, name)) for name, array in vars(one).items())


def blocks_of(made: Layout, rows: np.ndarray) -> list[np.ndarray]:
    return [rows[i : i + made.mirrored] for i in range(0, len(rows), made.mirrored)]


@pytest.mark.parametrize(("seats", "mirrored", "kind", "graded"), CASES)
def test_columns_are_what_their_names_say(seats: int, mirrored: int, kind: str, graded: bool) -> None:
    made = toy_layout(seats, mirrored, kind, graded)
    rows = toy_rows(made, 120)
    slow = [[slow_column(made, row, column.name) for row in rows] for column in made.columns]
    assert column_values(made, rows).tolist() == slow


@pytest.mark.parametrize(("seats", "mirrored", "kind", "graded"), CASES)
def test_sums_over_games_and_blocks(seats: int, mirrored: int, kind: str, graded: bool) -> None:
    made = toy_layout(seats, mirrored, kind, graded)
    rows = toy_rows(made, 120)
    tally = tally_rows(made, rows)
    x = np.array([[slow_column(made, row, column.name) for row in rows] for column in made.columns])
    block = x.reshape(len(x), -1, mirrored).sum(axis=2)
    assert (tally.games, tally.blocks) == (120, 120 // mirrored)
    assert tally.total.tolist() == x.sum(axis=1).tolist()
    assert tally.square.tolist() == (x**2).sum(axis=1).tolist()
    assert tally.block_square.tolist() == (block**2).sum(axis=1).tolist()
    assert tally.block_finished.tolist() == (block * block[made.index["finished"]]).sum(axis=1).tolist()
    for i, (one, other) in enumerate(made.pairs):
        assert tally.cross[i] == (block[made.index[one]] * block[made.index[other]]).sum()
    for i, column in enumerate(made.columns):
        counts = tally.histogram[made.offsets[i] : made.offsets[i + 1]].tolist()
        assert counts == (slow_histogram(made, rows, column.name) if column.bins else [])


@pytest.mark.parametrize(("seats", "mirrored", "kind", "graded"), CASES)
def test_card_exposures(seats: int, mirrored: int, kind: str, graded: bool) -> None:
    made = toy_layout(seats, mirrored, kind, graded)
    rows = toy_rows(made, 60)
    tally = tally_rows(made, rows)
    entries = [(card,) for card in range(len(CARDS))] + [group.cards for group in GROUPS]
    for k in range(2):
        for entry, cards in enumerate(entries):
            sums = dict.fromkeys(EXPOSURE_SUMS, 0)
            for block in blocks_of(made, rows):
                done = [row for row in block if slow_column(made, row, "finished")]
                holders = [
                    (r, seat)
                    for r in done
                    for seat in range(seats)
                    for card in cards
                    if r["exposure"][k, card] >> seat & 1
                ]
                of = {
                    "A": sum(
                        slow_column(made, row, f"seat_share.{seat}") if not made.grades else int(row["scores"][seat])
                        for row, seat in holders
                    ),
                    "a": len(holders),
                    "F": len(done),
                    "S": sum(slow_column(made, row, "worth") for row in done),
                }
                for name in EXPOSURE_SUMS:
                    sums[name] += of[name[0]] * (of[name[1]] if len(name) > 1 else 1)
            assert tally.exposure[k, entry].tolist() == list(sums.values())


@pytest.mark.parametrize(("seats", "mirrored", "kind", "graded"), CASES)
def test_profiles(seats: int, mirrored: int, kind: str, graded: bool) -> None:
    made = toy_layout(seats, mirrored, kind, graded)
    rows = toy_rows(made, 60)
    slow = np.zeros((1, seats, PROFILE_TURNS, 5), dtype=int)
    for block in blocks_of(made, rows):
        for p in range(seats):
            for turn in range(PROFILE_TURNS):
                values = []
                for row in block:
                    seat = (row["first"] + p) % seats
                    if slow_column(made, row, "finished") and turn < row["profiled"][seat]:
                        values.append(int(row["profile"][0, seat, turn]))
                n, x = len(values), sum(values)
                slow[0, p, turn] += n, n * n, x, x * x, x * n
    assert np.array_equal(tally_rows(made, rows).profile, slow)


def test_luck_counts_complete_blocks_only() -> None:
    made = toy_layout(3, 3)
    rows = toy_rows(made, 60)
    slow = np.zeros((6, 6), dtype=int)
    for block in blocks_of(made, rows):
        if all(slow_column(made, row, "finished") for row in block):
            x = np.array([[slow_column(made, row, f"share.{p}") for p in range(3)] for row in block])
            z = np.array([1, (x.sum(axis=0) ** 2).sum(), (x**2).sum(), *x.sum(axis=0)])
            slow += np.outer(z, z)
    assert 0 < slow[0, 0] < 20
    assert np.array_equal(tally_rows(made, rows).luck_cross, slow)


@pytest.mark.parametrize(("seats", "mirrored", "kind", "graded"), CASES)
def test_any_split_gives_the_same_tally(seats: int, mirrored: int, kind: str, graded: bool) -> None:
    made = toy_layout(seats, mirrored, kind, graded)
    rows = toy_rows(made, 600)
    whole = tally_rows(made, rows)
    rng = np.random.default_rng(5)
    for _ in range(20):
        cuts = np.sort(rng.integers(0, 600 // mirrored + 1, size=rng.integers(1, 9))) * mirrored
        parts = [rows[a:b] for a, b in pairwise([0, *cuts, 600])]
        merged = empty(made)
        for i in rng.permutation(len(parts)):
            merged.merge(tally_rows(made, parts[i]))
        assert same(merged, whole)


def test_part_of_a_block_is_refused() -> None:
    made = toy_layout(2, 2)
    with pytest.raises(ValueError, match="whole blocks"):
        tally_rows(made, toy_rows(made, 3))


def test_sums_do_not_overflow_silently() -> None:
    made = toy_layout(2)
    one, other = empty(made), empty(made)
    one.square[0], other.square[0] = MOST - 1, 2
    with pytest.raises(OverflowError, match="64 bits"):
        one.merge(other)


def test_only_first_games_keep_their_trace() -> None:
    made = toy_layout(2)
    rows = toy_rows(made, 40)
    rows["game"] += TRACED - 20
    tally = tally_rows(made, rows)
    assert len(tally.traces) == TRACED
    assert tally.traces[-20:].tolist() == rows["trace"][:20].tolist()
    rows["game"] += 20
    assert len(tally_rows(made, rows).traces) == 0


def test_seven_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="1 to 6 seats"):
        layout(toy(7), Options(), CARDS)


def test_a_full_log_is_an_error() -> None:
    table = Table(records(load("tictactoe", [], "random")), 1)
    table._log = new_log(1)
    with pytest.raises(PlayError, match="game 5 had more events"):
        table.play(5, 3)


def test_unequal_hands_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records_module, "play_batch", lambda *arguments: 1)
    with pytest.raises(PlayError, match="equally many cards"):
        Table(records(load("kuhn", [], "random"), 2), 1).play(0, 2)


def test_mirrored_games_exchange_the_hands() -> None:
    rows = Table(records(load("kuhn", [], "random"), 2), 1).play(0, 2000)
    masks = rows["exposure"][:, 0, :3]
    exchanged = np.array([0, 2, 1])[masks[0::2]]
    assert np.array_equal(masks[1::2], exchanged)


def test_a_game_is_the_same_in_any_chunk() -> None:
    kit = records(load("kuhn", [], "greedy"))
    whole = Table(kit, 7).play(0, 100)
    assert np.array_equal(Table(kit, 7).play(37, 5), whole[37:42])
    table = Table(kit, 7)
    assert np.array_equal(np.concatenate([table.play(60, 40), table.play(0, 60)]), np.roll(whole, 40))


@pytest.mark.skipif(PLAIN, reason="needs compiled speed")
def test_deals_differ_and_are_uniform() -> None:
    rows = Table(records(load("kuhn", [], "random")), 3).play(0, 60_000)
    masks = rows["exposure"][:, 0, :3]
    counts = np.unique(masks @ np.array([1, 4, 16]), return_counts=True)[1]
    assert len(counts) == 6
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 20.5  # chi-square, 5 degrees: p = 0.001
