"""The state of play in one line: the open headings, and the sheet's values that fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.service.present.headings import Heading, titled_headings
from bombsight.service.present.sheet import SheetGroup

MAX_VALUE_LENGTH = 32
"""The maximum number of characters of a value that is shown at a glance."""


@frozen(kw_only=True)
class Fact:
    """A single value of the sheet, for the one-line summary.

    Attributes:
        title: The title of its field.
        value: The value's title; empty if the field's title says it all, for a yes.
        is_bad: Whether it is damage.
    """

    title: str
    value: str
    is_bad: bool


def heading_titles(headings: Sequence[Heading]) -> tuple[str, ...]:
    """Return the titles of the open headings, outermost first; a title that opened twice at once appears once."""
    return tuple(heading.title for heading in reversed(titled_headings(headings)))


def list_facts(sheet: Sequence[SheetGroup]) -> Iterator[Fact]:
    """Yield the sheet's single values that differ from the game's begin, the shortest-lived first.

    Fields with places, names and lists are left out: they need more than a line.
    """
    for group in reversed(sheet):
        for line in group.lines:
            if line.is_list or line.has_places or not line.values:
                continue
            value = line.values[0]
            if value.is_news and value.name != "none" and len(value.title) <= MAX_VALUE_LENGTH:
                yield Fact(title=line.title, value="" if value.name == "yes" else value.title, is_bad=value.is_bad)
