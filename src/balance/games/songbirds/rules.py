"""Songbirds' verbs: the set-up of a round, a turn, and the end of a round."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine.bits import bit, divided, holds, nth, size, without
from balance.engine.events import note
from balance.engine.jit import njit
from balance.engine.streams import below, shuffle
from balance.engine.verbs import register
from balance.games.songbirds import GAME
from balance.games.songbirds.birds import BIRDS, COLOURS, VOLUMES
from balance.games.songbirds.events import E_DRAW, E_FAVOUR, E_PLACE, E_ROUND
from balance.games.songbirds.features import features
from balance.games.songbirds.figures import measure
from balance.games.songbirds.options import SongbirdsOptions
from balance.games.songbirds.prose import heading, legend, opening, say, scene, tell
from balance.games.songbirds.scoring import award_tokens, score_round
from balance.games.songbirds.state import (
    CENTRE,
    COMPETITIVE,
    COOP,
    CROW,
    CROW_A,
    CROW_B,
    CROW_RANDOM,
    DIAGONALS,
    EMPTY,
    FAVOUR,
    FOREST_FULL,
    FULL,
    LINES,
    LOSER,
    MORE_POINTS,
    NEXT,
    NO_CROW,
    RULES,
    RUNNING,
    SAME,
    SEATS,
    SIDE,
    SOLO,
    SPACES,
    STATE,
    TIED,
    VOICE,
    WINNER,
)
from balance.games.songbirds.story import describe, event, name, sources, view

DEAL_BIRDS, DEAL_BERRIES, DRAW_STARTER, TURN_CROW = (
    GAME.chances.index(chance) for chance in ("birds", "berries", "starter", "crow")
)

MODES = {"competitive": COMPETITIVE, "solo": SOLO, "coop": COOP}
STARTERS = {"next": NEXT, "same": SAME, "winner": WINNER, "loser": LOSER}
CROWS = {"A": CROW_A, "B": CROW_B, "random": CROW_RANDOM}
HANDS = {2: 13, 3: 9, 4: 7}
"""Cards dealt to each in a competitive game, by number of players."""


def rules_record(options: SongbirdsOptions) -> Any:
    """The options as a record of dtype RULES."""
    r = np.zeros(1, dtype=RULES).view(np.recarray)[0]
    r.mode, r.seats, r.rounds = MODES[options.mode], options.players, options.rounds
    r.dealt = HANDS[options.players] if options.mode == "competitive" else 1
    r.next_starter = STARTERS[options.second_round_starter]
    r.berries[:] = options.berries
    r.adjacent[:] = [_adjacent(space, options.adjacency == "eight") for space in range(SPACES)]
    r.tie_voids = options.line_ties == "no_award"
    r.crow = CROWS[options.crow] if options.has_crow else NO_CROW
    return r


def _adjacent(space: int, with_corners: bool) -> int:
    """The set of spaces adjacent to one."""
    found = 0
    for other in range(SPACES):
        down, right = (abs(a - b) for a, b in zip(divmod(space, SIDE), divmod(other, SIDE), strict=True))
        if max(down, right) == 1 and (with_corners or down + right == 1):
            found |= 1 << other
    return found


def cards(options: SongbirdsOptions) -> list[str]:
    """Names by card number."""
    birds = [f"{colour} {volume + 1}" for colour in COLOURS for volume in range(VOLUMES)]
    return [*birds, "Crow"] if options.has_crow else birds


def card_data(options: SongbirdsOptions) -> dict[str, Any]:
    """The names of all cards: colour and volume are all there is to a bird."""
    return {"birds": cards(options)[:BIRDS], "crow": "Crow"}


# --- the set-up


def deal(s, r, rng, log):
    """Chance says who starts; the first round is set up."""
    s.first = below(rng, DRAW_STARTER, r.seats)
    start_round(s, r, s.first, rng, log)


@njit
def start_round(s, r, starter, rng, log):
    """Lay the berries, shuffle the birds, lay the first ones, deal the hands."""
    s.round_no += 1
    s.starter = starter
    clear_forest(s)
    for i in range(LINES):
        s.token[i] = i
    shuffle(rng, DEAL_BERRIES, s.token, LINES)
    for card in range(BIRDS):
        s.deck[card] = card
    shuffle(rng, DEAL_BIRDS, s.deck, BIRDS)
    s.deck_n = BIRDS
    lay_first_birds(s, r, rng)
    for seat in range(r.seats):
        s.hand[seat] = 0
        for _ in range(r.dealt):
            s.hand[seat] |= bit(draw(s))
    for seat in range(SEATS):
        s.favoured[seat] = EMPTY
    s.may_favour = r.mode != COMPETITIVE
    note(log, E_ROUND, starter, -1, s.round_no)
    start_turn(s, r, starter, log)


@njit
def clear_forest(s):
    """Take all cards off the forest."""
    for space in range(SPACES):
        s.forest[space] = EMPTY
    for line in range(LINES):
        s.strengths[line] = 0
    s.occupied = 0
    s.open = 0


@njit
def lay_first_birds(s, r, rng):
    """A bird in the centre; with four players the Crow; in solo and co-op nine birds on both diagonals."""
    s.crow = NO_CROW
    if r.mode != COMPETITIVE:
        for space in DIAGONALS:
            put(s, r, draw(s), space)
    elif r.crow == NO_CROW:
        put(s, r, draw(s), CENTRE)
    else:
        s.crow = CROW_A + below(rng, TURN_CROW, 2) if r.crow == CROW_RANDOM else r.crow
        put(s, r, CROW, CENTRE)


@njit
def draw(s):
    """The top card of the deck."""
    s.deck_n -= 1
    return s.deck[s.deck_n]


@njit
def put(s, r, card, space):
    """Lay a card on an empty space."""
    s.forest[space] = card
    s.occupied |= bit(space)
    s.open = (s.open | r.adjacent[space]) & ~s.occupied
    s.strengths[space % SIDE] += VOICE[card]
    s.strengths[SIDE + space // SIDE] += VOICE[card]


# --- a turn


@njit
def start_turn(s, r, seat, log):
    """In solo and co-op a turn starts with a card from the deck, as long as there is one."""
    s.next = seat
    if r.mode != COMPETITIVE and s.deck_n > 0:
        card = draw(s)
        s.hand[seat] |= bit(card)
        note(log, E_DRAW, seat, card, 0)


def to_move(s, r):
    """Whose turn it is."""
    return -1 if s.ended != RUNNING else np.int64(s.next)


def count(s, r):
    """Each card in hand may go to each open space; in solo and co-op it may be favoured too, once a game."""
    return size(s.hand[s.next]) * (size(s.open) + s.may_favour)


def action(s, r, k):
    """By card; its spaces in order, then favouring it."""
    spaces = size(s.open)
    i, j = divided(k, spaces + s.may_favour)
    card = nth(s.hand[s.next], i)
    return card * SPACES + nth(s.open, j) if j < spaces else FAVOUR + card


def apply(s, r, a, rng, log):
    """Place a bird or favour it; then the next player's turn, or the end of the round."""
    seat = s.next
    if a < FAVOUR:
        card, space = card_and_space(a)
        s.hand[seat] = without(s.hand[seat], card)
        put(s, r, card, space)
        note(log, E_PLACE, seat, card, space)
    else:
        s.hand[seat] = without(s.hand[seat], a - FAVOUR)
        favour(s, seat, a - FAVOUR, log)
        s.may_favour = 0
    if s.occupied == FULL:
        end_round(s, r, rng, log)
    else:
        start_turn(s, r, clockwise(r, seat), log)


@njit
def card_and_space(a):
    """What a placement's code says. (As unsigned it is divided faster.)"""
    code = np.uint32(a)
    return code // SPACES, code % SPACES


@njit
def favour(s, seat, card, log):
    """A bird out of the hand becomes the favoured one."""
    s.favoured[seat] = card
    note(log, E_FAVOUR, seat, card, 0)


@njit
def clockwise(r, seat):
    """The next seat."""
    return seat + 1 if seat + 1 < r.seats else 0


# --- the end of a round


@njit
def end_round(s, r, rng, log):
    """Award the berries, reveal the last card in each hand, score; then the next round or the end."""
    award_tokens(s, r, log)
    if r.mode == COMPETITIVE:
        for seat in range(r.seats):
            last = nth(s.hand[seat], 0)
            s.hand[seat] = 0
            favour(s, seat, last, log)
    score_round(s, r, log)
    if s.round_no < r.rounds:
        start_round(s, r, next_starter(s, r), rng, log)
    else:
        end_game(s, r)


@njit
def next_starter(s, r):
    """Who starts the round after this one."""
    if r.next_starter == SAME:
        return s.starter
    after = clockwise(r, s.starter)
    if r.next_starter == NEXT:
        return after
    sign = 1 if r.next_starter == WINNER else -1
    best = after
    for _ in range(r.seats - 1):
        after = clockwise(r, after)
        if sign * s.points[after, s.round_no - 1] > sign * s.points[best, s.round_no - 1]:
            best = after
    return best


@njit
def end_game(s, r):
    """Who has most points over all rounds wins."""
    if r.mode != COMPETITIVE:
        s.ended = FOREST_FULL
    else:
        s.ended = MORE_POINTS if size(leaders(s, r)) == 1 else TIED


@njit
def leaders(s, r):
    """The seats with most points, as a set."""
    found = bit(0)
    for seat in range(1, r.seats):
        best = nth(found, 0)
        if s.total[seat] > s.total[best]:
            found = bit(seat)
        elif s.total[seat] == s.total[best]:
            found |= bit(seat)
    return found


def over(s, r):
    """Whether all rounds are played."""
    return s.ended


def winners(s, r):
    """Who has most points; in solo and co-op, which are not won or lost, everybody."""
    return leaders(s, r)


def scores(s, r, out):
    """The points of all finished rounds."""
    for seat in range(r.seats):
        out[seat] = s.total[seat]


# --- what a seat cannot see


def unseen(s, r, seat, out):
    """The other hands and what is left of the deck (with two players the card set aside): one shuffle, one pool."""
    n = 0
    for other in range(r.seats):
        if other != seat:
            for i in range(size(s.hand[other])):
                out[n, 0] = nth(s.hand[other], i)
                out[n, 1] = 1
                n += 1
    for i in range(s.deck_n):
        out[n, 0] = s.deck[i]
        out[n, 1] = 1
        n += 1
    return n


def exchange(s, r, i, j):
    """Swap two birds wherever they are."""
    both = bit(i) | bit(j)
    hidden = np.int64(0)
    for seat in range(r.seats):
        hidden |= both & s.hand[seat]
        if holds(s.hand[seat], i) != holds(s.hand[seat], j):
            s.hand[seat] ^= both
        s.favoured[seat] = _other(s.favoured[seat], i, j)
    for k in range(s.deck_n):
        hidden |= both & bit(s.deck[k])
        s.deck[k] = _other(s.deck[k], i, j)
    if hidden == both:
        return  # neither lies in the forest
    for space in range(SPACES):
        card = _other(s.forest[space], i, j)
        if card != s.forest[space]:
            change = VOICE[card] - VOICE[s.forest[space]]
            s.strengths[space % SIDE] += change
            s.strengths[SIDE + space // SIDE] += change
            s.forest[space] = card


@njit
def _other(card, i, j):
    """What lies in the place of `card` when i and j are swapped."""
    return j if card == i else i if card == j else card


def card_of(s, r, a):
    """The bird that is placed or favoured."""
    return a // SPACES if a < FAVOUR else a - FAVOUR


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

__all__ = [
    "RULES",
    "STATE",
    "card_data",
    "cards",
    "describe",
    "event",
    "heading",
    "legend",
    "name",
    "opening",
    "rules_record",
    "say",
    "scene",
    "sources",
    "tell",
    "view",
]
