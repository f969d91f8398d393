"""The complete game of Songbirds, as plainly as it can be written.

`Game.begin()` sets up and goes to the first decision, `answer(action)` to the next; `legal()` are the actions of the
seat `to_move`. Chance comes from an object with `starter(players)` and `deal(number, game)`. Section names in the
docstrings are those of the rulebook.
"""

from collections import Counter

from .songbirds_scoring import (
    BIRDS,
    CENTRE,
    CROW,
    SIZE,
    berries,
    crow_awards,
    flat,
    line_awards,
    worth,
    worth_alone,
)

SPACES = [(row, column) for row in range(SIZE) for column in range(SIZE)]
DIAGONALS = [(row, column) for row, column in SPACES if row == column or row + column == SIZE - 1]
ORTHOGONAL = [(-1, 0), (0, -1), (0, 1), (1, 0)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


class ImpossibleError(Exception):
    """What chance is said to have given cannot be."""


class InvariantError(AssertionError):
    """Something that must always hold does not."""


class Game:
    """The state of one game and its rules; `mode` is "competitive", "solo" or "coop"."""

    def __init__(self, rules: dict, mode: str, players: int, chance):
        allowed = {"competitive": [2, 3, 4], "solo": [1], "coop": [2, 3, 4]}.get(mode, [])
        if players not in allowed:
            raise ValueError(f"{mode} with {players} players")
        self.rules, self.mode, self.players, self.chance = rules, mode, players, chance
        self.together = mode != "competitive"
        self.rounds = 1 if self.together else rules["rounds"]
        self.round, self.starter, self.to_move = 0, None, None
        self.forest, self.hands, self.favoured = [], [], []
        self.column_berries, self.row_berries, self.crow_side = [], [], None
        self.aside, self.deck = [], []
        self.points = [[] for _ in range(players)]
        self.sources = [dict.fromkeys(self.source_names(), 0) for _ in range(players)]
        self.placed = [0] * players
        self.awards, self.result, self.events = [], None, []

    def source_names(self) -> tuple:
        """Where points come from."""
        return ("volume", "berries", "others") if self.together else ("volume", "berries")

    # ------------------------------------------------------------------ what a deal has

    def centre_is_crow(self) -> bool:
        """Four Player Rules; no Crow in the Solo and Co-Op Variants."""
        return not self.together and self.players == 4

    def open_spaces(self) -> list:
        """The spaces that have a songbird after Setup."""
        if self.together:
            return DIAGONALS
        return [] if self.centre_is_crow() else [CENTRE]

    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return 1 if self.together else {2: 13, 3: 9, 4: 7}[self.players]

    def number_aside(self) -> int:
        """ "In a 2-player game, place the 1 remaining card aside, face-down." """
        return 1 if self.mode == "competitive" and self.players == 2 else 0

    def number_in_deck(self) -> int:
        """What is left after the deal."""
        return len(BIRDS) - len(self.open_spaces()) - self.players * self.hand_size() - self.number_aside()

    def check_deal(self, deal: dict):
        """Raise ImpossibleError unless the deal has the right cards and tokens in the right places."""
        cards = [*deal["open"].values(), *flat(deal["hands"]), *deal["aside"], *deal["deck"]]
        sides = [None]
        if self.centre_is_crow():
            sides = ["A", "B"] if self.rules["crow"] == "random" else [self.rules["crow"]]
        tokens = [deal["column_berries"], deal["row_berries"]]
        expected = {
            "spaces with a bird": (sorted(deal["open"]), sorted(self.open_spaces())),
            "hands": ([len(hand) for hand in deal["hands"]], [self.hand_size()] * self.players),
            "aside": (len(deal["aside"]), self.number_aside()),
            "deck": (len(deal["deck"]), self.number_in_deck()),
            "cards": (sorted(cards), sorted(BIRDS)),
            "tokens by column and row": ([len(part) for part in tokens], [SIZE, SIZE]),
            "berries": (sorted(flat(tokens)), sorted(self.rules["berries"])),
            "Crow": (deal["crow_side"] in sides, True),
        }
        wrong = [f"{what}: {found}, not {right}" for what, (found, right) in expected.items() if found != right]
        if wrong:
            raise ImpossibleError("deal: " + "; ".join(wrong))

    # ------------------------------------------------------------------ set up

    def begin(self):
        """Setup of the first round; "the last player to win a game" is drawn by lot."""
        self.events = []
        self.start_round(self.chance.starter(self.players))

    def start_round(self, starter: int):
        """Setup, everything afresh."""
        self.round += 1
        self.starter = starter
        deal = self.chance.deal(self.round, self)
        self.check_deal(deal)
        self.forest = [[deal["open"].get((row, column)) for column in range(SIZE)] for row in range(SIZE)]
        self.crow_side = deal["crow_side"]
        if self.centre_is_crow():
            self.forest[CENTRE[0]][CENTRE[1]] = CROW
        self.column_berries, self.row_berries = list(deal["column_berries"]), list(deal["row_berries"])
        self.hands = [list(hand) for hand in deal["hands"]]
        self.aside, self.deck = list(deal["aside"]), list(deal["deck"])
        self.favoured = [None] * self.players
        self.placed = [0] * self.players
        self.note("round", seat=starter, amount=self.round)
        self.start_turn(starter)

    def note(self, event: str, **keys):
        """An event, in the words of docs/replay-format.md."""
        self.events.append({"event": event, **keys})

    # ------------------------------------------------------------------ game play

    def start_turn(self, seat: int):
        """In the Solo and Co-Op Variants a turn starts with a draw; once the deck has run out it goes without."""
        self.to_move = seat
        if self.deck:
            bird = self.deck.pop(0)
            self.hands[seat].append(bird)
            self.note("draw", seat=seat, card=bird)
        if not self.hands[seat]:
            raise InvariantError(f"seat {seat} is to act with an empty hand")

    def occupied(self, row: int, column: int) -> bool:
        """Whether a card (a songbird or the Crow) lies on the space; none does outside of the forest."""
        return row in range(SIZE) and column in range(SIZE) and self.forest[row][column] is not None

    def free_spaces(self) -> list:
        """ "You must place the card adjacent to a card already in the forest." """
        steps = ORTHOGONAL + (DIAGONAL if self.rules["adjacency"] == "eight" else [])
        return [
            (row, column)
            for row, column in SPACES
            if not self.occupied(row, column) and any(self.occupied(row + down, column + on) for down, on in steps)
        ]

    def legal(self) -> list:
        """Every legal action of the seat `to_move`."""
        if self.to_move is None:
            return []
        hand, spaces = sorted(self.hands[self.to_move]), self.free_spaces()
        actions = [{"play": bird, "row": row, "column": column} for bird in hand for row, column in spaces]
        if self.together and not any(self.favoured):
            actions += [{"favour": bird} for bird in hand]
        return actions

    def answer(self, action: dict):
        """Carry out an action of the seat `to_move` and all that follows; `events` are those of this action."""
        if action not in self.legal():
            raise ValueError(f"not legal: {action}")
        self.events = []
        seat = self.to_move
        if "favour" in action:
            self.favour(seat, action["favour"])
        else:
            self.hands[seat].remove(action["play"])
            self.forest[action["row"]][action["column"]] = action["play"]
            self.placed[seat] += 1
            self.note("place", seat=seat, card=action["play"], row=action["row"], column=action["column"])
        if None not in flat(self.forest):
            self.end_round()
        else:
            self.start_turn((seat + 1) % self.players)

    def favour(self, seat: int, bird: str):
        """The bird leaves the hand and lies face-up before its player."""
        self.hands[seat].remove(bird)
        self.favoured[seat] = bird
        self.note("favour", seat=seat, card=bird)

    # ------------------------------------------------------------------ end of game and scoring

    def end_round(self):
        """The forest is full: tokens, favoured songbirds, points; then the next round or the end."""
        lines = line_awards(self.forest, self.column_berries, self.row_berries, self.rules["line_ties"])
        self.awards = lines + crow_awards(self.forest, self.crow_side)
        for line, colour, amount in self.awards:
            self.note("award", line=line, colour=colour, amount=amount)
        total = berries(self.awards)
        if self.together:
            self.score_together(total)
        else:
            self.score_each(total)
        if self.round < self.rounds:
            self.start_round(self.next_starter())
        else:
            self.to_move = None
            self.result = self.final_result()

    def score_each(self, total: dict):
        """ "All players should have 1 card left": it is the favoured songbird; both its values are points."""
        for seat, hand in enumerate(self.hands):
            (last,) = hand
            self.favour(seat, last)
        for seat, bird in enumerate(self.favoured):
            self.score(seat, worth(bird, total))

    def score_together(self, total: dict):
        """Solo and Co-Op Variant: one score for all."""
        bird = next((bird for bird in self.favoured if bird), None)
        for seat in range(self.players):
            self.score(seat, worth_alone(bird, total), note=seat == 0)

    def score(self, seat: int, sources: dict, note: bool = True):
        """Points of a round."""
        for name, amount in sources.items():
            self.sources[seat][name] += amount
        self.points[seat].append(sum(sources.values()))
        if note:
            self.note("score", seat=seat, amount=self.points[seat][-1])

    def next_starter(self) -> int:
        """Who starts the next round, as the option `second_round_starter` has it."""
        clockwise = [(self.starter + step) % self.players for step in range(1, self.players + 1)]
        how = self.rules["second_round_starter"]
        if how == "same":
            return self.starter
        if how == "next":
            return clockwise[0]
        last = [points[-1] for points in self.points]
        wanted = max(last) if how == "winner" else min(last)
        return next(seat for seat in clockwise if last[seat] == wanted)

    def final_result(self) -> dict:
        """ "The forest spirit with the most points wins"; equal totals are a draw. Alone or together: a score."""
        scores = [sum(points) for points in self.points]
        result = {"winner": None, "scores": scores, "sources": [dict(source) for source in self.sources]}
        if self.together:
            return {"kind": "score", "reason": "full", **result}
        top = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(top) > 1:
            return {"kind": "draw", "reason": "tie", **result}
        return {"kind": "win", "reason": "points", **result, "winner": top[0]}

    # ------------------------------------------------------------------ state and invariants

    def state(self) -> dict:
        """The complete state in the form of docs/replay-format.md."""
        return {
            "round": self.round,
            "starter": self.starter,
            "to_move": self.to_move,
            "forest": [list(row) for row in self.forest],
            "column_berries": list(self.column_berries),
            "row_berries": list(self.row_berries),
            "crow_side": self.crow_side,
            "hands": [sorted(hand) for hand in self.hands],
            "favoured": list(self.favoured),
            "aside": list(self.aside),
            "deck": list(self.deck),
            "points": [list(points) for points in self.points],
        }

    def assert_invariants(self):
        """The "Must hold" list of rules/songbirds.md; raises InvariantError."""
        problems = list(broken_invariants(self))
        if problems:
            raise InvariantError("; ".join(problems))


def broken_invariants(game: Game):
    """What does not hold in a state."""
    lying = [card for card in flat(game.forest) if card is not None]
    cards = [*lying, *flat(game.hands), *filter(None, game.favoured), *game.aside, *game.deck]
    expected = Counter([*BIRDS, *([CROW] if game.centre_is_crow() else [])])
    if Counter(cards) != expected:
        yield f"cards not conserved: {(Counter(cards) - expected) + (expected - Counter(cards))}"
    if sorted(game.column_berries + game.row_berries) != sorted(game.rules["berries"]):
        yield "tokens not conserved"
    if not game.together and max(game.placed) - min(game.placed) > 1:
        yield f"placed by seat: {game.placed}"
    if game.together and sum(bird is not None for bird in game.favoured) > 1:
        yield "more than one favoured songbird"
    if game.result is None:
        return
    if len(lying) != SIZE * SIZE:
        yield f"over with {len(lying)} cards in the forest"
    if sum(game.placed) != (16 if game.together else 24) or (not game.together and len(set(game.placed)) > 1):
        yield f"placed by seat: {game.placed}"
    tokens = [award for award in game.awards if award[0].startswith(("column", "row"))]
    awarded = [amount for _, colour, amount in tokens if colour is not None]
    if Counter(awarded) - Counter(game.rules["berries"]):
        yield "more berries awarded than there are tokens"
    if [sum(source.values()) for source in game.sources] != game.result["scores"]:
        yield "sources do not add up to the scores"
