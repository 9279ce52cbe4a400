"""Code actions: fix one finding, fix all of a file, suppress a finding by a comment."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.compiler.codes import CODES
from bombsight.compiler.suppressions import SUPPRESSION_CODES
from bombsight.dsl.diagnostic import Diagnostic, Edit, Severity
from bombsight.dsl.edits import apply_edits, select_compatible
from bombsight.dsl.source import Source
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.workspace import Workspace
from bombsight.service.lint.fix_trials import make_trial_budget
from bombsight.service.lint.fixes import MAX_FOLLOWED_MENDS, MAX_ROUNDS, is_in_files


def mend_file(space: Workspace, path: Path, findings: Iterable[Diagnostic]) -> str:
    """Fix a file: apply its findings' certain (tried, safe) fixes until no more are found; return the new text.

    The workspace is not changed.
    """
    copy = space.copy_for_thread()
    remaining, budget = findings, make_trial_budget(copy.snapshot_with({}))
    for _ in range(MAX_ROUNDS):
        tried_findings = copy.try_fixes([*remaining], budget)
        fixes = select_compatible(
            each.fix for each in tried_findings if each.fix is not None and is_in_files(each.fix, (path,))
        )
        if not fixes:
            break
        text = apply_edits(copy.source(path).text, (edit for fix in fixes for edit in fix.edits))
        copy.change_text(path, text)
        if len(fixes) > MAX_FOLLOWED_MENDS:
            break
        remaining = copy.check_file(path)
    return copy.source(path).text


def text_after_edits(path: Path, text: str, edits: Iterable[Edit]) -> str:
    """Apply to a file's text the edits of this file, and ignore edits of other files."""
    return apply_edits(text, (edit for edit in edits if canonical_path(edit.span.path) == path))


def make_suppression_edit(source: Source, finding: Diagnostic) -> Edit | None:
    """Make the edit that suppresses a finding by a comment above its line; None if its code cannot be suppressed.

    What is wrong with such a comment is not suppressed by another one. The reason in the comment is left for the author
    to fill in.
    """
    if finding.severity is Severity.ERROR or finding.code not in CODES or finding.code in SUPPRESSION_CODES:
        return None
    line = source.line_text(finding.span.line)
    indent = line[: len(line) - len(line.lstrip(" "))]
    start = finding.span.start - finding.span.column + 1
    return Edit(source.span(start, start), f"{indent}# allow: {CODES[finding.code].name} -- \n")
