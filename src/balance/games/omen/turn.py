"""The course of the game: setup, the five steps of a turn, War, the end. Read it beside the rulebook."""

from __future__ import annotations

import numpy as np

from balance.engine.events import note
from balance.engine.jit import njit
from balance.engine.streams import below
from balance.games.omen import actions as act
from balance.games.omen import events as ev
from balance.games.omen import questions as ask_for
from balance.games.omen.effects import answer_wrath, begin_effect, discard, enter, holds, run_effect
from balance.games.omen.moves import (
    FIRST_DRAWN,
    city_of,
    destroy,
    draw,
    from_hand,
    gain,
    has,
    krater_to_hand,
    lose,
    set_krater_aside,
    show,
    to_hand,
    to_pile,
    to_rewards,
)
from balance.games.omen.questions import ask, kept_weight
from balance.games.omen.state import (
    ACTIVE_LOSES_TWO,
    ASIDE,
    BOLSTER,
    BY_COVETED,
    BY_FACEDOWN,
    CITIES,
    COVETED,
    CURSE,
    DECISIONS,
    ENVOY,
    ENVOY_DISCARD,
    FATE,
    FIRST_ENVOY,
    FIRST_RANDOM_DISCARD,
    GLEAN,
    JILT,
    KRATER,
    LOSER_KEEPS,
    MAX_TURNS,
    NO_CITY,
    OFFERING,
    OTHER_LOSES_TWO,
    OVER,
    PILFER,
    PORTENT,
    RAZED,
    RECRUIT,
    SEATS,
    SIDE,
    SPOILS,
    SURGE,
    TIED,
    WAR,
    WEALTH,
    WINNER_KEEPS,
)


@njit
def advance(s, r, rng, log):
    """Go on until the next question or the end of the game."""
    while s.question == ask_for.NONE and s.ended == 0:
        if s.wrath > 0:
            s.wrath -= 1
            if ask(s, r, ask_for.WRATH_DISCARD, 1 - s.active):
                note(log, ev.E_WRATH, 1 - s.active, -1, 0)
        elif s.frames > 0:
            run_effect(s, r, rng, log)
        elif s.queue_from < s.queue_to:
            unit, city = s.queue[s.queue_from, 0], s.queue[s.queue_from, 1]
            s.queue_from += 1
            begin_effect(s, r, r.effect[unit, 0], unit, BOLSTER, city, log)
        elif s.step == WEALTH:
            _wealth_step(s, r, rng, log)
        elif s.step == SURGE:
            check_if_at_once(s, r, log)
            ask(s, r, ask_for.SURGE_ACTION, s.active)
        elif s.step == PORTENT:
            check_if_at_once(s, r, log)
            if not ask(s, r, ask_for.GLEAN_CHOICE, s.active):
                end_step(s, r, log)
        elif s.step == WAR:
            _war_step(s, r, log)
        elif s.step == OFFERING:
            _offering_step(s, r, log)
        else:
            _end_turn(s, r, log)
    if s.ended == 0 and s.turn > 0 and s.decisions >= r.max_decisions_per_turn:
        s.ended = DECISIONS
    if s.ended != 0:
        s.question = ask_for.NONE
        s.answers_n = 0
        s.asked = -1
        s.step = OVER


# Setup and Envoy


@njit
def choose_first_player(s, r, rng, log):
    """The hands are dealt: find out who takes the first turn."""
    if r.first_player == FIRST_ENVOY:
        s.step = ENVOY
        ask(s, r, ask_for.ENVOY, 0)
        return
    _set_first(s, r, below(rng, FIRST_DRAWN, SEATS), 1, rng, log)
    if r.first_player == FIRST_RANDOM_DISCARD:
        s.step = ENVOY_DISCARD
        ask(s, r, ask_for.ENVOY_DISCARD, s.first)
    else:
        start_turn(s, r, s.first, log)
        advance(s, r, rng, log)


@njit
def _set_first(s, r, seat, by_chance, rng, log):
    s.first = seat
    note(log, ev.E_FIRST, seat, -1, by_chance)
    gain(s, 1 - seat, r.second_player_bonus_coins, log)
    for _ in range(r.second_player_bonus_units):
        draw(s, r, 1 - seat, rng, log)


@njit
def answer_envoy(s, r, unit, rng, log):
    """A player has laid down an Envoy; with both down they are compared."""
    seat = s.asked
    from_hand(s, seat, unit)
    s.envoy[seat] = unit
    s.where[unit] = ASIDE
    if seat == 0:
        ask(s, r, ask_for.ENVOY, 1)
        return
    first, by_chance = _greater_envoy(s, r, rng)
    for i in range(SEATS):
        note(log, ev.E_ENVOY, i, s.envoy[i], 0)
    to_pile(s, r, first, s.envoy[first])
    note(log, ev.E_DISCARD, first, s.envoy[first], 0)
    to_hand(s, 1 - first, s.envoy[1 - first])
    show(s, s.envoy[1 - first])
    s.envoy[0] = -1
    s.envoy[1] = -1
    _set_first(s, r, first, by_chance, rng, log)
    start_turn(s, r, first, log)


@njit
def _greater_envoy(s, r, rng):
    """The seat with the greater Cost + Offering + Strength, then Strength, then a coin flip; whether it was one."""
    a, b = s.envoy[0], s.envoy[1]
    value_a = r.cost[a] + r.offering[a] + r.strength[a]
    value_b = r.cost[b] + r.offering[b] + r.strength[b]
    if value_a != value_b:
        return (0 if value_a > value_b else 1), 0
    if r.strength[a] != r.strength[b]:
        return (0 if r.strength[a] > r.strength[b] else 1), 0
    return below(rng, FIRST_DRAWN, SEATS), 1


@njit
def answer_envoy_discard(s, r, unit, log):
    """The player drawn to go first discards a unit, as an Envoy would be."""
    from_hand(s, s.first, unit)
    to_pile(s, r, s.first, unit)
    note(log, ev.E_DISCARD, s.first, unit, 0)
    start_turn(s, r, s.first, log)


# Turns and steps


@njit
def start_turn(s, r, seat, log):
    """The Wealth Step of a new turn begins."""
    s.turn += 1
    s.active = seat
    s.decisions = 0
    s.surge_used = 0
    s.kraters_used = 0
    s.extra_kraters = 0
    s.extra_offers = 0
    s.destroyed = 0
    s.destroyed_weight = 0
    s.played = 0
    s.played_weight = 0
    s.won = 0
    s.step = WEALTH
    note(log, ev.E_TURN, seat, -1, s.turn)
    s.wealth_drawn = 0
    s.wealth_coins = 0
    s.wealth_left = (r.first_turn_wealth if s.turn == 1 else r.wealth_actions) + s.extra_wealth[seat]
    s.extra_wealth[seat] = 0
    if r.spoils_bonus > 0 and has_spoils(s, r, seat):
        s.wealth_left += r.spoils_bonus
        note(log, ev.E_SPOILS, seat, -1, r.spoils_bonus)


@njit
def has_spoils(s, r, seat):
    """Whether a seat has a unit with SPOILS in a city."""
    for city in range(CITIES):
        for i in range(s.side_n[city, seat]):
            if has(r, s.side[city, seat, i], SPOILS):
                return True
    return False


@njit
def end_step(s, r, log):
    """Everything in the step is done: its TRIUMPHs are checked, the next step begins."""
    check_triumphs(s, r, log)
    s.step += 1
    note(log, ev.E_STEP, s.active, -1, s.step)
    if s.step == WAR:
        for city in range(CITIES):
            s.resolved[city] = 0
    elif s.step == OFFERING:
        s.offers_left = 1 + s.extra_offers
        s.offering_left = 0


@njit
def check_if_at_once(s, r, log):
    """Under `triumph_check: at_once` TRIUMPHs are looked at before each question of their step."""
    if r.triumph_at_once:
        check_triumphs(s, r, log)


@njit
def check_triumphs(s, r, log):
    """Move the Active Player's units whose TRIUMPH of this step is met to the Rewards, all together."""
    seat = s.active
    met = np.int64(0)
    for city in range(CITIES):
        for i in range(s.side_n[city, seat]):
            unit = s.side[city, seat, i]
            if r.triumph_step[unit] == s.step and _triumph_is_met(s, r, unit, city):
                met |= np.int64(1) << (city * SIDE + i)
    for city in range(CITIES):
        for i in range(s.side_n[city, seat] - 1, -1, -1):
            if (met >> (city * SIDE + i)) & 1:
                to_rewards(s, r, s.side[city, seat, i], log)


@njit
def _triumph_is_met(s, r, unit, city):
    return holds(s, r, r.triumph_when[unit, 0], r.triumph_when[unit, 1], city, True)


@njit
def begin_action(s):
    """A new action starts its own chain of effects."""
    s.chain = 0
    s.queue_from = 0
    s.queue_to = 0


# Step One: Wealth


@njit
def _wealth_step(s, r, rng, log):
    check_if_at_once(s, r, log)
    if s.wealth_left > 0 and ask(s, r, ask_for.WEALTH_ACTION, s.active):
        return
    seat = s.active
    drawn, coins = s.wealth_drawn, s.wealth_coins
    if (drawn > 0) != (coins > 0):
        if s.skip_bonus[seat] > 0:
            s.skip_bonus[seat] -= 1
            note(log, ev.E_BONUS_SKIPPED, seat, -1, 0)
        else:
            note(log, ev.E_BONUS, seat, -1, 0 if drawn > 0 else 1)
            for _ in range(r.wealth_bonus if drawn > 0 else 0):
                draw(s, r, seat, rng, log)
            if coins > 0:
                gain(s, seat, r.wealth_bonus, log)
    end_step(s, r, log)


@njit
def answer_wealth(s, r, a, rng, log):
    """Spend a Wealth Action: draw 1 unit or gain 1 coin."""
    s.wealth_left -= 1
    if act.do_of(a) == act.DO_DRAW:
        s.wealth_drawn += 1
        draw(s, r, s.active, rng, log)
    else:
        s.wealth_coins += 1
        gain(s, s.active, 1, log)


# Step Two: Surge


@njit
def answer_surge(s, r, a, log):
    """Play a unit, discard one for its trait, use a krater, or end the step."""
    do, card = act.do_of(a), act.card_in(a)
    seat = s.active
    if do == act.DO_END:
        end_step(s, r, log)
        return
    s.surge_used += 1
    begin_action(s)
    if do == act.DO_PLAY:
        lose(s, seat, r.cost[card], ev.E_PAY, log)
        from_hand(s, seat, card)
        enter(s, r, card, act.place_in(a), ev.E_PLAY, log)
    elif do == act.DO_KRATER:
        s.kraters_used += 1
        set_krater_aside(s, seat, card)
        begin_effect(s, r, r.effect[card, 0], card, KRATER, -1, log)
    else:
        from_hand(s, seat, card)
        s.aside = card
        s.where[card] = ASIDE
        show(s, card)
        if do == act.DO_JILT:
            lose(s, seat, r.cost[card], ev.E_PAY, log)
            begin_effect(s, r, r.effect[card, JILT], card, JILT, -1, log)
        else:
            trait = FATE if do == act.DO_FATE else PILFER if do == act.DO_PILFER else RECRUIT
            begin_effect(s, r, r.trait_effect[trait], card, trait, -1, log)


# Step Three: Portent


@njit
def answer_glean(s, r, unit, log):
    """Use a unit's GLEAN."""
    begin_action(s)
    s.gleaned[unit] = s.turn
    begin_effect(s, r, r.effect[unit, GLEAN], unit, GLEAN, city_of(s, unit), log)


# Step Four: War


@njit
def _war_step(s, r, log):
    if s.war_part != NO_CITY:
        _go_on_with_war(s, r, log)
    elif not ask(s, r, ask_for.RESOLVE, s.active):
        for city in range(CITIES):
            s.strength_bonus[city] = 0
        end_step(s, r, log)


@njit
def side_strength(s, r, city, seat):
    """Combined Strength of a side, with what effects have added for the Active Player."""
    return s.unit_strength[city, seat] + (s.strength_bonus[city] if seat == s.active else 0)


@njit
def _bolsters(s, r, city, seat):
    total = 0
    for i in range(s.side_n[city, seat]):
        total += has(r, s.side[city, seat, i], BOLSTER)
    return total


@njit
def city_winner(s, r, city):
    """The seat that wins a sacked city: most Strength, then most units with BOLSTER; -1 if the tie stands."""
    lead = side_strength(s, r, city, 0) - side_strength(s, r, city, 1)
    if lead == 0:
        lead = _bolsters(s, r, city, 0) - _bolsters(s, r, city, 1)
    return -1 if lead == 0 else 0 if lead > 0 else 1


@njit
def answer_resolve(s, r, city, log):
    """Resolve a sacked city."""
    s.war_city = city
    s.resolved[city] += 1
    winner = city_winner(s, r, city)
    s.war_winner = winner
    s.war_lead = abs(side_strength(s, r, city, 0) - side_strength(s, r, city, 1))
    if winner < 0:
        note(log, ev.E_SACKED, -1, -1, city)
        s.war_part = ACTIVE_LOSES_TWO
        s.keep_left = 2
        return
    krater = krater_to_hand(s, city, winner)
    s.won += winner == s.active
    note(log, ev.E_SACKED, winner, krater, city)
    if s.stack_n[city] == 0:
        note(log, ev.E_RAZED, -1, -1, city)
        s.razed[city] = 1
        _destroy_all(s, r, city, winner, log)
        _destroy_all(s, r, city, 1 - winner, log)
        return
    _begin_keeping(s, WINNER_KEEPS, r.winner_keeps)


@njit
def _destroy_all(s, r, city, seat, log):
    while s.side_n[city, seat] > 0:
        destroy(s, r, s.side[city, seat, 0], True, log)


@njit
def _begin_keeping(s, part, limit):
    s.war_part = part
    s.keep_left = limit
    for i in range(SIDE):
        s.kept[i] = 0


@njit
def _go_on_with_war(s, r, log):
    part = s.war_part
    if part == WINNER_KEEPS or part == LOSER_KEEPS:
        seat = s.war_winner if part == WINNER_KEEPS else 1 - s.war_winner
        if not _all_fit(s, r, seat):
            if ask(s, r, ask_for.KEEP, seat):
                return
            _destroy_unkept(s, r, seat, log)
        if part == WINNER_KEEPS:
            _begin_keeping(s, LOSER_KEEPS, r.loser_keeps)
        else:
            s.war_part = NO_CITY
        return
    seat = s.active if part == ACTIVE_LOSES_TWO else 1 - s.active
    if s.keep_left > 0 and s.side_n[s.war_city, seat] > s.keep_left:
        ask(s, r, ask_for.LOSE_UNIT, seat)
        return
    if s.keep_left > 0:
        _destroy_all(s, r, s.war_city, seat, log)
    s.keep_left = 2
    s.war_part = OTHER_LOSES_TWO if part == ACTIVE_LOSES_TWO else NO_CITY


@njit
def _all_fit(s, r, seat):
    """Whether all units of the side that are not kept yet may be kept."""
    total = 0
    for i in range(s.side_n[s.war_city, seat]):
        if s.kept[i] == 0:
            total += kept_weight(r, s.side[s.war_city, seat, i])
    return total <= s.keep_left


@njit
def _destroy_unkept(s, r, seat, log):
    city = s.war_city
    i = 0
    for k in range(s.side_n[city, seat]):
        unit = s.side[city, seat, i]
        if s.kept[k]:
            note(log, ev.E_KEEP, seat, unit, city)
            i += 1
        else:
            destroy(s, r, unit, True, log)


@njit
def answer_keep(s, r, unit):
    """Keep a unit of a sacked city."""
    for i in range(s.side_n[s.war_city, s.asked]):
        if s.side[s.war_city, s.asked, i] == unit:
            s.kept[i] = 1
    s.keep_left -= kept_weight(r, unit)


@njit
def answer_lose_unit(s, r, unit, log):
    """Destroy one of two own units after a tie."""
    s.keep_left -= 1
    destroy(s, r, unit, True, log)


# Step 5: Offering


@njit
def _offering_step(s, r, log):
    if s.offering_left > 0:
        if ask(s, r, ask_for.OFFERING_POINT, s.active):
            return
        s.offering_left = 0
    check_if_at_once(s, r, log)
    if s.offers_left > 0 and ask(s, r, ask_for.OFFER, s.active):
        return
    end_step(s, r, log)


@njit
def answer_offer(s, r, a, log):
    """Offer a unit, or decline."""
    if act.do_of(a) == act.DO_DECLINE:
        s.offers_left = 0
        return
    unit = act.card_in(a)
    s.offers_left -= 1
    s.offering_left = r.offering[unit]
    begin_action(s)
    from_hand(s, s.active, unit)
    to_pile(s, r, s.active, unit)
    note(log, ev.E_DISCARD, s.active, unit, 0)
    note(log, ev.E_OFFER, s.active, unit, s.offering_left)
    if r.wrath_on_offering:
        answer_wrath(s, r, unit)
    if has(r, unit, CURSE):
        begin_effect(s, r, r.trait_effect[CURSE], unit, CURSE, -1, log)


@njit
def answer_offering_point(s, r, a, rng, log):
    """Take one point of an Offering: draw 1 unit or gain 1 coin."""
    s.offering_left -= 1
    if act.do_of(a) == act.DO_DRAW:
        draw(s, r, s.active, rng, log)
    else:
        gain(s, s.active, 1, log)


# Ending the Turn, Ending the Game


@njit
def _end_turn(s, r, log):
    seat = s.active
    if s.hand_n[seat] + s.vase_n[seat] > r.hand_limit and ask(s, r, ask_for.LIMIT_DISCARD, seat):
        return
    if s.coins[seat] > r.coin_limit:
        lose(s, seat, s.coins[seat] - r.coin_limit, ev.E_LOSE, log)
    if s.razed[0] + s.razed[1] + s.razed[2] >= r.cities_to_end:
        s.ended = _by_points(s, r)
        _note_coveted(s, r, log)
    elif s.turn >= r.max_turns:
        s.ended = MAX_TURNS
    else:
        start_turn(s, r, 1 - seat, log)


@njit
def answer_limit(s, r, seat, unit, log):
    """Discard down to the hand limit, or in answer to WRATH."""
    discard(s, r, seat, unit, 0, log)
    if not r.wrath_on_hand_limit and seat == s.active:
        s.wrath = 0


@njit
def coveted(s, r, seat):
    """COVETED units in a hand."""
    total = 0
    for i in range(s.hand_n[seat]):
        total += has(r, s.hand[seat, i], COVETED)
    return total


@njit
def _note_coveted(s, r, log):
    for seat in range(SEATS):
        for i in range(s.hand_n[seat]):
            if has(r, s.hand[seat, i], COVETED):
                note(log, ev.E_COVETED, seat, s.hand[seat, i], 0)


@njit
def points(s, r, seat):
    """Points of a seat as they stand."""
    total = s.vase_n[seat] * r.points_krater + s.broken_n[seat] * r.points_broken
    return total + s.facedown_n[seat] * r.points_facedown + coveted(s, r, seat) * r.points_coveted


@njit
def _by_points(s, r):
    """How the game is decided: by points, else facedown units, else COVETED units, else it is tied."""
    if points(s, r, 0) != points(s, r, 1):
        return RAZED
    if s.facedown_n[0] != s.facedown_n[1]:
        return BY_FACEDOWN
    if coveted(s, r, 0) != coveted(s, r, 1):
        return BY_COVETED
    return TIED


@njit
def winning_seats(s, r):
    """Bit mask of the seats in the top place; 0 if the game is unfinished."""
    if s.ended == TIED:
        return 3
    lead = 0
    if s.ended == RAZED:
        lead = points(s, r, 0) - points(s, r, 1)
    elif s.ended == BY_FACEDOWN:
        lead = s.facedown_n[0] - s.facedown_n[1]
    elif s.ended == BY_COVETED:
        lead = coveted(s, r, 0) - coveted(s, r, 1)
    return 0 if lead == 0 else 1 if lead > 0 else 2
