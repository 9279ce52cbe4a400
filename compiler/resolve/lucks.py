"""Resolution of measures of luck: the tables whose throws count, and what each of their results counts."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.amendments import own_origin
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import hint_for_name
from bombsight.compiler.resolve.keys import resolve_totals
from bombsight.compiler.resolve.scope import Scope, Variable
from bombsight.compiler.resolve.type_check import bind_params
from bombsight.dsl import ast
from bombsight.flat.types import UnknownType

RESULT = "result"
"""The variable that holds the result of a throw in a line of luck, as in an example."""


def resolve_luck(ctx: Context, node: ast.Luck) -> n.Luck:
    """Resolve a measure of luck to its graph node, with a line for each table that it counts."""
    return n.Luck(
        name=node.name,
        title=node.title,
        matters=node.matters,
        lines=tuple(line for written in node.lines for line in resolve_luck_line(ctx, written)),
        span=node.span,
        origin=own_origin(node),
    )


def resolve_luck_line(ctx: Context, node: ast.LuckLine) -> Iterator[n.LuckLine]:
    """Yield what a line of luck counts of each of its tables; report tables that do not exist or have no dice."""
    for id_ in node.tables:
        table = ctx.env.tables.get(id_)
        if table is None:
            ctx.findings.add("N001", f"there is no table {id_}", node.span, help=hint_for_name(ctx.env, "table", id_))
            continue
        if not table.rolled:
            ctx.findings.add(
                "L001",
                f"{id_} is looked up, so no luck is in it",
                node.span,
                help="Name a table that is rolled on.",
            )
            continue
        if isinstance(table.result, UnknownType):
            continue  # what it gives has a finding of its own
        inside = bind_params(ctx, table.params, node.span, Scope(), id_)
        scope = Scope()
        if table.result is not None:
            scope = scope.with_variable(RESULT, Variable(table.result, node.span, table=id_))
        keys, otherwise = resolve_totals(ctx, node.keys, Scope())
        yield n.LuckLine(
            table=id_,
            where=expressions.resolve_boolean(ctx, node.where, inside) if node.where is not None else None,
            keys=keys,
            otherwise=otherwise,
            condition=expressions.resolve_boolean(ctx, node.when, scope) if node.when is not None else None,
            count=expressions.resolve_number(ctx, node.count, scope) if node.count is not None else None,
            span=node.span,
        )
