"""Diagnostics: findings as the protocol has them, and which of them the client has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import define, field, frozen
from lsprotocol import types

from bombsight.cli.server.positions import PositionMapper
from bombsight.dsl.diagnostic import Severity
from bombsight.dsl.source import Source, Span
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.stored_findings import StoredFinding
from bombsight.service.lint.codes_catalog import address_of_code, is_about_unused
from bombsight.service.lint.document import message_with_help

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.ADVICE: types.DiagnosticSeverity.Information,
}

UriOf = Callable[[Path], str]
"""A function from a file's path to the client's URI."""


@frozen
class ProtocolConverter:
    """Converts findings and spans to the protocol's diagnostics, locations and ranges."""

    mapper: PositionMapper
    uri_of: UriOf

    def diagnostic_of(self, stored: StoredFinding) -> types.Diagnostic:
        """Convert a finding to a diagnostic."""
        finding = stored.finding
        page = address_of_code(finding.code)
        return types.Diagnostic(
            range=self.range_of(finding.span, stored.sources),
            message=message_with_help(finding),
            severity=SEVERITIES[finding.severity],
            code=finding.code or None,
            code_description=types.CodeDescription(page) if page else None,
            source="bombsight",
            tags=[types.DiagnosticTag.Unnecessary] if is_about_unused(finding.code) else None,
            related_information=[
                types.DiagnosticRelatedInformation(place, label.text)
                for label in finding.labels
                if (place := self.location_of(label.span, stored.sources)) is not None
            ],
        )

    def location_of(self, span: Span, sources: Mapping[Path, Source]) -> types.Location | None:
        """Convert a span to a location; None without a file."""
        if not span.path:
            return None
        return types.Location(self.uri_of(canonical_path(span.path)), self.range_of(span, sources))

    def range_of(self, span: Span, sources: Mapping[Path, Source]) -> types.Range:
        """Convert a span to a range; the start of the text if its file is unknown."""
        source = sources.get(canonical_path(span.path)) if span.path else None
        return self.mapper.range_of(source or Source("", ""), span)


@define
class PublishedDiagnostics:
    """The diagnostics that the client has.

    Attributes:
        by_file: The last published diagnostics of each file, and the document's version.
    """

    by_file: dict[Path, tuple[list[types.Diagnostic], int | None]] = field(factory=dict)

    def update(self, path: Path, diagnostics: list[types.Diagnostic], version: int | None) -> bool:
        """Note the diagnostics of a file as published; return whether they differ from the last."""
        if self.by_file.get(path, ([], None)) == (diagnostics, version):
            return False
        self.by_file[path] = diagnostics, version
        return True
