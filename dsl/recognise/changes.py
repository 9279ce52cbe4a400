"""Changes of an item's text, as what they are made of and as the fix that they are together."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source


@frozen
class Change:
    """A piece of an item's text and what takes its place.

    Attributes:
        start: Where in the item it begins.
        end: Where it ends; the same where something is put in.
        put: What stands there instead.
    """

    start: int
    end: int
    put: str


Changes = list[Change]

QUOTED = "Put it in double quotes"
FILLED = "Put it in double quotes and braces"


def apply_changes(text: str, changes: Sequence[Change]) -> str:
    """A text with changes, which are in their order."""
    for change in reversed(changes):
        text = text[: change.start] + change.put + text[change.end :]
    return text


def to_fix(source: Source, offset: int, changes: Sequence[Change]) -> Fix | None:
    """Changes of an item as those of its file, with what they do in a few words; of none, None.

    Args:
        source: The file.
        offset: Where in it the item begins.
        changes: In their order.
    """
    if not changes:
        return None
    edits = tuple(Edit(source.span(offset + each.start, offset + each.end), each.put) for each in changes)
    said = dict.fromkeys(describe_change(source.text[each.span.start : each.span.end], each.text) for each in edits)
    known = {('"', '"'): QUOTED, ('"{', '}"'): FILLED}
    first, *more = [known[texts]] if (texts := tuple(each.text for each in edits)) in known else said
    return Fix(join_names([first, *(each[0].lower() + each[1:] for each in more)]), edits)


def describe_change(old: str, new: str) -> str:
    """What a change does, as an order."""
    was, now = old.strip(), new.strip()
    if was or now:
        return f"Write `{now}` for `{was}`" if was and now else f"Write `{now}` here" if now else f"Remove `{was}`"
    if "\n" in new:
        return "Put it on a line of its own"
    return "Write spaces for tabs" if "\t" in old else "Remove the space"
