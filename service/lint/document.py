"""Findings for programs, as a document of our own; for code scanning, see :mod:`bombsight.service.lint.sarif`."""

from __future__ import annotations

from attrs import frozen

from bombsight.dsl.diagnostic import Diagnostic, Fix, Severity
from bombsight.dsl.source import Span
from bombsight.service.common.document import Document
from bombsight.service.lint.lint import Linted


@frozen(kw_only=True)
class Place:
    """Where something stands; lines and columns from 1, and 0 where there is no place.

    Attributes:
        end_column: The column behind its last character.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


@frozen(kw_only=True)
class Mark:
    """Another place that belongs to a finding, and what is said of it."""

    text: str
    place: Place


@frozen(kw_only=True)
class Replacement:
    """A text that takes the place of what stands somewhere; of nothing, where the place is empty."""

    place: Place
    text: str


@frozen(kw_only=True)
class Mend:
    """A mend: a fix is certain, an offer is for its author to choose.

    Attributes:
        title: What it does, as an order in a few words.
        edits: All of it, to be done at once.
    """

    title: str
    edits: tuple[Replacement, ...]


@frozen(kw_only=True)
class Finding:
    """A finding.

    Attributes:
        code: Its code; ``bombsight explain`` has its page.
        note: What is marked at the place.
        help: What to do; may be empty.
        labels: Other places that belong to it.
        fix: What mends it; None where that is not certain.
        offers: What else may mend it, one or the other, where only its author knows which is meant.
    """

    code: str
    severity: Severity
    message: str
    note: str
    help: str
    place: Place
    labels: tuple[Mark, ...]
    fix: Mend | None
    offers: tuple[Mend, ...]


@frozen(kw_only=True)
class Findings(Document):
    """What was found in rules.

    Attributes:
        checked: What was looked at.
        findings: In the order of their places.
    """

    document = "lint"

    checked: tuple[str, ...]
    findings: tuple[Finding, ...]


def to_document(result: Linted) -> Findings:
    """The findings as a document."""
    return Findings(checked=result.names, findings=tuple(map(to_finding, result.findings)))


def to_finding(diagnostic: Diagnostic) -> Finding:
    """A finding as the document has it."""
    return Finding(
        code=diagnostic.code,
        severity=diagnostic.severity,
        message=diagnostic.message,
        note=diagnostic.note,
        help=diagnostic.help,
        place=to_place(diagnostic.span),
        labels=tuple(Mark(text=label.text, place=to_place(label.span)) for label in diagnostic.labels),
        fix=None if diagnostic.fix is None else to_mend(diagnostic.fix),
        offers=tuple(map(to_mend, diagnostic.offers)),
    )


def to_mend(fix: Fix) -> Mend:
    """A fix as the document has it."""
    return Mend(
        title=fix.title, edits=tuple(Replacement(place=to_place(edit.span), text=edit.text) for edit in fix.edits)
    )


def to_place(span: Span) -> Place:
    """Where something stands."""
    return Place(file=span.path, line=span.line, column=span.column, end_line=span.end_line, end_column=span.end_column)


def message_with_help(finding: Diagnostic) -> str:
    """What is wrong and what to do, in a line or two."""
    return " ".join(part for part in (finding.message.rstrip(".") + ".", finding.help) if part)
