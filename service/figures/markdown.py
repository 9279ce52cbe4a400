"""Figures in Markdown: a measured table rendered for a README, found in it, and read back out of it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from math import isinf

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.service.figures.declaration import Measure, Row, Table
from bombsight.service.figures.measuring import Figure, Measured
from bombsight.service.simulating.figures import MOST_DIGITS, PERCENT_DIGITS, digits

BEGIN = "<!-- figures: {} -->"
END = "<!-- end of figures -->"

WIDTH = 120
"""How many characters a line of text has at most."""

BLOCK = re.compile(rf"^{BEGIN.format('(?P<name>[^ ]+)')}\n(?P<text>.*?)^{END}$", re.MULTILINE | re.DOTALL)
"""A part of a README that the command writes."""

CELL = re.compile(r"^(?P<value>[+-]?[\d,]+(?:\.\d+)?)(?: ± (?P<margin>[\d,]+(?:\.\d+)?))?(?: %)?$")
"""A figure as :func:`render_figure` renders it, without its stars."""


# --- rendering


def render_block(measured: Measured, game: str) -> str:
    """A table between its marks, with a line that says how it was measured.

    Args:
        measured: The table.
        game: The game's id.
    """
    lines = [BEGIN.format(measured.table.name), *render_table(measured), "", caption(measured, game), END]
    return "\n".join(lines)


def render_table(measured: Measured) -> Iterator[str]:
    """A table's lines."""
    table = measured.table
    grid = [[*table.heads, *(measure.title for measure in table.measures)]]
    for row, figures in zip(table.rows, measured.figures, strict=True):
        cells = (render_figure(figure, measure) for figure, measure in zip(figures, table.measures, strict=True))
        grid.append([*row.cells, *cells])
    if table.turned:
        grid = [list(column) for column in zip(*grid, strict=True)]
    head, *rows = grid
    yield render_row(head)
    yield "|" + "---|" * len(head)
    yield from map(render_row, rows)


def render_row(cells: Sequence[str]) -> str:
    """A line of a table."""
    return "".join(f"| {cell} " if cell else "| " for cell in cells) + "|"


def render_figure(figure: Figure, measure: Measure) -> str:
    """A figure with its interval; in bold the difference that is told from none."""
    value, margin = printed(figure)
    sign = "+" if figure.is_difference and value else ""
    if isinf(margin) or not margin:  # of one run, or of many that came to the same
        return f"{value:{sign},.0f}" + " %" * (figure.is_share and not figure.is_difference)
    least, beside = PERCENT_DIGITS if figure.is_share else 0, value if figure.is_difference else 0.0
    behind = digits(margin, least, beside) if measure.digits is None else measure.digits
    while behind < MOST_DIGITS and not round(margin, behind):
        behind += 1
    value = round(value, behind) or 0.0  # not -0.0
    shown = f"{value:{sign if value else ''},.{behind}f} ± {margin:,.{behind}f}"
    if figure.is_difference:
        return f"**{shown}**" if abs(value) > margin else shown
    return f"{shown} %" if figure.is_share else shown


def printed(figure: Figure) -> tuple[float, float]:
    """A figure's value and margin as numbers that are printed: shares in percent."""
    factor = 100 if figure.is_share else 1
    return factor * figure.value, factor * figure.margin


def caption(measured: Measured, game: str) -> str:
    """How a table was measured; see :func:`render_block`."""
    table = measured.table
    runs = f"{table.runs:,} {'campaigns' if table.campaigns else 'missions'} a row"
    compared = ""
    if table.differences:
        compared = ", below the first row the difference from it with the same dice"
        if any(figure.is_share for figure in measured.figures[0]):
            compared += ", of shares in percentage points"
    text = textwrap.wrap(f"{runs}{compared}; ± is the interval at 95 %:", WIDTH)
    return "\n".join((*text, f"`{command(game, table, table.rows[0])}`"))


def command(game: str, table: Table, row: Row) -> str:
    """The command that measures a row of a table, whatever it is compared with."""
    mission = table.mission if row.mission is None else row.mission
    named = [f"--missions {table.missions}" if table.campaigns is None else f"--campaigns {table.campaigns}"]
    named += [] if mission is None else [f"--mission {mission}"]
    named += [] if table.policy == "auto" else [f"--policy {table.policy}"]
    named.append(f"--seed {table.seed}")
    named += [f"--option {name}={value}" for name, value in row.options.items()]
    named += [f"--variant {name}" for name in row.variants]
    named += [f"--without {name}" for name in row.without]
    named += [f"--house {file}" for file in row.house]
    return " ".join(("bombsight simulate", game, *named))


# --- in a README


def blocks(text: str) -> dict[str, str]:
    """The parts of a README that hold figures, by the names of their tables; each with its marks.

    Raises:
        InputError: A mark has no partner, or two tables one name.
    """
    found: dict[str, str] = {}
    for block in BLOCK.finditer(text):
        name = block["name"]
        if name in found:
            raise InputError(f"the figures {name} stand there twice")
        found[name] = block[0]
    marks = len(re.findall(r"^<!-- figures: ", text, re.MULTILINE)), len(re.findall(rf"^{END}$", text, re.MULTILINE))
    if marks != (len(found), len(found)):
        begin = BEGIN.format("NAME")
        raise InputError("a mark of figures has no partner", "", f"Write `{begin}` above them, and `{END}` below.")
    return found


def replace_blocks(text: str, new: Mapping[str, str]) -> str:
    """A README with other blocks: those of the names that are given."""
    return BLOCK.sub(lambda block: new.get(block["name"], block[0]), text)


# --- reading back


@frozen
class Stated:
    """A figure as a README states it, in the numbers that are printed there: shares in percent.

    Attributes:
        value: Its value.
        margin: How far its interval reaches either way; infinite where none is stated.
    """

    value: float
    margin: float


def stated_figures(block: str, table: Table) -> list[list[Stated]]:
    """What a README states, a figure for each row and measure of its table.

    Raises:
        InputError: It states another table than the one that is declared.
    """
    lines = [line for line in block.splitlines() if line.startswith("|")]
    grid = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    if len(grid) > 1:
        del grid[1]
    if table.turned and len({*map(len, grid)}) == 1:
        grid = [list(column) for column in zip(*grid, strict=True)]
    words = len(table.heads)
    titles = [measure.title for measure in table.measures]
    expected = [[*table.heads, *titles], *([*row.cells] for row in table.rows)]
    shown = [line if place == 0 else line[:words] for place, line in enumerate(grid)]
    if shown != [[cell.strip() for cell in line] for line in expected]:
        raise InputError(f"the figures {table.name} are declared otherwise than they stand there")
    return [[read_figure(cell, table) for cell in line[words:]] for line in grid[1:]]


def read_figure(cell: str, table: Table) -> Stated:
    """A figure by its cell.

    Raises:
        InputError: It is none.
    """
    found = CELL.match(cell.strip("*"))
    if found is None:
        raise InputError(f"the figures {table.name} hold what is no figure: {cell or 'an empty cell'}")
    value, margin = (float((found[part] or "inf").replace(",", "")) for part in ("value", "margin"))
    return Stated(value, margin)
