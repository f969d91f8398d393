"""Other possible worlds: the same for the seat that is asked, other where it cannot look, whole packs of 72 cards."""

import json
import random
from collections import Counter

import pytest

from .melodies import Referee
from .melodies_content import random_packs, random_rules
from .melodies_positions import act, begun
from .melodies_worlds import asked, legal_in, loaded, other_world, possible_play


def key(actions):
    return sorted(json.dumps(action, sort_keys=True) for action in actions)


def views_of(game):
    return [game.view(seat) for seat in range(game.players)]


def follow(seed, look):
    """A random game; `look(game, rules, cards, rng)` at each decision."""
    rng = random.Random(seed)
    players = rng.randint(2, 5)
    cards = {"packs": random_packs(rng, players)}
    rules = random_rules(rng, cards["packs"], players=players)
    game = Referee(rules, cards, rng=rng)
    game.begin()
    while game.question is not None:
        look(game, rules, cards, rng)
        game.answer(rng.choice(game.question.legal))


def same_when_loaded(game, rules, cards, rng):
    again = loaded(rules, cards, game.state(), views_of(game))
    assert again.state() == game.state()
    assert views_of(again) == views_of(game)
    assert asked(again) == game.question.seat
    assert key(legal_in(again)) == key(game.question.legal)


@pytest.mark.parametrize("part", range(3))
def test_a_loaded_state_is_the_same_game(part):
    for seed in range(8 * part, 8 * part + 8):
        follow(seed, same_when_loaded)


@pytest.mark.parametrize("part", range(3))
def test_worlds_look_the_same_and_put_the_same_question(part):
    changed = Counter()

    def look(game, rules, cards, rng):
        seat, state = game.question.seat, game.state()
        world = other_world(rules, cards, state, game.view(seat), rng)
        again = loaded(rules, cards, world, views_of(game))
        again.assert_invariants()
        assert again.view(seat) == game.view(seat)
        assert asked(again) == seat
        assert key(legal_in(again)) == key(game.question.legal)
        changed[world != state] += 1

    for seed in range(100 + 8 * part, 108 + 8 * part):
        follow(seed, look)
    assert changed[True] > 20 * changed[False]


def test_every_hidden_place_changes():
    game = act(begun(["123", "456", "789"], [1, 2], restrictions={"face_down": [1]}), "0 12", "1 456")
    rng, found = random.Random(1), Counter()
    for _ in range(60):
        world = other_world(game.rules, {"packs": game.packs}, game.state(), game.view(2), rng)
        assert world["hands"][2] == [7, 8, 9]
        found[tuple(world["hands"][0]), tuple(card["card"] for card in world["plays"][1]["cards"])] += 1
        assert {len(world["deck"]), len(world["hands"][0])} == {63, 1}
    assert len({hand for hand, _ in found}) > 5
    assert len({cards for _, cards in found}) > 10


def test_possible_plays():
    rng = random.Random(2)
    one = Counter(dict.fromkeys(range(1, 10), 1))
    runs = [[k, j] for k in range(1, 10) for j in (k - 1, k + 1)]
    assert all(possible_play([0, 1], [None, None], one, rng) in runs for _ in range(50))
    assert possible_play([0, 2], [None, None], Counter({3: 2, 4: 5, 5: 1}), rng) in ([3, 3], [4, 4])
    assert possible_play([4], [None], Counter({7: 1}), rng) == [7]
    assert possible_play([4, 5, 6], [None, 7, None], Counter({7: 1, 6: 1, 8: 1}), rng) in ([6, 7, 8], [8, 7, 6])
