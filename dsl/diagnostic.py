"""What is told about a rules file: a value, never an exception."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import attrs
from attrs import evolve, field

from bombsight.dsl.listing import MAX_LISTED, shorten
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source, Span


class Severity(Enum):
    """How much a finding matters: an error makes a program wrong, advice does not."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


FIRST_RELEASE = "0.1.0"
"""The version of the findings that say no other."""


@frozen
class Code:
    """A kind of finding, with a page of its own.

    Attributes:
        code: Area letter and number, such as ``T003``; never reused.
        name: A few words with hyphens, which comments and calls may say for the code: ``unreachable-row``.
        title: The finding in one sentence.
        explanation: Why it is one and what to do, as plain text with examples.
        severity: How much it matters, wherever it is raised.
        since: The version of the program that was the first to have it; of a new one, that of the next release.
    """

    code: str
    name: str
    title: str
    explanation: str
    severity: Severity = Severity.ERROR
    since: str = FIRST_RELEASE


@attrs.frozen
class Label:
    """A further place of a finding, with a word on what it has to do with it."""

    span: Span
    text: str = field(converter=shorten)


@frozen
class Edit:
    """A text that takes the place of what stands at a span; of nothing, where the span is empty."""

    span: Span
    text: str


@frozen
class Fix:
    """A mend: as a finding is made, it is proposed; as it is told, it was tried (``service/lint/fix_trials.py``).

    Attributes:
        title: What it does, as an order in a few words: ``Write is for ==``.
        edits: In the order of their places, and overlapping nowhere.
        doubtful: Whether it is no more than an offer, even where nothing speaks against it: something in it is made up,
            a name or a limit, or hardly anybody would mean it.
    """

    title: str
    edits: tuple[Edit, ...]
    doubtful: bool = False


@frozen
class Slip:
    """A word that nothing has, and what may be meant by it.

    Attributes:
        word: The word.
        names: The names for which it may be a slip, the nearest first.
    """

    word: str
    names: tuple[str, ...]


def limit_labels(labels: tuple[Label, ...]) -> tuple[Label, ...]:
    """Further places, of many only the first."""
    if len(labels) <= MAX_LISTED:
        return labels
    more = f"{labels[MAX_LISTED - 1].text} ... and {len(labels) - MAX_LISTED:,} more"
    return (*labels[: MAX_LISTED - 1], evolve(labels[MAX_LISTED - 1], text=more))


@attrs.frozen
class Diagnostic:
    """One finding, never longer than a screen.

    Attributes:
        code: Area letter and number, such as ``T003``; never reused.
        message: What is wrong, in one line and in the reader's words.
        span: The place of the mistake.
        note: What is marked there, printed beside the carets; may be empty.
        labels: Other places that belong to it.
        help: What to do about it; may be empty.
        severity: How much it matters.
        fix: What mends it; None where that is not certain.
        slip: The name that is wrong in it, where what is meant is not certain; None for what is about no name.
        missing: The keys that lack a row in a table, as a row may have them: ``7..8``, ``collier``.
        offers: What else may, where nobody but its author knows what is meant. With a fix, what counts if that fails.
    """

    code: str
    message: str = field(converter=shorten)
    span: Span
    note: str = field(default="", converter=shorten)
    labels: tuple[Label, ...] = field(default=(), converter=limit_labels)
    help: str = field(default="", converter=shorten)
    severity: Severity = Severity.ERROR
    fix: Fix | None = None
    slip: Slip | None = None
    missing: tuple[str, ...] = ()
    offers: tuple[Fix, ...] = ()

    def with_openable_paths(self, sources: Mapping[str, Source]) -> Diagnostic:
        """The same finding, its places in files that can be opened."""
        labels = tuple(evolve(label, span=openable_span(label.span, sources)) for label in self.labels)
        return evolve(
            self,
            span=openable_span(self.span, sources),
            labels=labels,
            fix=self.fix and fix_with_openable_paths(self.fix, sources),
            offers=tuple(fix_with_openable_paths(fix, sources) for fix in self.offers),
        )

    @property
    def without_places(self) -> Diagnostic:
        """The same finding without what would name other places: labels and mends."""
        return evolve(self, labels=(), fix=None, offers=())

    @property
    def sort_key(self) -> tuple[str, int, str]:
        """Findings are shown in the order of their places."""
        return self.span.path, self.span.start, self.code


def fix_with_openable_paths(fix: Fix, sources: Mapping[str, Source]) -> Fix:
    """The same fix, its places in files that can be opened."""
    return evolve(fix, edits=tuple(evolve(edit, span=openable_span(edit.span, sources)) for edit in fix.edits))


def openable_span(span: Span, sources: Mapping[str, Source]) -> Span:
    """A place under the name by which its file can be opened."""
    source = sources.get(span.path)
    return evolve(span, path=source.file) if source and source.file else span
