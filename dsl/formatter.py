"""Canonical layout: the same rules always look the same.

Only spaces and blank lines change: the formatted text says what the text said, comments included.
An item with a syntax error stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen
from lark import Token

from bombsight.dsl import ast
from bombsight.dsl.grammar import item_parser
from bombsight.dsl.layout import Line, begins_source, broken, lifted, written
from bombsight.dsl.parser import read_file
from bombsight.dsl.pieces import Piece, cut, stray
from bombsight.dsl.source import Source


@frozen
class Block:
    """An item and the comments in column 0 above it.

    Attributes:
        lines: The comments and the lines of the item; the comments alone where it cannot be read.
        text: Its text as it stands, where it cannot be read.
        blank: Whether a blank line stands before that text.
        short: Whether the item is a single line, so that it may stand beside others without a blank line.
    """

    lines: tuple[Line, ...]
    text: str = ""
    blank: bool = False
    short: bool = False

    @property
    def parted(self) -> bool:
        """Whether a blank line stands above it."""
        return self.lines[0].blank if self.lines else self.blank


def format_source(source: Source) -> str:
    """The text of a file in canonical layout, or as near to it as its syntax errors allow.

    Two spaces for each level, single spaces between words, grids with their pipes below each other, citations and
    comments in columns, one blank line between items (none between single-line items that stand together, chapters
    aside), at most one within them. Formatting what is formatted changes nothing.
    """
    output: list[str] = []
    group: list[Line] = []  # single-line items that stand together share their columns
    previous: Block | None = None
    for block in blocks(source):
        together = previous is not None and previous.short and block.short and not block.parted
        if not together:
            output += written(group)
            group = []
            if previous is not None:
                output.append("")
        group += headed(block.lines, blank=False)
        if block.text:
            output += [*written(group), *([""] if block.blank and block.lines else []), block.text]
            group = []
        previous = block
    output += written(group)
    return "\n".join([*output, ""]) if output else ""


def blocks(source: Source) -> Iterator[Block]:
    """The items of a file, each with the comments above it; those below the last are a block of their own."""
    parts = cut(source.text)
    above: list[Line] = []
    blank = False
    if stray(parts.preamble):
        yield Block((), parts.preamble.rstrip(" \t\r\n"), blank=True)
        blank = True
    else:
        found, blank = between(whole_lines(parts.preamble))
        above = [line for _, line in found]
    readings = {piece: reading for (_, piece), reading in read_file(source).pieces.items()}
    for piece in parts.pieces:
        reading = readings.get(piece)
        if reading is None or reading.item is None or reading.diagnostics:
            text, below = torn(piece.text)
            yield Block(tuple(above), text, blank, short="\n" not in text)
            found, blank = between(below)
            above = [line for _, line in found]
        else:
            lines, left = item_lines(piece)
            short = sum(bool(line.code) for line in lines) == 1 and not isinstance(reading.item, ast.Chapter)
            yield Block((*above, *headed(lines, blank=blank)), short=short)
            above, blank = left, piece.text[len(piece.code) - 1 :].count("\n") > 1
    if above:
        yield Block(tuple(above))


def headed(lines: Sequence[Line], *, blank: bool) -> list[Line]:
    """The lines with or without a blank line before the first."""
    return [evolve(lines[0], blank=blank), *lines[1:]] if lines else []


def whole_lines(text: str) -> list[str]:
    """The lines of a text without their line feeds."""
    return text.removesuffix("\n").split("\n") if text else []


def between(texts: Sequence[str]) -> tuple[list[tuple[int, Line]], bool]:
    """Comments on lines of their own, each with its column, and whether a blank line follows the last."""
    found: list[tuple[int, Line]] = []
    blank = False
    for text in texts:
        comment = text.strip(" \t\r")
        if comment:
            found.append((text.index(comment), Line(0, comment=comment, blank=blank)))
        blank = not comment
    return found, blank


def torn(text: str) -> tuple[str, list[str]]:
    """The text of an item that cannot be read, and the lines below it that belong to the next."""
    lines = whole_lines(text)
    last = max(index for index, line in enumerate(lines) if line.strip(" \t\r")[:1] not in ("", "#"))
    for index, line in enumerate(lines[last + 1 :], last + 1):
        if line.startswith("#"):
            break
        if line.strip(" \t\r"):
            last = index
    return "\n".join(lines[: last + 1]), lines[last + 1 :]


def item_lines(piece: Piece) -> tuple[list[Line], list[Line]]:
    """The lines of an item that can be read, and the comments behind it that belong to the next."""
    text = piece.code
    lines: list[Line] = []
    columns = [0]  # where the open blocks begin, outermost first
    depth = 0
    current: list[Token] = []
    waiting: list[tuple[int, Line]] = []
    blank = False
    kind = ""  # the terminal that begins the last line, which a source below it belongs to
    alone = False  # whether that source is all that stands below it
    for token in item_parser().parse_interactive(text).iter_parse():
        if token.type == "_INDENT":
            depth += 1
            columns.append(len(token))
            waiting = [(len(token), line) for _, line in waiting]
        elif token.type == "_DEDENT":
            depth -= 1
            if alone:
                del columns[depth + 1 :]  # it is lifted, and no block is left
                alone = False
        elif token.type == "_NL":
            comment = text[current[-1].end_pos : token.start_pos].strip(" \t\r")
            if begins_source(current) and lines and lines[-1].code and not (comment and lines[-1].comment):
                above = lifted(lines[-1], current, kind)
                lines[-1] = evolve(above, comment=above.comment or comment)
                alone = True
                current = []
                waiting, blank = between(token.split("\n")[1:-1])
                continue
            *continued, last = broken(text, current, depth)
            lines += headed([*continued, evolve(last, comment=comment)], blank=blank)
            kind, alone = current[0].type, False
            current = []
            waiting, blank = between(token.split("\n")[1:-1])
        else:
            if not current:
                lines += [evolve(line, depth=level(columns, depth, at)) for at, line in waiting]
                del columns[depth + 1 :]
            current.append(token)
    least = 1 if len(columns) > 1 else 0
    placed = [evolve(line, depth=level(columns, least if at else 0, at)) for at, line in waiting]
    inside = next((index for index, line in enumerate(placed) if line.depth == 0), len(placed))
    return [*lines, *placed[:inside]], [evolve(line, depth=0) for line in placed[inside:]]


def level(columns: Sequence[int], least: int, column: int) -> int:
    """The depth of a comment: the innermost block, open before it or after it, that does not begin behind it."""
    return max((depth for depth in range(least, len(columns)) if columns[depth] <= column), default=least)
