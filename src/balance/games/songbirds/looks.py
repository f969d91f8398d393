"""The names of what greedy play looks at, and how much it cares (no numba here: the game's declaration reads this).

Everything is seen as it would stand after the action. "The favourite" is the colour that a seat would like to end with:
of those it still holds the one with most berries now and strength in hand; in solo and co-op, once a bird is favoured,
its colour. Every look is written twice, as itself for competitive games and with `band_` in front for solo and co-op,
so that both can be weighed (and trained) apart; `favour_` looks are those of favouring a bird.
"""

LOOKS = (
    "now",  # points if the round ended now, with the best bird left in hand (solo, co-op: the favoured one, if any)
    "rivals",  # berries of the colours that nobody has shown, each by its share of the cards not seen; solo, co-op: 0
    "best_rival",  # most berries of a colour that the seat holds no more; solo, co-op: berries of all but the favourite
    "lead",  # in the two lines of the space: how much farther the favourite is ahead, -1..1 a line, by their berries
    "reserve",  # the favourite's strength left in hand
    "sealed",  # berries of lines that are full now and go to the favourite
    "lost",  # berries of lines that are full now and go to another colour
    "own_voice",  # volume of the placed bird, if it is of the favourite colour
    "other_voice",  # volume of the placed bird, if it is not
    "opens",  # open spaces
)
FAVOUR_LOOKS = (
    "favour_volume",  # volume of the favoured bird
    "favour_lead",  # berries of its colour less those of the others
    "favour_late",  # birds placed, as a share
    "favour_now",  # 1
)
FEATURES = (*LOOKS, *(f"band_{look}" for look in LOOKS), *FAVOUR_LOOKS)

_COMPETITIVE = {
    "now": 0.7,
    "rivals": -0.5,
    "best_rival": -0.1,
    "lead": 0.0,
    "reserve": 1.1,
    "sealed": 0.6,
    "lost": -0.1,
    "own_voice": 0.0,
    "other_voice": -0.3,
    "opens": 0.0,
}
_BAND = {
    "now": 0.5,
    "rivals": 0.0,
    "best_rival": -0.3,
    "lead": 0.2,
    "reserve": 0.1,
    "sealed": 0.3,
    "lost": -1.0,
    "own_voice": 0.0,
    "other_voice": 0.5,
    "opens": 0.0,
}
_FAVOUR = {"favour_volume": 0.0, "favour_lead": 0.1, "favour_late": 1.0, "favour_now": -0.5}

WEIGHTS = _COMPETITIVE | {f"band_{look}": weight for look, weight in _BAND.items()} | _FAVOUR
