"""Changes of an item's text, and their conversion to a fix."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source


@frozen
class Change:
    """A replacement in an item's text.

    Attributes:
        start: The offset of the replaced text in the item.
        end: The offset of its end; the same as ``start`` for an insertion.
        put: The new text.
    """

    start: int
    end: int
    put: str


Changes = list[Change]

QUOTED = "Put it in double quotes"
FILLED = "Put it in double quotes and braces"


def apply_changes(text: str, changes: Sequence[Change]) -> str:
    """Apply sorted changes to a text."""
    for change in reversed(changes):
        text = text[: change.start] + change.put + text[change.end :]
    return text


def to_fix(source: Source, offset: int, changes: Sequence[Change]) -> Fix | None:
    """Convert sorted changes of an item's text to a fix of the file, with a title; None without changes."""
    if not changes:
        return None
    edits = tuple(Edit(source.span(offset + each.start, offset + each.end), each.put) for each in changes)
    said = dict.fromkeys(describe_change(source.text[each.span.start : each.span.end], each.text) for each in edits)
    known = {('"', '"'): QUOTED, ('"{', '}"'): FILLED}
    first, *more = [known[texts]] if (texts := tuple(each.text for each in edits)) in known else said
    return Fix(join_names([first, *(each[0].lower() + each[1:] for each in more)]), edits)


def describe_change(old: str, new: str) -> str:
    """Return the title of a fix that replaces ``old`` by ``new``: Write `and` for `&&`, Remove `;`, Write `:` here."""
    was, now = old.strip(), new.strip()
    if "\n" in now:
        return "Put it on lines of their own"
    if was or now:
        return f"Write `{now}` for `{was}`" if was and now else f"Write `{now}` here" if now else f"Remove `{was}`"
    if "\n" in new:
        return "Put it on a line of its own"
    return "Write spaces for tabs" if "\t" in old else "Remove the space"
