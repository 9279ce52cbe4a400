"""What is told about a rules file: a value, never an exception."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from attrs import evolve, frozen

from dsl.source import Source, Span


class Severity(Enum):
    """How much a finding matters: an error makes a program wrong, advice does not."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


@frozen
class Code:
    """A kind of finding, with a page of its own.

    Attributes:
        code: Area letter and number, such as ``T003``; never reused.
        title: The finding in one sentence.
        explanation: Why it is one and what to do, as plain text with examples.
    """

    code: str
    title: str
    explanation: str


@frozen
class Label:
    """A further place of a finding, with a word on what it has to do with it."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """One finding.

    Attributes:
        code: Area letter and number, such as ``T003``; never reused.
        message: What is wrong, in one line and in the reader's words.
        span: The place of the mistake.
        note: What is marked there, printed beside the carets; may be empty.
        labels: Other places that belong to it.
        help: What to do about it; may be empty.
        severity: How much it matters.
    """

    code: str
    message: str
    span: Span
    note: str = ""
    labels: tuple[Label, ...] = ()
    help: str = ""
    severity: Severity = Severity.ERROR

    def in_files(self, sources: Mapping[str, Source]) -> Diagnostic:
        """The same finding, its places in files that can be opened."""
        labels = tuple(evolve(label, span=in_file(label.span, sources)) for label in self.labels)
        return evolve(self, span=in_file(self.span, sources), labels=labels)

    @property
    def sort_key(self) -> tuple[str, int, str]:
        """Findings are shown in the order of their places."""
        return self.span.path, self.span.start, self.code


def in_file(span: Span, sources: Mapping[str, Source]) -> Span:
    """A place under the name by which its file can be opened."""
    source = sources.get(span.path)
    return evolve(span, path=source.file) if source and source.file else span
