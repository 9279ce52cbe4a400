"""Drafts: files with some fixes done that are not written yet, and which line of theirs is which of the files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from bombsight.dsl.diagnostic import Fix
from bombsight.dsl.edits import edited
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Source
from bombsight.service.games.reading import whole_path


@frozen
class Replaced:
    """Lines in whose place others stand.

    Attributes:
        first: The number of the first of them.
        last: Of the last.
        now: How many stand there now, at least one.
    """

    first: int
    last: int
    now: int


Replacements = Mapping[Path, Sequence[Replaced]]
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
    rounds: tuple[Replacements, ...]
    touched: Mapping[Path, frozenset[int]]

    def line(self, path: Path, number: int) -> int:
        """The number that a line of a file has by now."""
        for replacements in self.rounds:
            number = moved(number, replacements.get(path, ()))
        return number


EMPTY = Draft({}, (), {})
"""A draft in which nothing is changed."""


def with_fixes(draft: Draft, fixes: Iterable[Fix], files: Mapping[Path, Source]) -> Draft:
    """A draft with fixes done.

    Args:
        draft: The draft.
        fixes: For its texts; none of them touches what another does.
        files: The files by their whole paths, as they are in the draft.
    """
    edits = [edit for fix in fixes for edit in fix.edits]
    by_path = {path: [edit for edit in edits if edit.span.path == path] for path in {edit.span.path for edit in edits}}
    texts, touched = dict(draft.texts), dict(draft.touched)
    replacements: dict[Path, Sequence[Replaced]] = {}
    for name, own in by_path.items():
        path = whole_path(name)
        own.sort(key=lambda edit: edit.span.start)
        done = [Replaced(edit.span.line, edit.span.end_line, 1 + edit.text.count("\n")) for edit in own]
        texts[path] = edited(files[path].text, own)
        before = {moved(line, done) for line in touched.get(path, ())}
        touched[path] = frozenset(before.union(*(lines_now(each, done) for each in done)))
        replacements[path] = done
    return Draft(texts, (*draft.rounds, replacements), touched)


def moved(number: int, replacements: Sequence[Replaced]) -> int:
    """The number of a line after lines were replaced; of one that was, of what stands in its place."""
    shift = 0
    for each in replacements:
        if number < each.first:
            break
        shift += min(number - each.first, each.now - 1) + each.first - number if number <= each.last else growth(each)
    return number + shift


def growth(replaced: Replaced) -> int:
    """By how many lines a file is longer."""
    return replaced.now - 1 - replaced.last + replaced.first


def lines_now(replaced: Replaced, replacements: Sequence[Replaced]) -> range:
    """The numbers of the lines that stand in the place of others, after all replacements of the file."""
    above = replacements[: replacements.index(replaced)]
    first = replaced.first + sum(map(growth, above))
    return range(first, first + replaced.now)
