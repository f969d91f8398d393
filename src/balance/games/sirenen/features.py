"""How an action looks to the player who acts: see `looks`. Nothing here depends on hidden cards."""

from __future__ import annotations

from balance.engine.jit import njit
from balance.games.sirenen import actions as act
from balance.games.sirenen.hand import hand
from balance.games.sirenen.limits import COPIES, HIGHEST, LOWEST, SEATS
from balance.games.sirenen.looks import FEATURES
from balance.games.sirenen.packing import part
from balance.games.sirenen.state import ACT
from balance.games.sirenen.turn import crew_on, neighbour, points

(
    WINS,
    GIVES,
    REMOVES,
    ENDS,
    SURPLUS,
    LEAD,
    NEAR,
    FOE_NEAR,
    CAN_TAKE,
    FOE_CAN_TAKE,
    RACE,
    ROOM,
    FOE_ROOM,
    CREW,
    HIGH_CARD,
    LOW_CARD,
    ICON_CARD,
    OCTOPUS,
    OCTOPUS_BACK,
    RUM,
    RUM_EARLY,
    PICK_HIGH,
    PICK_LOW,
    PICK_ICON,
    PICK_SAME,
) = range(len(FEATURES))

STANDING = 12.0
"""A lead by so much counts as a ship as good as taken."""
NO_CARD = LOWEST - 1


def features(s, r, a, out):
    """See GAME.features."""
    what, kind, to = part(a, act.WHAT), part(a, act.KIND), part(a, act.TO)
    if what == act.PLAY:
        _spend(r, kind, out)
        _place(s, r, kind, -1, to, out)
    elif what == act.OCTOPUS:
        out[OCTOPUS] = 1.0
        _place(s, r, kind, part(a, act.LEAVES), to, out)
    elif what == act.RUM:
        out[RUM] = 1.0
        out[RUM_EARLY] = r.rum_after and s.step == ACT
        low, high = _rest(s, -1)
        _judge(s, r, to, 0, 0, 0, 0, 0, -_worth(s, to), low, high, out)
        _judge(s, r, to, 0, 0, 0, 0, r.rum_bonus, _worth(s, to), low, high, out)
    elif what == act.CREW_TO:
        out[CREW] = _standing(s, to, 0) - _standing(s, s.crew[s.member], 0)
    elif what == act.PICK:
        _pick(s, r, kind, out)


@njit
def _spend(r, kind, out):
    value = kind + LOWEST
    out[HIGH_CARD] = max(value, 0) / 10.0
    out[LOW_CARD] = max(-value, 0) / 10.0
    out[ICON_CARD] = r.icons >> kind & 1


@njit
def _pick(s, r, kind, out):
    value = kind + LOWEST
    out[PICK_HIGH] = max(value, 0) / 10.0
    out[PICK_LOW] = max(-value, 0) / 10.0
    out[PICK_ICON] = r.icons >> kind & 1
    out[PICK_SAME] = s.kinds[s.asked] >> kind & 1


@njit
def _place(s, r, kind, leaves, to, out):
    """A card comes to a side, from hand or by octopus."""
    value, ship, me = kind + LOWEST, to // SEATS, s.asked
    low, high = _rest(s, kind if leaves < 0 else -1)
    mine = int(to % SEATS == me)
    dt, dn, du, dm = value * mine, mine, value * (1 - mine), 1 - mine
    gone = 0
    if leaves >= 0:
        off, mine = leaves // SEATS, int(leaves % SEATS == me)
        theirs = 1 - mine
        if off == ship:
            dt, dn, du, dm = dt - value * mine, dn - mine, du - value * theirs, dm - theirs
        elif _change(s, r, off, -value * mine, -mine, -value * theirs, -theirs, False, low, high, out):
            gone += 1
            _octopuses_back(s, off, -1, out)
    member = crew_on(s, ship) if r.icons >> kind & 1 and s.ships_left > s.crew_left else -1
    if _change(s, r, ship, dt, dn, du, dm, member >= 0, low, high, out):
        gone += 1
        _octopuses_back(s, ship, me if leaves >= 0 else -1, out)
        if not r.crew_before_scoring:
            member = -1
    if member >= 0:
        _foresee_crew(s, r, member, to % SEATS == me, _standing(s, ship, dt - du), out)
    if gone > 0:
        _foresee_end(s, r, gone, out)


@njit
def _rest(s, played):
    """The lowest and the highest card in hand when one of a kind has been played (-1: none)."""
    start = hand(s.asked)
    low, high = NO_CARD, NO_CARD
    for i in range(start, start + s.hand_n[s.asked]):
        kind = s.cards[i] // COPIES
        if kind == played:
            played = -1
        else:
            low = kind + LOWEST if low == NO_CARD else min(low, kind + LOWEST)
            high = max(high, kind + LOWEST)
    return low, high


@njit
def _worth(s, ship):
    """Points that a ship is worth."""
    return 1.0 + (crew_on(s, ship) >= 0)


@njit
def _change(s, r, ship, dt, dn, du, dm, moves_crew, low, high, out):
    """My total and number of cards at a ship change by dt and dn, the opponent's by du and dm; returns if it is scored.

    The crew member on it moves away if `moves_crew`.
    """
    me = s.asked
    mine, theirs = SEATS * ship + me, SEATS * ship + 1 - me
    t, u = s.total[mine] + dt, s.total[theirs] + du
    worth = _worth(s, ship)
    _judge(s, r, ship, 0, 0, 0, 0, 0, -worth, low, high, out)
    over = max(t, u) - s.resistance[ship]
    if over < 0 and (s.side_n[mine] + dn < r.side_limit or s.side_n[theirs] + dm < r.side_limit):
        _judge(s, r, ship, dt, dn, du, dm, 0, worth - moves_crew, low, high, out)
        return False
    worth -= moves_crew and r.crew_before_scoring
    out[WINS if t > u else GIVES if t < u else REMOVES] += worth
    out[SURPLUS] += max(over, 0) / 10.0
    return True


@njit
def _octopuses_back(s, ship, clinging, out):
    """Octopuses come home from a scored ship; `clinging`: the seat whose octopus has just come there, or -1."""
    for seat in range(SEATS):
        if seat == clinging or s.octopus[seat] // SEATS == ship:
            out[OCTOPUS_BACK] += 1.0 if seat == s.asked else -1.0


@njit
def _foresee_crew(s, r, member, is_mine, standing, out):
    """The owner of the side moves the crew member to the better of two ships."""
    down = _standing(s, neighbour(s, r, member, -1), 0)
    up = _standing(s, neighbour(s, r, member, 1), 0)
    out[CREW] = (max(down, up) if is_mine else min(down, up)) - standing


@njit
def _foresee_end(s, r, gone, out):
    mine, theirs = points(s, s.asked) + out[WINS], points(s, 1 - s.asked) + out[GIVES]
    if gone == s.ships_left or max(mine, theirs) >= r.points_to_win:
        out[ENDS] = 1.0 if mine > theirs else -1.0 if mine < theirs else 0.0


@njit
def _standing(s, ship, change):
    """How well I stand at a ship, -1..1, if my lead changes by so much."""
    me = s.asked
    lead = s.total[SEATS * ship + me] - s.total[SEATS * ship + 1 - me] + change
    return min(max(lead / STANDING, -1.0), 1.0)


@njit
def _judge(s, r, ship, dt, dn, du, dm, rum, weight, low, high, out):
    """Add `weight` times what a ship looks like after a change; `low` and `high` are the limits of my hand."""
    me, limit = s.asked, r.side_limit
    mine, theirs = SEATS * ship + me, SEATS * ship + 1 - me
    t, n = s.total[mine] + dt, s.side_n[mine] + dn
    u, m = s.total[theirs] + du, s.side_n[theirs] + dm
    bar = s.resistance[ship] + rum
    near, foe_near = max(t, 0) / float(bar), max(u, 0) / float(bar)
    full = (n + m) / (2.0 * limit)
    out[LEAD] += weight * (t - u) / bar
    out[NEAR] += weight * near * near
    out[FOE_NEAR] += weight * foe_near * foe_near
    out[RACE] += weight * min(max((t - u) / 10.0, -1.0), 1.0) * full * full
    out[ROOM] += weight * n / limit
    out[FOE_ROOM] += weight * m / limit
    if n < limit:
        out[CAN_TAKE] += weight * (t + high >= bar or (n == limit - 1 and m == limit and t + high > u))
    elif m == limit - 1:
        out[CAN_TAKE] += weight * (u + low < t and low > NO_CARD)
    if m < limit:
        chance = _at_least(r, bar - u)
        if m == limit - 1 and n == limit:
            chance = max(chance, _at_least(r, t - u + 1))
        out[FOE_CAN_TAKE] += weight * chance
    elif n == limit - 1:
        out[FOE_CAN_TAKE] += weight * _at_most(r, u - t - 1)


@njit
def _at_least(r, value):
    """Chance that a hand dealt at random holds a card of at least a value."""
    return 0.0 if value > HIGHEST else r.at_least[max(value - LOWEST, 0)]


@njit
def _at_most(r, value):
    """Chance that a hand dealt at random holds a card of at most a value."""
    return 0.0 if value < LOWEST else r.at_most[min(value - LOWEST, HIGHEST - LOWEST)]
