"""A turn, as the rulebook tells it: [rum], an action, crew, scoring, the end of the game, a card drawn, [rum]."""

from __future__ import annotations

from balance.engine.events import note
from balance.engine.jit import inlined, njit
from balance.games.sirenen import events as ev
from balance.games.sirenen.hand import draw, give_up
from balance.games.sirenen.limits import MEMBERS, SEATS
from balance.games.sirenen.ship import clear_ship, lay, lift, put_octopus
from balance.games.sirenen.state import (
    ACT,
    CREW,
    HOME,
    IN_PLAY,
    NO_SHIPS,
    OVER,
    PASSES,
    REMOVED,
    RUM,
    RUNNING,
    TAKEN,
    USED,
    VICTORY_POINTS,
    WITH_OWNER,
)

# The actions


@inlined
def play_card(s, r, kind, place, log):
    """Play a card from hand to either side of a ship."""
    note(log, ev.E_PLAY, s.active, kind, place)
    give_up(s, s.active, kind)
    lay(s, r, place, kind)
    _placed(s, r, kind, place, -1, log)


@njit
def use_octopus(s, r, kind, leaves, place, log):
    """Move a card in play to another side; the octopus clings to it."""
    note(log, ev.E_OCTOPUS, s.active, kind, place | leaves << ev.LEAVES[0])
    lift(s, r, leaves, kind)
    lay(s, r, place, kind)
    put_octopus(s, s.active, place)
    _placed(s, r, kind, place, leaves, log)


@njit
def use_rum(s, r, ship, log):
    """Put the mug of rum on a ship, which resists more from now on."""
    note(log, ev.E_RUM, s.active, -1, ship)
    s.rum[s.active] = ship
    s.resistance[ship] += r.rum_bonus


@njit
def pass_turn(s, log):
    """Do nothing, where nothing can be done; two passes in a row end the game."""
    note(log, ev.E_PASS, s.active, -1, 0)
    s.passes += 1
    if s.passes == SEATS:
        _end_game(s, PASSES)
    else:
        end_turn(s)


@inlined
def _placed(s, r, kind, place, leaves, log):
    s.passes = 0
    s.came, s.came_to, s.came_from = kind, place, leaves
    if r.crew_before_scoring:
        if _moves_crew(s, r) and _asks_for_ship(s, r, log):
            return
        score_ships(s, r, log)
    else:
        score_ships(s, r, log)
        if s.ended == RUNNING and _moves_crew(s, r) and _asks_for_ship(s, r, log):
            return
    _go_on(s, r, log)


@njit
def after_crew(s, r, log):
    """What follows when a crew member has been moved by choice."""
    if r.crew_before_scoring:
        score_ships(s, r, log)
    _go_on(s, r, log)


@inlined
def _go_on(s, r, log):
    """Draw a card after a played one; then rum, if there is any and it may be used now, or the other's turn."""
    if s.ended != RUNNING:
        return
    if s.came_from < 0:
        draw(s, r, s.active, log)
    if r.rum_after and s.rum[s.active] == WITH_OWNER:
        s.step = RUM
        s.asked = s.active
    else:
        end_turn(s)


@njit
def end_turn(s):
    """It is the other player's turn."""
    s.turns += 1
    s.active = 1 - s.active
    s.asked = s.active
    s.step = ACT


# Crew


@njit
def _moves_crew(s, r):
    """Whether the card bears the icon, has come to a ship with a crew member, and there is a ship to move to."""
    if not r.icons >> s.came & 1:
        return False
    return s.ships_left > s.crew_left and crew_on(s, s.came_to // SEATS) >= 0


@njit
def _asks_for_ship(s, r, log):
    """Move the crew member, or, if the owner of the side has to choose where to, ask for it; returns if so."""
    s.member = crew_on(s, s.came_to // SEATS)
    down, up = neighbour(s, r, s.member, -1), neighbour(s, r, s.member, 1)
    if down == up:
        move_crew(s, up, 0, log)
        return False
    s.destination[0] = min(down, up)
    s.destination[1] = max(down, up)
    s.step = CREW
    s.asked = s.came_to % SEATS
    return True


@njit
def crew_on(s, ship):
    """The crew member on a ship, -1 for nobody."""
    for member in range(MEMBERS):
        if s.crew[member] == ship:
            return member
    return -1


@njit
def neighbour(s, r, member, direction):
    """Where a crew member comes to in one direction around the ring of ships in play, past the other member."""
    ship = s.crew[member]
    while True:
        ship = (ship + direction) % r.ships
        if s.owner[ship] == IN_PLAY and s.crew[1 - member] != ship:
            return ship


@njit
def move_crew(s, to, was_choice, log):
    """The crew member that has to move goes to a ship."""
    side = s.came_to % SEATS
    packed = to | s.crew[s.member] << ev.LEAVES_SHIP[0] | s.member << ev.MEMBER[0]
    packed |= was_choice << ev.WAS_CHOICE[0] | (side != s.active) << ev.IS_INACTIVE[0]
    note(log, ev.E_CREW, side, -1, packed)
    s.crew[s.member] = to


# Scoring


@njit
def score_ships(s, r, log):
    """Score ships, bow first, then see whether the game ends. Only ships whose cards have changed can be due."""
    came = s.came_to // SEATS
    left = s.came_from // SEATS if s.came_from >= 0 else came
    if not _is_due(s, r, came) and not _is_due(s, r, left):
        return
    _score(s, r, min(came, left), log)
    _score(s, r, max(came, left), log)
    if s.ships_left == 0:
        _end_game(s, NO_SHIPS)
    elif max(points(s, 0), points(s, 1)) >= r.points_to_win:
        _end_game(s, VICTORY_POINTS)


@inlined
def _is_due(s, r, ship):
    """Whether a side reaches the resistance, or both are full."""
    one, other = SEATS * ship, SEATS * ship + 1
    reached = max(s.total[one], s.total[other]) >= s.resistance[ship]
    return reached or min(s.side_n[one], s.side_n[other]) == r.side_limit


@njit
def _score(s, r, ship, log):
    """A side that reaches the resistance takes the ship; else, with both sides full, the higher total does."""
    if not _is_due(s, r, ship):
        return
    one, other = s.total[SEATS * ship], s.total[SEATS * ship + 1]
    how = ev.RESISTANCE if max(one, other) >= s.resistance[ship] else ev.TIE if one == other else ev.MAJORITY
    _leaves_play(s, r, ship, -1 if how == ev.TIE else 0 if one > other else 1, how, log)


@njit
def _leaves_play(s, r, ship, taker, how, log):
    """A ship is taken with its crew, or removed with it; rum is used up, cards are out, octopuses go home."""
    crew = 0
    for member in range(MEMBERS):
        if s.crew[member] == ship:
            s.crew[member] = TAKEN if taker >= 0 else REMOVED
            crew += 1
    mugs = 0
    for seat in range(SEATS):
        if s.rum[seat] == ship:
            s.rum[seat] = USED
            mugs |= 1 << seat
    s.ships_left -= 1
    s.crew_left -= crew
    packed = ship | how << ev.HOW[0] | crew << ev.CREW[0] | mugs << ev.MUGS[0]
    packed |= s.active << ev.BY_SEAT[0] | (s.came_from >= 0) << ev.BY_OCTOPUS[0]
    if taker >= 0:
        s.owner[ship] = taker
        s.ships_taken[taker] += 1
        s.crew_taken[taker] += crew
        note(log, ev.E_TAKEN, taker, -1, packed)
    else:
        s.owner[ship] = REMOVED
        s.points_removed += 1 + crew
        note(log, ev.E_REMOVED, -1, -1, packed)
    clear_ship(s, r, ship)
    for seat in range(SEATS):
        if s.octopus[seat] // SEATS == ship:
            s.octopus[seat] = HOME
            note(log, ev.E_OCTOPUS_BACK, seat, -1, 0)


@njit
def points(s, seat):
    """Victory points of a seat: a ship 1, a crew member 1."""
    return s.ships_taken[seat] + s.crew_taken[seat]


@njit
def _end_game(s, reason):
    s.turns += 1
    s.ended = reason
    s.step = OVER
    s.asked = -1
