"""Renders measured tables as Markdown, finds them in a README, and parses them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from math import isinf

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.service.figures.declaration import Measure, Row, Table
from bombsight.service.figures.measuring import Figure, MeasuredTable
from bombsight.service.simulating.formatting import MAX_DECIMALS, MIN_PERCENT_DECIMALS, significant_decimals

BEGIN_MARK = "<!-- figures: {} -->"
END_MARK = "<!-- end of figures -->"

MAX_LINE_WIDTH = 120
"""The maximum length of a line, in characters."""

BLOCK_PATTERN = re.compile(
    rf"^{BEGIN_MARK.format('(?P<name>[^ ]+)')}\n(?P<text>.*?)^{END_MARK}$", re.MULTILINE | re.DOTALL
)
"""A generated block of a README."""

FIGURE_PATTERN = re.compile(r"^(?P<value>[+-]?[\d,]+(?:\.\d+)?)(?: ± (?P<margin>[\d,]+(?:\.\d+)?))?(?: %)?$")
"""A figure as :func:`render_figure` renders it, without its stars."""


# --- rendering


def render_block(measured: MeasuredTable, game: str) -> str:
    """Render a measured table and its caption as a block of a README, between the marks of generated text."""
    lines = [
        BEGIN_MARK.format(measured.table.name),
        *render_table(measured),
        "",
        render_caption(measured, game),
        END_MARK,
    ]
    return "\n".join(lines)


def render_table(measured: MeasuredTable) -> Iterator[str]:
    """Render a measured table as a Markdown table, line by line."""
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
    """Render a row of a Markdown table."""
    return "".join(f"| {cell} " if cell else "| " for cell in cells) + "|"


def render_figure(figure: Figure, measure: Measure) -> str:
    """Render a measured figure with its margin, ``12.3 ± 0.4``; a significant difference in bold."""
    value, margin = printed_numbers(figure)
    sign = "+" if figure.is_difference and value else ""
    if isinf(margin) or not margin:  # of one run, or of many with the same value
        return f"{value:{sign},.0f}" + " %" * (figure.is_share and not figure.is_difference)
    min_decimals, compared_value = (
        MIN_PERCENT_DECIMALS if figure.is_share else 0,
        value if figure.is_difference else 0.0,
    )
    decimals = significant_decimals(margin, min_decimals, compared_value) if measure.digits is None else measure.digits
    while decimals < MAX_DECIMALS and not round(margin, decimals):
        decimals += 1
    value = round(value, decimals) or 0.0  # not -0.0
    shown = f"{value:{sign if value else ''},.{decimals}f} ± {margin:,.{decimals}f}"
    if figure.is_difference:
        return f"**{shown}**" if abs(value) > margin else shown
    return f"{shown} %" if figure.is_share else shown


def printed_numbers(figure: Figure) -> tuple[float, float]:
    """Convert a figure to its value and margin as printed: rates in percent, means unchanged."""
    factor = 100 if figure.is_share else 1
    return factor * figure.value, factor * figure.margin


def render_caption(measured: MeasuredTable, game: str) -> str:
    """Render the caption of a measured table: the runs, the seed, and the command that repeats them."""
    table = measured.table
    runs = f"{table.runs:,} {'campaigns' if table.campaigns else 'missions'} a row"
    compared = ""
    if table.differences:
        compared = ", below the first row the difference from it with the same dice"
        if any(figure.is_share for figure in measured.figures[0]):
            compared += ", of shares in percentage points"
    text = textwrap.wrap(f"{runs}{compared}; ± is the interval at 95 %:", MAX_LINE_WIDTH)
    return "\n".join((*text, f"`{measuring_command(game, table, table.rows[0])}`"))


def measuring_command(game: str, table: Table, row: Row) -> str:
    """Build the command line that simulates the runs of one table row."""
    mission = table.mission if row.mission is None else row.mission
    flags = [f"--missions {table.missions}" if table.campaigns is None else f"--campaigns {table.campaigns}"]
    flags += [] if mission is None else [f"--mission {mission}"]
    flags += [] if table.policy == "auto" else [f"--policy {table.policy}"]
    flags.append(f"--seed {table.seed}")
    flags += [f"--option {name}={value}" for name, value in row.options.items()]
    flags += [f"--variant {name}" for name in row.variants]
    flags += [f"--without {name}" for name in row.without]
    flags += [f"--house {file}" for file in row.house]
    return " ".join(("bombsight simulate", game, *flags))


# --- in a README


def find_blocks(text: str) -> dict[str, str]:
    """Find the generated blocks in a README's text, with their marks, by table name.

    Raises:
        InputError: A mark has no partner, or two tables have the same name.
    """
    blocks_by_name: dict[str, str] = {}
    for block in BLOCK_PATTERN.finditer(text):
        name = block["name"]
        if name in blocks_by_name:
            raise InputError(f"the figures {name} stand there twice")
        blocks_by_name[name] = block[0]
    marks = (
        len(re.findall(r"^<!-- figures: ", text, re.MULTILINE)),
        len(re.findall(rf"^{END_MARK}$", text, re.MULTILINE)),
    )
    if marks != (len(blocks_by_name), len(blocks_by_name)):
        begin = BEGIN_MARK.format("NAME")
        raise InputError("a mark of figures has no partner", "", f"Write `{begin}` above them, and `{END_MARK}` below.")
    return blocks_by_name


def replace_blocks(text: str, new_blocks: Mapping[str, str]) -> str:
    """Replace generated blocks in a README's text by new ones, by table name."""
    return BLOCK_PATTERN.sub(lambda block: new_blocks.get(block["name"], block[0]), text)


# --- parsing


@frozen
class StatedFigure:
    """A figure as a README states it, in printed units: shares in percent.

    Attributes:
        value: Its value.
        margin: Half the width of its interval; infinite if none is stated.
    """

    value: float
    margin: float


def read_stated_figures(block: str, table: Table) -> list[list[StatedFigure]]:
    """Parse the figures in a README's block: a list for each row, with an entry for each measure.

    Raises:
        InputError: The table does not match its declaration.
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
    return [[parse_figure(cell, table) for cell in line[words:]] for line in grid[1:]]


def parse_figure(cell: str, table: Table) -> StatedFigure:
    """Parse one table cell, such as ``12.3 ± 0.4``, as a figure.

    Raises:
        InputError: The cell holds no figure.
    """
    match = FIGURE_PATTERN.match(cell.strip("*"))
    if match is None:
        raise InputError(f"the figures {table.name} hold what is no figure: {cell or 'an empty cell'}")
    value, margin = (float((match[part] or "inf").replace(",", "")) for part in ("value", "margin"))
    return StatedFigure(value, margin)
