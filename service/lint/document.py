"""The JSON document of findings, for programs; for code scanning, see :mod:`bombsight.service.lint.sarif`."""

from __future__ import annotations

from attrs import frozen

from bombsight.dsl.diagnostic import Diagnostic, Fix, Severity
from bombsight.dsl.source import Span
from bombsight.service.common.document import Document
from bombsight.service.lint.lint import Linted


@frozen(kw_only=True)
class Place:
    """A range in a file; lines and columns from 1, and 0 where there is no place.

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
    """A secondary place of a finding, with a note on it."""

    text: str
    place: Place


@frozen(kw_only=True)
class Replacement:
    """The replacement of a range by a text; an empty range is an insertion."""

    place: Place
    text: str


@frozen(kw_only=True)
class Mend:
    """A fix of a finding: either certain, or an offer for the author to choose.

    Attributes:
        title: Its effect, as a short command.
        edits: All its replacements, to be made together.
    """

    title: str
    edits: tuple[Replacement, ...]


@frozen(kw_only=True)
class Finding:
    """A finding.

    Attributes:
        code: Its code; ``bombsight explain`` has its page.
        note: The note at its place.
        help: What to do; may be empty.
        labels: Its secondary places.
        fix: The certain fix; None if there is none.
        offers: Alternative fixes, of which only the author knows the right one.
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
    """The findings on some rules.

    Attributes:
        checked: The names of the checked games and files.
        findings: The findings, in file order.
    """

    document = "lint"

    checked: tuple[str, ...]
    findings: tuple[Finding, ...]


def to_document(result: Linted) -> Findings:
    """Convert the result of a lint to a JSON document."""
    return Findings(checked=result.names, findings=tuple(map(to_finding, result.findings)))


def to_finding(diagnostic: Diagnostic) -> Finding:
    """Convert a diagnostic to its form in the JSON document."""
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
    """Convert a fix to its form in the JSON document."""
    return Mend(
        title=fix.title, edits=tuple(Replacement(place=to_place(edit.span), text=edit.text) for edit in fix.edits)
    )


def to_place(span: Span) -> Place:
    """Convert a span to its form in the JSON document."""
    return Place(file=span.path, line=span.line, column=span.column, end_line=span.end_line, end_column=span.end_column)


def message_with_help(finding: Diagnostic) -> str:
    """Join the message of a finding and its help, on a second line."""
    return " ".join(part for part in (finding.message.rstrip(".") + ".", finding.help) if part)
