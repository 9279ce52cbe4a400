"""Targets: where places and things of a board stand, for who points at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.runtime.boards import PlaceShown, ThingShown, Tone
from bombsight.service.boards.text_fitting import Target, Words, is_card

CellBox = tuple[int, int, int, int]
"""A rectangle of cells: its first column and line, and those behind its last."""


def targets_of_place(place: PlaceShown, title: str, cells: CellBox, words: Iterable[Words] = ()) -> Iterator[Target]:
    """Yield the target of a place, then those of its things that are pieces.

    Args:
        place: The place.
        title: Its title; empty for none.
        cells: Its cells, which its things have, too.
        words: The words in it: a thing that is a card among them has the cells of that card.
    """
    yield target_of_place(place, title, cells)
    cards = [*find_cards(words)]
    for thing in place.things:
        if not thing.piece:
            continue
        card = next((card for card in cards if is_card(thing) and card[0] in texts_of_card(thing)), None)
        if card is not None:
            cards.remove(card)
        yield target_of_thing(thing, cells if card is None else card[1])


def find_cards(words: Iterable[Words]) -> Iterator[tuple[str, CellBox]]:
    """Yield the text and the cells of each card among words."""
    for each in words:
        column = each.column
        for part in each.parts:
            if part.sign == "card":
                yield part.text, (column, each.line, column + part.width, each.line + 1)
            column += part.width


def texts_of_card(thing: ThingShown) -> tuple[str, str]:
    """Return the text of a thing that is a card, and its short text."""
    return thing.marks[0].text, thing.marks[0].short


def target_of_place(place: PlaceShown, title: str, cells: CellBox) -> Target:
    """Make the target of a place, which may have a title: its cells, with all its words."""
    tones = {thing.tone for thing in place.things}
    tone: Tone = "bad" if "bad" in tones else "good" if "good" in tones else ""
    words = "; ".join(thing.text for thing in place.things)
    return Target(place.piece, ": ".join(filter(None, (title, words))), tone, *cells, is_changed=place.is_changed)


def target_of_thing(thing: ThingShown, cells: CellBox) -> Target:
    """Make the target of a thing at some cells."""
    return Target(thing.piece, thing.text, thing.tone, *cells, is_changed=thing.is_changed)
