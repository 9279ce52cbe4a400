"""The possible results of a table, read from its rows: enum values or none, each with the selecting parameter values.

This is the interface of a table for ``results of``. Keys and results are resolved as in the table itself, but in a
separate context: errors are reported where the table is resolved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import assert_never

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions, keys
from bombsight.compiler.resolve.endings import has_results, is_action
from bombsight.compiler.resolve.environment import Context, Env, Params
from bombsight.compiler.resolve.layout import (
    count_key_columns,
    dice_of,
    find_treated_row,
    grid_head,
    grid_lines,
    has_plain_columns,
    notes_of,
)
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import bind_params
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.dsl.walk import children
from bombsight.flat.types import EnumType, NoneType, Type

Matches = tuple[g.Match, ...]
"""The parameter values that select a row; other parameters may have any value."""


class SpecialResult(Enum):
    """A result that is no enum value: none, or unknown before play."""

    NONE = auto()
    IN_PLAY = auto()


ResultValue = int | SpecialResult
"""The index of a result in its enum; or that it is none, or unknown before play."""


@frozen
class RowResults:
    """The possible results of a row or a cell, with the parameter values that select it.

    Attributes:
        matches: The parameter values that select it.
        unless: For an ``else`` row of a look-up, the values that select other rows.
        values: Indices of its results in their enum.
        unknown: Its place if a result is unknown before play, else None.
    """

    matches: Matches
    unless: tuple[Matches, ...]
    values: frozenset[int]
    unknown: Span | None


@frozen
class RowText:
    """A row or a cell in syntax form: the parameter values that select it, and its statements."""

    matches: Matches
    column: Matches
    otherwise: bool
    body: tuple[ast.Node, ...]
    span: Span


def results_by_row(env: Env, table: ast.Table, params: Params, result: EnumType) -> tuple[RowResults, ...]:
    """Compute the possible results of each row and cell of a table.

    Args:
        env: The environment.
        table: The table.
        params: Its parameters.
        result: The enum of its results.
    """
    ctx = Context(env)
    scope = bind_params(ctx, params, table.span, Scope(), table.id)
    lines = list(read_rows(ctx, table, params, scope))
    looked_up = dice_of(table) is None
    found = []
    for line in lines:
        rivals = [other for other in lines if not other.otherwise and other.column == line.column]
        values = [
            evaluate_result(ctx, node, result, scope) for node in collect_results(table, line.body, True, frozenset())
        ]
        found.append(
            RowResults(
                matches=(*line.matches, *line.column),
                unless=tuple(other.matches for other in rivals) if line.otherwise and looked_up else (),
                values=frozenset(value for value in values if isinstance(value, int)),
                unknown=line.span if SpecialResult.IN_PLAY in values else None,
            )
        )
    return tuple(found)


def evaluate_result(ctx: Context, node: ast.Expr, result: EnumType, scope: Scope) -> ResultValue:
    """Evaluate a row's result to its enum value's index, or to a marker: none, or unknown before play.

    Args:
        ctx: The context of the item.
        node: The result.
        result: The enum of results.
        scope: The scope.
    """
    if isinstance(node, ast.CellBlank):
        return SpecialResult.NONE
    match expressions.resolve(ctx, node, scope, result):
        case x.Const(type=NoneType()):
            return SpecialResult.NONE
        case x.Const(type=EnumType(), value=value):
            return value
        case _:  # the rest: unknown before play
            return SpecialResult.IN_PLAY


def read_rows(ctx: Context, table: ast.Table, params: Params, scope: Scope) -> Iterator[RowText]:
    """Yield the rows of a table and the cells of its grid, each with the parameter values that select it.

    Args:
        ctx: The context of the item.
        table: The table.
        params: Its parameters.
        scope: The scope.
    """
    looked_up = dice_of(table) is None
    for line in table.lines:
        match line:
            case ast.Row() if looked_up and params:
                matches, otherwise = keys.resolve_row_matches(ctx, line, params[0])
                yield RowText(matches, (), otherwise, line.body, line.span)
            case ast.Row() | ast.Beforehand() | ast.NaturalRow():
                yield RowText((), (), False, line.body, line.span)
            case ast.GridRow():
                pass  # handled below
            case ast.ForLine() | ast.Gives() | ast.RollLine() | ast.EveryRow() | ast.Modifier() | ast.Note():
                pass
            case ast.Short() | ast.Each():
                pass
            case _:
                assert_never(line)
    if grid_head(table) is not None:
        yield from read_grid_cells(ctx, table, dict(params), scope)


def read_grid_cells(ctx: Context, table: ast.Table, params: dict[str, Type], scope: Scope) -> Iterator[RowText]:
    """Yield the result cells of a grid, each with the parameter values that select it.

    Args:
        ctx: The context of the item.
        table: The table.
        params: The types of its parameters by name.
        scope: The scope.
    """
    head, *body = grid_lines(table)
    keyed = count_key_columns(table)
    across = keys.column_params(table, params)
    plain = has_plain_columns(table, across)
    for line in body:
        _, otherwise, matches = keys.resolve_line_keys(ctx, head, line, keyed, params, scope)
        for cell, head_cell in zip(line.cells[keyed:], head.cells[keyed:], strict=False):
            column = () if plain else keys.resolve_head_matches(ctx, head_cell, across, params)
            if column is not None:
                yield RowText(matches, column, otherwise, cell_statements(cell), cell.span)


def cell_statements(cell: ast.Cell) -> tuple[ast.Stmt, ...]:
    """Convert a cell to statements; empty for an unreadable one."""
    if not cell.items:
        return ()
    item = cell.items[0]
    if len(cell.items) == 1 and isinstance(item, ast.CellNote):
        return (ast.UseNote(item.name, span=cell.span),)
    return (ast.Result(cell.items, span=cell.span),)


def collect_results(
    table: ast.Table, nodes: Iterable[ast.Node], counts_calls: bool, visited: frozenset[str | int]
) -> Iterator[ast.Expr]:
    """Yield the results in a row's statements, following sub-rolls, notes and `treat as`.

    Args:
        table: The table.
        nodes: The statements.
        counts_calls: Whether a roll or a call by itself is a result.
        visited: The notes and rows that have been followed.
    """
    for node in nodes:
        match node:
            case ast.Result(values=values):
                yield from values if counts_calls or not is_action(node) else ()
            case ast.Return(values=values):
                yield from values
            case ast.UseNote(name=name):
                note = notes_of(table).get(name)
                if note is not None and name not in visited:
                    yield from collect_results(table, note.body, counts_calls, visited | {name})
            case ast.TreatAs(key=key):
                number = find_treated_row(table, key)
                if number is not None and number not in visited:
                    row = [line for line in table.lines if isinstance(line, ast.Row)][number]
                    yield from collect_results(table, row.body, counts_calls, visited | {number})
            case ast.SubRoll():
                yield from collect_results(table, children(node), counts_calls and has_results(node), visited)
            case _:  # the rest: the results of nested statements
                yield from collect_results(table, children(node), counts_calls, visited)
