"""Verbs of Sirenen in Sicht: the setup, what can be done, and what is hidden. The turn itself is in `turn`."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from balance.engine.events import note
from balance.engine.jit import njit, ones
from balance.engine.streams import below, shuffle
from balance.engine.verbs import register
from balance.games.sirenen import actions as act
from balance.games.sirenen import events as ev
from balance.games.sirenen.features import features
from balance.games.sirenen.hand import draw, hand, kinds_among, pick, pile
from balance.games.sirenen.limits import CARDS, COPIES, KINDS, LOWEST, MEMBERS, SEATS
from balance.games.sirenen.measure import measure
from balance.games.sirenen.options import VALUES, SirenenOptions
from balance.games.sirenen.packing import lowest, part
from balance.games.sirenen.prose import heading, legend, opening, say, scene, tell
from balance.games.sirenen.ship import list_open, octopus_moves, other_sides
from balance.games.sirenen.state import (
    ABSENT,
    ACT,
    CREW,
    HOME,
    IN_PLAY,
    PICK,
    RULES,
    RUM,
    STATE,
    WITH_OWNER,
)
from balance.games.sirenen.story import describe, event, name, sources, used, uses, view
from balance.games.sirenen.turn import (
    after_crew,
    end_turn,
    move_crew,
    pass_turn,
    play_card,
    points,
    use_octopus,
    use_rum,
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
    "pieces",
    "rules_record",
    "say",
    "scene",
    "sources",
    "tell",
    "used",
    "uses",
    "view",
]

CARDS_DEALT, START, SET_0, _SET_1 = range(4)  # the streams


# Setup


def deal(s, r, rng, log):
    """Set up the ship; shuffle and deal, or lay out both sets to pick from."""
    s.ships_left = r.ships
    for ship in range(r.ships):
        s.owner[ship] = IN_PLAY
        s.resistance[ship] = r.resistance[ship]
    for member in range(MEMBERS):
        s.crew[member] = r.crew[member]
        s.crew_left += r.crew[member] != ABSENT
    for seat in range(SEATS):
        s.rum[seat] = WITH_OWNER
        s.octopus[seat] = HOME
    list_open(s, r)
    for i in range(r.cards):
        s.cards[pile(r, 0) + i] = r.deck[i]
    if r.tactics:
        s.pile_n[0] = s.pile_n[1] = r.set_size
        s.step = PICK
        s.asked = 0
        s.active = -1
        return
    s.pile_n[0] = r.cards
    shuffle(rng, CARDS_DEALT, s.cards[pile(r, 0) :], r.cards)
    for seat in range(SEATS):
        for _ in range(r.hand_size):
            draw(s, r, seat, log[:0])
    _start(s, rng, log)


@njit
def _start(s, rng, log):
    """The start player is drawn."""
    s.active = below(rng, START, SEATS)
    s.asked = s.active
    s.step = ACT
    note(log, ev.E_START, s.active, -1, 0)


@njit
def _pick(s, r, kind, rng, log):
    """Tactics: a player picks a card of the own set for the starting hand, unseen by the other."""
    seat = s.asked
    note(log, ev.E_PICK, seat, kind, 0)
    pick(s, r, seat, kind)
    if s.hand_n[seat] < r.hand_size:
        return
    s.asked += 1
    if s.asked == SEATS:
        for owner in range(SEATS):
            shuffle(rng, SET_0 + owner, s.cards[pile(r, owner) :], s.pile_n[owner])
        _start(s, rng, log)


# What can be done


def to_move(s, r):
    """Whose turn it is; of a crew member's move, the owner of the side."""
    return s.asked


def over(s, r):
    """See GAME.reasons."""
    return s.ended


def winners(s, r):
    """More victory points; equal ones are a draw."""
    if points(s, 0) == points(s, 1):
        return 3
    return 1 if points(s, 0) > points(s, 1) else 2


def scores(s, r, out):
    """Victory points."""
    for seat in range(SEATS):
        out[seat] = points(s, seat)


def count(s, r):
    """Each kind in hand to each open side, each move of the octopus, rum on each ship; a pass where nothing can be
    done."""
    if s.step == ACT:
        n = ones(s.kinds[s.active]) * s.open_n
        if s.octopus[s.active] == HOME:
            n += octopus_moves(s, r)
        return n + _mugs(s, r.rum_before) if n > 0 else 1
    if s.step == CREW:
        return 2
    if s.step == RUM:
        return s.ships_left + 1
    return ones(_set_kinds(s, r))


@njit
def _mugs(s, in_time):
    return s.ships_left if in_time and s.rum[s.active] == WITH_OWNER else 0


@njit
def _set_kinds(s, r):
    return kinds_among(s, pile(r, s.asked), s.pile_n[s.asked])


def action(s, r, k):
    """In the order that `count` names."""
    if s.step == ACT:
        return _nth_action(s, r, k)
    if s.step == CREW:
        return act.code(act.CREW_TO, 0, 0, s.destination[k])
    if s.step == RUM:
        return _nth_mug(s, k) if k < s.ships_left else act.code(act.END_TURN, 0, 0, 0)
    kinds = _set_kinds(s, r)
    for _ in range(k):
        kinds &= kinds - 1
    return act.code(act.PICK, lowest(kinds), 0, 0)


@njit
def _nth_action(s, r, k):
    first = k
    kinds = s.kinds[s.active]
    while kinds != 0:
        if k < s.open_n:
            return act.code(act.PLAY, lowest(kinds), 0, s.open[k])
        k -= s.open_n
        kinds &= kinds - 1
    if s.octopus[s.active] == HOME:
        for place in range(SEATS * r.ships):
            kinds = s.movable[place]
            others = other_sides(s, r, place)
            while kinds != 0 and k >= 0:
                if k < others:
                    return act.code(act.OCTOPUS, lowest(kinds), place, _nth_other(s, r, place, k))
                k -= others
                kinds &= kinds - 1
    return _nth_mug(s, k) if k < first else act.code(act.PASS, 0, 0, 0)


@njit
def _nth_other(s, r, place, k):
    """The k-th open side that is not this one."""
    if s.side_n[place] < r.side_limit and s.open[k] >= place:
        k += 1
    return s.open[k]


@njit
def _nth_mug(s, k):
    ship = 0
    while True:
        if s.owner[ship] == IN_PLAY:
            if k == 0:
                return act.code(act.RUM, 0, 0, ship)
            k -= 1
        ship += 1


def apply(s, r, a, rng, log):
    """Do it, with all that follows up to the next decision."""
    what, kind, to = part(a, act.WHAT), part(a, act.KIND), part(a, act.TO)
    if what == act.PLAY:
        play_card(s, r, kind, to, log)
    elif what == act.OCTOPUS:
        use_octopus(s, r, kind, part(a, act.LEAVES), to, log)
    elif what == act.RUM:
        use_rum(s, r, to, log)
        if s.step == RUM:
            end_turn(s)
    elif what == act.CREW_TO:
        move_crew(s, to, 1, log)
        after_crew(s, r, log)
    elif what == act.PICK:
        _pick(s, r, kind, rng, log)
    elif what == act.PASS:
        pass_turn(s, log)
    else:
        end_turn(s)


# What is hidden

DEALT, OWN = 1, 2  # shuffles, as bits: the cards of the other player, or of everybody; the own draw pile of a set


def unseen(s, r, seat, out):
    """The other's hand, then piles from the top. In the tactics variant the other's hand and pile are one pool."""
    other = 1 - seat
    n = 0
    if r.tactics and s.step == PICK and s.hand_n[other] == 0:
        return n
    n = _hide(s, hand(other), s.hand_n[other], DEALT, out, n)
    if not r.tactics:
        return _hide(s, pile(r, 0), s.pile_n[0], DEALT, out, n)
    n = _hide(s, pile(r, other), s.pile_n[other], DEALT, out, n)
    return n if s.step == PICK else _hide(s, pile(r, seat), s.pile_n[seat], OWN, out, n)


@njit
def _hide(s, start, length, shuffles, out, n):
    for i in range(start + length - 1, start - 1, -1):
        out[n, 0] = s.cards[i]
        out[n, 1] = shuffles
        n += 1
    return n


def exchange(s, r, i, j):
    """Swap two cards in hands and piles."""
    for seat in range(SEATS):
        _swap(s, hand(seat), s.hand_n[seat], i, j)
        _swap(s, pile(r, seat), s.pile_n[seat], i, j)
        s.kinds[seat] = kinds_among(s, hand(seat), s.hand_n[seat])


@njit
def _swap(s, start, n, i, j):
    for k in range(start, start + n):
        if s.cards[k] == i:
            s.cards[k] = j
        elif s.cards[k] == j:
            s.cards[k] = i


def card_of(s, r, a):
    """The kind of card that is played, moved or picked."""
    what = part(a, act.WHAT)
    return part(a, act.KIND) if what == act.PLAY or what == act.OCTOPUS or what == act.PICK else -1


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


# Records


def cards(options: SirenenOptions) -> list[str]:
    """Values by kind: cards of one value are alike."""
    return [str(value) for value in VALUES]


def pieces(options: SirenenOptions) -> list[int]:
    """The kind of each single card there is room for: they are numbered kind by kind."""
    return [card // COPIES for card in range(CARDS)]


def card_data(options: SirenenOptions) -> dict[str, Any]:
    """Values, how many cards of each there are, and which bear the move-crew icon."""
    return {
        "values": list(VALUES),
        "copies": list(options.copies),
        "move_crew": sorted(options.move_crew_values),
    }


def rules_record(options: SirenenOptions) -> Any:
    """The options as a record of dtype RULES."""
    r = np.zeros(1, dtype=RULES).view(np.recarray)[0]
    r.tactics = options.variant == "tactics"
    r.ships = len(options.ships)
    r.resistance[: r.ships] = options.ships
    r.crew[:] = ABSENT
    r.crew[: len(options.crew_start)] = [options.ships.index(ship) for ship in options.crew_start]
    r.copies[:] = options.copies
    deck = _deck(options)
    r.cards = len(deck)
    r.deck[: r.cards] = deck
    r.set_size = r.cards // SEATS if r.tactics else 0
    r.icons = sum(1 << value - LOWEST for value in options.move_crew_values)
    r.rum_before = options.rum_timing != "after"
    r.rum_after = options.rum_timing != "before"
    r.points_to_win = options.victory_points_to_win
    for kind in range(KINDS):
        r.at_least[kind] = _chance(sum(options.copies[kind:]), r.cards, options.hand_size)
        r.at_most[kind] = _chance(sum(options.copies[: kind + 1]), r.cards, options.hand_size)
    for key in ("hand_size", "side_limit", "crew_before_scoring", "rum_bonus"):
        r[key] = getattr(options, key)
    return r


def _deck(options: SirenenOptions) -> list[int]:
    """All cards by number; tactics: seat 0's set, which holds the lower half of the copies, then seat 1's."""
    if options.variant == "base":
        return [kind * COPIES + copy for kind in range(KINDS) for copy in range(options.copies[kind])]
    halves = [n // SEATS for n in options.copies]
    return [
        kind * COPIES + seat * half + copy
        for seat in range(SEATS)
        for kind, half in enumerate(halves)
        for copy in range(half)
    ]


def _chance(wanted: int, among: int, hand: int) -> float:
    """The chance that a hand drawn from so many cards holds at least one of those wanted."""
    return 1.0 - comb(int(among) - wanted, hand) / comb(int(among), hand)
