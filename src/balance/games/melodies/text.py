"""What is printed on songs and help cards, in our words, and the document of all packs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from balance.games.melodies.content import HelpCard, Pack, Song
from balance.games.melodies.options import MelodiesOptions

EFFECT_TEXTS = {
    "tune": "move one card of your hand to another place",
    "swap": "exchange two cards of your hand",
    "discard": "discard one card of your hand",
    "draw": "draw a card to the end of your hand",
    "give": "give one card of your hand to another player, to the end of the hand",
    "split_set": "play two equal cards that are not adjacent as a set",
    "shift": "one played card counts as 1 higher or lower",
    "double": "one played card counts twice",
    "cancel": "discard one played card",
    "lowest_tie": "ties go to the lowest number in this turn",
    "skip_restriction": "skip one restriction of this note",
    "bass": "make the Melody 1 higher or lower",
    "take_back": "a player takes the cards just played back and acts again",
}
RESTRICTION_TEXTS = {
    "face_down": "play face down",
    "draw_and_tune": "draw and tune 1 card",
    "at_least_2": "play at least 2 cards",
    "number_at_least_previous": "play numbers equal to or higher than the previous player's",
    "differ_from_previous": "play other numbers than the previous player",
    "count_at_least_previous": "play as many cards as the previous player or more",
    "even": "the Melody must be even",
    "odd": "the Melody must be odd",
    "same": "the Melody must be the same as the note before",
    "one_apart": "the Melody must be exactly 1 more or 1 less than the note before",
    "ignore_highest": "the highest number played does not count",
    "least_played": "the number played least often becomes the Melody (the highest of those, if there are several)",
}
TIMING_TEXTS = {
    "anytime": "Anytime",
    "when_playing": "When playing",
    "start_of_turn": "Start of turn",
    "end_of_turn": "End of turn",
}
GROUPS = {"instruments": "Instruments", "fans": "Fans", "audience": "Audience"}


def cards_document(options: MelodiesOptions, format: str) -> str:
    """All packs in play as `markdown` or `html`; those that are played as `json` or as `yaml` files to change."""
    played = [options.tour()[i] for i in options.played()]
    if format == "yaml":
        return "---\n".join(_yaml(pack) for pack in played)
    if format == "json":
        records = [pack.record() for pack in played]
        return json.dumps(records[0] if len(records) == 1 else records, indent=2, ensure_ascii=False) + "\n"
    if format == "html":
        return _html(options.tour())
    return "\n".join(line for pack in options.tour() for line in _markdown(pack))


def _yaml(pack: Pack) -> str:
    from io import StringIO

    from ruamel.yaml import YAML

    yaml: Any = YAML(typ="safe", pure=True)
    yaml.default_flow_style = None  # lists and mappings that hold no others on one line
    yaml.sort_base_mapping_type_on_output = False
    yaml.width = 120
    out = StringIO()
    yaml.dump(pack.record(), out)
    return out.getvalue()


def card_text(card: HelpCard) -> str:
    """What a help card says."""
    return f"{TIMING_TEXTS[card.timing]}: {EFFECT_TEXTS[card.effect]}."


def song_lines(song: Song) -> list[str]:
    """A song's notes drawn as dots, high ones above, under them the restrictions by note."""
    ranks = song.ranks()
    lines = [" ".join("o" if rank == height else "." for rank in ranks).rstrip() for height in range(max(ranks), 0, -1)]
    return lines + [f"note {note}: {RESTRICTION_TEXTS[word]}" for note, word in by_note(song)]


def by_note(song: Song) -> list[tuple[int, str]]:
    """Every restriction of a song with its note, in order of notes."""
    return sorted(((note, word) for word, notes in song.restrictions.items() for note in notes), key=lambda x: x[0])


def _markdown(pack: Pack) -> Iterator[str]:
    yield f"# {pack.name} ({pack.symbol}, {pack.source})\n"
    if pack.about:
        yield f"{pack.about}\n"
    for dots, song in enumerate(pack.songs, 1):
        yield f"## {'•' * dots} {song.name}: {song.hand} cards, {len(song.notes)} notes\n"
        yield "```"
        yield from song_lines(song)
        yield "```\n"
    for group, title in GROUPS.items():
        cards: Sequence[HelpCard] = getattr(pack, group)
        if cards:
            yield f"## {title}\n"
            yield from (f"- **{card.name}**. {card_text(card)}" for card in cards)
            yield ""


def _html(packs: Sequence[Pack]) -> str:
    body = "\n".join(line for pack in packs for line in _as_html(_markdown(pack)))
    head = '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Melodies</title>\n<body>'
    return f"{head}\n{body}\n</body></html>\n"


def _as_html(lines: Iterator[str]) -> Iterator[str]:
    """The lines of a pack's Markdown as HTML."""
    for line in lines:
        text = escape(line.strip("\n")).replace("**", "")
        if text == "```":
            drawn = "\n".join(escape(row) for row in iter(lambda: next(lines).strip("\n"), "```"))
            yield f"<pre>{drawn}</pre>"
        elif text:
            mark = text.split(" ")[0]
            tag = {"#": "h1", "##": "h2", "-": "li"}.get(mark, "p")
            yield f"<{tag}>{text.removeprefix(f'{mark} ') if tag != 'p' else text}</{tag}>"
