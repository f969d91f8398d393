"""Carrying out effects: the interpreter of the instructions made by `program`."""

from __future__ import annotations

from balance.engine.events import note
from balance.engine.jit import njit
from balance.games.omen import actions as act
from balance.games.omen import events as ev
from balance.games.omen import program as word
from balance.games.omen import questions as ask_for
from balance.games.omen.moves import (
    SEARCHED,
    break_krater,
    discard_top,
    draw,
    from_city,
    from_hand,
    gain,
    has,
    lose,
    pile_of,
    put_on_deck,
    random_in_hand,
    refill,
    remove,
    return_to_hand,
    see,
    show,
    shuffle_deck,
    steal,
    take_from_deck,
    take_from_pile,
    to_city,
    to_pile,
    weight,
)
from balance.games.omen.moves import destroy as destroy_unit
from balance.games.omen.questions import ask
from balance.games.omen.state import (
    BOLSTER,
    CITIES,
    KRATER,
    LOOP,
    MOST_STEPS,
    QUEUE,
    SURGE,
    WRATH,
)


@njit
def count_of(s, r, seat, count, city, trait, twice):
    """A count of the language for `seat`; city -1: all cities, trait -1: all units, `twice`: MYRIAD counts 2."""
    if count <= word.OPPOSING_UNITS:
        side = seat if count == word.OWN_UNITS else 1 - seat
        total = 0
        for c in range(CITIES):
            if city < 0 or c == city:
                for i in range(s.side_n[c, side]):
                    unit = s.side[c, side, i]
                    if trait < 0 or has(r, unit, trait):
                        total += weight(r, unit) if twice else 1
        return total
    if count == word.CITIES_HELD:
        total = 0
        for c in range(CITIES):
            total += s.side_n[c, seat] > 0
        return total
    if count == word.HAND_CARDS:
        return s.hand_n[seat] + s.vase_n[seat]
    if count == word.COINS:
        return s.coins[seat]
    if count == word.KRATERS_HELD:
        return s.vase_n[seat]
    if count == word.DESTROYED:
        return s.destroyed_weight if twice else s.destroyed
    if count == word.PLAYED:
        return s.played_weight if twice else s.played
    return s.won


@njit
def amount_of(s, r, row, here):
    """The amount of an instruction as it stands."""
    if row[word.COUNT] < 0:
        return row[word.NUMBER]
    city = here if row[word.COUNT_HERE] else -1
    return count_of(s, r, s.active, row[word.COUNT], city, row[word.COUNT_TRAIT], False)


@njit
def holds(s, r, first, rows, here, twice):
    """Whether a condition holds for the Active Player."""
    results = 0  # a stack of bits
    for i in range(first, first + rows):
        row = r.condition[i]
        if row[word.ROW_KIND] == word.COMPARE:
            city = here if row[word.ROW_HERE] else -1
            n = count_of(s, r, s.active, row[word.ROW_COUNT], city, row[word.ROW_TRAIT], twice)
            test, number = row[word.ROW_TEST], row[word.ROW_NUMBER]
            result = n >= number if test == word.AT_LEAST else n <= number if test == word.AT_MOST else n == number
        else:
            mask = (1 << row[word.ROW_N]) - 1
            taken = results & mask
            results >>= row[word.ROW_N]
            result = taken == mask if row[word.ROW_KIND] == word.ALL else taken != 0
        results = (results << 1) | (1 if result else 0)
    return results & 1 == 1


@njit
def begin_effect(s, r, pc, card, trait, here, log):
    """Start an effect, unless one more would break the chain limit, which ends the game."""
    if s.chain >= r.chain_limit:
        s.ended = LOOP
        return
    s.chain += 1
    f = s.frames
    s.pc[f] = pc
    s.source[f] = card
    s.here[f] = here
    s.left[f] = -1
    s.frames += 1
    note(log, ev.E_EFFECT, s.active, card, trait)


@njit
def end_effect(s, r, log):
    """The running effect is done: what lay aside for it goes to its place."""
    s.frames -= 1
    if s.frames > 0:
        return
    if s.aside >= 0:
        unit = s.aside
        s.aside = -1
        to_pile(s, r, s.active, unit)
        note(log, ev.E_DISCARD, s.active, unit, 0)
        if r.wrath_on_own_trait:
            answer_wrath(s, r, unit)
    if s.aside_krater >= 0:
        break_krater(s, s.active, log)


@njit
def answer_wrath(s, r, unit):
    """If the Active Player's discarded unit has WRATH, the other player must discard."""
    if has(r, unit, WRATH):
        s.wrath += 1


@njit
def discard(s, r, seat, unit, random, log):
    """Discard a unit from hand as part of an effect, a cost or a game requirement."""
    from_hand(s, seat, unit)
    to_pile(s, r, seat, unit)
    note(log, ev.E_DISCARD, seat, unit, random)
    if seat == s.active:
        answer_wrath(s, r, unit)


@njit
def enter(s, r, unit, city, event, log):
    """A unit of the Active Player enters a city; a BOLSTER joins the queue."""
    to_city(s, r, unit, city, s.active)
    note(log, event, s.active, unit, city)
    if event == ev.E_PLAY:
        s.played += 1
        s.played_weight += weight(r, unit)
    # A queue that is full holds more effects than any chain limit: those left out would never start.
    if has(r, unit, BOLSTER) and s.queue_to < QUEUE:
        s.queue[s.queue_to, 0] = unit
        s.queue[s.queue_to, 1] = city
        s.queue_to += 1


@njit
def did(s, row, log):
    """Note that the running instruction has done something."""
    note(log, ev.E_WORD, s.active, s.source[s.frames - 1], row[word.OP])


@njit
def next_instruction(s, f):
    """Go on to the next instruction of frame f."""
    s.pc[f] += 1
    s.left[f] = -1


@njit
def run_effect(s, r, rng, log):
    """Carry the top effect on by one instruction or one question of it."""
    f = s.frames - 1
    row = r.code[s.pc[f]]
    op = row[word.OP]
    if op == word.END:
        end_effect(s, r, log)
        return
    if op != word.JUMP and op != word.NEXT and s.left[f] < 0:
        if s.steps >= MOST_STEPS:
            s.ended = LOOP
            return
        s.steps += 1
    if op == word.JUMP or op == word.NEXT or op == word.IF or op == word.FOR_EACH or op == word.MAY:
        _structure(s, r, f, row, log)
        return
    if s.left[f] < 0:
        s.left[f] = amount_of(s, r, row, s.here[f])
        s.serial += 1
        s.chosen = -1
        _prepare(s, r, row, rng, log)
        if op == word.STRENGTH and row[word.VARIANT] == word.CITY_ANY:
            s.left[f] += 1  # asked even for +0; see _answer_city
        if _at_once(s, r, row, s.left[f], rng, log):
            next_instruction(s, f)
            return
    if s.left[f] > 0 and _go_on(s, r, f, row, rng, log):
        return
    _finish(s, r, row, rng, log)
    next_instruction(s, f)


@njit
def _structure(s, r, f, row, log):
    op = row[word.OP]
    if op == word.JUMP:
        s.pc[f] = row[word.TARGET]
    elif op == word.IF:
        did(s, row, log)
        if holds(s, r, row[word.ROWS], row[word.ROWS_N], s.here[f], False):
            s.pc[f] += 1
        else:
            s.pc[f] = row[word.TARGET]
    elif op == word.FOR_EACH:
        s.loops[f] = amount_of(s, r, row, s.here[f])
        if s.loops[f] > 0:
            did(s, row, log)
            s.pc[f] += 1
        else:
            s.pc[f] = row[word.TARGET]
    elif op == word.NEXT:
        s.loops[f] -= 1
        s.pc[f] = row[word.TARGET] if s.loops[f] > 0 else s.pc[f] + 1
    elif not (can_pay(s, r, row) and ask(s, r, ask_for.MAY, s.active)):
        s.pc[f] = row[word.TARGET]


@njit
def can_pay(s, r, row):
    """Whether the Active Player can pay the whole cost of a `may`."""
    kind = row[word.VARIANT]
    n = row[word.NUMBER]
    if kind == word.COST_COINS:
        return s.coins[s.active] >= n
    if kind == word.COST_DISCARD:
        return s.hand_n[s.active] >= n
    if kind == word.COST_DESTROY or kind == word.COST_RETURN:
        return count_of(s, r, s.active, word.OWN_UNITS, -1, -1, False) >= n
    return True


@njit
def _prepare(s, r, row, rng, log):
    """What an instruction needs before its first question: a deck to take from, units looked at or revealed."""
    op = row[word.OP]
    seat = s.active
    p = pile_of(r, seat)
    from_deck = op == word.PLAY and row[word.VARIANT] == word.FROM_DECK
    s.looked = 0
    if op == word.SEARCH or op == word.REVEAL or from_deck:
        refill(s, r, p, rng, log)
    if op == word.SEARCH:
        s.looked = s.deck_n[p]
    elif op == word.LOOK:
        s.looked = min(row[word.TARGET], s.deck_n[p])
    if op == word.SEARCH or op == word.LOOK:
        if s.looked > 0:
            did(s, row, log)
        for i in range(1, s.looked + 1):
            unit = s.deck[p, s.deck_n[p] - i]
            see(s, seat, unit)
            note(log, ev.E_LOOK, seat, unit, 0)
    elif (op == word.REVEAL or from_deck) and s.deck_n[p] > 0:
        s.chosen = s.deck[p, s.deck_n[p] - 1]
        show(s, s.chosen)
        did(s, row, log)
        note(log, ev.E_REVEAL, seat, s.chosen, 0)


@njit
def _at_once(s, r, row, n, rng, log):
    """Carry out an instruction that asks nothing; return whether it was one."""
    op = row[word.OP]
    seat = s.active
    done = 0
    if op == word.GAIN:
        done = gain(s, seat, n, log)
    elif op == word.LOSE:
        done = lose(s, seat, n, ev.E_LOSE, log)
    elif op == word.PAY_COINS:
        done = lose(s, seat, n, ev.E_PAY, log)
    elif op == word.STEAL:
        done = steal(s, seat, n, log)
    elif op == word.OPPONENT_LOSES:
        done = lose(s, 1 - seat, n, ev.E_LOSE, log)
    elif op == word.DRAW or op == word.OPPONENT_DRAWS:
        drawer = seat if op == word.DRAW else 1 - seat
        while done < n and draw(s, r, drawer, rng, log):
            done += 1
    elif op == word.EXTRA_KRATER:
        if s.step == SURGE:
            s.extra_kraters += n
            done = n
    elif op == word.EXTRA_WEALTH:
        s.extra_wealth[seat] += n
        done = n
    elif op == word.EXTRA_OFFERING:
        s.extra_offers += n
        done = n
    elif op == word.SKIP_BONUS:
        s.skip_bonus[1 - seat] += n
        done = n
    elif op == word.STRENGTH and row[word.VARIANT] == word.CITY_HERE:
        s.strength_bonus[s.here[s.frames - 1]] += n
        note(log, ev.E_STRENGTH, seat, -1, s.here[s.frames - 1])
        done = n
    else:
        return False
    if done > 0:
        did(s, row, log)
    return True


@njit
def _go_on(s, r, f, row, rng, log):
    """Put the next question of an instruction, or do its next part that asks nothing; return whether there was one."""
    op = row[word.OP]
    seat = s.active
    if op == word.DISCARD or op == word.OPPONENT_DISCARDS:
        loser = seat if op == word.DISCARD else 1 - seat
        if row[word.VARIANT] == word.BY_CHOICE:
            return ask(s, r, ask_for.DISCARD, loser)
        if s.hand_n[loser] == 0:
            return False
        did(s, row, log)
        discard(s, r, loser, random_in_hand(s, loser, rng), 1, log)
        s.left[f] -= 1
        return True
    if op == word.REVEAL:
        return _follow_reveal(s, r, f, row, rng, log)
    if op == word.DESTROY or op == word.RETURN or op == word.MOVE:
        chooser = 1 - seat if row[word.CHOOSER] else seat
        return ask(s, r, ask_for.UNIT if s.chosen < 0 else ask_for.CITY, chooser)
    if op == word.PLAY:
        if row[word.VARIANT] == word.FROM_DECK:
            return s.chosen >= 0 and ask(s, r, ask_for.CITY, seat)
        return ask(s, r, ask_for.PUT if s.chosen < 0 else ask_for.CITY, seat)
    return ask(s, r, _question_of(op), seat)


@njit
def _question_of(op):
    if op == word.PUT_ON_DECK:
        return ask_for.TOP
    if op == word.RECOVER:
        return ask_for.RECOVER
    if op == word.FATE_CHOICE:
        return ask_for.FATE_CHOICE
    if op == word.SEARCH or op == word.LOOK:
        return ask_for.FROM_DECK
    if op == word.STRENGTH:
        return ask_for.CITY
    if op == word.PEEK:
        return ask_for.PEEK
    if op == word.SWAP_KRATERS:
        return ask_for.SWAP
    if op == word.REPEAT_BROKEN:
        return ask_for.AGAIN
    return ask_for.OPTION


@njit
def _follow_reveal(s, r, f, row, rng, log):
    if s.chosen < 0:
        return False
    seat = s.active
    if ask_for.matches(r, row, s.chosen):
        if row[word.VARIANT] == word.PLAY_IT:
            if ask(s, r, ask_for.CITY, seat):
                return True
        else:
            take_from_deck(s, r, seat, s.chosen, rng, log)
            show(s, s.chosen)
            s.left[f] = 0
            return True
    discard_top(s, r, seat, rng, log)
    s.left[f] = 0
    return True


@njit
def _finish(s, r, row, rng, log):
    """What follows the last question of an instruction."""
    op = row[word.OP]
    seat = s.active
    if op == word.SEARCH:
        p = pile_of(r, seat)
        if s.deck_n[p] > 0:
            shuffle_deck(s, r, p, rng, SEARCHED + p, log)
    elif op == word.LOOK and row[word.VARIANT] == word.REST_DISCARDED:
        while s.looked > 0:
            s.looked -= 1
            discard_top(s, r, seat, rng, log)


@njit
def answer_effect(s, r, q, a, rng, log):
    """Take the answer to a question that the running effect has put."""
    f = s.frames - 1
    row = r.code[s.pc[f]]
    seat = s.active
    card = act.card_in(a)
    if q == ask_for.MAY:
        if act.do_of(a) == act.DO_YES:
            did(s, row, log)
            s.pc[f] += 1
        else:
            s.pc[f] = row[word.TARGET]
        return
    if act.do_of(a) == act.DO_STOP:
        s.left[f] = 0
        return
    if q != ask_for.CITY or row[word.OP] != word.PLAY:
        did(s, row, log)
    if q == ask_for.OPTION:
        s.pc[f] = r.code[s.pc[f] + 1 + act.place_in(a), word.TARGET]
        s.left[f] = -1
        return
    if q == ask_for.AGAIN:
        next_instruction(s, f)
        begin_effect(s, r, r.effect[card, 0], card, KRATER, -1, log)
        return
    if q == ask_for.CITY:
        _answer_city(s, r, f, row, act.place_in(a), rng, log)
        return
    if q == ask_for.PUT or (q == ask_for.UNIT and row[word.OP] == word.MOVE):
        s.chosen = card  # the next question is where to
        return
    s.left[f] -= 1
    if q == ask_for.DISCARD:
        discard(s, r, s.asked, card, 0, log)
    elif q == ask_for.TOP:
        put_on_deck(s, r, seat, card, log)
    elif q == ask_for.RECOVER:
        take_from_pile(s, r, seat, card, log)
    elif q == ask_for.FATE_CHOICE:
        if act.do_of(a) == act.DO_DRAW:
            draw(s, r, seat, rng, log)
        else:
            take_from_pile(s, r, seat, card, log)
    elif q == ask_for.FROM_DECK:
        s.looked -= 1
        take_from_deck(s, r, seat, card, rng, log)
    elif q == ask_for.UNIT:
        if row[word.OP] == word.DESTROY:
            destroy_unit(s, r, card, False, log)
        else:
            return_to_hand(s, r, card, log)
    elif q == ask_for.PEEK:
        city = act.place_in(a)
        krater = s.stack[city, s.stack_n[city] - 1]
        see(s, seat, krater)
        note(log, ev.E_PEEK, seat, krater, city)
    elif q == ask_for.SWAP:
        _swap_kraters(s, act.place_in(a))
        note(log, ev.E_SWAP, seat, -1, act.place_in(a))


@njit
def _swap_kraters(s, pair):
    c, d = act.PAIRS[pair, 0], act.PAIRS[pair, 1]
    one, other = s.stack[c, s.stack_n[c] - 1], s.stack[d, s.stack_n[d] - 1]
    s.stack[c, s.stack_n[c] - 1] = other
    s.stack[d, s.stack_n[d] - 1] = one
    s.where[one], s.where[other] = s.where[other], s.where[one]


@njit
def _answer_city(s, r, f, row, city, rng, log):
    op = row[word.OP]
    seat = s.active
    if op == word.STRENGTH:
        s.strength_bonus[city] += s.left[f] - 1
        note(log, ev.E_STRENGTH, seat, -1, city)
        s.left[f] = 0
        return
    unit = s.chosen
    s.chosen = -1
    s.left[f] -= 1
    if op == word.MOVE:
        s.moved_by[unit] = s.serial
        side = from_city(s, r, unit)
        if side == seat:
            enter(s, r, unit, city, ev.E_MOVE, log)
        else:
            to_city(s, r, unit, city, side)
            note(log, ev.E_MOVE, side, unit, city)
        return
    p = pile_of(r, seat)
    from_deck = False
    if op == word.PLAY:
        did(s, row, log)
    if op == word.PLAY and row[word.VARIANT] == word.FROM_HAND:
        from_hand(s, seat, unit)
    elif op == word.PLAY and row[word.VARIANT] == word.FROM_DISCARD:
        remove(s.pile[p], s.pile_n[p], unit)
        s.pile_n[p] -= 1
    else:
        from_deck = True
        s.deck_n[p] -= 1
    enter(s, r, unit, city, ev.E_PLAY, log)
    if from_deck:
        refill(s, r, p, rng, log)
