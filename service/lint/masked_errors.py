"""Masked errors: those that a mistake had hidden, which appear with any fix of it.

A line with a syntax error is left out with its block, an item that has lost a line is not checked as a whole, and names
that may be declared in a left-out line are not reported. So after a fix, more errors can appear than before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

from bombsight.dsl.blocks import mask_comments
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.pieces import mask_texts_and_comments, split_items
from bombsight.dsl.source import Source
from bombsight.dsl.words import language_words
from bombsight.service.games.source_files import canonical_path
from bombsight.service.lint.drafts import Draft

FileLine = tuple[Path, int]
"""A file and a line number in it."""

LAYOUT_CODES = frozenset(
    ("E012", "E013", "E014", "E015", "E016", "E017", "E028", "E041", "E051", "E053", "E054", "E055")
)
"""The codes of errors that the line above or below may cause."""

OWN_LINE_CODES = frozenset(("T017", "V003", "O010"))
"""The codes of errors in a line's own numbers: an empty key or range, an entry's number given twice."""

DECLARING_LINE = re.compile(
    r"\S|\s*(?:let|for|choose|draw|note|step|answer)\b|\s*\w+(?:\[.*\])?(?: *\"[^\"]*\")?[^:]*:"
)
"""Lines that may declare a name: heads of items, fields and other lines with a name before a colon."""

NAME_OR_NUMBER = re.compile(r"\d+|[^\W\d]\w*")

NAME_OR_SIGNED_NUMBER = re.compile(rf"(?<![\w)\]])(?<![\w)\]] )-\d+|{NAME_OR_NUMBER.pattern}")
"""A name, or a number with its unary minus."""


@define
class ItemIndex:
    """Maps lines to items.

    Attributes:
        files: The files, by absolute path.
        layouts: For each file looked up, the first lines of its items, and their lengths in characters.
    """

    files: Mapping[Path, Source]
    layouts: dict[Path, tuple[list[int], list[int]]] = field(factory=dict)

    def item_layout(self, path: Path) -> tuple[list[int], list[int]]:
        """The first line and the length in characters of each item in a file; empty for an unknown file."""
        if path not in self.layouts:
            source = self.files.get(path)
            pieces = split_items(source.text).pieces if source else ()
            start_lines = [source.line_and_column(piece.offset)[0] for piece in pieces] if source else []
            self.layouts[path] = start_lines, [len(piece.text) for piece in pieces]
        return self.layouts[path]

    def item_at(self, path: Path, line: int) -> FileLine:
        """Find the item that contains a line of a file, as file and item number; number 0 before the first item."""
        return path, bisect_right(self.item_layout(path)[0], line)

    def item_length(self, item: FileLine) -> int:
        """The length in characters of an item, given by file and item number."""
        path, number = item
        return self.item_layout(path)[1][number - 1] if number else 0

    @property
    def item_count(self) -> int:
        """The number of items (top-level declarations) in all files."""
        return sum(len(self.item_layout(path)[0]) for path in self.files)


def find_damaged_items(mended_findings: Iterable[Diagnostic], draft: Draft, after: ItemIndex) -> frozenset[FileLine]:
    """Find the items of a fixed draft that had a syntax error before the fixes."""
    lines = {file_line_of(each) for each in mended_findings if is_syntax_error(each)}
    return frozenset(after.item_at(path, draft.current_line(path, line)) for path, line in lines)


def was_masked(
    error: Diagnostic,
    mended_findings: Sequence[Diagnostic],
    draft: Draft,
    damaged: Container[FileLine],
    items_before: ItemIndex,
    items_after: ItemIndex,
) -> bool:
    """Whether an error that appears once fixes are applied was only hidden by the mistakes, not caused by the fixes.

    Its item must have had a syntax error. An error of the checks was masked if the fixes changed only punctuation and
    keywords, no names or numbers. Any other must be on a line that no fix touched: there a syntax error was masked if
    no touched line became empty; an unknown name, or any error in the block below a touched line, was masked if no
    touched line declares names or lost the name in question.

    Args:
        error: The error, in the draft.
        mended_findings: The fixed findings.
        draft: The draft.
        damaged: Its items that had a syntax error before.
        items_before: The items before the fixes.
        items_after: The items of the draft.
    """
    path, line = file_line_of(error)
    if items_after.item_at(path, line) not in damaged:
        return False
    text = draft.texts.get(path, items_before.files[path].text)
    if error.code in OWN_LINE_CODES and line not in draft.touched.get(path, frozenset()):
        return True
    if error.code in codes_of_checks():
        return has_same_content(items_before.files[path].text, text)
    touched = draft.touched.get(path, frozenset())
    if error.code in LAYOUT_CODES or line in touched:
        return False
    lines = text.split("\n")
    changed = [
        lines[number - 1] for number in touched if items_after.item_at(path, number) == items_after.item_at(path, line)
    ]
    if is_syntax_error(error):
        return all(mask_texts_and_comments(each).strip() for each in changed)
    if any(map(DECLARING_LINE.match, changed)) or is_about_removed_name(
        error, mended_findings, items_before.files[path], text, changed
    ):
        return False
    return error.code == "N001" or is_below_touched_line(lines, line, touched)


def is_about_removed_name(
    error: Diagnostic, mended_findings: Sequence[Diagnostic], before: Source, after: str, changed: Sequence[str]
) -> bool:
    """Whether an error's place in the draft mentions a name that the fixes removed from a line.

    Args:
        error: The error, in the draft.
        mended_findings: The fixed findings.
        before: The file before the fixes.
        after: Its text in the draft.
        changed: The touched lines, in the draft.
    """
    path, _ = file_line_of(error)
    edits = [edit for finding in mended_findings if finding.fix for edit in finding.fix.edits]
    lines = {edit.span.line for edit in edits if canonical_path(edit.span.path) == path}
    old_words = {word for line in lines for word in NAME_OR_NUMBER.findall(before.line_text(line))}
    new_words = {word for each in changed for word in NAME_OR_NUMBER.findall(mask_comments(each))}
    return not (old_words - new_words).isdisjoint(NAME_OR_NUMBER.findall(after[error.span.start : error.span.end]))


def file_line_of(finding: Diagnostic) -> FileLine:
    """The canonical path and the line number of a finding."""
    return canonical_path(finding.span.path), finding.span.line


def is_syntax_error(finding: Diagnostic) -> bool:
    """Whether a finding is a syntax error."""
    return finding.code.startswith("E0")


@cache
def codes_of_checks() -> frozenset[str]:
    """Collect the codes of findings by the compiler's checks, which are unreliable for an item that lost a line."""
    from bombsight.compiler.checks import CODES  # imports all checks

    return frozenset(code.code for code in CODES)


def is_below_touched_line(lines: Sequence[str], number: int, touched: frozenset[int]) -> bool:
    """Whether a line is in the indented block below a line that a fix changed."""
    column = indent_width(lines[number - 1])
    for above in range(number - 1, 0, -1):
        if lines[above - 1].strip() and indent_width(lines[above - 1]) < column:
            if above in touched:
                return True
            column = indent_width(lines[above - 1])
    return False


def indent_width(line: str) -> int:
    """The indentation of a line, in columns."""
    return len(line) - len(line.lstrip(" "))


@lru_cache(8)
def has_same_content(before: str, after: str) -> bool:
    """Whether two texts contain the same names and numbers, ignoring keywords and punctuation."""
    return count_content(before) == count_content(after)


def count_content(text: str) -> Counter[str]:
    """Count the names and signed numbers of a file, those in its text literals included."""
    words_found = (word.lower() for word in NAME_OR_SIGNED_NUMBER.findall(mask_comments(text)))
    return Counter(
        word.lstrip("0") or "0" if word.isdigit() else word for word in words_found if word not in language_words()
    )
