"""Mends of findings while somebody writes: a single one, all of a file, a comment that lets a finding stand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bombsight.compiler.codes import CODES
from bombsight.dsl.diagnostic import Diagnostic, Edit, Severity
from bombsight.dsl.edits import compatible, edited
from bombsight.dsl.source import Source
from bombsight.service.games.reading import whole_path
from bombsight.service.language.workspace import Workspace
from bombsight.service.lint.fix_trials import trial_budget
from bombsight.service.lint.fixes import MANY, ROUNDS, within


def mended(space: Workspace, path: Path, known: Iterable[Diagnostic]) -> str:
    """The text of a file when all that has a certain mend is mended, and what that uncovers.

    Args:
        space: The rules. They stay as they are.
        path: The file, by its whole path.
        known: What was found in it as it is.

    Raises:
        KeyError: It is none of the space's.
    """
    apart = space.copied()
    found, budget = known, trial_budget(apart.seen_with({}))
    for _ in range(ROUNDS):
        tried = apart.try_fixes([*found], budget)
        fixes = compatible(each.fix for each in tried if each.fix is not None and within(each.fix, (path,)))
        if not fixes:
            break
        text = edited(apart.source(path).text, (edit for fix in fixes for edit in fix.edits))
        apart.change(path, text)
        if len(fixes) > MANY:
            break
        found = apart.quick(path)
    return apart.source(path).text


def after(path: Path, text: str, edits: Iterable[Edit]) -> str:
    """A file's text when those of some edits are done that are its own."""
    return edited(text, (edit for edit in edits if whole_path(edit.span.path) == path))


def allowing(source: Source, finding: Diagnostic) -> Edit | None:
    """The comment that lets a finding stand, above its line, where only the reason is left to be written.

    Args:
        source: The file in which it was found.
        finding: A finding; None comes of what may not be allowed.
    """
    if finding.severity is Severity.ERROR or finding.code not in CODES:
        return None
    line = source.line_text(finding.span.line)
    indent = line[: len(line) - len(line.lstrip(" "))]
    start = finding.span.start - finding.span.column + 1
    return Edit(source.span(start, start), f"{indent}# allow: {CODES[finding.code].name} -- \n")
