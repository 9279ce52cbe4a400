"""Targets: where places and things of a board stand, for who points at them."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.runtime.boards import PlaceShown, ThingShown, Tone
from bombsight.service.boards.text_fitting import Target

CellBox = tuple[int, int, int, int]
"""A rectangle of cells: its first column and line, and those behind its last."""


def targets_of_place(place: PlaceShown, title: str, cells: CellBox) -> Iterator[Target]:
    """Yield the target of a place, then those of its things that are pieces, all with the cells of the place."""
    yield target_of_place(place, title, cells)
    for thing in place.things:
        if thing.piece:
            yield target_of_thing(thing, cells)


def target_of_place(place: PlaceShown, title: str, cells: CellBox) -> Target:
    """Make the target of a place, which may have a title: its cells, with all its words."""
    tones = {thing.tone for thing in place.things}
    tone: Tone = "bad" if "bad" in tones else "good" if "good" in tones else ""
    words = "; ".join(thing.text for thing in place.things)
    return Target(place.piece, ": ".join(filter(None, (title, words))), tone, *cells, is_changed=place.is_changed)


def target_of_thing(thing: ThingShown, cells: CellBox) -> Target:
    """Make the target of a thing at some cells."""
    return Target(thing.piece, thing.text, thing.tone, *cells, is_changed=thing.is_changed)
