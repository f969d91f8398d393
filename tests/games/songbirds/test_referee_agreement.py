"""The engine before the independent referee: every legal action, state, award, score and view of whole games.

The referee (tests/referee) knows the rulebook and the record of a game, nothing of the engine.
"""

from __future__ import annotations

from itertools import islice

import pytest

from balance.spec import load
from games.songbirds.agreement import TABLES, random_specs, report

SEED = 2026


@pytest.mark.parametrize("table", TABLES)
def test_tables(table):
    assert report(load("songbirds", sets=TABLES[table], bots="random"), SEED, range(20)) == []


@pytest.mark.parametrize("table", TABLES)
def test_greedy(table):
    assert report(load("songbirds", sets=TABLES[table], bots="greedy"), SEED, range(5)) == []


@pytest.mark.parametrize("table", TABLES)
def test_random_rules(table):
    found = []
    for spec in islice(random_specs(SEED, table), 20):
        found += report(spec, SEED, range(1))
    assert found == []


@pytest.mark.parametrize("table", ["2 players", "3 players", "4 players"])
def test_mirrored_deals(table):
    spec = load("songbirds", sets=TABLES[table], bots="random")
    assert report(spec, SEED, range(6), mirrored=len(spec.bots)) == []


# --- the long runs


@pytest.mark.slow
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("table", TABLES)
def test_many_games(table, bots):
    assert report(load("songbirds", sets=TABLES[table], bots=bots), SEED + 1, range(200)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_random_rules(part):
    found = []
    for spec in islice(random_specs(SEED + part, bots=("random", "greedy")[part % 2]), 200):
        found += report(spec, SEED + part, range(1))
    assert found == []
