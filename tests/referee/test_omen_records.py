"""Whole random games of the Omen referee: invariants, records that agree, and what the checker finds in wrong ones."""

import json
import random
from pathlib import Path

import pytest

from .omen import RandomChance, Referee, check_replay, check_view, main, play
from .omen_game import InvariantError
from .omen_positions import RULES, SET, begun

# ---------------------------------------------------------------------- whole games, records


def bigger(number):
    """The made-up set as several sets."""
    sets = range(1, number + 1)
    return {
        key: [{**card, "id": f"{card['id']}-{n}", "set": n} for n in sets for card in SET[key]]
        for key in ("units", "kraters")
    }


def any_amount(rng):
    """A number or a count."""
    where = {"where": "all"}
    counts = [{"count": "own_units", **where}, {"count": "hand"}, {"count": "destroyed"}, {"count": "kraters"}]
    return rng.choice([1, 1, 2, 0, *counts])


def any_step(rng, here, depth=0):
    """A random step of the language."""
    places = ["any", "here", "another"] if here else ["any"]
    target = {"whose": rng.choice(["own", "opposing", "any"]), "where": rng.choice(places), "number": any_amount(rng)}
    target |= {"up_to": rng.random() < 0.3, "chooser": rng.choice(["owner", "owner", "opponent"])}
    filters = rng.choice([{}, {"cost": {"at_most": 2}}, {"strength": {"at_least": 2}}, {"trait": "MYRIAD"}])
    number = any_amount(rng)
    words = ["gain", "lose", "steal", "opponent_loses", "draw", "opponent_draws", "discard", "opponent_discards"]
    words += ["put_on_deck", "recover", "search", "extra_krater", "extra_wealth", "extra_offering", "skip_bonus"]
    steps = [{word: number} for word in words]
    steps += [{word: {**target, **filters}} for word in ("destroy", "return", "move")]
    steps += [{word: {"number": number, "at": "random"}} for word in ("discard", "opponent_discards")]
    steps += [{word: {"number": number, **filters}} for word in ("recover", "search")]
    steps += [{"look": {"top": 3, "take": 1, "rest": rng.choice(["discard", "back"])}}]
    steps += [{"reveal": {"if": {"cost": {"at_most": 2}}, "then": rng.choice(["take", "play"])}}]
    steps += [{"play": {"from": rng.choice(["hand", "discard"]), "up_to": rng.random() < 0.5, **filters}}]
    steps += [{"play": {"from": "deck"}}, {"peek": True}, {"swap_kraters": True}, {"repeat_broken": True}]
    steps += [{"strength": {"number": number, "city": "here" if here else "any"}}]
    if depth < 3:
        inner = [any_step(rng, here, depth + 1)]
        cost = {rng.choice(["coins", "discard", "destroy", "return"]): 1}
        steps += [{"may": inner}, {"may": {"pay": cost, "then": inner}}, {"choose": [inner, [{"gain": 1}]]}]
        steps += [{"if": {"count": "hand", "at_least": 3}, "then": inner, "else": [{"draw": 1}]}]
        if depth == 0:
            steps += [{"for_each": {"count": "cities", "do": [{"draw": 1}]}}]
    return rng.choice(steps)


def scrambled(cards, rng):
    """The same cards with random effects."""
    units = []
    for card in cards["units"]:
        words = {w: [any_step(rng, w != "jilt") for _ in range(2)] for w in ("bolster", "jilt", "glean") if w in card}
        units.append({**card, **words})
    kraters = [{**card, "effect": [any_step(rng, False), any_step(rng, False)]} for card in cards["kraters"]]
    return {"units": units, "kraters": kraters}


class RecordingChance(RandomChance):
    """Chance that notes its results as events."""

    def __init__(self, rng):
        super().__init__(rng)
        self.events = []

    def note(self, name, seat, card=None, amount=0):
        self.events.append({"event": name, "seat": seat, "card": card, "amount": amount})

    def shuffle(self, what, cards, seat):
        order = super().shuffle(what, cards, seat)
        self.note("shuffle", seat, amount=len(order))
        for card in order:
            self.note("order", seat, card)
        return order

    def first_player(self):
        seat = super().first_player()
        self.note("first", seat, amount=1)
        return seat

    def random_discard(self, seat, hand):
        card = super().random_discard(seat, hand)
        self.note("discard", seat, card, 1)
        return card

    def taken(self):
        events, self.events = self.events, []
        return events


def honest_view(game, seat):
    """A view that shows the public zones, the own hand and the rest of the cards in one heap."""
    state = game.state()
    public = {key: state[key] for key in ("discards", "rewards", "coins", "supply", "turn", "step")}
    return {**public, "hand": state["hands"][seat], "units": [city["units"] for city in state["cities"]]}


def record(rules, cards, seed):
    """A record of a random game, as the engine would write it."""
    rng = random.Random(seed)
    chance = RecordingChance(rng)
    game = Referee(rules, cards, chance)
    lines = [{"type": "game", "schema_version": 1, "game": "omen", "rules": rules, "cards": cards}]
    game.begin()
    lines.append({"type": "start", "events": chance.taken(), "state": game.state()})
    while game.question is not None:
        line = {"type": "decision", "number": len(lines) - 2, "seat": game.question.seat}
        line |= {"view": honest_view(game, game.question.seat), "legal": game.question.legal}
        line["taken"] = rng.choice(game.question.legal)
        game.answer(line["taken"])
        lines.append({**line, "events": chance.taken(), "state": game.state()})
    return [*lines, {"type": "end", **game.result}]


VARIANTS = {
    "plain": {},
    "random_discard": {"first_player": "random_discard", "second_player_bonus_units": 2},
    "random": {"first_player": "random", "second_player_bonus_coins": 3},
    "at_once": {"triumph_check": "at_once", "myriad_kept_as": 2, "max_turns": 40},
    "wrath": {"wrath_on_offering": True, "wrath_on_own_trait": True, "wrath_on_hand_limit": False},
    "short": {"chain_limit": 2, "surge_limit": 2, "hand_limit": 3, "city_limit": 4},
    "two": {"mode": "combined", "games": [1, 2], "cities_to_end": 2},
    "three": {"mode": "combined", "games": [1, 2, 3], "cities_to_end": 2},
    "draft": {"mode": "draft", "games": [1, 2, 3], "cities_to_end": 2, "first_player": "random_discard"},
    "draft_envoy": {"mode": "draft", "games": [1, 2, 3], "cities_to_end": 2},
}


def sets_for(rules):
    """The cards a mode needs."""
    return SET if rules["mode"] == "single" else bigger(len(rules["games"]))


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_hold_the_invariants_and_their_records_agree(name):
    rules = {**RULES, **VARIANTS[name]}
    for seed in range(4):
        cards = sets_for(rules) if seed == 0 else scrambled(sets_for(rules), random.Random(seed))
        result = play(rules, cards, random.Random(seed), check=True)
        assert result["kind"] in ("win", "draw", "unfinished")
        lines = [json.dumps(line) for line in record(rules, cards, seed)]
        assert check_replay(lines) == []


def test_draft_gives_everyone_23_units():
    rules = {**RULES, **VARIANTS["draft_envoy"]}
    game = Referee(rules, bigger(3), rng=random.Random(5))
    game.begin()
    assert [len(kept) for kept in game.stacks["kept"]] == [4, 4]
    while game.step.startswith("draft"):
        game.assert_invariants()
        game.answer(game.question.legal[0])
    assert game.stacks is None
    assert [len(game.decks[seat]) + len(game.hands[seat]) for seat in (0, 1)] == [23, 23]
    assert len(game.out) == 6 + 20
    assert [len(city["kraters"]) for city in game.cities] == [4, 4, 4]


# ---------------------------------------------------------------------- what the checker finds


def spoiled(change):
    """The disagreements after a change to the record of a plain game."""
    lines = record(RULES, SET, 3)
    change(lines)
    return check_replay([json.dumps(line) for line in lines])


def first_with(lines, step, event=None):
    """The first decision that leads to this step (with this event)."""
    return next(
        line
        for line in lines[2:-1]
        if line["state"]["step"] == step and (event is None or any(e["event"] == event for e in line["events"]))
    )


def test_checker_finds_a_wrong_state():
    def change(lines):
        first_with(lines, "surge")["state"]["coins"][0] += 1

    (line,) = spoiled(change)
    assert ".coins" in line or "coins: record" in line


def test_checker_finds_a_missing_and_an_extra_legal_action():
    def change(lines):
        decision = next(line for line in lines[2:-1] if {"do": "end"} in line["legal"] and len(line["legal"]) > 1)
        decision["legal"] = [action for action in decision["legal"] if action == decision["taken"]]

    (line,) = spoiled(change)
    assert "legal" in line
    assert "only referee" in line


def test_checker_finds_a_wrong_seat_wrong_start_and_wrong_end():
    assert "seat: record 1, referee 0" in spoiled(lambda lines: lines[2].update(seat=1))[0]
    assert spoiled(lambda lines: lines[1]["state"]["hands"][0].pop())
    assert "scores" in spoiled(lambda lines: lines[-1].update(scores=[99, 0]))[0]
    assert spoiled(lambda lines: lines.pop()) == ["end: no end line"]
    assert "goes on" in spoiled(lambda lines: lines.__delitem__(slice(5, -1)))[0]


def test_checker_finds_a_wrong_order_and_a_wrong_form():
    def change(lines):
        lines[1]["state"]["decks"][0].reverse()

    assert "shuffled cards differ" in "".join(spoiled(lambda lines: lines[1]["state"]["decks"][0].pop()))
    assert spoiled(change)  # other cards come up than the record says
    assert "not of the documented form" in spoiled(lambda lines: lines[3].pop("legal"))[0]
    assert "a line after the end" in spoiled(lambda lines: lines.append(lines[-1]))[0]
    assert "is not legal" in "".join(spoiled(lambda lines: lines[2].update(taken={"do": "end"})))
    assert (
        "units by set"
        in spoiled(lambda lines: lines[0].update(rules={**RULES, "mode": "combined", "games": [1, 2]}))[0]
    )


def test_command_line(tmp_path, capsys):
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    lines = [json.dumps(line) for line in record(RULES, SET, 3)]
    good.write_text("\n".join(lines), encoding="utf-8")
    bad.write_text("\n".join(lines[:-1]), encoding="utf-8")
    assert main([str(good)]) == 0
    assert main([str(good), str(bad)]) == 1
    assert "no end line" in capsys.readouterr().out


def test_checker_finds_impossible_chance():
    def change(lines):
        events = next(e for line in lines[2:-1] if (e := line["events"]))
        events[1]["card"] = "no-such-card"

    assert "chance" in spoiled(change)[0]

    def more(lines):
        lines[4]["events"].append({"event": "discard", "seat": 0, "card": "cov-a", "amount": 1})

    assert any("not expected" in line for line in spoiled(more))


def test_check_view_finds_hidden_cards():
    game = begun()
    assert check_view(honest_view(game, 0), game, 0) == []
    assert check_view({"other": game.hands[1]}, game, 0)
    assert check_view({"top": game.decks[0][0]}, game, 0)
    assert check_view({"kraters": game.cities[0]["kraters"]}, game, 0) == []  # the other holds none: not told apart
    game.kraters[1] = ["k-9"]
    game.krater_cards["k-9"] = {}
    assert check_view({"kraters": game.cities[0]["kraters"]}, game, 0)
    heap = game.decks[0] + game.hands[1]
    assert check_view({"unseen": sorted(heap)}, game, 0) == []
    assert check_view({"unseen": heap}, game, 0) == ["shows the order of a deck"]


def test_invariants_are_noticed():
    game = begun()
    game.assert_invariants()
    game.coins[0] += 1
    with pytest.raises(InvariantError, match="coins"):
        game.assert_invariants()
    game.coins[0] -= 1
    game.assert_invariants()
    game.cities[0]["kraters"].reverse()
    with pytest.raises(InvariantError, match="kraters of city 0"):
        game.assert_invariants()
    game.cities[0]["kraters"].pop()
    with pytest.raises(InvariantError, match="conserved"):
        game.assert_invariants()


def test_referee_does_not_import_the_engine():
    for name in ("omen.py", "omen_game.py", "omen_effects.py"):
        assert "balance" not in (Path(__file__).parent / name).read_text(encoding="utf-8")
