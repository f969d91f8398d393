"""The verbs of a game, and how generic code reaches a game's own bodies.

Generic code calls the stubs below. In compiled code each stub is replaced, per game, by that game's body
(`numba.extending.overload` dispatching on the type of the state record); in plain Python
(`NUMBA_DISABLE_JIT=1`) the stub looks the body up by the state's dtype. So the very same rules run both ways.

Arguments: `s` a state record, `r` a rules record, `rng` the streams (see `streams`), `a` an action code (int64), `log`
an event array (see `events`), `seat` 0-based, `out` an array to fill.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from balance.engine.jit import PLAIN, Record, TypingError, overload

VERBS: dict[str, tuple[str, ...]] = {
    "deal": ("s", "r", "rng", "log"),
    "to_move": ("s", "r"),
    "over": ("s", "r"),
    "winners": ("s", "r"),
    "scores": ("s", "r", "out"),
    "count": ("s", "r"),
    "action": ("s", "r", "k"),
    "apply": ("s", "r", "a", "rng", "log"),
    "unseen": ("s", "r", "seat", "out"),
    "exchange": ("s", "r", "i", "j"),
    "features": ("s", "r", "a", "out"),
    "card_of": ("s", "r", "a"),
    "measure": ("s", "r", "log", "row"),
}

_bodies: dict[tuple[str, str], Callable] = {}


def state_dtype(game: str, fields: list[tuple]) -> np.dtype:
    """A state dtype with C alignment and the field `game_<name>`, which tells games of the same shape apart."""
    return np.dtype([*fields, (f"game_{game}", np.int64)], align=True)


def register(state: np.dtype, **bodies: Callable) -> None:
    """Declare the bodies of all verbs for states of dtype `state` (made by `state_dtype`).

    Raises `TypeError` for a missing or unknown verb, for other argument names than the contract's, and for a second
    body of the same verb and game.
    """
    tag = state.names[-1] if state.names else ""
    if not tag.startswith("game_"):
        raise TypeError("a state dtype is made by balance.engine.verbs.state_dtype")
    if missing := VERBS.keys() - bodies.keys():
        raise TypeError(f"{tag[5:]}: verbs without a body: {', '.join(sorted(missing))}")
    for verb, body in bodies.items():
        if verb not in VERBS:
            raise TypeError(f"{tag[5:]}: there is no verb {verb!r}; the verbs are {', '.join(VERBS)}")
        names = body.__code__.co_varnames[: body.__code__.co_argcount]
        if names != VERBS[verb]:
            raise TypeError(f"{tag[5:]}: {verb} takes ({', '.join(VERBS[verb])}), not ({', '.join(names)})")
        if (verb, tag) in _bodies:
            raise TypeError(f"{tag[5:]}: {verb} has a body already")
        _bodies[verb, tag] = body


def _find(verb: str, s: object) -> Callable:
    tag = list(s.fields)[-1] if isinstance(s, Record) else "no state record"
    body = _bodies.get((verb, tag))
    if body is None:
        raise TypingError(f"game {tag.removeprefix('game_')!r} has no body for the verb {verb!r}")
    return body


def deal(s, r, rng, log):
    """Set `s` (zeroed) to a new game."""
    return _bodies["deal", s.dtype.names[-1]](s, r, rng, log)


def to_move(s, r):
    """The seat whose decision is next; -1 when the game is over."""
    return _bodies["to_move", s.dtype.names[-1]](s, r)


def over(s, r):
    """0 while the game runs, else 1 + the index of its end in the game's `reasons`."""
    return _bodies["over", s.dtype.names[-1]](s, r)


def winners(s, r):
    """Bit mask of the seats that share the top place of a finished game (a cooperative game: all seats, or 0)."""
    return _bodies["winners", s.dtype.names[-1]](s, r)


def scores(s, r, out):
    """Fill `out` (int64, one a seat) with each seat's points as they stand."""
    return _bodies["scores", s.dtype.names[-1]](s, r, out)


def count(s, r):
    """Number of legal actions, at least 1 while the game runs."""
    return _bodies["count", s.dtype.names[-1]](s, r)


def action(s, r, k):
    """The k-th legal action's code, 0 <= k < count. A code says what is done, never an index into a hidden hand."""
    return _bodies["action", s.dtype.names[-1]](s, r, k)


def apply(s, r, a, rng, log):
    """Carry out action `a` with all that follows up to the next decision."""
    return _bodies["apply", s.dtype.names[-1]](s, r, a, rng, log)


def unseen(s, r, seat, out):
    """List the cards `seat` cannot place, in the order of their places; return how many. `out[k]` (int64) gets:

    the card; the shuffles that its place has taken part in since the seat last knew what lies there, a bit each, in
    order of time from bit 0; the first shuffle that the card itself has been through since the seat last knew it, as
    a bit. Cards whose places were last in the same shuffle may be exchanged for this seat. A game that shuffles once
    writes 1 as the second and leaves the third at 0; others keep both with `balance.engine.knowledge`.
    """
    return _bodies["unseen", s.dtype.names[-1]](s, r, seat, out)


def exchange(s, r, i, j):
    """Swap the physical cards i and j wherever they are; what a seat knows stays with the places."""
    return _bodies["exchange", s.dtype.names[-1]](s, r, i, j)


def features(s, r, a, out):
    """Fill `out` (float64, one a declared feature) with how action `a` looks to the seat to move."""
    return _bodies["features", s.dtype.names[-1]](s, r, a, out)


def card_of(s, r, a):
    """The card that action `a` uses, -1 for none."""
    return _bodies["card_of", s.dtype.names[-1]](s, r, a)


def measure(s, r, log, row):
    """Add to `row` what has happened since the last call (`log`); called after the deal and after each decision."""
    return _bodies["measure", s.dtype.names[-1]](s, r, log, row)


if not PLAIN:
    # One overload a verb, with its real argument names: numba binds by name.
    overload(deal)(lambda s, r, rng, log: _find("deal", s))
    overload(to_move, inline=True)(lambda s, r: _find("to_move", s))
    overload(over, inline=True)(lambda s, r: _find("over", s))
    overload(winners)(lambda s, r: _find("winners", s))
    overload(scores, inline=True)(lambda s, r, out: _find("scores", s))
    overload(count, inline=True)(lambda s, r: _find("count", s))
    overload(action, inline=True)(lambda s, r, k: _find("action", s))
    overload(apply, inline=True)(lambda s, r, a, rng, log: _find("apply", s))
    overload(unseen)(lambda s, r, seat, out: _find("unseen", s))
    overload(exchange)(lambda s, r, i, j: _find("exchange", s))
    overload(features)(lambda s, r, a, out: _find("features", s))
    overload(card_of)(lambda s, r, a: _find("card_of", s))
    overload(measure, inline=True)(lambda s, r, log, row: _find("measure", s))
