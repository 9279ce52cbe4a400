"""Recovery within an item: what cannot be read gives way to a hole, and the rest of the item is read.

This is panic mode by lines. Where reading stops, the mistake is told, and the smallest block of lines around it is
blanked out: the line, and what stands deeper below it. A character in its place, the hole, says to the grammar that
something stood there of the kind that may stand there (``holes.lark``), so that no block is empty for want of it. Then
the item is read again, and so on. Nothing moves: all that is left stands where it stood.

Each round blanks out something, so that it comes to an end. What only follows from a hole is not told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from attrs import define, field
from lark import Token, Tree

from bombsight.dsl.blocks import Line, above, block, deeper, line_at, lines_of
from bombsight.dsl.failure import AFTER_LINE, MISALIGNED, Failure, attempt
from bombsight.dsl.grammar import holes
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import unmatched
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.syntax import find, limits

MOST = 30
"""How many mistakes of one item are told."""

LONGEST = 300_000
"""How many characters are read for them in all."""

HEAD = re.compile(
    r"(?P<word>game|enum|record|state|procedure|define|tally|board|reroll|errata|variant|house)[ \t]+\w+(?![\w-])"
    r"|(?P<table>table)[ \t]+[\w-]+"
    r"|(?P<example>example)[ \t]"
)
"""The beginning of an item of several lines, up to its name."""

TURNED = re.compile(r"enum[^\n]*[ \t]turned\b")
"""The head of a grid that cannot be told from others without it."""

UNBOUNDED = frozenset(("E007", "E008", "E010", "E011"))
"""Slips for which nobody can say how far a line goes on."""

LAYOUT = frozenset(("E012", "E013", "E014"))
"""Slips that put further lines in the wrong column."""

GOES_ON = re.compile(r"(else|otherwise|elif|elsif|elseif|now)\b")
"""How a line begins that goes on with what the line above began."""

OVERLAY = re.compile(r"(errata|variant|house)\b")
QUOTES = re.compile(r"(was|now)\b")
"""How a line of an overlay begins that quotes the lines below it."""

EDITS = re.compile(r"(in|confirms|replace|add|remove|was|now)\b")
"""How a line of an overlay begins that belongs below an entry."""

MEANT = {"answer": "_HOLE_BRANCH", "beside": "_HOLE_ASIDE", "routine": "_HOLE_ASIDE"}
"""Which of several holes that fit is meant, by how the line begins; else the first."""

NOWHERE = "\0"
"""A character that nothing begins with."""

Span = tuple[int, int]


@frozen
class Recovered:
    """What came of an item that cannot be read as it stands.

    Attributes:
        tree: Of the rest of it; None where too little is left to know what it is.
        findings: Its mistakes.
        cuts: What was left out, by where it begins and ends; not that an item without a tree is left out.
    """

    tree: Tree[Token] | None
    findings: tuple[Finding, ...]
    cuts: tuple[Span, ...]


@frozen
class Cut:
    """Lines that are to give way.

    Attributes:
        first: The number of the first of them.
        last: Of the last.
        column: Where the hole is to stand.
    """

    first: int
    last: int
    column: int


@define
class Remainder:
    """An item that is read with holes.

    Attributes:
        text: What is left of it, all in its place.
        findings: What was told so far.
        cuts: What was left out.
    """

    text: str
    findings: list[Finding] = field(factory=list)
    cuts: list[Span] = field(factory=list)

    def result(self, tree: Tree[Token] | None = None) -> Recovered:
        """What came of it."""
        return Recovered(tree, tuple(self.findings), tuple(self.cuts))

    def leave_out(self, start: int, end: int, hole: tuple[int, str] | None = None) -> None:
        """Blank out a stretch; a hole may stand in it."""
        blank = re.sub(r"[^\n]", " ", self.text[start:end])
        if hole:
            at, character = hole
            blank = blank[: at - start] + character + blank[at - start + 1 :]
        self.text = self.text[:start] + blank + self.text[end:]
        self.cuts.append((start, end))

    def holds_code(self, start: int, end: int) -> bool:
        """Whether anything but holes is left in a stretch."""
        return bool(self.text[start:end].translate(no_holes()).strip())

    def is_cut(self, start: int, end: int) -> bool:
        """Whether something was left out that begins in a stretch."""
        return any(start <= cut[0] <= end for cut in self.cuts)


def recover(text: str, failed: Tree[Token] | Failure, told: Finding | None = None) -> Recovered:
    """Read what can be read of an item.

    Args:
        text: The item.
        failed: What comes of it as it stands.
        told: The finding for its tabs, if it has any where they matter.
    """
    item = Remainder(text)
    cut: Cut | None
    if told:
        item.findings.append(told)
        if isinstance(failed, Failure):
            leave_out_tabs(item)
            failed = attempt(item.text)
    for _ in range(1 + LONGEST // len(text)):
        if isinstance(failed, Tree):
            finding, cut = limits(failed), None
            if finding is None:
                return item.result(failed)
        else:
            cut = following(item, failed)
            finding = None if cut else find(failed)
        if finding is not None:
            if not (told and finding.code in LAYOUT):  # which column is right is known when the tabs are gone
                item.findings.append(finding)
            cut = around(item, finding)
        if cut is None or len(item.findings) >= MOST or not fill(item, cut):
            break
        failed = attempt(item.text)
    return item.result()


def leave_out_tabs(item: Remainder) -> None:
    """Leave out the lines that tabs indent: nobody knows how deep they should stand."""
    for line in lines_of(item.text):
        if re.match(r" *\t", item.text[line.start : line.end]):
            item.leave_out(line.start, line.end)


def following(item: Remainder, failed: Failure) -> Cut | None:
    """What has to go because of what has gone, and is no mistake of its own; None where it is one."""
    lines = lines_of(item.text)
    number = line_at(lines, failed.start)
    line = lines[number]
    if failed.kind in AFTER_LINE:  # something is missing below
        below = lines[number + 1].start if number + 1 < len(lines) else len(item.text)
        return cut_at(item, number) if item.is_cut(line.start, below) else None
    if not number or not item.is_cut(lines[number - 1].start, line.start):
        return None
    if GOES_ON.match(item.text, line.start + line.column):
        return cut_at(item, number)
    if failed.kind in (MISALIGNED, "_INDENT") and item.findings and item.findings[-1].code in LAYOUT:
        return shifted(lines, number)
    first = line.start + line.column
    edits = EDITS if OVERLAY.match(item.text) else QUOTES
    cannot_begin = failed.start <= first or edits.match(item.text, first)
    if cannot_begin and item.findings and item.findings[-1].code == "E014":  # this is what should stand deeper
        return cut_at(item, number)
    return None


def around(item: Remainder, finding: Finding) -> Cut:
    """The smallest block of lines that holds a mistake."""
    lines = lines_of(item.text)
    place = finding.label[0] if finding.code == "E014" and finding.label else finding.start
    number = line_at(lines, place)
    if finding.code == "E012":
        return shifted(lines, number)
    if finding.code == "E013" and number:
        column = lines[number - 1].column
        return Cut(number, deeper(lines, number, column), column)
    cut = cut_at(item, number, broken=finding.code not in UNBOUNDED)
    if finding.code == "E008":  # the text ends in the line below
        cut = Cut(cut.first, max(cut.last, min(number + 1, len(lines) - 1)), cut.column)
    return cut


def cut_at(item: Remainder, number: int, *, broken: bool = True) -> Cut:
    """A line with what belongs to it."""
    lines = lines_of(item.text)
    first, last = block(lines, number, broken=broken and unmatched(item.text) is None)
    if is_row(item, lines[first]) and not is_row(
        item, lines[first - 1]
    ):  # the head of a grid, without which no row means anything
        while last + 1 < len(lines) and (is_row(item, lines[last + 1]) or lines[last + 1].column > lines[first].column):
            last += 1
    return Cut(first, last, lines[first].column)


def is_row(item: Remainder, line: Line) -> bool:
    """Whether a line is one of a grid."""
    return item.text.startswith("|", line.start + line.column)


def shifted(lines: Sequence[Line], number: int) -> Cut:
    """Lines that stand in no column of those above: all up to where an open block goes on for certain."""
    outer = lines[above(lines, number)].column
    columns = [line.column for line in lines[above(lines, number) + 1 : number]]
    return Cut(number, deeper(lines, number, outer), columns[0] if columns else lines[number].column)


def fill(item: Remainder, cut: Cut) -> bool:
    """Put a hole in the place of lines, or of what stands around them where no hole fits; whether one does."""
    lines = lines_of(item.text)
    if not cut.first:
        return fill_head(item, lines)
    while cut.first:
        start, end = lines[cut.first].start, lines[cut.last].end
        at = start + cut.column
        if item.holds_code(start, end) and not is_quoted(item, lines, cut.first):
            hole = hole_for(item.text[:start] + " " * cut.column, item.text[at:end])
            if at >= lines[cut.first].end or (hole is None and is_optional(item, lines, cut)):
                item.leave_out(start, end)
                return True
            if hole:
                item.leave_out(start, end, (at, hole))
                return True
        cut = wider(item, lines, cut)
    return False


def is_quoted(item: Remainder, lines: Sequence[Line], number: int) -> bool:
    """Whether a line stands below a `was` or `now`, which mean nothing if a line of theirs is missing."""
    while number and OVERLAY.match(item.text):
        number = above(lines, number)
        if QUOTES.match(item.text, lines[number].start + lines[number].column):
            return True
    return False


def is_optional(item: Remainder, lines: Sequence[Line], cut: Cut) -> bool:
    """Whether the item can be read without some lines, up to behind what comes next."""
    if cut.last + 1 == len(lines):
        return False
    start, end = lines[cut.first].start, lines[cut.last].end
    found = attempt(item.text[:start] + re.sub(r"[^\n]", " ", item.text[start:end]) + item.text[end:])
    below = lines[cut.last + 1]
    return isinstance(found, Tree) or found.start > below.start + below.column


def wider(item: Remainder, lines: Sequence[Line], cut: Cut) -> Cut:
    """The lines with what they go on with, or else with what they stand below."""
    line = lines[cut.first]
    outer = cut.first - 1
    if GOES_ON.match(item.text, line.start + line.column):
        while outer and lines[outer].column > line.column:
            outer -= 1
        if lines[outer].column == line.column:
            return Cut(outer, cut.last, line.column)
    outer = above(lines, cut.first)
    return Cut(outer, max(cut.last, block(lines, outer, broken=False)[1]), lines[outer].column)


def fill_head(item: Remainder, lines: Sequence[Line]) -> bool:
    """Put a hole before an item's name, and leave out what stands behind it; whether that is possible."""
    found = HEAD.match(item.text)
    if not found or TURNED.match(item.text):
        return False
    at, end = found.end(found.lastgroup or 0), lines[0].end
    for line in lines[1:]:
        if not line.inside or unmatched(item.text) is not None:
            break
        end = line.end
    hole = hole_for(item.text[:at], "")
    if hole is None:
        return False
    item.leave_out(min(found.end(), end), end)
    item.text = item.text[:at] + hole + item.text[at + 1 :]
    return True


def hole_for(before: str, lost: str) -> str | None:
    """The hole that fits behind a text, or None.

    Args:
        before: The beginning of the item, which can be read.
        lost: What stands there now: of two holes that fit, it tells the better.
    """
    stopped = attempt(before + NOWHERE)
    if isinstance(stopped, Tree) or stopped.start < len(before):
        return None
    word = re.match(r"\w*", lost)
    meant = MEANT.get(word[0] if word else "")
    return next(
        (sign for name, sign in holes().items() if name in stopped.holes and meant in (name, None)), None
    ) or next((sign for name, sign in holes().items() if name in stopped.holes), None)


@cache
def no_holes() -> dict[int, None]:
    """What a text is translated by to have no holes."""
    return dict.fromkeys(map(ord, holes().values()))
