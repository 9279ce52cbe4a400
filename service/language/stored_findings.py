"""The findings of open files, kept between checks: those of quick checks at once, those of complete checks later."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from attrs import define, field, frozen

from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import Source, Span
from bombsight.service.language.diagnostics_remap import remap_diagnostics
from bombsight.service.language.open_workspaces import FileFindings


@frozen
class StoredFinding:
    """A finding with the texts of the files in which it was found.

    Attributes:
        is_late: Whether only a complete check finds it.
    """

    finding: Diagnostic
    sources: Mapping[Path, Source]
    is_late: bool = False

    @property
    def identity(self) -> tuple[Diagnostic, bool]:
        """The finding, and whether only a complete check finds it, to compare findings whatever their texts."""
        return self.finding, self.is_late


@define
class FindingsStore:
    """Stores the findings of each file by owner (a workspace), since a file may belong to several games.

    Attributes:
        findings: The findings by file and owner.
        checked_states: The state of each owner at its last complete check, if its findings have not changed since.
    """

    findings: dict[Path, dict[object, tuple[StoredFinding, ...]]] = field(factory=dict)
    checked_states: dict[object, object] = field(factory=dict)

    def store_quick(self, owner: object, result: FileFindings) -> Collection[Path]:
        """Store an owner's findings of a quick check, and drop others' findings in outdated texts of its files.

        An owner is a workspace, or a document outside of any.

        Returns:
            The files to republish.
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
        """Replace a workspace's findings of quick checks in some files; keep those that only complete checks find.

        The latter, on unchanged lines, are kept until the next complete check, or they would flicker with every key.

        Returns:
            The files to republish.
        """
        for path, findings in result.findings.items():
            early = tuple(StoredFinding(finding, result.sources) for finding in findings)
            late = (stored for stored in self.findings.get(path, {}).get(owner, ()) if stored.is_late)
            self.replace_findings(path, owner, (*early, *remap_late_findings(path, late, result.sources)))
        return result.findings

    def store_complete(self, owner: object, result: FileFindings, state: object) -> Collection[Path]:
        """Replace all findings of an owner (a workspace) by those of a complete check.

        Args:
            owner: The owner.
            result: The findings of a complete check.
            state: The owner's state: an equal state has equal findings.

        Returns:
            The files to republish.
        """
        previous_files = {path for path, by in self.findings.items() if by.pop(owner, None) is not None}
        for path, findings in result.findings.items():
            stored = (StoredFinding(finding, result.sources, is_late=finding in result.late) for finding in findings)
            self.findings.setdefault(path, {})[owner] = tuple(stored)
        self.checked_states[owner] = state
        return previous_files | {*result.findings}

    def replace_findings(self, path: Path, owner: object, stored: tuple[StoredFinding, ...]) -> None:
        """Replace an owner's (workspace's) findings in a file; if they differ, its last complete check is outdated."""
        by_owner = self.findings.setdefault(path, {})
        if {each.identity for each in by_owner.get(owner, ())} != {each.identity for each in stored}:
            self.checked_states.pop(owner, None)
        by_owner[owner] = stored

    def is_up_to_date(self, owner: object, state: object) -> bool:
        """Whether the last complete check of an owner (a workspace) was made in this state of its rules."""
        return owner in self.checked_states and self.checked_states[owner] == state

    def drop_closed(self, open_owners: Collection[object]) -> Collection[Path]:
        """Drop the findings of owners (workspaces) that are not open any more; return the files to republish."""
        self.checked_states = {who: state for who, state in self.checked_states.items() if who in open_owners}
        changed_files = set()
        for path, by in self.findings.items():
            for who in [who for who in by if who not in open_owners]:
                del by[who]
                changed_files.add(path)
        return changed_files

    def findings_of(self, path: Path, text: str | None = None) -> list[StoredFinding]:
        """The findings of a file from all owners (workspaces), without duplicates.

        Args:
            path: The file.
            text: The present text, if known: findings in other texts are left out.
        """
        by_finding = {
            each.finding: each
            for stored in self.findings.get(path, {}).values()
            for each in stored
            if text is None or has_text(each.sources.get(path), text)
        }
        return sorted(by_finding.values(), key=lambda stored: stored.finding.sort_key)


def has_text(source: Source | None, text: str) -> bool:
    """Whether a source exists and has a text."""
    return source is not None and source.text == text


def remap_late_findings(
    path: Path, late_findings: Iterable[StoredFinding], sources: Mapping[Path, Source]
) -> Iterator[StoredFinding]:
    """Move a complete check's findings from an earlier text to the present one; yield those on unchanged lines."""
    current = sources.get(path)
    for stored in late_findings:
        previous = stored.sources.get(path)
        if previous is None or current is None:
            continue
        if previous.text == current.text:
            yield stored  # with its fix and related places
        else:
            yield from (
                StoredFinding(finding, sources, is_late=True)
                for finding in remap_diagnostics([stored.finding], previous, current)
            )


def findings_overlapping(stored: Iterable[StoredFinding], span: Span) -> list[StoredFinding]:
    """The findings that overlap or touch a span."""
    return [each for each in stored if each.finding.span.start <= span.end and span.start <= each.finding.span.end]
