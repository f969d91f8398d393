"""`balance check-game`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli.layout import say
from balance.cli.shared import AsJson, GameName, Sets, count, playing, print_json, progress, stoppable

if TYPE_CHECKING:
    from balance.testing import Problem

EXAMPLES = (
    "balance check-game tictactoe",
    "balance check-game my-game --games 50",
    "balance check-game omen --set mode=draft --json",
)


def check_game(
    game: GameName,
    sets: Sets = None,
    games: Annotated[
        int, typer.Option(parser=count, metavar="N", help="How many games of each kind of bot are looked at.")
    ] = 20,
    as_json: AsJson = False,
) -> None:
    """Check that a game package keeps the contract that bots, runs and reports rely on.

    Real games are played and looked at: legal actions never run out, copies and re-deals are sound, nobody peeks,
    compiled and plain Python agree, and so on. Made for games of your own (docs/add-your-game.md); the shipped ones
    are tested with it. Exit codes: 0 all checks hold, 1 one failed, 2 bad input.
    """
    from balance.spec import load

    spec = load(game, sets or [])
    from balance.testing import ABOUT, CHECKS
    from balance.testing import check_game as problems_of

    found: dict[str, list[Problem]] = {}
    with playing(), progress(f"checking {spec.game.name}", len(CHECKS)) as done, stoppable() as do:
        for name in CHECKS:
            found[name] = do(partial(problems_of, spec.game, spec.options, games, [name]))
            done(len(found))
    if as_json:
        checks = {name: [problem.text for problem in problems] for name, problems in found.items()}
        print_json({"game": spec.game.name, "holds": not any(checks.values()), "checks": checks})
    else:
        _print(found, ABOUT)
    if any(found.values()):
        raise typer.Exit(1)


def _print(found: dict[str, list[Problem]], about: dict[str, str]) -> None:
    for name, problems in found.items():
        say(f"{'FAILS' if problems else 'holds'}  {name}: {about[name]}")
        for problem in problems:
            say(f"       - {problem.text}")
    failed = sum(bool(problems) for problems in found.values())
    say(f"\n{failed} of {len(found)} checks failed" if failed else f"\nall {len(found)} checks hold")
