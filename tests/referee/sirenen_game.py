"""The complete game of Sirenen in Sicht, as plainly as it can be written.

`Game` is a position with its rules: `begin()` deals, `legal()` lists the actions of whoever is `to_move`,
`answer(action)` takes one and goes on to the next decision; `events` then tells what happened. Chance comes from a
`chance` object with `shuffle(cards, seat)` and `start_player()`. Section names in the docstrings are those of the
rulebook.
"""

from collections import Counter
from dataclasses import dataclass, field

IN_PLAY, TAKEN, REMOVED = "in play", "taken", "removed"
OWNER, USED = "owner", "used"


class InvariantError(AssertionError):
    """Something that must always hold does not."""


@dataclass
class Card:
    """A playing card at a ship; the seat whose octopus sits on it, if any."""

    value: int
    octopus: int | None = None


@dataclass
class Ship:
    """A ship card; `rum` are the seats whose mug stands on it, `sides` the cards by the seat that owns the side."""

    resistance: int
    status: str = IN_PLAY
    owner: int | None = None
    crew: list = field(default_factory=list)
    rum: list = field(default_factory=list)
    sides: list = field(default_factory=lambda: [[], []])

    def total(self, side: int) -> int:
        """The strength of one side."""
        return sum(card.value for card in self.sides[side])


class Game:
    """One game: the position, in full, and its rules."""

    def __init__(self, rules: dict, cards: dict, chance):
        self.rules, self.chance = rules, chance
        self.deck = [v for v, n in zip(cards["values"], cards["copies"], strict=True) for _ in range(n)]
        self.icons = set(cards["move_crew"])
        self.tactics = rules["variant"] == "tactics"
        self.ships = [Ship(resistance) for resistance in rules["ships"]]
        self.crew = dict(zip(("captain", "mate"), rules["crew_start"], strict=False))
        for member, resistance in self.crew.items():
            self.ship(resistance).crew.append(member)
        self.octopus_home, self.rum = [True, True], [OWNER, OWNER]
        self.hands, self.piles, self.sets = [[], []], [], None
        self.out, self.removed, self.passes = [], 0, 0
        self.sources = [{"ships": 0, "crew": 0}, {"ships": 0, "crew": 0}]
        self.step, self.active, self.to_move = "act", None, None
        self.pending, self.draws = None, False
        self.events, self.result = [], None

    # ------------------------------------------------------------------ looking

    def ship(self, resistance: int) -> Ship:
        """The ship of this name."""
        return next(ship for ship in self.ships if ship.resistance == resistance)

    def afloat(self) -> list:
        """The ships in play, bow first."""
        return [ship for ship in self.ships if ship.status == IN_PLAY]

    def crew_in_play(self) -> int:
        """How many crew members are in play."""
        return sum(len(ship.crew) for ship in self.afloat())

    def points(self) -> list:
        """Victory points by seat."""
        return [sum(source.values()) for source in self.sources]

    def is_full(self, ship: Ship, side: int) -> bool:
        """Card limit: no more cards can be played on that side."""
        return len(ship.sides[side]) >= self.rules["side_limit"]

    def resistance(self, ship: Ship) -> int:
        """The printed value plus any mugs of rum."""
        return ship.resistance + self.rules["rum_bonus"] * len(ship.rum)

    # ------------------------------------------------------------------ Game setup

    def begin(self):
        """Shuffle and deal, or lay out the two sets (More tactics from bow to rear)."""
        self.events = []
        if self.tactics:
            half = [value for value, n in Counter(self.deck).items() for _ in range(n // 2)]
            self.sets, self.piles = [list(half), list(half)], [[], []]
            self.step, self.to_move = "pick", 0
            return
        order, n = self.chance.shuffle(self.deck, 0), self.rules["hand_size"]
        self.hands, self.piles = [order[:n], order[n : 2 * n]], [order[2 * n :]]
        self.draw_start_player()

    def draw_start_player(self):
        """Randomly determine a start player."""
        self.tell("start", seat=self.chance.start_player())
        self.begin_turn(self.events[-1]["seat"])

    def pick(self, value: int):
        """Both players select the cards of their starting hand; the rest is shuffled."""
        seat = self.to_move
        self.sets[seat].remove(value)
        self.hands[seat].append(value)
        self.tell("pick", seat=seat, card=str(value))
        if len(self.hands[seat]) < self.rules["hand_size"]:
            return
        if seat == 0:
            self.to_move = 1
            return
        self.piles = [self.chance.shuffle(self.sets[owner], owner) for owner in (0, 1)]
        self.sets = None
        self.draw_start_player()

    # ------------------------------------------------------------------ Player turn

    def begin_turn(self, seat: int):
        """It is this player's turn."""
        self.active, self.to_move, self.step = seat, seat, "act"

    def legal(self) -> list:
        """Every legal action of whoever is to move."""
        if self.step == "pick":
            return [{"pick": value} for value in sorted(set(self.sets[self.to_move]))]
        if self.step == "crew":
            ship = self.ship(self.pending["ship"])
            return [{"crew_to": to.resistance} for to in self.destinations(ship)]
        if self.step == "rum":
            return [*self.rums(), {"end_turn": True}]
        if self.step == "over":
            return []
        actions = self.plays() + self.octopus_moves()
        if not actions:
            return [{"pass": True}]
        return actions + (self.rums() if self.may_use_rum("before") else [])

    def plays(self) -> list:
        """Play a card: to either side of one of the ships."""
        return [
            {"play": value, "ship": ship.resistance, "side": side}
            for value in sorted(set(self.hands[self.active]))
            for ship, side in self.open_sides()
        ]

    def octopus_moves(self) -> list:
        """Use the octopus: any card in play without an octopus, to another legal location."""
        if not self.octopus_home[self.active]:
            return []
        return [
            {"octopus": value, "from_ship": ship.resistance, "from_side": side, "ship": to.resistance, "side": to_side}
            for ship in self.afloat()
            for side in (0, 1)
            for value in sorted({card.value for card in ship.sides[side] if card.octopus is None})
            for to, to_side in self.open_sides()
            if (to, to_side) != (ship, side)
        ]

    def open_sides(self) -> list:
        """All sides with room for a card."""
        return [(ship, side) for ship in self.afloat() for side in (0, 1) if not self.is_full(ship, side)]

    def rums(self) -> list:
        """Use the mug of rum: on any ship in play."""
        return [{"rum": ship.resistance} for ship in self.afloat()]

    def may_use_rum(self, when: str) -> bool:
        """Whether the active player has the mug and may use it `before` or `after` the action."""
        return self.rum[self.active] == OWNER and self.rules["rum_timing"] in (when, "either")

    def answer(self, action: dict):
        """Take a legal action and go on to the next decision."""
        if action not in self.legal():
            raise ValueError(f"not legal: {action}")
        self.events = []
        kind, value = next(iter(action.items()))
        if kind == "pick":
            self.pick(value)
        elif kind == "play":
            self.play_card(value, self.ship(action["ship"]), action["side"])
        elif kind == "octopus":
            origin = self.ship(action["from_ship"]), action["from_side"]
            self.use_octopus(value, origin, (self.ship(action["ship"]), action["side"]))
        elif kind == "rum":
            self.use_rum(self.ship(value))
        elif kind == "crew_to":
            self.crew_chosen(self.ship(value))
        elif kind == "pass":
            self.pass_turn()
        else:
            self.begin_turn(1 - self.active)

    def pass_turn(self):
        """Nothing can be done; twice in a row ends the game."""
        self.tell("pass", seat=self.active)
        self.passes += 1
        if self.passes == 2:
            self.end("passes")
        else:
            self.begin_turn(1 - self.active)

    def play_card(self, value: int, ship: Ship, side: int):
        """Play a card."""
        self.hands[self.active].remove(value)
        self.tell("play", seat=self.active, card=str(value), ship=ship.resistance, side=side)
        self.draws = True
        self.place(Card(value), ship, side)

    def use_octopus(self, value: int, origin: tuple, goal: tuple):
        """Use the octopus: move a card, put the octopus on it."""
        (ship, side), (to, to_side) = origin, goal
        card = next(card for card in ship.sides[side] if card.value == value and card.octopus is None)
        ship.sides[side] = [other for other in ship.sides[side] if other is not card]
        places = {"from_ship": ship.resistance, "from_side": side, "ship": to.resistance, "side": to_side}
        self.tell("octopus", seat=self.active, card=str(value), **places)
        self.octopus_home[self.active] = False
        self.draws = False
        self.place(Card(value, octopus=self.active), to, to_side)

    def place(self, card: Card, ship: Ship, side: int):
        """What a card sets off where it comes to lie: crew, then scoring (or the reverse, as a house rule)."""
        self.passes = 0
        ship.sides[side].append(card)
        if not self.rules["crew_before_scoring"]:
            self.score_ships()
            if self.is_end():
                return
        if card.value in self.icons and ship.crew and len(self.afloat()) != self.crew_in_play():
            destinations = self.destinations(ship)
            if len(destinations) == 2:
                self.pending = {"member": ship.crew[0], "ship": ship.resistance, "side": side}
                self.step, self.to_move = "crew", side
                return
            self.move_crew(ship, destinations[0], side)
        self.after_crew()

    # ------------------------------------------------------------------ Move a crew member

    def destinations(self, ship: Ship) -> list:
        """Where the crew member on the ship can go: to both sides around the ring, beyond the other crew member."""
        ring = self.afloat()
        here, found = ring.index(ship), []
        for direction in (-1, 1):
            at = (here + direction) % len(ring)
            if ring[at].crew:
                at = (at + direction) % len(ring)
            if ring[at] not in found:
                found.append(ring[at])
        return found

    def move_crew(self, ship: Ship, to: Ship, seat: int):
        """The token goes to another ship, as `seat` has it."""
        member = ship.crew.pop()
        to.crew.append(member)
        self.crew[member] = to.resistance
        self.tell("crew", seat=seat, member=member, ship=ship.resistance, to=to.resistance)

    def crew_chosen(self, to: Ship):
        """The owner of the side has decided."""
        self.move_crew(self.ship(self.pending["ship"]), to, self.pending["side"])
        self.pending = None
        self.after_crew()

    def after_crew(self):
        """Scoring, end, draw, rum, next turn."""
        if self.rules["crew_before_scoring"]:
            self.score_ships()
            if self.is_end():
                return
        pile = self.piles[self.active if self.tactics else 0]
        if self.draws and pile:
            card = pile.pop(0)
            self.hands[self.active].append(card)
            self.tell("draw", seat=self.active, card=str(card))
        if self.may_use_rum("after"):
            self.step, self.to_move = "rum", self.active
        else:
            self.begin_turn(1 - self.active)

    # ------------------------------------------------------------------ Use the mug of rum

    def use_rum(self, ship: Ship):
        """The mug raises the ship's resistance; after the action it is the last thing of a turn."""
        ship.rum.append(self.active)
        self.rum[self.active] = ship.resistance
        self.tell("rum", seat=self.active, ship=ship.resistance)
        if self.step == "rum":
            self.begin_turn(1 - self.active)

    # ------------------------------------------------------------------ Score a ship card

    def score_ships(self):
        """Every ship in play, bow first."""
        for ship in self.afloat():
            strong = [side for side in (0, 1) if ship.total(side) >= self.resistance(ship)]
            if len(strong) == 2:
                raise InvariantError(f"both sides of {ship.resistance} reach its resistance")
            if strong:
                self.take_ship(ship, strong[0], "resistance")
            elif self.is_full(ship, 0) and self.is_full(ship, 1):
                lead = ship.total(0) - ship.total(1)
                if lead == 0:
                    self.remove_ship(ship)
                else:
                    self.take_ship(ship, 0 if lead > 0 else 1, "majority")

    def take_ship(self, ship: Ship, seat: int, how: str):
        """The player takes the ship card and any crew member on it."""
        self.tell("taken", seat=seat, ship=ship.resistance, how=how, amount=1 + len(ship.crew))
        self.sources[seat]["ships"] += 1
        self.sources[seat]["crew"] += len(ship.crew)
        ship.owner = seat
        self.clear(ship, TAKEN)

    def remove_ship(self, ship: Ship):
        """In case of a tie no one gets the ship card nor the crew member."""
        self.tell("removed", ship=ship.resistance, amount=1 + len(ship.crew))
        self.removed += 1 + len(ship.crew)
        self.clear(ship, REMOVED)

    def clear(self, ship: Ship, status: str):
        """After scoring: rum and cards leave play, an octopus returns to its owner."""
        ship.status = status
        for member in ship.crew:
            self.crew[member] = status
        for seat in ship.rum:
            self.rum[seat] = USED
        cards = ship.sides[0] + ship.sides[1]
        self.out += [card.value for card in cards]
        for seat in sorted(card.octopus for card in cards if card.octopus is not None):
            self.octopus_home[seat] = True
            self.tell("octopus_back", seat=seat)
        ship.crew, ship.rum, ship.sides = [], [], [[], []]

    # ------------------------------------------------------------------ Game end

    def is_end(self) -> bool:
        """Whether the game has ended, and if so its result; the last ship ends it whatever the points."""
        if not self.afloat():
            self.end("no_ships")
        elif max(self.points()) >= self.rules["victory_points_to_win"]:
            self.end("victory_points")
        return self.step == "over"

    def end(self, reason: str):
        """Whoever has the most victory points is the winner; in case of a tie no one wins."""
        one, two = self.points()
        self.step, self.to_move = "over", None
        self.result = {
            "kind": "draw" if one == two else "win",
            "winner": None if one == two else 0 if one > two else 1,
            "reason": reason,
            "scores": [one, two],
            "sources": self.sources,
        }

    # ------------------------------------------------------------------ the record

    def tell(self, event: str, seat: int | None = None, card: str | None = None, **more):
        """Note an event, with the keys that the record promises for it."""
        self.events.append({"event": event, "seat": seat, "card": card, **more})

    def state(self) -> dict:
        """The complete state as the record has it."""
        return {
            "step": self.step,
            "active": self.active,
            "to_move": self.to_move,
            "ships": [self.ship_state(ship) for ship in self.ships],
            "crew": dict(self.crew),
            "octopus": [self.octopus_state(seat) for seat in (0, 1)],
            "rum": list(self.rum),
            "hands": [sorted(hand) for hand in self.hands],
            "piles": [list(pile) for pile in self.piles],
            "sets": None if self.sets is None else [sorted(cards) for cards in self.sets],
            "out": sorted(self.out),
            "points": self.points(),
            "removed": self.removed,
            "passes": self.passes,
            "pending": None if self.pending is None else dict(self.pending),
        }

    def ship_state(self, ship: Ship) -> dict:
        """One ship as the record has it."""
        return {
            "resistance": ship.resistance,
            "status": ship.status,
            "owner": ship.owner,
            "crew": list(ship.crew),
            "rum": sorted(ship.rum),
            "sides": [[card.value for card in side] for side in ship.sides],
        }

    def octopus_state(self, seat: int) -> dict | None:
        """Where a seat's octopus sits; None: with its owner."""
        for ship in self.ships:
            for side in (0, 1):
                for index, card in enumerate(ship.sides[side]):
                    if card.octopus == seat:
                        return {"ship": ship.resistance, "side": side, "index": index}
        return None

    def put(self, state: dict):
        """Take up a state as the record has it; `draws` follows from the octopus of whoever is active."""
        for ship, told in zip(self.ships, state["ships"], strict=True):
            ship.status, ship.owner = told["status"], told["owner"]
            ship.crew, ship.rum = list(told["crew"]), list(told["rum"])
            ship.sides = [[Card(value) for value in side] for side in told["sides"]]
        for seat, place in enumerate(state["octopus"]):
            self.octopus_home[seat] = place is None
            if place is not None:
                self.ship(place["ship"]).sides[place["side"]][place["index"]].octopus = seat
        self.crew, self.rum = dict(state["crew"]), list(state["rum"])
        self.hands, self.piles = [list(hand) for hand in state["hands"]], [list(pile) for pile in state["piles"]]
        self.sets = None if state["sets"] is None else [list(cards) for cards in state["sets"]]
        self.out, self.removed, self.passes = list(state["out"]), state["removed"], state["passes"]
        for seat, source in enumerate(self.sources):
            source["ships"] = sum(ship.owner == seat for ship in self.ships)
            source["crew"] = state["points"][seat] - source["ships"]
        self.step, self.active, self.to_move = state["step"], state["active"], state["to_move"]
        self.pending = None if state["pending"] is None else dict(state["pending"])
        if self.pending is not None:
            last = self.ship(self.pending["ship"]).sides[self.pending["side"]][-1]
            self.draws = last.octopus != self.active

    # ------------------------------------------------------------------ what must hold

    def assert_invariants(self):
        """Cards, tokens and points are all there, nothing stands that should have been scored."""
        self.must(Counter(self.all_cards()) == Counter(self.deck), "cards are conserved")
        for ship in self.ships:
            self.must(len(ship.crew) <= 1, f"at most one crew member on {ship.resistance}")
            self.must(all(len(side) <= self.rules["side_limit"] for side in ship.sides), f"sides of {ship.resistance}")
            self.must(ship.status == IN_PLAY or not (ship.crew or ship.rum or any(ship.sides)), "a ship gone is empty")
            self.must((ship.owner is not None) == (ship.status == TAKEN), "a taken ship has an owner")
        total = len(self.ships) + len(self.rules["crew_start"])
        left = len(self.afloat()) + self.crew_in_play()
        self.must(sum(self.points()) + left + self.removed == total, "points are conserved")
        for seat in (0, 1):
            self.must((self.octopus_state(seat) is None) == self.octopus_home[seat], f"octopus of {seat}")
            mugs = [ship.resistance for ship in self.ships for owner in ship.rum if owner == seat]
            self.must(mugs == ([self.rum[seat]] if self.rum[seat] not in (OWNER, USED) else []), f"rum of {seat}")
        if self.step != "crew":
            self.assert_scored()
        if self.tactics:
            self.assert_own_sets()
        if self.step != "over":
            self.must(self.legal(), "whoever is to move has an action")
            self.must(max(self.points()) < self.rules["victory_points_to_win"], "the game goes on below the threshold")

    def assert_scored(self):
        """No ship in play that should have been scored."""
        for ship in self.afloat():
            reached = [side for side in (0, 1) if ship.total(side) >= self.resistance(ship)]
            self.must(not reached, f"{ship.resistance} should have been taken")
            full = self.is_full(ship, 0) and self.is_full(ship, 1)
            self.must(not full, f"both sides of {ship.resistance} are full")

    def assert_own_sets(self):
        """More tactics: nobody holds more of a value than its own set has."""
        half = Counter({value: n // 2 for value, n in Counter(self.deck).items()})
        for seat in (0, 1):
            own = Counter(self.hands[seat] + self.piles[seat] + (self.sets[seat] if self.sets else []))
            self.must(own <= half, f"cards of seat {seat} are from its own set")

    def all_cards(self) -> list:
        """Every card, wherever it lies."""
        places = [*self.hands, *self.piles, *(self.sets or []), self.out]
        at_ships = [card.value for ship in self.ships for side in ship.sides for card in side]
        return [card for place in places for card in place] + at_ships

    @staticmethod
    def must(holds, what: str):
        """Raise an InvariantError unless it holds."""
        if not holds:
            raise InvariantError(what)
