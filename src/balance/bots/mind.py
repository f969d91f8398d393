"""Working room for one thread's bots: nothing is allocated while they think.

There are two kinds of room, and numba compiles the loops for each by itself: a run without searching bots never
compiles the search.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from balance.bots.catalog import KINDS, SEARCHERS
from balance.engine.events import new_log
from balance.engine.redeal import new_room
from balance.engine.streams import purpose_key

MOST_FEATURES = 96
DEEPEST = 256
"""Decisions that a path in the tree can hold; longer ones are played out from there."""
NODES_AN_ITERATION = 8
"""Room in the tree: an action that was tried more than once brings all that may follow it."""
MOST_ACTIONS = 512
"""How many legal actions of one decision a search considers at most."""
SLOTS_A_NODE = 4

NODE = np.dtype(
    [
        ("parent", np.int64),
        ("action", np.int64),
        ("seat", np.int64),  # who took the action
        ("visits", np.int64),
        ("available", np.int64),  # how often the action was legal when its parent was visited
        ("total", np.float64),  # worth to `seat`, summed over the visits
        ("looks", np.float64),  # weights x features in the world where it was first met
    ],
    align=True,
)


class Plain(NamedTuple):
    """Room for bots that look at actions only."""

    scratch: np.ndarray  # float64 (MOST_FEATURES,)


class Searching(NamedTuple):
    """Room for bots that search too.

    `worlds` has one state. Node 0 is the root; `slots` is a hash table of node numbers, -1 being free, of a power of
    two; `children` and `expected` belong to the node that is looked at. `rng` are the streams of imagined games, the
    game's chances and one for everything else, and `keys` start them. `log` takes nothing.
    """

    scratch: np.ndarray
    worlds: np.recarray
    nodes: np.recarray
    slots: np.ndarray
    children: np.ndarray
    expected: np.ndarray
    path: np.ndarray
    rng: np.ndarray
    keys: np.ndarray
    room: np.ndarray
    log: np.recarray
    points: np.ndarray
    worth: np.ndarray


def new_mind(bots: np.recarray, state: np.dtype, chances: int) -> Plain | Searching:
    """Room for these bots (records, one a seat) to play a game with this state and number of chances."""
    scratch = np.zeros(MOST_FEATURES)
    if not searches(bots["kind"].tolist()):
        return Plain(scratch)
    most = NODES_AN_ITERATION * int(bots["iterations"].max()) + MOST_ACTIONS + 1
    seats = len(bots)
    return Searching(
        scratch,
        worlds=np.zeros(1, dtype=state).view(np.recarray),
        nodes=np.zeros(most, dtype=NODE).view(np.recarray),
        slots=np.zeros(1 << (SLOTS_A_NODE * most - 1).bit_length(), dtype=np.int64),
        children=np.zeros(MOST_ACTIONS, dtype=np.int64),
        expected=np.zeros(MOST_ACTIONS),
        path=np.zeros(DEEPEST + 1, dtype=np.int64),
        rng=np.zeros((chances + 1, 2), dtype=np.uint64),
        keys=np.array([purpose_key(f"imagined {number}") for number in range(chances + 1)], dtype=np.uint64),
        room=new_room(),
        log=new_log(0),
        points=np.zeros(seats, dtype=np.int64),
        worth=np.zeros(seats),
    )


def searches(kinds: Iterable[int]) -> bool:
    """Whether one of these kinds of bots (numbers) searches."""
    names = list(KINDS)
    return any(names[kind] in SEARCHERS for kind in kinds)
