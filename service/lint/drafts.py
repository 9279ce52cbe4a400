"""Drafts: files with some fixes done that are not written yet, and which line of theirs is which of the files."""

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
    """Lines in whose place others stand.

    Attributes:
        first: The number of the first of them.
        last: Of the last.
        new_count: How many stand there now, at least one.
    """

    first: int
    last: int
    new_count: int


ReplacementsByFile = Mapping[Path, Sequence[LineReplacement]]
"""The lines of each file that fixes change which were done together, in their order."""


@frozen
class Draft:
    """Files in the making.

    Attributes:
        texts: Of those that changed, by their whole paths.
        rounds: What was changed, in turns.
        touched: The numbers of the lines that were changed, as they are counted now.
    """

    texts: Mapping[Path, str]
    rounds: tuple[ReplacementsByFile, ...]
    touched: Mapping[Path, frozenset[int]]

    def current_line(self, path: Path, number: int) -> int:
        """The number that a line of a file has by now."""
        for replacements in self.rounds:
            number = shift_line(number, replacements.get(path, ()))
        return number


EMPTY_DRAFT = Draft({}, (), {})
"""A draft in which nothing is changed."""


def apply_to_draft(draft: Draft, fixes: Iterable[Fix], files: Mapping[Path, Source]) -> Draft:
    """A draft with fixes done.

    Args:
        draft: The draft.
        fixes: For its texts; none of them touches what another does.
        files: The files by their whole paths, as they are in the draft.
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
    """The number of a line after lines were replaced; of one that was, of what stands in its place."""
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
    """By how many lines a file is longer."""
    return replacement.new_count - 1 - replacement.last + replacement.first


def new_lines_of(replacement: LineReplacement, replacements: Sequence[LineReplacement]) -> range:
    """The numbers of the lines that stand in the place of others, after all replacements of the file."""
    above = replacements[: replacements.index(replacement)]
    first = replacement.first + sum(map(added_lines, above))
    return range(first, first + replacement.new_count)
