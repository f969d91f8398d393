"""Plants a mistake in the rules and plays games before the referee until one disagrees; see test_mutations.

`python mutant.py NAME GAMES`: NAME is one of MISTAKES, or "none". The engine runs as plain Python
(NUMBA_DISABLE_JIT=1), where a function can be replaced by a wrong one. Prints the first disagreements; the exit status
is 0 if there were any, 3 if not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from types import ModuleType
from typing import Any

from balance.arena.replay import Replay
from balance.engine import verbs
from balance.engine.game import find
from balance.spec import Spec, load
from games.sirenen.agreement import random_spec
from games.sirenen.tense import from_position
from referee.sirenen import check_replay

ORDINARY = ("", "variant=tactics", "random", "victory_points_to_win=10", "random")
POSITIONS = {  # where whole games seldom come to the point: tense positions
    "only the ship to which the card came is scored",
    "ships are scored from the rear",
}
PACKAGE = "balance.games.sirenen"
IN_PLAY, WITH_OWNER = -1, -1


def modules() -> list[ModuleType]:
    """The modules of the game."""
    return [module for name, module in sys.modules.items() if name.startswith(PACKAGE)]


def replace(path: str, make: Callable[[Any], Any]) -> None:
    """Put `make(original)` in place of `module.function`: in every module that names it, and as a verb."""
    home, name = path.split(".")
    original = getattr(sys.modules[f"{PACKAGE}.{home}"], name)
    wrong = make(original)
    for module in modules():
        if getattr(module, name, None) is original:
            setattr(module, name, wrong)
    if (name, "game_sirenen") in verbs._bodies:
        verbs._bodies[name, "game_sirenen"] = wrong


@contextmanager
def other_rule(r: Any, field: str, change: Callable[[int], int]) -> Iterator[None]:
    """Other rules for a moment."""
    was = r[field]
    r[field] = change(int(was))
    try:
        yield
    finally:
        r[field] = was


def played_by(
    field: str, change: Callable[[int], int], names: tuple[str, ...] = ("rules.apply",)
) -> Callable[[], None]:
    """These functions run by another rule than the one that was set."""

    def make(original: Any) -> Any:
        def wrong(s: Any, r: Any, *rest: Any) -> Any:
            with other_rule(r, field, change):
                return original(s, r, *rest)

        return wrong

    return lambda: [replace(name, make) for name in names] and None


def instead(name: str, wrong: Callable[..., Any]) -> Callable[[], None]:
    """`wrong(original, *arguments)` in place of a function."""
    return lambda: replace(name, lambda original: lambda *arguments: wrong(original, *arguments))


def nothing(*_: Any) -> None:
    """In place of a function that should do something."""


# --- what goes wrong, by function


def next_ship_only(_: Any, s: Any, r: Any, member: int, direction: int) -> int:
    """The neighbour on the ring, also where the other crew member stands."""
    ship = int(s.crew[member])
    while True:
        ship = (ship + direction) % int(r.ships)
        if s.owner[ship] == IN_PLAY:
            return ship


def without_ring(original: Any, s: Any, r: Any, member: int, direction: int) -> int:
    """Bow and rear are not adjacent: from there only one way."""
    afloat = [ship for ship in range(int(r.ships)) if s.owner[ship] == IN_PLAY]
    at = afloat.index(int(s.crew[member])) + direction
    return int(original(s, r, member, direction if 0 <= at < len(afloat) else -direction))


def with_gaps(_: Any, s: Any, r: Any, member: int, direction: int) -> int:
    """The next ship card that was there at the start."""
    ship = (int(s.crew[member]) + direction) % int(r.ships)
    return ship if ship != s.crew[1 - member] else (ship + direction) % int(r.ships)


def one_ship_only(is_due: Any, s: Any, r: Any, ship: int) -> bool:
    """Only the ship to which the card came is scored, not the one it leaves."""
    return ship == int(s.came_to) // 2 and bool(is_due(s, r, ship))


def rear_first(score: Any, s: Any, r: Any, ship: int, log: Any) -> None:
    """Ships are scored from the rear: those behind this one before it."""
    turn = sys.modules[f"{PACKAGE}.turn"]
    for behind in reversed(range(ship + 1, int(r.ships))):
        if s.owner[behind] == IN_PLAY and turn._is_due(s, r, behind):
            score(s, r, behind, log)
    score(s, r, ship, log)


def other_taker(original: Any, s: Any, r: Any, ship: int, taker: int, how: int, log: Any) -> None:
    """The player on the other side takes the ship."""
    original(s, r, ship, 1 - taker if taker in (0, 1) else taker, how, log)


def tie_to_seat_0(original: Any, s: Any, r: Any, ship: int, taker: int, how: int, log: Any) -> None:
    """Equal totals are won by seat 0."""
    original(s, r, ship, taker if taker in (0, 1) else 0, how, log)


def crew_stays_behind(original: Any, s: Any, r: Any, ship: int, taker: int, how: int, log: Any) -> None:
    """Whoever takes a ship does not take the crew: it goes ashore for nobody."""
    had = s.crew_taken.tolist()
    original(s, r, ship, taker, how, log)
    s.crew_taken[:] = had


def octopus_jumps(original: Any, s: Any, r: Any, ship: int, taker: int, how: int, log: Any) -> None:
    """An octopus on a scored ship does not come back: it goes on a card of another ship, if there is one."""
    was = s.octopus.tolist()
    original(s, r, ship, taker, how, log)
    free = [place for place in range(2 * int(r.ships)) if s.side_n[place] > 0 and place not in s.octopus.tolist()]
    for seat in (0, 1):
        if was[seat] >= 0 and was[seat] // 2 == ship and free:
            s.octopus[seat], s.octopus_at[seat] = free.pop(), 0


def rum_comes_back(original: Any, s: Any, r: Any, ship: int, taker: int, how: int, log: Any) -> None:
    """Rum on a scored ship returns to its owner."""
    was = s.rum.tolist()
    original(s, r, ship, taker, how, log)
    for seat in (0, 1):
        if was[seat] == ship:
            s.rum[seat] = WITH_OWNER


def active_decides(original: Any, s: Any, r: Any, log: Any) -> bool:
    """The active player decides where the crew goes, whoever owns the side."""
    asks = original(s, r, log)
    if asks:
        s.asked = s.active
    return asks


def no_draw(draw: Any, s: Any, r: Any, seat: int, log: Any) -> None:
    """Cards are dealt, but none is drawn in a turn."""
    if s.turns == 0:
        draw(s, r, seat, log)


def draws_with_octopus(original: Any, s: Any, r: Any, kind: int, leaves: int, place: int, log: Any) -> None:
    """The octopus draws a card, too."""
    sys.modules[f"{PACKAGE}.hand"].draw(s, r, int(s.active), log)
    original(s, r, kind, leaves, place, log)


def last_equal_card(_: Any, s: Any, place: int, kind: int) -> int:
    """Of equal cards the one that arrived last moves."""
    return max(i for i in range(int(s.side_n[place])) if s.side[place, i] == kind)


def ends_with_one_pass(original: Any, s: Any, log: Any) -> None:
    """One pass ends the game."""
    s.passes = 1
    original(s, log)


def same_player_again(original: Any, s: Any) -> None:
    """A turn follows a turn of the same player."""
    original(s)
    original(s)


def without_ship(event: Any, r: Any, e: Any) -> dict[str, Any]:
    """Events without the key `ship`."""
    return {key: value for key, value in event(r, e).items() if key != "ship"}


MISTAKES: dict[str, Callable[[], None]] = {
    # setup
    "five cards in hand": played_by("hand_size", lambda n: n + 1, ("rules.deal", "rules._pick")),
    # card limit
    "a sixth card on a side": played_by("side_limit", lambda n: n + 1),
    "one card less on a side": played_by("side_limit", lambda n: n - 1, ("ship.list_open",)),
    # drawing
    "no card is drawn": instead("hand.draw", no_draw),
    "the other player draws": instead("hand.draw", lambda draw, s, r, seat, log: draw(s, r, 1 - seat, log)),
    "the octopus draws a card": instead("turn.use_octopus", draws_with_octopus),
    # crew
    "1 moves the crew": played_by("icons", lambda mask: mask | 1 << 5),
    "0 does not move the crew": played_by("icons", lambda mask: mask & ~(1 << 4)),
    "the crew does not move": instead("turn.move_crew", nothing),
    "the active player decides where the crew goes": instead("turn._asks_for_ship", active_decides),
    "the other crew member is not passed over": instead("turn.neighbour", next_ship_only),
    "bow and rear are not adjacent": instead("turn.neighbour", without_ring),
    "scored ships leave gaps": instead("turn.neighbour", with_gaps),
    "crew moves after scoring": played_by("crew_before_scoring", lambda before: 1 - before),
    # scoring
    "rum raises by 2": played_by("rum_bonus", lambda bonus: bonus - 1),
    "only the ship to which the card came is scored": instead("turn._is_due", one_ship_only),
    "ships are scored from the rear": instead("turn._score", rear_first),
    "the other side takes the ship": instead("turn._leaves_play", other_taker),
    "a tie goes to seat 0": instead("turn._leaves_play", tie_to_seat_0),
    "crew on a ship is not taken": instead("turn._leaves_play", crew_stays_behind),
    "the octopus does not come back": instead("turn._leaves_play", octopus_jumps),
    "rum on a scored ship comes back": instead("turn._leaves_play", rum_comes_back),
    # octopus
    "the octopus is not used up": instead("ship.put_octopus", nothing),
    "the opponent's octopus is put on the card": instead(
        "ship.put_octopus", lambda put, s, seat, place: put(s, 1 - seat, place)
    ),
    "a card with an octopus can be chosen": instead("ship.bears_octopus", lambda *_: False),
    "of equal cards the last moves": instead("ship.first_movable", last_equal_card),
    # rum
    "rum before the action only": played_by("rum_after", lambda _: 0),
    "rum after the action only": played_by(
        "rum_before", lambda _: 0, ("rules.count", "rules.action", "rules._nth_action")
    ),
    "no rum": instead("rules._mugs", lambda *_: 0),
    # turns and end
    "a player has two turns": instead("turn.end_turn", same_player_again),
    "five points to win": played_by("points_to_win", lambda n: n + 1),
    "one pass ends the game": instead("turn.pass_turn", ends_with_one_pass),
    "points are the other player's": instead("turn.points", lambda points, s, seat: points(s, 1 - seat)),
    "a draw is won by seat 0": instead(
        "rules.winners", lambda winners, s, r: 1 if winners(s, r) == 3 else winners(s, r)
    ),
    # tactics
    "one pile for both": played_by("tactics", lambda _: 0, ("hand.draw",)),
    # what is told
    "a view of the other seat": instead("story.view", lambda view, s, r, seat: view(s, r, 1 - seat)),
    "events do not tell the ship": instead("story.event", without_ship),
}


def specs() -> Iterator[Spec]:
    """Specs in turn, random rules always new."""
    fixed = {text: load("sirenen", sets=text.split(), bots="random") for text in ORDINARY if text != "random"}
    for i, text in enumerate(cycle(ORDINARY)):
        yield fixed.get(text) or random_spec(i)


def against(spec: Spec, number: int) -> list[str]:
    """What the referee has against a game; a wrong rule may break the engine later on, what was told before counts."""
    lines = []
    try:
        for moment in Replay(spec, 1, number):
            lines.append(json.dumps(moment.record))
    except IndexError:
        return [line for line in check_replay(lines) if line != "end: no end line"]
    return check_replay(lines)


def main(name: str, games: str) -> int:
    """See the module."""
    find("sirenen").load()
    if name != "none":
        MISTAKES[name]()
    for number, spec in zip(range(int(games)), specs(), strict=False):
        found = from_position(number) if name in POSITIONS else against(spec, number)
        if found:
            print(f"game {number}:", *found[:2], sep="\n")
            return 0
    print(f"{games} games without a disagreement")
    return 3


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
