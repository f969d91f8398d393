"""The one door to all bots: which action does a bot take?"""

from __future__ import annotations

from balance.bots.mind import Searching
from balance.bots.policy import GREEDY, RANDOM, greedy, pick
from balance.bots.search import search
from balance.engine.jit import PLAIN, inlined, overload
from balance.engine.streams import below
from balance.engine.verbs import action


@inlined
def choose(s, r, n, bot, rng, p, mind):
    """The action of `bot` for the seat to move, among n >= 1 legal ones, drawing from stream p.

    `mind` is working room (see `mind`), overwritten; a searching bot needs `Searching`.
    """
    if bot.kind == RANDOM:
        if bot.banned != 0:
            return pick(s, r, n, bot.banned, rng, p)
        return action(s, r, below(rng, p, n) if n > 1 else 0)
    if bot.kind == GREEDY:
        return greedy(s, r, n, bot, bot.banned, rng, p, mind.scratch)
    return think(s, r, n, bot, rng, p, mind)


def think(s, r, n, bot, rng, p, mind):
    """Search, if there is room for it; the room's type decides, so a run without searchers does not compile it."""
    return search(s, r, n, bot, rng, p, mind)


def _think(s, r, n, bot, rng, p, mind):
    return search(s, r, n, bot, rng, p, mind)


def _cannot(s, r, n, bot, rng, p, mind):
    if n > 0:
        raise ValueError("a searching bot was given no room to search in")
    return action(s, r, 0)  # never: it tells the compiler the type


if not PLAIN:
    overload(think)(
        lambda s, r, n, bot, rng, p, mind: _think if mind.instance_class is Searching else _cannot,
    )
