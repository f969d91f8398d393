"""Kuhn poker's state and verbs. Cards: 0 jack, 1 queen, 2 king. Seat 0 acts first."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine.events import note, noted
from balance.engine.streams import shuffle
from balance.engine.verbs import register, state_dtype
from balance.games.kuhn import GAME, KuhnOptions

CARDS = ("jack", "queen", "king")
PASS, PUT_IN = 0, 1  # the two actions: check or fold; bet or call
CHECK, BET, CALL, FOLD = range(4)  # events
DEAL = 0  # the stream

STATE = state_dtype(
    "kuhn",
    [
        ("card", np.int64, (3,)),  # place -> card: seat 0's, seat 1's, the one left over
        ("moves", np.int64),  # decisions so far
        ("betting", np.int64),  # whether somebody has bet
        ("stake", np.int64, (2,)),  # chips each seat has put in
        ("winner", np.int64),  # -1 while the game runs
        ("folded", np.int64),
    ],
)
RULES = np.dtype([("ante", np.int64), ("bet", np.int64)], align=True)


def rules_record(options: KuhnOptions) -> Any:
    """The options as a record of dtype RULES."""
    r = np.zeros(1, dtype=RULES).view(np.recarray)[0]
    r.ante, r.bet = options.ante, options.bet
    return r


def cards(options: KuhnOptions) -> list[str]:
    """Names by card number."""
    return list(CARDS)


def card_data(options: KuhnOptions) -> dict[str, Any]:
    """The cards carry no data but their names."""
    return {"cards": list(CARDS)}


def deal(s, r, rng, log):
    """One card each, antes paid."""
    for place in range(3):
        s.card[place] = place
    shuffle(rng, DEAL, s.card, 3)
    s.stake[0] = r.ante
    s.stake[1] = r.ante
    s.winner = -1


def over(s, r):
    """Showdown or fold."""
    if s.winner < 0:
        return 0
    return 2 if s.folded else 1


def to_move(s, r):
    """Seats alternate."""
    return -1 if s.winner >= 0 else s.moves % 2


def winners(s, r):
    """The one who takes the pot."""
    return 1 << s.winner


def scores(s, r, out):
    """Chips won or lost."""
    for seat in range(2):
        if s.winner < 0:
            out[seat] = 0
        else:
            out[seat] = s.stake[1 - seat] if s.winner == seat else -s.stake[seat]


def count(s, r):
    """Pass or put in."""
    return 2


def action(s, r, k):
    """PASS, then PUT_IN."""
    return k


def apply(s, r, a, rng, log):
    """Check, bet, call or fold."""
    seat = s.moves % 2
    s.moves += 1
    if a == PUT_IN:
        note(log, CALL if s.betting else BET, seat, -1, r.bet)
        s.stake[seat] += r.bet
        if s.betting:
            s.winner = 0 if s.card[0] > s.card[1] else 1
        s.betting = 1
    elif s.betting:
        note(log, FOLD, seat, -1, 0)
        s.winner = 1 - seat
        s.folded = 1
    else:
        note(log, CHECK, seat, -1, 0)
        if s.moves == 2:
            s.winner = 0 if s.card[0] > s.card[1] else 1


def unseen(s, r, seat, out):
    """The other's card and the one left over."""
    out[0, 0] = s.card[1 - seat]
    out[1, 0] = s.card[2]
    out[0, 1] = 1
    out[1, 1] = 1
    return 2


def exchange(s, r, i, j):
    """Swap two cards wherever they are."""
    for place in range(3):
        if s.card[place] == i:
            s.card[place] = j
        elif s.card[place] == j:
            s.card[place] = i


def features(s, r, a, out):
    """See GAME.features."""
    if a == PUT_IN:
        card = s.card[s.moves % 2]
        out[card] = 1.0
        out[3] = card == 1 and s.betting


def card_of(s, r, a):
    """The card stays in hand."""
    return -1


def measure(s, r, log, row):
    """Each decision is a turn; the dealt cards are exposed at the start."""
    row.turns += noted(log)
    if row.decisions == 0:
        for seat in range(2):
            row.exposure[0, s.card[seat]] = 1 << seat
    if s.winner >= 0:
        for seat in range(2):
            row.seat_figures[0, seat] = s.stake[1 - seat] if s.winner == seat else -s.stake[seat]


register(
    STATE,
    deal=deal,
    to_move=to_move,
    over=over,
    winners=winners,
    scores=scores,
    count=count,
    action=action,
    apply=apply,
    unseen=unseen,
    exchange=exchange,
    features=features,
    card_of=card_of,
    measure=measure,
)


def _seat_to_move(s: Any, r: Any) -> int | None:
    return None if s.winner >= 0 else int(to_move(s, r))


def describe(s: Any, r: Any) -> dict[str, Any]:
    """The complete state."""
    return {
        "hands": [CARDS[s.card[0]], CARDS[s.card[1]]],
        "left_over": CARDS[s.card[2]],
        "stakes": [int(s.stake[0]), int(s.stake[1])],
        "to_move": _seat_to_move(s, r),
    }


def view(s: Any, r: Any, seat: int) -> dict[str, Any]:
    """Own card and the stakes; after a showdown the other's card too."""
    is_shown = s.winner >= 0 and not s.folded
    return {
        "hand": CARDS[s.card[seat]],
        "shown": CARDS[s.card[1 - seat]] if is_shown else None,
        "stakes": [int(s.stake[0]), int(s.stake[1])],
        "to_move": _seat_to_move(s, r),
    }


def name(s: Any, r: Any, a: int) -> dict[str, Any]:
    """An action as data."""
    return {"do": say(s, r, a)}


def opening(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The deal in words."""
    if reader is not None:
        return [f"Player {reader + 1} is dealt the {CARDS[s.card[reader]]}; both put in {r.ante}."]
    return [f"Player 1 is dealt the {CARDS[s.card[0]]}, player 2 the {CARDS[s.card[1]]}; both put in {r.ante}."]


def scene(s: Any, r: Any, reader: int | None = None) -> list[str]:
    """The table, for a player; a record's reader knows it from the deal."""
    if reader is None:
        return []
    return [f"Player {reader + 1} holds the {CARDS[s.card[reader]]}; in the pot {s.stake[0]} + {s.stake[1]}."]


def say(s: Any, r: Any, a: int, reader: int | None = None) -> str:
    """An action in words."""
    if a == PUT_IN:
        return "call" if s.betting else "bet"
    return "fold" if s.betting else "check"


def tell(s: Any, r: Any, log: Any, reader: int | None = None, before: Any = None) -> list[str]:
    """What followed, in words: nothing, or the pot changing hands."""
    if s.winner < 0:
        return []
    shown = [] if s.folded else [f"Player 1 shows the {CARDS[s.card[0]]}, player 2 the {CARDS[s.card[1]]}."]
    return [*shown, f"Player {s.winner + 1} takes the pot of {s.stake[0] + s.stake[1]}."]


def uses(options: KuhnOptions) -> list[tuple[str, str]]:
    """What can be done."""
    return [("action", name) for name in GAME.events]


def used(r: Any, e: Any) -> list[int]:
    """An event is a use of its own name."""
    return [int(e.kind)]
