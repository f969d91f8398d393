"""How the figures of a run's page are made, in plain words."""

from __future__ import annotations

import re

from balance.report.model import Summary
from balance.report.numbers import short

Note = tuple[str, str]

SHARES: Note = (
    "Shares and averages",
    """Shares of games (wins, draws, ends, success) have Wilson’s interval, which stays between 0 and 100 % for rare
    events too. Averages (turns, points, cards, coins), win shares and differences have the normal one: the average ± a
    multiple of its standard error.""",
)
UNFINISHED: Note = (
    "Unfinished games",
    "Games stopped by a limit are counted and shown, and left out of all other figures.",
)
ADVANTAGE: Note = (
    "First player’s advantage",
    """The share of games the first player wins minus the share the second wins; draws count for neither. Decided games
    are those that one player won alone. “First” is who takes the first turn.""",
)
POSITIONS: Note = (
    "Win shares",
    """A shared first place is split. The test of equal shares is a chi-square test: a small p-value says that the
    positions are not all alike, not that the difference matters.""",
)
BALANCED: Note = (
    "Balanced",
    """Said only if the whole interval lies within the tolerance; “not balanced” only if all of it lies beyond. In
    between it cannot be told yet, and more games help. That a difference is not significant would be no proof of
    balance.""",
)
CARDS: Note = (
    "Card values",
    """The win share of seats that had the card minus that of seats that had not, in percentage points. With many cards
    some look strong by luck, so each value is pulled towards 0 by as much as the noise among all cards suggests
    (“shrunk”), and cards are ranked by the lower end of the interval.""",
)
TOLD_APART: Note = (
    "Differs from 0",
    """Marks the cards that remain when one false mark in twenty is accepted (Benjamini-Hochberg, 5 %), since with many
    cards some differ by luck. “Cannot tell” does not mean that a card has no effect: with this many games it cannot be
    told.""",
)


RATES: Note = (
    "Shares of cases",
    """Of all cases of one kind, over all games, the share that had the property: sum over sum, not an average of the
    games’ own shares. The interval is taken over games, since the cases of one game are not independent.""",
)
SCORE: Note = (
    "Score and grades",
    "All players share one score; the grades are the rulebook’s names for its ranges. There is no winner to compare.",
)


def notes(summary: Summary) -> list[Note]:
    """A term and its text, for each kind of figure on the page."""
    found = [_intervals(summary), SHARES, UNFINISHED]
    if summary.mirrored > 1:
        found.append(_mirrored(summary))
    if summary.competitive and summary.players > 1:
        found.append(ADVANTAGE if summary.players == 2 else POSITIONS)
    if summary.verdict:
        found.append(BALANCED)
    if summary.grades:
        found.append(SCORE)
    if any(part for rate in summary.rates for part in rate.parts):
        found.append(RATES)
    if any(kind.cards for kind in summary.cards):
        found += [CARDS, TOLD_APART]
    return [(term, re.sub(r"[ \n]+", " ", text)) for term, text in found]


def _intervals(summary: Summary) -> Note:
    level = short(100 * summary.confidence)
    return (
        "Intervals",
        f"""Every figure stands with its {level} % interval (“±” or “low to high”) and the number of games behind it: if
        the whole run were repeated with other seeds again and again, about {level} of 100 such intervals would hold the
        true value for these bots and rules. They tell how sure the count is, not how well bots stand for people.""",
    )


def _mirrored(summary: Summary) -> Note:
    return (
        "Mirrored deals",
        f"""Each deal was played {summary.mirrored} times with the cards passed on from seat to seat, so that much of
        the luck of the deal cancels. The games of one deal are not independent: all intervals are taken over deals, not
        over games. The luck of the deal is the share of the outcome that the exchanged cards decide, a lower bound.""",
    )
