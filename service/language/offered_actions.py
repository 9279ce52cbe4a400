"""What an editor offers to do about findings: their fixes, what an author may choose, a comment that suppresses one.

The changes are those of texts, file by file; a front end converts them to its own form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from bombsight.dsl.diagnostic import Diagnostic, Edit
from bombsight.dsl.source import Source
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.code_actions import make_suppression_edit, mend_file, text_after_edits
from bombsight.service.language.fix_options import suggest_fixes
from bombsight.service.language.open_workspaces import OpenWorkspace
from bombsight.service.language.stored_findings import StoredFinding, has_text
from bombsight.service.language.text_diff import TextChange, diff_texts
from bombsight.service.lint.codes_catalog import name_of_code


@frozen
class OfferedAction:
    """Something that an editor can do for the author.

    Attributes:
        title: What it does, as a button says it.
        changes: The changes of each file, in the order of its present text.
        finding: The finding that it is about; None for an action on the whole file.
        is_preferred: Whether it is the certain fix, which an editor may apply unasked.
    """

    title: str
    changes: Mapping[Path, tuple[TextChange, ...]]
    finding: StoredFinding | None = None
    is_preferred: bool = False


@frozen
class ActionFinder:
    """Finds what can be done about findings of a file.

    Attributes:
        workspace: The workspace of the file.
        path: The file.
        source: Its text, as the editor has it.
    """

    workspace: OpenWorkspace
    path: Path
    source: Source

    def find_actions(self, findings: Sequence[StoredFinding]) -> Iterator[OfferedAction]:
        """Yield the actions for findings: fixes first, then what the author may choose from, then suppressions."""
        current_findings = [stored for stored in findings if self.is_current(stored)]
        tried_findings = self.workspace.space.try_fixes(
            [stored.finding for stored in current_findings]
        )  # together: they have one budget
        for stored, finding in zip(current_findings, tried_findings, strict=True):
            yield from self.find_fixes(stored, finding)
        for stored in findings:
            for choice in suggest_fixes(self.source, self.workspace.space.items(self.path), stored.finding):
                yield OfferedAction(choice.title, {self.path: to_changes(choice.edits)}, stored)
        for stored in findings:
            edit = make_suppression_edit(self.source, stored.finding)
            if edit is not None:
                title = f"Allow {name_of_code(stored.finding.code)} here"
                yield OfferedAction(title, {self.path: to_changes([edit])}, stored)

    def is_current(self, stored: StoredFinding) -> bool:
        """Whether all files that a finding's fixes would change still have the texts in which it was found."""
        sources = self.workspace.sources | {self.path: self.source}
        proposals = [fix for fix in (stored.finding.fix, *stored.finding.offers) if fix is not None]
        files = {canonical_path(edit.span.path) for fix in proposals for edit in fix.edits}
        return all(path in sources and has_text(stored.sources.get(path), sources[path].text) for path in files)

    def find_fixes(self, stored: StoredFinding, finding_with_fixes: Diagnostic) -> Iterator[OfferedAction]:
        """Yield the fixes of a finding: the certain one, or those that the author may choose from.

        `finding_with_fixes` is the same finding, after its fixes were tried.
        """
        sources = self.workspace.sources | {self.path: self.source}
        for fix in (finding_with_fixes.fix, *finding_with_fixes.offers):
            if fix is not None:
                changed = sorted({canonical_path(edit.span.path) for edit in fix.edits})
                changes = {
                    path: (*diff_texts(sources[path].text, text_after_edits(path, sources[path].text, fix.edits)),)
                    for path in changed
                }
                yield OfferedAction(fix.title, changes, stored, is_preferred=fix is finding_with_fixes.fix)

    def find_fix_for_all(self, findings: Sequence[StoredFinding]) -> OfferedAction | None:
        """Find the action that applies all certain fixes of a file's findings; None if there are none."""
        if any(stored.finding.fix is not None for stored in findings):
            text = mend_file(self.workspace.space, self.path, [stored.finding for stored in findings])
            if text != self.source.text:
                changes = {self.path: (*diff_texts(self.source.text, text),)}
                return OfferedAction("Mend all that is certain in this file", changes)
        return None


def to_changes(edits: Iterable[Edit]) -> tuple[TextChange, ...]:
    """Convert edits of one file to changes of its text."""
    return tuple(TextChange(edit.span.start, edit.span.end, edit.text) for edit in edits)
