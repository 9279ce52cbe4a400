"""What a table gives, found before any body is read.

A table says so with ``gives``; else its results tell: words of its own, yes or no, numbers, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from bombsight.compiler.graph.nodes import Enum
from bombsight.compiler.symbols import Symbols, constant, head_name
from bombsight.dsl import ast
from bombsight.dsl.walk import walk
from bombsight.flat.types import BOOL, EnumType, IntType, Part, PartsType, Type


@frozen
class Outcome:
    """What a table is rolled or looked up with, and what it gives."""

    params: tuple[tuple[str, Type], ...]
    result: Type | None
    words: Enum | None


def key_columns(table: ast.Table) -> int:
    """How many of a grid's head cells are keys."""
    head = grid_head(table)
    if head is None:
        return 0
    names = {p.name for line in table.lines if isinstance(line, ast.ForLine) for p in line.params}
    count = 0
    for cell in head.cells:
        if isinstance(cell.items[0], ast.Dice) or head_name(cell) in names:
            count += 1
        else:
            break
    return count


def grid_head(table: ast.Table) -> ast.GridRow | None:
    """The head of a table's grid."""
    return next((line for line in table.lines if isinstance(line, ast.GridRow)), None)


def names_parts(table: ast.Table) -> bool:
    """Whether the heads of a grid name the parts of its result, so that a line is one result."""
    head = grid_head(table)
    parts = [part.name for line in table.lines if isinstance(line, ast.Gives) for part in line.parts]
    return head is not None and bool(parts) and [head_name(cell) for cell in head.cells[key_columns(table) :]] == parts


def result_values(table: ast.Table) -> Iterator[tuple[ast.Expr, ...]]:
    """Every result that a table's rows, cells and notes write down."""
    keys = key_columns(table)
    grid = [line for line in table.lines if isinstance(line, ast.GridRow)]
    whole = names_parts(table)
    for row in grid[1:]:
        if whole:
            yield tuple(item for cell in row.cells[keys:] for item in cell.items)
            continue
        for cell in row.cells[keys:]:
            yield cell.items
    for line in table.lines:
        for node in walk(line):
            if isinstance(node, ast.Result) or (isinstance(node, ast.Return) and node.values):
                yield node.values


def outcome(table: ast.Table, symbols: Symbols) -> Outcome:
    """What a table takes and gives."""
    params = tuple(
        (p.name, symbols.type_of(p.type)) for line in table.lines if isinstance(line, ast.ForLine) for p in line.params
    )
    gives = next((line for line in table.lines if isinstance(line, ast.Gives)), None)
    if gives is not None:
        if gives.type is not None:
            return Outcome(params, symbols.type_of(gives.type), None)
        parts = tuple(Part(p.name, symbols.type_of(p.type)) for p in gives.parts)
        whole_none = any(len(v) == 1 and isinstance(v[0], ast.NoneValue | ast.CellBlank) for v in result_values(table))
        optional = whole_none and any(part.type.is_optional for part in parts)
        return Outcome(params, PartsType(parts, optional=optional), None)
    head = grid_head(table)
    if head is not None and key_columns(table) == len(head.cells):
        return Outcome(params, BOOL, None)
    return inferred(table, params)


def inferred(table: ast.Table, params: tuple[tuple[str, Type], ...]) -> Outcome:
    """What a table without ``gives`` gives."""
    singles = [v[0] for v in result_values(table) if len(v) == 1]
    words = list(dict.fromkeys(v.name for v in singles if isinstance(v, ast.Name)))
    blank = any(isinstance(v, ast.NoneValue | ast.CellBlank) for v in singles)
    if words:
        enum = Enum(
            name=f"{table.id} result",
            values=tuple(words),
            titles=tuple(w.replace("_", " ") for w in words),
            columns=(),
            owner="table",
            span=table.span,
        )
        return Outcome(params, EnumType(enum.name, optional=blank), enum)
    if any(isinstance(v, ast.YesNo) for v in singles):
        return Outcome(params, BOOL, None)
    numbers = [n for n in map(constant, singles) if n is not None]
    if numbers:
        return Outcome(params, IntType(min(numbers), max(numbers), optional=blank), None)
    return Outcome(params, None, None)
