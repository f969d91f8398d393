"""Instruments, fans and audience cards: the windows in which they are asked for, and what each effect does."""

from .melodies_notes import HIDDEN_BY_FACE_DOWN, PREVIOUS

HAND = ("tune", "swap", "discard", "draw", "give")
NOTE = (*HAND, "lowest_tie", "skip_restriction")
PLAYED = ("shift", "double", "cancel")
ACTS = (*NOTE, *PLAYED, "take_back")
WINDOWS = {  # name: timings that fit, effects that can do something
    "after_deal": (("anytime",), HAND),
    "start_of_note": (("start_of_turn", "anytime"), NOTE),
    "with_act": (("when_playing",), (*NOTE, *PLAYED)),
    "before_act": (("anytime",), ACTS),
    "after_acts": (("end_of_turn", "anytime"), ACTS),
    "after_melody": (("end_of_turn", "anytime"), (*HAND, "bass", "skip_restriction")),
    "before_hands": (("anytime",), ("discard",)),
}
ALL_TIMINGS = ("anytime", "when_playing", "start_of_turn", "end_of_turn")
TIMINGS = dict.fromkeys(NOTE, ALL_TIMINGS)
TIMINGS |= dict.fromkeys(PLAYED, ("anytime", "when_playing", "end_of_turn"))
TIMINGS |= {"split_set": ("when_playing",), "bass": ("anytime", "end_of_turn"), "take_back": ("anytime", "end_of_turn")}
SKIP_WINDOWS = {  # until when a restriction can be skipped
    "face_down": ("start_of_note", "before_act"),
    **dict.fromkeys(("at_least_2", *PREVIOUS), ("start_of_note", "before_act", "with_act")),
    **dict.fromkeys(("ignore_highest", "least_played"), ("start_of_note", "before_act", "with_act", "after_acts")),
    **dict.fromkeys(
        ("even", "odd", "one_apart"), ("start_of_note", "before_act", "with_act", "after_acts", "after_melody")
    ),
}
NO_TARGET = ("draw", "lowest_tie")


def moved(cards: list, first: int, to: int) -> list:
    """The cards after the one at `first` has moved to position `to`."""
    rest = cards[:first] + cards[first + 1 :]
    return [*rest[:to], cards[first], *rest[to:]]


def tune_moves(numbers: list, only: int | None = None) -> list:
    """Tune: every (from, to) that changes the order of numbers; of moves with one result the smallest."""
    found = {}
    for first in range(len(numbers)) if only is None else (only,):
        for to in range(len(numbers)):
            result = tuple(moved(numbers, first, to))
            if list(result) != numbers:
                found.setdefault(result, (first, to))
    return list(found.values())


def different(numbers: list, choices) -> list:
    """Of several choices of places in a hand, those that differ in the cards taken or the hand that is left."""
    found = {}
    for places in choices:
        rest = tuple(number for i, number in enumerate(numbers) if i not in places)
        found.setdefault((tuple(numbers[i] for i in places), rest), places)
    return list(found.values())


def neighbours(number: int) -> list:
    """1 lower and 1 higher, within 1 to 9."""
    return [near for near in (number - 1, number + 1) if 1 <= near <= 9]


def numbers_of(hand) -> list:
    """The numbers of a hand, in order."""
    return [card.number for card in hand]


class Help:
    """The part of the game that deals with help cards."""

    # ------------------------------------------------------------------ who may use what

    def entries(self, seat: int) -> list:
        """The help cards that are the seat's to use, ready or not: the own instrument and all the audience."""
        return [self.instruments[seat], *self.audience]

    def may_use(self, entry: dict) -> bool:
        """Ready, and not switched off."""
        return entry["ready"] and entry["card"] not in self.rules["without"]

    def usable(self, seat: int) -> list:
        """Ids of the cards that the seat could use in the open window."""
        timings, effects = WINDOWS[self.window]
        found = []
        for entry in self.entries(seat):
            card = self.help_cards[entry["card"]]
            fits = card["timing"] in timings and card["effect"] in effects
            if fits and self.may_use(entry) and self.choices(card["effect"], seat):
                found.append(entry["card"])
        return found

    def next_asked(self, only: int | None = None):
        """The first in seat order who has not said no and could use a card; None: the window closes."""
        for seat in self.seat_order():
            if seat not in self.said_no and only in (None, seat) and self.usable(seat):
                return seat
        return None

    def open_window(self, name: str, only: int | None = None):
        """Ask until nobody is left to ask; whether a play was taken back after all had acted."""
        self.window, taken_back = name, False
        while not taken_back and (seat := self.next_asked(only)) is not None:
            cards = self.usable(seat)
            answer = yield from self.ask(seat, "use", [{"no": True}, *({"use": card} for card in cards)])
            if "no" in answer:
                self.said_no.add(seat)
                continue
            effect = yield from self.use(seat, answer["use"])
            taken_back = effect == "take_back" and name == "after_acts"
        self.window, self.said_no = None, set()
        return taken_back

    def turn_down(self, seat: int, card: str):
        """A card is used: it lies face down from now on."""
        entry = next(entry for entry in self.entries(seat) if entry["card"] == card)
        entry["ready"] = False
        if entry in self.audience:
            self.used.append(card)
        self.tell("use", seat=seat, card=card)

    def use(self, seat: int, card: str):
        """Use a card: its choice, then its effect."""
        effect = self.help_cards[card]["effect"]
        choices = self.choices(effect, seat)
        self.turn_down(seat, card)
        if effect in NO_TARGET:
            getattr(self, "do_" + effect)(seat)
            return effect
        self.using = card
        answer = yield from self.ask(seat, "target", choices)
        self.using = None
        getattr(self, "do_" + effect)(seat, answer)
        return effect

    # ------------------------------------------------------------------ choices

    def choices(self, effect: str, seat: int) -> list:
        """Every way to use an effect now; a single entry for one without a choice, none if it can do nothing."""
        return getattr(self, "choices_" + effect)(seat)

    def choices_tune(self, seat: int) -> list:
        return [{"tune": list(move)} for move in tune_moves(numbers_of(self.hands[seat]))]

    def choices_swap(self, seat: int) -> list:
        numbers = numbers_of(self.hands[seat])
        pairs = [(i, j) for j in range(len(numbers)) for i in range(j) if numbers[i] != numbers[j]]
        return [{"swap": list(pair)} for pair in pairs]

    def choices_discard(self, seat: int) -> list:
        return [{"discard": number, "from": i} for i, number in self.single_cards(seat)]

    def single_cards(self, seat: int) -> list:
        """Places and numbers of the cards of a hand; equal ones side by side are one."""
        numbers = numbers_of(self.hands[seat])
        return [(i, numbers[i]) for (i,) in different(numbers, [(i,) for i in range(len(numbers))])]

    def choices_draw(self, seat: int) -> list:
        return [{}] if self.deck or self.discard else []

    def choices_give(self, seat: int) -> list:
        others = [other for other in range(self.players) if other != seat]
        return [{"give": number, "from": i, "to": to} for i, number in self.single_cards(seat) for to in others]

    def open_plays(self) -> list:
        """Plays whose cards may be chosen: those that lie open; as they are played, only the one just made."""
        plays = self.plays[-1:] if self.window == "with_act" else self.plays
        return [play for play in plays if not play["face_down"]]

    def counted(self, wanted=lambda card: True) -> list:
        """(seat, number it counts as) of the open cards, each once."""
        found = [(play["seat"], c["counts_as"]) for play in self.open_plays() for c in play["cards"] if wanted(c)]
        return sorted(set(found))

    def choices_shift(self, seat: int) -> list:
        return [{"shift": n, "seat": s, "to": to} for s, n in self.counted() for to in neighbours(n)]

    def choices_double(self, seat: int) -> list:
        return [{"double": n, "seat": s} for s, n in self.counted(lambda card: card["times"] == 1)]

    def choices_cancel(self, seat: int) -> list:
        return [{"cancel": n, "seat": s} for s, n in self.counted()]

    def choices_lowest_tie(self, seat: int) -> list:
        return [] if self.lowest_tie else [{}]

    def choices_skip_restriction(self, seat: int) -> list:
        return [{"skip": key} for key in sorted(self.in_force()) if self.can_skip(key)]

    def can_skip(self, key: str) -> bool:
        """Whether a restriction in force can still be skipped in the open window."""
        if self.window not in SKIP_WINDOWS.get(key, ()):
            return False
        if key == "face_down":
            return not self.plays
        if self.window == "with_act" and key in ("at_least_2", *PREVIOUS):
            return len(self.acted) < self.players
        return True

    def choices_bass(self, seat: int) -> list:
        return [{"bass": number} for number in neighbours(self.melody)]

    def choices_take_back(self, seat: int) -> list:
        return [{"take_back": play["seat"]} for play in self.plays if play["cards"]]

    # ------------------------------------------------------------------ effects

    def do_tune(self, seat: int, answer: dict):
        first, to = answer["tune"]
        self.hands[seat] = moved(self.hands[seat], first, to)
        self.tell("tune", seat=seat, amount=first, to=to)

    def do_swap(self, seat: int, answer: dict):
        one, two = answer["swap"]
        hand = self.hands[seat]
        hand[one], hand[two] = hand[two], hand[one]
        self.tell("swap", seat=seat, amount=one, to=two)

    def do_discard(self, seat: int, answer: dict):
        self.discard.append(self.hands[seat].pop(answer["from"]))
        self.tell("discard", seat=seat, card=answer["discard"])

    def do_draw(self, seat: int):
        self.draw(seat)

    def do_give(self, seat: int, answer: dict):
        card = self.hands[seat].pop(answer["from"])
        card.known.add(seat)
        self.hands[answer["to"]].append(card)
        self.tell("give", seat=seat, card=card.number, to=answer["to"])

    def chosen_card(self, seat: int, number: int, wanted=lambda card: True):
        """The first card of a seat's open play that counts as the number, and its play."""
        play = next(play for play in self.open_plays() if play["seat"] == seat)
        return play, next(card for card in play["cards"] if card["counts_as"] == number and wanted(card))

    def do_shift(self, seat: int, answer: dict):
        _, card = self.chosen_card(answer["seat"], answer["shift"])
        card["counts_as"] = answer["to"]
        self.tell("shift", seat=answer["seat"], card=card["card"].number, amount=answer["to"])

    def do_double(self, seat: int, answer: dict):
        _, card = self.chosen_card(answer["seat"], answer["double"], lambda card: card["times"] == 1)
        card["times"] = 2
        self.tell("double", seat=answer["seat"], card=card["card"].number, amount=card["counts_as"])

    def do_cancel(self, seat: int, answer: dict):
        play, card = self.chosen_card(answer["seat"], answer["cancel"])
        play["cards"].remove(card)
        self.discard.append(card["card"])
        self.tell("cancel", seat=answer["seat"], card=card["card"].number, amount=card["counts_as"])

    def do_lowest_tie(self, seat: int):
        self.lowest_tie = True
        self.tell("lowest_tie")

    def do_skip_restriction(self, seat: int, answer: dict):
        self.skipped.add(answer["skip"])
        self.tell("skip", restriction=answer["skip"])

    def do_bass(self, seat: int, answer: dict):
        self.melody = answer["bass"]
        self.tell("bass", amount=self.melody)

    def do_take_back(self, seat: int, answer: dict):
        whose = answer["take_back"]
        play = next(play for play in self.plays if play["seat"] == whose)
        self.plays.remove(play)
        for card in sorted(play["cards"], key=lambda card: card["from"]):
            if not play["face_down"]:
                card["card"].known.update(range(self.players))
            self.hands[whose].insert(card["from"], card["card"])  # at the end of a hand that is shorter now
        self.acted.remove(whose)
        self.waited.clear()
        self.tell("take_back", seat=whose, amount=len(play["cards"]))


def put_off_by_face_down(in_force) -> set:
    """The restrictions that compare numbers nobody sees before the reveal."""
    return set(in_force) & set(HIDDEN_BY_FACE_DOWN) if "face_down" in in_force else set()
