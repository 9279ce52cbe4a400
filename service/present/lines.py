"""Text lines with semantic roles: the output of presentation, before width, colours or fonts."""

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
"""The semantic role of a span in its line, from which a front end derives a style.

``title``: what the lines are about, and results. ``heading``: above a group. ``question``, ``key``: what is asked, what
is typed. ``faint``: beside what matters. ``cite``, ``amendment``: a source, and what amended it. ``good``, ``bad``:
news. ``better``, ``worse``: figures. ``answer``: a choice. ``notice``: a reply of the program. ``warning``: a doubt.
"""

LineKind = Literal["text", "paragraph", "rule"]
"""The layout of a line: text with hanging continuation, a flush paragraph, or a title followed by a rule."""


@frozen
class Span:
    """A piece of text with a semantic role, such as ``title`` or ``notice``."""

    text: str
    role: Role = ""


@frozen
class Line:
    """A line of text for a front end to wrap; without spans it is blank.

    Attributes:
        spans: The spans in their order.
        indent: The level of indentation, from 0; a terminal indents two columns for each.
        kind: The layout.
    """

    spans: tuple[Span, ...] = ()
    indent: int = 0
    kind: LineKind = "text"

    @property
    def text(self) -> str:
        """The plain text of the line, without roles and indentation."""
        return "".join(span.text for span in self.spans)

    def __str__(self) -> str:
        """Return the plain text, indented by two spaces for each level."""
        return "  " * self.indent + self.text

    def with_span(self, text: str, role: Role = "") -> Line:
        """Append a span to a copy of the line; an empty text adds none."""
        return evolve(self, spans=(*self.spans, Span(text, role))) if text else self


BLANK = Line()

HEADING_SEPARATOR = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
"""The separator between headings."""

MINUS = "\N{MINUS SIGN}"
"""The sign before an element that leaves a list."""


def line(text: str, role: Role = "", indent: int = 0) -> Line:
    """Make a line from one text with a role and an indentation level."""
    return Line((Span(text, role),), indent)


def unique_lines(lines: Iterable[Line]) -> list[Line]:
    """Drop each line whose text equals that of an earlier one."""
    return [*{each.text: each for each in lines}.values()]
