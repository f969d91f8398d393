"""How much a record of Sirenen in Sicht has room for (no numba here: the options read this)."""

SEATS = 2
SHIPS = 8
SIDE = 8
"""Cards on one side of a ship."""
LOWEST, HIGHEST = -4, 10
KINDS = HIGHEST - LOWEST + 1
"""Cards of one value are of one kind: kind = value - LOWEST."""
COPIES = 8
"""Cards of one kind."""
CARDS = KINDS * COPIES
MEMBERS = 2
"""Captain and mate."""
