"""The songs one after another: beginning a pack, attempts, failing and succeeding."""

from __future__ import annotations

from balance.engine.events import note
from balance.engine.jit import njit
from balance.engine.streams import below, shuffle
from balance.games.melodies import events as ev
from balance.games.melodies.cards import FANS_DRAWN, FEATURED_DRAWN, INSTRUMENTS_DEALT, deal_cards
from balance.games.melodies.state import (
    COMPLETED,
    FAILED,
    GAVE_UP,
    HIGHEST,
    PH_AFTER_DEAL,
    SONGS,
    STEP_OVER,
    SUCCESS,
    bit,
)
from balance.games.melodies.windows import enter


@njit
def begin_pack(s, r, rng, log):
    """Instruments are dealt, fans laid, the audience card beside them; all face up."""
    note(log, ev.E_PACK, -1, -1, s.pack + 1)
    s.ready = 0
    s.laid = 0
    _deal_instruments(s, r, rng, log)
    _lay_audience(s, r, rng, log)
    begin_song(s, r, rng, log)


@njit
def _deal_instruments(s, r, rng, log):
    featured = r.featured[s.pack]
    holder = -1
    if featured >= 0:
        holder = r.featured_seat if r.featured_seat >= 0 else below(rng, FEATURED_DRAWN, r.players)
    n = r.instruments_n[s.pack]
    for i in range(n):
        s.trial[i] = r.instruments[i]
    shuffle(rng, INSTRUMENTS_DEALT, s.trial, n)
    for seat in range(r.players):
        if seat == holder:
            h = featured
        else:
            n -= 1
            h = s.trial[n]
        s.instrument[seat] = h
        s.ready |= bit(h)
        note(log, ev.E_INSTRUMENT, seat, HIGHEST + h, 0)


@njit
def _lay_audience(s, r, rng, log):
    for i in range(r.fan_n):
        s.trial[i] = r.fan[i]
    shuffle(rng, FANS_DRAWN, s.trial, r.fan_n)
    s.audience_n = 0
    s.used_n = 0
    for i in range(r.fans):
        _lay(s, s.trial[i], log)
    if r.audience[s.pack] >= 0:
        _lay(s, r.audience[s.pack], log)


@njit
def _lay(s, h, log):
    s.audience[s.audience_n] = h
    s.audience_n += 1
    s.laid |= bit(h)
    s.ready |= bit(h)
    note(log, ev.E_AUDIENCE, -1, HIGHEST + h, 0)


@njit
def begin_song(s, r, rng, log):
    """The first attempt at a song."""
    s.failures = 0
    s.attempt = 0
    begin_attempt(s, r, rng, log)


@njit
def begin_attempt(s, r, rng, log):
    """A new deal."""
    s.attempt += 1
    s.note = 0
    s.plays = 0
    clear_note(s)
    deal_cards(s, r, rng)
    note(log, ev.E_ATTEMPT, -1, -1, ev.PACK * s.pack + s.song + ev.PAIR * s.attempt)
    enter(s, PH_AFTER_DEAL)


@njit
def clear_note(s):
    """Nothing has happened in the note that begins."""
    s.acted_n = 0
    s.waited = 0
    s.skipped = 0
    s.lowest_tie = 0
    s.melody = 0


@njit
def fail(s, r, cause, rng, log):
    """The song has failed: the game ends, or the band tries again."""
    note(log, ev.E_FAIL, -1, -1, s.note + ev.PAIR * cause)
    s.failures += 1
    if not r.retry:
        _end(s, FAILED + cause)
    elif s.failures >= r.max_attempts:
        _end(s, GAVE_UP)
    else:
        if r.instruments_refresh_on_failure:
            _refresh_instruments(s, r)
        if r.easy and s.failures >= 2:
            _refresh_audience(s, r, log)
        begin_attempt(s, r, rng, log)


@njit
def _refresh_instruments(s, r):
    for seat in range(r.players):
        s.ready |= bit(s.instrument[seat])


@njit
def _refresh_audience(s, r, log):
    """Easy mode: those used first are turned face up again."""
    n = min(r.easy_refresh, s.used_n)
    for i in range(n):
        s.ready |= bit(s.used[i])
        note(log, ev.E_REFRESH, -1, HIGHEST + s.used[i], 0)
    s.used_n -= n
    for i in range(s.used_n):
        s.used[i] = s.used[i + n]


@njit
def succeed(s, r, rng, log):
    """The song is done: on to the next, or the next pack, or the end."""
    note(log, ev.E_SUCCEED, -1, -1, ev.PACK * s.pack + s.song + ev.PAIR * _help_left(s))
    s.songs_done += 1
    if not r.retry:
        _end(s, SUCCESS)
        return
    _refresh_instruments(s, r)
    if s.song < SONGS:
        s.song += 1
        begin_song(s, r, rng, log)
        return
    note(log, ev.E_COMPLETED, -1, -1, s.pack + 1)
    if s.pack == r.last_pack:
        _end(s, COMPLETED)
        return
    s.pack += 1
    s.song = 1
    begin_pack(s, r, rng, log)


@njit
def _help_left(s):
    """How many help cards in play are ready."""
    ready = s.ready
    n = 0
    while ready != 0:
        ready &= ready - 1
        n += 1
    return n


@njit
def _end(s, how):
    s.ended = how
    s.step = STEP_OVER
    s.asked = -1
    s.answers_n = 0
