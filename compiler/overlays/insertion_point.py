"""Insertion points of added lines among the existing ones."""

from __future__ import annotations

import math

from bombsight.compiler.overlays.matching import as_statement
from bombsight.compiler.overlays.splice import Lines
from bombsight.dsl import ast

LINE_ORDER = (
    ast.ForLine,
    ast.Gives,
    ast.Short,
    ast.Each,
    ast.Beforehand,
    ast.RollLine,
    ast.EveryRow,
    ast.Modifier,
    ast.NaturalRow,
    ast.Row,
    ast.GridRow,
    ast.Note,
)
"""The line classes of a table in their usual order."""


def insert_lines(lines: Lines, new: Lines) -> Lines:
    """Insert new lines, each after those of its class, and rows with numeric keys in numeric order."""
    for line in new:
        at = insertion_index(lines, line)
        lines = (*lines[:at], line, *lines[at:])
    return lines


def insertion_index(lines: Lines, new: ast.Node) -> int:
    """Find the index among existing lines at which a new line belongs."""
    alike = [at for at, line in enumerate(lines) if type(line) is type(new)]
    if isinstance(new, ast.Row | ast.GridRow):
        low = lowest_total(new)
        for at in alike:
            other = lowest_total(lines[at])
            if other is not None and (other == math.inf if low is None else other > low):
                return at
    if not alike and isinstance(new, LINE_ORDER):
        alike = [at for at, line in enumerate(lines) if line_rank(line) < line_rank(new)]
        return alike[-1] + 1 if alike else 0
    return alike[-1] + 1 if alike else len(lines)


def line_rank(line: ast.Node) -> int:
    """Return the index of a line's class in the usual order of a table's lines: `gives`, then dice, then rows."""
    return next((at for at, kind in enumerate(LINE_ORDER) if isinstance(line, kind)), len(LINE_ORDER))


def lowest_total(row: ast.Node) -> float | None:
    """Return the lowest dice total of a row, infinite for ``else``; None for a computed key, or the head of a grid."""
    key: ast.Key | None = None
    if isinstance(row, ast.Row):
        key = row.keys[0]
    elif isinstance(row, ast.GridRow):
        item = row.cells[0].items[0]
        key = item.key if isinstance(item, ast.CellKey) else ast.Key(item, item)
    if key is None:
        return None
    if key.otherwise:
        return math.inf
    if key.low is None:
        return -math.inf
    return key.low.value if isinstance(key.low, ast.Number) else None


def append_statements(body: Lines, new: Lines) -> Lines:
    """Insert statements at the end of a block, but before a final result."""
    statements = effective_statements(body)
    if statements and isinstance(as_statement(statements[-1]), ast.Result):
        return as_block((*statements[:-1], *new, statements[-1]))
    return as_block((*statements, *new))


def prepend_statements(body: Lines, new: Lines) -> Lines:
    """Return a block with statements inserted at its start."""
    return as_block((*new, *effective_statements(body)))


def effective_statements(body: Lines) -> Lines:
    """Return the statements of a block; empty for a block whose only statement is ``nothing``."""
    return () if all(isinstance(statement, ast.Nothing) for statement in body) else body


def as_block(statements: Lines) -> Lines:
    """Return statements in the form of a block: if there are several, an inline result becomes a statement line."""
    return tuple(map(as_statement_line, statements)) if len(statements) > 1 else statements


def as_statement_line(statement: ast.Node) -> ast.Node:
    """Convert the inline result of a row to a statement on a line of its own."""
    statement = as_statement(statement)
    if isinstance(statement, ast.Result):
        return ast.Return(statement.values, span=statement.span, touched=statement.touched)
    return statement
