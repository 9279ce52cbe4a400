"""Drafts: files with fixes applied but not written, and the mapping of line numbers to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from bombsight.dsl.diagnostic import Fix
from bombsight.dsl.edits import apply_edits
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source
from bombsight.service.games.source_files import canonical_path


@frozen
class LineReplacement:
    """The replacement of a range of lines.

    Attributes:
        first: The first replaced line.
        last: The last.
        new_count: The number of new lines, at least one.
    """

    first: int
    last: int
    new_count: int


ReplacementsByFile = Mapping[Path, Sequence[LineReplacement]]
"""The line replacements of fixes that were applied together, by file, in file order."""


@frozen
class Draft:
    """Files with fixes applied, not written.

    Attributes:
        texts: The texts of the changed files, by absolute path.
        rounds: The replacements, one round of fixes after the other.
        touched: The changed lines, as line numbers of the present texts.
    """

    texts: Mapping[Path, str]
    rounds: tuple[ReplacementsByFile, ...]
    touched: Mapping[Path, frozenset[int]]

    def current_line(self, path: Path, number: int) -> int:
        """Map an original line number of a file to its line number in the draft."""
        for replacements in self.rounds:
            number = shift_line(number, replacements.get(path, ()))
        return number


EMPTY_DRAFT = Draft({}, (), {})
"""A draft without changes."""


def apply_to_draft(draft: Draft, fixes: Iterable[Fix], files: Mapping[Path, Source]) -> Draft:
    """Apply further fixes to a draft, and record where lines were replaced.

    The fixes' edits must not touch; `files` are by absolute path, as in the draft.
    """
    edits = [edit for fix in fixes for edit in fix.edits]
    by_path = {path: [edit for edit in edits if edit.span.path == path] for path in {edit.span.path for edit in edits}}
    texts, touched = dict(draft.texts), dict(draft.touched)
    replacements: dict[Path, Sequence[LineReplacement]] = {}
    for name, own_edits in by_path.items():
        path = canonical_path(name)
        own_edits.sort(key=lambda edit: edit.span.start)
        own_replacements = [
            LineReplacement(edit.span.line, edit.span.end_line, 1 + edit.text.count("\n")) for edit in own_edits
        ]
        texts[path] = apply_edits(files[path].text, own_edits)
        touched_before = {shift_line(line, own_replacements) for line in touched.get(path, ())}
        touched[path] = frozenset(
            touched_before.union(*(new_lines_of(each, own_replacements) for each in own_replacements))
        )
        replacements[path] = own_replacements
    return Draft(texts, (*draft.rounds, replacements), touched)


def shift_line(number: int, replacements: Sequence[LineReplacement]) -> int:
    """Map a line number past some replacements; a replaced line maps to one of the new lines."""
    shift = 0
    for each in replacements:
        if number < each.first:
            break
        shift += (
            min(number - each.first, each.new_count - 1) + each.first - number
            if number <= each.last
            else added_lines(each)
        )
    return number + shift


def added_lines(replacement: LineReplacement) -> int:
    """The number of lines by which a replacement lengthens the file."""
    return replacement.new_count - 1 - replacement.last + replacement.first


def new_lines_of(replacement: LineReplacement, replacements: Sequence[LineReplacement]) -> range:
    """The line numbers that a replacement's new lines have after all replacements of the file."""
    above = replacements[: replacements.index(replacement)]
    first = replacement.first + sum(map(added_lines, above))
    return range(first, first + replacement.new_count)
