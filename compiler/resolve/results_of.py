"""Resolution of ``results of T(args)``: the enum of a table's results, filtered by its arguments."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.compiler.resolve import calls, table_results
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import hint_for_name
from bombsight.compiler.resolve.logic import NO, YES, conjoin, disjoin, negate
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.types import describe_type, values_of_type
from bombsight.dsl import ast
from bombsight.dsl.source import NOWHERE
from bombsight.flat.types import BOOL, BoolType, EnumType, IntType, Type, UnknownType

MAX_LISTED = 100
"""The most values of a condition that are listed one by one; more become ranges."""


def resolve_results_domain(ctx: Context, node: ast.ResultsOf) -> x.Domain | None:
    """Resolve ``results of`` to the domain of the table's result enum; None after an error."""
    name, table = node.table, ctx.env.tables.get(node.table)
    if table is None:
        ctx.findings.add("N001", f"there is no table {name}", node.span, help=hint_for_name(ctx.env, "table", name))
        return None
    result = table.result
    if isinstance(result, UnknownType):
        return None
    if not isinstance(result, EnumType):
        ctx.findings.add(
            "P049",
            f"{name} gives {describe_type(result) if result else 'nothing'}, and no enum's values to go through",
            node.span,
            labels=[(table.span, "the table")],
            help="Name a table that gives the values of one enum.",
        )
        return None
    row_results = table_results.results_by_row(ctx.env, ctx.env.rows[name], table.params, result)
    unknown = next((one.unknown for one in row_results if one.unknown), None)
    if unknown is not None:
        ctx.findings.add(
            "P049",
            f"not all that {name} gives is written in it",
            node.span,
            labels=[(unknown, "this is worked out in play")],
            help="Go through the enum instead, and say in `where` which values are meant.",
        )
        return None
    return x.EnumDomain(enum=result.enum, table=name, type=result.without_none())


def resolve_results_condition(
    ctx: Context, node: ast.Expr, variable: str, scope: Scope, prologue: list[g.Stmt] | None
) -> x.Expr | None:
    """Make the condition that the member ``variable`` is a possible result for ``results of T(args)``; None if always.

    Args:
        ctx: The item.
        node: The domain as written; for other domains the condition is None.
        variable: The name of the member.
        scope: The scope of the domain.
        prologue: Collects statements that save arguments which the loop may change.
    """
    if not isinstance(node, ast.ResultsOf):
        return None
    args = calls.resolve_table_args(ctx, node.table, node.args, node.span, scope)
    table = ctx.env.tables[node.table]
    if len(args) < len(table.params) or not isinstance(table.result, EnumType):
        return None
    row_results = table_results.results_by_row(ctx.env, ctx.env.rows[node.table], table.params, table.result)
    types = dict(table.params)
    argument_by_name = dict(zip(types, args, strict=False))
    if prologue is not None:
        used = {match.param for one in row_results for row in (one.matches, *one.unless) for match in row}
        for name in sorted(used):
            argument_by_name[name] = keep_in_variable(f"_{variable}_{name}", argument_by_name[name], scope, prologue)
    member = x.Var(name=variable, type=table.result.without_none(), span=node.span)
    groups: dict[tuple[table_results.Matches, tuple[table_results.Matches, ...]], frozenset[int]] = {}
    for one in row_results:
        key = (one.matches, one.unless)
        groups[key] = groups.get(key, frozenset()) | one.values

    def is_among(value: x.Expr, type_: Type, values: IntervalSet) -> x.Expr:
        """Make the condition that a value is in a set."""
        return membership_condition(value, type_, values, values_of_type(type_, ctx.env.enums))

    def matches_hold(matches: table_results.Matches) -> x.Expr:
        """Make the condition that the arguments match the parameter values of a row."""
        asking = (is_among(argument_by_name[match.param], types[match.param], match.values) for match in matches)
        return conjoin(evolve(each, span=NOWHERE) for each in asking)  # no findings: these have no source

    found = disjoin(
        conjoin(
            (
                matches_hold(matches),
                *(negate(matches_hold(row)) for row in unless),
                is_among(member, member.type, IntervalSet.from_numbers(values)),
            )
        )
        for (matches, unless), values in groups.items()
    )
    return None if found == YES else found


def keep_in_variable(name: str, value: x.Expr, scope: Scope, prologue: list[g.Stmt]) -> x.Expr:
    """Return an expression whose value a loop cannot change: the given one if constant, else a new variable.

    Args:
        name: The name of the variable.
        value: The value.
        scope: The scope.
        prologue: Collects the declaration of the variable.
    """
    if isinstance(value, x.Const) or (isinstance(value, x.Var) and not scope.variables[value.name].settable):
        return value
    prologue.append(g.Let(variable=name, type=value.type, value=value, declared=False, span=value.span))
    return x.Var(name=name, type=value.type, span=value.span)


def membership_condition(value: x.Expr, type_: Type, allowed: IntervalSet, all_values: IntervalSet) -> x.Expr:
    """Make the simplified condition that a value is in a set, such as ``==`` for a single member.

    Args:
        value: The value.
        type_: Its type.
        allowed: The set.
        all_values: All values of the type; empty if unknown.
    """
    if not allowed:
        return NO
    if all_values and all_values & allowed == all_values:
        return YES
    if isinstance(value, x.Const):
        return x.Const(value=int(value.value in allowed), type=BOOL)
    if isinstance(type_, BoolType):
        return value if allowed[0] else negate(value)

    def member(number: int) -> x.Const:
        """Make the constant expression of a member."""
        return x.Const(value=number, type=type_, span=value.span)

    if allowed.size == 1:
        return x.Comparison(op="==", left=value, right=member(allowed[0]), type=BOOL, span=value.span)
    numbers = isinstance(type_, IntType) and not type_.optional
    if allowed.size > MAX_LISTED or (numbers and allowed.size > 2 and len(allowed.intervals) == 1):
        return disjoin(
            x.InRange(value=value, low=member(low), high=member(high), type=BOOL, span=value.span)
            for low, high in allowed.intervals
        )
    return x.OneOf(value=value, members=tuple(map(member, allowed)), type=BOOL, span=value.span)
