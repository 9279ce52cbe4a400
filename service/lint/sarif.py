"""Findings as SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS, which code hosts accept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from bombsight.compiler.finding_pages import FindingPage
from bombsight.dsl.diagnostic import Code, Diagnostic, Edit, Fix, Severity
from bombsight.dsl.source import Span
from bombsight.service.common.project import HOME_KEY, PAGES_KEY, finding_page_url, project_urls
from bombsight.service.lint.document import message_with_help
from bombsight.service.lint.lint import Linted
from bombsight.version import VERSION

SARIF_VERSION = "2.1.0"
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "note"}


def to_sarif(lint_result: Linted) -> dict[str, Any]:
    """Convert the result of a lint to SARIF.

    Columns count characters; a result's fixes are those that ``--fix`` applies.
    """
    from bombsight.service.lint.codes_catalog import all_codes, read_page  # imports every check

    codes = all_codes()
    used = sorted({finding.code for finding in lint_result.findings})
    addresses = project_urls()
    rules = [to_rule(codes[code], read_page(code), addresses.get(PAGES_KEY, "")) for code in used]
    return {
        "$schema": SARIF_SCHEMA,
        "version": SARIF_VERSION,
        "runs": [
            {
                "tool": {"driver": make_tool_driver(addresses.get(HOME_KEY, "")) | {"rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [to_result(finding, used) for finding in lint_result.findings],
            }
        ],
    }


def make_tool_driver(address: str) -> dict[str, str]:
    """Make SARIF's description of the tool that made the findings, with the project's URL if there is one."""
    driver = {"name": "bombsight", "version": VERSION, "semanticVersion": VERSION.replace(".dev", "-dev.")}
    return driver | ({"informationUri": address} if address else {})


def to_rule(code: Code, page: FindingPage, pages: str) -> dict[str, Any]:
    """Convert a finding code to a SARIF rule, with the text of its page; ``pages`` is the address of the pages."""
    descriptor: dict[str, Any] = {
        "id": code.code,
        "name": code.name,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.explanation},
        "help": {"text": f"{page.title}\n\n{page.explanation}"},
        "defaultConfiguration": {"level": LEVELS[code.severity]},
    }
    return descriptor | ({"helpUri": finding_page_url(pages, code.code)} if pages else {})


def to_result(finding: Diagnostic, rule_codes: Sequence[str]) -> dict[str, Any]:
    """Convert a finding to a SARIF result, given the codes in the order of the rules."""
    entry: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule_codes.index(finding.code),
        "level": LEVELS[finding.severity],
        "message": {"text": message_with_help(finding)},
        "locations": [{"physicalLocation": to_location(finding.span)}] if finding.span.line else [],
    }
    related = [
        {"id": number, "message": {"text": label.text}, "physicalLocation": to_location(label.span)}
        for number, label in enumerate(finding.labels)
        if label.span.line
    ]
    if related:
        entry["relatedLocations"] = related
    if finding.fix is not None:
        entry["fixes"] = [to_fix(finding.fix)]
    return entry


def to_fix(fix: Fix) -> dict[str, Any]:
    """Convert a fix to SARIF, file by file."""
    files = dict.fromkeys(edit.span.path for edit in fix.edits)
    return {
        "description": {"text": fix.title},
        "artifactChanges": [
            to_artifact_change(path, (edit for edit in fix.edits if edit.span.path == path)) for path in files
        ],
    }


def to_artifact_change(path: str, edits: Iterable[Edit]) -> dict[str, Any]:
    """Convert a fix's edits of one file to SARIF."""
    return {
        "artifactLocation": to_artifact_location(path),
        "replacements": [
            {"deletedRegion": to_region(edit.span)} | ({"insertedContent": {"text": edit.text}} if edit.text else {})
            for edit in edits
        ],
    }


def to_location(span: Span) -> dict[str, Any]:
    """Convert a span to a SARIF location."""
    return {"artifactLocation": to_artifact_location(span.path), "region": to_region(span)}


def to_artifact_location(path: str) -> dict[str, str]:
    """Convert a path to a SARIF artifact location: a relative or an absolute URI, as the path is."""
    pure_path = PurePath(path)
    return {"uri": pure_path.as_uri() if pure_path.is_absolute() else quote(pure_path.as_posix())}


def to_region(span: Span) -> dict[str, int]:
    """Convert a span to a SARIF region."""
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
