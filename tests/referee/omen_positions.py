"""A tiny made-up card set and positions built by hand, for the tests of the Omen referee."""

from .omen import RandomChance, Referee
from .omen_game import strings_in

RULES = {
    "mode": "single",
    "games": [1],
    "first_player": "envoy",
    "starting_units": 4,
    "starting_coins": 4,
    "first_turn_wealth": 2,
    "second_player_bonus_coins": 0,
    "second_player_bonus_units": 0,
    "wealth_actions": 3,
    "wealth_bonus": 1,
    "spoils_bonus": 1,
    "coin_supply": 20,
    "city_limit": 5,
    "kraters_per_surge": 1,
    "winner_keeps": 1,
    "loser_keeps": 2,
    "myriad_kept_as": 1,
    "wrath_on_hand_limit": True,
    "wrath_on_offering": False,
    "wrath_on_own_trait": False,
    "triumph_check": "end_of_step",
    "hand_limit": 6,
    "coin_limit": 7,
    "cities_to_end": 3,
    "points": {"krater": 2, "broken": 1, "facedown": 2, "coveted": 1},
    "surge_limit": 100,
    "chain_limit": 100,
    "max_decisions_per_turn": 200,
    "max_turns": 200,
}


def unit(name, cost, offering, strength, *traits, **effects):
    """A made-up unit."""
    card = {"id": name, "name": name, "cost": cost, "offering": offering, "strength": strength}
    return {**card, "traits": list(traits), **effects}


def triumph(step, **when):
    """The data of a TRIUMPH."""
    return {"step": step, "when": when}


UNITS = [
    unit("bol-gain", 2, 1, 3, "BOLSTER", "SPOILS", bolster=[{"gain": 2}]),
    unit("bol-draw", 1, 2, 2, "BOLSTER", "FATE", bolster=[{"draw": 1}]),
    unit("bol-move", 0, 0, 1, "BOLSTER", "VETERAN", bolster=[{"move": {"whose": "own", "number": 1}}]),
    unit("jilt-gain", 2, 1, 2, "JILT", "PILFER", jilt=[{"gain": 3}]),
    unit("jilt-wrath", 1, 1, 2, "JILT", "WRATH", jilt=[{"discard": 1}]),
    unit("glean-a", 1, 1, 1, "GLEAN", "RECRUIT", glean=[{"gain": {"count": "own_units", "where": "here"}}]),
    unit("glean-b", 1, 1, 1, "GLEAN", "SPOILS", glean=[{"return": {"whose": "own", "where": "here"}}]),
    unit("tri-war", 4, 2, 4, "TRIUMPH", "MYRIAD", triumph=triumph("war", count="own_units", where="here", at_least=2)),
    unit("tri-surge", 3, 1, 3, "TRIUMPH", "FATE", triumph=triumph("surge", count="played", at_least=2)),
    unit("tri-wealth", 3, 1, 3, "TRIUMPH", "CURSE", triumph=triumph("wealth", count="coins", at_least=3)),
    unit("tri-offer", 3, 1, 3, "TRIUMPH", "PILFER", triumph=triumph("offering", count="hand", at_most=1)),
    unit("cov-a", 1, 3, 1, "COVETED", "WRATH"),
    unit("cov-b", 1, 3, 1, "COVETED", "CURSE"),
    unit("cov-c", 1, 3, 1, "COVETED", "RECRUIT"),
    unit("cov-d", 1, 3, 1, "COVETED", "PILFER"),
    unit("myr-a", 3, 2, 2, "MYRIAD", "VETERAN"),
    unit("myr-b", 3, 2, 2, "MYRIAD", "SPOILS"),
    unit("fate-wrath", 2, 0, 2, "FATE", "WRATH"),
    unit("curse-wrath", 2, 1, 2, "CURSE", "WRATH"),
    unit("vet-fate", 2, 1, 5, "VETERAN", "FATE"),
    unit("pil-rec", 2, 1, 5, "PILFER", "RECRUIT"),
    unit("spo-vet", 5, 1, 6, "SPOILS", "VETERAN"),
]
KRATERS = [
    {"id": "k-draw", "name": "k-draw", "effect": [{"draw": 2}]},
    {"id": "k-again", "name": "k-again", "effect": [{"repeat_broken": True}]},
    {"id": "k-extra", "name": "k-extra", "effect": [{"extra_krater": 1}]},
    {"id": "k-swap", "name": "k-swap", "effect": [{"swap_kraters": True}]},
    {"id": "k-peek", "name": "k-peek", "effect": [{"peek": True}]},
    {"id": "k-gain", "name": "k-gain", "effect": [{"gain": 3}]},
]
SET = {
    "units": [{**card, "set": 1} for card in UNITS],
    "kraters": [{**card, "set": 1} for card in KRATERS],
}


class FixedChance(RandomChance):
    """Keeps every order as it is, flips seat 1, discards the last of a hand."""

    def __init__(self):
        self.shuffles = []

    def shuffle(self, what, cards, seat):
        self.shuffles.append((what, list(cards)))
        return cards

    def first_player(self):
        return 1

    def random_discard(self, seat, hand):
        return hand[-1]


def position(hands=((), ()), cities=None, discard=(), deck=None, coins=(4, 4), cards=None, **rules):
    """A game in the middle of seat 0's Surge Step; units not named are out of the game (or in the deck)."""
    game = Referee({**RULES, **rules}, cards or SET, FixedChance())
    game.turn, game.active, game.first, game.step = 3, 0, 0, "surge"
    game.hands = [list(hand) for hand in hands]
    for city, sides in (cities or {}).items():
        game.cities[city]["units"] = [list(side) for side in sides]
    for city, kraters in enumerate((["k-draw", "k-again"], ["k-extra", "k-swap"], ["k-peek", "k-gain"])):
        game.cities[city]["kraters"] = kraters
    game.discards[0] = list(discard)
    used = {u for part in (*game.hands, game.discards[0]) for u in part}
    used |= {u for city in game.cities for side in city["units"] for u in side}
    rest = [card for card in game.units if card not in used]
    game.decks[0] = list(deck if deck is not None else rest)
    game.out = [card for card in rest if card not in game.decks[0]]
    game.coins, game.supply = list(coins), 20 - sum(coins)
    game.kraters_allowed = 1
    return game


def drive(game, steps, *answers):
    """Run a generator of the game with these answers; all questions asked as (seat, legal)."""
    asked, waiting, answer = [], list(answers), None
    while True:
        try:
            question = steps.send(answer)
        except StopIteration:
            assert not waiting, f"not asked: {waiting}"
            return asked
        asked.append((question.seat, question.legal))
        assert waiting, f"no answer given to {question}"
        answer = waiting.pop(0)
        if isinstance(answer, str):
            do, _, name = answer.partition(" ")
            answer = {"do": do, "unit": name} if name else {"do": do}
        assert answer in question.legal, f"{answer} not in {question.legal}"


def effect(game, steps, *answers, here=0):
    """Carry out an effect of seat 0 and the BOLSTERs it causes."""

    def both():
        yield from game.start_effect(steps, 0, here)
        yield from game.run_bolsters()

    asked = drive(game, both(), *answers)
    if every_krater_once(game):
        game.assert_invariants()
    return asked


def every_krater_once(game):
    """Positions that put kraters elsewhere by hand leave the sum of kraters wrong."""
    places = [game.kraters, [city["kraters"] for city in game.cities], [r["broken"] for r in game.rewards]]
    return sorted(strings_in(places)) == sorted(game.krater_cards)


def surge(game, action, *answers):
    """One Surge action, legal now."""
    assert action in game.surge_actions()
    return drive(game, game.surge_action(action), *answers)


def names(question):
    """The units of a question's answers."""
    return [action.get("unit", action["do"]) for action in question[1]]


def city_to(number):
    """The answer to a city question."""
    return {"do": "city", "city": number}


def resolve(number):
    """The answer to a War question."""
    return {"do": "resolve", "city": number}


def begun(**rules):
    """A game at its first question, dealt in the order of the card list."""
    game = Referee({**RULES, **rules}, SET, FixedChance())
    game.begin()
    return game
