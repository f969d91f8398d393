"""What a designer asks of Songbirds: figures and rates, by options (no numba here: the game's declaration reads this).

A figure's number in a row is its place among those of its kind (`per`). What depends on the number of players stands at
the end, so that a figure has the same number for any of them.
"""

from __future__ import annotations

from balance.engine.game import Figure, Rate
from balance.games.songbirds.options import SongbirdsOptions

SHARES = 12
"""A round won is counted in 12ths, which up to four players can share."""

LINES = (*(f"column {i}" for i in range(1, 6)), *(f"row {i}" for i in range(1, 6)))
TOKENS = 10
PLACES = ("first", "second", "third", "fourth")
SIDES = ("A", "B")
BY_SIDE = ("rounds", "players", "hit", "points", "nobody", "tied", "first", "last")
"""What is counted of the rounds with each side of the Crow up: rounds, players in them, players whose colour got a
token of the Crow's, all points, tokens to nobody, rounds without a single winner, and shares of rounds won by the first
and the last to place."""

SOURCES = "points by source"
A_ROUND = "Points of a player in a round"
FIXED = "Placements until the favoured colour is fixed (one colour in hand)"
BY_PLACE = "Rounds won, by place in the round (a tie is shared)"
BY_TURN_ORDER = "Rounds won, by turn order in round 1 (a tie is shared)"
AFTER_FIRST = "Who has won round 1 alone"
CROW_RATES = {
    "score": ("The Crow's side: points of a player", "points a round", "points", "players"),
    "hit_rate": ("The Crow's side: players who lose berries by it", "%", "hit", "players"),
    "tied_rate": ("The Crow's side: rounds without a single winner", "%", "tied", "rounds"),
    "nobody_rate": ("The Crow's side: tokens that nobody takes", "tokens a round", "nobody", "rounds"),
    "first_rate": ("The Crow's side: rounds won by the first to place", "%", "first", "rounds"),
    "last_rate": ("The Crow's side: rounds won by the last to place", "%", "last", "rounds"),
}
"""Name, group, unit, top and bottom (of `BY_SIDE`)."""


def _hidden(names: list[str], per: str = "game") -> list[Figure]:
    return [Figure(name, name.replace("_", " "), per=per, hidden=True) for name in names]  # type: ignore[arg-type]


def _by_token() -> list[Figure]:
    """Who takes the token of each line, and each token."""
    lines, tokens = range(len(LINES)), range(TOKENS)
    return _hidden(
        [*(f"nobody_{i}" for i in lines), *(f"favoured_{i}" for i in lines), *(f"token_{i}" for i in tokens)]
    )


def figures(options: SongbirdsOptions) -> tuple[Figure, ...]:
    """What a row holds."""
    most = max(options.berries) * len(LINES) * options.rounds
    from_volume = Figure("from_volume", "volume", "points", per="seat", high=7 * options.rounds, group=SOURCES)
    low = -18 * options.rounds if options.has_crow else 0
    from_berries = Figure("from_berries", "berries", "points", per="seat", low=low, high=most, group=SOURCES)
    nobody = Figure("nobody", "Berry tokens that nobody takes", high=len(LINES) * options.rounds)
    if options.mode != "competitive":
        others = Figure("from_others", "other colours' berries", "points", per="seat", low=-most, high=0, group=SOURCES)
        turn = Figure("favoured_turn", "turn of favouring a bird (0: never)", high=17)
        hidden = ["tokens", "favouring"]
        favours = _hidden(["favours"], "seat")
        return (nobody, turn, *_hidden(hidden), *_by_token(), from_volume, from_berries, others, *favours)
    return (
        nobody,
        Figure("same_colour", "rounds in which players favour the same colour", high=options.rounds),
        Figure("tied_rounds", "rounds without a single winner", high=options.rounds),
        *_hidden(["tokens", "rounds", "first_round_won", "match_won_too", "match_shared_too"]),
        *_by_token(),
        *_hidden([f"shares_{place}" for place in PLACES[: options.players]]),
        *_hidden([f"{side}_{what}" for side in SIDES for what in BY_SIDE] if options.has_crow else []),
        from_volume,
        from_berries,
        Figure(
            "fixed_after",
            "placements until only one colour is in hand",
            "placements",
            per="seat",
            hidden=True,
        ),
        *_hidden(["hands", "hand_shares"], "seat"),
    )


def rates(options: SongbirdsOptions) -> tuple[Rate, ...]:
    """The quotients of figures."""
    of_mode = _round_rates(options) if options.mode == "competitive" else _band_rates(options)
    crow = _crow_rates(options) if options.has_crow else []
    return (
        Rate("nobody_rate", "Berry tokens that nobody takes", "nobody", "tokens"),
        *of_mode,
        *_token_rates(options),
        *crow,
    )


def _round_rates(options: SongbirdsOptions) -> list[Rate]:
    found = [
        Rate("same_colour_rate", "rounds in which players favour the same colour", "same_colour", "rounds"),
        Rate("tied_rate", "rounds without a single winner", "tied_rounds", "rounds"),
        Rate("volume_a_round", "from the favoured bird's volume", "from_volume", "hands", "points a round", A_ROUND),
        Rate("berries_a_round", "from its colour's berries", "from_berries", "hands", "points a round", A_ROUND),
        Rate("fixed", "own placements", "fixed_after", "hands", "placements", FIXED, each_seat=True),
    ]
    for place in PLACES[: options.players]:
        last = " and last" if place == PLACES[options.players - 1] else ""
        label = f"{place}{last} to place"
        found.append(Rate(f"place_{place}", label, f"shares_{place}", "rounds", group=BY_PLACE, parts=SHARES))
    if options.rounds > 1:
        found += [
            Rate("round_share", "rounds", "hand_shares", "rounds", "%", BY_TURN_ORDER, True, SHARES),
            Rate("won_too", "wins the match", "match_won_too", "first_round_won", group=AFTER_FIRST),
            Rate("shared_too", "shares first place", "match_shared_too", "first_round_won", group=AFTER_FIRST),
        ]
    return found


def _band_rates(options: SongbirdsOptions) -> list[Rate]:
    found = [Rate("favouring_rate", "games in which a bird is favoured", "favouring", "games")]
    if options.mode == "coop":
        found.append(Rate("favours_rate", "favours", "favours", "games", group="Who favours the bird", each_seat=True))
    return found


def _token_rates(options: SongbirdsOptions) -> list[Rate]:
    rounds = "rounds" if options.mode == "competitive" else "games"
    whose = "a favoured colour" if options.mode == "competitive" else "the favoured colour"
    taken, nobody = f"Tokens that {whose} takes, by position", "Tokens that nobody takes, by position"
    worth = f"Tokens that {whose} takes, by what they are worth"
    return [
        *(Rate(f"favoured_rate_{i}", line, f"favoured_{i}", rounds, group=taken) for i, line in enumerate(LINES)),
        *(Rate(f"nobody_rate_{i}", line, f"nobody_{i}", rounds, group=nobody) for i, line in enumerate(LINES)),
        *(
            Rate(f"token_rate_{i}", f"{berries} berries", f"token_{i}", rounds, group=worth)
            for i, berries in enumerate(options.berries)
        ),
    ]


def _crow_rates(options: SongbirdsOptions) -> list[Rate]:
    found = []
    for side in SIDES if options.crow == "random" else (options.crow,):
        for what, (group, unit, top, bottom) in CROW_RATES.items():
            parts = SHARES if top in ("first", "last") else 1
            names = (f"{side}_{what}", f"side {side}", f"{side}_{top}", f"{side}_{bottom}")
            found.append(Rate(*names, unit, group, parts=parts))
    return found
