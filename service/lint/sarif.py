"""Findings as SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS, which hosts of code take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from bombsight.dsl.diagnostic import Code, Diagnostic, Edit, Fix, Severity
from bombsight.dsl.source import Span
from bombsight.service.common.project import HOME, PAGES, own_version, page_address, project_addresses
from bombsight.service.lint.document import message
from bombsight.service.lint.lint import Linted

VERSION = "2.1.0"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}


def as_sarif(found: Linted) -> dict[str, Any]:
    """The findings as SARIF. Columns count characters; a result's fixes are those that ``--fix`` would do."""
    from bombsight.service.lint.pages import all_codes  # loads every check

    codes = all_codes()
    used = sorted({finding.code for finding in found.findings})
    addresses = project_addresses()
    rules = [rule(codes[code], addresses.get(PAGES, "")) for code in used]
    return {
        "$schema": SCHEMA,
        "version": VERSION,
        "runs": [
            {
                "tool": {"driver": driver(addresses.get(HOME, "")) | {"rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [result(finding, used) for finding in found.findings],
            }
        ],
    }


def driver(address: str) -> dict[str, str]:
    """What found it. The address is the project's, where it has one."""
    known = {"name": "bombsight"}
    version = own_version()
    if version is None:
        return known
    return known | {"version": version, "semanticVersion": version} | ({"informationUri": address} if address else {})


def rule(code: Code, pages: str) -> dict[str, Any]:
    """A kind of finding, with what its page says of it.

    Args:
        code: The code with its page.
        pages: The address of the documentation; empty where there is none.
    """
    told: dict[str, Any] = {
        "id": code.code,
        "name": code.name,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.explanation},
        "help": {"text": f"{code.title}\n\n{code.explanation}"},
        "defaultConfiguration": {"level": LEVELS[code.severity]},
    }
    return told | ({"helpUri": page_address(pages, code.code)} if pages else {})


def result(finding: Diagnostic, used: Sequence[str]) -> dict[str, Any]:
    """A finding; ``used`` are the codes in the order of the rules."""
    told: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": used.index(finding.code),
        "level": LEVELS[finding.severity],
        "message": {"text": message(finding)},
        "locations": [{"physicalLocation": location(finding.span)}] if finding.span.line else [],
    }
    related = [
        {"id": number, "message": {"text": label.text}, "physicalLocation": location(label.span)}
        for number, label in enumerate(finding.labels)
        if label.span.line
    ]
    if related:
        told["relatedLocations"] = related
    if finding.fix is not None:
        told["fixes"] = [fixed(finding.fix)]
    return told


def fixed(fix: Fix) -> dict[str, Any]:
    """A mend, file by file."""
    files = dict.fromkeys(edit.span.path for edit in fix.edits)
    return {
        "description": {"text": fix.title},
        "artifactChanges": [changes(path, (edit for edit in fix.edits if edit.span.path == path)) for path in files],
    }


def changes(path: str, edits: Iterable[Edit]) -> dict[str, Any]:
    """What a mend changes in a file."""
    return {
        "artifactLocation": artifact(path),
        "replacements": [
            {"deletedRegion": region(edit.span)} | ({"insertedContent": {"text": edit.text}} if edit.text else {})
            for edit in edits
        ],
    }


def location(span: Span) -> dict[str, Any]:
    """A place."""
    return {"artifactLocation": artifact(span.path), "region": region(span)}


def artifact(path: str) -> dict[str, str]:
    """A file by its address: relative, or whole where its path is."""
    named = PurePath(path)
    return {"uri": named.as_uri() if named.is_absolute() else quote(named.as_posix())}


def region(span: Span) -> dict[str, int]:
    """A stretch of a file."""
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
