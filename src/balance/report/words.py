"""Sentences: who played, and the verdict. For readers who are no statisticians."""

from __future__ import annotations

from balance.analysis.estimates import Estimate
from balance.bots.catalog import KINDS, LEVELS, SEARCHERS
from balance.report.blocks import Hero, Tone
from balance.report.model import Grade, Summary, Verdict
from balance.report.numbers import NBSP, count, games, percent, rounded, short, shown

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
PLAY = {
    "random": "picks any legal action with equal chance, the weakest play there is",
    "greedy": "takes the action that looks best at once, by fixed weights, and does not plan ahead",
    "hand-set": "plays like greedy, by weights that its author set by hand instead of trained ones",
    "casual": "plays like greedy with slips: about halfway between random and greedy",
}
"""Bots in plainer words than the catalog's, which are for those who set them."""
LABELS: dict[str, tuple[Tone, str]] = {
    "inside": ("good", "Balanced between positions"),
    "outside": ("bad", "Not balanced between positions"),
    "open": ("open", "Cannot tell yet"),
}


def ordinal(position: int) -> str:
    """`first` for 0."""
    return ORDINALS[position] if position < len(ORDINALS) else f"{position + 1}th"


def positions(summary: Summary) -> list[str]:
    """What the positions are called, first turn first."""
    if summary.players == 1:
        return ["player"]
    return [f"{ordinal(p)} player" for p in range(summary.players)]


def grade(found: Grade) -> str:
    """`Amateur (1 to 19)`."""
    if found.low is None:
        return f"{found.label} ({count(found.high or 0)} or less)"
    if found.high is None:
        return f"{found.label} ({count(found.low)} or more)"
    return f"{found.label} ({count(found.low)} to {count(found.high)})"


def sharers(summary: Summary) -> list[str]:
    """Whose points they are: the positions', or those of all players together."""
    return positions(summary) if summary.competitive or summary.players == 1 else ["all together"]


def interval_name(summary: Summary) -> str:
    """`95 % interval`."""
    return f"{short(100 * summary.confidence)}{NBSP}% interval"


def bots(summary: Summary) -> str:
    """Who played."""
    names = summary.bots
    if summary.same_bots:
        return f"a {names[0]} bot" if summary.players == 1 else f"{names[0]} bots"
    if len(set(names)) == 1:
        return f"{names[0]} bots with different settings"
    return " against ".join(f"{name} (seat {k})" for k, name in enumerate(names, 1)) + " bots"


def _number(value: int) -> str:
    return NUMBERS[value] if value < len(NUMBERS) else str(value)


def hero(summary: Summary) -> Hero:
    """The head of the page of a run."""
    tone, label, headline = _verdict(summary)
    name = summary.name or summary.title
    eyebrow = "Balance report" if name == summary.title else f"Balance report · {summary.title}"
    mode = [] if summary.mode == "standard" else [f"mode {summary.mode}"]
    seats = "1 player" if summary.players == 1 else f"{summary.players} players"
    mirrored = f" ({count(summary.blocks)} deals, each played {summary.mirrored} times)" if summary.mirrored > 1 else ""
    facts = [*mode, seats, bots(summary), games(summary.games) + mirrored, f"seed {summary.seed}"]
    return Hero(eyebrow, name, tone, label, headline, facts, _caution(summary))


def _caution(summary: Summary) -> str:
    about = [f"{name} {words}" for name in dict.fromkeys(summary.bots) if (words := how_it_plays(name))]
    played = f"Bots played this, not people: {'; '.join(about)}. " if about else "Bots played this, not people. "
    return (
        f"{played}A rule that is fair between bots of this strength need not be fair between people,"
        " or between stronger bots."
    )


def how_it_plays(bot: str) -> str:
    """How a bot plays, by its title (`ismcts:500`, `casual`); nothing for a bot from a user's file."""
    name, _, iterations = bot.partition(":")
    if name in SEARCHERS and iterations:
        return f"{KINDS[name]}, {count(int(iterations))} imagined games a decision"
    return PLAY.get(name) or KINDS.get(name) or (LEVELS[name].about if name in LEVELS else "")


def _verdict(summary: Summary) -> tuple[Tone, str, str]:
    if not summary.outcomes.finished:
        return "open", "No result", "No game finished, so nothing can be said about balance."
    if summary.grades:
        return "plain", "Score", _score(summary)
    if not summary.competitive:
        return "plain", "Success rate", _success(summary)
    if not summary.same_bots:
        return "plain", "Different bots", _by_seat(summary)
    if summary.verdict is None:
        return (
            "plain",
            "No verdict",
            f"Too few decided games for a verdict ({games(summary.outcomes.finished)} finished).",
        )
    tone, label = LABELS[summary.verdict.result]
    words = _decisive(summary) if summary.verdict.figure == "decisive_share" else _shares(summary)
    return tone, label, f"{words}: {_judged(summary.verdict)}"


def tolerated(verdict: Verdict) -> str:
    """Target ± tolerance, in per cent."""
    return f"{short(round(100 * verdict.target, 1))} ± {short(100 * verdict.tolerance)} %".replace(" ", NBSP)


def _judged(verdict: Verdict) -> str:
    range_ = tolerated(verdict)
    what = "that is" if verdict.figure == "decisive_share" else "all are"
    if verdict.result == "inside":
        return f"within the tolerance of {range_}."
    if verdict.result == "outside":
        return f"outside the tolerance of {range_}."
    more = f"; about {rounded(verdict.more_games)} more games would tell" if verdict.more_games else ""
    return f"it cannot be told yet whether {what} within {range_}{more}."


def _known(estimate: Estimate | None) -> str:
    return percent(estimate).line if estimate else "an unknown share"


def _decisive(summary: Summary) -> str:
    return f"First player wins {_known(summary.decisive_share)} of decided games with {bots(summary)}"


def _shares(summary: Summary) -> str:
    known = [(estimate, p) for p, estimate in enumerate(summary.shares) if estimate]
    best = max(known, key=lambda pair: pair[0].value)
    worst = min(known, key=lambda pair: pair[0].value)
    return (
        f"Of {_number(summary.players)} positions, the {ordinal(best[1])} wins most ({percent(best[0]).line})"
        f" and the {ordinal(worst[1])} least ({percent(worst[0]).line}) with {bots(summary)}"
    )


def _by_seat(summary: Summary) -> str:
    alike = len(set(summary.bots)) == 1
    parts = [
        f"{'the one' if alike else name} in seat {k} wins {_known(found)}"
        for k, (name, found) in enumerate(zip(summary.bots, summary.shares_by_seat, strict=True), 1)
    ]
    who = f"of {_number(summary.players)} {bots(summary)}, " if alike else ""
    text = f"{who}{', '.join(parts)} of games. This compares bots; it does not tell whether the positions are balanced."
    return text[0].upper() + text[1:]


def _success(summary: Summary) -> str:
    who = "The player succeeds" if summary.players == 1 else "The players succeed"
    if summary.unfinished_rate is None or not summary.outcomes.unfinished:
        return f"{who} in {_known(summary.success_rate)} of games with {bots(summary)}."
    return (
        f"{who} in {_known(summary.success_rate)} of finished games with {bots(summary)};"
        f" {_known(summary.unfinished_rate)} of all games did not finish."
    )


def _score(summary: Summary) -> str:
    who = "The player scores" if summary.players == 1 else "The players together score"
    known = [found for found in summary.grades if found.rate]
    most = max(known, key=lambda found: found.count)
    score = shown(summary.score, "points").line if summary.score else "an unknown number of points"
    return (
        f"{who} {score} on average with {bots(summary)}; the most frequent grade is {most.label}"
        f" ({_known(most.rate)} of games)."
    )
