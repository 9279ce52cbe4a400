"""What has changed on boards since an earlier state: places and things that are lit, and sentences about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set

from attrs import evolve, frozen

from bombsight.runtime.boards import BoardShown, MarkShown, PlaceShown, ThingShown, Tone
from bombsight.service.boards.describing import place_in_words, title_in_words
from bombsight.service.present import sentences

NOTES = "notes"
"""The key of what stands beside a board; that of a place never equals it, for it has more parts."""

PlaceIdentity = tuple[str, ...]
"""What identifies a place of a board from state to state."""

ThingIdentity = tuple[PlaceIdentity, str, tuple[MarkShown, ...]]
"""A thing where it stands, as it looks: its place, its piece and its marks."""


@frozen
class Change:
    """A change of a board in words.

    Attributes:
        text: The words, without a full stop: what stands at the place now.
        tone: `bad` if anything that is new there is, else `good` if anything is.
    """

    text: str
    tone: Tone


# --- lit


def mark_changes(before: Sequence[BoardShown], after: Sequence[BoardShown]) -> tuple[BoardShown, ...]:
    """Mark what differs on boards from an earlier state; a board that has not changed comes back as the same object.

    A thing is changed if no thing of the same piece with the same marks stood at its place before. A place is changed
    if one of its things is, if a thing left it, or if its title differs. Boards are matched by name; one that was not
    there before has no changes.

    Args:
        before: The boards in the earlier state.
        after: The boards, without marked changes.
    """
    boards_before = {board.name: board for board in before}
    return tuple(mark_board_changes(boards_before.get(board.name, board), board) for board in after)


def mark_board_changes(before: BoardShown, after: BoardShown) -> BoardShown:
    """Mark what differs on one board from an earlier state."""
    if before == after:
        return after
    past = counted_things(before)
    titles = {identify_place(place): place.title for place in before.places}
    departed = {identity[0] for identity in past - counted_things(after)}
    places = []
    for place in after.places:
        key = identify_place(place)
        things = mark_things(key, place.things, past)
        is_changed = (
            key in departed or titles.get(key, place.title) != place.title or any(thing.is_changed for thing in things)
        )
        places.append(evolve(place, things=things, is_changed=True) if is_changed else place)
    marked = evolve(after, places=tuple(places), notes=mark_things((NOTES,), after.notes, past))
    return after if marked == after else marked


def mark_things(
    place: PlaceIdentity, things: Sequence[ThingShown], past: Counter[ThingIdentity]
) -> tuple[ThingShown, ...]:
    """Mark the things at a place that did not stand there before as they look now.

    Args:
        place: The place.
        things: The things.
        past: The things of the earlier state; those found again are taken away.
    """
    marked = []
    for thing in things:
        identity = place, thing.piece, thing.marks
        is_known = past[identity] > 0
        past[identity] -= is_known
        marked.append(thing if is_known else evolve(thing, is_changed=True))
    return tuple(marked)


def identify_place(place: PlaceShown) -> PlaceIdentity:
    """Identify a place by its piece or name; a caption by its cell."""
    if not place.name:
        return "caption", str(place.row), str(place.column)
    return "place", place.piece or place.name


def counted_things(board: BoardShown) -> Counter[ThingIdentity]:
    """Count the things of a board where they stand, as they look."""
    things = Counter(
        (identify_place(place), thing.piece, thing.marks) for place in board.places for thing in place.things
    )
    things.update(((NOTES,), thing.piece, thing.marks) for thing in board.notes)
    return things


# --- in words


def describe_changes(before: Sequence[BoardShown], after: Sequence[BoardShown]) -> tuple[Change, ...]:
    """Describe what differs on boards from an earlier state, bad changes first, each once.

    A change is described by what stands at its place now. What has moved is described once, at its new place.

    Args:
        before: The boards in the earlier state.
        after: The boards, without marked changes.
    """
    boards_before = {board.name: board for board in before}
    standing = {piece for board in after for place in board.places for piece in pieces_at(place)}
    changes = dict.fromkeys(
        change
        for board in after
        if board.name in boards_before
        for change in describe_board_changes(boards_before[board.name], board, standing)
    )
    return tuple(sorted(changes, key=lambda change: change.tone != "bad"))


def pieces_at(place: PlaceShown) -> Iterator[str]:
    """Yield the piece of a place, and those of the things at it."""
    yield place.piece
    for thing in place.things:
        yield thing.piece


def describe_board_changes(before: BoardShown, after: BoardShown, standing: Set[str]) -> Iterator[Change]:
    """Yield a change for each place of a board that differs, for shapes and texts that are new, for what is gone.

    Args:
        before: The board in the earlier state.
        after: The board, without marked changes.
        standing: The pieces that stand on any board now.
    """
    marked = mark_board_changes(before, after)
    if marked is after and before.shapes == after.shapes and len(before.places) == len(after.places):
        return
    things_before, things_after = counted_things(before), counted_things(after)
    arrived = {piece for _, piece, _ in things_after - things_before if piece}
    gone = [identity for identity in things_before - things_after if identity[1] not in arrived]
    left_places = {place for place, _, _ in gone}
    titles = {identify_place(place): place.title for place in before.places}
    looks_before = {(piece, marks) for _, piece, marks in things_before}
    for place in marked.places:
        key = identify_place(place)
        is_new = any(thing.is_changed for thing in place.things) or titles.get(key, place.title) != place.title
        if is_new or key in left_places:
            new_things = [thing for thing in place.things if thing.is_changed]
            is_known = bool(new_things) and all((thing.piece, thing.marks) in looks_before for thing in new_things)
            has_moved = is_known and not title_in_words(marked, place)
            words = place_in_words(marked, place)
            yield Change(sentences.moved(words) if has_moved else words, worst_tone(new_things))
    texts = {(shape.text, shape.tone) for shape in before.shapes}
    for shape in after.shapes:
        if shape.text and (shape.text, shape.tone) not in texts:
            yield Change(shape.text.rstrip("."), shape.tone)
    for thing in marked.notes:
        if thing.is_changed:
            yield Change(thing.text.rstrip("."), thing.tone)
    kept = {identify_place(place) for place in after.places}
    first_texts = {mark.text for _, _, marks in things_after for mark in marks[:1]}
    for place in before.places:
        if identify_place(place) in left_places - kept:
            yield from describe_vanished(before, place, standing, first_texts)


def describe_vanished(before: BoardShown, place: PlaceShown, standing: Set[str], texts: Set[str]) -> Iterator[Change]:
    """Yield the changes of a place that is no longer on its board: it is gone, or what stood at a point of it is.

    What still stands somewhere is not gone.

    Args:
        before: The board in the earlier state.
        place: The place.
        standing: The pieces that stand on any board now.
        texts: The first texts of the things that stand on this one now.
    """
    if place.piece:
        if place.piece not in standing:
            yield Change(sentences.gone(title_in_words(before, place)), "")
        return
    for thing in place.things:
        text = thing.marks[0].text
        if (not thing.piece or thing.piece not in standing) and text not in texts:
            yield Change(sentences.gone(text), "")


def worst_tone(things: Iterable[ThingShown]) -> Tone:
    """Return the tone of things together: bad if any is, else good if any is."""
    tones = {thing.tone for thing in things}
    return "bad" if "bad" in tones else "good" if "good" in tones else ""
