"""What is printed on a card, made from the normal form of its effect alone (see `normal`).

Different effects never give the same text. Steps of one effect are sentences; a list of steps inside a structure is
joined by ", then", and a structure inside a structure stands in square brackets, so that where it ends can be read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import Any, Literal

from balance.games.omen.cards import CardSet, Krater, Unit
from balance.games.omen.normal import Effect, Step
from balance.games.omen.options import OmenOptions

Amount = int | dict[str, Any]
Format = Literal["markdown", "html", "json", "yaml"]

OPPONENT = "the Opposing Player"

TRAIT_RULES = {
    "BOLSTER": "Its text is followed when it enters its player's side of a City.",
    "JILT": "In your Surge Step you may pay its Cost, follow its text and then discard it from your hand.",
    "GLEAN": "Its text is followed once in each of its player's Portent Steps.",
    "TRIUMPH": "In its Step, once its requirement is met, it moves facedown to its player's Rewards.",
    "MYRIAD": "Counts as 2 Units for the City Limit, for a TRIUMPH and for whether a City is Sacked.",
    "COVETED": "Worth Points at the end of the game if it is in a player's hand.",
    "SPOILS": "With at least 1 in a City, its player has 1 additional Wealth Action.",
    "FATE": "Discard it in your Surge Step to draw 1 Unit or to take 1 Unit from the discard pile.",
    "PILFER": "Discard it in your Surge Step to take 1 Coin from the Opposing Player.",
    "RECRUIT": "Discard it in your Surge Step to draw 2 Units; then put 1 Unit from your hand on top of the deck.",
    "VETERAN": "Goes to its player's hand instead of being destroyed in the War Step.",
    "CURSE": "If you discard it as an Offering, destroy 1 Opposing Unit in any City.",
    "WRATH": "If you discard it for an effect or a requirement in your turn, the Opposing Player discards 1 Unit.",
}

TIMES = {
    "bolster": "When this Unit enters a City, ",
    "jilt": "When you pay this Unit's Cost and discard it, ",
    "glean": "In your Portent Step, ",
}


# --- amounts and things ---


def _things(amount: Amount, noun: str, tail: str = "", plural: str = "") -> str:
    """`2 Units here`, or `as many Units here as you have Coins`."""
    many = plural or f"{noun}s"
    if isinstance(amount, int):
        return f"{amount} {noun if amount == 1 else many}{tail}"
    return f"as many {many}{tail} as {_measure(amount)}"


def _measure(count: dict[str, Any]) -> str:
    """What follows "as many … as"."""
    units = f"Units{_where(count)}"
    return {
        "own_units": f"you have {units}",
        "opposing_units": f"there are Opposing {units}",
        "cities": "there are Cities with your Units",
        "hand": "you have cards in hand",
        "coins": "you have Coins",
        "kraters": "you have Kraters in hand",
        "destroyed": "there were Units destroyed this turn",
        "played": "you played Units this turn",
        "won": "you won Kraters this turn",
    }[count["count"]]


def _where(count: dict[str, Any], cities: str = "in Cities") -> str:
    """` with FATE here`."""
    trait = f" with {count['trait']}" if count["trait"] else ""
    return f"{trait} {'here' if count['where'] == 'here' else cities}"


def _each(count: dict[str, Any]) -> str:
    """What follows "for each"."""
    return {
        "own_units": f"of your Units{_where(count)}",
        "opposing_units": f"Opposing Unit{_where(count, 'in a City')}",
        "cities": "City with your Units",
        "hand": "card in your hand",
        "coins": "Coin you have",
        "kraters": "Krater in your hand",
        "destroyed": "Unit destroyed this turn",
        "played": "Unit you played this turn",
        "won": "Krater you won this turn",
    }[count["count"]]


def _filter(args: dict[str, Any]) -> str:
    """` with Strength 2 or less and FATE`, or nothing."""
    parts = [f"{key.title()} {_bounds(args[key])}" for key in ("strength", "cost") if key in args]
    parts += [args["trait"]] if "trait" in args else []
    return f" with {' and '.join(parts)}" if parts else ""


def _bounds(bounds: dict[str, int]) -> str:
    low, high = bounds.get("at_least"), bounds.get("at_most")
    if low is None:
        return f"{high} or less"
    if high is None:
        return f"{low} or more"
    return f"exactly {low}" if low == high else f"{low} to {high}"


# --- conditions ---


def condition_text(when: dict[str, Any]) -> str:
    """A condition in words: `you have 3 or more Units here`."""
    for joint, word in (("all", " and "), ("any", " or ")):
        if joint in when:
            return word.join(_part(part) for part in when[joint])
    return _compared(when)


def _part(when: dict[str, Any]) -> str:
    text = condition_text(when)
    return f"[{text}]" if "all" in when or "any" in when else text


def _compared(when: dict[str, Any]) -> str:
    bound = next(key for key in ("at_least", "at_most", "exactly") if key in when)
    value = when[bound]

    def number(noun: str, plural: str = "") -> str:
        many = plural or f"{noun}s"
        if bound == "at_least":
            return f"{value} or more {many}"
        if bound == "at_most":
            return f"{value} or fewer {many}"
        return f"no {many}" if value == 0 else f"exactly {value} {noun if value == 1 else many}"

    where = _where(when)
    one = bound == "exactly" and value == 1
    be, was = ("is", "was") if one else ("are", "were")
    return {
        "own_units": f"you have {number('Unit')}{where}",
        "opposing_units": f"there {be} {number('Opposing Unit')}{where}",
        "cities": f"you have Units in {number('City', 'Cities')}",
        "hand": f"you have {number('card')} in hand",
        "coins": f"you have {number('Coin')}",
        "kraters": f"you have {number('Krater')} in hand",
        "destroyed": f"{number('Unit')} {was} destroyed this turn",
        "played": f"you played {number('Unit')} this turn",
        "won": f"you won {number('Krater')} this turn",
    }[when["count"]]


# --- steps without steps inside ---


def _units(args: dict[str, Any], tail: str = "", placed: bool = True) -> str:
    """The units that a step chooses: `up to 2 of your Units here with FATE`; `placed` False leaves the city out."""
    noun, plural = {
        "own": ("of your Units", "of your Units"),
        "opposing": ("Opposing Unit", "Opposing Units"),
        "any": ("Unit", "Units"),
    }[args["whose"]]
    which = _filter(args)
    if placed:
        which = f" here{which}" if args["where"] == "here" else f"{which} in {_city(args)}"
    chooser = " (the Opposing Player chooses)" if args["chooser"] == "opponent" else ""
    return _up_to(args) + _things(args["number"], noun, which + tail, plural) + chooser


def _city(args: dict[str, Any]) -> str:
    """`any City`, `another City`, `other Cities`."""
    if args["where"] == "any":
        return "any City"
    return "another City" if args["number"] == 1 else "other Cities"


def _up_to(args: dict[str, Any]) -> str:
    return "up to " if args["up_to"] else ""


def _return(args: dict[str, Any], may: bool) -> str:
    hand = "your hand"
    if args["whose"] != "own":
        hand = "its player's hand" if args["number"] == 1 else "their players' hands"
    return f"return {_units(args, f' to {hand}')}"


def _move(args: dict[str, Any], may: bool) -> str:
    if args["to"] == "here":
        return f"move {_units(args, f' here from {_city(args)}', placed=False)}"
    return (
        f"move {_units(args, ' to another City')}"
        if args["number"] == 1
        else f"move {_units(args)}, each to another City"
    )


def _discarded(args: dict[str, Any]) -> str:
    return _things(args["number"], "Unit", " at random" if args["at"] == "random" else "")


def _skip(number: Amount, may: bool) -> str:
    if not isinstance(number, int):
        return _theirs("miss", f"as many of their next Wealth Bonuses as {_measure(number)}", may)
    return _theirs("miss", "their next Wealth Bonus" if number == 1 else f"their next {number} Wealth Bonuses", may)


def _theirs(verb: str, what: str, may: bool) -> str:
    """An action of the other player: a sentence of its own, or what one "may have" that player do."""
    third = f"{verb}es" if verb.endswith("s") else f"{verb}s"
    return f"have {OPPONENT} {verb} {what}" if may else f"{OPPONENT} {third} {what}"


def _look(args: dict[str, Any], may: bool) -> str:
    top = "the top Unit" if args["top"] == 1 else f"the top {args['top']} Units"
    rest = "discard the rest" if args["rest"] == "discard" else "leave the rest on top in their order"
    return f"look at {top} of the deck, take {args['take']} of them to your hand and {rest}"


def _reveal(args: dict[str, Any], may: bool) -> str:
    done, fits = "take it to your hand", ""
    if args["then"] == "play":
        done, fits = "play it to a City of your choice for no Coins", " or if it fits nowhere"
    return f"reveal the top Unit of the deck: {done} if it is one{_filter(args['if'])}, discard it if not{fits}"


def _play(args: dict[str, Any], may: bool) -> str:
    if args["from"] == "deck":
        return "reveal the top Unit of the deck and play it to a City of your choice for no Coins"
    source = "your hand" if args["from"] == "hand" else "the discard pile"
    return f"play {_up_to(args)}{_things(args['number'], 'Unit', f'{_filter(args)} from {source} for no Coins')}"


def _strength(args: dict[str, Any], may: bool) -> str:
    where = "here" if args["city"] == "here" else "in 1 City of your choice"
    until = "until the end of this turn's War Step"
    if isinstance(args["number"], int):
        return f"gain {args['number']} Strength {where} {until}"
    return f"gain as much Strength {where} as {_measure(args['number'])}, {until}"


def _fetch(args: dict[str, Any], tail: str) -> str:
    return _things(args["number"], "Unit", _filter(args) + tail)


ALL_COINS = {"count": "coins", "where": "all", "trait": None}

CLAUSES: dict[str, Callable[[Any, bool], str]] = {
    "gain": lambda n, may: f"gain {_things(n, 'Coin')}",
    "lose": lambda n, may: "lose all your Coins" if n == ALL_COINS else f"lose {_things(n, 'Coin')}",
    "steal": lambda n, may: f"take {_things(n, 'Coin', f' from {OPPONENT}')}",
    "opponent_loses": lambda n, may: _theirs("lose", _things(n, "Coin"), may),
    "draw": lambda n, may: f"draw {_things(n, 'Unit')}",
    "opponent_draws": lambda n, may: _theirs("draw", _things(n, "Unit"), may),
    "discard": lambda a, may: f"discard {_discarded(a)}",
    "opponent_discards": lambda a, may: _theirs("discard", _discarded(a), may),
    "put_on_deck": lambda n, may: f"put {_things(n, 'Unit', ' from your hand on top of the deck')}",
    "recover": lambda a, may: f"take {_fetch(a, ' from the discard pile to your hand')}",
    "search": lambda a, may: f"search the deck and take {_fetch(a, ' to your hand')}",
    "look": _look,
    "reveal": _reveal,
    "destroy": lambda a, may: f"destroy {_units(a)}",
    "return": _return,
    "move": _move,
    "play": _play,
    "peek": lambda _, may: "look at the top Krater of 1 City",
    "swap_kraters": lambda _, may: "swap the top Kraters of 2 Cities without looking at them",
    "extra_krater": lambda n, may: f"gain {_things(n, 'additional use', ' of a Krater in this Surge Step')}",
    "repeat_broken": lambda _, may: "carry out the effect of 1 Broken Krater in your Rewards again",
    "extra_wealth": lambda n, may: f"gain {_things(n, 'additional Wealth Action', ' in your next Wealth Step')}",
    "extra_offering": lambda n, may: f"gain {_things(n, 'additional Offering', ' this turn')}",
    "skip_bonus": _skip,
    "strength": _strength,
}

THEIRS = ("opponent_loses", "opponent_draws", "opponent_discards", "skip_bonus")
YOURS = tuple(word for word in CLAUSES if word not in THEIRS)


# --- structures ---


def _clause(step: Step, may: bool = False) -> str:
    """A step without a full stop, as it stands inside a structure; structures stand in brackets."""
    word = next(iter(step))
    if word in CLAUSES:
        return CLAUSES[word](step[word], may)
    return f"[{_structure(step, '; ')}]"


def _list(steps: Effect, may: bool = False) -> str:
    """Steps joined by ", then"; after what the other player does it says who goes on."""
    parts = [_clause(steps[0], may)]
    for before, step in pairwise(steps):
        you = "you " if next(iter(before)) in THEIRS and next(iter(step)) in YOURS else ""
        parts.append(you + _clause(step, may and not you))
    return ", then ".join(parts)


def _structure(step: Step, stop: str) -> str:
    """A structure; `stop` ends its first part: a full stop in a text, a semicolon in brackets."""
    if "may" in step:
        return _may(step["may"], stop)
    if "if" in step:
        return _if(step, stop)
    if "choose" in step:
        return f"choose one: {'; or '.join(_list(option) for option in step['choose'])}"
    return f"for each {_each(step['for_each'])}, {_repeated(step['for_each']['do'])}"


def _repeated(steps: Effect) -> str:
    """What is done for each: where that is a structure alone, nothing has to show where it ends."""
    alone = len(steps) == 1 and next(iter(steps[0])) not in CLAUSES
    return _structure(steps[0], "; ") if alone else _list(steps)


def _may(args: dict[str, Any], stop: str) -> str:
    if args["pay"] is None:
        return f"you may {_list(args['then'], may=True)}"
    kind, number = next(iter(args["pay"].items()))
    cost = {
        "coins": f"pay {_things(number, 'Coin')}",
        "discard": f"pay by discarding {_things(number, 'Unit')} from your hand",
        "destroy": f"pay by destroying {number} of your Units",
        "return": f"pay by returning {number} of your Units to your hand",
    }[kind]
    return f"you may {cost}{_next(stop, 'if you do')}, {_list(args['then'])}"


def _if(step: Step, stop: str) -> str:
    condition = condition_text(step["if"])
    if not step["else"] and len(step["then"]) == 1 and "may" in step["then"][0]:
        return f"if {condition}, {_may(step['then'][0]['may'], stop)}"
    otherwise = f"{_next(stop, 'otherwise')}, {_list(step['else'])}" if step["else"] else ""
    return f"if {condition}, {_list(step['then'])}{otherwise}"


def _next(stop: str, words: str) -> str:
    return stop + (_capital(words) if stop == ". " else words)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(step: Step) -> str:
    word = next(iter(step))
    return CLAUSES[word](step[word], False) if word in CLAUSES else _structure(step, ". ")


def effect_text(effect: Effect) -> str:
    """An effect (in normal form) as sentences, one step after the other."""
    return " ".join(f"{_capital(_sentence(step))}." for step in effect)


def choices(effect: Effect) -> list[list[str]]:
    """The options of each `choose` of an effect, in the order in which they are printed."""
    found: list[list[str]] = []
    for step in effect:
        if "choose" in step:
            found.append([_list(option) for option in step["choose"]])
        for part in _parts(step):
            found += choices(part)
    return found


def _parts(step: Step) -> list[Effect]:
    """The lists of steps inside a structure, in order."""
    if "choose" in step:
        return list(step["choose"])
    if "may" in step:
        return [step["may"]["then"]]
    if "if" in step:
        return [step["then"], step["else"]]
    return [step["for_each"]["do"]] if "for_each" in step else []


# --- cards and sets ---


def card_lines(card: Unit | Krater) -> list[tuple[str, str]]:
    """What is printed on a card: (trait or nothing, text or nothing) in order."""
    if isinstance(card, Krater):
        return [("", effect_text(card.effect))]
    return [(trait, _trait_text(card, trait)) for trait in card.traits]


def _trait_text(unit: Unit, trait: str) -> str:
    key = trait.lower()
    if key in unit.effects:
        text = effect_text(unit.effects[key])
        return f"{TIMES[key]}{text[:1].lower()}{text[1:]}"
    if trait == "TRIUMPH" and unit.triumph:
        return f"Met in your {unit.triumph.step.title()} Step if {condition_text(unit.triumph.when)}."
    return ""


def card_text(card: Unit | Krater) -> str:
    """The text of a card, a line for each trait: `BOLSTER: When this Unit enters a City, gain 2 Coins.`"""
    return "\n".join(": ".join(part for part in line if part) for line in card_lines(card))


def set_document(card_set: CardSet, format: Format) -> str:
    """A set's cards with their texts, to read (`markdown`, `html`) or to use (`json`,
    `yaml`)."""
    return _document([card_set], format)


def cards_document(options: OmenOptions, format: str) -> str:
    """The cards of all sets in play, as `set_document` has them."""
    return _document(options.sets(), format)


def _document(sets: Sequence[CardSet], format: str) -> str:
    if format == "html":
        return _html(sets)
    if format == "json":
        return _json(sets)
    if format == "yaml":
        return "---\n".join(_yaml(card_set) for card_set in sets)
    return "\n".join(_markdown(card_set) for card_set in sets)


def _yaml(card_set: CardSet) -> str:
    """The set as a file that can be changed and played."""
    from io import StringIO

    from ruamel.yaml import YAML

    yaml: Any = YAML(typ="safe", pure=True)
    yaml.default_flow_style = None  # lists and mappings that hold no others on one line
    yaml.sort_base_mapping_type_on_output = False
    yaml.width = 120
    out = StringIO()
    yaml.dump(card_set.record(), out)
    return out.getvalue()


def _json(sets: Sequence[CardSet]) -> str:
    records = [_with_texts(card_set) for card_set in sets]
    return json.dumps(records[0] if len(records) == 1 else records, indent=2, ensure_ascii=False) + "\n"


def _with_texts(card_set: CardSet) -> dict[str, Any]:
    record = card_set.record()
    cards: list[Unit | Krater] = [*card_set.units, *card_set.kraters]
    for entry, card in zip([*record["units"], *record["kraters"]], cards, strict=True):
        entry["text"] = card_text(card)
    return record


def _values(unit: Unit) -> str:
    return f"Cost {unit.cost} · Offering {unit.offering} · Strength {unit.strength}"


def _legend(card_set: CardSet) -> list[tuple[str, str]]:
    return [(trait, text) for trait, text in TRAIT_RULES.items() if card_set.with_trait(trait)]


def _markdown(card_set: CardSet) -> str:
    lines = [f"# {_plain(card_set.name)}", "", f"Source: {card_set.source}."]
    lines += ["", _plain(card_set.about)] if card_set.about else []
    lines += ["", "## Units"]
    for unit in card_set.units:
        lines += ["", f"### {_plain(unit.name)}", "", f"`{unit.id}` · {_values(unit)}", ""]
        lines += [f"- **{trait}**{f': {_plain(text)}' if text else ''}" for trait, text in card_lines(unit)]
    lines += ["", "## Kraters"]
    for krater in card_set.kraters:
        lines += ["", f"### {_plain(krater.name)}", "", f"`{krater.id}`", "", _plain(effect_text(krater.effect))]
    lines += ["", "## Traits", ""]
    lines += [f"- **{trait}**: {text}" for trait, text in _legend(card_set)]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Text in which Markdown and HTML find no marks."""
    for mark in "\\`*_<>[]#|&":
        text = text.replace(mark, f"\\{mark}")
    return text


STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
body { color: #1c2230; background: #fff; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; }
article { border: 1px solid #8a93a6; border-radius: .6rem; padding: .8rem 1rem; break-inside: avoid; }
h3 { margin: 0 0 .3rem; font-size: 1.1rem; }
article p, dd { margin: .35rem 0; }
.values { font-variant-numeric: tabular-nums; color: #444d60; }
b { letter-spacing: .03em; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e9f0; background: #14171f; }
  .values { color: #b4bccc; }
}
""".strip()


def _html(sets: Sequence[CardSet]) -> str:
    title = escape(", ".join(card_set.name for card_set in sets))
    traits = dict(pair for card_set in sets for pair in _legend(card_set))
    legend = "\n".join(f"<dt><b>{trait}</b></dt><dd>{escape(text)}</dd>" for trait, text in traits.items())
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{STYLE}
</style>
</head>
<body>
{"".join(_html_set(card_set) for card_set in sets)}<h1>Traits</h1>
<dl>
{legend}
</dl>
</body>
</html>
"""


def _html_set(card_set: CardSet) -> str:
    about = f"\n<p>{escape(card_set.about)}</p>" if card_set.about else ""
    return f"""<h1>{escape(card_set.name)}</h1>
<p>Source: {card_set.source}.</p>{about}
<h2>Units</h2>
<div class="cards">
{"".join(_html_card(unit) for unit in card_set.units)}</div>
<h2>Kraters</h2>
<div class="cards">
{"".join(_html_card(krater) for krater in card_set.kraters)}</div>
"""


def _html_card(card: Unit | Krater) -> str:
    values = f'<p class="values">{_values(card)}</p>\n' if isinstance(card, Unit) else ""
    lines = "".join(f"<p>{f'<b>{trait}</b> ' if trait else ''}{escape(text)}</p>\n" for trait, text in card_lines(card))
    return f'<article id="{card.id}">\n<h3>{escape(card.name)}</h3>\n{values}{lines}</article>\n'
