"""Error recovery inside an item: unreadable lines give way to holes, and the rest of the item is parsed.

This is panic mode by lines. Where the parser stops, the mistake is recorded, and the smallest block of lines around it
is blanked out: the line, and the deeper lines below it. A character in its place, the hole, stands for a construct that
may occur there (``holes.lark``), so that no block is empty for want of it. Then the item is parsed again, and so on.
The remaining text keeps its offsets.

Each round blanks out some text, so the process ends. Findings that only follow from a hole are suppressed.
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
"""The most mistakes recorded in one item."""

MAX_WORK = 300_000
"""The most characters parsed for them in all."""

HEAD = re.compile(
    r"(?P<word>game|enum|record|state|procedure|define|tally|forecast|luck|board|reroll|errata|variant|preferences|house)"
    r"[ \t]+\w+(?![\w-])"
    r"|(?P<table>table)[ \t]+[\w-]+"
    r"|(?P<example>example)[ \t]"
)
"""Matches the beginning of an item of several lines, up to its name."""

TURNED_ENUM = re.compile(r"enum[^\n]*[ \t]turned\b")
"""Matches the head of a turned grid, without which it looks like other grids."""

UNBOUNDED_CODES = frozenset(("E007", "E008", "E010", "E011"))
"""Slips after which the extent of the line is unknown."""

LAYOUT_CODES = frozenset(("E012", "E013", "E014"))
"""Slips that shift further lines to the wrong column."""

CONTINUATION = re.compile(r"(else|otherwise|elif|elsif|elseif|now)\b")
"""Matches the beginning of a line that continues a construct of the line above."""

OVERLAY = re.compile(r"(errata|variant|preferences|house)\b")
QUOTES = re.compile(r"(was|now)\b")
"""Matches the beginning of an overlay's line that quotes the lines below it."""

EDITS = re.compile(r"(in|confirms|replace|add|remove|was|now)\b")
"""Matches the beginning of an overlay's line that belongs below an entry."""

HOLE_BY_WORD = {"answer": "_HOLE_BRANCH", "beside": "_HOLE_ASIDE", "routine": "_HOLE_ASIDE"}
"""The hole to prefer among several that fit, by the line's first word."""

STOP_CHARACTER = "\0"
"""A character that begins no token."""

Span = tuple[int, int]


@frozen
class RecoveryResult:
    """The result of recovery in an item.

    Attributes:
        tree: The tree of the rest; None if too little is left to know the item's kind.
        findings: The item's mistakes.
        cuts: The blanked ranges; an item without a tree has further losses.
    """

    tree: Tree[Token] | None
    findings: tuple[Finding, ...]
    cuts: tuple[Span, ...]


@frozen
class CutLines:
    """A range of lines to blank out.

    Attributes:
        first: The number of the first line.
        last: The number of the last line.
        column: The column of the hole.
    """

    first: int
    last: int
    column: int


@define
class HoledItem:
    """An item during recovery.

    Attributes:
        text: Its text, with blanked ranges and holes.
        findings: The mistakes so far.
        cuts: The blanked ranges.
    """

    text: str
    findings: list[Finding] = field(factory=list)
    cuts: list[Span] = field(factory=list)

    def to_result(self, tree: Tree[Token] | None = None) -> RecoveryResult:
        """Make the result of error recovery: findings, blanked ranges, and the parse tree (None if there is none)."""
        return RecoveryResult(tree, tuple(self.findings), tuple(self.cuts))

    def blank_out(self, start: int, end: int, hole: tuple[int, str] | None = None) -> None:
        """Replace a range of the text by blanks, with a placeholder character (hole) in it if given."""
        blank = re.sub(r"[^\n]", " ", self.text[start:end])
        if hole:
            at, character = hole
            blank = blank[: at - start] + character + blank[at - start + 1 :]
        self.text = self.text[:start] + blank + self.text[end:]
        self.cuts.append((start, end))

    def has_code(self, start: int, end: int) -> bool:
        """Whether a range of the text still has code other than placeholders (holes)."""
        return bool(self.text[start:end].translate(hole_removal_table()).strip())

    def has_cut_in(self, start: int, end: int) -> bool:
        """Whether a range that recovery blanked out (a cut) begins between ``start`` and ``end``."""
        return any(start <= cut[0] <= end for cut in self.cuts)


def recover(text: str, parsed: Tree[Token] | Failure, tab_finding: Finding | None = None) -> RecoveryResult:
    """Parse an item with error recovery: unreadable lines become placeholders (holes) until the rest can be parsed.

    Args:
        text: The item.
        parsed: The result of parsing it as it is.
        tab_finding: The finding for its tabs, if they matter.
    """
    item = HoledItem(text)
    cut: CutLines | None
    if tab_finding:
        item.findings.append(tab_finding)
        if isinstance(parsed, Failure):
            blank_tabbed_lines(item)
            parsed = try_parse(item.text)
    for _ in range(1 + MAX_WORK // len(text)):
        if isinstance(parsed, Tree):
            finding, cut = find_exceeded_limit(parsed), None
            if finding is None:
                return item.to_result(parsed)
        else:
            cut = find_follow_up_cut(item, parsed)
            finding = None if cut else find_slip(parsed)
        if finding is not None:
            if not (
                tab_finding and finding.code in LAYOUT_CODES
            ):  # the right column is unknown until the tabs are gone
                item.findings.append(finding)
            cut = cut_around(item, finding)
        if cut is None or len(item.findings) >= MAX_FINDINGS or not put_hole(item, cut):
            break
        parsed = try_parse(item.text)
    return item.to_result()


def blank_tabbed_lines(item: HoledItem) -> None:
    """Blank out the lines indented by tabs, whose depth is unknown."""
    for line in code_lines(item.text):
        if re.match(r" *\t", item.text[line.start : line.end]):
            item.blank_out(line.start, line.end)


def find_follow_up_cut(item: HoledItem, failure: Failure) -> CutLines | None:
    """Return the lines to blank out for a failure that only follows from an earlier cut; None for a new mistake."""
    lines = code_lines(item.text)
    number = line_number_at(lines, failure.start)
    line = lines[number]
    if failure.kind in AFTER_LINE:  # the block below is missing
        below = lines[number + 1].start if number + 1 < len(lines) else len(item.text)
        return cut_of_line(item, number) if item.has_cut_in(line.start, below) else None
    if not number or not item.has_cut_in(lines[number - 1].start, line.start):
        return None
    if CONTINUATION.match(item.text, line.start + line.column):
        return cut_of_line(item, number)
    if failure.kind in (MISALIGNED, "_INDENT") and item.findings and item.findings[-1].code in LAYOUT_CODES:
        return cut_misaligned(lines, number)
    first = line.start + line.column
    edits = EDITS if OVERLAY.match(item.text) else QUOTES
    cannot_begin = failure.start <= first or edits.match(item.text, first)
    if cannot_begin and item.findings and item.findings[-1].code == "E014":  # this line should be deeper
        return cut_of_line(item, number)
    return None


def cut_around(item: HoledItem, finding: Finding) -> CutLines:
    """Choose the smallest block of lines around a mistake for recovery to blank out."""
    lines = code_lines(item.text)
    place = finding.label[0] if finding.code == "E014" and finding.label else finding.start
    number = line_number_at(lines, place)
    if finding.code == "E012":
        return cut_misaligned(lines, number)
    if finding.code == "E013" and number:
        column = lines[number - 1].column
        return CutLines(number, last_deeper_line(lines, number, column), column)
    cut = cut_of_line(item, number, follow_brackets=finding.code not in UNBOUNDED_CODES)
    if finding.code == "E008":  # the text ends in the line below
        cut = CutLines(cut.first, max(cut.last, min(number + 1, len(lines) - 1)), cut.column)
    return cut


def cut_of_line(item: HoledItem, number: int, *, follow_brackets: bool = True) -> CutLines:
    """Choose the block of line ``number`` for recovery to blank out; the whole grid, for the head of a grid."""
    lines = code_lines(item.text)
    first, last = block_of_line(
        lines, number, follow_brackets=follow_brackets and find_unmatched_bracket(item.text) is None
    )
    if is_row(item, lines[first]) and not is_row(
        item, lines[first - 1]
    ):  # a grid's head, without which its rows are meaningless
        while last + 1 < len(lines) and (is_row(item, lines[last + 1]) or lines[last + 1].column > lines[first].column):
            last += 1
    return CutLines(first, last, lines[first].column)


def is_row(item: HoledItem, line: CodeLine) -> bool:
    """Whether a line of the item is a grid row."""
    return item.text.startswith("|", line.start + line.column)


def cut_misaligned(lines: Sequence[CodeLine], number: int) -> CutLines:
    """Choose the lines to blank out from a misaligned line on, down to the next one of an open block."""
    outer = lines[parent_line_number(lines, number)].column
    columns = [line.column for line in lines[parent_line_number(lines, number) + 1 : number]]
    return CutLines(number, last_deeper_line(lines, number, outer), columns[0] if columns else lines[number].column)


def put_hole(item: HoledItem, cut: CutLines) -> bool:
    """Replace lines (``cut``) by a placeholder (hole), or wider blocks until one fits; return whether one does."""
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
    """Whether a line is below an overlay's ``was`` or ``now``, whose quotation is worthless with a line missing."""
    while number and OVERLAY.match(item.text):
        number = parent_line_number(lines, number)
        if QUOTES.match(item.text, lines[number].start + lines[number].column):
            return True
    return False


def is_optional(item: HoledItem, lines: Sequence[CodeLine], cut: CutLines) -> bool:
    """Whether the item parses without the lines of ``cut``, at least beyond the start of the line below them."""
    if cut.last + 1 == len(lines):
        return False
    start, end = lines[cut.first].start, lines[cut.last].end
    outcome = try_parse(item.text[:start] + re.sub(r"[^\n]", " ", item.text[start:end]) + item.text[end:])
    below = lines[cut.last + 1]
    return isinstance(outcome, Tree) or outcome.start > below.start + below.column


def widen_cut(item: HoledItem, lines: Sequence[CodeLine], cut: CutLines) -> CutLines:
    """Widen a range of lines to blank out by the lines that it continues, or else by the block around it."""
    line = lines[cut.first]
    outer = cut.first - 1
    if CONTINUATION.match(item.text, line.start + line.column):
        while outer and lines[outer].column > line.column:
            outer -= 1
        if lines[outer].column == line.column:
            return CutLines(outer, cut.last, line.column)
    outer = parent_line_number(lines, cut.first)
    return CutLines(outer, max(cut.last, block_of_line(lines, outer, follow_brackets=False)[1]), lines[outer].column)


def put_head_hole(item: HoledItem, lines: Sequence[CodeLine]) -> bool:
    """Replace the text behind the name on an item's first line by a placeholder (hole); return whether one fits."""
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


def hole_for(text_before: str, lost_text: str) -> str | None:
    """Return the placeholder (hole) that the parser accepts behind a text in place of a lost text, or None.

    Args:
        text_before: The beginning of the item, which can be parsed.
        lost_text: The lost text, which tells the better of two holes that fit.
    """
    stopped = try_parse(text_before + STOP_CHARACTER)
    if isinstance(stopped, Tree) or stopped.start < len(text_before):
        return None
    word = re.match(r"\w*", lost_text)
    meant = HOLE_BY_WORD.get(word[0] if word else "")
    return next(
        (sign for name, sign in hole_characters().items() if name in stopped.holes and meant in (name, None)), None
    ) or next((sign for name, sign in hole_characters().items() if name in stopped.holes), None)


@cache
def hole_removal_table() -> dict[int, None]:
    """The ``str.translate`` table that removes the placeholders (holes) of error recovery."""
    return dict.fromkeys(map(ord, hole_characters().values()))
