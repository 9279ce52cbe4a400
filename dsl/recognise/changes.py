"""Changes of an item's text, as what they are made of and as the fix that they are together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attrs import frozen

from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.failure import Failure, mends
from bombsight.dsl.listing import listed
from bombsight.dsl.recognise.finding import Finding
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

Way = Callable[[Failure, Finding], Iterator[Changes]]
"""How a slip is mended: changes that may be tried, the likeliest first."""


def readable(failed: Failure, changes: Changes) -> bool:
    """Whether a line can be read with changes of it."""
    start = failed.text.rfind("\n", 0, changes[0].start) + 1
    end = failed.text.find("\n", changes[-1].end)
    end = end if end >= 0 else len(failed.text)
    return mends(failed, start, end, changed(failed.text[:end], changes)[start:])


def changed(text: str, changes: Changes) -> str:
    """A text with changes, which are in their order."""
    for change in reversed(changes):
        text = text[: change.start] + change.put + text[change.end :]
    return text


def as_fix(source: Source, offset: int, text: str, changes: Changes) -> Fix:
    """Changes of an item as those of its file, with what they do in a few words."""
    said = dict.fromkeys(order(text[change.start : change.end].strip(), change.put.strip()) for change in changes)
    first, *more = [QUOTED] if [*said] == [order("", '"')] and len(changes) > 1 else said
    edits = tuple(Edit(source.span(offset + each.start, offset + each.end), each.put) for each in changes)
    return Fix(listed([first, *(each[0].lower() + each[1:] for each in more)]), edits)


def order(old: str, new: str) -> str:
    """What a change does, as an order."""
    if not new:
        return f"Remove `{old}`" if old else "Put it on a line of its own"
    return f"Write `{new}` for `{old}`" if old else f"Write `{new}` here"


def replaced(failed: Failure, found: re.Match[str], wanted: dict[str, str]) -> Changes:
    """The groups of a line that are otherwise than they should be, in their order."""
    return [
        Change(failed.line_start + found.start(group), failed.line_start + found.end(group), put)
        for group, put in wanted.items()
        if found[group] != put
    ]
