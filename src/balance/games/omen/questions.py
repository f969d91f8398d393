"""The questions of Omen: which answers each has. docs/games/omen-effects.md lists them in words."""

from __future__ import annotations

from balance.engine.jit import njit
from balance.games.omen import actions as act
from balance.games.omen import program as word
from balance.games.omen.actions import NO_CARD, NO_PLACE, code
from balance.games.omen.moves import can_draw, city_of, fits, fits_somewhere, has, pile_of, side_of, weight
from balance.games.omen.state import CITIES, FATE, GLEAN, JILT, PILFER, RECRUIT, SEATS

NONE = 0
(
    ENVOY,
    ENVOY_DISCARD,
    REPLACE,
    GIVE,
    WEALTH_ACTION,
    SURGE_ACTION,
    FATE_CHOICE,
    GLEAN_CHOICE,
    RESOLVE,
    KEEP,
    LOSE_UNIT,
    OFFER,
    OFFERING_POINT,
    DISCARD,
    WRATH_DISCARD,
    LIMIT_DISCARD,
    TOP,
    RECOVER,
    FROM_DECK,
    UNIT,
    PUT,
    CITY,
    PEEK,
    SWAP,
    AGAIN,
    MAY,
    OPTION,
) = range(1, 28)


@njit
def ask(s, r, question, seat):
    """Put a question to a seat; return whether it has an answer. Without one it is not asked."""
    s.question = question
    s.asked = seat
    list_answers(s, r)
    if s.answers_n == 0:
        s.question = NONE
        return False
    return True


@njit
def add(s, do, card, place):
    """Add an answer to the question being put."""
    s.answers[s.answers_n] = code(do, card, place)
    s.answers_n += 1


@njit
def list_answers(s, r):
    """Fill `answers` for the question that stands, from the state alone."""
    s.answers_n = 0
    q = s.question
    seat = s.asked
    if q == WEALTH_ACTION or q == OFFERING_POINT:
        if can_draw(s, r, seat):
            add(s, act.DO_DRAW, NO_CARD, NO_PLACE)
        if s.supply > 0:
            add(s, act.DO_COIN, NO_CARD, NO_PLACE)
    elif q == SURGE_ACTION:
        _surge_actions(s, r, seat)
    elif q == DISCARD or q == WRATH_DISCARD or q == LIMIT_DISCARD or q == ENVOY_DISCARD:
        _each_in_hand(s, seat, act.DO_DISCARD)
    elif q == TOP:
        _each_in_hand(s, seat, act.DO_TOP)
    elif q == ENVOY:
        _each_in_hand(s, seat, act.DO_ENVOY)
    elif q == OFFER:
        _each_in_hand(s, seat, act.DO_OFFER)
        if s.answers_n > 0:
            add(s, act.DO_DECLINE, NO_CARD, NO_PLACE)
    elif q == KEEP:
        for i in range(s.side_n[s.war_city, seat]):
            unit = s.side[s.war_city, seat, i]
            if s.kept[i] == 0 and kept_weight(r, unit) <= s.keep_left:
                add(s, act.DO_KEEP, unit, NO_PLACE)
    elif q == LOSE_UNIT:
        for i in range(s.side_n[s.war_city, seat]):
            add(s, act.DO_DESTROY, s.side[s.war_city, seat, i], NO_PLACE)
    elif q == RESOLVE:
        for city in range(CITIES):
            if is_sacked(s, r, city):
                add(s, act.DO_RESOLVE, NO_CARD, city)
    elif q == GLEAN_CHOICE:
        for city in range(CITIES):
            for i in range(s.side_n[city, seat]):
                unit = s.side[city, seat, i]
                if has(r, unit, GLEAN) and s.gleaned[unit] != s.turn:
                    add(s, act.DO_GLEAN, unit, NO_PLACE)
    elif q == MAY:
        add(s, act.DO_YES, NO_CARD, NO_PLACE)
        add(s, act.DO_NO, NO_CARD, NO_PLACE)
    elif q == REPLACE:
        if s.under_n[seat] < 2:
            for i in range(s.drawn_n[seat]):
                add(s, act.DO_REPLACE, s.drawn[seat, i], NO_PLACE)
        add(s, act.DO_DONE, NO_CARD, NO_PLACE)
    elif q == GIVE:
        for i in range(s.drawn_n[seat]):
            add(s, act.DO_GIVE, s.drawn[seat, i], NO_PLACE)
    elif q != NONE:
        _effect_answers(s, r, q, seat)


@njit
def _each_in_hand(s, seat, do):
    for i in range(s.hand_n[seat]):
        add(s, do, s.hand[seat, i], NO_PLACE)


@njit
def _surge_actions(s, r, seat):
    if s.surge_used < r.surge_limit:
        coins = s.coins[seat]
        room = (_room(s, r, 0, seat), _room(s, r, 1, seat), _room(s, r, 2, seat))
        for i in range(s.hand_n[seat]):
            unit = s.hand[seat, i]
            if r.cost[unit] <= coins:
                for city in range(CITIES):
                    if weight(r, unit) <= room[city]:
                        add(s, act.DO_PLAY, unit, city)
                if has(r, unit, JILT):
                    add(s, act.DO_JILT, unit, NO_PLACE)
            if has(r, unit, FATE):
                add(s, act.DO_FATE, unit, NO_PLACE)
            if has(r, unit, PILFER):
                add(s, act.DO_PILFER, unit, NO_PLACE)
            if has(r, unit, RECRUIT):
                add(s, act.DO_RECRUIT, unit, NO_PLACE)
        if s.kraters_used < r.kraters_per_surge + s.extra_kraters:
            for i in range(s.vase_n[seat]):
                add(s, act.DO_KRATER, s.vase[seat, i], NO_PLACE)
    add(s, act.DO_END, NO_CARD, NO_PLACE)


@njit
def _room(s, r, city, seat):
    return -1 if s.razed[city] else r.city_limit - s.side_weight[city, seat]


@njit
def _effect_answers(s, r, q, seat):
    f = s.frames - 1
    row = r.code[s.pc[f]]
    p = pile_of(r, seat)
    if q == UNIT:
        _units(s, r, row, s.here[f])
        if row[word.UP_TO] and s.answers_n > 0:
            add(s, act.DO_STOP, NO_CARD, NO_PLACE)
    elif q == CITY:
        _cities(s, r, row, s.here[f])
    elif q == PUT:
        owner = s.active
        from_hand = row[word.VARIANT] == word.FROM_HAND
        for i in range(s.hand_n[owner] if from_hand else s.pile_n[pile_of(r, owner)]):
            unit = s.hand[owner, i] if from_hand else s.pile[pile_of(r, owner), i]
            if matches(r, row, unit) and fits_somewhere(s, r, unit, owner):
                add(s, act.DO_PUT, unit, NO_PLACE)
        if row[word.UP_TO] and s.answers_n > 0:
            add(s, act.DO_STOP, NO_CARD, NO_PLACE)
    elif q == RECOVER or q == FATE_CHOICE:
        if q == FATE_CHOICE and can_draw(s, r, seat):
            add(s, act.DO_DRAW, NO_CARD, NO_PLACE)
        for i in range(s.pile_n[p]):
            if matches(r, row, s.pile[p, i]):
                add(s, act.DO_TAKE, s.pile[p, i], NO_PLACE)
    elif q == FROM_DECK:
        for i in range(s.deck_n[p] - s.looked, s.deck_n[p]):
            if matches(r, row, s.deck[p, i]):
                add(s, act.DO_TAKE, s.deck[p, i], NO_PLACE)
    elif q == OPTION:
        for i in range(row[word.TARGET]):
            add(s, act.DO_OPTION, NO_CARD, i)
    elif q == PEEK:
        for city in range(CITIES):
            if s.stack_n[city] > 0:
                add(s, act.DO_PEEK, NO_CARD, city)
    elif q == SWAP:
        for i in range(3):
            if s.stack_n[act.PAIRS[i, 0]] > 0 and s.stack_n[act.PAIRS[i, 1]] > 0:
                add(s, act.DO_SWAP, NO_CARD, i)
    elif q == AGAIN:
        for i in range(s.broken_n[seat]):
            if r.repeats[s.broken[seat, i]] == 0:
                add(s, act.DO_AGAIN, s.broken[seat, i], NO_PLACE)


@njit
def matches(r, row, unit):
    """Whether a unit passes an instruction's filter."""
    if r.strength[unit] < row[word.STRENGTH_MIN] or r.strength[unit] > row[word.STRENGTH_MAX]:
        return False
    if r.cost[unit] < row[word.COST_MIN] or r.cost[unit] > row[word.COST_MAX]:
        return False
    return row[word.TRAIT] < 0 or has(r, unit, row[word.TRAIT])


@njit
def _units(s, r, row, here):
    """Units in cities that an instruction may choose, the owner's side first."""
    op = row[word.OP]
    do = act.DO_DESTROY if op == word.DESTROY else act.DO_RETURN if op == word.RETURN else act.DO_MOVE
    for turn in range(SEATS):
        seat = s.active if turn == 0 else 1 - s.active
        if row[word.WHOSE] != word.ANY and (row[word.WHOSE] == word.OWN) != (turn == 0):
            continue
        for city in range(CITIES):
            if row[word.WHERE] != word.ANYWHERE and (row[word.WHERE] == word.HERE) != (city == here):
                continue
            for i in range(s.side_n[city, seat]):
                unit = s.side[city, seat, i]
                if matches(r, row, unit) and (op != word.MOVE or _can_move(s, r, row, unit, city, seat, here)):
                    add(s, do, unit, NO_PLACE)


@njit
def _can_move(s, r, row, unit, city, seat, here):
    if s.moved_by[unit] == s.serial:
        return False
    if row[word.VARIANT] == word.TO_HERE:
        return fits(s, r, unit, here, seat)
    for to in range(CITIES):
        if to != city and fits(s, r, unit, to, seat):
            return True
    return False


@njit
def _cities(s, r, row, here):
    """Where the chosen unit may go; for `strength` any unrazed city."""
    op = row[word.OP]
    for city in range(CITIES):
        if op == word.STRENGTH:
            allowed = s.razed[city] == 0
        elif op == word.MOVE:
            to_here = row[word.VARIANT] == word.TO_HERE
            allowed = city != city_of(s, s.chosen) and (not to_here or city == here)
            allowed = allowed and fits(s, r, s.chosen, city, side_of(s, s.chosen))
        else:
            allowed = fits(s, r, s.chosen, city, s.active)
        if allowed:
            add(s, act.DO_CITY, NO_CARD, city)


@njit
def is_sacked(s, r, city):
    """At least 3 opposing units, or 5 in all; MYRIAD counts twice."""
    if s.razed[city]:
        return False
    opposing = s.side_weight[city, 1 - s.active]
    return opposing >= 3 or opposing + s.side_weight[city, s.active] >= 5


@njit
def kept_weight(r, unit):
    """What a unit takes of the number of units a side may keep."""
    return weight(r, unit) if r.myriad_kept_as == 2 else 1
