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

from bombsight.dsl.blocks import (
    CodeLine,
    block_of_line,
    code_lines,
    last_deeper_line,
    line_number_at,
    parent_line_number,
)
from bombsight.dsl.failure import AFTER_LINE, MISALIGNED, Failure, try_parse
from bombsight.dsl.grammar import hole_characters
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.pieces import find_unmatched_bracket
from bombsight.dsl.recognise.finding import Finding
from bombsight.dsl.syntax import find_exceeded_limit, find_slip

MAX_FINDINGS = 30
"""How many mistakes of one item are told."""

MAX_WORK = 300_000
"""How many characters are read for them in all."""

HEAD = re.compile(
    r"(?P<word>game|enum|record|state|procedure|define|tally|board|reroll|errata|variant|house)[ \t]+\w+(?![\w-])"
    r"|(?P<table>table)[ \t]+[\w-]+"
    r"|(?P<example>example)[ \t]"
)
"""The beginning of an item of several lines, up to its name."""

TURNED_ENUM = re.compile(r"enum[^\n]*[ \t]turned\b")
"""The head of a grid that cannot be told from others without it."""

UNBOUNDED_CODES = frozenset(("E007", "E008", "E010", "E011"))
"""Slips for which nobody can say how far a line goes on."""

LAYOUT_CODES = frozenset(("E012", "E013", "E014"))
"""Slips that put further lines in the wrong column."""

CONTINUATION = re.compile(r"(else|otherwise|elif|elsif|elseif|now)\b")
"""How a line begins that goes on with what the line above began."""

OVERLAY = re.compile(r"(errata|variant|house)\b")
QUOTES = re.compile(r"(was|now)\b")
"""How a line of an overlay begins that quotes the lines below it."""

EDITS = re.compile(r"(in|confirms|replace|add|remove|was|now)\b")
"""How a line of an overlay begins that belongs below an entry."""

HOLE_BY_WORD = {"answer": "_HOLE_BRANCH", "beside": "_HOLE_ASIDE", "routine": "_HOLE_ASIDE"}
"""Which of several holes that fit is meant, by how the line begins; else the first."""

STOP_CHARACTER = "\0"
"""A character that nothing begins with."""

Span = tuple[int, int]


@frozen
class RecoveryResult:
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
class CutLines:
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
class HoledItem:
    """An item that is read with holes.

    Attributes:
        text: What is left of it, all in its place.
        findings: What was told so far.
        cuts: What was left out.
    """

    text: str
    findings: list[Finding] = field(factory=list)
    cuts: list[Span] = field(factory=list)

    def to_result(self, tree: Tree[Token] | None = None) -> RecoveryResult:
        """What came of it."""
        return RecoveryResult(tree, tuple(self.findings), tuple(self.cuts))

    def blank_out(self, start: int, end: int, hole: tuple[int, str] | None = None) -> None:
        """Blank out a stretch; a hole may stand in it."""
        blank = re.sub(r"[^\n]", " ", self.text[start:end])
        if hole:
            at, character = hole
            blank = blank[: at - start] + character + blank[at - start + 1 :]
        self.text = self.text[:start] + blank + self.text[end:]
        self.cuts.append((start, end))

    def has_code(self, start: int, end: int) -> bool:
        """Whether anything but holes is left in a stretch."""
        return bool(self.text[start:end].translate(hole_removal_table()).strip())

    def has_cut_in(self, start: int, end: int) -> bool:
        """Whether something was left out that begins in a stretch."""
        return any(start <= cut[0] <= end for cut in self.cuts)


def recover(text: str, failed: Tree[Token] | Failure, tab_finding: Finding | None = None) -> RecoveryResult:
    """Read what can be read of an item.

    Args:
        text: The item.
        failed: What comes of it as it stands.
        tab_finding: The finding for its tabs, if it has any where they matter.
    """
    item = HoledItem(text)
    cut: CutLines | None
    if tab_finding:
        item.findings.append(tab_finding)
        if isinstance(failed, Failure):
            blank_tabbed_lines(item)
            failed = try_parse(item.text)
    for _ in range(1 + MAX_WORK // len(text)):
        if isinstance(failed, Tree):
            finding, cut = find_exceeded_limit(failed), None
            if finding is None:
                return item.to_result(failed)
        else:
            cut = find_follow_up_cut(item, failed)
            finding = None if cut else find_slip(failed)
        if finding is not None:
            if not (
                tab_finding and finding.code in LAYOUT_CODES
            ):  # which column is right is known when the tabs are gone
                item.findings.append(finding)
            cut = cut_around(item, finding)
        if cut is None or len(item.findings) >= MAX_FINDINGS or not put_hole(item, cut):
            break
        failed = try_parse(item.text)
    return item.to_result()


def blank_tabbed_lines(item: HoledItem) -> None:
    """Leave out the lines that tabs indent: nobody knows how deep they should stand."""
    for line in code_lines(item.text):
        if re.match(r" *\t", item.text[line.start : line.end]):
            item.blank_out(line.start, line.end)


def find_follow_up_cut(item: HoledItem, failed: Failure) -> CutLines | None:
    """What has to go because of what has gone, and is no mistake of its own; None where it is one."""
    lines = code_lines(item.text)
    number = line_number_at(lines, failed.start)
    line = lines[number]
    if failed.kind in AFTER_LINE:  # something is missing below
        below = lines[number + 1].start if number + 1 < len(lines) else len(item.text)
        return cut_of_line(item, number) if item.has_cut_in(line.start, below) else None
    if not number or not item.has_cut_in(lines[number - 1].start, line.start):
        return None
    if CONTINUATION.match(item.text, line.start + line.column):
        return cut_of_line(item, number)
    if failed.kind in (MISALIGNED, "_INDENT") and item.findings and item.findings[-1].code in LAYOUT_CODES:
        return cut_misaligned(lines, number)
    first = line.start + line.column
    edits = EDITS if OVERLAY.match(item.text) else QUOTES
    cannot_begin = failed.start <= first or edits.match(item.text, first)
    if cannot_begin and item.findings and item.findings[-1].code == "E014":  # this is what should stand deeper
        return cut_of_line(item, number)
    return None


def cut_around(item: HoledItem, finding: Finding) -> CutLines:
    """The smallest block of lines that holds a mistake."""
    lines = code_lines(item.text)
    place = finding.label[0] if finding.code == "E014" and finding.label else finding.start
    number = line_number_at(lines, place)
    if finding.code == "E012":
        return cut_misaligned(lines, number)
    if finding.code == "E013" and number:
        column = lines[number - 1].column
        return CutLines(number, last_deeper_line(lines, number, column), column)
    cut = cut_of_line(item, number, broken=finding.code not in UNBOUNDED_CODES)
    if finding.code == "E008":  # the text ends in the line below
        cut = CutLines(cut.first, max(cut.last, min(number + 1, len(lines) - 1)), cut.column)
    return cut


def cut_of_line(item: HoledItem, number: int, *, broken: bool = True) -> CutLines:
    """A line with what belongs to it."""
    lines = code_lines(item.text)
    first, last = block_of_line(lines, number, broken=broken and find_unmatched_bracket(item.text) is None)
    if is_row(item, lines[first]) and not is_row(
        item, lines[first - 1]
    ):  # the head of a grid, without which no row means anything
        while last + 1 < len(lines) and (is_row(item, lines[last + 1]) or lines[last + 1].column > lines[first].column):
            last += 1
    return CutLines(first, last, lines[first].column)


def is_row(item: HoledItem, line: CodeLine) -> bool:
    """Whether a line is one of a grid."""
    return item.text.startswith("|", line.start + line.column)


def cut_misaligned(lines: Sequence[CodeLine], number: int) -> CutLines:
    """Lines that stand in no column of those above: all up to where an open block goes on for certain."""
    outer = lines[parent_line_number(lines, number)].column
    columns = [line.column for line in lines[parent_line_number(lines, number) + 1 : number]]
    return CutLines(number, last_deeper_line(lines, number, outer), columns[0] if columns else lines[number].column)


def put_hole(item: HoledItem, cut: CutLines) -> bool:
    """Put a hole in the place of lines, or of what stands around them where no hole fits; whether one does."""
    lines = code_lines(item.text)
    if not cut.first:
        return put_head_hole(item, lines)
    while cut.first:
        start, end = lines[cut.first].start, lines[cut.last].end
        at = start + cut.column
        if item.has_code(start, end) and not is_in_quotation(item, lines, cut.first):
            hole = hole_for(item.text[:start] + " " * cut.column, item.text[at:end])
            if at >= lines[cut.first].end or (hole is None and is_optional(item, lines, cut)):
                item.blank_out(start, end)
                return True
            if hole:
                item.blank_out(start, end, (at, hole))
                return True
        cut = widen_cut(item, lines, cut)
    return False


def is_in_quotation(item: HoledItem, lines: Sequence[CodeLine], number: int) -> bool:
    """Whether a line stands below a `was` or `now`, which mean nothing if a line of theirs is missing."""
    while number and OVERLAY.match(item.text):
        number = parent_line_number(lines, number)
        if QUOTES.match(item.text, lines[number].start + lines[number].column):
            return True
    return False


def is_optional(item: HoledItem, lines: Sequence[CodeLine], cut: CutLines) -> bool:
    """Whether the item can be read without some lines, up to behind what comes next."""
    if cut.last + 1 == len(lines):
        return False
    start, end = lines[cut.first].start, lines[cut.last].end
    outcome = try_parse(item.text[:start] + re.sub(r"[^\n]", " ", item.text[start:end]) + item.text[end:])
    below = lines[cut.last + 1]
    return isinstance(outcome, Tree) or outcome.start > below.start + below.column


def widen_cut(item: HoledItem, lines: Sequence[CodeLine], cut: CutLines) -> CutLines:
    """The lines with what they go on with, or else with what they stand below."""
    line = lines[cut.first]
    outer = cut.first - 1
    if CONTINUATION.match(item.text, line.start + line.column):
        while outer and lines[outer].column > line.column:
            outer -= 1
        if lines[outer].column == line.column:
            return CutLines(outer, cut.last, line.column)
    outer = parent_line_number(lines, cut.first)
    return CutLines(outer, max(cut.last, block_of_line(lines, outer, broken=False)[1]), lines[outer].column)


def put_head_hole(item: HoledItem, lines: Sequence[CodeLine]) -> bool:
    """Put a hole before an item's name, and leave out what stands behind it; whether that is possible."""
    head = HEAD.match(item.text)
    if not head or TURNED_ENUM.match(item.text):
        return False
    at, end = head.end(head.lastgroup or 0), lines[0].end
    for line in lines[1:]:
        if not line.inside or find_unmatched_bracket(item.text) is not None:
            break
        end = line.end
    hole = hole_for(item.text[:at], "")
    if hole is None:
        return False
    item.blank_out(min(head.end(), end), end)
    item.text = item.text[:at] + hole + item.text[at + 1 :]
    return True


def hole_for(before: str, lost: str) -> str | None:
    """The hole that fits behind a text, or None.

    Args:
        before: The beginning of the item, which can be read.
        lost: What stands there now: of two holes that fit, it tells the better.
    """
    stopped = try_parse(before + STOP_CHARACTER)
    if isinstance(stopped, Tree) or stopped.start < len(before):
        return None
    word = re.match(r"\w*", lost)
    meant = HOLE_BY_WORD.get(word[0] if word else "")
    return next(
        (sign for name, sign in hole_characters().items() if name in stopped.holes and meant in (name, None)), None
    ) or next((sign for name, sign in hole_characters().items() if name in stopped.holes), None)


@cache
def hole_removal_table() -> dict[int, None]:
    """What a text is translated by to have no holes."""
    return dict.fromkeys(map(ord, hole_characters().values()))
