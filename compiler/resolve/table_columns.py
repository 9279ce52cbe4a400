"""Columns of tables: look-ups of the table that an enum's value names in a column of its grid."""

from __future__ import annotations

from functools import reduce

from attrs import evolve

from bombsight.compiler.findings import fix_from_hint
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.nodes import Enum
from bombsight.compiler.resolve import calls, expressions
from bombsight.compiler.resolve.conditionals import union_type
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import hint_for_name, suggest_names
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.type_check import (
    narrow_type_by_defines,
    report_error,
    require_not_none,
    unknown_value,
)
from bombsight.compiler.resolve.types import describe_type, is_same_kind
from bombsight.dsl import ast
from bombsight.dsl.walk import walk
from bombsight.flat.types import BOOL, NONE, EnumType, NoneType, PartsType, UnknownType


def check_named_tables(ctx: Context, node: ast.Enum) -> None:
    """Report the cells of an enum that name tables which do not exist."""
    for cell in walk(node):
        if isinstance(cell, ast.CellTable):
            if ctx.env.tables.get(cell.table) is None:
                place = cell.span.last_characters(len(cell.table))
                hint = hint_for_name(ctx.env, "table", cell.table)
                fix = fix_from_hint(hint, place)
                ctx.findings.add("N001", f"there is no table {cell.table}", place, help=hint, fix=fix)
            else:
                ctx.record_mention(cell.span.last_characters(len(cell.table)), "table", cell.table)


def resolve_look_up_column(ctx: Context, node: ast.LookUpColumn, scope: Scope) -> x.Expr:
    """Resolve ``look up v.column(args)`` to a choice by the value: the look-up of each table where a value names it."""
    owner = narrow_type_by_defines(expressions.resolve(ctx, node.value, scope, None), scope)
    if isinstance(owner.type, UnknownType):
        return unknown_value(node)
    if not isinstance(owner.type, EnumType):
        what = f"only a value of an enum has a column of tables, and this is {describe_type(owner.type)}"
        return report_error(ctx, node.value, "P001", what)
    owner = require_not_none(ctx, owner)
    enum = ctx.env.enums[owner.type.enum] if isinstance(owner.type, EnumType) else None
    tables = next((each.tables for each in enum.table_columns if each.name == node.column), None) if enum else None
    if enum is None or tables is None:
        return report_no_column(ctx, node, enum)
    place = node.value.span  # the column stands behind it, and behind a dot
    start, column = place.end + 1, place.end_column + 1
    end, end_column = start + len(node.column), column + len(node.column)
    name_span = evolve(place, start=start, end=end, line=place.end_line, column=column, end_column=end_column)
    ctx.record_mention(name_span, "column", node.column, enum.name)
    values = {table: look_up_table(ctx, node, table, scope) for table in dict.fromkeys(tables)}
    first = next((value for value in values.values() if not isinstance(value.type, NoneType)), None)
    if first is None or any(isinstance(value.type, UnknownType) for value in values.values()):
        return unknown_value(node)
    for table, value in values.items():
        if isinstance(value.type, PartsType):
            help = f"Look up one part: `look up ....{node.column}(...).{value.type.parts[0].name}`."
            return report_error(ctx, node, "P001", f"table {table} gives {describe_type(value.type)}", help)
        if not is_same_kind(value.type, first.type.with_none()):
            what = f"table {table} gives {describe_type(value.type)}, others {describe_type(first.type.without_none())}"
            return report_error(ctx, node, "P001", what, f"All tables of the column {node.column} give one kind.")
    *before, last = values
    found = values[last]
    for table in reversed(before):
        members = tuple(x.Const(value=at, type=owner.type) for at, name in enumerate(tables) if name == table)
        condition: x.Expr = (
            x.Comparison(op="==", left=owner, right=members[0], type=BOOL)
            if len(members) == 1
            else x.OneOf(value=owner, members=members, type=BOOL)
        )
        type_ = reduce(union_type, (values[table].type, found.type))
        found = x.Conditional(condition=condition, value=values[table], otherwise=found, type=type_, span=node.span)
    return found


def look_up_table(ctx: Context, node: ast.LookUpColumn, table: str, scope: Scope) -> x.Expr:
    """Resolve the look-up of one table of a column; none where a value names no table."""
    if not table:
        return x.Const(value=NONE, type=NoneType(), span=node.span)
    if ctx.env.tables.get(table) is None:
        return unknown_value(node)  # reported where the enum names it
    return calls.resolve_look_up(ctx, ast.LookUp(table, node.args, node.part, span=node.span), scope)


def report_no_column(ctx: Context, node: ast.LookUpColumn, enum: Enum | None) -> x.Expr:
    """Report N001: an enum has no column of tables with the name that a look-up gives."""
    if enum is None:
        return unknown_value(node)
    if any(column.name == node.column for column in enum.columns):
        what = f"the column {node.column} of {enum.name} has values, no tables"
        return report_error(ctx, node, "P015", what, f"Write it without `look up`: `....{node.column}`.")
    known = [column.name for column in enum.table_columns]
    hint = (
        suggest_names(ctx.env, node.column, known, "Its columns of tables are")
        if known
        else ("A cell of such a column names a table: `table T-1`.")
    )
    return report_error(ctx, node, "N001", f"{enum.name} has no column of tables {node.column}", hint)
