"""Melodies' verbs: how a game begins, and the way from an answer to the next question. The rules are in `song`."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine.jit import njit
from balance.engine.verbs import register
from balance.games.melodies import actions as act
from balance.games.melodies import events as ev
from balance.games.melodies.campaign import begin_pack
from balance.games.melodies.features import features
from balance.games.melodies.figures import measure
from balance.games.melodies.options import MelodiesOptions, cards_of
from balance.games.melodies.prose import heading, legend, opening, say, scene, tell
from balance.games.melodies.song import advance, answer
from balance.games.melodies.state import CARDS, COMPLETED, HIGHEST, RULES, STATE, SUCCESS, number_of
from balance.games.melodies.story import describe, event, help_count, name, remember, sources, view
from balance.games.melodies.windows import list_answers
from balance.games.melodies.words import (
    COPIES,
    EFFECTS,
    RESTRICTIONS,
    WINDOW_EFFECTS,
    WINDOW_TIMINGS,
    WINDOWS,
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


def deal(s, r, rng, log):
    """Begin the first pack that is played."""
    s.using = -1
    s.drawn = -1
    s.asked = -1
    s.pack = r.first_pack
    s.song = r.first_song
    begin_pack(s, r, rng, log)
    advance(s, r, rng, log)


def to_move(s, r):
    """The seat that is asked."""
    return s.asked


def over(s, r):
    """See GAME.reasons."""
    return s.ended


def winners(s, r):
    """All, if the song, venue or tour was finished."""
    return (1 << r.players) - 1 if s.ended == SUCCESS or s.ended == COMPLETED else 0


def scores(s, r, out):
    """Songs the band has succeeded with."""
    for seat in range(r.players):
        out[seat] = s.songs_done


def count(s, r):
    """Answers to the question."""
    return s.answers_n


def action(s, r, k):
    """The k-th answer."""
    return s.answers[k]


def apply(s, r, a, rng, log):
    """Take an answer and go on to the next question."""
    answer(s, r, a, rng, log)


def unseen(s, r, seat, out):
    """Cards the seat cannot place, in the order: hands from the left, cards face down, the deck from below."""
    n = 0
    for other in range(r.players):
        n = _hidden(s, seat, s.hand[other], s.hand_n[other], out, n)
    for k in range(s.plays):
        n = _hidden(s, seat, s.play_card[k], s.play_n[k], out, n)
    return _hidden(s, seat, s.deck, s.deck_n, out, n)


@njit
def _hidden(s, seat, cards, n, out, found):
    for i in range(n):
        card = cards[i]
        if (s.known[card] >> seat) & 1 == 0:
            out[found, 0] = card
            out[found, 1] = np.int64(1) << s.pool[card]
            out[found, 2] = out[found, 1]
            found += 1
    return found


def exchange(s, r, i, j):
    """Swap two playing cards wherever they are; what is known stays with the places."""
    s.known[i], s.known[j] = s.known[j], s.known[i]
    s.pool[i], s.pool[j] = s.pool[j], s.pool[i]
    other_options = False
    for seat in range(r.players):
        if _rename(s.hand[seat], s.hand_n[seat], i, j) and seat == s.asked:
            other_options = True
    for k in range(s.plays):
        if _rename(s.play_card[k], s.play_n[k], i, j) and s.play_hidden[k]:
            for m in range(s.play_n[k]):
                s.play_number[k, m] = number_of(s.play_card[k, m])
    _rename(s.deck, s.deck_n, i, j)
    _rename(s.discard, s.discard_n, i, j)
    _rename(s.row_card, s.row_n, i, j)
    if other_options:
        list_answers(s, r)


@njit
def _rename(cards, n, i, j):
    """Put i for j and j for i; whether there was one of them."""
    found = False
    for k in range(n):
        if cards[k] == i:
            cards[k] = j
            found = True
        elif cards[k] == j:
            cards[k] = i
            found = True
    return found


def card_of(s, r, a):
    """The help card that an action uses."""
    do = act.do_of(a)
    if do == act.DO_USE:
        return HIGHEST + act.first_of(a)
    if do == act.DO_PLAY and act.splitter_of(a) != act.UNSPLIT:
        return HIGHEST + act.splitter_of(a)
    return -1


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


def rules_record(options: MelodiesOptions) -> Any:
    """The options, songs and help cards as a record of dtype RULES."""
    r = np.zeros(1, dtype=RULES).view(np.recarray)[0]
    tour, played = options.tour(), options.played()
    r.texts = remember(options)
    for key in ("players", "max_attempts", "instruments_refresh_on_failure", "easy_refresh", "fans"):
        r[key] = getattr(options, key)
    r.expert, r.easy = options.difficulty == "expert", options.difficulty == "easy"
    r.retry = options.play != "song"
    r.first_pack, r.last_pack = played[0], played[-1]
    r.first_song = options.song or 1
    r.featured_seat = -1 if options.featured_seat == "random" else options.featured_seat
    r.tune_any = options.draw_and_tune_card == "any"
    r.passing = options.passing_under_restrictions
    r.parity_filter = options.parity == "filter"
    for p, pack in enumerate(tour):
        for k, song in enumerate(pack.songs):
            r["hand"][p, k], r["notes"][p, k], r["ranks"][p, k] = song.hand, len(song.notes), max(song.ranks())
            r["rank"][p, k, : len(song.notes)] = song.ranks()
            for word, notes in song.restrictions.items():
                for note in notes if word not in options.without else ():
                    r["restrictions"][p, k, note - 1] |= 1 << RESTRICTIONS.index(word)
    _fill_help_cards(r, options)
    return r


def _fill_help_cards(r: Any, options: MelodiesOptions) -> None:
    cards = cards_of(options)
    number = {card.id: h for h, card in enumerate(cards)}
    pool: list[int] = []
    r["featured"][:] = r["audience"][:] = -1
    for p, pack in enumerate(options.tour()):
        mine = [number[card.id] for card in pack.instruments]
        if p > 0 and mine:
            r["featured"][p] = mine[0]
        r["instruments_n"][p] = len(pool) if p > 0 else len(mine)
        pool += mine
        if pack.audience:
            r["audience"][p] = number[pack.audience[0].id]
    r["instruments"][: len(pool)] = pool
    fans = [number[card.id] for card in options.tour()[0].fans]
    r["fan"][: len(fans)], r["fan_n"] = fans, len(fans)
    for h, card in enumerate(cards):
        r["effect"][h] = EFFECTS.index(card.effect)
        if card.id in options.without:
            continue
        r.splits |= (card.effect == "split_set") << h
        for w, window in enumerate(WINDOWS):
            r["fits"][w] |= (card.timing in WINDOW_TIMINGS[window] and card.effect in WINDOW_EFFECTS[window]) << h


def cards(options: MelodiesOptions) -> list[str]:
    """Names by kind: the numbers, then the help cards."""
    return [str(number) for number in range(1, HIGHEST + 1)] + [card.name for card in cards_of(options)]


def pieces(options: MelodiesOptions) -> list[int]:
    """The number (as a kind) of each single playing card."""
    return [card // COPIES for card in range(CARDS)]


def card_data(options: MelodiesOptions) -> dict[str, Any]:
    """The packs in play as the replay record gives them."""
    return options.content()


def uses(options: MelodiesOptions) -> list[tuple[str, str]]:
    """Every help card, then every restriction that a card can skip."""
    helps = [(card.effect, card.name) for card in cards_of(options)]
    return helps + [("skipped restriction", word) for word in RESTRICTIONS]


def used(r: Any, e: Any) -> list[int]:
    """The entries of `uses` that an event is a use of."""
    if e.kind == ev.E_USE and e.card >= HIGHEST:
        return [int(e.card) - HIGHEST]
    if e.kind == ev.E_SKIP and 0 <= e.amount < len(RESTRICTIONS):
        return [help_count(r) + int(e.amount)]
    return []
