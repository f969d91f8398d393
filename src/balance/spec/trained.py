"""Bot files: weights that training has found, and how. Games ship some in their folder `bots`, one a mode and number of
players; a user's own is named like a bot (`--bots my-bot.yaml`)."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from balance.engine.game import Game, Options
from balance.input import Node, checked, did_you_mean, error_at, read


class BotFile(BaseModel):
    """What a bot file holds. `casual` is the temperature at which the bot plays about half as well as it can; `trained`
    and `against` tell how it came about and what it is worth: they are for people."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    bot: str = Field(pattern="^greedy$")
    game: str
    mode: str
    players: int = Field(ge=1)
    weights: dict[str, float]
    casual: float = Field(0.0, ge=0, allow_inf_nan=False)
    trained: dict[str, Any] = Field(default_factory=dict)
    against: dict[str, Any] = Field(default_factory=dict)


def shipped(game: Game, options: Options) -> BotFile | None:
    """The bot that comes with the game for this number of players, None if there is none: in the game's folder `bots`
    the file MODE-PLAYERS.yaml, or else `all-PLAYERS.yaml`, for modes that are played alike."""
    try:
        found = find_spec(game.kernel)
    except ValueError:  # a module that was made at run time has no file
        found = None
    if found is None or found.origin is None:
        return None
    folder, seats = Path(found.origin).parent / "bots", game.seat_count(options)
    files = (folder / f"{mode}-{seats}.yaml" for mode in (game.mode(options), "all"))
    return next((_read(path, game.name) for path in files if path.exists()), None)


@lru_cache(maxsize=64)
def _read(path: Path, game: str) -> BotFile:
    return checked(BotFile, read(path))


def read_bot_file(path: Path, game: Game) -> BotFile:
    """A user's bot file, or `SpecError`: it must be of this game, with weights of its features."""
    tree = read(path)
    found = checked(BotFile, tree)
    if found.game != game.name:
        raise error_at(tree, ("game",), f"is a bot for {found.game}, not for {game.name}")
    for feature in found.weights:
        if feature not in game.features:
            message = f"is not a feature of {game.name}{did_you_mean(feature, game.features)}"
            raise error_at(tree, ("weights", feature), message)
    return found


def is_bot_file(node: Node) -> bool:
    """Whether a bot's name is meant as a file."""
    return isinstance(node.value, str) and Path(node.value.strip()).suffix in (".yaml", ".yml")
