"""Games compiled by different processes, loaded from the cache into one: each must keep its own code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.itanium_mangler import mangle_type_or_value

from balance.engine.jit import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

PLAY = """
import gc
import sys
from balance.arena.records import Table, records
from balance.spec import load
from balance.engine import game as games
from balance.engine.events import EVENT
import numba
from numba.core.types import abstract
kept = []
def number(dtype, wanted):
    # Give the record type of `dtype` the number `wanted` + 1: numba numbers types as they come.
    first = numba.from_dtype(dtype)
    kept.extend(field.type for field in first.fields.values())
    del first
    gc.collect()
    while abstract._autoincr() < wanted:
        pass
    kept.append(numba.from_dtype(dtype))
if len(sys.argv) == 2:
    kernel = games.find(sys.argv[1]).load()
    for i, dtype in enumerate((EVENT, kernel.STATE, kernel.RULES), 1):
        number(dtype, 10_000 * i)
for game in sys.argv[1:]:
    rows = Table(records(load(game, [], "random")), 3).play(0, 50)
    print(game, rows["trace"].tolist(), rows["exposure"].tolist())
"""


def played(cache: Path, *games: str) -> list[str]:
    env = {**os.environ, "BALANCE_CACHE_DIR": str(cache)}
    done = subprocess.run([sys.executable, "-c", PLAY, *games], env=env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_symbols_do_not_count() -> None:
    """The name of a record type in compiled code depends on its fields alone."""
    one, again, other = (numba.from_dtype(np.dtype([(name, np.int64)])) for name in ("a", "a", "b"))
    assert mangle_type_or_value(one) == mangle_type_or_value(again) != mangle_type_or_value(other)
    assert f"Li{one._code}E" not in mangle_type_or_value(one)


@pytest.mark.slow
def test_games_from_the_cache_keep_their_own_code(tmp_path: Path) -> None:
    alone = [*played(tmp_path, "tictactoe"), *played(tmp_path, "kuhn")]
    assert played(tmp_path, "tictactoe", "kuhn") == alone
    assert played(tmp_path, "kuhn", "tictactoe") == alone[::-1]
