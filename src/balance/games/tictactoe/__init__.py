"""Tic-tac-toe: no cards, no chance; the smallest complete game package."""

from balance.engine.game import Game, Options, Reason, option


class TicTacToeOptions(Options):
    """The rules that can be changed."""

    in_a_row: int = option(3, "marks in a row that win", ge=2, le=3)


GAME = Game(
    name="tictactoe",
    title="Tic-tac-toe",
    about="Two players, nine squares, three in a row. The smallest example of a game package.",
    version=1,
    players=(2,),
    options=TicTacToeOptions,
    kernel="balance.games.tictactoe.rules",
    chances=("none",),
    features=("completes_line", "blocks_line", "centre", "corner"),
    weights={"completes_line": 100.0, "blocks_line": 10.0, "centre": 2.0, "corner": 1.0},
    reasons=(Reason("line", "a full line"), Reason("board_full", "all squares taken")),
    events=("mark",),
    longest=lambda options: 9,
    turns=(0, 9),
    scores=(0, 1),
    mirror=lambda options: "no cards are dealt, so there is nothing to exchange",
)
