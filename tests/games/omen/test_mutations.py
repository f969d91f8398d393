"""Planted mistakes in the rules: a copy of the package with one line changed, whose games the referee must refuse.

That shows the referee is worth its name: what it lets pass is right. A copy runs as plain Python in its own process.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import balance
from games.omen import mutant

PACKAGE = Path(balance.__file__).parent
TESTS = Path(mutant.__file__).parents[2]
GAMES = 72


@dataclass(frozen=True)
class Mutation:
    """One changed text in one file of the game; the rules (`--set`, one text a spec) under which it is looked for."""

    file: str
    old: str
    new: str
    rules: tuple[str, ...] = ()
    fast: bool = False


MUTATIONS = {
    # set up, Envoy, draft
    "the lower Envoy goes first": Mutation(
        "turn", "(0 if value_a > value_b else 1), 0", "(0 if value_a < value_b else 1), 0"
    ),
    "Envoy ties are not broken by Strength": Mutation(
        "turn", "if r.strength[a] != r.strength[b]:", "if r.strength[a] < 0:"
    ),
    "the first player keeps the Envoy": Mutation(
        "turn", "to_pile(s, r, first, s.envoy[first])", "to_hand(s, first, s.envoy[first])"
    ),
    "a krater too few in each city": Mutation(
        "rules", "city = i // r.kraters_per_city", "city = i // (r.kraters_per_city - 1)"
    ),
    "four rounds of the draft": Mutation("draft", "ROUNDS = 5", "ROUNDS = 4", ("mode=draft",)),
    "a drafted unit is given to oneself": Mutation(
        "draft", "_to_play_area(s, 1 - giver,", "_to_play_area(s, giver,", ("mode=draft",)
    ),
    "replaced units go on top of the stack": Mutation(
        "draft",
        "s.draft_stack[TRIUMPHS, i] = s.draft_stack[TRIUMPHS, i - 1]\n    s.draft_stack[TRIUMPHS, 0] = unit",
        "pass\n    s.draft_stack[TRIUMPHS, n] = unit",
        ("mode=draft",),
    ),
    "one deck for both in a draft": Mutation("moves", "return seat if r.draft else 0", "return 0", ("mode=draft",)),
    # Wealth
    "a Wealth Bonus for mixed actions": Mutation(
        "turn", "if (drawn > 0) != (coins > 0):", "if drawn + coins > 0:", fast=True
    ),
    "SPOILS of the Opposing Player": Mutation(
        "turn", "has_spoils(s, r, seat):\n        s.wealth_left", "has_spoils(s, r, 1 - seat):\n        s.wealth_left"
    ),
    "3 Wealth Actions in the first turn": Mutation(
        "turn", "r.first_turn_wealth if s.turn == 1", "r.wealth_actions if s.turn == 1"
    ),
    "a bonus is skipped for its owner": Mutation(
        "effects", "s.skip_bonus[1 - seat] += n", "s.skip_bonus[seat] += n", ("cards",)
    ),
    "coins without end": Mutation(
        "moves", "coins = min(coins, s.supply)", "coins = min(coins, s.supply + 1)", ("coin_supply=9",)
    ),
    # deck
    "an empty deck waits until a card is needed": Mutation(
        "moves",
        "note(log, ev.E_DRAW, seat, unit, 0)\n    refill(s, r, p, rng, log)",
        "note(log, ev.E_DRAW, seat, unit, 0)",
    ),
    "looking makes the deck anew": Mutation(
        "effects",
        "if op == word.SEARCH or op == word.REVEAL or from_deck:",
        "if op == word.SEARCH or op == word.REVEAL or op == word.LOOK or from_deck:",
        ("cards",),
    ),
    "playing from hand makes the deck anew": Mutation(
        "effects",
        "    if from_deck:\n        refill",
        "    if True:\n        refill",
        ("cards starting_units=10 hand_limit=30 second_player_bonus_units=0",),
    ),
    "a searched deck is not shuffled": Mutation(
        "effects", "if s.deck_n[p] > 0:\n            shuffle_deck", "if s.deck_n[p] < 0:\n            shuffle_deck"
    ),
    # Surge
    "MYRIAD counts once for the City Limit": Mutation(
        "questions", "if weight(r, unit) <= room[city]:", "if room[city] >= 1:", fast=True
    ),
    "razed cities may be entered": Mutation(
        "questions", "return -1 if s.razed[city] else r.city_limit", "return r.city_limit"
    ),
    "any number of kraters": Mutation("turn", "s.kraters_used += 1", "s.kraters_used += 0"),
    "FATE may fetch itself": Mutation(
        "turn", "s.aside = card\n        s.where[card] = ASIDE", "to_pile(s, r, seat, card)"
    ),
    "JILT without its cost": Mutation(
        "turn", "lose(s, seat, r.cost[card], ev.E_PAY, log)\n            begin_effect", "begin_effect"
    ),
    "no BOLSTER on a move": Mutation(
        "effects",
        "if has(r, unit, BOLSTER) and s.queue_to < QUEUE:",
        "if has(r, unit, BOLSTER) and event == ev.E_PLAY:",
    ),
    "RECRUIT draws 1": Mutation("rules", '[{"draw": 2}, {"put_on_deck": 1}]', '[{"draw": 1}, {"put_on_deck": 1}]'),
    "PILFER takes from the supply": Mutation("rules", '[{"steal": 1}]', '[{"gain": 1}]'),
    "one action more than the surge_limit": Mutation(
        "questions", "if s.surge_used < r.surge_limit:", "if s.surge_used <= r.surge_limit:", ("surge_limit=1",)
    ),
    "one effect more than the chain_limit": Mutation(
        "effects", "if s.chain >= r.chain_limit:", "if s.chain > r.chain_limit:", ("chain_limit=1",)
    ),
    "one decision fewer a turn": Mutation(
        "turn",
        "s.decisions >= r.max_decisions_per_turn",
        "s.decisions >= r.max_decisions_per_turn - 1",
        ("max_decisions_per_turn=12",),
    ),
    # effects
    "MYRIAD counts 2 in effects": Mutation(
        "effects", "total += weight(r, unit) if twice else 1", "total += weight(r, unit)"
    ),
    "MYRIAD counts 1 in a when": Mutation("effects", "total += weight(r, unit) if twice else 1", "total += 1"),
    "up_to is an order": Mutation(
        "questions",
        "if row[word.UP_TO] and s.answers_n > 0:\n            add(s, act.DO_STOP, NO_CARD, NO_PLACE)\n    elif q == CITY:",  # noqa: E501
        "if False:\n            pass\n    elif q == CITY:",
    ),
    "a unit is moved twice by one step": Mutation(
        "questions", "if s.moved_by[unit] == s.serial:", "if s.moved_by[unit] == -1:", ("cards",)
    ),
    "a cost may be paid in part": Mutation(
        "effects", "return s.hand_n[s.active] >= n", "return s.hand_n[s.active] > 0", ("cards",)
    ),
    "Strength words never end": Mutation("turn", "s.strength_bonus[city] = 0", "pass"),
    # Portent, TRIUMPH
    "GLEAN as often as wished": Mutation("questions", "s.gleaned[unit] != s.turn", "s.gleaned[unit] != -1"),
    "TRIUMPHs of the Opposing Player": Mutation(
        "turn", "    seat = s.active\n    met = np.int64(0)", "    seat = 1 - s.active\n    met = np.int64(0)"
    ),
    "TRIUMPHs in any step": Mutation(
        "turn", "if r.triumph_step[unit] == s.step and", "if r.triumph_step[unit] >= 0 and"
    ),
    # War
    "4 opposing units sack a city": Mutation(
        "questions", "return opposing >= 3 or", "return opposing >= 4 or", fast=True
    ),
    "6 units in all sack a city": Mutation(
        "questions", "s.side_weight[city, s.active] >= 5", "s.side_weight[city, s.active] >= 6"
    ),
    "3 own units sack a city": Mutation(
        "questions", "opposing = s.side_weight[city, 1 - s.active]", "opposing = s.side_weight[city, s.active]"
    ),
    "BOLSTER does not break a tie": Mutation(
        "turn", "lead = _bolsters(s, r, city, 0) - _bolsters(s, r, city, 1)", "lead = 0"
    ),
    "the weaker side wins": Mutation(
        "turn", "return -1 if lead == 0 else 0 if lead > 0 else 1", "return -1 if lead == 0 else 0 if lead < 0 else 1"
    ),
    "the winner keeps 2": Mutation(
        "turn", "_begin_keeping(s, WINNER_KEEPS, r.winner_keeps)", "_begin_keeping(s, WINNER_KEEPS, r.loser_keeps)"
    ),
    "VETERAN at any time": Mutation("moves", "if in_war and has(r, unit, VETERAN):", "if has(r, unit, VETERAN):"),
    "no VETERAN in a razed city": Mutation(
        "turn", "destroy(s, r, s.side[city, seat, 0], True, log)", "destroy(s, r, s.side[city, seat, 0], False, log)"
    ),
    "a tie costs 1 unit": Mutation(
        "turn",
        "s.war_part = ACTIVE_LOSES_TWO\n        s.keep_left = 2",
        "s.war_part = ACTIVE_LOSES_TWO\n        s.keep_left = 1",
    ),
    "MYRIAD kept as 2 without the option": Mutation(
        "questions", "return weight(r, unit) if r.myriad_kept_as == 2 else 1", "return weight(r, unit)"
    ),
    # Offering, CURSE, WRATH, limits
    "CURSE does nothing": Mutation("turn", "if has(r, unit, CURSE):", "if False:"),
    "WRATH answers the unit's own trait": Mutation("effects", "if r.wrath_on_own_trait:", "if True:"),
    "WRATH of the Opposing Player answers": Mutation(
        "effects", "    if seat == s.active:\n        answer_wrath(s, r, unit)", "    answer_wrath(s, r, unit)"
    ),
    "kraters are no cards in hand": Mutation(
        "turn",
        "if s.hand_n[seat] + s.vase_n[seat] > r.hand_limit",
        "if s.hand_n[seat] > r.hand_limit",
        ("hand_limit=3",),
    ),
    "no coin limit": Mutation("turn", "if s.coins[seat] > r.coin_limit:", "if s.coins[seat] > 99:", ("coin_limit=3",)),
    # the end
    "one city less ends the game": Mutation(
        "turn", "s.razed[2] >= r.cities_to_end", "s.razed[2] >= r.cities_to_end - 1", fast=True
    ),
    "COVETED counts where TRIUMPH stands": Mutation(
        "turn", "total += has(r, s.hand[seat, i], COVETED)", "total += has(r, s.hand[seat, i], SPOILS)"
    ),
    "the tie-breakers change places": Mutation(
        "turn",
        "    if s.facedown_n[0] != s.facedown_n[1]:\n        return BY_FACEDOWN",
        "",
        ("points.krater=0 points.broken=0 points.facedown=0 points.coveted=0",),
    ),
    # what is told
    "a view shows the other hand": Mutation(
        "story", "if s.history[seat, card] == 0 else None", "if s.history[seat, card] >= 0 else None", fast=True
    ),
    "events leave a shuffle out": Mutation("moves", "note(log, ev.E_SHUFFLE, p, -1, n)", "pass"),
}


def planted(folder: Path, mutation: Mutation) -> Path:
    """A copy of the package with the mistake; returns the folder for the path."""
    copy = folder / "src/balance"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / f"games/omen/{mutation.file}.py"
    text = file.read_text()
    assert text.count(mutation.old) == 1, f"{mutation.file}: {text.count(mutation.old)} times {mutation.old!r}"
    file.write_text(text.replace(mutation.old, mutation.new))
    return copy.parent


def hunt(folder: Path, source: Path, games: int, rules: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Play games of the package in `source`."""
    paths = os.pathsep.join((str(source), str(TESTS)))
    own = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths, "BALANCE_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, "-W", "ignore", mutant.__file__, str(folder), str(games), *rules]
    return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, timeout=600, check=False)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if mutation.fast else pytest.mark.slow) for name, mutation in MUTATIONS.items()],
)
def test_the_referee_finds_a_planted_mistake(name, tmp_path):
    mutation = MUTATIONS[name]
    done = hunt(tmp_path, planted(tmp_path, mutation), GAMES, mutation.rules)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "game " in done.stdout


def test_the_package_as_it_is_passes(tmp_path):
    done = hunt(tmp_path, PACKAGE.parent, 5, ())
    assert done.returncode == 3, done.stdout + done.stderr


def test_every_planted_text_still_stands():
    for name, mutation in MUTATIONS.items():
        text = (PACKAGE / f"games/omen/{mutation.file}.py").read_text()
        assert text.count(mutation.old) == 1, name
