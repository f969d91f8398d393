"""What rows record of a game, against a recount in plain Python from the game's replay record."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from balance.arena.columns import rate_columns
from balance.arena.records import Table, records
from balance.arena.replay import Replay
from balance.arena.tally import column_values, tally_rows
from balance.spec import load

GAMES = 12
MODES = {
    "two players": [],
    "two players, one round": ["rounds=1", "line_ties=no_award"],
    "three players": ["players=3", "second_round_starter=winner", "rounds=3"],
    "four players": ["players=4", "rounds=4"],
    "solo": ["mode=solo"],
    "co-op": ["mode=coop", "players=3"],
}
LINES = [*(f"column {i}" for i in range(5)), *(f"row {i}" for i in range(5))]
PLACES = ("first", "second", "third", "fourth")


class Recount:
    """Figures, exposures and profiles of one game from its record."""

    def __init__(self, spec: Any, seed: int, number: int):
        self.options, self.seats = spec.options, spec.players
        self.game: Counter[str] = Counter()
        self.seat: dict[str, Counter[int]] = {name: Counter() for name in ("fixed_after", "hands", "hand_shares")}
        self.shown: set[tuple[str, str, int]] = set()
        self.profile: list[list[int]] = [[] for _ in range(self.seats)]
        self.turns = 0
        self.replay = Replay(spec, seed, number)
        self.lines = [moment.record for moment in self.replay]
        self.competitive = spec.options.mode == "competitive"
        state = self.lines[1]["state"]
        self._deal(state)
        for seat, hand in enumerate(state["hands"]):
            for card in hand:
                self._show("opening", card, seat)
        for event in self.lines[1]["events"]:
            if event["event"] == "draw":  # the first turn's
                self.shown.remove(("opening", event["card"], event["seat"]))
        for line in self.lines[2:-1]:
            self._decision(line, state)
            state = line["state"]
        self._end(self.lines[-1])

    def _show(self, kind: str, card: str, seat: int) -> None:
        self.shown.add((kind, card, seat))

    def _deal(self, state: dict[str, Any]) -> None:
        self.tokens = dict(zip(LINES, state["column_berries"] + state["row_berries"], strict=True))
        self.starter, self.side = state["starter"], state["crow_side"]
        if self.competitive:
            for seat, hand in enumerate(state["hands"]):
                self.seat["hands"][seat] += 1
                self.seat["fixed_after"][seat] += len({card.split()[0] for card in hand}) > 1

    def _decision(self, line: dict[str, Any], before: dict[str, Any]) -> None:
        self.turns += 1
        seat, events = line["seat"], line["events"]
        played = line["taken"].get("play")
        if played:
            self._show("played", played, seat)
        hand = [card for card in before["hands"][seat] if card not in line["taken"].values()]
        colours = len({card.split()[0] for card in hand})
        self.profile[seat].append(colours)
        if self.competitive:
            self.seat["fixed_after"][seat] += colours > 1
        for event in events:
            if event["event"] == "favour":
                self._show("favoured", event["card"], event["seat"])
                if not self.competitive:
                    self.game |= Counter(favoured_turn=self.turns, favouring=1)
        if any(event["event"] == "award" for event in events):
            favoured = [event["card"] for event in events if event["event"] == "favour"]
            if not self.competitive:
                favoured = [card for card in line["state"]["favoured"] if card]
            self._awards(events, {card.split()[0] for card in favoured})
            if self.competitive:
                self._round(events, favoured)
                if line["state"]["to_move"] is not None:
                    self._deal(line["state"])

    def _awards(self, events: list[dict[str, Any]], colours: set[str]) -> None:
        self.nobody = 0
        self.game["tokens"] += 10
        for event in events:
            if event["event"] != "award" or event["line"] not in LINES:
                continue
            number = LINES.index(event["line"])
            if event["colour"] is None:
                self.nobody += 1
                self.game[f"nobody_{number}"] += 1
            if event["colour"] in colours:
                self.game[f"favoured_{number}"] += 1
                self.game[f"token_{self.options.berries.index(self.tokens[event['line']])}"] += 1
        self.game["nobody"] += self.nobody

    def _round(self, events: list[dict[str, Any]], favoured: list[str]) -> None:
        scores = [event["amount"] for event in events if event["event"] == "score"]
        winners = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
        share = 12 // len(winners)
        tied = len(winners) > 1
        self.game += Counter(rounds=1, tied_rounds=tied)
        self.game["same_colour"] += len({card.split()[0] for card in favoured}) < self.seats
        for place in range(self.seats):
            seat = (self.starter + place) % self.seats
            self.game[f"shares_{PLACES[place]}"] += share * (seat in winners)
            self.seat["hand_shares"][seat] += share * (seat in winners)
        if self.side:
            hit = {event["colour"] for event in events if event["event"] == "award" and event["line"] not in LINES}
            last = (self.starter + self.seats - 1) % self.seats
            found = {
                "rounds": 1,
                "players": self.seats,
                "hit": sum(card.split()[0] in hit for card in favoured),
                "points": sum(scores),
                "nobody": self.nobody,
                "tied": tied,
                "first": share * (self.starter in winners),
                "last": share * (last in winners),
            }
            for name, n in found.items():
                self.game[f"{self.side}_{name}"] += n

    def _end(self, end: dict[str, Any]) -> None:
        for source in end["sources"][0]:
            self.seat[f"from_{source}"] = Counter({seat: points[source] for seat, points in enumerate(end["sources"])})
        if not self.competitive:
            favoured = self.lines[-2]["state"]["favoured"]
            self.seat["favours"] = Counter({seat: 1 for seat, card in enumerate(favoured) if card})
            return
        first = [points[0] for points in self.lines[-2]["state"]["points"]]
        if first.count(max(first)) == 1:
            leader, scores = first.index(max(first)), end["scores"]
            self.game["first_round_won"] = 1
            if scores[leader] == max(scores):
                self.game["match_won_too" if scores.count(max(scores)) == 1 else "match_shared_too"] = 1


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("mode", MODES)
def test_rows_say_what_the_record_says(mode, bots):
    spec = load("songbirds", sets=MODES[mode], bots=bots)
    rows = Table(records(spec), seed=4).play(0, GAMES)
    cards = spec.game.load().cards(spec.options)
    declared = spec.game.figures(spec.options)
    for number in range(GAMES):
        row, found = rows[number], Recount(spec, 4, number)
        by_game = [figure.name for figure in declared if figure.per == "game"]
        assert set(found.game) - set(by_game) == set()
        assert dict(zip(by_game, row["game_figures"].tolist(), strict=False)) == {n: found.game[n] for n in by_game}
        for i, name in enumerate(figure.name for figure in declared if figure.per == "seat"):
            counted = [found.seat[name][seat] for seat in range(spec.players)]
            assert row["seat_figures"][i, : spec.players].tolist() == counted, name
        shown = {
            (exposure.name, card, seat)
            for k, exposure in enumerate(spec.game.exposures)
            for c, card in enumerate(cards)
            for seat in range(spec.players)
            if row["exposure"][k, c] >> seat & 1
        }
        assert shown == found.shown
        assert row["turns"] == found.turns
        for seat in range(spec.players):
            taken = found.profile[seat]
            assert row["profiled"][seat] == len(taken)
            assert row["profile"][0, seat, : min(len(taken), 40)].tolist() == taken[:40]


@pytest.mark.parametrize("mode", MODES)
def test_every_rate_can_be_made_and_shares_are_shares(mode):
    """Top and bottom of every rate are counted; a share's top is a part of its bottom, in every single game."""
    spec = load("songbirds", sets=MODES[mode], bots="random")
    kit = records(spec)
    rows = Table(kit, seed=8).play(0, 400)
    tally = tally_rows(kit.layout, rows)
    values = column_values(kit.layout, rows)
    for rate in kit.layout.rates:
        for top, bottom in rate_columns(rate, kit.layout.figures, kit.layout.seats):
            over, under = (values[kit.layout.index[name]] for name in (top, bottom))
            if rate.unit == "%":
                assert (over >= 0).all(), rate.name
                assert (over <= rate.parts * under).all(), rate.name
            assert tally.total[kit.layout.index[bottom]] > 0, rate.name


def test_shares_of_a_round_add_up():
    spec = load("songbirds", sets=["players=3", "rounds=1"], bots="random")
    rows = Table(records(spec), seed=2).play(0, 2000)
    names = [figure.name for figure in spec.game.figures(spec.options) if figure.per == "game"]
    by_place = [rows["game_figures"][:, names.index(f"shares_{place}")] for place in PLACES[:3]]
    assert np.array_equal(sum(by_place), np.full(2000, 12))
    assert {Fraction(int(share), 12) for share in np.unique(by_place)} <= {
        Fraction(0),
        Fraction(1, 3),
        Fraction(1, 2),
        Fraction(1),
    }
