"""What greedy play sees in an action: see `looks`. Only public cards and the mover's own are read."""

from __future__ import annotations

from balance.engine.jit import njit
from balance.games.omen import actions as act
from balance.games.omen import program as word
from balance.games.omen import questions as ask_for
from balance.games.omen.effects import amount_of, can_pay, holds
from balance.games.omen.looks import LOOKS
from balance.games.omen.moves import can_draw, city_of, fits, fits_somewhere, has, pile_of, side_of, weight
from balance.games.omen.questions import matches
from balance.games.omen.state import (
    BOLSTER,
    CITIES,
    COVETED,
    CURSE,
    FATE,
    GLEAN,
    JILT,
    MYRIAD,
    PILFER,
    RECRUIT,
    SIDES,
    SPOILS,
    SURGE,
    TRIUMPH,
    VETERAN,
)
from balance.games.omen.turn import has_spoils, side_strength

(
    COINS,
    SPARE_COINS,
    EXCESS_COINS,
    CARDS,
    SPARE_CARDS,
    EXCESS_CARDS,
    FOE_COINS,
    FOE_CARDS,
    WAR_NOW,
    WAR_REACH,
    WAR_NEXT,
    OVERKILL,
    GAME_END,
    LEAD,
    BODIES,
    FOE_STRENGTH,
    POINTS,
    COVETEDS,
    COVETEDS_LATE,
    TRIUMPH_MET,
    TRIUMPH_HOPED,
    GLEANS,
    FIRST_SPOILS,
    QUALITY,
    BRAWN,
    MYRIADS,
    PICKS,
    PLAYS_FREE,
    MOVES,
    REPEATS,
    MORE_WEALTH,
    MORE_OFFERS,
    SKIPS_BONUS,
    MORE_KRATERS,
    NEWS,
    HASTE,
    USES_KRATER,
    SPENDS,
    SAME_WEALTH,
    STALEMATE,
) = range(len(LOOKS))
TARGETS = len(LOOKS)
LONG, LONGER = 60, 20.0  # turns that no game needs; and what counts as much longer
PLENTY = 4  # more coins or cards than this are spare
FAR_AHEAD = 6.0  # Strength
WELL_AHEAD = 2.0  # points at the end
ONE_MORE, TWO_MORE = 0.6, 0.3  # nearness of a sacking that needs one or two more units
COVETED_AMONG_UNKNOWN = 0.25  # of the units that the other player holds unseen
USUAL = 1.5  # quality of a usual unit
LONGEST_LOOK = 48  # instructions of an effect that are looked at


def features(s, r, a, out):
    """See GAME.features."""
    seat = s.asked
    do, card, place = act.do_of(a), act.card_in(a), act.place_in(a)
    if s.frames > 0 and s.question != ask_for.WRATH_DISCARD:
        _answer(s, r, seat, do, card, place, out[TARGETS:])
    elif s.question == ask_for.SURGE_ACTION:
        _surge(s, r, seat, do, card, place, out)
    else:
        _choice(s, r, seat, do, card, place, out)


@njit
def _surge(s, r, seat, do, card, place, out):
    if do == act.DO_END:
        return
    if do == act.DO_KRATER:
        out[USES_KRATER] += 1.0
        out[POINTS] += r.points_broken - r.points_krater
        foresee(s, r, seat, r.effect[card, 0], -1, out)
        return
    cost = r.cost[card] if do == act.DO_PLAY or do == act.DO_JILT else 0
    met = triumphs_met(s, r, seat)
    _coins(s, r, seat, -cost, out)
    _cards(s, r, seat, -1, out)
    out[SPENDS] += cost > 0
    if do == act.DO_PLAY:
        out[OVERKILL] += war_now(s, r, seat, place, 0, 0, 0, 0) > 0.0
        out[WAR_REACH] += _reach(s, r, seat, place, card) - _reach(s, r, seat, place, -1)
        _covet(s, r, card, -1.0, out)
    else:
        _hold(s, r, card, -1.0, out)
    # For the look the coins are paid and the unit has left the hand: it lies behind the hand's last card.
    last = s.hand_n[seat] - 1
    at = _place_of(s.hand[seat], card)
    s.coins[seat] -= cost
    _swap(s.hand[seat], at, last)
    s.hand_n[seat] = last
    if do == act.DO_PLAY:
        _arrive(s, r, seat, card, place, met, out)
    elif do == act.DO_JILT:
        foresee(s, r, seat, r.effect[card, JILT], -1, out)
    else:
        trait = FATE if do == act.DO_FATE else PILFER if do == act.DO_PILFER else RECRUIT
        out[HASTE] += s.surge_used
        foresee(s, r, seat, r.trait_effect[trait], -1, out)
        if do == act.DO_FATE:
            out[PICKS] += max(0.0, _best_in_pile(s, r, seat) - quality(r, card)) - 1.0
    if do != act.DO_PLAY:
        out[TRIUMPH_MET] += triumphs_met(s, r, seat) - met
    s.coins[seat] += cost
    s.hand_n[seat] = last + 1
    _swap(s.hand[seat], at, last)


@njit
def _place_of(cards, card):
    at = 0
    while cards[at] != card:
        at += 1
    return at


@njit
def _swap(cards, i, j):
    card = cards[i]
    cards[i] = cards[j]
    cards[j] = card


@njit
def _best_in_pile(s, r, seat):
    """Quality of the best unit in the discard pile, those with FATE left out: they would only fetch each other."""
    p = pile_of(r, seat)
    best = 0.0
    for i in range(s.pile_n[p]):
        unit = s.pile[p, i]
        if not has(r, unit, FATE):
            best = max(best, quality(r, unit))
    return best


@njit
def _choice(s, r, seat, do, card, place, out):
    """Questions outside the Surge Step and effects."""
    if do == act.DO_DRAW:
        _cards(s, r, seat, 1, out)
        out[SAME_WEALTH] += s.question == ask_for.WEALTH_ACTION and s.wealth_coins == 0
        out[STALEMATE] += max(0.0, s.turn - LONG) / LONGER
    elif do == act.DO_COIN:
        _coins(s, r, seat, 1, out)
        out[SAME_WEALTH] += s.question == ask_for.WEALTH_ACTION and s.wealth_drawn == 0
    elif do == act.DO_OFFER:
        _give_up(s, r, seat, card, out)
        _offering(s, r, seat, r.offering[card], out)
        if has(r, card, CURSE):
            foresee(s, r, seat, r.trait_effect[CURSE], -1, out)
    elif do == act.DO_DISCARD or do == act.DO_ENVOY or do == act.DO_GIVE or do == act.DO_REPLACE:
        _give_up(s, r, seat, card, out)
        if do == act.DO_REPLACE:
            out[QUALITY] += USUAL
    elif do == act.DO_KEEP:
        out[QUALITY] += standing(r, card)
    elif do == act.DO_DESTROY:
        out[QUALITY] -= standing(r, card)
    elif do == act.DO_GLEAN:
        foresee(s, r, seat, r.effect[card, GLEAN], city_of(s, card), out)
    elif do == act.DO_RESOLVE:
        out[WAR_NOW] += war_now(s, r, seat, place, 0, 0, 0, 0)


@njit
def _answer(s, r, seat, do, card, place, out):
    """Answers to the running effect's question, given by its owner or by the other player."""
    f = s.frames - 1
    row = r.code[s.pc[f]]
    if do == act.DO_YES:
        if row[word.VARIANT] == word.COST_COINS:
            out[SPENDS] += 1.0
        foresee(s, r, seat, s.pc[f] + 1, s.here[f], out)
    elif do == act.DO_OPTION:
        foresee(s, r, seat, r.code[s.pc[f] + 1 + place, word.TARGET], s.here[f], out)
    elif do == act.DO_AGAIN:
        foresee(s, r, seat, r.effect[card, 0], -1, out)
    elif do == act.DO_DRAW:
        _cards(s, r, seat, 1, out)
    elif do == act.DO_TAKE:
        _cards(s, r, seat, 1, out)
        _hold(s, r, card, 1.0, out)
        out[QUALITY] -= USUAL
    elif do == act.DO_DISCARD or do == act.DO_TOP:
        _give_up(s, r, seat, card, out)
    elif do == act.DO_DESTROY:
        _leave(s, r, seat, card, out)
    elif do == act.DO_RETURN:
        _leave(s, r, seat, card, out)
        if side_of(s, card) == seat:
            _cards(s, r, seat, 1, out)
            _hold(s, r, card, 1.0, out)
        else:
            out[FOE_CARDS] += 1.0
    elif do == act.DO_MOVE:
        _leave(s, r, seat, card, out)
    elif do == act.DO_PUT:
        out[QUALITY] += standing(r, card)
        if row[word.VARIANT] == word.FROM_HAND:
            _give_up(s, r, seat, card, out)
    elif do == act.DO_PEEK:
        out[NEWS] += s.history[seat, s.stack[place, s.stack_n[place] - 1]] != 0
    elif do == act.DO_CITY:
        if row[word.OP] == word.STRENGTH:
            out[WAR_NOW] += _change_of_war_now(s, r, seat, place, s.left[f] - 1, 0, 0, 0)
        elif s.chosen >= 0:
            mover = side_of(s, s.chosen) if row[word.OP] == word.MOVE else s.active
            _arrive_anywhere(s, r, seat, s.chosen, place, mover, out)


@njit
def quality(r, unit):
    """A rough measure of how useful a unit in hand is: about 0 to 4."""
    value = 0.4 * r.strength[unit] + 0.4 * r.offering[unit] - 0.1 * r.cost[unit]
    if has(r, unit, BOLSTER) or has(r, unit, JILT) or has(r, unit, GLEAN):
        value += 0.6
    return value + (1.0 if has(r, unit, TRIUMPH) else 0.0)


@njit
def standing(r, unit):
    """A rough measure of how useful a unit in a city is: about 0 to 4."""
    value = 0.5 * r.strength[unit]
    value += 1.0 if has(r, unit, GLEAN) else 0.0
    value += 1.0 if has(r, unit, SPOILS) else 0.0
    value += 1.5 if has(r, unit, TRIUMPH) else 0.0
    value += 0.3 if has(r, unit, MYRIAD) else 0.0
    return value - (1.0 if has(r, unit, VETERAN) else 0.0)


@njit
def _coins(s, r, seat, change, out):
    _resource(1.0 * s.coins[seat], change, r.coin_limit, out[COINS:])


@njit
def _cards(s, r, seat, change, out):
    _resource(1.0 * (s.hand_n[seat] + s.vase_n[seat]), change, r.hand_limit, out[CARDS:])


@njit
def _resource(n, change, limit, out):
    """What becomes of n coins or cards: the first PLENTY, then those up to the limit, then the others, each apart."""
    spare = 1.0 * max(limit - PLENTY, 0)
    out[0] += min(n + change, 1.0 * PLENTY) - min(n, 1.0 * PLENTY)
    out[1] += min(max(n + change - PLENTY, 0.0), spare) - min(max(n - PLENTY, 0.0), spare)
    out[2] += max(n + change - PLENTY - spare, 0.0) - max(n - PLENTY - spare, 0.0)


@njit
def _offering(s, r, seat, points, out):
    """An Offering's points, taken as cards or coins, whichever is of more use."""
    room = max(r.hand_limit - s.hand_n[seat] - s.vase_n[seat] + 1, 0)
    as_cards = min(points, room)
    _cards(s, r, seat, as_cards, out)
    _coins(s, r, seat, points - as_cards, out)


@njit
def _give_up(s, r, seat, card, out):
    """A unit leaves the hand."""
    _cards(s, r, seat, -1, out)
    _hold(s, r, card, -1.0, out)


@njit
def _hold(s, r, card, sign, out):
    """A unit is held (+1) or no longer held (-1), beside its number in `_cards`."""
    out[QUALITY] += sign * quality(r, card)
    out[BRAWN] += sign * r.strength[card]
    out[MYRIADS] += sign * has(r, card, MYRIAD)
    _covet(s, r, card, sign, out)


@njit
def _covet(s, r, card, sign, out):
    if has(r, card, COVETED):
        out[COVETEDS] += sign * r.points_coveted
        out[COVETEDS_LATE] += sign * r.points_coveted * _progress(s, r)


@njit
def _progress(s, r):
    """How far the game is: the share of kraters that are won."""
    return 1.0 - (s.stack_n[0] + s.stack_n[1] + s.stack_n[2]) / (CITIES * r.kraters_per_city)


@njit
def _sacked_value(strength, foe_strength):
    return 1.0 if strength > foe_strength else -1.0 if strength < foe_strength else 0.0


@njit
def war_now(s, r, seat, city, strength, units, foe_strength, foe_units):
    """+1 if the seat would win this city in this turn's War, -1 if it would lose it, 0 if it is not sacked.

    The last four arguments are added to what stands there (units: MYRIAD 2).
    """
    if s.razed[city]:
        return 0.0
    mine = s.side_weight[city, seat] + units
    theirs = s.side_weight[city, 1 - seat] + foe_units
    if mine + theirs < 5 and (theirs if seat == s.active else mine) < 3:
        return 0.0
    return _sacked_value(side_strength(s, r, city, seat) + strength, side_strength(s, r, city, 1 - seat) + foe_strength)


@njit
def _war_next(s, r, seat, city, strength, units, foe_strength, foe_units):
    """The lead in a city to be sacked in the next player's War, in -1..1; 0 if it would not be, or is sacked now."""
    mine = s.side_weight[city, seat] + units
    theirs = s.side_weight[city, 1 - seat] + foe_units
    if s.razed[city] or mine + theirs >= 5 or (mine if seat == s.active else theirs) < 3:
        return 0.0
    return _lead(s, r, seat, city, strength, foe_strength)


@njit
def _lead(s, r, seat, city, strength, foe_strength):
    if s.razed[city]:
        return 0.0
    lead = side_strength(s, r, city, seat) + strength - side_strength(s, r, city, 1 - seat) - foe_strength
    return max(-1.0, min(1.0, lead / FAR_AHEAD))


@njit
def _change_of_war_now(s, r, seat, city, strength, units, foe_strength, foe_units):
    after = war_now(s, r, seat, city, strength, units, foe_strength, foe_units)
    return after - war_now(s, r, seat, city, 0, 0, 0, 0)


@njit
def _reach(s, r, seat, city, unit):
    """How near the seat, in its Surge Step, is to winning this city in this turn's War with units of its hand.

    1 as things stand, less with one or two more units that it can pay, 0 if that does not do. With `unit` of the hand
    (-1: none) counted as played there.
    """
    if s.razed[city]:
        return 0.0
    strength, units, coins = 0, 0, s.coins[seat]
    if unit >= 0:
        strength, units, coins = r.strength[unit], weight(r, unit), coins - r.cost[unit]
    if war_now(s, r, seat, city, strength, units, 0, 0) > 0.0:
        return 1.0
    mine = s.side_weight[city, seat] + units
    theirs = s.side_weight[city, 1 - seat]
    lacking = 0 if theirs >= 3 else 5 - mine - theirs
    behind = side_strength(s, r, city, 1 - seat) - side_strength(s, r, city, seat) - strength
    if lacking > 4:  # more than two units of MYRIAD
        return 0.0
    room = r.city_limit - mine
    strongest = 0
    for i in range(s.hand_n[seat]):
        one = s.hand[seat, i]
        if one != unit and r.cost[one] <= coins and weight(r, one) <= room:
            if weight(r, one) >= lacking and r.strength[one] > behind:
                return ONE_MORE
            strongest = max(strongest, r.strength[one])
    if 2 * strongest > behind and _two_do(s, r, seat, unit, coins, room, lacking, behind):
        return TWO_MORE
    return 0.0


@njit
def _two_do(s, r, seat, unit, coins, room, lacking, behind):
    """Whether two units of the hand other than `unit` can be paid, fit, are enough units and Strength enough."""
    for i in range(1, s.hand_n[seat]):
        one = s.hand[seat, i]
        if one == unit or r.cost[one] > coins:
            continue
        for j in range(i):
            two = s.hand[seat, j]
            if two == unit or r.cost[one] + r.cost[two] > coins:
                continue
            together = weight(r, one) + weight(r, two)
            if lacking <= together <= room and r.strength[one] + r.strength[two] > behind:
                return True
    return False


@njit
def _may_end(s, r):
    """Whether this turn's War could raze the last city that the game needs."""
    ready = 0
    for city in range(CITIES):
        ready += s.stack_n[city] <= 1
    return ready >= r.cities_to_end


@njit
def _ending(s, r, seat, city, strength, units, foe_strength, foe_units):
    """The lead in points, in -1..1, if this turn's War ends the game, else 0. Arguments as in `war_now`."""
    razed = 0
    lead = _lead_in_points(s, r, seat)
    for c in range(CITIES):
        if s.razed[c]:
            razed += 1
        else:
            here = c == city
            won = war_now(s, r, seat, c, strength * here, units * here, foe_strength * here, foe_units * here)
            lead += won * r.points_krater
            razed += won != 0.0 and s.stack_n[c] == 1
    return max(-1.0, min(1.0, lead / WELL_AHEAD)) if razed >= r.cities_to_end else 0.0


@njit
def _lead_in_points(s, r, seat):
    """Points ahead, as far as the seat can tell: the other player's unseen units may be COVETED."""
    foe = 1 - seat
    lead = 1.0 * (s.vase_n[seat] - s.vase_n[foe]) * r.points_krater
    lead += (s.broken_n[seat] - s.broken_n[foe]) * r.points_broken
    lead += (s.facedown_n[seat] - s.facedown_n[foe]) * r.points_facedown
    for i in range(s.hand_n[seat]):
        lead += has(r, s.hand[seat, i], COVETED) * r.points_coveted
    for i in range(s.hand_n[foe]):
        unit = s.hand[foe, i]
        known = s.history[seat, unit] == 0
        lead -= (1.0 * has(r, unit, COVETED) if known else COVETED_AMONG_UNKNOWN) * r.points_coveted
    return lead


@njit
def _shift(s, r, seat, city, strength, units, foe_strength, foe_units, out):
    """Note what a change in a city does to this War, the next and the lead."""
    out[WAR_NOW] += _change_of_war_now(s, r, seat, city, strength, units, foe_strength, foe_units)
    out[WAR_NEXT] += _war_next(s, r, seat, city, strength, units, foe_strength, foe_units)
    out[WAR_NEXT] -= _war_next(s, r, seat, city, 0, 0, 0, 0)
    out[LEAD] += _lead(s, r, seat, city, strength, foe_strength) - _lead(s, r, seat, city, 0, 0)
    out[BODIES] += units
    out[FOE_STRENGTH] += foe_strength
    if _may_end(s, r):
        out[GAME_END] += _ending(s, r, seat, city, strength, units, foe_strength, foe_units)
        out[GAME_END] -= _ending(s, r, seat, city, 0, 0, 0, 0)


@njit
def _arrive(s, r, seat, unit, city, met, out):
    """A unit of the Active Player comes to a city; `met` TRIUMPHs were met before.

    Its BOLSTER and the TRIUMPHs are looked at with the unit in the city: put there for the look, and taken away.
    """
    _shift(s, r, seat, city, r.strength[unit], weight(r, unit), 0, 0, out)
    if has(r, unit, GLEAN):
        out[GLEANS] += 1.0
    if has(r, unit, SPOILS) and not has_spoils(s, r, seat):
        out[FIRST_SPOILS] += 1.0
    n, where = s.side_n[city, seat], s.where[unit]
    beyond = s.side[city, seat, n]
    s.side[city, seat, n] = unit
    s.side_n[city, seat] = n + 1
    s.side_weight[city, seat] += weight(r, unit)
    s.unit_strength[city, seat] += r.strength[unit]
    s.where[unit] = SIDES + 2 * city + seat
    s.played += 1
    s.played_weight += weight(r, unit)
    out[TRIUMPH_MET] += triumphs_met(s, r, seat) - met
    if has(r, unit, TRIUMPH) and not _is_met(s, r, unit, city):
        out[TRIUMPH_HOPED] += 1.0
    if has(r, unit, BOLSTER):
        foresee(s, r, seat, r.effect[unit, 0], city, out)
    s.played -= 1
    s.played_weight -= weight(r, unit)
    s.where[unit] = where
    s.side_n[city, seat] = n
    s.side_weight[city, seat] -= weight(r, unit)
    s.unit_strength[city, seat] -= r.strength[unit]
    s.side[city, seat, n] = beyond


@njit
def triumphs_met(s, r, seat):
    """The Active Player's TRIUMPHs whose condition holds now and whose step has not passed; 0 for the other seat."""
    if seat != s.active:
        return 0
    total = 0
    for city in range(CITIES):
        for i in range(s.side_n[city, seat]):
            total += _is_met(s, r, s.side[city, seat, i], city)
    return total


@njit
def _is_met(s, r, unit, city):
    return r.triumph_step[unit] >= s.step and holds(s, r, r.triumph_when[unit, 0], r.triumph_when[unit, 1], city, True)


@njit
def _arrive_anywhere(s, r, seat, unit, city, owner, out):
    """A unit of either player comes to a city, seen by `seat`."""
    if owner != seat:
        _shift(s, r, seat, city, 0, 0, r.strength[unit], weight(r, unit), out)
    elif city_of(s, unit) < 0 and seat == s.active:
        _arrive(s, r, seat, unit, city, triumphs_met(s, r, seat), out)
    else:
        _shift(s, r, seat, city, r.strength[unit], weight(r, unit), 0, 0, out)
        if has(r, unit, BOLSTER) and seat == s.active:
            foresee(s, r, seat, r.effect[unit, 0], city, out)


@njit
def _leave(s, r, seat, unit, out):
    """A unit leaves its city, seen by `seat`."""
    city = city_of(s, unit)
    if side_of(s, unit) == seat:
        _shift(s, r, seat, city, -r.strength[unit], -weight(r, unit), 0, 0, out)
        out[QUALITY] -= standing(r, unit)
    else:
        _shift(s, r, seat, city, 0, 0, -r.strength[unit], -weight(r, unit), out)
        out[QUALITY] += standing(r, unit)


@njit
def foresee(s, r, seat, pc, here, out):
    """Note roughly what an effect of the Active Player would bring, from instruction `pc` to its end, seen by `seat`.

    Branches are taken as conditions stand, `may` is done if it can be paid, of options the first is looked at. A `seat`
    that is not the owner looks at nothing: it only ever chooses targets.
    """
    if seat != s.active:
        return
    times = 1.0
    for _ in range(LONGEST_LOOK):
        row = r.code[pc]
        op = row[word.OP]
        pc += 1
        if op == word.END:
            return
        if op == word.JUMP:
            pc = row[word.TARGET]
        elif op == word.IF:
            if not holds(s, r, row[word.ROWS], row[word.ROWS_N], here, False):
                pc = row[word.TARGET]
        elif op == word.MAY:
            if not can_pay(s, r, row):
                pc = row[word.TARGET]
        elif op == word.FOR_EACH:
            times = 1.0 * amount_of(s, r, row, here)
        elif op == word.NEXT:
            times = 1.0
        elif op != word.CHOOSE:
            _foresee_one(s, r, seat, row, here, times, out)


@njit
def _foresee_one(s, r, seat, row, here, times, out):
    op = row[word.OP]
    n = times * amount_of(s, r, row, here)
    foe = 1 - seat
    if op == word.GAIN:
        _coins(s, r, seat, min(n, 1.0 * s.supply), out)
    elif op == word.LOSE or op == word.PAY_COINS:
        _coins(s, r, seat, -min(n, 1.0 * s.coins[seat]), out)
    elif op == word.STEAL:
        _coins(s, r, seat, min(n, 1.0 * s.coins[foe]), out)
        out[FOE_COINS] -= min(n, 1.0 * s.coins[foe])
    elif op == word.OPPONENT_LOSES:
        out[FOE_COINS] -= min(n, 1.0 * s.coins[foe])
    elif op == word.DRAW or op == word.SEARCH or op == word.LOOK or op == word.FATE_CHOICE:
        _cards(s, r, seat, n if can_draw(s, r, seat) else 0.0, out)
        out[PICKS] += n if op != word.DRAW else 0.0
    elif op == word.RECOVER:
        _cards(s, r, seat, min(n, 1.0 * s.pile_n[pile_of(r, seat)]), out)
        out[PICKS] += min(n, 1.0 * s.pile_n[pile_of(r, seat)])
    elif op == word.OPPONENT_DRAWS:
        out[FOE_CARDS] += n
    elif op == word.DISCARD or op == word.PUT_ON_DECK:
        _cards(s, r, seat, -min(n, 1.0 * s.hand_n[seat]), out)
        out[PICKS] += n if op == word.PUT_ON_DECK else 0.0
    elif op == word.OPPONENT_DISCARDS:
        out[FOE_CARDS] -= min(n, 1.0 * s.hand_n[foe])
    elif op == word.REVEAL and row[word.VARIANT] == word.TAKE:
        _cards(s, r, seat, _chance_to_match(s, r, seat, row), out)
    elif op == word.REVEAL or op == word.PLAY:
        _foresee_free_plays(s, r, seat, row, n, out)
    elif op == word.DESTROY or op == word.RETURN or op == word.MOVE:
        _foresee_units(s, r, seat, row, here, out)
    elif op == word.EXTRA_KRATER:
        left = r.kraters_per_surge + s.extra_kraters - s.kraters_used
        out[MORE_KRATERS] += min(n, 1.0 * max(s.vase_n[seat] - left, 0)) if s.step == SURGE else 0.0
    elif op == word.REPEAT_BROKEN:
        out[REPEATS] += 1.0 if s.broken_n[seat] > 0 else 0.0
    elif op == word.EXTRA_WEALTH:
        out[MORE_WEALTH] += n * (1.0 - _progress(s, r))
    elif op == word.EXTRA_OFFERING:
        out[MORE_OFFERS] += n if s.hand_n[seat] > PLENTY else 0.0
    elif op == word.SKIP_BONUS:
        out[SKIPS_BONUS] += n
    elif op == word.STRENGTH:
        out[WAR_NOW] += _best_strength(s, r, seat, row, here, n)


@njit
def _foresee_free_plays(s, r, seat, row, n, out):
    """An effect plays up to n units free: as many as it finds, and what the best of them does to this turn's War.

    Of the deck's top, unseen, as many as can be expected.
    """
    if row[word.OP] == word.REVEAL or row[word.VARIANT] == word.FROM_DECK:
        out[PLAYS_FREE] += min(n, _chance_to_match(s, r, seat, row))
        return
    found, best = 0.0, 0.0
    p = pile_of(r, seat)
    from_hand = row[word.VARIANT] == word.FROM_HAND
    for i in range(s.hand_n[seat] if from_hand else s.pile_n[p]):
        unit = s.hand[seat, i] if from_hand else s.pile[p, i]
        if matches(r, row, unit) and fits_somewhere(s, r, unit, seat):
            found += 1.0
            for city in range(CITIES):
                if fits(s, r, unit, city, seat):
                    best = max(best, _change_of_war_now(s, r, seat, city, r.strength[unit], weight(r, unit), 0, 0))
    out[PLAYS_FREE] += min(n, found)
    out[WAR_NOW] += best if n > 0.0 else 0.0


@njit
def _chance_to_match(s, r, seat, row):
    """How likely the deck's top unit passes a filter: as likely as any unit of the sets in play."""
    if not can_draw(s, r, seat):
        return 0.0
    matching = 0
    for unit in range(r.units):
        matching += matches(r, row, unit)
    return matching / r.units


@njit
def _best_strength(s, r, seat, row, here, n):
    best = 0.0
    for city in range(CITIES):
        if row[word.VARIANT] == word.CITY_ANY or city == here:
            best = max(best, _change_of_war_now(s, r, seat, city, int(n), 0, 0, 0))
    return best


@njit
def _foresee_units(s, r, seat, row, here, out):
    """The strongest opposing unit that matches would go; with none, or `own` only, the weakest own one."""
    best = -1
    if row[word.WHOSE] != word.OWN:
        best = _extreme_unit(s, r, row, here, 1 - seat, 1)
    if best < 0 and row[word.WHOSE] != word.OPPOSING and not row[word.UP_TO]:
        best = _extreme_unit(s, r, row, here, seat, -1)
    if best < 0:
        return
    if row[word.OP] == word.MOVE:
        out[MOVES] += 1.0
        if side_of(s, best) != seat:  # where to is another question
            _shift(s, r, seat, city_of(s, best), 0, 0, -r.strength[best], -weight(r, best), out)
    elif row[word.OP] == word.DESTROY or side_of(s, best) != seat:
        _leave(s, r, seat, best, out)


@njit
def _extreme_unit(s, r, row, here, side, sign):
    found = -1
    for city in range(CITIES):
        if row[word.WHERE] != word.ANYWHERE and (row[word.WHERE] == word.HERE) != (city == here):
            continue
        for i in range(s.side_n[city, side]):
            unit = s.side[city, side, i]
            if matches(r, row, unit) and (found < 0 or sign * (r.strength[unit] - r.strength[found]) > 0):
                found = unit
    return found
