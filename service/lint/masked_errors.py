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

from bombsight.dsl.blocks import without_comments
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import define, field
from bombsight.dsl.pieces import cut, mask
from bombsight.dsl.source import Source
from bombsight.dsl.words import words
from bombsight.service.games.reading import whole_path
from bombsight.service.lint.drafts import Draft

Place = tuple[Path, int]
"""A file and the number of a line."""

LAYOUT = frozenset(("E012", "E013", "E014", "E015", "E016", "E017", "E028", "E041", "E051", "E053", "E054", "E055"))
"""Errors of a line for which the one above it or below it may be to blame."""

OF_ITS_LINE = frozenset(("T017", "V003", "O010"))
"""Errors of numbers that stand on their line: a key and a range that hold nothing, an entry's number given again."""

DECLARES = re.compile(r"\S|\s*(?:let|for|choose|draw|note|step|answer)\b|\s*\w+(?:\[.*\])?(?: *\"[^\"]*\")?[^:]*:")
"""Lines that may give a name, which others use: heads of items, fields and what else has its name before a colon."""

TOKEN = re.compile(r"\d+|[^\W\d]\w*")

SAID = re.compile(rf"(?<![\w)\]])(?<![\w)\]] )-\d+|{TOKEN.pattern}")
"""A number with the minus that no value stands before, or a name."""


@define
class Places:
    """Which item a line belongs to.

    Attributes:
        files: The files, by their whole paths.
        pieces: Of each that was asked for, the lines on which its items begin, and how many characters each has.
    """

    files: Mapping[Path, Source]
    pieces: dict[Path, tuple[list[int], list[int]]] = field(factory=dict)

    def cut(self, path: Path) -> tuple[list[int], list[int]]:
        """The lines on which the items of a file begin, and their lengths; none of a file that is not there."""
        if path not in self.pieces:
            source = self.files.get(path)
            pieces = cut(source.text).pieces if source else ()
            begins = [source.place(piece.offset)[0] for piece in pieces] if source else []
            self.pieces[path] = begins, [len(piece.text) for piece in pieces]
        return self.pieces[path]

    def item(self, path: Path, line: int) -> Place:
        """The number of the item of a file that holds a line; 0 before the first."""
        return path, bisect_right(self.cut(path)[0], line)

    def length(self, place: Place) -> int:
        """How many characters an item has, told by its file and its number; what stands before the first has none."""
        path, number = place
        return self.cut(path)[1][number - 1] if number else 0

    @property
    def count(self) -> int:
        """How many items there are."""
        return sum(len(self.cut(path)[0]) for path in self.files)


def damaged_items(mended: Iterable[Diagnostic], draft: Draft, after: Places) -> frozenset[Place]:
    """The items of a draft of which something could not be read before it was mended."""
    lines = {place_of(each) for each in mended if is_reading(each)}
    return frozenset(after.item(path, draft.line(path, line)) for path, line in lines)


def is_uncovered(
    error: Diagnostic,
    mended: Sequence[Diagnostic],
    draft: Draft,
    damaged: Container[Place],
    before: Places,
    after: Places,
) -> bool:
    """Whether an error that is there with some mends was hidden by what they mend, and not made by them.

    It stands in an item of which something could not be read, and is what the checks find, where the item says no more
    than it said, in other signs; or it stands on a line that no mend touches. There it is a mistake of the line's own:
    a name that nothing has, where no touched line may give it, or gave it before; a mistake of reading, where each
    touched line still says something; or any in the block below a touched line, which was left out with it.

    Args:
        error: The error, in the draft.
        mended: The findings that are mended.
        draft: The draft.
        damaged: Its items of which something could not be read before.
        before: The items as they were.
        after: The items of the draft.
    """
    path, line = place_of(error)
    if after.item(path, line) not in damaged:
        return False
    text = draft.texts.get(path, before.files[path].text)
    if error.code in OF_ITS_LINE and line not in draft.touched.get(path, frozenset()):
        return True
    if error.code in checked():
        return says_as_much(before.files[path].text, text)
    touched = draft.touched.get(path, frozenset())
    if error.code in LAYOUT or line in touched:
        return False
    lines = text.split("\n")
    changed = [lines[number - 1] for number in touched if after.item(path, number) == after.item(path, line)]
    if is_reading(error):
        return all(mask(each).strip() for each in changed)
    if any(map(DECLARES.match, changed)) or is_taken_away(error, mended, before.files[path], text, changed):
        return False
    return error.code == "N001" or is_below(lines, line, touched)


def is_taken_away(
    error: Diagnostic, mended: Sequence[Diagnostic], before: Source, after: str, changed: Sequence[str]
) -> bool:
    """Whether an error is about a name that stood on a line that a mend touches, and that the line no longer says.

    Args:
        error: The error, in the draft.
        mended: The findings that are mended.
        before: The file as it was.
        after: What it says in the draft.
        changed: The lines that were touched, in the draft.
    """
    path, _ = place_of(error)
    edits = [edit for finding in mended if finding.fix for edit in finding.fix.edits]
    lines = {edit.span.line for edit in edits if whole_path(edit.span.path) == path}
    said = {word for line in lines for word in TOKEN.findall(before.line_text(line))}
    says = {word for each in changed for word in TOKEN.findall(without_comments(each))}
    return not (said - says).isdisjoint(TOKEN.findall(after[error.span.start : error.span.end]))


def place_of(finding: Diagnostic) -> Place:
    """The file and the line where a finding stands."""
    return whole_path(finding.span.path), finding.span.line


def is_reading(finding: Diagnostic) -> bool:
    """Whether a finding is that something cannot be read."""
    return finding.code.startswith("E0")


@cache
def checked() -> frozenset[str]:
    """What is found by the checks: of an item that has lost a line, not for certain."""
    from bombsight.compiler.checks import CODES  # brings all checks

    return frozenset(code.code for code in CODES)


def is_below(lines: Sequence[str], number: int, touched: frozenset[int]) -> bool:
    """Whether a line stands in the block below a touched one."""
    column = indent(lines[number - 1])
    for above in range(number - 1, 0, -1):
        if lines[above - 1].strip() and indent(lines[above - 1]) < column:
            if above in touched:
                return True
            column = indent(lines[above - 1])
    return False


def indent(line: str) -> int:
    """How far a line is indented."""
    return len(line) - len(line.lstrip(" "))


@lru_cache(8)
def says_as_much(before: str, after: str) -> bool:
    """Whether two texts hold the same numbers and names; the words of the language are not counted."""
    return content(before) == content(after)


def content(text: str) -> Counter[str]:
    """The numbers, below 0 too, and names of a file, those in its texts among them, each with how often it is there."""
    found = (word.lower() for word in SAID.findall(without_comments(text)))
    return Counter(word.lstrip("0") or "0" if word.isdigit() else word for word in found if word not in words())
