"""Omen's verbs: the setup of a game, and the way from an answer to the next question. The rules are in `turn`."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine.jit import njit
from balance.engine.knowledge import swap_knowledge
from balance.engine.streams import shuffle
from balance.engine.verbs import register
from balance.games.omen import actions as act
from balance.games.omen import questions as ask_for
from balance.games.omen.draft import answer_give, answer_replace, begin_draft
from balance.games.omen.effects import answer_effect
from balance.games.omen.features import features
from balance.games.omen.figures import measure
from balance.games.omen.moves import KRATERS_DEALT, UNITS_DEALT, draw, gain, insertion_sort
from balance.games.omen.options import OmenOptions
from balance.games.omen.phrases import remember
from balance.games.omen.program import OP, REPEAT_BROKEN, Program
from balance.games.omen.prose import say, tell
from balance.games.omen.questions import NONE, list_answers
from balance.games.omen.state import (
    CITIES,
    CURSE,
    DECK,
    FATE,
    HAND,
    OUT,
    PILFER,
    RECRUIT,
    RULES,
    SEATS,
    STACKS,
    STATE,
    STEPS,
    TRAITS,
    WEALTH,
)
from balance.games.omen.story import describe, name, sources, view
from balance.games.omen.table import heading, legend, opening, scene
from balance.games.omen.turn import (
    advance,
    answer_envoy,
    answer_envoy_discard,
    answer_glean,
    answer_keep,
    answer_limit,
    answer_lose_unit,
    answer_offer,
    answer_offering_point,
    answer_resolve,
    answer_surge,
    answer_wealth,
    choose_first_player,
    points,
    winning_seats,
)
from balance.games.omen.uses import used, uses

__all__ = [
    "RULES",
    "STATE",
    "card_data",
    "card_ids",
    "cards",
    "describe",
    "heading",
    "legend",
    "name",
    "opening",
    "rules_record",
    "say",
    "scene",
    "sources",
    "tell",
    "used",
    "uses",
    "view",
]

UNIT_BIT, KRATER_BIT = 1, 2  # the first shuffles, as bits of State.history


def deal(s, r, rng, log):
    """Shuffle and deal as in Single Game Set Up, or begin the draft."""
    s.active = -1
    s.first = -1
    s.asked = -1
    s.chosen = -1
    s.aside = -1
    s.aside_krater = -1
    for seat in range(SEATS):
        s.envoy[seat] = -1
        s.given[seat] = -1
    s.supply = r.coin_supply
    _deal_kraters(s, r, rng)
    if r.draft:
        begin_draft(s, r, rng, log)
        return
    for unit in range(r.units):
        s.deck[0, unit] = unit
        s.where[unit] = DECK
        for seat in range(SEATS):
            s.history[seat, unit] = UNIT_BIT
            s.origin[seat, unit] = UNIT_BIT
    s.deck_n[0] = r.units
    shuffle(rng, UNITS_DEALT, s.deck[0], r.units)
    for seat in range(SEATS):
        for _ in range(r.starting_units):
            draw(s, r, seat, rng, log)
        gain(s, seat, r.starting_coins, log)
    choose_first_player(s, r, rng, log)


@njit
def _deal_kraters(s, r, rng):
    vases = s.broken[0]  # room for the shuffle
    for i in range(r.kraters):
        vases[i] = r.units + i
    shuffle(rng, KRATERS_DEALT, vases, r.kraters)
    for i in range(r.kraters):
        krater = vases[i]
        vases[i] = 0
        city = i // r.kraters_per_city
        for seat in range(SEATS):
            s.history[seat, krater] = KRATER_BIT
            s.origin[seat, krater] = KRATER_BIT
        if city < CITIES:
            s.stack[city, s.stack_n[city]] = krater
            s.stack_n[city] += 1
            s.where[krater] = STACKS + city
        else:
            s.where[krater] = OUT


def to_move(s, r):
    """The seat that is asked."""
    return s.asked


def over(s, r):
    """See GAME.reasons."""
    return s.ended


def winners(s, r):
    """By points, then the tie-breakers."""
    return winning_seats(s, r)


def scores(s, r, out):
    """Points as they stand."""
    for seat in range(SEATS):
        out[seat] = points(s, r, seat)


def count(s, r):
    """Answers to the question."""
    return s.answers_n


def action(s, r, k):
    """The k-th answer."""
    return s.answers[k]


def apply(s, r, a, rng, log):
    """Take an answer and go on to the next question."""
    q = s.question
    s.question = NONE
    s.steps = 0
    if s.turn > 0:
        s.decisions += 1
    card = act.card_in(a)
    if q == ask_for.WEALTH_ACTION:
        answer_wealth(s, r, a, rng, log)
    elif q == ask_for.SURGE_ACTION:
        answer_surge(s, r, a, log)
    elif q == ask_for.GLEAN_CHOICE:
        answer_glean(s, r, card, log)
    elif q == ask_for.RESOLVE:
        answer_resolve(s, r, act.place_in(a), log)
    elif q == ask_for.KEEP:
        answer_keep(s, r, card)
    elif q == ask_for.LOSE_UNIT:
        answer_lose_unit(s, r, card, log)
    elif q == ask_for.OFFER:
        answer_offer(s, r, a, log)
    elif q == ask_for.OFFERING_POINT:
        answer_offering_point(s, r, a, rng, log)
    elif q == ask_for.LIMIT_DISCARD or q == ask_for.WRATH_DISCARD:
        answer_limit(s, r, s.asked, card, log)
    elif q == ask_for.ENVOY:
        answer_envoy(s, r, card, rng, log)
    elif q == ask_for.ENVOY_DISCARD:
        answer_envoy_discard(s, r, card, log)
    elif q == ask_for.REPLACE:
        answer_replace(s, r, a, log)
    elif q == ask_for.GIVE:
        if answer_give(s, r, card, rng, log):
            choose_first_player(s, r, rng, log)
    else:
        answer_effect(s, r, q, a, rng, log)
    if s.step >= WEALTH:
        advance(s, r, rng, log)


def unseen(s, r, seat, out):
    """Cards the seat cannot place, in the order: the other's hand, decks from the top, draft, stacks, out of it."""
    n = 0
    other = 1 - seat
    n = _hidden(s, seat, s.hand[other], s.hand_n[other], out, n)
    n = _hidden(s, seat, s.vase[other], s.vase_n[other], out, n)
    if s.envoy[other] >= 0 and s.history[seat, s.envoy[other]] != 0:
        n = _add_hidden(s, seat, s.envoy[other], out, n)
    for p in range(SEATS):
        n = _hidden(s, seat, s.deck[p], s.deck_n[p], out, n)
        n = _hidden(s, seat, s.play_area[p], s.play_area_n[p], out, n)
        n = _hidden(s, seat, s.drawn[p], s.drawn_n[p], out, n)
        n = _hidden(s, seat, s.under[p], s.under_n[p], out, n)
        if s.given[p] >= 0 and s.history[seat, s.given[p]] != 0:
            n = _add_hidden(s, seat, s.given[p], out, n)
    for stack in range(3):
        n = _hidden(s, seat, s.draft_stack[stack], s.draft_n[stack], out, n)
    for city in range(CITIES):
        n = _hidden(s, seat, s.stack[city], s.stack_n[city], out, n)
    for card in range(r.units + r.kraters):
        if s.where[card] == OUT and s.history[seat, card] != 0:
            n = _add_hidden(s, seat, card, out, n)
    return n


@njit
def _hidden(s, seat, cards, length, out, n):
    for i in range(length - 1, -1, -1):
        if s.history[seat, cards[i]] != 0:
            n = _add_hidden(s, seat, cards[i], out, n)
    return n


@njit
def _add_hidden(s, seat, card, out, n):
    out[n, 0] = card
    out[n, 1] = s.history[seat, card]
    out[n, 2] = s.origin[seat, card]
    return n + 1


def exchange(s, r, i, j):
    """Swap two cards that lie face down or in a hand, wherever they are; what a seat knows stays with the places."""
    where_i, where_j = s.where[i], s.where[j]
    _rename(s, r, where_i, i, -2)
    _rename(s, r, where_j, j, i)
    _rename(s, r, where_i, -2, j)
    s.where[i], s.where[j] = where_j, where_i
    for seat in range(SEATS):
        swap_knowledge(s.history[seat], s.origin[seat], i, j)
    if s.question != NONE:
        list_answers(s, r)


@njit
def _rename(s, r, where, old, new):
    """Write card `new` where `old` stands."""
    krater = old >= r.units or new >= r.units
    for seat in range(SEATS):
        if where == HAND + seat:
            if krater:
                _rename_in(s.vase[seat], s.vase_n[seat], old, new)
                insertion_sort(s.vase[seat], s.vase_n[seat])
            else:
                _rename_in(s.hand[seat], s.hand_n[seat], old, new)
                insertion_sort(s.hand[seat], s.hand_n[seat])
        elif where == DECK + seat:
            _rename_in(s.deck[seat], s.deck_n[seat], old, new)
    for city in range(CITIES):
        if where == STACKS + city:
            _rename_in(s.stack[city], s.stack_n[city], old, new)
    if where >= OUT - 1:  # aside, or drafting
        _rename_set_aside(s, old, new)


@njit
def _rename_set_aside(s, old, new):
    for seat in range(SEATS):
        if s.envoy[seat] == old:
            s.envoy[seat] = new
        if s.given[seat] == old:
            s.given[seat] = new
        _rename_in(s.play_area[seat], s.play_area_n[seat], old, new)
        _rename_in(s.drawn[seat], s.drawn_n[seat], old, new)
        _rename_in(s.under[seat], s.under_n[seat], old, new)
    for stack in range(3):
        _rename_in(s.draft_stack[stack], s.draft_n[stack], old, new)


@njit
def _rename_in(cards, n, old, new):
    for i in range(n):
        if cards[i] == old:
            cards[i] = new


def card_of(s, r, a):
    """The unit or krater that an action puts to use, see `actions.USES`; what is only chosen or given up is not."""
    return act.card_in(a) if act.USES[act.do_of(a)] else np.int64(-1)


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


def cards(options: OmenOptions) -> list[str]:
    """Names of all units in play, set by set, then of all kraters, by card number."""
    sets = options.sets()
    return [unit.name for s in sets for unit in s.units] + [krater.name for s in sets for krater in s.kraters]


def card_ids(options: OmenOptions) -> list[str]:
    """Ids by card number, as records name the cards."""
    sets = options.sets()
    return [unit.id for s in sets for unit in s.units] + [krater.id for s in sets for krater in s.kraters]


def card_data(options: OmenOptions) -> dict[str, Any]:
    """The cards in play as the replay record gives them: each with its set's place in `games`."""
    sets = list(enumerate(options.sets(), start=1))
    return {
        "units": [unit.record() | {"set": i} for i, s in sets for unit in s.units],
        "kraters": [krater.record() | {"set": i} for i, s in sets for krater in s.kraters],
    }


def rules_record(options: OmenOptions) -> Any:
    """The options and card tables as a record of dtype RULES."""
    r = np.zeros(1, dtype=RULES).view(np.recarray)[0]
    sets = options.sets()
    units = [unit for s in sets for unit in s.units]
    kraters = [krater for s in sets for krater in s.kraters]
    r.units, r.kraters = len(units), len(kraters)
    r.texts = remember(sets)
    r.draft = options.mode == "draft"
    r.kraters_per_city = {1: 2, 2: 3, 3: 4}[len(sets)]
    r.first_player = ("envoy", "random_discard", "random").index(options.first_player)
    r.triumph_at_once = options.triumph_check == "at_once"
    r.cities_to_end = options.cities_to_end
    for key in ("krater", "broken", "facedown", "coveted"):
        r[f"points_{key}"] = getattr(options.points, key)
    for key in PLAIN_OPTIONS:
        r[key] = getattr(options, key)
    _fill_tables(r, units, kraters)
    return r


PLAIN_OPTIONS = (
    "starting_units",
    "starting_coins",
    "first_turn_wealth",
    "second_player_bonus_coins",
    "second_player_bonus_units",
    "wealth_actions",
    "wealth_bonus",
    "spoils_bonus",
    "coin_supply",
    "city_limit",
    "kraters_per_surge",
    "winner_keeps",
    "loser_keeps",
    "myriad_kept_as",
    "wrath_on_hand_limit",
    "wrath_on_offering",
    "wrath_on_own_trait",
    "hand_limit",
    "coin_limit",
    "surge_limit",
    "chain_limit",
    "max_decisions_per_turn",
    "max_turns",
)


def _fill_tables(r: Any, units: list[Any], kraters: list[Any]) -> None:
    program = Program()
    r["effect"][:] = -1
    r["triumph_step"][:] = -1
    r["trait_effect"][:] = -1
    r["trait_effect"][FATE] = program.add_fate()
    r["trait_effect"][PILFER] = program.add_effect([{"steal": 1}])
    r["trait_effect"][RECRUIT] = program.add_effect([{"draw": 2}, {"put_on_deck": 1}])
    curse = {"whose": "opposing", "where": "any", "number": 1, "chooser": "owner", "up_to": False}
    r["trait_effect"][CURSE] = program.add_effect([{"destroy": curse}])
    for card, entry in enumerate([*units, *kraters]):
        for key, text in (("ids", entry.id), ("names", entry.name)):
            r[key][card, : len(text)] = [ord(letter) for letter in text]
    for card, unit in enumerate(units):
        r["cost"][card], r["offering"][card], r["strength"][card] = unit.cost, unit.offering, unit.strength
        r["traits"][card] = sum(1 << TRAITS.index(trait) for trait in unit.traits)
        for trait, effect in unit.effects.items():
            r["effect"][card, TRAITS.index(trait.upper())] = program.add_effect(effect)
        if "TRIUMPH" in unit.traits:
            r["triumph_step"][card] = STEPS.index(unit.triumph.step)
            r["triumph_when"][card] = program.add_condition(unit.triumph.when)
    for i, krater in enumerate(kraters):
        card = len(units) + i
        r["effect"][card, 0] = start = program.add_effect(krater.effect)
        r["repeats"][card] = REPEAT_BROKEN in program.code[start : program.length, OP]
    r["code"][:] = program.code
    r["condition"][:] = program.condition
