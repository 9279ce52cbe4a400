"""``results of T(args)``: the enum of a table's results, less what the table cannot give when it is called so."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.compiler.resolve import calls, table_results
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import hint
from bombsight.compiler.resolve.logic import NO, YES, all_of, any_of, negated
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.types import describe, every
from bombsight.dsl import ast
from bombsight.dsl.source import NOWHERE
from bombsight.flat.types import BOOL, BoolType, EnumType, IntType, Type, UnknownType

MOST_NAMED = 100
"""So many values of a key are named one by one; more are told by their ends."""


def results_domain(ctx: Context, node: ast.ResultsOf) -> x.Domain | None:
    """The enum of a table's results; None after a finding."""
    name, table = node.table, ctx.env.tables.get(node.table)
    if table is None:
        ctx.findings.add("N001", f"there is no table {name}", node.span, help=hint(ctx.env, "table", name))
        return None
    result = table.result
    if isinstance(result, UnknownType):
        return None
    if not isinstance(result, EnumType):
        ctx.findings.add(
            "P049",
            f"{name} gives {describe(result) if result else 'nothing'}, and no enum's values to go through",
            node.span,
            labels=[(table.span, "the table")],
            help="Name a table that gives the values of one enum.",
        )
        return None
    given = table_results.given_by(ctx.env, ctx.env.rows[name], table.params, result)
    unknown = next((one.unknown for one in given if one.unknown), None)
    if unknown is not None:
        ctx.findings.add(
            "P049",
            f"not all that {name} gives is written in it",
            node.span,
            labels=[(unknown, "this is worked out in play")],
            help="Go through the enum instead, and say in `where` which values are meant.",
        )
        return None
    return x.EnumDomain(enum=result.enum, table=name, type=result.required())


def limit(ctx: Context, node: ast.Expr, variable: str, scope: Scope, kept: list[g.Stmt] | None) -> x.Expr | None:
    """What must hold of a member besides its ``where``; None for what goes through all of a domain.

    Args:
        ctx: The item.
        node: The domain as written, which has one.
        variable: The name of the member.
        scope: What is in sight where the domain stands.
        kept: Takes statements that keep what the limit is worked out from, where that may change meanwhile.
    """
    if not isinstance(node, ast.ResultsOf):
        return None
    args = calls.table_args(ctx, node.table, node.args, node.span, scope)
    table = ctx.env.tables[node.table]
    if len(args) < len(table.params) or not isinstance(table.result, EnumType):
        return None
    given = table_results.given_by(ctx.env, ctx.env.rows[node.table], table.params, table.result)
    types = dict(table.params)
    asked = dict(zip(types, args, strict=False))
    if kept is not None:
        used = {match.param for one in given for row in (one.matches, *one.unless) for match in row}
        for name in sorted(used):
            asked[name] = keep(f"_{variable}_{name}", asked[name], scope, kept)
    member = x.Var(name=variable, type=table.result.required(), span=node.span)
    groups: dict[tuple[table_results.Matches, tuple[table_results.Matches, ...]], frozenset[int]] = {}
    for one in given:
        key = (one.matches, one.unless)
        groups[key] = groups.get(key, frozenset()) | one.values

    def among(value: x.Expr, type_: Type, values: IntervalSet) -> x.Expr:
        return one_of(value, type_, values, every(type_, ctx.env.enums))

    def holds(matches: table_results.Matches) -> x.Expr:
        asking = (among(asked[match.param], types[match.param], match.values) for match in matches)
        return all_of(evolve(each, span=NOWHERE) for each in asking)  # nobody wrote these, so nobody can mend them

    found = any_of(
        all_of(
            (
                holds(matches),
                *(negated(holds(row)) for row in unless),
                among(member, member.type, IntervalSet.of(values)),
            )
        )
        for (matches, unless), values in groups.items()
    )
    return None if found == YES else found


def keep(name: str, value: x.Expr, scope: Scope, kept: list[g.Stmt]) -> x.Expr:
    """A value that stays what it is while a loop runs: itself, or a variable that keeps it.

    Args:
        name: Of that variable.
        value: The value.
        scope: What is in sight.
        kept: Takes the statement that gives the variable its value.
    """
    if isinstance(value, x.Const) or (isinstance(value, x.Var) and not scope.variables[value.name].settable):
        return value
    kept.append(g.Let(variable=name, type=value.type, value=value, declared=False, span=value.span))
    return x.Var(name=name, type=value.type, span=value.span)


def one_of(value: x.Expr, type_: Type, among: IntervalSet, whole: IntervalSet) -> x.Expr:
    """The condition that a value is one of some.

    Args:
        value: The value.
        type_: Its type.
        among: Those that it may be for the condition to hold.
        whole: All that it can be; empty where that is not known.
    """
    if not among:
        return NO
    if whole and whole & among == whole:
        return YES
    if isinstance(value, x.Const):
        return x.Const(value=int(value.value in among), type=BOOL)
    if isinstance(type_, BoolType):
        return value if among[0] else negated(value)

    def member(number: int) -> x.Const:
        return x.Const(value=number, type=type_, span=value.span)

    if len(among) == 1:
        return x.Comparison(op="==", left=value, right=member(among[0]), type=BOOL, span=value.span)
    numbers = isinstance(type_, IntType) and not type_.optional
    if len(among) > MOST_NAMED or (numbers and len(among) > 2 and len(among.intervals) == 1):
        return any_of(
            x.InRange(value=value, low=member(low), high=member(high), type=BOOL, span=value.span)
            for low, high in among.intervals
        )
    return x.OneOf(value=value, members=tuple(map(member, among)), type=BOOL, span=value.span)
