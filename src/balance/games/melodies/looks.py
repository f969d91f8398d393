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
    "right": 3.0,
    "wrong": -2.0,
    "none": -1.0,
    "room": 2.0,
    "lead": 0.5,
    "against": -0.5,
    "decided_right": 4.0,
    "decided_wrong": -6.0,
    "decided_none": -8.0,
    "decided_room": 2.0,
    "blind_wrong": -0.5,
    "blind_high": 0.5,
    "cards": 0.1,
    "progress": 0.5,
    "overdue": -2.0,
    "covers": 0.3,
    "covers_alone": 0.0,
    "ballast": -0.2,
    "short": -4.0,
    "idle": -0.5,
    "blocks_number": -0.1,
    "blocks_count": -0.3,
    "splits": -0.2,
    "waits": 1.0,
    "uses": -0.3,
    "uses_shared": -0.6,
    "mends": 5.0,
    "mends_room": 1.0,
    "spoils": -5.0,
    "sorts": 0.3,
    "sorts_overdue": 1.5,
    "evens": 0.05,
    "burdens": -1.0,
    "frees": 1.0,
    "draws": -2.0,
    "draws_short": 3.0,
}
