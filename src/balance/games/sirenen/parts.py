"""What Sirenen's cards have in common, and the game without some of it: what `balance cards` measures."""

from __future__ import annotations

from balance.engine.game import CardGroup, CardNumber, Removal
from balance.games.sirenen.limits import KINDS, SEATS
from balance.games.sirenen.options import VALUES, SirenenOptions


def card_groups(options: SirenenOptions) -> tuple[CardGroup, ...]:
    """Cards by sign, and those with and without the move-crew icon."""
    kinds = [kind for kind in range(KINDS) if options.copies[kind]]
    groups = [
        CardGroup("sign", "below 0", tuple(kind for kind in kinds if VALUES[kind] < 0)),
        CardGroup("sign", "0", tuple(kind for kind in kinds if VALUES[kind] == 0)),
        CardGroup("sign", "above 0", tuple(kind for kind in kinds if VALUES[kind] > 0)),
        CardGroup("icon", "move-crew", tuple(kind for kind in kinds if VALUES[kind] in options.move_crew_values)),
        CardGroup("icon", "none", tuple(kind for kind in kinds if VALUES[kind] not in options.move_crew_values)),
    ]
    return tuple(group for group in groups if group.cards)


def card_number(options: SirenenOptions) -> CardNumber:
    """The value of each card."""
    return CardNumber("number", dict(enumerate(VALUES)))


def removals(options: SirenenOptions) -> list[Removal]:
    """All cards of a value taken out, as long as both can be dealt a hand; and rum without strength."""
    found = []
    for kind in range(KINDS):
        copies = tuple(0 if k == kind else n for k, n in enumerate(options.copies))
        if copies != options.copies and sum(copies) >= SEATS * options.hand_size:
            changed = options.model_copy(update={"copies": copies})
            found.append(Removal(str(VALUES[kind]), "all cards of the value are taken out", changed, kind))
    if options.rum_bonus:
        found.append(Removal("rum", "a mug adds nothing to a ship", options.model_copy(update={"rum_bonus": 0})))
    return found
