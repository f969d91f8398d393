"""The rule options of Songbirds. What each stands for is told in docs/games/songbirds.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from balance.engine.game import Options, option
from balance.input import FaultError, listed, show

BERRIES = (5, 6, 7, 8, 9, 10, 11, 12, 13, 15)
MOST_BERRIES = 99

PLAYERS_BY_MODE: dict[str, tuple[int, ...]] = {"competitive": (2, 3, 4), "solo": (1,), "coop": (2, 3, 4)}
ROUNDS_BY_MODE = {"competitive": 2, "solo": 1, "coop": 1}

Berries = Annotated[int, Field(ge=0, le=MOST_BERRIES)]


class SongbirdsOptions(Options):
    """Every rule of Songbirds that can be changed."""

    mode: Literal["competitive", "solo", "coop"] = option(
        "competitive", "each for their own, alone against the forest, or together"
    )
    players: int = option(None, "seats; by mode: 2 competitive (also 3, 4), 1 solo, 2 coop (also 3, 4)", ge=1, le=4)
    rounds: int = option(None, "rounds whose points are added up; by mode: 2 competitive, 1 else", ge=1, le=4)
    second_round_starter: Literal["next", "same", "winner", "loser"] = option(
        "next",
        "who starts the next round: clockwise the next, the same again, or who won or lost the round just played (of "
        "equals the first clockwise after the last starter)",
        "reconstructed: the rulebook is silent",
    )
    berries: Annotated[tuple[Berries, ...], Field(strict=False)] = Field(
        BERRIES,
        description="what the ten Berry tokens are worth",
        json_schema_extra={
            "source": "reconstructed: the rulebook prints one 7; reviews tell of ten tokens from 5 to 15",
            "allowed": f"ten whole numbers from 0 to {MOST_BERRIES}",
        },
        min_length=len(BERRIES),
        max_length=len(BERRIES),
    )
    adjacency: Literal["orthogonal", "eight"] = option(
        "orthogonal",
        "which spaces are adjacent: those that share a side, or a corner too",
        "reconstructed: the rulebook does not define it",
    )
    line_ties: Literal["next_strongest", "no_award"] = option(
        "next_strongest",
        "who takes a token if the strongest are tied: the next strongest colour (so the rulebook's text), or nobody "
        "(so its first example's caption; the Crow's tokens go to the next strongest either way)",
    )
    crow: Literal["A", "B", "random"] = option(
        "random",
        "the Crow's side with four players; random: drawn anew each round",
        "reconstructed: the rulebook says either side",
    )

    @property
    def has_crow(self) -> bool:
        """Whether the Crow is in play."""
        return self.mode == "competitive" and self.players == 4

    @field_validator("players", mode="before")
    @classmethod
    def _default_players(cls, value: Any, info: ValidationInfo) -> Any:
        return PLAYERS_BY_MODE[info.data.get("mode", "competitive")][0] if value is None else value

    @field_validator("rounds", mode="before")
    @classmethod
    def _default_rounds(cls, value: Any, info: ValidationInfo) -> Any:
        return ROUNDS_BY_MODE[info.data.get("mode", "competitive")] if value is None else value

    @field_validator("berries", mode="before")
    @classmethod
    def _check_berries(cls, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise FaultError(f"must be a list of ten whole numbers from 0 to {MOST_BERRIES}, not {show(value)}")
        return value

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        wanted = PLAYERS_BY_MODE[self.mode]
        if self.players not in wanted:
            seats = f"{listed(wanted)} player{'' if wanted == (1,) else 's'}"
            raise FaultError(f"mode {self.mode} is for {seats}, not {self.players}", ("players",), ("mode",))
        if self.mode != "competitive" and self.rounds != 1:
            raise FaultError(f"mode {self.mode} is played in 1 round, not {self.rounds}", ("rounds",), ("mode",))
        return self


def without_effect(options: SongbirdsOptions) -> list[str]:
    """What is asked for and changes nothing under the other options."""
    found = []
    if options.crow != "random" and not options.has_crow:
        found.append(f"crow: {options.crow} changes nothing: the Crow is in play in competitive games of four only")
    if options.second_round_starter != "next" and options.rounds == 1:
        found.append(f"second_round_starter: {options.second_round_starter} changes nothing in a game of one round")
    return found
