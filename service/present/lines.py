"""Lines of text with roles: what a front end shows, before it has a width, colours or a font."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from attrs import evolve, frozen

Role = Literal[
    "",
    "title",
    "heading",
    "question",
    "key",
    "faint",
    "cite",
    "amendment",
    "good",
    "bad",
    "better",
    "worse",
    "answer",
    "notice",
    "warning",
]
"""What a piece of text is in its line, for a front end to choose a style by.

``title``: what the lines are about, and results. ``heading``: above a group. ``question``, ``key``: what is asked, what
is typed. ``faint``: beside what matters. ``cite``, ``amendment``: a source, and what amended it. ``good``, ``bad``:
news. ``better``, ``worse``: figures. ``answer``: a choice. ``notice``: a reply of the program. ``warning``: a doubt.
"""

LineKind = Literal["text", "paragraph", "rule"]
"""A line of text, of which continuations hang; a paragraph, whose lines are flush; a title with a rule behind it."""


@frozen
class Span:
    """A piece of text in one role."""

    text: str
    role: Role = ""


@frozen
class Line:
    """A line of text, to be wrapped by whoever shows it; one without spans is blank.

    Attributes:
        spans: Its pieces in their order.
        indent: Its level, from 0; a terminal indents two columns for each.
        kind: How it is laid out.
    """

    spans: tuple[Span, ...] = ()
    indent: int = 0
    kind: LineKind = "text"

    @property
    def text(self) -> str:
        """Its text without roles and indentation."""
        return "".join(span.text for span in self.spans)

    def __str__(self) -> str:
        return "  " * self.indent + self.text

    def with_span(self, text: str, role: Role = "") -> Line:
        """The same line with a span at its end; without one where the text is empty."""
        return evolve(self, spans=(*self.spans, Span(text, role))) if text else self


BLANK = Line()

HEADING_SEPARATOR = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
"""Between headings."""

MINUS = "\N{MINUS SIGN}"
"""Before what leaves a list."""


def line(text: str, role: Role = "", indent: int = 0) -> Line:
    """A line of one span."""
    return Line((Span(text, role),), indent)


def unique_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines, each text once."""
    return [*{each.text: each for each in lines}.values()]
