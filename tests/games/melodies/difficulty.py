"""How often greedy succeeds with each song: `python tests/games/melodies/difficulty.py [GAMES]` prints the table of
docs/games/melodies.md as Markdown (2000 games a song and number of players, seed 1, all help ready)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from balance.arena.records import Table, records
from balance.engine.game import find
from balance.games.melodies.content import shipped
from balance.games.melodies.words import SHIPPED
from balance.spec import Spec, make_bot

GAME = find("melodies")


def success(games: int, bot: str = "greedy", seed: int = 1, **rules: object) -> float:
    """Share of attempts that succeed."""
    options = GAME.options(**rules)
    bots = (make_bot(bot, GAME, options),) * options.players
    rows = Table(records(Spec(GAME, options, bots)), seed).play(0, games)
    return float((rows["winners"] > 0).mean())


def venue_success(games: int, players: Sequence[int] = (3, 4)) -> list[float]:
    """The mean over songs and players of each venue in tour order."""
    means = []
    for venue in SHIPPED:
        found = [success(games, venue=venue, song=song, players=p) for song in (1, 2, 3) for p in players]
        means.append(sum(found) / len(found))
    return means


def table(games: int) -> Iterable[str]:
    """Success by song and number of players."""
    yield "| venue | song | cards | notes | 2 | 3 | 4 | 5 players |"
    yield "|---|---|---|---|---|---|---|---|"
    for venue in SHIPPED:
        for k, song in enumerate(shipped(venue).songs, 1):
            shares = [100 * success(games, venue=venue, song=k, players=p) for p in (2, 3, 4, 5)]
            cells = " | ".join(f"{share:.0f} %" for share in shares)
            yield f"| {venue} {'•' * k} | {song.name} | {song.hand} | {len(song.notes)} | {cells} |"


if __name__ == "__main__":
    for line in table(int(sys.argv[1]) if len(sys.argv) > 1 else 2000):
        print(line, flush=True)
