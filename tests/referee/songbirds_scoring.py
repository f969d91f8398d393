"""Scoring of Songbirds: who takes a Berry token, what the Crow takes away, what a favoured songbird is worth.

A forest is a list of 5 rows from the top, each with 5 cards from the left; a card is "Red 5", "Crow" or None (empty).
Section names in the docstrings are those of the rulebook.
"""

COLOURS = ("Red", "Blue", "Green", "White")
VOLUMES = range(1, 8)
BIRDS = tuple(f"{colour} {volume}" for colour in COLOURS for volume in VOLUMES)
CROW = "Crow"
SIZE = 5
CENTRE = (2, 2)

ABOVE, LEFT, RIGHT, BELOW = ((0, 2), (1, 2)), ((2, 0), (2, 1)), ((2, 3), (2, 4)), ((3, 2), (4, 2))
CROW_GROUPS = {
    "A": (("above", ABOVE, -2), ("left", LEFT, -3), ("right", RIGHT, -4), ("below", BELOW, -5)),
    "B": (("above + right", ABOVE + RIGHT, -4), ("below + left", BELOW + LEFT, -4)),
}
GRADES = ((55, "Superstar"), (40, "Professional"), (20, "Student"), (1, "Amateur"))


def flat(lists) -> list:
    """The parts of all lists in one."""
    return [part for parts in lists for part in parts]


def colour_of(bird: str) -> str:
    """The colour in a bird's name."""
    return bird.split()[0]


def volume_of(bird: str) -> int:
    """The volume in a bird's name."""
    return int(bird.split()[1])


def strengths(cards) -> dict:
    """ "Add up the numbers of the same color"; only colours that are there, the Crow has none."""
    total = {}
    for card in cards:
        if card not in (None, CROW):
            total[colour_of(card)] = total.get(colour_of(card), 0) + volume_of(card)
    return total


def strongest(cards, ties: str = "next_strongest"):
    """Who takes the token: "tied songbird colors cancel each other out", then the strongest that is left, or None.

    With `ties` "no_award" a tie for the top leaves the token to nobody.
    """
    by_colour = strengths(cards)
    values = sorted(by_colour.values(), reverse=True)
    for value in values:
        if values.count(value) == 1:
            return next(colour for colour, strength in by_colour.items() if strength == value)
        if ties == "no_award":
            return None
    return None


def line_awards(forest, column_berries, row_berries, ties: str) -> list:
    """The tokens of the 5 columns, then of the 5 rows: line, colour (or None) and berries."""
    columns = list(zip(*forest, strict=True))
    awards = [(f"column {c}", strongest(columns[c], ties), column_berries[c]) for c in range(SIZE)]
    return awards + [(f"row {r}", strongest(forest[r], ties), row_berries[r]) for r in range(SIZE)]


def crow_awards(forest, side) -> list:
    """Four Player Rules: what the Crow with this side up takes from whom; nothing without a Crow (None)."""
    groups = CROW_GROUPS[side] if side else ()
    return [(line, strongest(forest[r][c] for r, c in cells), amount) for line, cells, amount in groups]


def berries(awards) -> dict:
    """The accumulated value of the tokens of each colour."""
    total = dict.fromkeys(COLOURS, 0)
    for _, colour, amount in awards:
        if colour is not None:
            total[colour] += amount
    return total


def worth(bird: str, total: dict) -> dict:
    """End of Game and Scoring: a favoured songbird's points by source."""
    return {"volume": volume_of(bird), "berries": total[colour_of(bird)]}


def worth_alone(bird, total: dict) -> dict:
    """Solo Variant: the other three colours' points are taken off; without a favoured songbird everything is 0."""
    if bird is None:
        return {"volume": 0, "berries": 0, "others": 0}
    return {**worth(bird, total), "others": total[colour_of(bird)] - sum(total.values())}


def grade(score: int) -> str:
    """Score Evaluation."""
    return next((name for least, name in GRADES if score >= least), "Rookie")
