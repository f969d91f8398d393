"""The same games in plain Python (`NUMBA_DISABLE_JIT=1`): in a process of its own, warnings being errors there."""

from __future__ import annotations

import base64
import json
import os
import pickle
import subprocess
import sys
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Any

from balance.engine import game as games_module
from balance.engine.game import Game

if TYPE_CHECKING:
    from balance.testing.case import Case

WRAPPING = "ignore:overflow encountered:RuntimeWarning:balance.engine.streams"
"""The streams' arithmetic is modulo 2**64 on purpose."""


def fingerprint(case: Case, games: int) -> str:
    """A digest of the rows of the first games with every kind of bot."""
    digest = sha256()
    for kind in case.kits:
        digest.update(case.rows(kind, 0, games).tobytes())
    return digest.hexdigest()


def fingerprint_in_plain_python(case: Case, games: int, **environment: str) -> str:
    """The same digest from a process without a compiler, or the error that it ended with."""
    return run(case, games, {"NUMBA_DISABLE_JIT": "1", **environment})


def run(case: Case, games: int, environment: dict[str, str]) -> str:
    """The same digest from a process with this environment, or the error that it ended with."""
    options = base64.b64encode(pickle.dumps(case.options)).decode()
    request = {"game": _address(case.game), "options": options, "seed": case.seed, "games": games, "path": sys.path}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-W", WRAPPING, "-c", f"from {__name__} import main; main()"],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )
    return done.stdout.strip() if done.returncode == 0 else done.stderr.strip()[-2000:]


def _address(game: Game) -> str:
    """`module:name` of a game."""
    for name, entry in games_module._entries().items():
        if name == game.name and games_module.find(name) is game:
            return entry.value
    for module_name, module in list(sys.modules.items()):
        for name, value in vars(module).items() if module else ():
            if value is game:
                return f"{module_name}:{name}"
    raise LookupError(f"{game.name}: no module holds this game under a name")


def _answer(request: dict[str, Any]) -> str:
    sys.path[:] = request["path"]
    module, name = request["game"].split(":")
    game = getattr(import_module(module), name)
    from balance.testing.case import Case

    options = pickle.loads(base64.b64decode(request["options"]))
    return fingerprint(Case(game, options, seed=request["seed"]), request["games"])


def main() -> None:
    """The other process: a request on stdin, the digest on stdout."""
    print(_answer(json.load(sys.stdin)))
