"""What birds have in common: what `balance cards` measures."""

from __future__ import annotations

from balance.engine.game import CardGroup, CardNumber
from balance.games.songbirds.birds import BIRDS, COLOURS, VOLUMES
from balance.games.songbirds.options import SongbirdsOptions


def card_groups(options: SongbirdsOptions) -> tuple[CardGroup, ...]:
    """Birds by volume and by colour."""
    volumes = [CardGroup("volume", str(volume + 1), tuple(range(volume, BIRDS, VOLUMES))) for volume in range(VOLUMES)]
    colours = [
        CardGroup("colour", colour, tuple(range(k * VOLUMES, (k + 1) * VOLUMES))) for k, colour in enumerate(COLOURS)
    ]
    return (*volumes, *colours)


def card_number(options: SongbirdsOptions) -> CardNumber:
    """Each bird's volume."""
    return CardNumber("volume", {bird: bird % VOLUMES + 1 for bird in range(BIRDS)})
