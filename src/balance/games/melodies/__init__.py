"""Melodies: a band plays songs of which it does not know the notes, each from an own hand that keeps its order."""

from balance.engine.game import Game, Reason
from balance.games.melodies.content import check_cards
from balance.games.melodies.events import EVENTS
from balance.games.melodies.looks import FEATURES, WEIGHTS
from balance.games.melodies.options import MelodiesOptions
from balance.games.melodies.parts import card_groups, removals
from balance.games.melodies.shown import EXPOSURES, figures, rates
from balance.games.melodies.text import cards_document
from balance.games.melodies.words import PACKS, SONGS

NO_TALK = (
    "Bots do not talk: each decides from its own hand and what lies open. Success rates are a floor for a band that "
    "talks within the rules."
)

GIVEN_UP = (
    "Games given up after max_attempts at one song count as unfinished and are left out of all other figures, which "
    "then tell of the luckier bands: raise max_attempts if there are many."
)


def _longest(options: MelodiesOptions) -> int:
    """Decisions of a game: windows, acts and moves of each note, and two for each help card used."""
    n = options.players
    packs = [options.tour()[i] for i in options.played()]
    notes = max(len(song.notes) for pack in packs for song in pack.songs)
    help_cards = 2 * n + 2
    by_note = n * (2 * n + 3) + n * (n + 1) // 2 + n
    by_attempt = 3 * n + notes * by_note + help_cards * (2 + 6 * n)
    songs = SONGS * len(packs) * options.max_attempts if options.play != "song" else 1
    return songs * by_attempt


def _warnings(options: MelodiesOptions) -> list[str]:
    return [NO_TALK] if options.play == "song" else [NO_TALK, GIVEN_UP]


def _no_mirror(options: MelodiesOptions) -> str:
    return "the band wins or loses together, so exchanged hands tell nothing about a seat"


GAME = Game(
    name="melodies",
    title="Melodies",
    about="A band of 2 to 5 plays songs without knowing the notes: one song, a venue, or the whole tour. Cooperative.",
    version=1,
    kind=lambda options: "cooperative",
    players=(2, 3, 4, 5),
    seats=lambda options: options.players,
    options=MelodiesOptions,
    kernel="balance.games.melodies.rules",
    chances=("cards", "reshuffle", "instruments", "fans", "featured"),
    features=FEATURES,
    weights=WEIGHTS,
    reasons=(
        Reason("success", "the song succeeds", modes=("song",)),
        Reason("false_note", "a false note", modes=("song",)),
        Reason("no_melody", "a note without a Melody", modes=("song",)),
        Reason("restriction", "a restriction is not kept", modes=("song",)),
        Reason("cards_left", "cards left in hand", modes=("song",)),
        Reason("completed", "all songs done", modes=("venue", "campaign")),
        Reason("max_attempts", "too many attempts at one song", unfinished=True, modes=("venue", "campaign")),
    ),
    longest=_longest,
    mode=lambda options: options.play,
    events=EVENTS,
    figures=figures,
    rates=rates,
    exposures=EXPOSURES,
    card_groups=card_groups,
    removals=removals,
    scores=(0, PACKS * SONGS),
    turns=(1, 12_000),
    warnings=_warnings,
    mirror=_no_mirror,
    cards_document=cards_document,
    check_cards=check_cards,
)
