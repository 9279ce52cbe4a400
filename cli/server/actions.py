"""What an editor offers to do about findings: mends, and comments that let one stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen
from lsprotocol import types

from bombsight.cli.server.findings import ProtocolConverter, StoredFinding, has_text
from bombsight.dsl.diagnostic import Diagnostic, Edit
from bombsight.dsl.source import Source
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.code_actions import make_suppression_edit, mend_file, text_after_edits
from bombsight.service.language.fix_options import suggest_fixes
from bombsight.service.language.open_workspaces import OpenWorkspace
from bombsight.service.language.text_diff import diff_texts
from bombsight.service.lint.codes_catalog import name_of_code

FIX_ALL_KIND = f"{types.CodeActionKind.SourceFixAll.value}.bombsight"
ACTION_KINDS = (types.CodeActionKind.QuickFix, FIX_ALL_KIND)


@frozen
class CodeActionBuilder:
    """What is known where something may be done.

    Attributes:
        workspace: The rules.
        path: The file that is looked at.
        source: It, as it is now.
        findings_here: What was found where the cursor is.
        file_findings: What was found in the whole file.
        converter: What everything is shown by.
    """

    workspace: OpenWorkspace
    path: Path
    source: Source
    findings_here: Sequence[StoredFinding]
    file_findings: Sequence[StoredFinding]
    converter: ProtocolConverter

    def code_actions(self, only: Sequence[str] | None) -> Iterator[types.CodeAction]:
        """What may be done.

        Args:
            only: The kinds that are wanted, or what these begin with; None for any.
        """
        if is_kind_requested(types.CodeActionKind.QuickFix.value, only):
            current_findings = [stored for stored in self.findings_here if self.is_current(stored)]
            tried_findings = self.workspace.space.try_fixes(
                [stored.finding for stored in current_findings]
            )  # together: they have one budget
            for stored, finding in zip(current_findings, tried_findings, strict=True):
                yield from self.fix_actions(stored, finding)
            for stored in self.findings_here:
                yield from self.choice_actions(stored)
            for stored in self.findings_here:
                yield from self.allow_actions(stored)
        if is_kind_requested(FIX_ALL_KIND, only):
            yield from self.fix_all_actions()

    def is_current(self, stored: StoredFinding) -> bool:
        """Whether all files that the mends of a finding would change are still those in which it was found."""
        sources = self.workspace.sources | {self.path: self.source}
        proposals = [fix for fix in (stored.finding.fix, *stored.finding.offers) if fix is not None]
        files = {canonical_path(edit.span.path) for fix in proposals for edit in fix.edits}
        return all(path in sources and has_text(stored.sources.get(path), sources[path].text) for path in files)

    def fix_actions(self, stored: StoredFinding, tried_finding: Diagnostic) -> Iterator[types.CodeAction]:
        """The certain mend of a finding, or those that its author may choose from.

        Args:
            stored: The finding, as it was told.
            tried_finding: It, with what came of trying its mends.
        """
        sources = self.workspace.sources | {self.path: self.source}
        for fix in (tried_finding.fix, *tried_finding.offers):
            if fix is not None:
                changed = {canonical_path(edit.span.path) for edit in fix.edits}
                texts = {
                    path: (sources[path], text_after_edits(path, sources[path].text, fix.edits))
                    for path in sorted(changed)
                }
                yield types.CodeAction(
                    title=fix.title,
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[self.converter.diagnostic_of(stored)],
                    is_preferred=fix is tried_finding.fix,
                    edit=self.workspace_edit(texts),
                )

    def choice_actions(self, stored: StoredFinding) -> Iterator[types.CodeAction]:
        """What may be meant where nothing is certain; none of it is preferred, so no editor does it unasked."""
        space = self.workspace.space
        for choice in suggest_fixes(self.source, space.items(self.path), stored.finding):
            yield types.CodeAction(
                title=choice.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[self.converter.diagnostic_of(stored)],
                edit=types.WorkspaceEdit(
                    {self.converter.uri_of(self.path): self.text_edits(self.source, choice.edits)}
                ),
            )

    def allow_actions(self, stored: StoredFinding) -> Iterator[types.CodeAction]:
        """A comment that lets a finding stand."""
        edit = make_suppression_edit(self.source, stored.finding)
        if edit is not None:
            yield types.CodeAction(
                title=f"Allow {name_of_code(stored.finding.code)} here",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[self.converter.diagnostic_of(stored)],
                edit=types.WorkspaceEdit({self.converter.uri_of(self.path): self.text_edits(self.source, [edit])}),
            )

    def fix_all_actions(self) -> Iterator[types.CodeAction]:
        """All that is certain in the file."""
        if any(stored.finding.fix is not None for stored in self.file_findings):
            text = mend_file(self.workspace.space, self.path, [stored.finding for stored in self.file_findings])
            if text != self.source.text:
                edit = self.workspace_edit({self.path: (self.source, text)})
                yield types.CodeAction("Mend all that is certain in this file", kind=FIX_ALL_KIND, edit=edit)

    # --- edits

    def workspace_edit(self, files: Mapping[Path, tuple[Source, str]]) -> types.WorkspaceEdit:
        """Files with other texts, as what changes in each."""
        return types.WorkspaceEdit(
            {
                self.converter.uri_of(path): replacement_edits(self.converter, source, text)
                for path, (source, text) in files.items()
            }
        )

    def text_edits(self, source: Source, edits: Iterable[Edit]) -> list[types.TextEdit]:
        """Edits of a file."""
        return [types.TextEdit(self.converter.mapper.range_of(source, edit.span), edit.text) for edit in edits]


def replacement_edits(converter: ProtocolConverter, source: Source, text: str) -> list[types.TextEdit]:
    """What makes a file say something else."""
    return [
        types.TextEdit(converter.mapper.range_between(source, change.start, change.end), change.text)
        for change in diff_texts(source.text, text)
    ]


def is_kind_requested(kind: str, only: Sequence[str] | None) -> bool:
    """Whether actions of a kind are asked for."""
    return only is None or any(kind == each or kind.startswith(f"{each}.") for each in only)
