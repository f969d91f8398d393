"""A small honest card game, and the tool to break it: `variant(name, verb=body, …)` is the same game with other bodies.

Eight cards, two players with two in hand, the others a deck. Both play a card, the higher takes the trick (a point) and
leads the next; both draw. After four tricks the one with more points wins.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import numpy as np

from balance.engine import verbs
from balance.engine.events import note, noted
from balance.engine.game import Exposure, Game, Options, Reason
from balance.engine.jit import PLAIN, njit
from balance.engine.streams import shuffle

CARDS, HAND = 8, 2
PLAY, DRAW, TAKE = range(3)
FIELDS = [
    ("hand", np.int16, (2, HAND)),  # sorted
    ("hand_n", np.int16, (2,)),
    ("deck", np.int16, (CARDS,)),  # top last
    ("deck_n", np.int16),
    ("led", np.int16),  # card on the table, -1
    ("next", np.int16),  # seat to move
    ("points", np.int16, (2,)),
]
RULES = np.dtype([("none", np.int64)], align=True)


class TricksOptions(Options):
    """None."""


def rules_record(options):
    """Empty."""
    return np.zeros(1, dtype=RULES).view(np.recarray)[0]


def cards(options):
    """Names by number."""
    return [f"card {card}" for card in range(CARDS)]


def card_data(options):
    """Values."""
    return {"values": list(range(CARDS))}


@njit
def sort_hand(s, seat):
    """Keep a hand sorted."""
    for i in range(1, s.hand_n[seat]):
        j = i
        while j > 0 and s.hand[seat, j - 1] > s.hand[seat, j]:
            s.hand[seat, j - 1], s.hand[seat, j] = s.hand[seat, j], s.hand[seat, j - 1]
            j -= 1


@njit
def draw(s, seat, log):
    """A card from the deck."""
    if s.deck_n > 0:
        s.deck_n -= 1
        s.hand[seat, s.hand_n[seat]] = s.deck[s.deck_n]
        s.hand_n[seat] += 1
        note(log, DRAW, seat, s.deck[s.deck_n], 0)
        sort_hand(s, seat)


def deal(s, r, rng, log):
    """Two cards each."""
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(rng, 0, s.deck, CARDS)
    s.deck_n = CARDS
    s.led = -1
    for _ in range(HAND):
        draw(s, 0, log)
        draw(s, 1, log)


def over(s, r):
    """No card left."""
    return 1 if s.hand_n[0] + s.hand_n[1] == 0 else 0


def to_move(s, r):
    """The leader, then the other."""
    return -1 if s.hand_n[0] + s.hand_n[1] == 0 else s.next


def winners(s, r):
    """More tricks."""
    if s.points[0] == s.points[1]:
        return 3
    return 1 if s.points[0] > s.points[1] else 2


def scores(s, r, out):
    """Tricks."""
    out[0] = s.points[0]
    out[1] = s.points[1]


def count(s, r):
    """Cards in hand."""
    return s.hand_n[s.next]


def action(s, r, k):
    """The card."""
    return s.hand[s.next, k]


def apply(s, r, a, rng, log):
    """Play a card; after two, the trick is taken and both draw."""
    seat = s.next
    for i in range(s.hand_n[seat]):
        if s.hand[seat, i] == a:
            s.hand[seat, i] = s.hand[seat, s.hand_n[seat] - 1]
            s.hand_n[seat] -= 1
            sort_hand(s, seat)
            break
    note(log, PLAY, seat, a, 0)
    if s.led < 0:
        s.led = a
        s.next = 1 - seat
        return
    winner = seat if a > s.led else 1 - seat
    s.led = -1
    s.points[winner] += 1
    s.next = winner
    note(log, TAKE, winner, -1, 1)
    draw(s, winner, log)
    draw(s, 1 - winner, log)


def unseen(s, r, seat, out):
    """The other's hand, then the deck from the top."""
    n = 0
    for i in range(s.hand_n[1 - seat]):
        out[n, 0], out[n, 1] = s.hand[1 - seat, i], 1
        n += 1
    for i in range(s.deck_n - 1, -1, -1):
        out[n, 0], out[n, 1] = s.deck[i], 1
        n += 1
    return n


def exchange(s, r, i, j):
    """Swap two cards in hands and deck."""
    for seat in range(2):
        for k in range(s.hand_n[seat]):
            if s.hand[seat, k] == i:
                s.hand[seat, k] = j
            elif s.hand[seat, k] == j:
                s.hand[seat, k] = i
        sort_hand(s, seat)
    for k in range(s.deck_n):
        if s.deck[k] == i:
            s.deck[k] = j
        elif s.deck[k] == j:
            s.deck[k] = i


def features(s, r, a, out):
    """Value, and whether it takes the trick."""
    out[0] = a / CARDS
    out[1] = s.led >= 0 and a > s.led


def card_of(s, r, a):
    """The card."""
    return a


def measure(s, r, log, row):
    """Tricks are turns; the first hands are exposed."""
    if row.decisions == 0:
        row.turns = 0
        for seat in range(2):
            for i in range(s.hand_n[seat]):
                row.exposure[0, s.hand[seat, i]] |= 1 << seat
    for i in range(1, noted(log) + 1):
        row.turns += log[i].kind == TAKE


def describe(s, r):
    """Everything."""
    return {
        "hands": [s.hand[seat, : s.hand_n[seat]].tolist() for seat in range(2)],
        "deck": s.deck[: s.deck_n].tolist(),
        "led": int(s.led),
        "points": s.points.tolist(),
    }


def view(s, r, seat):
    """The own hand and the table."""
    all_of_it = describe(s, r)
    return {"hand": all_of_it["hands"][seat], "led": all_of_it["led"], "points": all_of_it["points"]}


def name(s, r, a):
    """The card."""
    return {"play": int(a)}


def say(s, r, a, reader):
    """The card."""
    return f"play {a}"


def tell(s, r, log, reader, before):
    """Nothing."""
    return []


def scene(s, r, reader):
    """Hands, as far as the reader sees them."""
    return [str(s.hand[seat, : s.hand_n[seat]].tolist()) for seat in range(2) if reader in (None, seat)]


VERBS = {verb: globals()[verb] for verb in verbs.VERBS}
HOOKS = {
    hook: globals()[hook]
    for hook in ("rules_record", "cards", "card_data", "describe", "view", "name", "say", "tell", "scene", "RULES")
}


def variant(name_of_it, fields=None, declared=None, **bodies):
    """The game with other bodies of verbs or hooks, other fields or another declaration."""
    kernel = ModuleType(f"{__name__}.{name_of_it}")
    state = verbs.state_dtype(name_of_it, fields or FIELDS)
    verbs.register(state, **{verb: bodies.get(verb, body) for verb, body in VERBS.items()})
    vars(kernel).update(HOOKS | bodies | {"STATE": state})
    sys.modules[kernel.__name__] = kernel
    return replace(GAME, name=name_of_it, kernel=kernel.__name__, **(declared or {}))


GAME = Game(
    name="tricks",
    title="Tricks",
    about="A test game.",
    version=1,
    players=(2,),
    options=TricksOptions,
    kernel="toys.tricks",
    chances=("deal",),
    features=("value", "takes"),
    weights={"value": 1.0, "takes": 2.0},
    reasons=(Reason("played", "all cards played"),),
    events=("play", "draw", "take"),
    exposures=(Exposure("opening", "dealt", causal=True),),
    longest=lambda options: 8,
    turns=(0, 4),
    scores=(0, 4),
)
HONEST = variant("honest")


def _scores_by_interpreter(s, r, out):
    out[0] = s.points[0] + (1 if PLAIN else 0)
    out[1] = s.points[1]


GAME_THAT_DIFFERS = variant("differs", scores=_scores_by_interpreter)
