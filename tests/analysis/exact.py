"""Exact figures of tic-tac-toe and Kuhn poker between bots that play uniformly, by enumeration from the rulebooks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

Ends = dict[tuple[int, int], Fraction]


@cache
def tic_tac_toe() -> Ends:
    """Probability of each (winner, moves); winner -1 is a draw."""
    ends: Ends = {}

    def play(board: tuple[int, ...], moves: int, chance: Fraction) -> None:
        free = [square for square in range(9) if board[square] < 0]
        for square in free:
            after = (*board[:square], moves % 2, *board[square + 1 :])
            won = any(all(after[i] == moves % 2 for i in line) for line in LINES)
            if won or len(free) == 1:
                end = (moves % 2 if won else -1, moves + 1)
                ends[end] = ends.get(end, Fraction(0)) + chance / len(free)
            else:
                play(after, moves + 1, chance / len(free))

    play((-1,) * 9, 0, Fraction(1))
    return ends


def kuhn_lines(mine: int, theirs: int) -> Iterator[tuple[Fraction, int, int]]:
    """(probability, chips of the first player, decisions) of each line of play with these cards."""
    higher = 1 if mine > theirs else -1
    quarter, eighth = Fraction(1, 4), Fraction(1, 8)
    yield quarter, higher, 2  # check, check
    yield eighth, -1, 3  # check, bet, fold
    yield eighth, 2 * higher, 3  # check, bet, call
    yield quarter, 1, 2  # bet, fold
    yield quarter, 2 * higher, 2  # bet, call


@cache
def kuhn() -> dict[str, Fraction]:
    """Named figures: cards 0 jack, 1 queen, 2 king."""
    deals = list(permutations(range(3), 2))
    sixth = Fraction(1, 6)
    wins = {deal: sum((p for p, chips, _ in kuhn_lines(*deal) if chips > 0), Fraction(0)) for deal in deals}
    figures = {"first wins": sum(wins.values()) * sixth}
    for card in range(3):
        first = [wins[deal] for deal in deals if deal[0] == card]
        second = [1 - wins[deal] for deal in deals if deal[1] == card]
        figures[f"first wins with {card}"] = sum(first, Fraction(0)) / 2
        with_it = sum(first + second, Fraction(0)) / 4
        others = [wins[d] for d in deals if d[0] != card] + [1 - wins[d] for d in deals if d[1] != card]
        figures[f"value of {card}"] = with_it - sum(others, Fraction(0)) / 8
    lines = [(p * sixth, chips, n) for deal in deals for p, chips, n in kuhn_lines(*deal)]
    figures["chips"] = sum((p * chips for p, chips, _ in lines), Fraction(0))
    figures["turns"] = sum((p * n for p, _, n in lines), Fraction(0))
    figures["margin"] = sum((p * 2 * abs(chips) for p, chips, _ in lines), Fraction(0))
    figures["variance"] = figures["first wins"] * (1 - figures["first wins"])
    both = sum((wins[a, b] * wins[b, a] for a, b in deals), Fraction(0)) * sixth
    figures["luck share"] = -(both - figures["first wins"] ** 2) / figures["variance"]
    return figures
