"""The names of what greedy play looks at, and how much it cares (no numba here: the game's declaration reads this).

A number is *right* as a Melody if the song can still be finished with it; its *room* is how many rows remain possible,
as a share of the most that any number leaves. Of cards that lie face down a player looks at the own ones only.
"""

FEATURES = (
    # playing and passing: the Melody as it would be if nobody played any more
    "right",  # it is right
    "wrong",  # there is one, and it is not right
    "none",  # there is none
    "room",  # if right: its room
    "lead",  # if right: how many cards a wrong number is short of taking over, up to 3
    "against",  # if wrong: how many cards a right number is short of taking over, up to 4
    "decided_right",  # the first four again, if nobody is left to act and nothing lies hidden
    "decided_wrong",
    "decided_none",
    "decided_room",
    "blind_wrong",  # wrong numbers among the cards one plays face down
    "blind_high",  # the highest right number one plays face down, as a share of 9
    # playing and passing: the own hand
    "cards",  # cards that leave it
    "progress",  # how many plays fewer it then takes to empty it
    "overdue",  # plays that it then takes beyond the notes left
    "covers",  # later notes that one of the cards left could be the Melody of
    "covers_alone",  # of those, notes for which exactly one card is left
    "ballast",  # cards left that cannot be the Melody of any later note
    "short",  # notes left beyond the cards that all hands then hold
    "idle",  # 1 for passing with cards in hand
    "blocks_number",  # highest number played x players who then must not go below
    "blocks_count",  # cards played beyond the first x players who then must play as many
    "splits",  # 1 for using a card that splits a set
    "waits",  # 1 for waiting
    # help cards, and moving cards in the hand
    "uses",  # 1 for using an instrument
    "uses_shared",  # 1 for using a fan or audience card, which does not come back
    "mends",  # a note that is decided and wrong becomes right
    "mends_room",  # a note that is decided and right gets more room
    "spoils",  # a note that is decided and right becomes wrong
    "sorts",  # plays that the own hand takes less
    "sorts_overdue",  # of those, plays beyond the notes left
    "evens",  # adjacent cards in the own hand that go together, more than before
    "burdens",  # 1 for giving a card to a hand with as many cards as notes left, or more
    "frees",  # 1 for skipping an on-play restriction that allows no play
    "draws",  # 1 for drawing
    "draws_short",  # 1 for drawing when the hands hold fewer cards than there are notes left
)

WEIGHTS: dict[str, float] = {
    "right": -0.43,
    "wrong": -1.6,
    "none": -0.93,
    "room": 1.84,
    "lead": 0.34,
    "against": -0.6,
    "decided_right": 7.54,
    "decided_wrong": -2.8,
    "decided_none": -7.02,
    "decided_room": 1.18,
    "blind_wrong": -0.01,
    "blind_high": 0.18,
    "cards": -0.23,
    "progress": 0.45,
    "overdue": -5.59,
    "covers": 1.17,
    "covers_alone": -0.04,
    "ballast": -0.7,
    "short": -3.15,
    "idle": -0.13,
    "blocks_number": -0.38,
    "blocks_count": -0.53,
    "splits": -0.36,
    "waits": 1.22,
    "uses": -0.65,
    "uses_shared": -0.59,
    "mends": 3.64,
    "mends_room": 1.3,
    "spoils": -4.47,
    "sorts": 0.16,
    "sorts_overdue": 2.42,
    "evens": 0.1,
    "burdens": -1.36,
    "frees": 1.08,
    "draws": -1.27,
    "draws_short": 2.68,
}
"""Found by an evolution strategy over songs of all venues and 2 to 5 players: see docs/games/melodies.md."""
