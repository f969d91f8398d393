"""The words of Omen's effect language (docs/games/omen-effects.md), one method for each.

A mix-in of `omen_game.Game`: every `word_…` method is a generator that yields questions where the owner (or the
other player) has something to choose. "The owner" is the Active Player; `here` is a city or None (JILT, kraters).
"""

MOST_STEPS = 250


def params(value) -> dict:
    """The mapping form of a step's value: `discard: 2` is `discard: {number: 2}`, a count is a number too."""
    if isinstance(value, dict) and "count" not in value:
        return value
    return {"number": value}


def contains_word(steps, word: str) -> bool:
    """Whether the word stands anywhere in these steps, nested ones included."""
    if isinstance(steps, list):
        return any(contains_word(step, word) for step in steps)
    if isinstance(steps, dict):
        return word in steps or any(contains_word(value, word) for value in steps.values())
    return False


def within(value: int, bounds: dict | None) -> bool:
    """Whether a printed value keeps to `at_least` and `at_most`, where they stand."""
    bounds = bounds or {}
    low, high = bounds.get("at_least"), bounds.get("at_most")
    return (low is None or value >= low) and (high is None or value <= high)


class Effects:
    """Amounts, conditions, filters and all words; the zones and helpers are those of `omen_game.Game`."""

    # ------------------------------------------------------------------ amounts, conditions, filters

    def count(self, owner: int, here: int | None, spec: dict, in_when: bool = False) -> int:
        """A count. In a TRIUMPH's requirement (`in_when`) a unit with MYRIAD counts as 2 (rulebook, MYRIAD)."""
        name, where, trait = spec["count"], spec.get("where") or "all", spec.get("trait")
        if name in ("own_units", "opposing_units"):
            seat = owner if name == "own_units" else 1 - owner
            cities = [here] if where == "here" else range(3)
            units = [u for c in cities for u in self.cities[c]["units"][seat] if trait is None or self.has(u, trait)]
            return self.weight(units) if in_when else len(units)
        if name == "cities":
            return sum(1 for city in self.cities if city["units"][owner])
        if name == "hand":
            return self.hand_size(owner)
        if name == "coins":
            return self.coins[owner]
        if name == "kraters":
            return len(self.kraters[owner])
        if name == "won":
            return self.won[owner]
        units = {"destroyed": self.destroyed, "played": self.played}[name]
        return self.weight(units) if in_when else len(units)

    def amount(self, value, owner: int, here: int | None) -> int:
        """A plain number or a count, worked out now."""
        return self.count(owner, here, value) if isinstance(value, dict) else value

    def holds(self, condition: dict, owner: int, here: int | None, in_when: bool = False) -> bool:
        """Whether a condition is met."""
        if condition.get("all") is not None:
            return all(self.holds(part, owner, here, in_when) for part in condition["all"])
        if condition.get("any") is not None:
            return any(self.holds(part, owner, here, in_when) for part in condition["any"])
        value = self.count(owner, here, condition, in_when)
        if condition.get("at_least") is not None:
            return value >= condition["at_least"]
        if condition.get("at_most") is not None:
            return value <= condition["at_most"]
        return value == condition["exactly"]

    def matches(self, unit: str, spec: dict) -> bool:
        """Whether the unit passes the filter part of a step."""
        card, trait = self.units[unit], spec.get("trait")
        if trait is not None and not self.has(unit, trait):
            return False
        return within(card["strength"], spec.get("strength")) and within(card["cost"], spec.get("cost"))

    def targets(self, spec: dict, owner: int, here: int | None) -> list:
        """The units in cities that a destroy, return or move step may choose."""
        whose, where = spec.get("whose") or "any", spec.get("where") or "any"
        seats = {"own": [owner], "opposing": [1 - owner], "any": [0, 1]}[whose]
        cities = {"here": [here], "another": [c for c in range(3) if c != here], "any": [0, 1, 2]}[where]
        return [u for c in cities for s in seats for u in self.cities[c]["units"][s] if self.matches(u, spec)]

    # ------------------------------------------------------------------ starting effects

    def start_effect(self, steps: list, owner: int, here: int | None):
        """Carry out an effect from its start; it counts one towards the chain limit."""
        if self.chain >= self.rules["chain_limit"]:
            raise self.UnfinishedError("loop")
        self.chain += 1
        yield from self.do_steps(steps, owner, here)

    def do_steps(self, steps: list | None, owner: int, here: int | None):
        """Do the steps in the order presented, each to the best of the player's ability (Playing Omen)."""
        for step in steps or []:
            self.count_step()
            if "if" in step:
                yield from self.word_if(step, owner, here)
                continue
            ((word, value),) = step.items()
            yield from getattr(self, "word_" + word)(value, owner, here)

    def count_step(self):
        """One more step since the last decision; an effect with too many is given up as an endless chain."""
        if self.steps >= MOST_STEPS:
            raise self.UnfinishedError("loop")
        self.steps += 1

    def run_bolsters(self):
        """Carry out the waiting BOLSTERs in order of entering; those they cause join at the end."""
        while self.bolsters:
            unit, city = self.bolsters.pop(0)
            yield from self.start_effect(self.units[unit]["bolster"], self.active, city)

    # ------------------------------------------------------------------ structure

    def word_if(self, step, owner, here):
        """`if … then … else …`."""
        branch = "then" if self.holds(step["if"], owner, here) else "else"
        yield from self.do_steps(step.get(branch), owner, here)

    def word_may(self, value, owner, here):
        """`may: [steps]` or `may: {pay, then}`: the owner decides; a payment is offered only if it can be made."""
        form = {"then": value} if isinstance(value, list) else value
        cost = form.get("pay")
        if cost and not self.can_pay(cost, owner):
            return
        answer = yield from self.ask(owner, [{"do": "yes"}, {"do": "no"}])
        if answer["do"] == "no":
            return
        if cost:
            yield from self.pay(cost, owner)
        yield from self.do_steps(form.get("then"), owner, here)

    def can_pay(self, cost: dict, owner: int) -> bool:
        """Whether the whole cost can be paid."""
        ((kind, number),) = [(k, n) for k, n in cost.items() if n is not None]
        own_in_cities = sum(len(city["units"][owner]) for city in self.cities)
        have = {"coins": self.coins[owner], "discard": len(self.hands[owner])}.get(kind, own_in_cities)
        return have >= number

    def pay(self, cost: dict, owner: int):
        """Pay a cost: coins, own units from hand, own units anywhere destroyed or returned. It counts as a step."""
        self.count_step()
        ((kind, number),) = [(k, n) for k, n in cost.items() if n is not None]
        if kind == "coins":
            self.lose_coins(owner, number)
        elif kind == "discard":
            for _ in range(number):
                yield from self.choose_discard(owner)
        else:
            word = self.word_destroy if kind == "destroy" else self.word_return
            yield from word({"whose": "own", "number": number}, owner, None)

    def word_choose(self, value, owner, here):
        """One of 2 to 4 lists."""
        answer = yield from self.ask(owner, [{"do": "option", "option": i} for i in range(len(value))])
        yield from self.do_steps(value[answer["option"]], owner, here)

    def word_for_each(self, value, owner, here):
        """The steps as many times as the count says at the start."""
        for _ in range(self.count(owner, here, value)):
            yield from self.do_steps(value["do"], owner, here)

    # ------------------------------------------------------------------ resources

    def word_gain(self, value, owner, here):
        """Coins for the owner; stops at the supply."""
        self.gain_coins(owner, self.amount(params(value)["number"], owner, here))
        yield from ()

    def word_lose(self, value, owner, here):
        """The owner loses coins; stops at 0."""
        self.lose_coins(owner, self.amount(params(value)["number"], owner, here))
        yield from ()

    def word_steal(self, value, owner, here):
        """The owner takes coins from the other player."""
        self.steal_coins(owner, self.amount(params(value)["number"], owner, here))
        yield from ()

    def word_opponent_loses(self, value, owner, here):
        """The other player loses coins."""
        self.lose_coins(1 - owner, self.amount(params(value)["number"], owner, here))
        yield from ()

    def word_draw(self, value, owner, here):
        """The owner draws, one at a time."""
        for _ in range(self.amount(params(value)["number"], owner, here)):
            self.draw(owner)
        yield from ()

    def word_opponent_draws(self, value, owner, here):
        """The other player draws, one at a time."""
        for _ in range(self.amount(params(value)["number"], owner, here)):
            self.draw(1 - owner)
        yield from ()

    def word_discard(self, value, owner, here):
        """The owner discards from hand."""
        yield from self.discard_some(owner, params(value), owner, here)

    def word_opponent_discards(self, value, owner, here):
        """The other player discards from hand, of that player's own choice or at random."""
        yield from self.discard_some(1 - owner, params(value), owner, here)

    def discard_some(self, seat, form, owner, here):
        """N units from the seat's hand, of its choice or at random, one at a time."""
        for _ in range(self.amount(form["number"], owner, here)):
            if form.get("at") == "random":
                if self.hands[seat]:
                    unit = self.chance.random_discard(seat, sorted(self.hands[seat]))
                    yield from self.discard(seat, unit, "effect")
            else:
                yield from self.choose_discard(seat)

    def word_put_on_deck(self, value, owner, here):
        """Units from the owner's hand on top of the deck, one at a time."""
        for _ in range(self.amount(params(value)["number"], owner, here)):
            yield from self.choose_top(owner)

    def word_recover(self, value, owner, here):
        """Units from the discard pile to hand."""
        form = params(value)
        for _ in range(self.amount(form["number"], owner, here)):
            pile = self.discard_pile(owner)
            answer = yield from self.ask_units(owner, "take", [u for u in pile if self.matches(u, form)])
            if answer is None:
                return
            self.take_from_discard(owner, answer["unit"])

    def word_search(self, value, owner, here):
        """See the whole deck, take N units that match, then shuffle. Only units seen may be taken."""
        form = params(value)
        number = self.amount(form["number"], owner, here)
        self.refill(owner)
        seen = list(self.deck(owner))
        self.learn_search(owner)
        for _ in range(number):
            answer = yield from self.ask_units(owner, "take", [u for u in seen if self.matches(u, form)])
            if answer is None:
                break
            seen.remove(answer["unit"])
            self.from_deck(owner, answer["unit"], self.hands[owner])
        if self.deck(owner):
            self.shuffle_deck(owner)

    def word_look(self, value, owner, here):
        """Look at the top units (no reshuffle), take some, discard the others from the top or leave them."""
        seen = self.deck(owner)[: value["top"]]
        self.may_know[owner].update(seen)
        for _ in range(value.get("take") or 0):
            answer = yield from self.ask_units(owner, "take", seen)
            if answer is None:
                break
            seen.remove(answer["unit"])
            self.from_deck(owner, answer["unit"], self.hands[owner])
        if value["rest"] == "discard":
            for unit in seen:
                self.from_deck(owner, unit, self.discard_pile(owner))
        yield from ()

    def word_reveal(self, value, owner, here):
        """Reveal the top unit; if it matches take or play it; "unless otherwise stated, it is then discarded"."""
        if not self.refill(owner):
            return
        unit = self.deck(owner)[0]
        self.make_public([unit])
        if not self.matches(unit, value["if"]):
            self.from_deck(owner, unit, self.discard_pile(owner))
        elif value["then"] == "take":
            self.from_deck(owner, unit, self.hands[owner])
        else:
            yield from self.play_top(owner, unit, discard_if_no_room=True)

    # ------------------------------------------------------------------ units

    def choose_units(self, do: str, value, owner, here, act):
        """Choose N different units one at a time and do `act` to each; `up_to` allows to stop earlier."""
        spec = params(value)
        asked = 1 - owner if spec.get("chooser") == "opponent" else owner
        done = []
        number = spec.get("number")
        for _ in range(self.amount(1 if number is None else number, owner, here)):
            found = [u for u in self.targets(spec, owner, here) if u not in done and self.may_act(do, u, spec, here)]
            answer = yield from self.ask_units(asked, do, found, bool(spec.get("up_to")))
            if answer is None or answer["do"] == "stop":
                return
            done.append(answer["unit"])
            yield from act(answer["unit"], asked, spec, here)

    def may_act(self, do: str, unit: str, spec: dict, here: int | None) -> bool:
        """A unit that fits in no allowed city is not offered for a move."""
        return do != "move" or bool(self.ways(unit, spec, here))

    def ways(self, unit: str, spec: dict, here: int | None) -> list:
        """The cities to which a unit in a city may be moved, staying on its player's side."""
        seat, city = self.where_is(unit)
        allowed = [here] if spec.get("to") == "here" else range(3)
        return [c for c in allowed if c != city and self.fits(seat, unit, c)]

    def word_destroy(self, value, owner, here):
        """Destroy units: from the side of a City to the discard pile (Units)."""

        def act(unit, asked, spec, here):
            self.destroy([unit])
            yield from ()

        yield from self.choose_units("destroy", value, owner, here, act)

    def word_return(self, value, owner, here):
        """Return units to their player's hand."""

        def act(unit, asked, spec, here):
            self.return_to_hand(unit)
            yield from ()

        yield from self.choose_units("return", value, owner, here, act)

    def word_move(self, value, owner, here):
        """Move units between cities; own units enter there and BOLSTER waits its turn."""

        def act(unit, asked, spec, here):
            answer = yield from self.ask_cities(asked, self.ways(unit, spec, here))
            seat, city = self.where_is(unit)
            self.cities[city]["units"][seat].remove(unit)
            self.enter(seat, unit, answer["city"])

        yield from self.choose_units("move", value, owner, here, act)

    def word_play(self, value, owner, here):
        """Play units free from hand, discard pile or the top of the deck."""
        if value["from"] == "deck":
            if self.refill(owner):
                self.make_public(self.deck(owner)[:1])
                yield from self.play_top(owner, self.deck(owner)[0], discard_if_no_room=False)
            return
        source = self.hands[owner] if value["from"] == "hand" else self.discard_pile(owner)
        number = value.get("number")
        for _ in range(self.amount(1 if number is None else number, owner, here)):
            found = [u for u in source if self.matches(u, value) and self.room(owner, u)]
            answer = yield from self.ask_units(owner, "put", found, bool(value.get("up_to")))
            if answer is None or answer["do"] == "stop":
                return
            where = yield from self.ask_cities(owner, self.room(owner, answer["unit"]))
            source.remove(answer["unit"])
            self.play_unit(owner, answer["unit"], where["city"])

    def play_top(self, owner: int, unit: str, discard_if_no_room: bool):
        """Play the revealed top unit of the deck to a city of choice; it is on top until the city is chosen."""
        answer = yield from self.ask_cities(owner, self.room(owner, unit))
        if answer is not None:
            self.deck(owner).remove(unit)
            self.play_unit(owner, unit, answer["city"])
            self.refill(owner)
        elif discard_if_no_room:
            self.from_deck(owner, unit, self.discard_pile(owner))

    # ------------------------------------------------------------------ kraters and turn

    def word_peek(self, value, owner, here):
        """Look at the top krater of one city."""
        cities = [c for c in range(3) if self.cities[c]["kraters"]]
        answer = yield from self.ask(owner, [{"do": "peek", "city": c} for c in cities])
        if answer is not None:
            self.may_know[owner].add(self.cities[answer["city"]]["kraters"][0])

    def word_swap_kraters(self, value, owner, here):
        """The top kraters of two cities change places, unseen."""
        pairs = [[c, d] for c in range(3) for d in range(c + 1, 3)]
        full = [p for p in pairs if all(self.cities[c]["kraters"] for c in p)]
        answer = yield from self.ask(owner, [{"do": "swap", "cities": pair} for pair in full])
        if answer is not None:
            one, two = (self.cities[c]["kraters"] for c in answer["cities"])
            one[0], two[0] = two[0], one[0]

    def word_extra_krater(self, value, owner, here):
        """N more kraters in this Surge Step; outside of one: nothing."""
        if self.step == "surge":
            self.kraters_allowed += self.amount(params(value)["number"], owner, here)
        yield from ()

    def word_repeat_broken(self, value, owner, here):
        """The effect of an own broken krater without this word is carried out now, as part of this effect."""
        broken = self.rewards[owner]["broken"]
        found = [k for k in broken if not contains_word(self.krater_cards[k]["effect"], "repeat_broken")]
        answer = yield from self.ask(owner, [{"do": "again", "krater": k} for k in found])
        if answer is not None:
            yield from self.start_effect(self.krater_cards[answer["krater"]]["effect"], owner, None)

    def word_extra_wealth(self, value, owner, here):
        """N more Wealth Actions in the owner's next Wealth Step."""
        self.extra_wealth[owner] += self.amount(params(value)["number"], owner, here)
        yield from ()

    def word_extra_offering(self, value, owner, here):
        """N more units may be offered in this turn's Offering Step."""
        self.offerings_allowed += self.amount(params(value)["number"], owner, here)
        yield from ()

    def word_skip_bonus(self, value, owner, here):
        """The other player does not get the next N Wealth Bonuses."""
        self.skip_bonus[1 - owner] += self.amount(params(value)["number"], owner, here)
        yield from ()

    def word_strength(self, value, owner, here):
        """+N Strength for the owner in a city until this turn's War Step ends."""
        form = params(value)
        number = self.amount(form["number"], owner, here)
        city = form.get("city") or ("any" if here is None else "here")
        if city == "here":
            self.extra_strength[here][owner] += number
            return
        answer = yield from self.ask_cities(owner, [c for c in range(3) if not self.cities[c]["razed"]])
        if answer is not None:
            self.extra_strength[answer["city"]][owner] += number
