"""What Melodies' help cards have in common, and the game without some of it: what `balance cards` measures."""

from __future__ import annotations

from balance.engine.game import CardGroup, Removal
from balance.games.melodies.options import MelodiesOptions, cards_of
from balance.games.melodies.words import HIGHEST, RESTRICTIONS

KINDS = {"instrument": "instruments", "fan": "fans", "audience": "audience"}
"""What a help card is, by where it stands in a pack."""


def card_groups(options: MelodiesOptions) -> tuple[CardGroup, ...]:
    """Help cards by what they are and by what they do."""
    cards = cards_of(options)
    numbers = {card.id: HIGHEST + i for i, card in enumerate(cards)}
    groups = [
        CardGroup("kind", kind, tuple(numbers[card.id] for pack in options.tour() for card in getattr(pack, key)))
        for kind, key in KINDS.items()
    ]
    effects = dict.fromkeys(card.effect for card in cards)
    groups += [
        CardGroup("effect", effect, tuple(numbers[card.id] for card in cards if card.effect == effect))
        for effect in effects
    ]
    return tuple(group for group in groups if group.cards)


def removals(options: MelodiesOptions) -> list[Removal]:
    """Each help card that nobody can use, and each restriction of the songs played that counts as not printed."""
    found = []
    for i, card in enumerate(cards_of(options)):
        if card.id not in options.without:
            found.append(Removal(card.name, "nobody can use it", _without(options, card.id), HIGHEST + i))
    songs = [song for p in options.played() for song in options.tour()[p].songs]
    if options.play == "song" and options.song is not None:
        songs = [songs[options.song - 1]]
    for word in RESTRICTIONS:
        if word != "same" and word not in options.without and any(song.on(word) for song in songs):
            found.append(Removal(word, "it counts as not printed", _without(options, word)))
    return found


def _without(options: MelodiesOptions, name: str) -> MelodiesOptions:
    return options.model_copy(update={"without": (*options.without, name)})
