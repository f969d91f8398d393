"""Kuhn poker (Kuhn 1950): three cards, one chip each, hidden information; the smallest card game."""

from balance.engine.game import Exposure, Figure, Game, Options, Reason, option


class KuhnOptions(Options):
    """The rules that can be changed."""

    ante: int = option(1, "chips each player puts in before the deal", ge=1, le=100)
    bet: int = option(1, "chips of a bet", ge=1, le=100)


GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    about="Two players, a jack, a queen and a king, one card each: check or bet, call or fold.",
    version=1,
    players=(2,),
    options=KuhnOptions,
    kernel="balance.games.kuhn.rules",
    chances=("deal",),
    features=("puts_in_with_jack", "puts_in_with_queen", "puts_in_with_king", "calls_with_queen"),
    weights={"puts_in_with_jack": -1.0, "puts_in_with_queen": -1.0, "puts_in_with_king": 1.0, "calls_with_queen": 2.0},
    reasons=(Reason("showdown", "the higher card"), Reason("fold", "a fold")),
    events=("check", "bet", "call", "fold"),
    figures=lambda options: (Figure("chips", "chips won or lost", "chips a game", per="seat", low=-2, high=2),),
    exposures=(Exposure("opening", "dealt", causal=True),),
    longest=lambda options: 3,
    turns=(0, 3),
    scores=(-200, 200),
)
