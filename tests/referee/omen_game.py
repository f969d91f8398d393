"""The complete game of Omen (Songs of Far Shores: Omen Game 1), as plainly as it can be written.

`Game` is a generator of questions: `begin()` runs to the first one, `answer(action)` to the next. Chance comes from
a `chance` object with `shuffle(what, cards, seat)`, `first_player()` and `random_discard(seat, hand)`.
Section names in the docstrings are those of the rulebook.
"""

from collections import Counter
from dataclasses import dataclass

from .omen_effects import Effects


class UnfinishedError(Exception):
    """The game stops without an end: `loop`, `decisions` or `max_turns`."""


class InvariantError(AssertionError):
    """Something that must always hold does not."""


@dataclass
class Question:
    """One decision: whose it is and every legal answer."""

    seat: int
    legal: list


class Game(Effects):
    """The state of one game and its rules."""

    UnfinishedError = UnfinishedError

    def __init__(self, rules: dict, cards: dict, chance):
        self.rules, self.chance = rules, chance
        self.units = {card["id"]: card for card in cards["units"]}
        self.krater_cards = {card["id"]: card for card in cards["kraters"]}
        self.draft = rules["mode"] == "draft"
        self.sets = 1 if rules["mode"] == "single" else len(rules["games"])
        self.turn, self.active, self.first, self.step, self.to_move = 0, None, None, "envoy", None
        piles = 2 if self.draft else 1
        self.decks, self.discards = [[] for _ in range(piles)], [[] for _ in range(piles)]
        self.hands, self.kraters, self.coins = [[], []], [[], []], [0, 0]
        self.rewards = [{"facedown": [], "broken": []} for _ in (0, 1)]
        self.cities = [{"kraters": [], "razed": False, "units": [[], []]} for _ in range(3)]
        self.aside, self.out, self.stacks = [], [], None
        self.supply = rules["coin_supply"]
        self.extra_wealth, self.skip_bonus = [0, 0], [0, 0]
        self.extra_strength = [[0, 0] for _ in range(3)]
        self.may_know, self.given_away = [set(), set()], [set(), set()]
        self.bolsters, self.chain, self.decisions, self.total_decisions = [], 0, 0, 0
        self.steps = 0
        self.kraters_allowed, self.offerings_allowed = 0, 1
        self.destroyed, self.played, self.won, self.gleaned = [], [], [0, 0], set()
        self.question, self.result, self._before = None, None, None
        self._run = None

    # ------------------------------------------------------------------ running

    def begin(self):
        """Set up and run to the first question."""
        self._run = self.whole_game()
        self._advance(None)

    def answer(self, action: dict):
        """Answer the present question and run to the next one or to the end."""
        if action not in self.question.legal:
            raise ValueError(f"not legal: {action}")
        self._advance(action)

    def _advance(self, action):
        try:
            self.question = self._run.send(action)
            self.to_move = self.question.seat
        except StopIteration:
            self.question, self.to_move, self.step = None, None, "over"

    def whole_game(self):
        """Set up, turns until the end, scoring."""
        try:
            yield from self.set_up()
            while True:
                yield from self.one_turn()
                if sum(city["razed"] for city in self.cities) >= self.cities_to_end():
                    break
                if self.turn >= self.rules["max_turns"]:
                    raise UnfinishedError("max_turns")
                self.active = 1 - self.active
            self.result = self.final_result()
        except UnfinishedError as stop:
            self.result = {"kind": "unfinished", "winner": None, "reason": str(stop), **self.points()}

    def cities_to_end(self) -> int:
        """All 3 (single), 2 or more (combined and drafted games)."""
        wanted = self.rules.get("cities_to_end")
        return wanted if wanted is not None else (3 if self.rules["mode"] == "single" else 2)

    def ask(self, seat: int, legal: list):
        """Ask a question if it has an answer; None if it has none."""
        if not legal:
            return None
        if self.turn > 0:
            if self.decisions >= self.rules["max_decisions_per_turn"]:
                raise UnfinishedError("decisions")
            self.decisions += 1
        self.total_decisions += 1
        self.steps = 0
        return (yield Question(seat, legal))

    def ask_units(self, seat: int, do: str, units, up_to: bool = False):
        """Which unit; with `up_to` the seat may stop, but is asked only while there is a unit to choose."""
        legal = [{"do": do, "unit": unit} for unit in units]
        if legal and up_to:
            legal.append({"do": "stop"})
        return (yield from self.ask(seat, legal))

    def ask_cities(self, seat: int, cities):
        """Which city."""
        return (yield from self.ask(seat, [{"do": "city", "city": c} for c in cities]))

    # ------------------------------------------------------------------ cards and piles

    def has(self, unit: str, trait: str) -> bool:
        """Whether the unit has the trait."""
        return trait in self.units[unit]["traits"]

    def weight(self, units) -> int:
        """Units counted with MYRIAD as 2."""
        return sum(2 if self.has(unit, "MYRIAD") else 1 for unit in units)

    def pile(self, seat: int) -> int:
        """Which deck and discard pile the seat uses (Drafting Omen Games: its own)."""
        return seat if self.draft else 0

    def deck(self, seat: int) -> list:
        """The seat's deck, top first."""
        return self.decks[self.pile(seat)]

    def discard_pile(self, seat: int) -> list:
        """The seat's discard pile in order of arrival."""
        return self.discards[self.pile(seat)]

    def hand_size(self, seat: int) -> int:
        """Cards in hand, including Kraters."""
        return len(self.hands[seat]) + len(self.kraters[seat])

    def shuffle_deck(self, seat: int):
        """Shuffle what is in the deck."""
        deck = self.deck(seat)
        deck[:] = self.chance.shuffle("deck", list(deck), self.pile(seat))
        if len(deck) > 1:
            self.forget(deck)

    def refill(self, seat: int) -> bool:
        """ "If the deck is ever empty, the discard pile is shuffled to form the deck." Is there a deck now?"""
        if not self.deck(seat) and self.discard_pile(seat):
            self.deck(seat).extend(self.discard_pile(seat))
            self.discard_pile(seat).clear()
            if not self.draft:
                self.make_public(self.hands[0] + self.hands[1])
            self.shuffle_deck(seat)
        return bool(self.deck(seat))

    def from_deck(self, seat: int, unit: str, to: list):
        """Move a unit out of the deck; then an empty deck is formed anew at once."""
        self.deck(seat).remove(unit)
        to.append(unit)
        self.may_know[seat].add(unit)
        if to is self.discard_pile(seat):
            self.make_public([unit])
        self.refill(seat)

    def draw(self, seat: int):
        """Draw the top Unit, if there is one."""
        if self.refill(seat):
            self.from_deck(seat, self.deck(seat)[0], self.hands[seat])

    def can_draw(self, seat: int) -> bool:
        """The deck holds a unit, or is empty and the discard pile would be shuffled."""
        return bool(self.deck(seat) or self.discard_pile(seat))

    def take_from_discard(self, seat: int, unit: str):
        """Move a unit from the discard pile to the hand, seen by both."""
        self.discard_pile(seat).remove(unit)
        self.hands[seat].append(unit)
        self.make_public([unit])

    # ------------------------------------------------------------------ what may be known (for check_view only)

    def make_public(self, cards):
        """Both seats know these."""
        for known in self.may_know:
            known.update(cards)

    def forget(self, cards):
        """These were shuffled together: nobody knows which is where."""
        for known in self.may_know:
            known.difference_update(cards)

    def learn_search(self, seat: int):
        """A searcher sees the deck, hence (shared deck) knows the other hand by elimination."""
        self.may_know[seat].update(self.deck(seat))
        if not self.draft:
            self.may_know[seat].update(self.hands[1 - seat])

    # ------------------------------------------------------------------ coins

    def gain_coins(self, seat: int, number: int):
        """Gain coins as far as the supply goes."""
        number = min(number, self.supply)
        self.coins[seat] += number
        self.supply -= number

    def lose_coins(self, seat: int, number: int):
        """Spend or lose coins: they are returned to the middle."""
        number = min(number, self.coins[seat])
        self.coins[seat] -= number
        self.supply += number

    def steal_coins(self, seat: int, number: int):
        """Take coins from the other player."""
        number = min(number, self.coins[1 - seat])
        self.coins[1 - seat] -= number
        self.coins[seat] += number

    # ------------------------------------------------------------------ discards

    def discard(self, seat: int, unit: str, cause: str):
        """Move a unit from hand to the discard pile; WRATH answers at once."""
        self.hands[seat].remove(unit)
        self.discard_pile(seat).append(unit)
        self.make_public([unit])
        yield from self.wrath(seat, unit, cause)

    def wrath(self, seat: int, unit: str, cause: str):
        """WRATH (Step 5): the Opposing Player discards 1 Unit. Causes: effect, limit, offering, trait."""
        allowed = {
            "effect": True,
            "limit": self.rules["wrath_on_hand_limit"],
            "offering": self.rules["wrath_on_offering"],
            "trait": self.rules["wrath_on_own_trait"],
        }[cause]
        if allowed and seat == self.active and self.has(unit, "WRATH"):
            yield from self.choose_discard(1 - seat)

    def choose_discard(self, seat: int, cause: str = "effect"):
        """The seat chooses a unit from its hand and discards it; nothing without one."""
        answer = yield from self.ask_units(seat, "discard", self.hands[seat])
        if answer is not None:
            yield from self.discard(seat, answer["unit"], cause)

    def choose_top(self, seat: int):
        """The seat puts a unit from hand on top of its deck."""
        answer = yield from self.ask_units(seat, "top", self.hands[seat])
        if answer is not None:
            self.hands[seat].remove(answer["unit"])
            self.deck(seat).insert(0, answer["unit"])

    # ------------------------------------------------------------------ units in cities

    def where_is(self, unit: str) -> tuple:
        """Seat and city of a unit in a city."""
        return next((s, c) for c in range(3) for s in (0, 1) if unit in self.cities[c]["units"][s])

    def fits(self, seat: int, unit: str, city: int) -> bool:
        """City Limit (Playing Units To Cities); nobody enters a razed city."""
        place = self.cities[city]
        return not place["razed"] and self.weight([*place["units"][seat], unit]) <= self.rules["city_limit"]

    def room(self, seat: int, unit: str) -> list:
        """The cities in which the unit fits."""
        return [c for c in range(3) if self.fits(seat, unit, c)]

    def enter(self, seat: int, unit: str, city: int):
        """A unit enters a city; the Active Player's BOLSTER waits for its turn."""
        self.cities[city]["units"][seat].append(unit)
        self.make_public([unit])
        if seat == self.active and self.has(unit, "BOLSTER"):
            self.bolsters.append((unit, city))

    def play_unit(self, seat: int, unit: str, city: int):
        """Put a unit that has left its place into a city as played."""
        self.played.append(unit)
        self.enter(seat, unit, city)

    def destroy(self, units: list):
        """Destroy units; VETERAN goes to hand instead, in the War Step only."""
        for unit in list(units):
            if self.step == "war" and self.has(unit, "VETERAN"):
                self.return_to_hand(unit)
                continue
            seat, city = self.where_is(unit)
            self.cities[city]["units"][seat].remove(unit)
            self.discard_pile(seat).append(unit)
            self.destroyed.append(unit)

    def return_to_hand(self, unit: str):
        """Move a unit from a city to its player's hand."""
        seat, city = self.where_is(unit)
        self.cities[city]["units"][seat].remove(unit)
        self.hands[seat].append(unit)

    def own_in_cities(self, seat: int) -> list:
        """All units of a seat in the cities."""
        return [unit for city in self.cities for unit in city["units"][seat]]

    # ------------------------------------------------------------------ set up

    def set_up(self):
        """Single Game Set Up, Combining Omen Games or Draft and Setup Rules; then who goes first."""
        kraters = self.chance.shuffle("kraters", list(self.krater_cards), 0)
        each = {1: 2, 2: 3, 3: 4}[self.sets]
        for c in range(3):
            self.cities[c]["kraters"] = kraters[c * each : (c + 1) * each]
        self.out = kraters[3 * each :]
        if self.draft:
            yield from self.draft_decks()
        else:
            self.decks[0] = self.chance.shuffle("deck", list(self.units), 0)
        for seat in (0, 1):
            for _ in range(self.rules["starting_units"]):
                self.draw(seat)
            self.gain_coins(seat, self.rules["starting_coins"])
        yield from self.choose_first_player()
        self.active = self.first

    def draft_decks(self):
        """Draft and Setup Rules: TRIUMPH, COVETED, then five rounds of 3 cards, 2 kept and 1 given."""
        stack_of = {u: next((t for t in ("TRIUMPH", "COVETED") if self.has(u, t)), "rest").lower() for u in self.units}
        self.stacks = {key: [[], []] for key in ("drawn", "under", "kept", "given")}
        for name in ("triumph", "coveted", "rest"):
            self.stacks[name] = self.chance.shuffle(name, [u for u in self.units if stack_of[u] == name], 0)
        for seat in (0, 1):
            self.draft_draw("triumph", seat, 4, "drawn")
            self.draft_draw("coveted", seat, 4, "kept")
        self.step = "draft_triumph"
        for seat in (0, 1):
            yield from self.draft_replace(seat)
        self.step = "draft_rest"
        for _ in range(5):
            yield from self.draft_round()
        self.out += self.stacks["triumph"] + self.stacks["coveted"] + self.stacks["rest"]
        kept, self.stacks = self.stacks["kept"], None
        for seat in (0, 1):
            self.decks[seat] = kept[seat]
            self.shuffle_deck(seat)
        self.step = "envoy"

    def draft_draw(self, stack: str, seat: int, number: int, to: str):
        """Draw from a stack."""
        for _ in range(number):
            unit = self.stacks[stack].pop(0)
            self.stacks[to][seat].append(unit)
            self.may_know[seat].add(unit)

    def draft_replace(self, seat: int):
        """Up to 2 TRIUMPH units go beneath the stack, in the order chosen, and as many are drawn."""
        drawn, under = self.stacks["drawn"][seat], self.stacks["under"][seat]
        while len(under) < 2:
            legal = [{"do": "replace", "unit": unit} for unit in drawn] + [{"do": "done"}]
            answer = yield from self.ask(seat, legal)
            if answer["do"] == "done":
                break
            drawn.remove(answer["unit"])
            under.append(answer["unit"])
        number = len(under)
        self.stacks["triumph"] += under
        under.clear()
        self.stacks["kept"][seat] += drawn
        drawn.clear()
        self.draft_draw("triumph", seat, number, "kept")

    def draft_round(self):
        """Both draw 3; each chooses one to give; the cards change hands when both have chosen."""
        for seat in (0, 1):
            self.draft_draw("rest", seat, 3, "drawn")
        for seat in (0, 1):
            drawn = self.stacks["drawn"][seat]
            answer = yield from self.ask_units(seat, "give", drawn)
            drawn.remove(answer["unit"])
            self.stacks["given"][seat].append(answer["unit"])
            self.given_away[seat].add(answer["unit"])
            self.stacks["kept"][seat] += drawn
            drawn.clear()
        for seat in (0, 1):
            self.stacks["kept"][1 - seat] += self.stacks["given"][seat]
            self.stacks["given"][seat].clear()

    def choose_first_player(self):
        """Envoy, or one of the two house rules; then the second player's bonuses."""
        way = self.rules["first_player"]
        if way == "envoy":
            yield from self.envoys()
        else:
            self.first = self.chance.first_player()
        second = 1 - self.first
        self.gain_coins(second, self.rules["second_player_bonus_coins"])
        for _ in range(self.rules["second_player_bonus_units"]):
            self.draw(second)
        if way == "random_discard":
            self.step = "envoy_discard"
            answer = yield from self.ask_units(self.first, "discard", self.hands[self.first])
            if answer is not None:
                self.discard_envoy(self.first, self.hands[self.first], answer["unit"])

    def envoys(self):
        """Envoy: the greatest combined Value, then Strength, then (here) a coin flip."""
        chosen = []
        for seat in (0, 1):
            answer = yield from self.ask_units(seat, "envoy", self.hands[seat])
            self.hands[seat].remove(answer["unit"])
            self.aside.append(answer["unit"])
            chosen.append(answer["unit"])
        cards = [self.units[unit] for unit in chosen]
        rank = [(card["cost"] + card["offering"] + card["strength"], card["strength"]) for card in cards]
        self.first = rank.index(max(rank)) if rank[0] != rank[1] else self.chance.first_player()
        self.make_public(chosen)
        self.discard_envoy(self.first, self.aside, chosen[self.first])
        self.aside.clear()
        self.hands[1 - self.first].append(chosen[1 - self.first])

    def discard_envoy(self, seat: int, source: list, unit: str):
        """The first player's Envoy forms the discard pile; nothing answers."""
        source.remove(unit)
        self.discard_pile(seat).append(unit)
        self.make_public([unit])

    # ------------------------------------------------------------------ the turn

    def one_turn(self):
        """Playing Omen: Wealth, Surge, Portent, War, Offering, then Ending the Turn."""
        self.turn += 1
        self.decisions = 0
        self.destroyed, self.played, self.won = [], [], [0, 0]
        self.offerings_allowed = 1
        for step in ("wealth", "surge", "portent", "war", "offering"):
            self.step = step
            yield from getattr(self, step + "_step")()
            self.check_triumphs(step)
        self.step = "limits"
        yield from self.ending_the_turn()

    def check_at_once(self):
        """With `triumph_check: at_once`: before each top-level question of the step; in War at its end only."""
        if self.rules["triumph_check"] == "at_once":
            self.check_triumphs(self.step)

    def check_triumphs(self, step: str):
        """TRIUMPH (Step Three): units in their stated Step whose requirement is met move together to Rewards."""
        met = [unit for unit in self.own_in_cities(self.active) if self.triumph_met(unit, step)]
        for unit in met:
            seat, city = self.where_is(unit)
            self.cities[city]["units"][seat].remove(unit)
            self.rewards[seat]["facedown"].append(unit)

    def triumph_met(self, unit: str, step: str) -> bool:
        """Whether a unit of the Active Player has TRIUMPH, in this step, with its requirement met."""
        if not self.has(unit, "TRIUMPH"):
            return False
        triumph = self.units[unit]["triumph"]
        _, city = self.where_is(unit)
        return triumph["step"] == step and self.holds(triumph["when"], self.active, city, in_when=True)

    # ------------------------------------------------------------------ step one: wealth

    def wealth_step(self):
        """Step One: Wealth Actions one at a time, then the Wealth Bonus if all were of one kind."""
        seat = self.active
        actions = self.rules["first_turn_wealth"] if self.turn == 1 else self.rules["wealth_actions"]
        if any(self.has(unit, "SPOILS") for unit in self.own_in_cities(seat)):
            actions += self.rules["spoils_bonus"]
        actions += self.extra_wealth[seat]
        self.extra_wealth[seat] = 0
        spent = []
        for _ in range(actions):
            self.check_at_once()
            answer = yield from self.ask_draw_or_coin(seat)
            if answer is None:
                break
            spent.append(answer["do"])
            self.draw_or_coin(seat, answer["do"])
        if len(set(spent)) == 1:
            self.wealth_bonus(seat, spent[0])

    def ask_draw_or_coin(self, seat: int):
        """Draw 1 Unit or gain 1 Coin, as far as either can be given."""
        legal = [{"do": "draw"}] if self.can_draw(seat) else []
        if self.supply:
            legal.append({"do": "coin"})
        return (yield from self.ask(seat, legal))

    def draw_or_coin(self, seat: int, do: str):
        """Give what was chosen."""
        if do == "draw":
            self.draw(seat)
        else:
            self.gain_coins(seat, 1)

    def wealth_bonus(self, seat: int, do: str):
        """The Wealth Bonus, unless an effect of the other player takes it away."""
        if self.skip_bonus[seat] > 0:
            self.skip_bonus[seat] -= 1
            return
        for _ in range(self.rules["wealth_bonus"]):
            self.draw_or_coin(seat, do)

    # ------------------------------------------------------------------ step two: surge

    def surge_step(self):
        """Step Two: play Units, discard them for their Trait, use Kraters, in any order, until the player ends."""
        self.kraters_allowed = self.rules["kraters_per_surge"]
        for _ in range(self.rules["surge_limit"]):
            self.check_at_once()
            answer = yield from self.ask(self.active, self.surge_actions())
            if answer["do"] == "end":
                return
            yield from self.surge_action(answer)
        self.check_at_once()
        yield from self.ask(self.active, [{"do": "end"}])

    def surge_actions(self) -> list:
        """Every legal action of the Surge Step."""
        seat, legal = self.active, []
        for unit in self.hands[seat]:
            if self.units[unit]["cost"] <= self.coins[seat]:
                legal += [{"do": "play", "unit": unit, "city": c} for c in self.room(seat, unit)]
                if self.has(unit, "JILT"):
                    legal.append({"do": "jilt", "unit": unit})
            for trait in ("FATE", "PILFER", "RECRUIT"):
                if self.has(unit, trait):
                    legal.append({"do": trait.lower(), "unit": unit})
        if self.kraters_allowed > 0:
            legal += [{"do": "krater", "krater": krater} for krater in self.kraters[seat]]
        return [*legal, {"do": "end"}]

    def surge_action(self, action: dict):
        """Carry out one action of the Surge Step and the BOLSTERs it caused."""
        seat, do = self.active, action["do"]
        self.chain = 0
        if do == "play":
            unit = action["unit"]
            self.lose_coins(seat, self.units[unit]["cost"])
            self.hands[seat].remove(unit)
            self.play_unit(seat, unit, action["city"])
        elif do == "krater":
            yield from self.use_krater(seat, action["krater"])
        else:
            yield from self.use_trait(seat, do, action["unit"])
        yield from self.run_bolsters()

    def use_krater(self, seat: int, krater: str):
        """Using Kraters: reveal, follow the text, then place it in the Rewards as a Broken Krater."""
        self.kraters_allowed -= 1
        self.kraters[seat].remove(krater)
        self.aside.append(krater)
        self.make_public([krater])
        yield from self.start_effect(self.krater_cards[krater]["effect"], seat, None)
        self.aside.remove(krater)
        self.rewards[seat]["broken"].append(krater)

    def use_trait(self, seat: int, do: str, unit: str):
        """JILT, FATE, PILFER, RECRUIT: the unit lies aside until its own effect is done, then is discarded."""
        if do == "jilt":
            self.lose_coins(seat, self.units[unit]["cost"])
        self.hands[seat].remove(unit)
        self.aside.append(unit)
        self.make_public([unit])
        steps = self.units[unit]["jilt"] if do == "jilt" else [{"trait_" + do: 1}]
        yield from self.start_effect(steps, seat, None)
        self.aside.remove(unit)
        self.discard_pile(seat).append(unit)
        yield from self.wrath(seat, unit, "trait")

    def word_trait_fate(self, value, owner, here):
        """FATE: draw 1 Unit or move 1 Unit in the discard pile to the hand."""
        legal = [{"do": "draw"}] if self.can_draw(owner) else []
        legal += [{"do": "take", "unit": unit} for unit in self.discard_pile(owner)]
        answer = yield from self.ask(owner, legal)
        if answer is not None and answer["do"] == "draw":
            self.draw(owner)
        elif answer is not None:
            self.take_from_discard(owner, answer["unit"])

    def word_trait_pilfer(self, value, owner, here):
        """PILFER: take 1 Coin from the Opposing Player."""
        self.steal_coins(owner, 1)
        yield from ()

    def word_trait_recruit(self, value, owner, here):
        """RECRUIT: draw 2 Units and place 1 Unit from hand on top of the deck."""
        self.draw(owner)
        self.draw(owner)
        yield from self.choose_top(owner)

    # ------------------------------------------------------------------ step three: portent

    def portent_step(self):
        """Step Three: each GLEAN once, one at a time, in the order of the player's choice."""
        self.gleaned = set()
        while True:
            self.check_at_once()
            waiting = [u for u in self.own_in_cities(self.active) if self.has(u, "GLEAN") and u not in self.gleaned]
            answer = yield from self.ask_units(self.active, "glean", waiting)
            if answer is None:
                return
            unit = answer["unit"]
            self.gleaned.add(unit)
            self.chain = 0
            _, city = self.where_is(unit)
            yield from self.start_effect(self.units[unit]["glean"], self.active, city)
            yield from self.run_bolsters()

    # ------------------------------------------------------------------ step four: war

    def is_sacked(self, city: int) -> bool:
        """Step Four: 3 or more opposing units, or 5 or more in all, MYRIAD counting as 2."""
        sides = [self.weight(units) for units in self.cities[city]["units"]]
        return sides[1 - self.active] >= 3 or sum(sides) >= 5

    def war_step(self):
        """Step Four: resolve sacked cities until none remain."""
        bound = [len(city["kraters"]) + 2 for city in self.cities]
        while True:
            sacked = [c for c in range(3) if self.is_sacked(c)]
            answer = yield from self.ask(self.active, [{"do": "resolve", "city": c} for c in sacked])
            if answer is None:
                break
            bound[answer["city"]] -= 1
            if min(bound) < 0 and self.rules["city_limit"] <= 5:
                raise InvariantError("a city is resolved more than kraters + 2 times in one War")
            yield from self.resolve(answer["city"])
        self.extra_strength = [[0, 0] for _ in range(3)]

    def strengths(self, city: int) -> list:
        """Combined Strength of each seat in a city."""
        sides = self.cities[city]["units"]
        return [sum(self.units[u]["strength"] for u in sides[s]) + self.extra_strength[city][s] for s in (0, 1)]

    def resolve(self, city: int):
        """One sacked city: Strength, then most units with BOLSTER, else the tie stands."""
        place = self.cities[city]
        bolster = [sum(self.has(u, "BOLSTER") for u in side) for side in place["units"]]
        rank = list(zip(self.strengths(city), bolster, strict=True))
        if rank[0] == rank[1]:
            for seat in (self.active, 1 - self.active):
                yield from self.lose_two(city, seat)
            return
        winner = rank.index(max(rank))
        self.may_know[winner].add(place["kraters"][0])
        self.kraters[winner].append(place["kraters"].pop(0))
        self.won[winner] += 1
        if not place["kraters"]:
            place["razed"] = True
            self.destroy(place["units"][winner])
            self.destroy(place["units"][1 - winner])
            return
        yield from self.survivors(city, winner, self.rules["winner_keeps"])
        yield from self.survivors(city, 1 - winner, self.rules["loser_keeps"])

    def survivors(self, city: int, seat: int, keeps: int):
        """ "Destroys all but": the seat chooses which units stay, the others are destroyed together."""
        side = self.cities[city]["units"][seat]

        def size(units):
            return self.weight(units) if self.rules["myriad_kept_as"] == 2 else len(units)

        kept = list(side) if size(side) <= keeps else []
        while len(kept) < len(side):
            may = [unit for unit in side if unit not in kept and size([*kept, unit]) <= keeps]
            answer = yield from self.ask_units(seat, "keep", may)
            if answer is None:
                break
            kept.append(answer["unit"])
        self.destroy([unit for unit in side if unit not in kept])

    def lose_two(self, city: int, seat: int):
        """ "If a tie still exists, each player destroys 2 of their Units at the tied City." """
        side = self.cities[city]["units"][seat]
        if len(side) <= 2:
            self.destroy(side)
            return
        for _ in range(2):
            answer = yield from self.ask_units(seat, "destroy", side)
            self.destroy([answer["unit"]])

    # ------------------------------------------------------------------ step five and the end of the turn

    def offering_step(self):
        """Step 5: the player may discard 1 Unit (more by effects) for Units and Coins."""
        while self.offerings_allowed > 0 and self.hands[self.active]:
            self.check_at_once()
            legal = [{"do": "offer", "unit": unit} for unit in self.hands[self.active]] + [{"do": "decline"}]
            answer = yield from self.ask(self.active, legal)
            if answer["do"] == "decline":
                return
            self.offerings_allowed -= 1
            yield from self.offer(answer["unit"])

    def offer(self, unit: str):
        """One Offering: the discard, CURSE, then its value in Units and Coins in any combination."""
        seat = self.active
        yield from self.discard(seat, unit, "offering")
        if self.has(unit, "CURSE"):
            answer = yield from self.ask_units(seat, "destroy", self.own_in_cities(1 - seat))
            if answer is not None:
                self.destroy([answer["unit"]])
        for _ in range(self.units[unit]["offering"]):
            answer = yield from self.ask_draw_or_coin(seat)
            if answer is None:
                return
            self.draw_or_coin(seat, answer["do"])

    def ending_the_turn(self):
        """Ending the Turn: discard Units to the hand limit, then lose Coins to the coin limit."""
        seat = self.active
        while self.hand_size(seat) > self.rules["hand_limit"] and self.hands[seat]:
            yield from self.choose_discard(seat, "limit")
        self.lose_coins(seat, max(0, self.coins[seat] - self.rules["coin_limit"]))
        if self.hand_size(seat) > max(self.rules["hand_limit"], len(self.kraters[seat])):
            raise InvariantError("hand above the limit after the turn")

    # ------------------------------------------------------------------ ending the game and scoring

    def points(self) -> dict:
        """Ending the Game and Scoring: points by seat and by source."""
        worth = self.rules["points"]
        sources = [
            {
                "krater": worth["krater"] * len(self.kraters[seat]),
                "broken": worth["broken"] * len(self.rewards[seat]["broken"]),
                "facedown": worth["facedown"] * len(self.rewards[seat]["facedown"]),
                "coveted": worth["coveted"] * self.coveted(seat),
            }
            for seat in (0, 1)
        ]
        return {"scores": [sum(source.values()) for source in sources], "sources": sources}

    def coveted(self, seat: int) -> int:
        """COVETED Units in a hand."""
        return sum(self.has(unit, "COVETED") for unit in self.hands[seat])

    def final_result(self) -> dict:
        """Most Points; then most facedown Units in Rewards; then most COVETED Units in hand; else a draw."""
        points = self.points()
        facedown = [len(self.rewards[seat]["facedown"]) for seat in (0, 1)]
        compared = {"razed": points["scores"], "facedown": facedown, "coveted": [self.coveted(s) for s in (0, 1)]}
        for reason, (zero, one) in compared.items():
            if zero != one:
                return {"kind": "win", "winner": 0 if zero > one else 1, "reason": reason, **points}
        return {"kind": "draw", "winner": None, "reason": "tie", **points}

    # ------------------------------------------------------------------ state and invariants

    def state(self) -> dict:
        """The complete state in the form of docs/replay-format.md."""
        stacks = None
        if self.stacks is not None:
            stacks = {k: [list(p) if isinstance(p, list) else p for p in v] for k, v in self.stacks.items()}
        return {
            "turn": self.turn,
            "active": self.active,
            "first": self.first,
            "step": self.step,
            "to_move": self.to_move,
            "decks": [list(deck) for deck in self.decks],
            "discards": [list(pile) for pile in self.discards],
            "hands": [sorted(hand) for hand in self.hands],
            "kraters": [sorted(held) for held in self.kraters],
            "rewards": [{key: sorted(cards) for key, cards in reward.items()} for reward in self.rewards],
            "cities": [
                {
                    "kraters": list(city["kraters"]),
                    "razed": city["razed"],
                    "units": [list(side) for side in city["units"]],
                }
                for city in self.cities
            ],
            "aside": sorted(self.aside),
            "out": sorted(self.out),
            "stacks": stacks,
            "coins": list(self.coins),
            "supply": self.supply,
        }

    def assert_invariants(self):
        """The 'Must hold' list of rules/omen.md; raises InvariantError."""
        state = self.state()
        problems = list(broken_invariants(self, state))
        if self._before is not None:
            problems += changed_for_the_worse(self._before, state)
        self._before = state
        if problems:
            raise InvariantError("; ".join(problems))


def strings_in(value):
    """All strings in a nested value (values only)."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from strings_in(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings_in(part)


ZONES = ("decks", "discards", "hands", "kraters", "rewards", "cities", "aside", "out", "stacks")


def broken_invariants(game: Game, state: dict):
    """What does not hold in one state."""
    found = Counter(strings_in([state[zone] for zone in ZONES]))
    expected = Counter([*game.units, *game.krater_cards])
    if found != expected:
        yield f"cards not conserved: {dict((found - expected) + (expected - found))}"
    if sum(state["coins"]) + state["supply"] != game.rules["coin_supply"] or min(*state["coins"], state["supply"]) < 0:
        yield "coins not conserved"
    for c, city in enumerate(state["cities"]):
        if max(game.weight(side) for side in city["units"]) > game.rules["city_limit"]:
            yield f"city {c} above the city limit"
        if city["razed"] and (any(city["units"]) or city["kraters"]):
            yield f"something in razed city {c}"
        if state["step"] in ("offering", "limits") and game.is_sacked(c):
            yield f"city {c} is sacked after War"


def changed_for_the_worse(before: dict, after: dict) -> list:
    """What may never change that way: rewards, razed cities, kraters of a city."""
    problems = []
    for seat in (0, 1):
        for key, cards in before["rewards"][seat].items():
            if not set(cards) <= set(after["rewards"][seat][key]):
                problems.append(f"rewards of seat {seat} shrank")
    for c, (old, new) in enumerate(zip(before["cities"], after["cities"], strict=True)):
        if old["razed"] and not new["razed"]:
            problems.append(f"razed city {c} healed")
        below = old["kraters"][len(old["kraters"]) - len(new["kraters"]) :][1:]
        if len(new["kraters"]) > len(old["kraters"]) or new["kraters"][1:] != below:
            problems.append(f"kraters of city {c} moved other than from the top")
    return problems
