"""What a row records of a game of Melodies: see `shown`."""

from __future__ import annotations

from balance.engine.events import noted
from balance.engine.jit import njit
from balance.games.melodies import events as ev
from balance.games.melodies.shown import EXPOSURES, GAME_FIGURES, SEAT_FIGURES, SONG_FIGURES, TRIES
from balance.games.melodies.state import HIGHEST, SONGS
from balance.games.melodies.words import CAUSES, FALSE_NOTE

_GAME = [figure.name for figure in GAME_FIGURES]
_SEAT = [figure.name for figure in SEAT_FIGURES]
_SHOWN = [exposure.name for exposure in EXPOSURES]

ATTEMPTS, SUCCESSES, FAILURES = (_GAME.index(name) for name in ("attempts", "successes", "failures"))
CAUSE = _GAME.index(CAUSES[0])
FALSE_AT, REACHED = _GAME.index("false_at_1"), _GAME.index("reached_1")
MELODIES, PLAYS, CARDS_PLAYED, PASSES, WAITS, HELP_USED, HELP_LEFT = (
    _GAME.index(name) for name in ("melodies", "plays", "cards_played", "passes", "waits", "help_used", "help_left")
)
CARDS_OVER = _GAME.index("cards_over")
TRIED, USED_IN_TRY = _GAME.index("tries_1"), _GAME.index("used_in_try_1")
FIRST_SONG = len(_GAME)
LEFT_WITH, SEAT_WAITS, SEAT_HELP, SEAT_PASSES = (
    _SEAT.index(name) for name in ("left_with_cards", "seat_waits", "seat_help", "seat_passes")
)
IN_PLAY, USED = (_SHOWN.index(name) for name in ("in_play", "used"))
assert len(SONG_FIGURES) == 2 and len(_SEAT) == 4


def measure(s, r, log, row):
    """Count what the log tells; note the help cards in play when the first ones are dealt."""
    if row.decisions == 0:
        _note_help(s, r, row)
    figures = row.game_figures
    for i in range(1, noted(log) + 1):
        event = log[i]
        kind, seat = event.kind, event.seat
        low, high = event.amount % ev.PAIR, event.amount // ev.PAIR
        if kind == ev.E_PLAY:
            figures[CARDS_PLAYED] += 1
            figures[PLAYS] += log[i - 1].kind != ev.E_PLAY or i == 1
        elif kind == ev.E_PASS:
            figures[PASSES] += 1
            row.seat_figures[SEAT_PASSES, seat] += event.amount == 0
        elif kind == ev.E_WAIT:
            figures[WAITS] += 1
            row.seat_figures[SEAT_WAITS, seat] += 1
        elif kind == ev.E_USE:
            figures[HELP_USED] += 1
            figures[USED_IN_TRY + min(event.amount, TRIES) - 1] += 1
            row.seat_figures[SEAT_HELP, seat] += 1
            row.exposure[USED, event.card] |= 1 << seat
        elif kind == ev.E_NOTE:
            row.turns += 1
            figures[REACHED + event.amount - 1] += 1
        elif kind == ev.E_ROW:
            figures[MELODIES] += 1
        elif kind == ev.E_LEFT:
            figures[CARDS_OVER] += event.amount
            row.seat_figures[LEFT_WITH, seat] += 1
        elif kind == ev.E_ATTEMPT:
            figures[ATTEMPTS] += 1
            figures[TRIED + min(high, TRIES) - 1] += 1
            _count_song(r, row, low, 0)
        elif kind == ev.E_FAIL:
            figures[FAILURES] += 1
            figures[CAUSE + high] += 1
            if high == FALSE_NOTE:
                figures[FALSE_AT + low - 1] += 1
        elif kind == ev.E_SUCCEED:
            figures[SUCCESSES] += 1
            figures[HELP_LEFT] += high
            _count_song(r, row, low, 1)


@njit
def _note_help(s, r, row):
    for seat in range(r.players):
        row.exposure[IN_PLAY, HIGHEST + s.instrument[seat]] |= 1 << seat
    for i in range(s.audience_n):
        row.exposure[IN_PLAY, HIGHEST + s.audience[i]] = (1 << r.players) - 1


@njit
def _count_song(r, row, song, what):
    """Attempts (0) and successes (1) of each song, where a game has more than one."""
    if r.retry:
        place = (song // ev.PACK - r.first_pack) * SONGS + song % ev.PACK - 1
        row.game_figures[FIRST_SONG + 2 * place + what] += 1
