"""Layout of an item's lines: depth, code, citation and comment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from attrs import evolve, frozen
from lark import Token

from bombsight.dsl.spacing import needs_space_before, render_token, render_tokens

INDENT = 2
CONTINUED = 4
"""The extra indentation of continuation lines in brackets."""

WIDTH = 120
CITE_COLUMN = 67
"""The column of citations, from 0, unless a line of the item is longer."""
COMMENT_COLUMN = 52
SLACK = 20
"""How far a long line can move the column for all; beyond that, it sticks out alone."""

VERBS = ("WAS", "NOW", "ADD", "REMOVE")
"""The terminals that may precede a grid row in an overlay."""


@frozen
class FormattedLine:
    """A formatted line; a logical line broken in brackets is several, of which only the last has a citation.

    Attributes:
        depth: The number of blocks around it.
        code: Its code, without its source; empty for a comment on a line of its own.
        cite: The source at its end: a provenance, a citation, both, or empty.
        comment: The comment at its end, or empty.
        blank: Whether a blank line precedes it.
        continued: Whether it continues a bracket.
        cells: The cells of a grid row, preceded by the word before it and followed by the text after the last pipe;
            empty for other lines.
        bare: The code of a heading without the provenance beside its title; empty for other lines.
        source: Its source as separate lines, for a line that is too long: a provenance and a citation, or one of them.
    """

    depth: int
    code: str = ""
    cite: str = ""
    comment: str = ""
    blank: bool = False
    continued: bool = False
    cells: tuple[str, ...] = ()
    bare: str = ""
    source: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The indented line up to its citation."""
        return self.margin + self.code

    @property
    def margin(self) -> str:
        """The blanks of the line's indentation."""
        return " " * (self.depth * INDENT + (CONTINUED if self.continued else 0))


def layout_logical_line(text: str, tokens: Sequence[Token], depth: int) -> list[FormattedLine]:
    """Lay out a line's tokens as formatted lines at an indentation ``depth``, broken in brackets where the author did.

    Args:
        text: The item, for the comments between tokens.
        tokens: The tokens of the line, without its line end.
        depth: The number of blocks around it.
    """
    lines: list[FormattedLine] = []
    code, first = "", 0
    body, source = split_source(tokens)
    if not body:  # a source below a comment stays where it is
        body, source = tokens, ()
    for index, token in enumerate(body):
        gap = text[body[index - 1].end_pos : token.start_pos] if index else ""
        if "\n" in gap:
            comments = [part.strip() for part in gap.split("\n")]
            lines.append(FormattedLine(depth, code, comment=comments[0], continued=bool(lines)))
            lines += [FormattedLine(depth, comment=comment, continued=True) for comment in comments[1:-1] if comment]
            code, first = "", index
        if index > first and needs_space_before(body, index):
            code += " "
        *above, end = split_lines_of_text(token)
        for piece in above:
            lines.append(FormattedLine(depth, code + piece, continued=bool(lines)))
            code = ""
        code += end
    last = set_source(FormattedLine(depth, code, continued=bool(lines)), source, tokens[0].type if tokens else "")
    return [*lines, last] if lines else [evolve(last, cells=split_cells(body))]


def split_lines_of_text(token: Token) -> list[str]:
    """Render a token as the lines it goes over: several for a text that is joined over lines."""
    parts = token.split("\n") if token.type == "JOINED" else [render_token(token)]
    return [part.strip(" \t\r") for part in parts]


def split_source(tokens: Sequence[Token]) -> tuple[Sequence[Token], tuple[str, ...]]:
    """Split a line's tokens into code and the texts of its source: a provenance, a citation, both or neither.

    The citation of an overlay is part of its heading.
    """
    kinds = [token.type for token in tokens]
    cited = "CITE" in kinds[-2:-1] and kinds[0] not in ("KIND", "PREFERENCES")
    body = tokens[:-2] if cited else tokens
    parts = [render_tokens(tokens[-2:])] if cited else []
    if "PROVENANCE" in kinds:
        start = kinds.index("PROVENANCE")
        stop = start + (2 if "STRING" in kinds[start + 1 : start + 2] else 1)
        parts.insert(0, render_tokens(tokens[start:stop]))
        body = [*body[:start], *body[stop:]]
    return body, tuple(parts)


BESIDE_TITLE = frozenset(("TABLE", "ENUM", "PROCEDURE", "CHAPTER"))
"""The items whose provenance stands beside the title, before the limit of recursion."""

BEFORE_CITE = frozenset(("EXAMPLE",))
"""The items whose citation directly follows the title."""


def set_source(line: FormattedLine, source: tuple[str, ...], kind: str) -> FormattedLine:
    """Put a line's source (provenance, citation) at the end of the line, or beside the title of a heading.

    Args:
        line: The line without its source.
        source: Its provenance, its citation, both or neither.
        kind: The terminal that it begins with.
    """
    if not source:
        return line
    if kind in BESIDE_TITLE and not source[0].startswith("cite"):
        title, deep = split_depth_limit(line.code)
        code = " ".join(filter(None, (title, source[0], deep)))
        return evolve(line, code=code, cite="".join(source[1:]), bare=line.code, source=source)
    if kind in BEFORE_CITE:
        return evolve(line, code=f"{line.code} {source[0]}", bare=line.code, source=source)
    return evolve(line, cite=" ".join(source), bare=line.code, source=source)


def split_depth_limit(heading: str) -> tuple[str, str]:
    """Split a heading into the text before its limit of recursion, and that limit (``at most 3 deep``) or empty."""
    found = DEPTH_LIMIT.search(heading)
    return (heading[: found.start()], found[0].strip()) if found else (heading, "")


DEPTH_LIMIT = re.compile(r" at most [0-9]+ deep$")


def split_cells(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Split a grid row at its pipes into the texts of its cells; empty for other lines."""
    verb = 1 if tokens[0].type in VERBS else 0
    if len(tokens) <= verb or tokens[verb].type != "VBAR":
        return ()
    pipes = [index for index, token in enumerate(tokens) if token.type == "VBAR"]
    between = [render_tokens(tokens[start + 1 : end]) for start, end in pairwise(pipes)]
    return (render_tokens(tokens[:verb]), *between, render_tokens(tokens[pipes[-1] + 1 :]))


def align_grids(lines: Sequence[FormattedLine]) -> list[FormattedLine]:
    """Align the pipes of adjacent grid rows."""
    result: list[FormattedLine] = []
    run: list[FormattedLine] = []
    for line in lines:
        if run and (line.depth != run[0].depth or not (line.cells or not line.code)):
            result += align_grid(run)
            run = []
        if line.cells or run:
            run.append(line)
        else:
            result.append(line)
    return result + align_grid(run)


def align_grid(run: Sequence[FormattedLine]) -> list[FormattedLine]:
    """Align the pipes of one grid, which may have comments between its rows."""
    rows = [line.cells for line in run if line.cells]
    count = max((len(row) for row in rows), default=0) - 1
    all_lengths = [sorted({len(row[index]) for row in rows if index < len(row) - 1}) for index in range(count)]
    room = WIDTH - run[0].depth * INDENT if run else 0
    lengths = narrow_columns(rows, all_lengths, room)
    return [evolve(line, code=render_row(line.cells, lengths)) if line.cells else line for line in run]


def narrow_columns(
    rows: Sequence[Sequence[str]], lengths: Sequence[Sequence[int]], room: int
) -> Sequence[Sequence[int]]:
    """Select the cell lengths that set each column's width: all, or without the longest, so that rows fit a page.

    A cell longer than its column sticks out, and the pipes behind it fall back into line as soon as they can.
    """
    kept_lengths = [list(each) for each in lengths]
    while max((len(render_row(row, kept_lengths)) for row in rows), default=0) > room:
        drop, column = max(
            (each[-1] - each[-2] if len(each) > 1 else 0, -index) for index, each in enumerate(kept_lengths)
        )
        if drop == 0:
            return lengths  # too wide for the page in any case
        kept_lengths[-column].pop()
    return kept_lengths


def render_row(row: Sequence[str], lengths: Sequence[Sequence[int]]) -> str:
    """Render a grid row with its pipes where the last of each column's ``lengths`` puts them, if cells fit."""
    verb, *between, suffix = row
    text = verb.ljust(lengths[0][-1]) + " " if lengths[0][-1] else ""
    stop = len(text)
    for cell, each in zip(between, lengths[1:], strict=False):
        stop += each[-1] + 3
        text = f"{text}| {cell} ".ljust(stop)
    return f"{text}| {suffix}".rstrip()


def pick_column(lengths: Sequence[int], min_column: int) -> int:
    """Choose the column for citations or comments behind lines of these lengths, at least ``min_column``."""
    return max([min_column, *(length + 2 for length in lengths if length + 2 <= min_column + SLACK)])


def append_at_column(text: str, addition: str, column: int) -> str:
    """Append a text at a column, or two spaces behind the line if the column does not fit."""
    if not addition:
        return text
    fits = len(text) + 2 <= column and column + len(addition) <= WIDTH
    return text.ljust(column if fits else len(text) + 2) + addition


def render_lines(lines: Sequence[FormattedLine]) -> list[str]:
    """Render lines as text, with citations in one column and comments in another."""
    lines = align_grids(lines)
    beside = [line for line in lines if line.cite and len(line.text) + 2 + len(line.cite) <= WIDTH]
    cites = pick_column([len(line.text) for line in beside], CITE_COLUMN)
    noted = [line for line in lines if line.code and line.comment and not line.cite]
    comments = pick_column([len(line.text) for line in noted], COMMENT_COLUMN)
    result: list[str] = []
    for line in lines:
        if line.blank:
            result.append("")
        if not line.code:
            result.append(line.text + line.comment)
            continue
        cited = append_at_column(line.text, line.cite, cites)
        if line.source and len(cited) > WIDTH:
            bare = line.margin + (line.code if line.cells else line.bare)
            result.append(append_at_column(bare, line.comment, comments))
            result += [" " * ((line.depth + 1) * INDENT) + each for each in split_source_lines(line)]
        else:
            result.append(append_at_column(cited, line.comment, 0 if line.cite else comments))
    return result


def split_source_lines(line: FormattedLine) -> tuple[str, ...]:
    """Split a line's source (provenance and citation) into lines to stand below the line: one, or two if too long."""
    whole = " ".join(line.source)
    return (whole,) if (line.depth + 1) * INDENT + len(whole) <= WIDTH else line.source


def is_source_line(tokens: Sequence[Token]) -> bool:
    """Whether a line holds only the source (provenance, citation) of the line above."""
    return tokens[0].type in ("PROVENANCE", "CITE")


def merge_source_line(line: FormattedLine, tokens: Sequence[Token], kind: str) -> FormattedLine:
    """Merge a source (provenance, citation) on a line of its own into the line above."""
    _, more = split_source(tokens)
    code = line.bare if line.source else line.code
    return set_source(evolve(line, code=code, cite=""), (*line.source, *more), kind)
