"""Bot files: what a training has found, as YAML that a spec or `--bots` can name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from balance.study.files import make_whole
from balance.study.train import Trained


def bot_content(found: Trained) -> dict[str, Any]:
    """What a bot file holds, as plain data."""
    spec = found.spec
    return {
        "bot": "greedy",
        "game": spec.game.name,
        "mode": spec.game.mode(spec.options),
        "players": spec.players,
        "weights": {name: float(f"{weight:.5g}") for name, weight in found.weights.items()},
        "casual": found.casual,
        "trained": found.how,
        "against": {
            name: {key: float(f"{value:.5g}") if key != "n" else value for key, value in one.as_dict().items()}
            for name, one in found.against.items()
        },
    }


def write_bot_file(target: Path, found: Trained) -> None:
    """Write the bot file of a training."""

    def write(temporary: Path) -> None:
        with temporary.open("w", encoding="utf-8") as file:
            file.write(f"# Made by `balance train`: weights of a greedy bot for {found.spec.game.title}.\n")
            YAML().dump(bot_content(found), file)

    make_whole(target, write)
