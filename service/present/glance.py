"""Where play stands, at a glance: the headings that are open, and what of the sheet fits into a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from bombsight.service.present.headings import Heading, titled_headings
from bombsight.service.present.sheet import SheetGroup

MAX_VALUE_LENGTH = 32
"""Values of more characters than this are no matter for a glance."""


@frozen(kw_only=True)
class Fact:
    """A value of the sheet that stands for itself.

    Attributes:
        title: Of its field.
        value: As people read it; empty where the title says all, for it is so.
        is_bad: Whether it is damage.
    """

    title: str
    value: str
    is_bad: bool


def heading_titles(headings: Sequence[Heading]) -> tuple[str, ...]:
    """The titles of what has begun and is not over, the outermost first; what began together under one title once."""
    return tuple(heading.title for heading in reversed(titled_headings(headings)))


def list_facts(sheet: Sequence[SheetGroup]) -> Iterator[Fact]:
    """Single values that differ from how the game began: what is played first, then what lasts longer.

    What has places, names and lists is left out: it needs more room than a line.
    """
    for group in reversed(sheet):
        for line in group.lines:
            if line.is_list or line.has_places or not line.values:
                continue
            value = line.values[0]
            if value.is_news and value.name != "none" and len(value.title) <= MAX_VALUE_LENGTH:
                yield Fact(title=line.title, value="" if value.name == "yes" else value.title, is_bad=value.is_bad)
