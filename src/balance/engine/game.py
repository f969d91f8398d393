"""What a game package declares about itself: read before anything is compiled, so this module imports no numba."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from balance.input import Loc

GROUP = "balance.games"

Kind = Literal["competitive", "cooperative", "solo"]


class Options(BaseModel):
    """Base of every game's rule options: unknown keys are errors, values are checked, nothing is coerced from text."""

    model_config = ConfigDict(extra="forbid", strict=True, validate_default=True, frozen=True)

    def content(self) -> dict[str, Any]:
        """Data that the options only name (card sets, say), by content: part of what tells two specs apart."""
        return {}

    def value_at(self, loc: Loc) -> Any:
        """The value of an option by its place, like `("points", "krater")` or `("copies", 3)`, as plain data.

        Raises `LookupError` if there is nothing. A game may answer for more than its options hold (what is printed on
        a card that an option can change).
        """
        value: Any = self.model_dump(mode="json")
        for part in loc:
            if not isinstance(value, list if isinstance(part, int) else dict):
                raise LookupError(part)
            inner: Any = value
            value = inner[part]
        return value


def option(default: Any, about: str, source: str = "rulebook", **limits: Any) -> Any:
    """A rule option with its meaning and the source of its default.

    `source` is `rulebook`, `house rule` (off by default), `project` (a guard or a setting of ours) or
    `reconstructed: why`. `limits` are Pydantic's (`ge`, `le`, `min_length`, …).
    """
    return Field(default, description=about, json_schema_extra={"source": source}, **limits)


@dataclass(frozen=True)
class Figure:
    """One whole number that a game's rows carry beyond the generic ones.

    `per` is `game` or `seat` (then reported by turn position). `low`..`high` (inclusive) are the histogram's bins;
    values outside fall into the end bins. Figures that share a `group` are drawn in one chart, stacked by `label`.
    `hidden` ones are counted for the sake of a `Rate` and not shown by themselves.
    """

    name: str
    label: str
    unit: str = "a game"
    per: Literal["game", "seat"] = "game"
    low: int = 0
    high: int = 20
    group: str = ""
    hidden: bool = False


@dataclass(frozen=True)
class Rate:
    """A quotient of two counts over all games: "of the games in which …, how many …".

    `top` and `bottom` name figures of the game, or `games`, `turns`, `decisions`. Figures by seat are summed over the
    seats, or with `each_seat` give one rate a turn position. `unit` is `%` (`top` is a part of `bottom`) or what the
    quotient is ("berries a token"). Rates that share a `group` are drawn in one chart. `parts`: of a `%`, in how many
    parts of one `top` is counted (12ths, so that four can share a win).
    """

    name: str
    label: str
    top: str
    bottom: str
    unit: str = "%"
    group: str = ""
    each_seat: bool = False
    parts: int = 1


@dataclass(frozen=True)
class Grade:
    """A name for the scores from `low` up to the next grade's; the lowest grade holds everything below it too."""

    label: str
    low: int


@dataclass(frozen=True)
class Reason:
    """A way for a game to end; `unfinished` marks the ones that are neither won nor drawn.

    `modes` (see `Game.mode`) are those in which it can come about; none named: all.
    """

    name: str
    label: str
    unfinished: bool = False
    modes: tuple[str, ...] = ()

    def belongs_to(self, mode: str) -> bool:
        """Whether a game of that mode can end so."""
        return not self.modes or mode in self.modes


@dataclass(frozen=True)
class Exposure:
    """A way for a card to touch a seat during a game; `causal` marks those that chance alone decides."""

    name: str
    label: str
    causal: bool = False


@dataclass(frozen=True)
class Profile:
    """A quantity of each seat, taken at the end of each turn."""

    name: str
    label: str
    unit: str


@dataclass(frozen=True)
class CardGroup:
    """Cards that have something in common (`cards`: their numbers), to be valued together.

    `by` is what they are grouped by ("trait", "cost"), `label` what these have ("SPOILS", "3").
    """

    by: str
    label: str
    cards: tuple[int, ...]


@dataclass(frozen=True)
class CardNumber:
    """A number printed on cards that their values are held against: what it is called, and the number by card."""

    label: str
    of_card: Mapping[int, int]


@dataclass(frozen=True)
class Removal:
    """The game without something: a card (its number) that is blanked or taken out, or another part (-1).

    `about` says what is done to it.
    """

    label: str
    about: str
    options: Options
    card: int = -1


@dataclass(frozen=True)
class Game:
    """A game as the rest of the project sees it; each game package exports one as `GAME`.

    `kind`, `figures`, `rates` and `grades` may depend on the options. A game with `grades` (solo and cooperative ones,
    lowest first) is not won or lost: it has a score that all seats share.

    Everything that compiles lives in the module named by `kernel`, imported on first use: importing it registers the
    verbs, and it holds `STATE`, `RULES` (dtypes), `rules_record(options) -> np.record`, `cards(options) -> list[str]`
    (one name a card number, as shown to people), `card_data(options) -> dict` (for the replay record) and these
    uncompiled hooks, which answer with plain data (dict, list, str, int, bool, None) or prose:

    - `describe(s, r)` the complete state, `view(s, r, seat)` what that seat may see, `name(s, r, a)` an action;
    - `say(s, r, a, reader) -> str` an action, before it is carried out, `tell(s, r, log, reader, before) -> list[str]`
      what followed, after it (`before` is the state that the decision found);
    - optional: `opening(s, r, reader) -> list[str]` the deal; `heading(s, r) -> str` a title above the decisions that
      share it (a turn); `scene(s, r, reader) -> list[str]` how things stand, under a new title and above each decision
      of a person; `legend(s, r, reader) -> list[str]` what the signs and cards in sight mean;
      `sources(s, r) -> list[dict[str, int]]` each seat's points by source; `card_ids(options) -> list[str]` what
      records call the cards, if not by name; `event(r, e) -> dict` keys to add to or replace in an event's record;
    - optional: `pieces(options) -> list[int]`, where `cards` names kinds of cards of which there are several alike:
      `unseen` and `exchange` number single cards, this is the kind of each; everything else goes by kind;
    - optional, for `balance cards --usage`: `uses(options) -> list[tuple[str, str]]` all that can be used, as (group,
      label); `used(r, e) -> list[int]` the entries of that list which event `e` is a use of.

    `reader` is the seat that prose is for: it tells what that seat may see and nothing else. None sees all.

    `card_groups`, `card_number` and `removals` say of `balance cards` which cards are valued together, what values are
    held against, and what the game can be played without.

    `cards_document(options, format)` is the text of all cards as `markdown` or `html`. `check_cards(tree)` says what
    a card set holds (`tree` is a `balance.input.Node`): None for a file of another kind, `SpecError` for one that is
    wrong.
    """

    name: str
    title: str
    about: str
    version: int
    players: tuple[int, ...]
    options: type[Options]
    kernel: str
    chances: tuple[str, ...]
    features: tuple[str, ...]
    weights: Mapping[str, float]
    reasons: tuple[Reason, ...]
    longest: Callable[[Any], int]
    kind: Callable[[Any], Kind] = field(default=lambda options: "competitive")
    events: tuple[str, ...] = ()
    figures: Callable[[Any], tuple[Figure, ...]] = field(default=lambda options: ())
    rates: Callable[[Any], tuple[Rate, ...]] = field(default=lambda options: ())
    grades: Callable[[Any], tuple[Grade, ...]] = field(default=lambda options: ())
    exposures: tuple[Exposure, ...] = ()
    profiles: tuple[Profile, ...] = ()
    card_groups: Callable[[Any], tuple[CardGroup, ...]] = field(default=lambda options: ())
    card_number: Callable[[Any], CardNumber | None] = field(default=lambda options: None)
    removals: Callable[[Any], Sequence[Removal]] = field(default=lambda options: ())
    turns: tuple[int, int] = (0, 200)
    scores: tuple[int, int] = (0, 50)
    warnings: Callable[[Any], list[str]] = field(default=lambda options: [])
    mirror: Callable[[Any], str] = field(default=lambda options: "")
    mode: Callable[[Any], str] = field(default=lambda options: "standard")
    seats: Callable[[Any], int] | None = None
    cards_document: Callable[[Any, str], str] | None = None
    check_cards: Callable[[Any], dict[str, Any] | None] | None = None

    def load(self) -> Any:
        """Import the compiled side (the first call in a process costs numba's import)."""
        return import_module(self.kernel)

    def seat_count(self, options: Options) -> int:
        """Number of seats under these options."""
        return self.seats(options) if self.seats else self.players[0]


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda e: e.name)}


def names() -> list[str]:
    """Names of all installed games, sorted."""
    return list(_entries())


def find(name: str) -> Game:
    """The installed game of that name.

    Raises `KeyError` with the name if no installed package declares it in the entry-point group `balance.games`.
    """
    return _entries()[name].load()
