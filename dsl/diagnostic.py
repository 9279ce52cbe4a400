"""Findings about a rules file: values, never exceptions."""

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
"""The version of findings that state no other."""


@frozen
class Code:
    """A kind of finding. Its title and what to do about it stand on its page, ``pages/CODE.md`` of the part.

    Attributes:
        code: Area letter and number, such as ``T003``; never reused.
        name: A few words with hyphens, for use in place of the code in comments and calls: ``unreachable-row``.
        severity: How much it matters, wherever it is raised.
        since: The first version of the program that has it; for a new one, that of the next release.
    """

    code: str
    name: str
    severity: Severity = Severity.ERROR
    since: str = FIRST_RELEASE


@attrs.frozen
class Label:
    """A further place of a finding, with a word on its relation to it."""

    span: Span
    text: str = field(converter=shorten)


@frozen
class Edit:
    """A text edit: replaces the text of a span, or inserts at an empty one."""

    span: Span
    text: str


@frozen
class Fix:
    """A code fix: proposed when a finding is made, and tried before it is reported (``service/lint/fix_trials.py``).

    Attributes:
        title: Its effect, as an order in a few words: ``Write is for ==``.
        edits: In the order of their places, without overlaps.
        doubtful: Whether it is no more than an offer, even if its trial succeeds: a part of it is made up, a name or a
            limit, or hardly anybody would mean it.
    """

    title: str
    edits: tuple[Edit, ...]
    doubtful: bool = False


@frozen
class Slip:
    """An unknown word, with the names that may be meant.

    Attributes:
        word: The word.
        names: The names for which it may be a slip, the nearest first.
    """

    word: str
    names: tuple[str, ...]


def limit_labels(labels: tuple[Label, ...]) -> tuple[Label, ...]:
    """Cut a finding's labels to those that fit a screen; the last label kept then says how many more there are."""
    if len(labels) <= MAX_LISTED:
        return labels
    more = f"{labels[MAX_LISTED - 1].text} ... and {len(labels) - MAX_LISTED:,} more"
    return (*labels[: MAX_LISTED - 1], evolve(labels[MAX_LISTED - 1], text=more))


@attrs.frozen
class Diagnostic:
    """One finding, never longer than a screen.

    Attributes:
        code: Area letter and number, such as ``T003``; never reused.
        message: The problem, in one line and in the reader's words.
        span: The place of the mistake.
        note: A remark printed beside the carets; may be empty.
        labels: Other places that belong to it.
        help: What to do about it; may be empty.
        severity: How much it matters.
        fix: The fix; None if none is certain.
        slip: The unknown name, if several may be meant; None for findings about no name.
        missing: The keys that lack a row in a table, as a row may have them: ``7..8``, ``collier``.
        offers: Fixes between which only the author can choose; beside a fix, those to offer if it fails.
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
        """Copy the finding with file paths that can be opened, in place of the short names that findings show."""
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
        """Copy the finding without labels and fixes, so that its own span is the only place in it."""
        return evolve(self, labels=(), fix=None, offers=())

    @property
    def sort_key(self) -> tuple[str, int, str]:
        """The key for sorting findings by path, offset and code."""
        return self.span.path, self.span.start, self.code


def fix_with_openable_paths(fix: Fix, sources: Mapping[str, Source]) -> Fix:
    """Copy a fix with file paths that can be opened, in place of the short names that findings show."""
    return evolve(fix, edits=tuple(evolve(edit, span=openable_span(edit.span, sources)) for edit in fix.edits))


def openable_span(span: Span, sources: Mapping[str, Source]) -> Span:
    """Copy a span with the path at which its file can be opened; return it unchanged without such a path."""
    source = sources.get(span.path)
    return evolve(span, path=source.file) if source and source.file else span
