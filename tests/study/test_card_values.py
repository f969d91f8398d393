"""What cards are worth: against exact answers, planted cards, cards that are worth nothing, and broken-off studies."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from balance.analysis.cards import benjamini_hochberg
from balance.analysis.estimates import p_value, ratio
from balance.analysis.pairs import PAIR_SUMS, members, pair_sums, pair_values
from balance.analysis.view import View
from balance.arena.match import play
from balance.arena.records import records
from balance.arena.swaps import NO_PIECE, SwapTable
from balance.arena.tally import tally_rows
from balance.engine.jit import PLAIN
from balance.spec import Spec, load
from balance.study.card_tables import content
from balance.study.card_values import CardStudy, card_values, worth_by_seat
from balance.study.errors import StudyError
from balance.study.progress import Silent, Standing

pytestmark = pytest.mark.skipif(PLAIN, reason="needs compiled speed")

SURE = 0.999


def study(spec: Spec, kinds: Sequence[str], deals: int, **settings: Any) -> CardStudy:
    return card_values(spec, [spec.bots[0]], kinds, deals, **({"jobs": 2} | settings))


def values(found: CardStudy, kind: str, figure: str = "worth") -> dict[str, Any]:
    return {card["name"]: card for card in table(found, kind, figure)["cards"]}


def table(found: CardStudy, kind: str, figure: str = "worth") -> dict[str, Any]:
    return next(one for one in content(found)["tables"] if (one["kind"], one["figure"]) == (kind, figure))


# --- Kuhn poker between bots that check, bet, call and fold with equal chance


def kuhn_win(mine: int, theirs: int, banned: tuple[int, ...] = ()) -> Fraction:
    """How often the first player wins, if who holds a banned card never bets or calls."""
    first, second = (Fraction(0) if card in banned else Fraction(1, 2) for card in (mine, theirs))
    higher = Fraction(mine > theirs)
    checked = (1 - second) * higher + second * first * higher
    bet = (1 - second) + second * higher
    return (1 - first) * checked + first * bet


def exact_swap(card: int) -> Fraction:
    total, n = Fraction(0), 0
    for one, two, left in permutations(range(3)):
        if one == card:
            total, n = total + kuhn_win(one, two) - kuhn_win(left, two), n + 1
        if two == card:
            total, n = total - kuhn_win(one, two) + kuhn_win(one, left), n + 1
    return total / n


def exact_ban(card: int) -> Fraction:
    """The seat that holds the card is the one that the ban touches, if its bot is the banned one."""
    deals = list(permutations(range(3), 2))
    first = [kuhn_win(*deal) - kuhn_win(*deal, (card,)) for deal in deals if deal[0] == card]
    second = [kuhn_win(*deal, (card,)) - kuhn_win(*deal) for deal in deals if deal[1] == card]
    return sum(first + second, Fraction(0)) / (2 * len(deals))


def test_exact_answers() -> None:
    assert sum((kuhn_win(*deal) for deal in permutations(range(3), 2)), Fraction(0)) / 6 == Fraction(9, 16)
    assert [exact_swap(card) for card in range(3)] == [Fraction(-5, 16), 0, Fraction(5, 16)]


def test_kuhn_by_enumeration() -> None:
    found = study(load("kuhn", [], "random"), ("swap", "ban"), 60_000)
    for part, exact in zip(found.parts, (exact_swap, exact_ban), strict=True):
        known, silent = pair_values(part.sums[0], range(3), part.deals, 60, SURE)
        assert silent == ([1] if part.kind == "swap" else [])  # exchanging a queen changes no showdown
        for value in known:
            assert value.raw.low <= exact(value.entry) <= value.raw.high, (part.kind, value)


def test_pairing_is_what_it_says() -> None:
    """The factor won is the ratio of the variances that the rows themselves show."""
    spec = load("kuhn", [], "random")
    found = study(spec, ("swap",), 20_000)
    kit = records(spec)
    one = SwapTable(kit, spec.options, 1)
    swaps = one.list(0, 20_000)
    none = np.full(len(swaps.deal), NO_PIECE)
    base, _ = worth_by_seat(kit.layout, one.play(swaps.deal, none, none))
    other, _ = worth_by_seat(kit.layout, one.play(swaps.deal, swaps.piece, swaps.partner))
    kings = swaps.card == 2
    x, y = (worth[swaps.seat, np.arange(len(none))][kings] for worth in (base, other))
    king = values(found, "swap")["king"]
    assert king["raw"]["value"] == pytest.approx((x - y).mean() / 60)
    assert king["games_factor"] == pytest.approx((x.var() + y.var()) / (x - y).var())
    assert king["correlation"] == pytest.approx(np.corrcoef(x, y)[0, 1])


# --- planted cards


def omen_with(**changes: Any) -> Spec:
    """Omen between greedy bots with one unit changed."""
    spec = load("omen", [], "greedy")
    card_set = spec.options.sets()[0]  # type: ignore[attr-defined]
    units = list(card_set.units)
    units[7] = units[7].model_copy(update={"name": "Planted", **changes})
    changed = card_set.model_copy(update={"units": tuple(units)})
    return replace(spec, options=spec.options.with_set(0, changed))  # type: ignore[attr-defined]


@pytest.mark.slow
def test_an_overpowered_unit_comes_out_on_top() -> None:
    spec = omen_with(cost=0, strength=9)
    found = study(spec, ("swap", "ban"), 700)
    for kind in ("swap", "ban"):
        best = table(found, kind)["cards"][0]
        assert (best["name"], best["told_apart"], best["verdict"]) == ("Planted", True, "strong")
        left = max(table(found, kind)["cards"], key=lambda card: card["residual"]["value"] if card["residual"] else -1)
        assert left["name"] == "Planted"
    kit = records(spec)
    view = View(kit.layout, tally_rows(kit.layout, play(kit, kit.bots, 3, 0, 4000)))
    for kind, exposure in enumerate(kit.layout.game.exposures[:3]):
        assert kit.layout.cards[view.card_values(kind)[0].card] == "Planted", exposure.name


@pytest.mark.slow
def test_the_text_of_an_overpowered_card_is_missed_most() -> None:
    spec = omen_with(traits=("BOLSTER", "MYRIAD"), bolster=[{"gain": 20}], jilt=None, glean=None, triumph=None)
    turns = table(study(spec, ("removal",), 300), "removal", "turns")["cards"]
    assert turns[0]["name"] == "Planted"
    assert turns[0]["told_apart"]


# --- cards that are worth nothing


def twin_swaps(place: int, deals: int) -> np.ndarray:
    """What Omen's first unit is worth against an equal one, numbered `place`, for which its owner exchanges it."""
    spec = load("omen", [], "random")
    card_set = spec.options.sets()[0]  # type: ignore[attr-defined]
    units = list(card_set.units)
    units[place] = units[0].model_copy(update={"id": "twin", "name": "Twin"})
    changed = card_set.model_copy(update={"units": tuple(units)})
    spec = replace(spec, options=spec.options.with_set(0, changed))  # type: ignore[attr-defined]
    kit = records(spec)
    one = SwapTable(kit, spec.options, 1)
    swaps = one.list(0, deals)
    chosen = (swaps.piece == 0) & ~np.isin(swaps.deal, swaps.deal[swaps.piece == place])
    deal, seat, piece = swaps.deal[chosen], swaps.seat[chosen], swaps.piece[chosen]
    none = np.full(len(deal), NO_PIECE)
    base, _ = worth_by_seat(kit.layout, one.play(deal, none, none))
    other, _ = worth_by_seat(kit.layout, one.play(deal, piece, np.full_like(piece, place)))
    return (base - other)[seat, np.arange(len(deal))]


def test_a_twin_is_worth_as_much() -> None:
    """Next to it in number, the twin takes the card's place in every list: the very same games. Far from it the games
    differ, and the mean is 0."""
    near, far = twin_swaps(1, 600), twin_swaps(21, 2500)
    assert len(near) > 100
    assert not near.any()
    assert len(far) > 500
    assert far.any()
    assert abs(far.mean()) < 3.3 * far.std() / len(far) ** 0.5


def test_false_alarms_of_the_estimator() -> None:
    """Cards that change outcomes, but none for the better: intervals and Benjamini-Hochberg keep their rates."""
    rng = np.random.default_rng(1)
    cards, deals, times = 20, 1000, 400
    each = members(range(cards), [range(5)])
    wrong = pooled = alarms = said = 0
    for _ in range(times):
        luck = rng.random(deals)  # of the deal: its pairs have it in common
        deal, card = np.nonzero(rng.random((deals, cards)) < 0.4)
        base = 60 * (rng.random(len(deal)) < 0.5)
        flipped = rng.random(len(deal)) < 0.5 * luck[deal]
        other = np.where(flipped, 60 * (rng.random(len(deal)) < 0.5), base)
        sums = pair_sums(deals, deal, card, base, other, each)
        known, _ = pair_values(sums, range(cards), deals, 60)
        [group], _ = pair_values(sums, [cards], deals, 60)
        said += len(known)
        wrong += sum(not value.raw.low <= 0 <= value.raw.high for value in known)
        pooled += not group.raw.low <= 0 <= group.raw.high
        alarms += any(value.told for value in known)
    assert said > 0.9 * cards * times
    assert 0.04 < wrong / said < 0.06
    assert 0.02 < pooled / times < 0.09
    assert alarms / times < 0.05 + 3.3 * (0.05 * 0.95 / times) ** 0.5


@pytest.mark.slow
def test_false_alarms_of_the_whole_line() -> None:
    """Songbirds played at random: no colour is better than another, so none may be marked more often than stated."""
    spec = load("songbirds", [], "random")
    colours = [("colour", name) for name in ("Red", "Blue", "Green", "White")]
    times, wrong, alarms = 250, 0, 0
    for seed in range(times):
        [part] = study(spec, ("swap",), 150, seed=seed, jobs=1).parts
        groups = [(group.by, group.label) for group in spec.game.card_groups(spec.options)]
        p = []
        for colour in colours:
            n, nn, x, xx, xn = (int(value) for value in part.sums[0][28 + groups.index(colour)][:5])
            found = ratio(x, n, xx, xn, nn, part.deals)
            assert found
            p.append(p_value(found[0] / found[1]))
        wrong += sum(one < 0.05 for one in p)
        alarms += any(benjamini_hochberg(p))
    assert 0.03 < wrong / (4 * times) < 0.075
    assert alarms / times < 0.05 + 3.3 * (0.05 * 0.95 / times) ** 0.5


# --- sums


def test_groups_are_pooled_over_deals() -> None:
    """A group's sums are those of one card that stands for all of its cards."""
    rng = np.random.default_rng(2)
    deal, card = rng.integers(0, 50, 400), rng.integers(0, 6, 400)
    one, other = rng.integers(0, 3, 400), rng.integers(0, 3, 400)
    sums = pair_sums(50, deal, card, one, other, members(range(6), [(1, 4), (0, 1, 2, 3, 4, 5)]))
    for row, group in ((6, (1, 4)), (7, tuple(range(6)))):
        among = np.isin(card, group)
        alone = pair_sums(50, deal[among], 0 * card[among], one[among], other[among], members([0], []))
        assert sums[row].tolist() == alone[0].tolist()
    n = np.bincount(deal, minlength=50)
    x = np.bincount(deal, one - other, minlength=50)
    slow = {"n": n.sum(), "nn": (n * n).sum(), "x": x.sum(), "xx": (x * x).sum(), "xn": (x * n).sum()}
    assert {name: sums[7, PAIR_SUMS.index(name)] for name in slow} == slow


def test_jobs_change_nothing() -> None:
    spec = load("kuhn", [], "random")
    texts = [json.dumps(content(study(spec, ("swap", "ban"), 3000, jobs=jobs))) for jobs in (1, 2, 3)]
    assert texts[0] == texts[1] == texts[2]


class Interrupt(Silent):
    """Presses Ctrl-C when some deals are played."""

    def show(self, standing: Standing) -> None:
        if standing.done > 200:
            os.kill(os.getpid(), signal.SIGINT)
            self.show = super().show  # type: ignore[method-assign]


def test_ctrl_c_keeps_what_was_played() -> None:
    spec = load("kuhn", [], "random")
    found = study(spec, ("swap", "ban"), 2_000_000, progress=Interrupt())
    assert found.stopped == signal.SIGINT
    assert content(found)["complete"] is False
    for part in found.parts:
        assert 0 < part.deals < 2_000_000
        [again] = study(spec, (part.kind,), part.deals).parts
        assert again.sums[0].tolist() == part.sums[0].tolist()


# --- what a game has


@pytest.mark.parametrize(
    ("game", "sets", "parts"),
    [("sirenen", [], {"rum"}), ("melodies", ["play=venue", "venue=star"], {"odd", "Upright Bass"})],
)
def test_the_game_without_parts(game: str, sets: list[str], parts: set[str]) -> None:
    spec = load(game, sets, "random")
    removals = spec.game.removals(spec.options)
    assert parts <= {one.label for one in removals}
    found = study(spec, ("removal",), 60)
    assert {part.deals for part in found.parts} == {60}
    assert all(len(measure.names) == len(removals) for part in found.parts for measure in part.measures)


def test_kinds_that_a_game_has_not() -> None:
    kuhn = load("kuhn", [], "random")
    found = study(kuhn, ("swap", "removal"), 50)
    assert set(found.absent) == {"removal"}
    with pytest.raises(StudyError, match="declares nothing"):
        study(kuhn, ("removal",), 50)
    with pytest.raises(StudyError, match="nobody is dealt"):
        study(load("melodies", [], "random"), ("swap",), 50)
    with pytest.raises(StudyError, match="named once: random"):
        card_values(kuhn, [kuhn.bots[0]] * 2, ("ban",), 50)
