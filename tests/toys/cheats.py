"""Every way to break the contract that the suite must catch: a game, a bot or a re-deal that does it.

`python -m toys.cheats` prints what the checks find. Run it in plain Python, so that nothing has to be compiled.
"""

from __future__ import annotations

import json

import numpy as np

from balance.engine.redeal import redeal
from balance.engine.streams import below, shuffle
from balance.testing import CHECKS, Case, check_case
from toys import tricks
from toys.tricks import HAND, HONEST, variant

# --- games ---

_calls = [0]


def _apply_with_memory(s, r, a, rng, log):
    tricks.apply(s, r, a, rng, log)
    _calls[0] += 1
    s.points[0] += _calls[0] % 5 == 0


def _features_of_the_other_hand(s, r, a, out):
    tricks.features(s, r, a, out)
    out[0] = s.hand[1 - s.next, 0]


def _features_of_the_deck(s, r, a, out):
    tricks.features(s, r, a, out)
    out[0] = s.deck[s.deck_n - 1] if s.deck_n else 0


def _features_that_apply(s, r, a, out):
    tricks.features(s, r, a, out)
    s.points[0] += 1


def _infinite_features(s, r, a, out):
    out[0] = np.inf


def _too_many_features(s, r, a, out):
    out[2] = 1.0


def _same_deal(s, r, rng, log):
    fixed = np.ones_like(rng)
    tricks.deal(s, r, fixed, log)


def _deal_from_a_bot(s, r, rng, log):
    below(rng, 1, 5)
    tricks.deal(s, r, rng, log)


def _apply_from_a_bot(s, r, a, rng, log):
    below(rng, 2 - s.next, 5)
    tricks.apply(s, r, a, rng, log)


def _same_action(s, r, k):
    return s.hand[s.next, 0]


def _negative_action(s, r, k):
    return k - 1


def _seat_2(s, r):
    return -1 if s.hand_n[0] + s.hand_n[1] == 0 else 2


def _nobody_wins(s, r):
    return 0


def _still_to_move(s, r):
    return s.next


def _options_of_the_other(s, r):
    return s.hand_n[s.next] if s.hand[1 - s.next, 0] < 4 or s.hand_n[s.next] < HAND else 1


def _exchange_forward_only(s, r, i, j):
    for k in range(s.deck_n):
        if s.deck[k] == i:
            s.deck[k] = j


def _exchange_in_the_own_hand(s, r, i, j):
    tricks.exchange(s, r, i, j)
    s.points[0], s.points[1] = s.points[1] + 1, s.points[0] - 1


def _unseen_twice(s, r, seat, out):
    n = tricks.unseen(s, r, seat, out)
    if n:
        out[n] = out[0]
        n += 1
    return n


def _unseen_never_shuffled(s, r, seat, out):
    n = tricks.unseen(s, r, seat, out)
    out[:n, 1] = 0
    return n


def _unseen_with_the_own_hand(s, r, seat, out):
    n = tricks.unseen(s, r, seat, out)
    for i in range(s.hand_n[seat]):
        out[n, 0], out[n, 1] = s.hand[seat, i], 1
        n += 1
    return n


def _no_turns(s, r, log, row):
    row.turns = 0


def _exposed_to_nobody(s, r, log, row):
    tricks.measure(s, r, log, row)
    row.exposure[0, 0] = 4


def _one_name(s, r, a):
    return {"play": "a card"}


def _numpy_name(s, r, a):
    return {"play": np.int64(a)}


def _scene_of_all_hands(s, r, reader):
    return tricks.scene(s, r, None)


def _telling_of_the_deck(s, r, log, reader, before):
    return [f"Next comes {s.deck[s.deck_n - 1]}."] if s.deck_n else []


def _saying_the_other_hand(s, r, a, reader):
    return f"play {a}, not {s.hand[1 - s.next, 0]}"


def _no_card(s, r, a):
    return 99


def _hand_to_one_seat(s, r, rng, log):
    tricks.deal(s, r, rng, log)
    s.hand_n[1] = 1


NARROW = [(name, np.int8, *shape) if name == "points" else (name, kind, *shape) for name, kind, *shape in tricks.FIELDS]
METHOD = [*tricks.FIELDS, ("trace", np.int16)]

GAMES = {
    "game with memory": ("copies", variant("memory", apply=_apply_with_memory)),
    "features of the other hand": ("no_peek", variant("hand", features=_features_of_the_other_hand)),
    "features of the top of the deck": ("no_peek", variant("deck", features=_features_of_the_deck)),
    "options that depend on the other hand": ("no_peek", variant("options", count=_options_of_the_other)),
    "features that apply the action": ("reading", variant("applies", features=_features_that_apply)),
    "infinite features": ("feature_values", variant("infinite", features=_infinite_features)),
    "more features than declared": ("feature_values", variant("many", features=_too_many_features)),
    "the same deal every game": ("deals", variant("same_deal", deal=_same_deal)),
    "deal from a bot's stream": ("deals", variant("bot_deal", deal=_deal_from_a_bot)),
    "play from a bot's stream": ("deals", variant("bot_play", apply=_apply_from_a_bot)),
    "an action twice": ("actions", variant("twice", action=_same_action)),
    "a negative action": ("actions", variant("negative", action=_negative_action)),
    "a card that is not there": ("actions", variant("no_card", card_of=_no_card)),
    "nobody wins": ("endings", variant("nobody", winners=_nobody_wins)),
    "to move after the end": ("endings", variant("after_end", to_move=_still_to_move)),
    "scores out of range": ("endings", variant("range", declared={"scores": (0, 1)})),
    "longer than declared": ("length", variant("long", declared={"longest": lambda options: 5})),
    "more turns than declared": ("length", variant("turns", declared={"turns": (0, 2)})),
    "exchange that loses a card": ("exchanges", variant("loses", exchange=_exchange_forward_only)),
    "exchange that is seen": ("exchanges", variant("seen", exchange=_exchange_in_the_own_hand)),
    "the own hand is unseen": ("exchanges", variant("own_hand", unseen=_unseen_with_the_own_hand)),
    "a hidden card twice": ("hidden_cards", variant("hidden_twice", unseen=_unseen_twice)),
    "a hidden card without a shuffle": ("hidden_cards", variant("unshuffled", unseen=_unseen_never_shuffled)),
    "no turns": ("rows", variant("no_turns", measure=_no_turns)),
    "exposure to nobody": ("rows", variant("nobody_sees", measure=_exposed_to_nobody)),
    "two actions of one name": ("hooks", variant("one_name", name=_one_name)),
    "names that are not plain data": ("hooks", variant("numpy_name", name=_numpy_name)),
    "a table that shows all hands": ("told", variant("all_hands", scene=_scene_of_all_hands)),
    "a story that tells of the deck": ("told", variant("tells_deck", tell=_telling_of_the_deck)),
    "options that name the other hand": ("told", variant("says_hand", say=_saying_the_other_hand)),
    "unequal hands": ("mirrors", variant("unequal", deal=_hand_to_one_seat)),
    "int8 fields": ("declaration", variant("narrow", fields=NARROW)),
    "a field named like a method": ("declaration", variant("method", fields=METHOD)),
    "weights of unknown features": ("declaration", variant("weights", declared={"weights": {"luck": 1.0}})),
    "two reasons of one name": ("declaration", variant("reasons", declared={"reasons": tricks.GAME.reasons * 2})),
    "another number of seats": (
        "declaration",
        variant("seats", declared={"seats": lambda options: 2, "players": (3,)}),
    ),
}

# --- bots ---


def _chooses_by_the_deck(s, r, n, bot, rng, p, mind):
    return tricks.action(s, r, s.deck[0] % n)


def _chooses_by_the_other_hand(s, r, n, bot, rng, p, mind):
    return tricks.action(s, r, s.hand[1 - s.next, 0] % n)


CHOOSERS = {
    "a bot that looks at the deck": ("no_peek", _chooses_by_the_deck),
    "a bot that looks at the other hand": ("no_peek", _chooses_by_the_other_hand),
}

# --- re-deals ---


def _hidden(s, r, seat, room):
    n = tricks.unseen(s, r, seat, room[0])
    return room[0, :n, 0].copy()


def _shuffled_in_place(s, r, seat, rng, p, room):
    cards = _hidden(s, r, seat, room)
    order = np.arange(len(cards))
    shuffle(rng, p, order, len(order))
    for i in range(len(cards)):
        here = _hidden(s, r, seat, room)
        if here[i] != cards[order[i]]:
            tricks.exchange(s, r, here[i], cards[order[i]])


def _the_true_world(s, r, seat, rng, p, room):
    below(rng, p, 2)


def _rotated(s, r, seat, rng, p, room):
    cards = np.sort(_hidden(s, r, seat, room))
    tricks.exchange(s, r, cards[0], cards[below(rng, p, len(cards))])


def _own_hand_too(s, r, seat, rng, p, room):
    tricks.exchange(s, r, s.hand[seat, 0], _hidden(s, r, seat, room)[0])


REDEALS = {
    "a re-deal that shuffles in place": ("redeals", _shuffled_in_place),
    "a re-deal that gives the true world": ("redeals", _the_true_world),
    "a re-deal that changes what the seat holds": ("redeals", _own_hand_too),
    "a re-deal that moves two cards only": ("uniform_redeals", _rotated),
}

ALL = {
    **{name: (check, Case(game, game.options(), games=6)) for name, (check, game) in GAMES.items()},
    **{n: (c, Case(HONEST, HONEST.options(), games=6, chooser=f)) for n, (c, f) in CHOOSERS.items()},
    **{n: (c, Case(HONEST, HONEST.options(), games=6, redealer=f)) for n, (c, f) in REDEALS.items()},
    "nothing": ("", Case(HONEST, HONEST.options(), games=6, redealer=redeal)),
}


def found() -> dict[str, list[str]]:
    """What the expected check (for the honest game: any check) says of each cheat."""
    every = [check for check in CHECKS if check != "plain_python"]
    return {
        name: [str(p) for p in check_case(case, [check] if check else every)] for name, (check, case) in ALL.items()
    }


if __name__ == "__main__":
    print(json.dumps(found()))
