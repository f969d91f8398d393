"""Running the checks."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from balance.engine.game import Game, Options
from balance.testing.case import Case
from balance.testing.checks import ABOUT, CHECKS

MOST_OF_A_KIND = 5


_cases: dict[str, Case] = {}
"""Kept, so that checks called one by one share the games they look at."""


@dataclass(frozen=True)
class Problem:
    """What a check has found wrong."""

    check: str
    text: str

    def __str__(self) -> str:
        return f"{self.check}: {self.text}"


def check_case(case: Case, checks: Iterable[str] | None = None) -> list[Problem]:
    """What the named checks (all, if none is named) find wrong, up to a few problems each."""
    chosen = list(CHECKS) if checks is None else list(checks)
    return [Problem(name, text) for name in chosen for text in islice(_found(case, name), MOST_OF_A_KIND)]


def _found(case: Case, check: str) -> Iterator[str]:
    """What a check finds; an error that it ran into is a finding too."""
    try:
        yield from CHECKS[check](case)
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        yield f"{type(error).__name__} in {frame.name} ({frame.filename}:{frame.lineno}): {error}"


def check_game(
    game: Game, options: Options | None = None, games: int = 20, checks: Iterable[str] | None = None, seed: int = 1
) -> list[Problem]:
    """What is wrong with `game` under `options` (its defaults), judged by `games` games of each kind of bot."""
    options = options or game.options()
    key = f"{game.kernel} {options!r} {games} {seed}"
    if key not in _cases:
        _cases[key] = Case(game, options, games, seed)
    return check_case(_cases[key], checks)


def assert_contract(game: Game, check: str, options: Options | None = None, games: int = 20) -> None:
    """Raise `AssertionError` with all that one check finds wrong."""
    problems = check_game(game, options, games, [check])
    if problems:
        listed = "\n".join(f"  {problem.text}" for problem in problems)
        raise AssertionError(f"{game.name} breaks the contract `{check}`: {ABOUT[check]}\n{listed}")
