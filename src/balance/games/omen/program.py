"""From the effect language to instructions: each effect of a card becomes a run of rows in `Rules.code`, ended by END.

The words are defined in docs/games/omen-effects.md. A row's columns are named below; the interpreter is `effects`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.omen.state import CODE_COLUMNS, CONDITION_COLUMNS, CONDITIONS, INSTRUCTIONS, TRAITS

# Words, in the order of their operation codes. The plain name is the word as cards spell it.
WORDS = (
    "end",
    "gain",
    "lose",
    "steal",
    "opponent_loses",
    "draw",
    "opponent_draws",
    "discard",
    "opponent_discards",
    "put_on_deck",
    "recover",
    "search",
    "look",
    "reveal",
    "destroy",
    "return",
    "move",
    "play",
    "peek",
    "swap_kraters",
    "extra_krater",
    "repeat_broken",
    "extra_wealth",
    "extra_offering",
    "skip_bonus",
    "strength",
    "may",
    "if",
    "choose",
    "for_each",
    "next",
    "jump",
    "pay_coins",
    "fate",
)
(
    END,
    GAIN,
    LOSE,
    STEAL,
    OPPONENT_LOSES,
    DRAW,
    OPPONENT_DRAWS,
    DISCARD,
    OPPONENT_DISCARDS,
    PUT_ON_DECK,
    RECOVER,
    SEARCH,
    LOOK,
    REVEAL,
    DESTROY,
    RETURN,
    MOVE,
    PLAY,
    PEEK,
    SWAP_KRATERS,
    EXTRA_KRATER,
    REPEAT_BROKEN,
    EXTRA_WEALTH,
    EXTRA_OFFERING,
    SKIP_BONUS,
    STRENGTH,
    MAY,
    IF,
    CHOOSE,
    FOR_EACH,
    NEXT,
    JUMP,
    PAY_COINS,
    FATE_CHOICE,
) = range(len(WORDS))

# Columns of an instruction.
OP = 0
COUNT, NUMBER, COUNT_HERE, COUNT_TRAIT = (
    1,
    2,
    3,
    4,
)  # the amount: NUMBER, or (COUNT >= 0) a count; COUNT_TRAIT -1 for any
WHOSE, WHERE, CHOOSER, UP_TO = 5, 6, 7, 8
STRENGTH_MIN, STRENGTH_MAX, COST_MIN, COST_MAX, TRAIT = 9, 10, 11, 12, 13  # the filter; TRAIT -1 for any
VARIANT = (
    14  # the word's own choice: at random, to here, from where, take or play, discard or back, named city, kind of cost
)
TARGET = 15  # where to go on (MAY: if not; IF: if not; JUMP; NEXT: loop body), CHOOSE: number of options
ROWS = 16  # IF: first condition row; CHOOSE: first of the JUMPs that follow
ROWS_N = 17  # IF: condition rows

# Values of the columns.
COUNTS = ("own_units", "opposing_units", "cities", "hand", "coins", "kraters", "destroyed", "played", "won")
OWN_UNITS, OPPOSING_UNITS, CITIES_HELD, HAND_CARDS, COINS, KRATERS_HELD, DESTROYED, PLAYED, WON = range(9)
OWN, OPPOSING, ANY = range(3)  # WHOSE
HERE, ANOTHER, ANYWHERE = range(3)  # WHERE
BY_CHOICE, AT_RANDOM = range(2)
TO_ANOTHER, TO_HERE = range(2)
FROM_HAND, FROM_DISCARD, FROM_DECK = range(3)
TAKE, PLAY_IT = range(2)
REST_DISCARDED, REST_BACK = range(2)
CITY_HERE, CITY_ANY = range(2)
NO_COST, COST_COINS, COST_DISCARD, COST_DESTROY, COST_RETURN = range(5)
COMPARE, ALL, SOME = range(3)  # kinds of condition rows
AT_LEAST, AT_MOST, EXACTLY = range(3)
# Columns of a condition row, postfix order: comparisons push, ALL and SOME take the last ROW_N results.
ROW_KIND, ROW_COUNT, ROW_HERE, ROW_TRAIT, ROW_TEST, ROW_NUMBER, ROW_N = range(7)

BIG = 99


class Program:
    """Collects the instructions and condition rows of all cards in play."""

    def __init__(self) -> None:
        self.code = np.zeros((INSTRUCTIONS, CODE_COLUMNS), dtype=np.int64)
        self.condition = np.zeros((CONDITIONS, CONDITION_COLUMNS), dtype=np.int64)
        self.length = 0
        self.conditions = 0

    def add_effect(self, effect: Sequence[Mapping[str, Any]]) -> int:
        """Compile an effect in normal form; return its first instruction."""
        start = self.length
        self._steps(effect)
        self._emit(END)
        return start

    def add_condition(self, when: Mapping[str, Any]) -> tuple[int, int]:
        """Compile a condition; return its first row and the number of rows."""
        start = self.conditions
        self._condition(when)
        return start, self.conditions - start

    def add_fate(self) -> int:
        """FATE's own effect: draw 1 unit, or move 1 from the discard pile to hand."""
        start = self.length
        self._emit(FATE_CHOICE, number=1)
        self._emit(END)
        return start

    def _emit(self, op: int, number: Any = 0, **columns: int) -> int:
        row = self.code[self.length]
        row[OP] = op
        row[COUNT], row[COUNT_TRAIT], row[TRAIT] = -1, -1, -1
        row[STRENGTH_MAX], row[COST_MAX] = BIG, BIG
        if isinstance(number, Mapping):
            row[COUNT] = COUNTS.index(number["count"])
            row[COUNT_HERE] = number.get("where") == "here"
            row[COUNT_TRAIT] = TRAITS.index(number["trait"]) if number.get("trait") else -1
        else:
            row[NUMBER] = number
        for name, value in columns.items():
            row[globals()[name]] = value
        self.length += 1
        return self.length - 1

    def _steps(self, steps: Sequence[Mapping[str, Any]]) -> None:
        for step in steps:
            word = "if" if "if" in step else next(iter(step))
            getattr(self, f"_{word}", self._amount)(step, word)

    def _amount(self, step: Mapping[str, Any], word: str) -> None:
        self._emit(WORDS.index(word), step[word])

    def _filter(self, args: Mapping[str, Any]) -> dict[str, int]:
        columns: dict[str, int] = {}
        for value, low, high in (("strength", "STRENGTH_MIN", "STRENGTH_MAX"), ("cost", "COST_MIN", "COST_MAX")):
            bounds = args.get(value)
            if isinstance(bounds, Mapping):
                if bounds.get("at_least") is not None:
                    columns[low] = bounds["at_least"]
                if bounds.get("at_most") is not None:
                    columns[high] = bounds["at_most"]
        if args.get("trait"):
            columns["TRAIT"] = TRAITS.index(args["trait"])
        return columns

    def _discard(self, step: Mapping[str, Any], word: str) -> None:
        args = step[word]
        self._emit(WORDS.index(word), args["number"], VARIANT=AT_RANDOM if args["at"] == "random" else BY_CHOICE)

    _opponent_discards = _discard

    def _recover(self, step: Mapping[str, Any], word: str) -> None:
        self._emit(WORDS.index(word), step[word]["number"], **self._filter(step[word]))

    _search = _recover

    def _look(self, step: Mapping[str, Any], word: str) -> None:
        args = step[word]
        rest = REST_DISCARDED if args["rest"] == "discard" else REST_BACK
        self._emit(LOOK, args["take"], TARGET=args["top"], VARIANT=rest)

    def _reveal(self, step: Mapping[str, Any], word: str) -> None:
        args = step[word]
        self._emit(REVEAL, 1, VARIANT=TAKE if args["then"] == "take" else PLAY_IT, **self._filter(args["if"]))

    def _units(self, step: Mapping[str, Any], word: str) -> None:
        args = step[word]
        self._emit(
            WORDS.index(word),
            args["number"],
            WHOSE=("own", "opposing", "any").index(args["whose"]),
            WHERE=("here", "another", "any").index(args["where"]),
            CHOOSER=args["chooser"] == "opponent",
            UP_TO=int(args["up_to"]),
            VARIANT=TO_HERE if args.get("to") == "here" else TO_ANOTHER,
            **self._filter(args),
        )

    _destroy = _return = _move = _units

    def _play(self, step: Mapping[str, Any], word: str) -> None:
        args = step[word]
        source = ("hand", "discard", "deck").index(args["from"])
        self._emit(
            PLAY, args.get("number", 1), VARIANT=source, UP_TO=int(args.get("up_to", False)), **self._filter(args)
        )

    def _peek(self, step: Mapping[str, Any], word: str) -> None:
        self._emit(WORDS.index(word), 1)

    _swap_kraters = _repeat_broken = _peek

    def _strength(self, step: Mapping[str, Any], word: str) -> None:
        args = step[word]
        self._emit(STRENGTH, args["number"], VARIANT=CITY_HERE if args["city"] == "here" else CITY_ANY)

    def _may(self, step: Mapping[str, Any], word: str) -> None:
        args = step[word]
        kind, number = NO_COST, 0
        if args["pay"]:
            name, number = next((name, n) for name, n in args["pay"].items() if n is not None)
            kind = ("", "coins", "discard", "destroy", "return").index(name)
        start = self._emit(MAY, number, VARIANT=kind)
        if kind == COST_COINS:
            self._emit(PAY_COINS, number)
        elif kind == COST_DISCARD:
            self._emit(DISCARD, number)
        elif kind in (COST_DESTROY, COST_RETURN):
            self._emit(DESTROY if kind == COST_DESTROY else RETURN, number, WHOSE=OWN, WHERE=ANYWHERE)
        self._steps(args["then"])
        self.code[start, TARGET] = self.length

    def _if(self, step: Mapping[str, Any], word: str) -> None:
        first, rows = self.add_condition(step["if"])
        start = self._emit(IF, ROWS=first, ROWS_N=rows)
        self._steps(step["then"])
        if step.get("else"):
            jump = self._emit(JUMP)
            self.code[start, TARGET] = self.length
            self._steps(step["else"])
            self.code[jump, TARGET] = self.length
        else:
            self.code[start, TARGET] = self.length

    def _choose(self, step: Mapping[str, Any], word: str) -> None:
        options = step["choose"]
        self._emit(CHOOSE, 1, TARGET=len(options))
        starts = [self._emit(JUMP) for _ in options]
        ends = []
        for start, option in zip(starts, options, strict=True):
            self.code[start, TARGET] = self.length
            self._steps(option)
            ends.append(self._emit(JUMP))
        self.code[ends, TARGET] = self.length

    def _for_each(self, step: Mapping[str, Any], word: str) -> None:
        args = step["for_each"]
        start = self._emit(FOR_EACH, args)
        self._steps(args["do"])
        self._emit(NEXT, TARGET=start + 1)
        self.code[start, TARGET] = self.length

    def _condition(self, when: Mapping[str, Any]) -> None:
        for word, kind in (("all", ALL), ("any", SOME)):
            if when.get(word) is not None:
                for part in when[word]:
                    self._condition(part)
                row = self._row(kind)
                row[ROW_N] = len(when[word])
                return
        row = self._row(COMPARE)
        row[ROW_COUNT] = COUNTS.index(when["count"])
        row[ROW_HERE] = when.get("where") == "here"
        row[ROW_TRAIT] = TRAITS.index(when["trait"]) if when.get("trait") else -1
        for test, name in enumerate(("at_least", "at_most", "exactly")):
            if when.get(name) is not None:
                row[ROW_TEST], row[ROW_NUMBER] = test, when[name]

    def _row(self, kind: int) -> np.ndarray:
        row = self.condition[self.conditions]
        row[ROW_KIND] = kind
        self.conditions += 1
        return row
