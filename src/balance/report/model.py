"""A run's summary with types: what `docs/summary.md` promises, checked on reading; keys not listed here are ignored."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from balance.analysis.estimates import Estimate

SCHEMA_VERSION = 2
"""The newest schema of `summary.json` that these pages can read."""


class Part(BaseModel):
    """Base of all parts: unknown keys are ignored, no infinities, nothing is changed afterwards."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)


class Histogram(Part):
    """`counts[i]` games had the value `low + i`."""

    low: int
    counts: list[int] = Field(min_length=1)


class Figure(Part):
    """A mean with its interval; with a declared range also exact quantiles and a histogram."""

    mean: float
    low: float
    high: float
    n: int
    sd: float
    p05: int | None = None
    p25: int | None = None
    p50: int | None = None
    p75: int | None = None
    p95: int | None = None
    min: int | None = None
    max: int | None = None
    histogram: Histogram | None = None

    @property
    def estimate(self) -> Estimate:
        """The mean as an estimate."""
        return Estimate(value=self.mean, low=self.low, high=self.high, n=self.n)


class Outcomes(Part):
    """Counts of games."""

    finished: int
    unfinished: int
    wins: list[int] = []
    draw: int = 0
    nobody: int = 0
    wins_by_seat: list[int] = []
    success: int = 0
    failure: int = 0


class Verdict(Part):
    """Is it balanced? See `docs/summary.md`."""

    figure: str
    target: float
    tolerance: float
    result: Literal["inside", "outside", "open"]
    more_games: int | None
    words: str


class Main(Part):
    """The figure that a run is about before all else; half its interval, the widest if there are several."""

    figure: str
    half_width: float | None


class Precision(Part):
    """A figure whose interval was to be so narrow."""

    figure: str
    label: str
    unit: str
    wanted: float
    half_width: float | None
    met: bool


class PositionTest(Part):
    """Chi-square test of equal win shares."""

    statistic: float
    degrees: int
    p_value: float


class Reason(Part):
    """A way for games to end."""

    name: str
    label: str
    unfinished: bool
    count: int
    rate: Estimate | None


class GameFigure(Part):
    """A figure of the game's own, a game or by position."""

    name: str
    label: str
    unit: str
    group: str
    per: Literal["game", "seat"]
    game: Figure | None = None
    positions: list[Figure | None] = []

    @property
    def parts(self) -> list[Figure | None]:
        """By position; of a figure a game the only one."""
        return self.positions if self.per == "seat" else [self.game]


class GameRate(Part):
    """A quotient that the game declares, one or by position."""

    name: str
    label: str
    unit: str
    group: str
    rate: Estimate | None = None
    positions: list[Estimate | None] = []

    @property
    def parts(self) -> list[Estimate | None]:
        """By position, or the only one."""
        return self.positions or [self.rate]


class Grade(Part):
    """A name for a range of scores, and how often it was reached."""

    label: str
    low: int | None
    high: int | None
    count: int
    rate: Estimate | None


class CardValue(Part):
    """What it is worth to have a card, or one of a group."""

    name: str
    held: int
    raw: Estimate
    shrunk: Estimate
    p_value: float
    told_apart: bool


class Card(CardValue):
    """A card's value."""

    card: int


class CardGroup(CardValue):
    """The value of cards that have something in common; `cards` is their number."""

    by: str
    cards: int


class CardKind(Part):
    """The values of all cards, and of groups of them, for one way of touching a seat."""

    name: str
    label: str
    causal: bool
    cards: list[Card]
    groups: list[CardGroup] = []


class Course(Part):
    """A profile's values of one position, by turn."""

    n: list[int]
    mean: list[float]
    low: list[float]
    high: list[float]

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len({len(self.n), len(self.mean), len(self.low), len(self.high)}) > 1:
            raise ValueError("lists of different lengths")
        return self


class Profile(Part):
    """A quantity over the turns, by position."""

    name: str
    label: str
    unit: str
    positions: list[Course]


class Mirror(Part):
    """What mirrored deals were worth."""

    variance_ratio: float | None
    luck_share: Estimate | None


class Distinct(Part):
    """How many games were different."""

    games: int
    distinct: int


class Summary(Part):
    """The whole of `summary.json`."""

    schema_version: int
    complete: bool
    game: str
    title: str
    name: str
    game_version: int
    kind: Literal["competitive", "cooperative", "solo"]
    mode: str
    players: int = Field(ge=1)
    bots: list[str] = Field(min_length=1)
    same_bots: bool
    spec_hash: str
    seed: int
    games: int
    games_asked: int
    blocks: int
    mirrored: int
    confidence: float = Field(gt=0, lt=1)
    outcomes: Outcomes
    unfinished_rate: Estimate | None
    win_rates: list[Estimate | None] = []
    shares: list[Estimate | None] = []
    shares_by_seat: list[Estimate | None] = []
    draw_rate: Estimate | None = None
    level_rate: Estimate | None = None
    first_player_advantage: Estimate | None = None
    decisive_share: Estimate | None = None
    position_test: PositionTest | None = None
    verdict: Verdict | None = None
    success_rate: Estimate | None = None
    score: Estimate | None = None
    grades: list[Grade] = []
    main: Main
    precision: list[Precision]
    turns: Figure | None
    decisions: Figure | None
    options_per_decision: Estimate | None
    forced_share: Estimate | None
    lead_changes: Figure | None = None
    margin: Figure | None = None
    points: list[Figure | None]
    reasons: list[Reason]
    figures: list[GameFigure]
    rates: list[GameRate] = []
    cards: list[CardKind]
    profiles: list[Profile]
    mirror: Mirror | None
    distinct: Distinct
    warnings: list[str]

    @property
    def competitive(self) -> bool:
        """Whether seats play against one another."""
        return self.kind == "competitive"

    @model_validator(mode="after")
    def _check(self) -> Self:
        by_position: dict[str, list[Any]] = {"bots": self.bots}
        if self.competitive:
            by_position |= {"win_rates": self.win_rates, "shares": self.shares, "shares_by_seat": self.shares_by_seat}
            by_position |= {"outcomes.wins": self.outcomes.wins, "points": self.points}
        elif len(self.points) != 1:
            raise ValueError(f"points has {len(self.points)} entries, but all players share one score")
        for figure in self.figures:
            if figure.per == "seat":
                by_position[f"figures.{figure.name}"] = figure.positions
        for rate in self.rates:
            if rate.positions:
                by_position[f"rates.{rate.name}"] = rate.positions
        for profile in self.profiles:
            by_position[f"profiles.{profile.name}"] = profile.positions
        for key, values in by_position.items():
            if len(values) != self.players:
                raise ValueError(f"{key} has {len(values)} entries, there are {self.players} players")
        return self


class Bot(Part):
    """Who played a seat."""

    name: str
    temperature: float = 0.0
    weights: dict[str, float] = {}
    search: dict[str, Any] = {}


class Resolved(Part):
    """All that decided the games: what `balance.spec.from_resolved` takes."""

    schema_version: int
    game: str
    game_version: int
    players: int
    rules: dict[str, Any]
    cards: dict[str, Any]
    bots: list[Bot] = Field(min_length=1)


class Record(Part):
    """What these pages need of a run's `spec.json`."""

    balance: str
    name: str = ""
    about: str = ""
    spec: Resolved
    spec_hash: str
