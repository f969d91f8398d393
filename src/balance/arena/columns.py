"""What is counted of a game, by name, and the sums that add up to a tally (plain NumPy: no numba here).

Every figure is a whole-number *column*: one value a game. Games come in *blocks*: 1 game, or with mirrored deals the
n games of one deal. All sums are whole numbers, so tallies merge by addition and do not depend on how the games were
split.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from balance.engine.game import CardGroup, Figure, Game, Grade, Kind, Options, Rate
from balance.engine.rows import PROFILE_TURNS

SHARE = 60
"""A win is counted in 60ths, so that a top place shared by 2 to 6 seats splits into whole numbers."""

TRACED = 100_000
"""Games with a smaller number keep their trace, to count how many were distinct."""

GENERIC = {"games": "finished", "turns": "turns", "decisions": "decisions"}
"""Columns of every game that a rate may name."""

MOST = 2**62

EXPOSURE_SUMS = ("A", "a", "AA", "aa", "Aa", "AF", "aF", "AS", "aS")
"""Sums over blocks: A = worth (see `Layout.worth`) of the seats with the card, a = number of such seats, S = worth of
all seats, F = finished games. Of a group of cards A and a are added up over its cards."""

PROFILE_SUMS = ("n", "nn", "x", "xx", "xn")
"""Sums over blocks: n = games of the block in which the seat had that turn, x = their values."""


@dataclass(frozen=True)
class Column:
    """One whole number a game; `low`..`high` (inclusive) are histogram bins, values outside count in the end bins."""

    name: str
    low: int = 0
    high: int = -1

    @property
    def bins(self) -> int:
        """Number of histogram bins; 0 for a column without a histogram."""
        return max(0, self.high - self.low + 1)


@dataclass(frozen=True)
class Layout:
    """Columns of a game's tally in order. Names with a number end in `.position` (0: who had the first turn) or
    `.seat`."""

    game: Game
    kind: Kind
    seats: int
    cards: tuple[str, ...]
    groups: tuple[CardGroup, ...]
    mirrored: int
    figures: tuple[Figure, ...]
    rates: tuple[Rate, ...]
    grades: tuple[Grade, ...]
    columns: tuple[Column, ...]
    pairs: tuple[tuple[str, str], ...]

    @cached_property
    def index(self) -> dict[str, int]:
        """Column number by name."""
        return {column.name: i for i, column in enumerate(self.columns)}

    @cached_property
    def pair_index(self) -> dict[tuple[str, str], int]:
        """Number of a pair of columns whose product is summed over blocks."""
        return {pair: i for i, pair in enumerate(self.pairs)}

    @cached_property
    def offsets(self) -> np.ndarray:
        """Where each column's bins start in `Tally.histogram`; shape (columns + 1,)."""
        return np.concatenate(([0], np.cumsum([column.bins for column in self.columns])))

    @property
    def worth(self) -> int:
        """What one unit of the column `worth` is: a win share counted in 60ths, or of a graded game a point."""
        return 1 if self.grades else SHARE

    @property
    def games_figures(self) -> list[str]:
        """Names of the declared figures of a game, in order."""
        return [figure.name for figure in self.figures if figure.per == "game"]

    @property
    def seat_figures(self) -> list[str]:
        """Names of the declared figures of a seat, in order."""
        return [figure.name for figure in self.figures if figure.per == "seat"]


def layout(game: Game, options: Options, cards: list[str], mirrored: int = 1) -> Layout:
    """The columns counted for `game` under `options`; `mirrored` is the number of games a block."""
    seats = game.seat_count(options)
    if not 1 <= seats <= 6:
        raise ValueError(f"{game.name}: 1 to 6 seats can be counted, not {seats}")
    figures, rates, grades = game.figures(options), game.rates(options), game.grades(options)
    columns = [*_outcome_columns(seats), *_course_columns(game, seats)]
    columns += [Column(f"reason.{i}") for i in range(len(game.reasons))]
    columns += [Column(f"grade.{i}") for i in range(len(grades))]
    for figure in figures:
        for name in _figure_columns(figure, seats):
            columns.append(Column(name) if figure.hidden else Column(name, figure.low, figure.high))
    parts = {figure.name: _figure_columns(figure, seats) for figure in figures}
    columns += [Column(f"sum.{name}") for name in _summed(rates, parts)]
    pairs = _pairs(seats)
    for rate in rates:
        pairs += [pair for pair in rate_columns(rate, figures, seats) if pair not in pairs]
    kit = (game, game.kind(options), seats, tuple(cards), game.card_groups(options), mirrored, figures, rates, grades)
    return Layout(*kit, tuple(columns), tuple(pairs))


def _figure_columns(figure: Figure, seats: int) -> list[str]:
    if figure.per == "game":
        return [f"game.{figure.name}"]
    return [f"seat.{figure.name}.{p}" for p in range(seats)]


def _summed(rates: tuple[Rate, ...], parts: dict[str, list[str]]) -> list[str]:
    """Figures by seat that some rate wants summed over the seats."""
    wanted = [name for rate in rates if not rate.each_seat for name in (rate.top, rate.bottom)]
    return [name for name in dict.fromkeys(wanted) if len(parts.get(name, ())) and parts[name][0].startswith("seat.")]


def rate_columns(rate: Rate, figures: tuple[Figure, ...], seats: int) -> list[tuple[str, str]]:
    """The pairs (top, bottom) of column names of a rate: one, or with `each_seat` one a position.

    Raises `KeyError` for a name that is neither a figure nor one of `GENERIC`.
    """
    per = {figure.name: figure.per for figure in figures}

    def column(name: str, position: int) -> str:
        if name in GENERIC and name not in per:
            return GENERIC[name]
        if per[name] == "game":
            return f"game.{name}"
        return f"seat.{name}.{position}" if rate.each_seat else f"sum.{name}"

    return [(column(rate.top, p), column(rate.bottom, p)) for p in range(seats if rate.each_seat else 1)]


def _outcome_columns(seats: int) -> list[Column]:
    each = range(seats)
    columns = [Column("finished"), Column("unfinished"), Column("draw"), Column("nobody"), Column("success")]
    columns += [Column(f"win.{p}") for p in each] + [Column(f"share.{p}") for p in each] + [Column("worth")]
    columns += [Column(f"seat_win.{k}") for k in each] + [Column(f"seat_share.{k}") for k in each]
    if seats == 2:
        columns += [Column("difference"), Column("seat_difference")]
    return columns


def _course_columns(game: Game, seats: int) -> list[Column]:
    low, high = game.scores
    columns = [Column("turns", *game.turns), Column("decisions"), Column("options"), Column("forced")]
    columns += [Column("lead_changes", 0, game.turns[1])]
    columns += [Column(f"points.{p}", low, high) for p in range(seats)]
    if seats > 1:
        columns += [Column("level"), Column("margin", 0, high - low)]
    return columns


def _pairs(seats: int) -> list[tuple[str, str]]:
    pairs = [("options", "decisions"), ("forced", "decisions")]
    for i in range(seats):
        for j in range(i + 1, seats):
            pairs += [(f"win.{i}", f"win.{j}"), (f"share.{i}", f"share.{j}"), (f"seat_win.{i}", f"seat_win.{j}")]
    return pairs


@dataclass
class Tally:
    """Whole-number sums over games. All arrays are int64 but `traces` (uint64).

    `counts` = (games, blocks). Of each column x, X being its sum over a block and F the block's finished games:
    `total` Σx, `square` Σx² (over games), `block_square` ΣX², `block_finished` ΣX·F; `cross` ΣX·Y for the layout's
    pairs. `histogram` counts finished games. `exposure[kind, entry]` and `profile[k, position, turn]` hold
    `EXPOSURE_SUMS` and `PROFILE_SUMS`; entries are the cards, then the
    layout's groups of cards. `luck_cross`: sums of products over blocks without an unfinished game of (1,
    ΣX², Σx², X of each position), x being win shares in 60ths and both Σ running over positions. `traces[i]` is the
    trace of game i (length 0: none of the first games is in this tally).
    """

    counts: np.ndarray
    total: np.ndarray
    square: np.ndarray
    block_square: np.ndarray
    block_finished: np.ndarray
    cross: np.ndarray
    histogram: np.ndarray
    exposure: np.ndarray
    profile: np.ndarray
    luck_cross: np.ndarray
    traces: np.ndarray

    @property
    def games(self) -> int:
        """Number of games, finished or not."""
        return int(self.counts[0])

    @property
    def blocks(self) -> int:
        """Number of blocks."""
        return int(self.counts[1])

    def merge(self, other: Tally) -> None:
        """Add the games of `other`, which must be other games.

        Raises `OverflowError` before a sum could leave the range of 64-bit integers.
        """
        for name, mine in vars(self).items():
            theirs = getattr(other, name)
            if name == "traces":
                if len(theirs):
                    self.traces = mine + theirs if len(mine) else theirs.copy()
                continue
            mine += theirs
            if mine.size and max(int(mine.max()), -int(mine.min())) > MOST:
                raise OverflowError(f"the sums of {name} no longer fit in 64 bits after {self.games} games")


def empty(layout: Layout) -> Tally:
    """The tally of no games."""
    columns, kinds, game = len(layout.columns), len(layout.game.exposures), layout.game
    luck = 3 + layout.seats if layout.mirrored > 1 else 0
    shapes = {
        "counts": (2,),
        "total": (columns,),
        "square": (columns,),
        "block_square": (columns,),
        "block_finished": (columns,),
        "cross": (len(layout.pairs),),
        "histogram": (int(layout.offsets[-1]),),
        "exposure": (kinds, len(layout.cards) + len(layout.groups), len(EXPOSURE_SUMS)),
        "profile": (len(game.profiles), layout.seats, PROFILE_TURNS, len(PROFILE_SUMS)),
        "luck_cross": (luck, luck),
    }
    arrays = {name: np.zeros(shape, dtype=np.int64) for name, shape in shapes.items()}
    return Tally(**arrays, traces=np.zeros(0, dtype=np.uint64))
