"""What a mistake hid: errors that show when it is mended, and would be there however it is mended.

A line that cannot be read is left out with what stands below it, an item that has lost one is not judged as a whole,
and of a name that may stand in what was left out nothing is said. So a mend lets more be seen than before.
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
"""A file and the number of a line."""

LAYOUT_CODES = frozenset(
    ("E012", "E013", "E014", "E015", "E016", "E017", "E028", "E041", "E051", "E053", "E054", "E055")
)
"""Errors of a line for which the one above it or below it may be to blame."""

OWN_LINE_CODES = frozenset(("T017", "V003", "O010"))
"""Errors of numbers that stand on their line: a key and a range that hold nothing, an entry's number given again."""

DECLARING_LINE = re.compile(
    r"\S|\s*(?:let|for|choose|draw|note|step|answer)\b|\s*\w+(?:\[.*\])?(?: *\"[^\"]*\")?[^:]*:"
)
"""Lines that may give a name, which others use: heads of items, fields and what else has its name before a colon."""

NAME_OR_NUMBER = re.compile(r"\d+|[^\W\d]\w*")

NAME_OR_SIGNED_NUMBER = re.compile(rf"(?<![\w)\]])(?<![\w)\]] )-\d+|{NAME_OR_NUMBER.pattern}")
"""A number with the minus that no value stands before, or a name."""


@define
class ItemIndex:
    """Which item a line belongs to.

    Attributes:
        files: The files, by their whole paths.
        layouts: Of each that was asked for, the lines on which its items begin, and how many characters each has.
    """

    files: Mapping[Path, Source]
    layouts: dict[Path, tuple[list[int], list[int]]] = field(factory=dict)

    def item_layout(self, path: Path) -> tuple[list[int], list[int]]:
        """The lines on which the items of a file begin, and their lengths; none of a file that is not there."""
        if path not in self.layouts:
            source = self.files.get(path)
            pieces = split_items(source.text).pieces if source else ()
            start_lines = [source.line_and_column(piece.offset)[0] for piece in pieces] if source else []
            self.layouts[path] = start_lines, [len(piece.text) for piece in pieces]
        return self.layouts[path]

    def item_at(self, path: Path, line: int) -> FileLine:
        """The number of the item of a file that holds a line; 0 before the first."""
        return path, bisect_right(self.item_layout(path)[0], line)

    def item_length(self, item: FileLine) -> int:
        """How many characters an item has, told by its file and its number; what stands before the first has none."""
        path, number = item
        return self.item_layout(path)[1][number - 1] if number else 0

    @property
    def item_count(self) -> int:
        """How many items there are."""
        return sum(len(self.item_layout(path)[0]) for path in self.files)


def find_damaged_items(mended_findings: Iterable[Diagnostic], draft: Draft, after: ItemIndex) -> frozenset[FileLine]:
    """The items of a draft of which something could not be read before it was mended."""
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
    """Whether an error that is there with some mends was hidden by what they mend, and not made by them.

    It stands in an item of which something could not be read, and is what the checks find, where the item says no more
    than it said, in other signs; or it stands on a line that no mend touches. There it is a mistake of the line's own:
    a name that nothing has, where no touched line may give it, or gave it before; a mistake of reading, where each
    touched line still says something; or any in the block below a touched line, which was left out with it.

    Args:
        error: The error, in the draft.
        mended_findings: The findings that are mended.
        draft: The draft.
        damaged: Its items of which something could not be read before.
        items_before: The items as they were.
        items_after: The items of the draft.
    """
    path, line = file_line_of(error)
    if items_after.item_at(path, line) not in damaged:
        return False
    text = draft.texts.get(path, items_before.files[path].text)
    if error.code in OWN_LINE_CODES and line not in draft.touched.get(path, frozenset()):
        return True
    if error.code in check_codes():
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
    """Whether an error is about a name that stood on a line that a mend touches, and that the line no longer says.

    Args:
        error: The error, in the draft.
        mended_findings: The findings that are mended.
        before: The file as it was.
        after: What it says in the draft.
        changed: The lines that were touched, in the draft.
    """
    path, _ = file_line_of(error)
    edits = [edit for finding in mended_findings if finding.fix for edit in finding.fix.edits]
    lines = {edit.span.line for edit in edits if canonical_path(edit.span.path) == path}
    old_words = {word for line in lines for word in NAME_OR_NUMBER.findall(before.line_text(line))}
    new_words = {word for each in changed for word in NAME_OR_NUMBER.findall(mask_comments(each))}
    return not (old_words - new_words).isdisjoint(NAME_OR_NUMBER.findall(after[error.span.start : error.span.end]))


def file_line_of(finding: Diagnostic) -> FileLine:
    """The file and the line where a finding stands."""
    return canonical_path(finding.span.path), finding.span.line


def is_syntax_error(finding: Diagnostic) -> bool:
    """Whether a finding is that something cannot be read."""
    return finding.code.startswith("E0")


@cache
def check_codes() -> frozenset[str]:
    """What is found by the checks: of an item that has lost a line, not for certain."""
    from bombsight.compiler.checks import CODES  # brings all checks

    return frozenset(code.code for code in CODES)


def is_below_touched_line(lines: Sequence[str], number: int, touched: frozenset[int]) -> bool:
    """Whether a line stands in the block below a touched one."""
    column = indent_width(lines[number - 1])
    for above in range(number - 1, 0, -1):
        if lines[above - 1].strip() and indent_width(lines[above - 1]) < column:
            if above in touched:
                return True
            column = indent_width(lines[above - 1])
    return False


def indent_width(line: str) -> int:
    """How far a line is indented."""
    return len(line) - len(line.lstrip(" "))


@lru_cache(8)
def has_same_content(before: str, after: str) -> bool:
    """Whether two texts hold the same numbers and names; the words of the language are not counted."""
    return count_content(before) == count_content(after)


def count_content(text: str) -> Counter[str]:
    """The numbers, below 0 too, and names of a file, those in its texts among them, each with how often it is there."""
    words_found = (word.lower() for word in NAME_OR_SIGNED_NUMBER.findall(mask_comments(text)))
    return Counter(
        word.lstrip("0") or "0" if word.isdigit() else word for word in words_found if word not in language_words()
    )
