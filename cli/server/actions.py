"""Code actions for findings: fixes, and comments that suppress one."""

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
    """Builds the code actions at a place of a document, from the findings there and in the whole file."""

    workspace: OpenWorkspace
    path: Path
    source: Source
    findings_here: Sequence[StoredFinding]
    file_findings: Sequence[StoredFinding]
    converter: ProtocolConverter

    def code_actions(self, only: Sequence[str] | None) -> Iterator[types.CodeAction]:
        """Yield the code actions of the requested kinds or prefixes; None for any."""
        if is_kind_requested(types.CodeActionKind.QuickFix.value, only):
            current_findings = [stored for stored in self.findings_here if self.is_current(stored)]
            tried_findings = self.workspace.space.try_fixes(
                [stored.finding for stored in current_findings]
            )  # together: they have one budget
            for stored, finding in zip(current_findings, tried_findings, strict=True):
                yield from self.fix_actions(stored, finding)
            for stored in self.findings_here:
                yield from self.uncertain_fix_actions(stored)
            for stored in self.findings_here:
                yield from self.suppression_actions(stored)
        if is_kind_requested(FIX_ALL_KIND, only):
            yield from self.fix_all_actions()

    def is_current(self, stored: StoredFinding) -> bool:
        """Whether all files that a finding's fixes would change still have the texts in which it was found."""
        sources = self.workspace.sources | {self.path: self.source}
        proposals = [fix for fix in (stored.finding.fix, *stored.finding.offers) if fix is not None]
        files = {canonical_path(edit.span.path) for fix in proposals for edit in fix.edits}
        return all(path in sources and has_text(stored.sources.get(path), sources[path].text) for path in files)

    def fix_actions(self, stored: StoredFinding, finding_with_fixes: Diagnostic) -> Iterator[types.CodeAction]:
        """Yield the fixes of a finding: the certain one, or those that the author may choose from.

        `finding_with_fixes` is the same finding, after its fixes were tried.
        """
        sources = self.workspace.sources | {self.path: self.source}
        for fix in (finding_with_fixes.fix, *finding_with_fixes.offers):
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
                    is_preferred=fix is finding_with_fixes.fix,
                    edit=self.workspace_edit(texts),
                )

    def uncertain_fix_actions(self, stored: StoredFinding) -> Iterator[types.CodeAction]:
        """Yield a finding's uncertain fixes, none preferred, so that no editor applies one unasked."""
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

    def suppression_actions(self, stored: StoredFinding) -> Iterator[types.CodeAction]:
        """Yield the action that inserts a suppression comment for a finding; nothing if there is no place for it."""
        edit = make_suppression_edit(self.source, stored.finding)
        if edit is not None:
            yield types.CodeAction(
                title=f"Allow {name_of_code(stored.finding.code)} here",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[self.converter.diagnostic_of(stored)],
                edit=types.WorkspaceEdit({self.converter.uri_of(self.path): self.text_edits(self.source, [edit])}),
            )

    def fix_all_actions(self) -> Iterator[types.CodeAction]:
        """Yield the action that applies all certain fixes in the file."""
        if any(stored.finding.fix is not None for stored in self.file_findings):
            text = mend_file(self.workspace.space, self.path, [stored.finding for stored in self.file_findings])
            if text != self.source.text:
                edit = self.workspace_edit({self.path: (self.source, text)})
                yield types.CodeAction("Mend all that is certain in this file", kind=FIX_ALL_KIND, edit=edit)

    # --- edits

    def workspace_edit(self, files: Mapping[Path, tuple[Source, str]]) -> types.WorkspaceEdit:
        """Make the protocol edit that replaces the texts of files."""
        return types.WorkspaceEdit(
            {
                self.converter.uri_of(path): replacement_edits(self.converter, source, text)
                for path, (source, text) in files.items()
            }
        )

    def text_edits(self, source: Source, edits: Iterable[Edit]) -> list[types.TextEdit]:
        """Convert text edits of a source file to protocol edits."""
        return [types.TextEdit(self.converter.mapper.range_of(source, edit.span), edit.text) for edit in edits]


def replacement_edits(converter: ProtocolConverter, source: Source, text: str) -> list[types.TextEdit]:
    """Make the protocol edits that turn a file's text into another."""
    return [
        types.TextEdit(converter.mapper.range_between(source, change.start, change.end), change.text)
        for change in diff_texts(source.text, text)
    ]


def is_kind_requested(kind: str, only: Sequence[str] | None) -> bool:
    """Whether a client's request for some kinds of code actions (None for any) includes a kind."""
    return only is None or any(kind == each or kind.startswith(f"{each}.") for each in only)
