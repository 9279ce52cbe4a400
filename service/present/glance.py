"""The state of play in one line: the open headings, and what the rules show there, or else the sheet's values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.runtime.boards import MarkShown
from bombsight.runtime.events.describe import Describer
from bombsight.service.boards.boards import render_headline
from bombsight.service.present.headings import Heading, titled_headings
from bombsight.service.present.sheet import SheetGroup

MAX_VALUE_LENGTH = 32
"""The maximum number of characters of a value that is shown at a glance."""


@frozen(kw_only=True)
class Fact:
    """A fact of the one-line summary: a mark of the rules, or a single value of the sheet.

    Attributes:
        title: The text of the mark, or the title of the field.
        value: The value's title; empty if the title says it all.
        is_bad: Whether it is bad for the player: damage.
        is_good: Whether it is good.
    """

    title: str
    value: str
    is_bad: bool
    is_good: bool = False


def heading_titles(headings: Sequence[Heading]) -> tuple[str, ...]:
    """Return the titles of the open headings, outermost first; a title that opened twice at once appears once."""
    return tuple(heading.title for heading in reversed(titled_headings(headings)))


def headline_facts(marks: Sequence[MarkShown]) -> list[Fact]:
    """Make facts of the marks that the rules show in one line."""
    return [Fact(title=mark.text, value="", is_bad=mark.tone == "bad", is_good=mark.tone == "good") for mark in marks]


def find_facts(describer: Describer, sheet: Sequence[SheetGroup]) -> list[Fact]:
    """List what matters most in a state, for a line: what the rules show there, or else the sheet's news."""
    marks = render_headline(describer)
    return [*list_facts(sheet)] if marks is None else headline_facts(marks)


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
