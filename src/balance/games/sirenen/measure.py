"""How a row counts what is declared in `figures`."""

from __future__ import annotations

from balance.engine.events import noted
from balance.engine.jit import inlined, njit
from balance.engine.rows import PROFILE_TURNS
from balance.games.sirenen import events as ev
from balance.games.sirenen.figures import EXPOSURES, OF_A_GAME, OF_A_SEAT, OF_A_SHIP, PROFILES
from balance.games.sirenen.hand import hand
from balance.games.sirenen.limits import COPIES, LOWEST, SEATS
from balance.games.sirenen.packing import part
from balance.games.sirenen.state import IN_PLAY, RUNNING
from balance.games.sirenen.turn import points

_GAME = [figure.name for figure in OF_A_GAME]
_SEAT = [figure.name for figure in OF_A_SEAT]

BY_RESISTANCE, POINTS_REMOVED, CREW_MOVES, PASSES, EMPTY_HANDS = (
    _GAME.index(name) for name in ("by_resistance", "points_removed", "crew_moves", "passes", "empty_hands")
)
LEFT, CREW_CHOICES, CREW_INACTIVE, BY_OPPONENT, BY_OCTOPUS = (
    _GAME.index(name)
    for name in ("left", "crew_choices", "crew_choices_inactive", "resistance_by_opponent", "taken_by_octopus")
)
TAKEN, PILE_OUT, WITH_PASS = (_GAME.index(name) for name in ("taken", "pile_out", "with_pass"))
SHIP, SHIP_FIGURES = len(OF_A_GAME), len(OF_A_SHIP)
OF_LEFT, OF_TAKEN, OF_BY_OPPONENT = (OF_A_SHIP.index(name) for name in ("left", "taken", "by_opponent"))

FROM_SHIPS, FROM_CREW, PLAYED_OWN, CARDS_LEFT = (
    _SEAT.index(name) for name in ("from_ships", "from_crew", "played_own", "cards_left")
)
COMPLETED_SELF, COMPLETED_BY_FOE = (_SEAT.index(name) for name in ("completed_self", "completed_by_foe"))
OCTOPUS_USES, OCTOPUS_POINTS, OCTOPUS_WINS, OCTOPUS_OPPOSING, OCTOPUS_FIRST, OCTOPUS_TURN = (
    _SEAT.index(f"octopus_{name}") for name in ("uses", "points", "wins", "takes_opposing", "first", "first_turn")
)
RUM_USED, RUM_TURN, RUM_BEFORE, RUM_OWN, RUM_FOE, RUM_REMOVED, RUM_LEFT = (
    _SEAT.index(f"rum_{name}") for name in ("used", "turn", "before", "own", "foe", "removed", "left")
)
SIGN_PLAYED, SIGN_OPPOSING = _SEAT.index("negative_played"), _SEAT.index("negative_opposing")
FIRST_SHIP, FIRST_CREW = _SEAT.index("first_ship"), _SEAT.index("first_crew")  # then won, drawn

DEALT, PICKED, HELD, PLAYED, MOVED, AT_THE_END = (
    [exposure.name for exposure in EXPOSURES].index(name)
    for name in ("dealt", "picked", "held", "played_own", "moved", "at_the_end")
)
POINTS, LEAD = (([profile.name for profile in PROFILES]).index(name) for name in ("points", "lead"))


def measure(s, r, log, row):
    """Count what the log tells; note dealt hands, what a turn leaves, and what is left at the end."""
    if row.decisions == 0 and not r.tactics:
        for seat in range(SEATS):
            _show_hand(s, row, DEALT, seat)
            _show_hand(s, row, HELD, seat)
    for i in range(1, noted(log) + 1):
        _count(s, row, log[i])
    if s.turns != row.turns:
        row.turns = s.turns
        _turn(s, r, row)
    if s.ended != RUNNING:
        _close(s, r, row)


@njit
def _show(row, exposure, kind, seat):
    row.exposure[exposure, kind] |= 1 << seat


@njit
def _show_hand(s, row, exposure, seat):
    start = hand(seat)
    for i in range(start, start + s.hand_n[seat]):
        _show(row, exposure, s.cards[i] // COPIES, seat)


@inlined
def _count(s, row, event):
    kind, seat = event.kind, event.seat
    if kind == ev.E_DRAW:
        _show(row, HELD, event.card, seat)
    elif kind == ev.E_PLAY:
        _played(row, seat, event.card, part(event.amount, ev.TO) % SEATS != seat)
    elif kind == ev.E_CREW:
        chosen = part(event.amount, ev.WAS_CHOICE)
        row.game_figures[CREW_MOVES] += 1
        row.game_figures[CREW_CHOICES] += chosen
        row.game_figures[CREW_INACTIVE] += chosen & part(event.amount, ev.IS_INACTIVE)
    elif kind == ev.E_TAKEN or kind == ev.E_REMOVED:
        _scored(row, seat, event.amount)
    elif kind == ev.E_OCTOPUS:
        _octopus(row, seat, event)
    elif kind == ev.E_RUM:
        row.seat_figures[RUM_USED, seat] += 1
        row.seat_figures[RUM_TURN, seat] += row.turns + 1
        row.seat_figures[RUM_BEFORE, seat] += s.turns == row.turns  # the turn goes on
    elif kind == ev.E_PASS:
        row.game_figures[PASSES] += 1
        row.game_figures[WITH_PASS] = 1
    elif kind == ev.E_PICK:
        _show(row, PICKED, event.card, seat)
        _show(row, HELD, event.card, seat)
    elif kind == ev.E_START:
        row.first = seat


@njit
def _played(row, seat, kind, is_opposing):
    value = kind + LOWEST
    sign = int(value >= 0) + int(value > 0)
    row.seat_figures[PLAYED_OWN + is_opposing, seat] += 1
    row.seat_figures[SIGN_PLAYED + sign, seat] += 1
    row.seat_figures[SIGN_OPPOSING + sign, seat] += is_opposing
    _show(row, PLAYED + is_opposing, kind, seat)


@njit
def _octopus(row, seat, event):
    figures = row.seat_figures
    if figures[OCTOPUS_USES, seat] == 0:
        figures[OCTOPUS_FIRST, seat] = 1
        figures[OCTOPUS_TURN, seat] = row.turns + 1
    figures[OCTOPUS_USES, seat] += 1
    figures[OCTOPUS_OPPOSING, seat] += part(event.amount, ev.LEAVES) % SEATS != seat
    _show(row, MOVED, event.card, seat)


@njit
def _scored(row, taker, amount):
    how, crew, mugs = part(amount, ev.HOW), part(amount, ev.CREW), part(amount, ev.MUGS)
    ship = SHIP + SHIP_FIGURES * part(amount, ev.SHIP)
    row.game_figures[BY_RESISTANCE + how] += 1
    row.game_figures[ship + how] = 1
    for seat in range(SEATS):
        if mugs >> seat & 1:
            fate = RUM_REMOVED if taker < 0 else RUM_OWN if taker == seat else RUM_FOE
            row.seat_figures[fate, seat] += 1
    if taker < 0:
        row.game_figures[POINTS_REMOVED] += 1 + crew
        return
    by, by_octopus = part(amount, ev.BY_SEAT), part(amount, ev.BY_OCTOPUS)
    row.game_figures[TAKEN] += 1
    row.game_figures[BY_OCTOPUS] += by_octopus
    row.game_figures[ship + OF_TAKEN] = 1
    if by == taker:
        row.seat_figures[COMPLETED_SELF, taker] += 1
        row.seat_figures[OCTOPUS_WINS, taker] += by_octopus
        row.seat_figures[OCTOPUS_POINTS, taker] += by_octopus * (1 + crew)
    else:
        row.seat_figures[COMPLETED_BY_FOE, taker] += 1
        row.game_figures[BY_OPPONENT + how] += 1
        row.game_figures[ship + OF_BY_OPPONENT] = 1
    _note_first(row, FIRST_SHIP, taker)
    if crew > 0:
        _note_first(row, FIRST_CREW, taker)


@njit
def _note_first(row, figure, taker):
    if row.seat_figures[figure, 1 - taker] == 0:
        row.seat_figures[figure, taker] = 1


@njit
def _turn(s, r, row):
    """The turn that has just ended; the next one's hand."""
    seat = s.active if s.ended != RUNNING else 1 - s.active
    turn = row.profiled[seat]
    row.profiled[seat] += 1
    if turn < PROFILE_TURNS:
        lead = 0
        for ship in range(r.ships):
            lead += s.total[SEATS * ship + seat] - s.total[SEATS * ship + 1 - seat]
        row.profile[POINTS, seat, turn] = points(s, seat)
        row.profile[LEAD, seat, turn] = lead
    if s.ended == RUNNING:
        row.game_figures[EMPTY_HANDS] += s.hand_n[s.active] == 0


@njit
def _close(s, r, row):
    figures = row.seat_figures
    row.game_figures[LEFT] = s.ships_left
    row.game_figures[PILE_OUT] = s.pile_n[0] == 0 or (r.tactics and s.pile_n[1] == 0)
    for ship in range(r.ships):
        row.game_figures[SHIP + SHIP_FIGURES * ship + OF_LEFT] = s.owner[ship] == IN_PLAY
    for seat in range(SEATS):
        ahead = points(s, seat) - points(s, 1 - seat)
        for first in (FIRST_SHIP, FIRST_CREW):
            figures[first + 1, seat] = figures[first, seat] * (ahead > 0)
            figures[first + 2, seat] = figures[first, seat] * (ahead == 0)
        figures[FROM_SHIPS, seat] = s.ships_taken[seat]
        figures[FROM_CREW, seat] = s.crew_taken[seat]
        figures[CARDS_LEFT, seat] = s.hand_n[seat]
        figures[RUM_LEFT, seat] = s.rum[seat] >= 0
        _show_hand(s, row, AT_THE_END, seat)
