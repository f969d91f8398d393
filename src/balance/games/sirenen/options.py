"""The rule options of Sirenen in Sicht. What each stands for is told in docs/games/sirenen.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from balance.engine.game import Options, option
from balance.games.sirenen.limits import COPIES, HIGHEST, KINDS, LOWEST, MEMBERS, SEATS, SHIPS, SIDE
from balance.input import FaultError, listed, show

VALUES = tuple(range(LOWEST, HIGHEST + 1))
LARGEST_RESISTANCE = 999
LARGEST_HAND = 12

Numbers = Annotated[tuple[int, ...], Field(strict=False)]


def _list_option(default: tuple[int, ...], about: str, allowed: str, source: str = "rulebook") -> Any:
    return Field(default, description=about, json_schema_extra={"source": source, "allowed": allowed})


class SirenenOptions(Options):
    """Every rule that can be changed."""

    variant: Literal["base", "tactics"] = option(
        "base", "one shuffled draw pile, or (More tactics from bow to rear) a set of cards for each player"
    )
    ships: Numbers = _list_option(
        (28, 30, 32, 34, 36),
        "resistances of the ship cards from bow to rear",
        f"a list of 1 to {SHIPS} different whole numbers from 1 to {LARGEST_RESISTANCE}",
    )
    crew_start: Numbers = _list_option(
        (30, 34),
        "ship cards on which the captain and the mate start; one entry: there is a captain only",
        f"a list of up to {MEMBERS} resistances of ships",
    )
    copies: Numbers = _list_option(
        (2, 2, 2, 2, *(4,) * 11),
        f"cards of each value, from {LOWEST} to {HIGHEST} (tactics: of both sets together)",
        f"a list of {KINDS} whole numbers from 0 to {COPIES}",
    )
    hand_size: int = option(4, "cards in each player's hand at the start", ge=1, le=LARGEST_HAND)
    side_limit: int = option(5, "cards that one side of a ship card holds", ge=1, le=SIDE)
    move_crew_values: Numbers = _list_option(
        (-4, -3, -2, -1, 0),
        "values of the cards that bear the move-crew icon",
        f"a list of different values from {LOWEST} to {HIGHEST}",
        "reconstructed: the rulebook shows the icon on 0 and -2, a public description gives it to negative cards",
    )
    crew_before_scoring: bool = option(
        True,
        "crew moves before ships are scored; if not, crew on a scored ship goes with it",
        "reconstructed: the order in which the rulebook tells it",
    )
    rum_bonus: int = option(3, "what a mug of rum adds to a ship's resistance", ge=0, le=99)
    rum_timing: Literal["before", "after", "either"] = option(
        "either",
        "whether rum may be used before or after the action of a turn",
        "reconstructed: in addition to the action, says the rulebook",
    )
    victory_points_to_win: int = option(
        4,
        "victory points of a player that end the game; more than there are: the last ship ends it",
        ge=1,
        le=10,
    )

    @field_validator("ships", "crew_start", "copies", "move_crew_values", mode="before")
    @classmethod
    def _check_list(cls, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list | tuple):
            raise FaultError(f"must be a list of whole numbers, not {show(value)}")
        for i, item in enumerate(value):
            if isinstance(item, bool) or not isinstance(item, int):
                raise FaultError(f"must be a whole number, not {show(item)}", (i,))
        return tuple(value)

    @field_validator("ships")
    @classmethod
    def _check_ships(cls, ships: tuple[int, ...]) -> tuple[int, ...]:
        if not 1 <= len(ships) <= SHIPS:
            raise FaultError(f"1 to {SHIPS} ships make a game, not {len(ships)}")
        for i, resistance in enumerate(ships):
            if not 1 <= resistance <= LARGEST_RESISTANCE:
                raise FaultError(f"a resistance is 1 to {LARGEST_RESISTANCE}, not {show(resistance)}", (i,))
        _refuse_repeated(ships, "ships are told apart by their resistance")
        return ships

    @field_validator("crew_start")
    @classmethod
    def _check_crew(cls, crew: tuple[int, ...]) -> tuple[int, ...]:
        if len(crew) > MEMBERS:
            raise FaultError(f"there are {MEMBERS} crew members, the captain and the mate, not {len(crew)}")
        _refuse_repeated(crew, "a ship holds one crew member")
        return crew

    @field_validator("copies")
    @classmethod
    def _check_copies(cls, copies: tuple[int, ...]) -> tuple[int, ...]:
        if len(copies) != KINDS:
            raise FaultError(f"needs {KINDS} numbers, for the values {LOWEST} to {HIGHEST}, has {len(copies)}")
        for i, (value, n) in enumerate(zip(VALUES, copies, strict=True)):
            if not 0 <= n <= COPIES:
                raise FaultError(f"there can be 0 to {COPIES} cards of value {value}, not {show(n)}", (i,))
        return copies

    @field_validator("move_crew_values")
    @classmethod
    def _check_icons(cls, values: tuple[int, ...]) -> tuple[int, ...]:
        for i, value in enumerate(values):
            if value not in VALUES:
                raise FaultError(f"card values are {LOWEST} to {HIGHEST}, not {show(value)}", (i,))
        _refuse_repeated(values, "name each value once")
        return values

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        for i, ship in enumerate(self.crew_start):
            if ship not in self.ships:
                message = f"there is no ship {show(ship)}: the ships are {listed(self.ships, 'and')}"
                raise FaultError(message, ("crew_start", i), ("crew_start",), ("ships",))
        self._check_sets()
        self._check_deal()
        return self

    def _check_sets(self) -> None:
        for i, (value, n) in enumerate(zip(VALUES, self.copies, strict=True)):
            if self.variant == "tactics" and n % SEATS:
                message = f"tactics gives both players the same set: {n} cards of value {value} cannot be shared out"
                raise FaultError(message, ("copies", i), ("variant",))

    def _check_deal(self) -> None:
        cards = sum(self.copies)
        needed = SEATS * self.hand_size
        if needed > cards:
            message = f"two hands of {self.hand_size} need {needed} cards, there are {cards}"
            raise FaultError(message, ("hand_size",), ("copies",))


def _refuse_repeated(numbers: tuple[int, ...], why: str) -> None:
    for i, number in enumerate(numbers):
        if number in numbers[:i]:
            raise FaultError(f"{show(number)} stands twice: {why}", (i,))
