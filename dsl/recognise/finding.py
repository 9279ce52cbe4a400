"""A recognised slip, with its place in the text of an item."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from attrs import evolve

from bombsight.dsl.blocks import mask_comments
from bombsight.dsl.diagnostic import Diagnostic, Label
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.recognise.changes import Change, to_fix
from bombsight.dsl.slips import BY_CODE
from bombsight.dsl.source import Source

if TYPE_CHECKING:
    from bombsight.dsl.failure import Failure  # its import loads lark


@frozen
class Finding:
    """A recognised slip, with its place in the text of an item; texts override those of the slip.

    Attributes:
        changes: The fix, if the author means what most would mean.
        others: Other fixes, if the author may mean something else, or no meaning is the likeliest.
        doubtful: Whether the other fixes are no more than offers, even if their trials succeed.
    """

    code: str
    start: int
    end: int
    message: str = ""
    note: str = ""
    help: str = ""
    label: tuple[int, int, str] | None = None
    changes: tuple[Change, ...] = ()
    others: tuple[tuple[Change, ...], ...] = ()
    doubtful: bool = False

    def to_diagnostic(self, source: Source, offset: int) -> Diagnostic:
        """Convert the finding to a diagnostic of the file, in which the item begins at ``offset``."""
        slip = BY_CODE[self.code]
        labels: tuple[Label, ...] = ()
        if self.label:
            start, end, text = self.label
            labels = (Label(source.span(offset + start, offset + end), text),)
        return Diagnostic(
            self.code,
            self.message or slip.title,
            source.span(offset + self.start, offset + self.end),
            self.note or slip.note,
            labels,
            self.help or slip.help,
            fix=to_fix(source, offset, self.changes),
            offers=tuple(
                evolve(fix, doubtful=self.doubtful) for each in self.others if (fix := to_fix(source, offset, each))
            ),
        )


def line_finding(code: str, failure: Failure) -> Finding:
    """Make a finding that marks the first word of the line on which the parser stopped."""
    found = re.compile(r"[ \t]*(\w+|.)").match(failure.text, failure.line_start)
    start, end = found.span(1) if found else (failure.start, failure.start + 1)
    return Finding(code, start, end)


def finding_at_failure(code: str, failure: Failure) -> Finding:
    """Make a finding that marks the word where the parser stopped, or at a line's end the place behind it."""
    if failure.word.strip():
        return Finding(code, failure.start, failure.end)
    end = code_range_of_line(failure.text, failure.line_end)[1]
    return Finding(code, end, end + 1)


def unknown_character_finding(failure: Failure) -> Finding:
    """The finding for a character that the language does not use, with its Unicode name."""
    character = failure.text[failure.start]
    name = unicodedata.name(character, f"character number {ord(character)}").lower()
    return Finding("E005", failure.start, failure.start + 1, note=name)


def code_range_of_line(text: str, line_end: int) -> tuple[int, int]:
    """The range of the code on the last line with code up to ``line_end``."""
    code = mask_comments(text[:line_end]).rstrip()
    start = code.rfind("\n") + 1
    return start + len(code[start:]) - len(code[start:].lstrip()), len(code)
