"""The second stage: the signature of each table, determined before any body is resolved.

The lines ``for`` and ``gives`` declare it. Without ``gives`` the result type is inferred from the rows: words of the
table's own, yes or no, numbers, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bombsight.compiler.findings import Findings
from bombsight.compiler.graph.nodes import Enum
from bombsight.compiler.resolve.environment import Signature
from bombsight.compiler.resolve.layout import (
    aggregation_of,
    count_key_columns,
    count_rows,
    dice_of,
    grid_head,
    grid_lines,
    has_part_heads,
    is_rolled,
)
from bombsight.compiler.resolve.types import resolve_type
from bombsight.compiler.symbols import fold_constants
from bombsight.dsl import ast
from bombsight.dsl.walk import walk
from bombsight.flat.types import BOOL, EnumType, IntType, Part, PartsType, Type

TableOutcome = tuple[Type | None, Enum | None]
"""The result type of a table, None without a result; and the enum of its own words, if any."""


def table_signature(
    table: ast.Table,
    enums: Mapping[str, Enum],
    records: Mapping[str, object],
    findings: Findings,
    outcome: TableOutcome | None = None,
) -> tuple[Signature, Enum | None]:
    """Determine the parameters and result type of a table, with the enum of its own result words (None without any).

    Args:
        table: The table as written.
        enums: The declared enums, by name.
        records: The declared records, by name.
        findings: Collects errors.
        outcome: The inferred result, if already known.
    """

    def type_for(node: ast.TypeExpr) -> Type:
        """Resolve a type expression, reporting errors."""
        return resolve_type(node, enums, records, findings)

    params = tuple(
        (p.name, type_for(p.type)) for line in table.lines if isinstance(line, ast.ForLine) for p in line.params
    )
    gives = gives_line_of(table)
    result: Type | None
    words = None
    if gives is None:
        result, words = outcome or infer_outcome(table)
    elif gives.type is not None:
        result = type_for(gives.type)
    else:
        parts = tuple(Part(p.name, type_for(p.type)) for p in gives.parts)
        result = PartsType(parts, optional=any(part.type.is_optional for part in parts) and can_give_none(table))
    dice = dice_of(table)
    return Signature(params, result, table.span, is_rolled(table), dice.dice if dice is not None else None), words


def gives_line_of(table: ast.Table) -> ast.Gives | None:
    """Return the ``gives`` line of a table, which states the result type; None without one."""
    return next((line for line in table.lines if isinstance(line, ast.Gives)), None)


def can_give_none(table: ast.Table) -> bool:
    """Whether a table with a multi-part result can give none in place of all parts."""
    return any(len(v) == 1 and isinstance(v[0], ast.NoneValue | ast.CellBlank) for v in result_values(table))


def infer_outcome(table: ast.Table) -> TableOutcome:
    """Infer the result type of a table without a ``gives`` line from its rows, and from what becomes of all of them."""
    match aggregation_of(table):
        case "count":
            return IntType(0, max(1, count_rows(table))), None
        case "sum":
            numbers = [n for v in result_values(table) if len(v) == 1 and (n := fold_constants(v[0])) is not None]
            if infer_row_outcome(table)[1] is None and numbers:
                return IntType(sum(n for n in numbers if n < 0), sum(n for n in numbers if n > 0)), None
        case None | "all" | "highest" | "lowest":
            pass
    return infer_row_outcome(table)


def infer_row_outcome(table: ast.Table) -> TableOutcome:
    """Infer the type of what the rows of a table without a ``gives`` line give."""
    head = grid_head(table)
    if head is not None and count_key_columns(table) == len(head.cells):
        return BOOL, None
    if gives_mostly_nothing(table):
        return None, None
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
        return EnumType(enum.name, optional=blank), enum
    if any(isinstance(v, ast.YesNo) for v in singles):
        return BOOL, None
    numbers = [n for n in map(fold_constants, singles) if n is not None]
    if numbers:
        return IntType(min(numbers), max(numbers), optional=blank), None
    return None, None


def gives_mostly_nothing(table: ast.Table) -> bool:
    """Whether more rows of a table tell something and end than give a value, so that these are the wrong ones.

    Of as many, rows with titles are the right ones.
    """
    rows = [line for line in table.lines if isinstance(line, ast.Row) and line.body]
    silent = sum(isinstance(row.body[-1], ast.Nothing | ast.Say | ast.AgainEachOnce) for row in rows)
    titled = sum(isinstance(row.body[-1], ast.Nothing | ast.Say) and bool(row.title) for row in rows)
    giving = sum(any(map(is_value, walk(row))) for row in rows)
    return giving > 0 and (silent > giving or titled == giving)


def is_value(node: ast.Node) -> bool:
    """Whether a node gives a word, yes or no, or a number as the result of a row."""
    match node:
        case ast.Result(values=(value,)) | ast.Return(values=(value,)):
            return isinstance(value, ast.Name | ast.YesNo) or fold_constants(value) is not None
        case _:  # the rest: statements, calls and parts of values
            return False


def result_values(table: ast.Table) -> Iterator[tuple[ast.Expr, ...]]:
    """Yield the values of every result that a table's rows, cells and notes contain."""
    keys = count_key_columns(table)
    grid = grid_lines(table)
    whole = has_part_heads(table)
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
