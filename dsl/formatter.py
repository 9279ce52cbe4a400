"""The formatter: rewrites rules in canonical layout.

Only spaces and blank lines change: code and comments stay the same. An item with a syntax error is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen
from lark import Token

from bombsight.dsl import ast
from bombsight.dsl.grammar import item_parser
from bombsight.dsl.layout import FormattedLine, is_source_line, layout_logical_line, merge_source_line, render_lines
from bombsight.dsl.parser import parse_cached
from bombsight.dsl.pieces import Piece, find_stray_code, split_items
from bombsight.dsl.source import Source


@frozen
class Block:
    """An item and the comments in column 0 above it.

    Attributes:
        lines: The comments and the lines of the item; the comments alone if it is unreadable.
        text: The original text of an unreadable item.
        blank: Whether a blank line precedes that text.
        short: Whether the item is a single line, so that it may follow others without a blank line.
    """

    lines: tuple[FormattedLine, ...]
    text: str = ""
    blank: bool = False
    short: bool = False

    @property
    def has_blank_above(self) -> bool:
        """Whether a blank line precedes the block."""
        return self.lines[0].blank if self.lines else self.blank


def format_source(source: Source) -> str:
    """Format a rules file in canonical layout, as far as its syntax errors allow.

    Two spaces for each level, single spaces between words, grids with aligned pipes, citations and comments in columns,
    one blank line between items (none between adjacent single-line items, chapters aside), at most one inside them.
    Formatting is idempotent.
    """
    output: list[str] = []
    group: list[FormattedLine] = []  # adjacent single-line items share their columns
    previous: Block | None = None
    for block in split_blocks(source):
        together = previous is not None and previous.short and block.short and not block.has_blank_above
        if not together:
            output += render_lines(group)
            group = []
            if previous is not None:
                output.append("")
        group += set_blank_above(block.lines, blank=False)
        if block.text:
            output += [*render_lines(group), *([""] if block.blank and block.lines else []), block.text]
            group = []
        previous = block
    output += render_lines(group)
    return "\n".join([*output, ""]) if output else ""


def split_blocks(source: Source) -> Iterator[Block]:
    """Yield the items of a file, each with the comments above it; comments below the last form their own block."""
    parts = split_items(source.text)
    above: list[FormattedLine] = []
    blank = False
    if find_stray_code(parts.preamble):
        yield Block((), parts.preamble.rstrip(" \t\r\n"), blank=True)
        blank = True
    else:
        comments, blank = parse_comments(split_lines(parts.preamble))
        above = [line for _, line in comments]
    readings = {piece: reading for (_, piece), reading in parse_cached(source).pieces.items()}
    for piece in parts.pieces:
        reading = readings.get(piece)
        if reading is None or reading.item is None or reading.diagnostics:
            text, below = split_unreadable(piece.text)
            yield Block(tuple(above), text, blank, short="\n" not in text)
            comments, blank = parse_comments(below)
            above = [line for _, line in comments]
        else:
            lines, trailing = layout_item(piece)
            short = sum(bool(line.code) for line in lines) == 1 and not isinstance(reading.item, ast.Chapter)
            yield Block((*above, *set_blank_above(lines, blank=blank)), short=short)
            above, blank = trailing, piece.text[len(piece.code) - 1 :].count("\n") > 1
    if above:
        yield Block(tuple(above))


def set_blank_above(lines: Sequence[FormattedLine], *, blank: bool) -> list[FormattedLine]:
    """Copy formatted lines with a blank line before the first one, or without one if ``blank`` is false."""
    return [evolve(lines[0], blank=blank), *lines[1:]] if lines else []


def split_lines(text: str) -> list[str]:
    """Split a text into lines, without their line feeds."""
    return text.removesuffix("\n").split("\n") if text else []


def parse_comments(texts: Sequence[str]) -> tuple[list[tuple[int, FormattedLine]], bool]:
    """Parse comment lines: return each with its column, and whether a blank line follows the last."""
    comments: list[tuple[int, FormattedLine]] = []
    blank = False
    for text in texts:
        comment = text.strip(" \t\r")
        if comment:
            comments.append((text.index(comment), FormattedLine(0, comment=comment, blank=blank)))
        blank = not comment
    return comments, blank


def split_unreadable(text: str) -> tuple[str, list[str]]:
    """Split an unreadable item into its own text and the comment lines that belong to the next item."""
    lines = split_lines(text)
    last = max(index for index, line in enumerate(lines) if line.strip(" \t\r")[:1] not in ("", "#"))
    for index, line in enumerate(lines[last + 1 :], last + 1):
        if line.startswith("#"):
            break
        if line.strip(" \t\r"):
            last = index
    return "\n".join(lines[: last + 1]), lines[last + 1 :]


def layout_item(piece: Piece) -> tuple[list[FormattedLine], list[FormattedLine]]:
    """Lay out a valid item; return its lines and the trailing comments that belong to the next item."""
    text = piece.code
    lines: list[FormattedLine] = []
    columns = [0]  # the columns of open blocks, outermost first
    depth = 0
    current: list[Token] = []
    waiting: list[tuple[int, FormattedLine]] = []
    blank = False
    kind = ""  # the terminal that begins the last line, for a source below it
    is_source_alone = False  # whether that source is the whole block below it
    for token in item_parser().parse_interactive(text).iter_parse():
        if token.type == "_INDENT":
            depth += 1
            columns.append(len(token))
            waiting = [(len(token), line) for _, line in waiting]
        elif token.type == "_DEDENT":
            depth -= 1
            if is_source_alone:
                del columns[depth + 1 :]  # it moved up, and no block is left
                is_source_alone = False
        elif token.type == "_NL":
            comment = text[current[-1].end_pos : token.start_pos].strip(" \t\r")
            if is_source_line(current) and lines and lines[-1].code and not (comment and lines[-1].comment):
                above = merge_source_line(lines[-1], current, kind)
                lines[-1] = evolve(above, comment=above.comment or comment)
                is_source_alone = True
                current = []
                waiting, blank = parse_comments(token.split("\n")[1:-1])
                continue
            *continued, last = layout_logical_line(text, current, depth)
            lines += set_blank_above([*continued, evolve(last, comment=comment)], blank=blank)
            kind, is_source_alone = current[0].type, False
            current = []
            waiting, blank = parse_comments(token.split("\n")[1:-1])
        else:
            if not current:
                lines += [evolve(line, depth=comment_depth(columns, depth, at)) for at, line in waiting]
                del columns[depth + 1 :]
            current.append(token)
    least = 1 if len(columns) > 1 else 0
    comment_lines = [evolve(line, depth=comment_depth(columns, least if at else 0, at)) for at, line in waiting]
    inner_count = next((index for index, line in enumerate(comment_lines) if line.depth == 0), len(comment_lines))
    return [*lines, *comment_lines[:inner_count]], [evolve(line, depth=0) for line in comment_lines[inner_count:]]


def comment_depth(columns: Sequence[int], min_depth: int, column: int) -> int:
    """The depth of indentation of a comment: that of the innermost open block that begins at or left of its column."""
    return max((depth for depth in range(min_depth, len(columns)) if columns[depth] <= column), default=min_depth)
