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
from bombsight.compiler.resolve.endings import acts, gives_results
from bombsight.compiler.resolve.environment import Context, Env, Params
from bombsight.compiler.resolve.layout import (
    dice_of,
    grid_head,
    grid_lines,
    key_columns,
    notes_of,
    plain_columns,
    row_treated,
)
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import bind_all
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.dsl.walk import children
from bombsight.flat.types import EnumType, NoneType, Type

Matches = tuple[g.Match, ...]
"""The values of parameters that something is for; a parameter not named may be anything."""


class Written(Enum):
    """A result that is no value of its enum."""

    NONE = auto()
    IN_PLAY = auto()


Worth = int | Written
"""The place of a result in its enum; or that it is none, or only worked out in play."""


@frozen
class Given:
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
class Line:
    """A row or a cell as written: what it is for, and what happens there."""

    matches: Matches
    column: Matches
    otherwise: bool
    body: tuple[ast.Node, ...]
    span: Span


def given_by(env: Env, table: ast.Table, params: Params, result: EnumType) -> tuple[Given, ...]:
    """What each row and cell of a table can give."""
    ctx = Context(env)
    scope = bind_all(ctx, params, table.span, Scope(), table.id)
    lines = list(lines_of(ctx, table, params, scope))
    looked_up = dice_of(table) is None
    found = []
    for line in lines:
        rivals = [other for other in lines if not other.otherwise and other.column == line.column]
        values = [worth(ctx, node, result, scope) for node in results(table, line.body, True, frozenset())]
        found.append(
            Given(
                matches=(*line.matches, *line.column),
                unless=tuple(other.matches for other in rivals) if line.otherwise and looked_up else (),
                values=frozenset(value for value in values if isinstance(value, int)),
                unknown=line.span if Written.IN_PLAY in values else None,
            )
        )
    return tuple(found)


def worth(ctx: Context, node: ast.Expr, result: EnumType, scope: Scope) -> Worth:
    """What a result that is written down comes to."""
    if isinstance(node, ast.CellBlank):
        return Written.NONE
    match expressions.resolve(ctx, node, scope, result):
        case x.Const(type=NoneType()):
            return Written.NONE
        case x.Const(type=EnumType(), value=value):
            return value
        case _:  # the rest: only known in play
            return Written.IN_PLAY


def lines_of(ctx: Context, table: ast.Table, params: Params, scope: Scope) -> Iterator[Line]:
    """The rows of a table, cell by cell."""
    looked_up = dice_of(table) is None
    for line in table.lines:
        match line:
            case ast.Row() if looked_up and params:
                matches, otherwise = keys.row_matches(ctx, line, params[0])
                yield Line(matches, (), otherwise, line.body, line.span)
            case ast.Row() | ast.Beforehand() | ast.NaturalRow():
                yield Line((), (), False, line.body, line.span)
            case ast.GridRow():
                pass  # see below
            case ast.ForLine() | ast.Gives() | ast.RollLine() | ast.Modifier() | ast.Short() | ast.Each() | ast.Note():
                pass
            case _:
                assert_never(line)
    if grid_head(table) is not None:
        yield from cells_of(ctx, table, dict(params), scope)


def cells_of(ctx: Context, table: ast.Table, params: dict[str, Type], scope: Scope) -> Iterator[Line]:
    """The cells of a grid that hold results."""
    head, *body = grid_lines(table)
    keyed = key_columns(table)
    across = keys.across(table, params)
    plain = plain_columns(table, across)
    for line in body:
        _, otherwise, matches = keys.line_keys(ctx, head, line, keyed, params, scope)
        for cell, head_cell in zip(line.cells[keyed:], head.cells[keyed:], strict=False):
            column = () if plain else keys.head_matches(ctx, head_cell, across, params)
            if column is not None:
                yield Line(matches, column, otherwise, cell_nodes(cell), cell.span)


def cell_nodes(cell: ast.Cell) -> tuple[ast.Stmt, ...]:
    """What a cell does, as statements; of one that could not be read nothing."""
    if not cell.items:
        return ()
    item = cell.items[0]
    if len(cell.items) == 1 and isinstance(item, ast.CellNote):
        return (ast.UseNote(item.name, span=cell.span),)
    return (ast.Result(cell.items, span=cell.span),)


def results(table: ast.Table, nodes: Iterable[ast.Node], gives: bool, seen: frozenset[str | int]) -> Iterator[ast.Expr]:
    """The results that statements of a row write down, in its sub-rolls and notes and in rows it is treated as too.

    Args:
        table: The table.
        nodes: The statements.
        gives: Whether a roll or a call that stands alone is a result.
        seen: The notes and rows that have been followed.
    """
    for node in nodes:
        match node:
            case ast.Result(values=values):
                yield from values if gives or not acts(node) else ()
            case ast.Return(values=values):
                yield from values
            case ast.UseNote(name=name):
                note = notes_of(table).get(name)
                if note is not None and name not in seen:
                    yield from results(table, note.body, gives, seen | {name})
            case ast.TreatAs(key=key):
                number = row_treated(table, key)
                if number is not None and number not in seen:
                    row = [line for line in table.lines if isinstance(line, ast.Row)][number]
                    yield from results(table, row.body, gives, seen | {number})
            case ast.SubRoll():
                yield from results(table, children(node), gives and gives_results(node), seen)
            case _:  # the rest: gives what the statements in it give
                yield from results(table, children(node), gives, seen)
