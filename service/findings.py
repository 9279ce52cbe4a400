"""Findings for programs: a document of our own, and SARIF for code scanning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from attrs import frozen

from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.source import Span
from bombsight.service.document import Document
from bombsight.service.linting import Linted

SARIF_VERSION = "2.1.0"
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
SARIF_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}


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
class Finding:
    """A finding.

    Attributes:
        code: Its code; ``bombsight explain`` has its page.
        note: What is marked at the place.
        help: What to do; may be empty.
        labels: Other places that belong to it.
    """

    code: str
    severity: Severity
    message: str
    note: str
    help: str
    place: Place
    labels: tuple[Mark, ...]


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


def as_document(found: Linted) -> Findings:
    """The findings as a document."""
    return Findings(checked=found.names, findings=tuple(map(finding, found.findings)))


def finding(told: Diagnostic) -> Finding:
    """A finding as the document has it."""
    return Finding(
        code=told.code,
        severity=told.severity,
        message=told.message,
        note=told.note,
        help=told.help,
        place=place(told.span),
        labels=tuple(Mark(text=label.text, place=place(label.span)) for label in told.labels),
    )


def place(span: Span) -> Place:
    """Where something stands."""
    return Place(file=span.path, line=span.line, column=span.column, end_line=span.end_line, end_column=span.end_column)


def message(finding: Diagnostic) -> str:
    """What is wrong and what to do, in a line or two."""
    return " ".join(part for part in (finding.message.rstrip(".") + ".", finding.help) if part)


# --- SARIF


def as_sarif(found: Linted) -> dict[str, Any]:
    """The findings as SARIF, for code scanning."""
    from bombsight.service.pages import all_codes  # loads every check

    codes = all_codes()
    used = sorted({finding.code for finding in found.findings})
    rules = [
        {
            "id": code,
            "shortDescription": {"text": codes[code].title},
            "fullDescription": {"text": codes[code].explanation},
        }
        if code in codes
        else {"id": code}
        for code in used
    ]
    return {
        "$schema": SARIF_SCHEMA,
        "version": SARIF_VERSION,
        "runs": [
            {
                "tool": {"driver": {"name": "bombsight", "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [sarif_result(finding, used) for finding in found.findings],
            }
        ],
    }


def sarif_result(finding: Diagnostic, used: Sequence[str]) -> dict[str, Any]:
    """A finding as SARIF has it."""
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": used.index(finding.code),
        "level": SARIF_LEVELS[finding.severity],
        "message": {"text": message(finding)},
        "locations": [{"physicalLocation": location(finding.span)}] if finding.span.line else [],
    }
    related = [
        {"id": number, "message": {"text": label.text}, "physicalLocation": location(label.span)}
        for number, label in enumerate(finding.labels)
        if label.span.line
    ]
    return result | ({"relatedLocations": related} if related else {})


def location(span: Span) -> dict[str, Any]:
    """A place as SARIF has it."""
    path = PurePath(span.path)
    return {
        "artifactLocation": {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())},
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        },
    }
