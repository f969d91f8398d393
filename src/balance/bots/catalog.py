"""The kinds of bots there are, by name (no numba here: specs and help pages read this)."""

from __future__ import annotations

from dataclasses import dataclass

KINDS: dict[str, str] = {
    "random": "picks uniformly among the legal actions",
    "greedy": "takes the action with the highest weights x features; `temperature` adds noise",
    "monte-carlo": "plays each action out on re-dealt hidden cards, the promising ones more often, and takes the best",
    "ismcts": "grows a tree of what may follow over re-dealt hidden cards (information-set Monte Carlo tree search)",
    "omniscient": "like ismcts, but it sees all cards: an upper bound, not a player",
}

SEARCHERS = ("monte-carlo", "ismcts", "omniscient")
"""Kinds that play on in imagined worlds; they need room for a tree."""

SEES_ALL = ("omniscient",)
"""Kinds that do not play from what their seat may see."""

SEARCH_SETTINGS: dict[str, tuple[float, float, float]] = {
    "iterations": (200, 1, 1_000_000),
    "exploration": (1, 0, 100),
    "horizon": (0, 0, 1_000_000),
    "margin": (0.1, 0, 1),
    "prior": (0, 0, 1_000_000),
}
"""Numbers that a searching bot takes, as (default, least, most).

`iterations`: imagined games a decision; `exploration`: PUCT's constant; `horizon`: decisions after the tree before a
game is judged as it stands (0: it is played to its end); `margin`: the part of a game's worth that is the lead in
points, the rest being who wins; `prior`: an action that looks so much worse than the best (weights x features) is
expected to deserve a quarter of its tries (0: all are expected alike). If nothing else is said it is the temperature of
casual play where playouts are greedy.
"""

PLAYOUTS = ("random", "greedy")
"""Who plays on beyond the tree: greedy in games with features, if nothing else is said."""

SETTINGS: dict[str, tuple[str, ...]] = {
    "random": (),
    "greedy": ("temperature", "weights"),
    **dict.fromkeys(SEARCHERS, (*SEARCH_SETTINGS, "playout", "temperature", "weights")),
}
"""What a spec may set for each kind."""


@dataclass(frozen=True)
class Level:
    """A named strength: a kind with settings of its own."""

    kind: str
    about: str
    iterations: int = 0


LEVELS: dict[str, Level] = {
    "hand-set": Level("greedy", "greedy with the weights its author set by hand, before training"),
    "casual": Level("greedy", "greedy with noise: about halfway between random and greedy"),
    "strong": Level("ismcts", "ismcts that plays on by greedy: slow, for small runs", iterations=200),
}
"""What `--bots` takes beside the kinds. `docs/bots.md` says how strong each is."""
