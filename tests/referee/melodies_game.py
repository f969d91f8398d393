"""The complete game of Melodies, as plainly as it can be written.

`Game` is a generator of questions: `begin()` runs to the first one, `answer(action)` to the next. Chance comes from
a `chance` object: `instruments(pool, featured, players)`, `fans(fans, number)`, `deal(players, size)`,
`shuffle(numbers)`, `pull(numbers, number)`. Section names in the docstrings are those of the rulebook; what it leaves
open is settled in the project's rules page and in docs/games/melodies-record.md.
"""

from collections import Counter
from dataclasses import dataclass, field

from .melodies_help import Help, different, numbers_of, put_off_by_face_down, tune_moves
from .melodies_notes import (
    COPIES,
    NUMBERS,
    PREVIOUS,
    chosen_number,
    follows,
    keeps_melody,
    keeps_numbers,
    keeps_on_play,
    restrictions_by_note,
    slices,
)

MUST_PLAY = {"face_down", "at_least_2", *PREVIOUS}


class FailedError(Exception):
    """The song fails: `false_note`, `no_melody`, `restriction` or `cards_left`."""


class OverError(Exception):
    """The game ends without having been won: kind, reason."""


class InvariantError(AssertionError):
    """Something that must always hold does not."""


@dataclass(eq=False)
class Card:
    """One playing card; `known`: the seats that could name it in a hand of another."""

    number: int
    known: set = field(default_factory=set)


@dataclass
class Question:
    """One decision: whose it is and every legal answer."""

    seat: int
    legal: list


class Game(Help):
    """The state of one game and its rules."""

    def __init__(self, rules: dict, cards: dict, chance):
        self.rules, self.packs, self.chance = rules, cards["packs"], chance
        self.players = rules["players"]
        help_cards = [
            card for pack in self.packs for kind in ("instruments", "fans", "audience") for card in pack[kind]
        ]
        self.help_cards = {card["id"]: card for card in help_cards}
        self.pack, self.song, self.song_number = None, None, None
        self.attempt, self.failures, self.songs_done = 0, 0, 0
        self.instruments, self.audience, self.used = [], [], []
        self.hands, self.deck, self.discard = [[] for _ in range(self.players)], [], []
        self.using, self.drawn, self.window, self.said_no = None, None, None, set()
        self.step, self.to_move, self.question, self.result = None, None, None, None
        self.events, self.total_decisions = [], 0
        self.clear_song()
        self._run, self._before = None, None

    def clear_song(self):
        """Nothing has been played of this song."""
        self.note, self.row, self.row_cards = 0, [], []
        self.clear_note()

    def clear_note(self):
        """Nothing has been played for this note."""
        self.melody, self.acted, self.waited, self.plays = None, [], set(), []
        self.skipped, self.lowest_tie = set(), False

    # ------------------------------------------------------------------ running

    def begin(self):
        """Set up and run to the first question."""
        self._run = self.whole_game()
        self._advance(None)

    def answer(self, action: dict):
        """Answer the present question and run to the next one or to the end."""
        if action not in self.question.legal:
            raise ValueError(f"not legal: {action}")
        self.events = []
        self._advance(action)

    def _advance(self, action):
        try:
            self.question = self._run.send(action)
            self.to_move = self.question.seat
        except StopIteration:
            self.question, self.to_move, self.step, self.drawn = None, None, "over", None

    def ask(self, seat: int, step: str, legal: list):
        """Ask one question."""
        self.step = step
        self.total_decisions += 1
        return (yield Question(seat, legal))

    def tell(self, event: str, **keys):
        """Note an event for the record."""
        self.events.append({"event": event, **keys})

    def seat_order(self) -> list:
        """All seats from the note's first one (before the first note: from seat 0)."""
        first = max(self.note - 1, 0)
        return [(first + k) % self.players for k in range(self.players)]

    def in_force(self) -> set:
        """The restrictions of this note that are printed and not skipped."""
        if self.note == 0:
            return set()
        return restrictions_by_note(self.song, self.rules["without"])[self.note - 1] - self.skipped

    # ------------------------------------------------------------------ the tour

    def whole_game(self):
        """Going on Tour: the packs in order, their songs in order."""
        kind, reason = "win", "success" if self.rules["play"] == "song" else "completed"
        try:
            for pack in self.packs:
                if self.rules["play"] == "campaign" or pack["id"] == self.rules["venue"]:
                    yield from self.play_pack(pack)
        except OverError as over:
            kind, reason = over.args
        scores, sources = [self.songs_done] * self.players, [{"songs": self.songs_done}] * self.players
        self.result = {"kind": kind, "winner": None, "reason": reason, "scores": scores, "sources": sources}

    def play_pack(self, pack: dict):
        """One pack: set up instruments and audience, then its songs."""
        self.pack = pack
        self.set_up_pack()
        if self.rules["play"] == "song":
            yield from self.play_song(self.rules["song"])
            return
        for number in (1, 2, 3):
            yield from self.play_song(number)
        self.tell("completed", pack=pack["id"])

    def set_up_pack(self):
        """Setup and Playing Venues: an instrument for each, fans in a row, the audience card at its end."""
        at = self.packs.index(self.pack)
        self.tell("pack", pack=self.pack["id"], amount=at + 1)
        pool, featured = self.pool(at)
        dealt = self.chance.instruments(pool, featured, self.players)
        self.check_instruments(dealt, pool, featured)
        self.instruments = [{"card": card, "ready": True} for card in dealt]
        for seat, card in enumerate(dealt):
            self.tell("instrument", seat=seat, card=card)
        fans = [card["id"] for card in self.packs[0]["fans"]]
        drawn = self.chance.fans(fans, 3 if self.players == 2 else self.players)
        if len(set(drawn)) != len(drawn) or not set(drawn) <= set(fans) or len(drawn) != max(3, self.players):
            raise InvariantError(f"fans {drawn} out of {fans}")
        row = [*drawn, *(card["id"] for card in self.pack["audience"])]
        self.audience, self.used = [{"card": card, "ready": True} for card in row], []
        for card in row:
            self.tell("audience", card=card)

    def pool(self, at: int) -> tuple:
        """The instruments that are shuffled at the pack at this place, and the featured one (or None)."""
        before = [pack["instruments"] for pack in self.packs[: max(at, 1)]]
        featured = self.packs[at]["instruments"] if at > 0 else []
        return [card["id"] for cards in before for card in cards], featured[0]["id"] if featured else None

    def check_instruments(self, dealt: list, pool: list, featured):
        """One for each, all different, the featured one with somebody who may have it."""
        allowed = set(pool) | {featured}
        if len(dealt) != self.players or len(set(dealt)) != len(dealt) or not set(dealt) <= allowed:
            raise InvariantError(f"instruments {dealt} out of {pool} and {featured}")
        if featured is not None:
            seat = dealt.index(featured) if featured in dealt else None
            if seat is None or self.rules["featured_seat"] not in ("random", seat):
                raise InvariantError(f"featured {featured}: {dealt}, seat {self.rules['featured_seat']}")

    def play_song(self, number: int):
        """Succeeding and Failing a Song: attempts until it succeeds."""
        self.song_number, self.song = number, self.pack["songs"][number - 1]
        self.attempt, self.failures = 0, 0
        while True:
            self.attempt += 1
            try:
                yield from self.play_attempt()
                break
            except FailedError as failed:
                self.fail(str(failed))
        self.songs_done += 1
        self.tell("succeed", song=number)
        if self.rules["play"] != "song":
            self.ready_instruments()

    def fail(self, cause: str):
        """A failed song ends the game or is tried again."""
        self.failures += 1
        self.tell("fail", cause=cause, amount=self.note)
        if self.rules["play"] == "song":
            raise OverError("loss", cause)
        if self.failures >= self.rules["max_attempts"]:
            raise OverError("unfinished", "max_attempts")
        if self.rules["instruments_refresh_on_failure"]:
            self.ready_instruments()
        if self.rules["difficulty"] == "easy" and self.failures >= 2:
            for _ in range(min(self.rules["easy_refresh"], len(self.used))):
                self.turn_up(self.used.pop(0))

    def ready_instruments(self):
        """ "Then refresh (turn face up) all Instruments." """
        for entry in self.instruments:
            entry["ready"] = True

    def turn_up(self, card: str):
        """Easy mode: turn one fan or audience card up again."""
        next(entry for entry in self.audience if entry["card"] == card)["ready"] = True
        self.tell("refresh", card=card)

    # ------------------------------------------------------------------ one attempt

    def play_attempt(self):
        """Setup of a song, its notes, and whether all hands are empty at its end."""
        self.deal()
        yield from self.open_window("after_deal")
        if self.rules["difficulty"] != "expert":
            for seat in range(self.players):
                yield from self.tune(seat)
        for note in range(1, len(self.song["notes"]) + 1):
            yield from self.play_note(note)
        yield from self.open_window("before_hands")
        for seat in range(self.players):
            if self.hands[seat]:
                self.tell("left", seat=seat, amount=len(self.hands[seat]))
        if any(self.hands):
            raise FailedError("cards_left")

    def deal(self):
        """Shuffle all Playing cards and deal each player as many as the Song says."""
        self.clear_song()
        hands, deck = self.chance.deal(self.players, self.song["hand"])
        if Counter(sum(hands, deck)) != Counter(dict.fromkeys(NUMBERS, COPIES)):
            raise InvariantError("not the 72 cards")
        if {len(hand) for hand in hands} != {self.song["hand"]}:
            raise InvariantError(f"hands of {[len(hand) for hand in hands]} cards, the song says {self.song['hand']}")
        self.hands = [[Card(number) for number in hand] for hand in hands]
        self.deck, self.discard = [Card(number) for number in deck], []
        self.tell("attempt", song=self.song_number, amount=self.attempt)

    def tune(self, seat: int, only: int | None = None):
        """ "You may move 1 card from your hand to any other position in your hand." """
        moves = tune_moves(numbers_of(self.hands[seat]), only)
        if moves:
            answer = yield from self.ask(seat, "tune", [{"no": True}, *({"tune": list(move)} for move in moves)])
            if "tune" in answer:
                self.do_tune(seat, answer)
        self.drawn = None

    def draw(self, seat: int) -> bool:
        """Draw the top card to the end of the hand; whether there was one."""
        if not self.deck and self.discard:
            self.tell("shuffle", amount=len(self.discard))
            numbers = self.chance.shuffle(numbers_of(self.discard))
            self.deck, self.discard = [Card(number) for number in numbers], []
        if not self.deck:
            return False
        card = self.deck.pop(0)
        self.hands[seat].append(card)
        self.tell("draw", seat=seat, card=card.number)
        return True

    # ------------------------------------------------------------------ one note

    def play_note(self, note: int):
        """Steps 1 to 3 of Playing a Song."""
        self.note = note
        self.clear_note()
        self.tell("note", amount=note)
        if "draw_and_tune" in self.in_force():
            yield from self.draw_and_tune()
        yield from self.open_window("start_of_note")
        taken_back = True
        while taken_back:
            yield from self.acts()
            self.reveal()
            taken_back = yield from self.open_window("after_acts")
        self.set_melody()
        yield from self.open_window("after_melody")
        self.lay_row()
        self.judge()

    def draw_and_tune(self):
        """Draw and tune 1 card."""
        for seat in self.seat_order():
            drawn = self.draw(seat)
            self.drawn = len(self.hands[seat]) - 1 if drawn else None
            if drawn or self.rules["draw_and_tune_card"] == "any":
                yield from self.tune(seat, None if self.rules["draw_and_tune_card"] == "any" else self.drawn)
            self.drawn = None

    # ------------------------------------------------------------------ play cards

    def to_act(self) -> list:
        """Those who have not acted, in seat order."""
        return [seat for seat in self.seat_order() if seat not in self.acted]

    def acts(self):
        """Play Cards: "once per turn/note in any order, each player chooses"."""
        while self.to_act():
            for seat in self.to_act():
                if not self.hands[seat]:
                    self.act(seat)
                    self.tell("pass", seat=seat, amount=1)
            waiting = self.to_act()
            if not waiting:
                return
            seat = next(seat for seat in waiting if seat not in self.waited)
            legal = self.legal_acts(seat)
            answer = yield from self.ask(seat, "act", legal)
            if "wait" in answer:
                self.waited.add(seat)
                self.tell("wait", seat=seat)
                continue
            self.act(seat)
            if "play" in answer:
                self.make_play(seat, answer)
                yield from self.open_window("with_act", only=seat)
            else:
                self.pass_by(seat)
            if any(self.hands[other] for other in self.to_act()):
                yield from self.open_window("before_act")

    def act(self, seat: int):
        """The seat has acted; all waits are forgotten."""
        self.acted.append(seat)
        self.waited.clear()

    def pass_by(self, seat: int):
        """Pass; where whoever can must play, having nothing to play fails the song."""
        self.tell("pass", seat=seat, amount=0)
        if not self.rules["passing_under_restrictions"] and self.in_force() & MUST_PLAY:
            raise FailedError("restriction")

    def legal_acts(self, seat: int) -> list:
        """Play, pass, wait."""
        legal = self.legal_plays(seat)
        must_play = not self.rules["passing_under_restrictions"] and self.in_force() & MUST_PLAY
        if not (must_play and legal):
            legal.append({"pass": True})
        if set(self.to_act()) - self.waited - {seat}:
            legal.append({"wait": True})
        return legal

    def legal_plays(self, seat: int) -> list:
        """Every single, set and run of the hand that keeps the restrictions, then sets of cards not adjacent."""
        numbers = numbers_of(self.hands[seat])
        places = [range(first, first + length) for first, length in slices(numbers)]
        found = [{"play": [numbers[i] for i in p], "from": p[0]} for p in different(numbers, places)]
        for entry in self.entries(seat):
            if self.help_cards[entry["card"]]["effect"] == "split_set" and self.may_use(entry):
                pairs = different(numbers, self.pairs(seat))
                split = {"split": entry["card"]}
                found += [{"play": [numbers[i] for i in pair], "from": list(pair), **split} for pair in pairs]
        return [action for action in found if self.keeps(action["play"])]

    def keeps(self, cards: list) -> bool:
        """Whether a play keeps the on-play restrictions in force."""
        return keeps_on_play(cards, self.play_before(), self.in_force(), "face_down" not in self.in_force())

    def play_before(self):
        """The numbers of the latest play that still holds cards, as they stand; None before the first."""
        plays = [play for play in self.plays if play["cards"]]
        return [card["counts_as"] for card in plays[-1]["cards"]] if plays else None

    def pairs(self, seat: int) -> list:
        """Positions of two equal cards that are not adjacent, from the left."""
        numbers = numbers_of(self.hands[seat])
        places = range(len(numbers))
        return [(i, j) for i in places for j in places if j > i + 1 and numbers[i] == numbers[j]]

    def make_play(self, seat: int, action: dict):
        """The cards leave the hand, what remains closes up."""
        hand, places = self.hands[seat], action["from"]
        if "split" in action:
            self.turn_down(seat, action["split"])
        else:
            places = range(places, places + len(action["play"]))
        played = [{"card": hand[i], "counts_as": hand[i].number, "times": 1, "from": i} for i in places]
        self.hands[seat] = [card for i, card in enumerate(hand) if i not in places]
        self.plays.append({"seat": seat, "face_down": "face_down" in self.in_force(), "cards": played})
        for card in played:
            self.tell("play", seat=seat, card=card["counts_as"], amount=card["from"])

    def reveal(self):
        """Turn up what lies face down; then judge what could not be judged before."""
        if any(play["face_down"] for play in self.plays):
            for play in self.plays:
                play["face_down"] = False
            self.tell("reveal")
        put_off = put_off_by_face_down(self.in_force())
        before = None
        for play in self.plays:
            cards = [card["counts_as"] for card in play["cards"]]
            if cards and before is not None and not keeps_numbers(cards, before, put_off):
                raise FailedError("restriction")
            before = cards or before

    # ------------------------------------------------------------------ set and follow the Melody

    def set_melody(self):
        """Set the Melody: the number played the most."""
        votes = Counter()
        for play in self.plays:
            for card in play["cards"]:
                votes[card["counts_as"]] += card["times"]
        self.melody = chosen_number(votes, self.in_force(), self.rules["parity"], self.lowest_tie)
        self.tell("melody", amount=self.melody or 0)
        if self.melody is None:
            raise FailedError("no_melody")

    def lay_row(self):
        """Place the card defining the Melody under the Song card, discard all other played cards."""
        played = [card["card"] for play in self.plays for card in play["cards"]]
        card, source = None, "none"
        for pile, name in ((played, "played"), (self.deck, "deck"), (self.discard, "discard")):
            numbers = numbers_of(pile)
            if self.melody in numbers:
                chance = pile is self.deck
                place = self.chance.pull(numbers, self.melody) if chance else numbers.index(self.melody)
                card, source = pile.pop(place), name
                break
        self.discard += played
        self.row.append(self.melody)
        self.row_cards.append(card)
        self.plays, number, self.melody = [], self.melody, None
        self.tell("row", card=card and card.number, amount=number, **{"from": source})

    def judge(self):
        """Follow the Melody, False Notes, Melody Restrictions."""
        melody, earlier = self.row[-1], self.row[:-1]
        if not follows(melody, earlier, self.song["notes"]):
            raise FailedError("false_note")
        broken = keeps_melody(melody, earlier, self.in_force())
        if broken:
            raise FailedError("false_note" if "same" in broken else "restriction")

    # ------------------------------------------------------------------ states and views

    def state(self) -> dict:
        """The complete state in the form of docs/games/melodies-record.md."""
        return self.seen_by(None)

    def view(self, seat: int) -> dict:
        """What a seat may see of it."""
        return self.seen_by(seat)

    def seen_by(self, eye) -> dict:
        """The state with what the seat may not see left out; None: nothing left out."""
        return {
            "step": self.step,
            "window": self.window,
            "to_move": self.to_move,
            "pack": self.pack["id"],
            "song": self.song_number,
            "attempt": self.attempt,
            "note": self.note,
            "hands": [[self.name(card, seat, eye) for card in hand] for seat, hand in enumerate(self.hands)],
            "deck": numbers_of(self.deck) if eye is None else len(self.deck),
            "discard": numbers_of(self.discard),
            "row": list(self.row),
            "row_cards": [card and card.number for card in self.row_cards],
            "melody": self.melody,
            "acted": list(self.acted),
            "waited": sorted(self.waited),
            "said_no": sorted(self.said_no),
            "plays": [self.seen_play(play, eye) for play in self.plays],
            "skipped": sorted(self.skipped),
            "lowest_tie": self.lowest_tie,
            "using": self.using,
            "drawn": self.drawn if eye in (None, self.to_move) else None,
            "instruments": [dict(entry) for entry in self.instruments],
            "audience": [dict(entry) for entry in self.audience],
            "used": list(self.used),
            "failures": self.failures,
            "songs_done": self.songs_done,
        }

    def name(self, card: Card, owner: int, eye):
        """The number of a card in a hand, None for a seat that cannot name it."""
        return card.number if eye in (None, owner) or eye in card.known else None

    def seen_play(self, play: dict, eye) -> dict:
        """A play as it lies there for a seat."""
        cards = []
        for card in play["cards"]:
            hidden = play["face_down"] and self.name(card["card"], play["seat"], eye) is None
            number, counts_as = (None, None) if hidden else (card["card"].number, card["counts_as"])
            cards.append({"card": number, "counts_as": counts_as, "times": card["times"], "from": card["from"]})
        return {"seat": play["seat"], "face_down": play["face_down"], "cards": cards}

    def all_cards(self) -> list:
        """Every playing card, wherever it is."""
        played = [card["card"] for play in self.plays for card in play["cards"]]
        in_row = [card for card in self.row_cards if card is not None]
        return [*self.deck, *self.discard, *played, *in_row, *(card for hand in self.hands for card in hand)]

    def assert_invariants(self):
        """The 'Must hold' list of rules/melodies.md; raises InvariantError."""
        problems = []
        cards = self.all_cards()
        if Counter(numbers_of(cards)) != Counter(dict.fromkeys(NUMBERS, COPIES)):
            problems.append("the 72 cards are not conserved")
        if len({id(card) for card in cards}) != len(cards):
            problems.append("a card lies at two places")
        if len(self.row) not in (self.note, max(self.note - 1, 0)):
            problems.append(f"{len(self.row)} notes in the row at note {self.note}")
        if self.used != [c for c in self.used if not self.is_ready(c)] or len(set(self.used)) != len(self.used):
            problems.append(f"used: {self.used}")
        if self.result is not None and self.result["kind"] == "win":
            if any(self.hands) or len(self.row) != len(self.song["notes"]):
                problems.append("a success with cards in hand or notes missing")
            if not all(follows(self.row[k], self.row[:k], self.song["notes"]) for k in range(len(self.row))):
                problems.append(f"a success with the row {self.row} for {self.song['notes']}")
        if problems:
            raise InvariantError("; ".join(problems))

    def is_ready(self, card: str) -> bool:
        """Whether a fan or audience card lies face up."""
        return next(entry["ready"] for entry in self.audience if entry["card"] == card)
