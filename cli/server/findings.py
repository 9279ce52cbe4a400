"""Findings as a client shows them, and what of them is known of each file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

from attrs import define, field, frozen
from lsprotocol import types

from bombsight.cli.server.positions import PositionMapper
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.source import Source, Span
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.diagnostics_remap import remap_diagnostics
from bombsight.service.language.open_workspaces import FileFindings
from bombsight.service.lint.codes_catalog import address_of_code, name_of_code
from bombsight.service.lint.document import message_with_help

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.ADVICE: types.DiagnosticSeverity.Information,
}

UNUSED_PREFIXES = ("unused-", "unreachable-", "dead-", "idle-", "overridden-", "cancelled-", "never-read")
"""How the names of findings begin that say of the whole of their place that nothing would change without it."""

UriOf = Callable[[Path], str]
"""How the client calls a file."""


@frozen
class StoredFinding:
    """A finding, and the files as they were when it was found.

    Attributes:
        is_late: Whether it takes a look at everything to find it.
    """

    finding: Diagnostic
    sources: Mapping[Path, Source]
    is_late: bool = False

    @property
    def identity(self) -> tuple[Diagnostic, bool]:
        """What tells it from others, whatever the files say around it."""
        return self.finding, self.is_late


@frozen
class ProtocolConverter:
    """What findings are shown by.

    Attributes:
        mapper: What places are counted by.
        uri_of: How the client calls a file.
    """

    mapper: PositionMapper
    uri_of: UriOf

    def diagnostic_of(self, stored: StoredFinding) -> types.Diagnostic:
        """A finding as the client has it."""
        finding = stored.finding
        name = name_of_code(finding.code)
        page = address_of_code(finding.code)
        return types.Diagnostic(
            range=self.range_of(finding.span, stored.sources),
            message=message_with_help(finding),
            severity=SEVERITIES[finding.severity],
            code=finding.code or None,
            code_description=types.CodeDescription(page) if page else None,
            source="bombsight",
            tags=[types.DiagnosticTag.Unnecessary] if name.startswith(UNUSED_PREFIXES) else None,
            related_information=[
                types.DiagnosticRelatedInformation(place, label.text)
                for label in finding.labels
                if (place := self.location_of(label.span, stored.sources)) is not None
            ],
        )

    def location_of(self, span: Span, sources: Mapping[Path, Source]) -> types.Location | None:
        """A place in some file; None for what no file holds."""
        if not span.path:
            return None
        return types.Location(self.uri_of(canonical_path(span.path)), self.range_of(span, sources))

    def range_of(self, span: Span, sources: Mapping[Path, Source]) -> types.Range:
        """The stretch of a span; at the beginning where its file is not known."""
        source = sources.get(canonical_path(span.path)) if span.path else None
        return self.mapper.range_of(source or Source("", ""), span)


@define
class FindingsStore:
    """What is known of each file, by who found it: a file of a game may be one of house rules' game as well.

    Attributes:
        findings: By file and by who found it.
        checked_states: Of those who looked at everything, at which state of theirs: just what they found then is known
            by them still. Whoever has said something else since is none of these.
        published: What the client was last told of each file of which it was told something, and of which version.
    """

    findings: dict[Path, dict[object, tuple[StoredFinding, ...]]] = field(factory=dict)
    checked_states: dict[object, object] = field(factory=dict)
    published: dict[Path, tuple[list[types.Diagnostic], int | None]] = field(factory=dict)

    def store_quick(self, owner: object, result: FileFindings) -> Collection[Path]:
        """Take what was found at once. What others knew of other texts of these files counts no more.

        Returns:
            Which files they are.
        """
        for path in result.findings:
            by_owner = self.findings.get(path, {})
            for other in [other for other in by_owner if other != owner]:
                still_valid = tuple(
                    stored
                    for stored in by_owner[other]
                    if has_text(stored.sources.get(path), result.sources[path].text)
                )
                self.replace_findings(path, other, still_valid)
        return self.store_early(owner, result)

    def store_early(self, owner: object, result: FileFindings) -> Collection[Path]:
        """Take what was found in place of all that the same found of these files at once. Which files they are.

        What takes a look at everything stays until there is another, in lines that are as they were: else it would
        come and go with every key.
        """
        for path, findings in result.findings.items():
            early = tuple(StoredFinding(finding, result.sources) for finding in findings)
            late = (stored for stored in self.findings.get(path, {}).get(owner, ()) if stored.is_late)
            self.replace_findings(path, owner, (*early, *remap_late_findings(path, late, result.sources)))
        return result.findings

    def store_complete(self, owner: object, result: FileFindings, state: object) -> Collection[Path]:
        """Take all that somebody found, in place of what he found before.

        Args:
            owner: Who found it.
            result: All of it.
            state: At which state of his: where it is equal, the same is found.

        Returns:
            The files of which something is other now.
        """
        previous_files = {path for path, by in self.findings.items() if by.pop(owner, None) is not None}
        for path, findings in result.findings.items():
            stored = (StoredFinding(finding, result.sources, is_late=finding in result.late) for finding in findings)
            self.findings.setdefault(path, {})[owner] = tuple(stored)
        self.checked_states[owner] = state
        return previous_files | {*result.findings}

    def replace_findings(self, path: Path, owner: object, stored: tuple[StoredFinding, ...]) -> None:
        """Let something be all that somebody knows of a file; where he knew something else, his last look is undone."""
        by_owner = self.findings.setdefault(path, {})
        if {each.identity for each in by_owner.get(owner, ())} != {each.identity for each in stored}:
            self.checked_states.pop(owner, None)
        by_owner[owner] = stored

    def is_up_to_date(self, owner: object, state: object) -> bool:
        """Whether what is known by somebody is all that is found at a state of his."""
        return owner in self.checked_states and self.checked_states[owner] == state

    def drop_closed(self, open_owners: Collection[object]) -> Collection[Path]:
        """Forget what those found who are not among the living. Of which files something is other now."""
        self.checked_states = {who: state for who, state in self.checked_states.items() if who in open_owners}
        changed_files = set()
        for path, by in self.findings.items():
            for who in [who for who in by if who not in open_owners]:
                del by[who]
                changed_files.add(path)
        return changed_files

    def findings_of(self, path: Path, text: str | None = None) -> list[StoredFinding]:
        """What is known of a file, each once.

        Args:
            path: The file.
            text: What it says now, where that is known: what was found in another text counts no more.
        """
        by_finding = {
            each.finding: each
            for stored in self.findings.get(path, {}).values()
            for each in stored
            if text is None or has_text(each.sources.get(path), text)
        }
        return sorted(by_finding.values(), key=lambda told: told.finding.sort_key)

    def needs_publishing(self, path: Path, diagnostics: list[types.Diagnostic], version: int | None) -> bool:
        """Whether the client is not yet told this of a file; from now on it is.

        Args:
            path: The file.
            diagnostics: What is known of it.
            version: Of which text, where it is open.
        """
        if self.published.get(path, ([], None)) == (diagnostics, version):
            return False
        self.published[path] = diagnostics, version
        return True


def has_text(source: Source | None, text: str) -> bool:
    """Whether a file says this."""
    return source is not None and source.text == text


def remap_late_findings(
    path: Path, late: Iterable[StoredFinding], sources: Mapping[Path, Source]
) -> Iterator[StoredFinding]:
    """What took a look at everything, and is still so in a file as it is now.

    Args:
        path: The file.
        late: What was found in it.
        sources: The files as they are now.
    """
    current = sources.get(path)
    for told in late:
        previous = told.sources.get(path)
        if previous is None or current is None:
            continue
        if previous.text == current.text:
            yield told  # with its mend and its other places
        else:
            yield from (
                StoredFinding(finding, sources, is_late=True)
                for finding in remap_diagnostics([told.finding], previous, current)
            )


def findings_overlapping(stored: Iterable[StoredFinding], span: Span) -> list[StoredFinding]:
    """What was found in a stretch, or touches it."""
    return [each for each in stored if each.finding.span.start <= span.end and span.start <= each.finding.span.end]
