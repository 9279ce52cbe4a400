"""Row names: the texts by which a house rule, or a call that drafts one, names the lines of a table's card."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Table
from bombsight.service.lookup.rule_text import Sources, key_text


@frozen(kw_only=True)
class RowNames:
    """The names of a table's lines, each group in the order of the card.

    Attributes:
        before: Of results without dice, and of natural rows.
        rows: Of its rows.
        grid: Of the lines of its grid.
        modifiers: Of its modifiers.
    """

    before: tuple[str, ...]
    rows: tuple[str, ...]
    grid: tuple[str, ...]
    modifiers: tuple[str, ...]


def find_row_names(table: Table, sources: Sources) -> RowNames:
    """Find the names of a table's lines, as :func:`~.quotation.quote_thing` takes them for its row."""
    naturals = table.rolled.naturals if table.rolled else ()
    rows = [row for row in table.all_rows if row.cell is None or table.grid is None]
    return RowNames(
        before=(
            *(f"when {' '.join(row.label.split())}" for row in table.beforehand),
            *(f"natural {name_row(row, sources)}" for row in naturals),
        ),
        rows=tuple(name_row(row, sources) for row in rows),
        grid=tuple(name_grid_lines(table.grid.lines)) if table.grid else (),
        modifiers=tuple(modifier.label for modifier in table.modifiers),
    )


def name_row(row: g.Row | g.NaturalRow, sources: Sources) -> str:
    """Name a row by its keys as the rules write them."""
    return row.label or key_text(row.keys, sources)


def name_grid_lines(lines: Sequence[Sequence[str]]) -> list[str]:
    """Name each line of a grid by its first cells: as many as no other line has."""
    names = []
    for number, line in enumerate(lines):
        others = [other for at, other in enumerate(lines) if at != number]
        count = 1
        while count < len(line) and any(other[:count] == line[:count] for other in others):
            count += 1
        names.append(", ".join(line[:count]))
    return names
