"""What must hold in every state of every game, over random rules and random small packs."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balance.arena.records import records
from balance.arena.steps import Steps
from balance.engine.game import find
from balance.games.melodies.state import SUCCESS
from balance.games.melodies.words import SHIPPED
from balance.spec import BotSpec, Spec, load
from games.melodies.contents import variants

GAME = find("melodies")
KERNEL = GAME.load()
PACK = Counter(dict.fromkeys(range(1, 10), 8))


def cards_of(table):
    """All playing cards of a state, wherever they lie."""
    found = [card for hand in table["hands"] for card in hand] + table["deck"] + table["discard"]
    found += [card for card in table["row_cards"] if card is not None]
    return found + [card["card"] for play in table["plays"] for card in play["cards"]]


def sign(x):
    return (x > 0) - (x < 0)


class Watch:
    """Looks at one game state by state and keeps what was wrong."""

    def __init__(self, options, kind, seed, number=0):
        bot = BotSpec(kind, 0.0, GAME.weights if kind == "greedy" else {})
        self.options = options
        self.game = Steps(records(Spec(GAME, options, (bot,) * options.players)), seed, number)
        self.before = None
        self.melodies = 0
        self.row = 0

    def play(self):
        self.look()
        decisions = 0
        while self.game.running:
            self.before = KERNEL.describe(self.game.state, self.game.kit.rules)
            self.asked()
            self.game.step()
            decisions += 1
            self.look()
        assert decisions <= GAME.longest(self.options)
        return self.game

    def asked(self):
        """Somebody is asked, and of wait, pass and plays what must be there is there."""
        rules, state = self.game.kit.rules, self.game.state
        names = [KERNEL.name(state, rules, code) for code in self.game.legal()]
        assert names
        if self.before["step"] in ("use", "tune"):
            assert {"no": True} in names
        if self.before["step"] == "act":
            hand = self.before["hands"][self.before["to_move"]]
            assert hand
            for name in names:
                if "play" in name and "split" not in name:
                    at = name["from"]
                    assert hand[at : at + len(name["play"])] == name["play"]
                    assert len({b - a for a, b in pairwise(name["play"])}) <= 1
                    assert all(abs(b - a) <= 1 for a, b in pairwise(name["play"]))
            others = [s for s in range(self.options.players) if s != self.before["to_move"]]
            may_wait = any(s not in self.before["acted"] and s not in self.before["waited"] for s in others)
            assert ({"wait": True} in names) == may_wait

    def look(self):
        rules = self.game.kit.rules
        table = KERNEL.describe(self.game.state, rules)
        events = [
            {"event": GAME.events[e.kind], "seat": int(e.seat), "amount": int(e.amount)} | KERNEL.event(rules, e)
            for e in self.game.events()
        ]
        assert Counter(cards_of(table)) == PACK
        self.count_row(table, events)
        self.hands_move_by_events_only(table, events)
        self.help_is_conserved(table)
        if any(event["event"] == "succeed" for event in events):
            self.a_success_is_one()

    def count_row(self, table, events):
        """The row grows by one with each note that found a Melody."""
        for event in events:
            if event["event"] == "attempt":
                self.melodies = 0
            self.melodies += event["event"] == "row"
        assert len(table["row"]) == len(table["row_cards"]) == self.melodies
        assert all(1 <= number <= 9 for number in table["row"])

    def hands_move_by_events_only(self, table, events):
        """A hand changes its order by Tune or an effect only, and by what leaves or joins it."""
        if self.before is None or any(event["event"] == "attempt" for event in events):
            return
        hands = [list(hand) for hand in self.before["hands"]]
        taken: list[tuple[int, int]] = []
        for event in events:
            kind, seat = event["event"], event["seat"]
            if kind == "tune":
                hands[seat].insert(event["to"], hands[seat].pop(event["amount"]))
            elif kind == "swap":
                i, j = event["amount"], event["to"]
                hands[seat][i], hands[seat][j] = hands[seat][j], hands[seat][i]
            elif kind == "draw":
                hands[seat].append(event["card"])
            elif kind == "play":
                taken.append((seat, event["amount"]))
            elif kind in ("give", "discard"):
                return  # which of equal cards left is seen in the state only
            elif kind == "take_back":
                return
        for seat in range(len(hands)):
            gone = {at for other, at in taken if other == seat}
            assert [card for i, card in enumerate(hands[seat]) if i not in gone] == table["hands"][seat]

    def help_is_conserved(self, table):
        """Whoever is face down was used: the row's cards in the order of use."""
        assert sorted(table["used"]) == sorted(card["card"] for card in table["audience"] if not card["ready"])
        fans = self.options.fans
        assert len(table["audience"]) in (fans, fans + 1)
        assert len({card["card"] for card in table["instruments"]}) == self.options.players

    def a_success_is_one(self):
        """Before the deal that may have followed: all hands empty, and the row stands as the song's heights do."""
        if self.game.state.ended == SUCCESS:
            table = KERNEL.describe(self.game.state, self.game.kit.rules)
            assert not any(table["hands"])
            pack = next(pack for pack in self.options.tour() if pack.id == table["pack"])
            song = pack.songs[table["song"] - 1]
            for i, a in enumerate(song.notes):
                for j, b in enumerate(song.notes[:i]):
                    assert sign(table["row"][i] - table["row"][j]) == sign(a - b)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(variants(), st.sampled_from(["random", "random", "greedy"]), st.integers(0, 2**32))
def test_what_must_hold_over_random_rules_and_packs(options, kind, seed):
    game = Watch(options, kind, seed).play()
    reason = GAME.reasons[game.row.reason].name
    if options.play == "song":
        assert reason in ("success", "false_note", "no_melody", "restriction", "cards_left")
    else:
        assert reason in ("completed", "max_attempts")
    songs = {"song": 1, "venue": 3, "campaign": 3 * len(options.tour())}[options.play]
    assert (game.row.winners > 0) == (game.row.scores[0] == songs)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_must_hold_at_every_shipped_venue(name):
    for players in (2, 3, 5):
        for song in (1, 2, 3):
            chosen = GAME.options(venue=name, song=song, players=players)
            for number in range(4):
                Watch(chosen, "greedy", 17, number).play()


def test_what_must_hold_in_a_campaign():
    packs = ("starter", "skull-and-star")
    game = Watch(GAME.options(play="campaign", packs=packs, players=4, max_attempts=1000), "greedy", 3).play()
    assert GAME.reasons[game.row.reason].name == "completed"
    assert game.row.scores[0] == 6


def test_scores_of_seats_that_are_not_there_stay_zero():
    rows = records(load("melodies", ["players=2"], "random"))
    assert rows.row["scores"].shape == (5,)
