"""What a table can give, as its rows write it down: a value of its enum or none, for which values of its parameters.

That is the interface of a table for ``results of``, which is asked of it by others. Keys and results are read as in the
table itself, but in a context of their own: what is wrong with them is told where the table is resolved.
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
"""The values of parameters that something is for; a parameter not named may be anything."""


class SpecialResult(Enum):
    """A result that is no value of its enum."""

    NONE = auto()
    IN_PLAY = auto()


ResultValue = int | SpecialResult
"""The place of a result in its enum; or that it is none, or only worked out in play."""


@frozen
class RowResults:
    """What a row or a cell can give.

    Attributes:
        matches: What it is for.
        unless: For an ``else`` row that is looked up, what the rows are for that go before it.
        values: The places of the values in their enum.
        unknown: Where it gives what is only worked out in play, else None.
    """

    matches: Matches
    unless: tuple[Matches, ...]
    values: frozenset[int]
    unknown: Span | None


@frozen
class RowText:
    """A row or a cell as written: what it is for, and what happens there."""

    matches: Matches
    column: Matches
    otherwise: bool
    body: tuple[ast.Node, ...]
    span: Span


def results_by_row(env: Env, table: ast.Table, params: Params, result: EnumType) -> tuple[RowResults, ...]:
    """What each row and cell of a table can give."""
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
    """What a result that is written down comes to."""
    if isinstance(node, ast.CellBlank):
        return SpecialResult.NONE
    match expressions.resolve(ctx, node, scope, result):
        case x.Const(type=NoneType()):
            return SpecialResult.NONE
        case x.Const(type=EnumType(), value=value):
            return value
        case _:  # the rest: only known in play
            return SpecialResult.IN_PLAY


def read_rows(ctx: Context, table: ast.Table, params: Params, scope: Scope) -> Iterator[RowText]:
    """The rows of a table, cell by cell."""
    looked_up = dice_of(table) is None
    for line in table.lines:
        match line:
            case ast.Row() if looked_up and params:
                matches, otherwise = keys.resolve_row_matches(ctx, line, params[0])
                yield RowText(matches, (), otherwise, line.body, line.span)
            case ast.Row() | ast.Beforehand() | ast.NaturalRow():
                yield RowText((), (), False, line.body, line.span)
            case ast.GridRow():
                pass  # see below
            case ast.ForLine() | ast.Gives() | ast.RollLine() | ast.Modifier() | ast.Short() | ast.Each() | ast.Note():
                pass
            case _:
                assert_never(line)
    if grid_head(table) is not None:
        yield from read_grid_cells(ctx, table, dict(params), scope)


def read_grid_cells(ctx: Context, table: ast.Table, params: dict[str, Type], scope: Scope) -> Iterator[RowText]:
    """The cells of a grid that hold results."""
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
    """What a cell does, as statements; of one that could not be read nothing."""
    if not cell.items:
        return ()
    item = cell.items[0]
    if len(cell.items) == 1 and isinstance(item, ast.CellNote):
        return (ast.UseNote(item.name, span=cell.span),)
    return (ast.Result(cell.items, span=cell.span),)


def collect_results(
    table: ast.Table, nodes: Iterable[ast.Node], counts_calls: bool, visited: frozenset[str | int]
) -> Iterator[ast.Expr]:
    """The results that statements of a row write down, in its sub-rolls and notes and in rows it is treated as too.

    Args:
        table: The table.
        nodes: The statements.
        counts_calls: Whether a roll or a call that stands alone is a result.
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
            case _:  # the rest: gives what the statements in it give
                yield from collect_results(table, children(node), counts_calls, visited)
