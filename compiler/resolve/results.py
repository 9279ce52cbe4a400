"""Resolution of results: of rows, notes and procedures, and of statements that end a procedure."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context, StmtResult
from bombsight.compiler.resolve.foreign import explain_end
from bombsight.compiler.resolve.hints import hint_for_name
from bombsight.compiler.resolve.layout import aggregation_of
from bombsight.compiler.resolve.narrowing import scope_after
from bombsight.compiler.resolve.scope import Frame, Scope
from bombsight.compiler.resolve.stray_results import explain_stray_result
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Edit, Fix
from bombsight.dsl.source import Span
from bombsight.flat.types import NONE, PartsType, Type


def resolve_result(ctx: Context, stmt: ast.Result, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve a row's result to a graph statement, with the scope after it: values of the result type, or a call."""
    draws = scope.with_draws()
    if frame.result is None:
        value = stmt.values[0]
        if len(stmt.values) == 1 and isinstance(value, ast.RollOn | ast.LookUp | ast.Do):
            done = g.Evaluate(value=expressions.resolve(ctx, value, draws, None), span=stmt.span)
            return [done], scope_after(ctx.env, scope, value)
        if len(stmt.values) == 1 and isinstance(value, ast.CellBlank):
            return [g.Nothing(span=stmt.span)], scope
        stray = explain_stray_result(ctx, stmt, frame.table)
        if stray is not None:
            ctx.findings.add(stray.code, stray.message, stmt.span, help=stray.help, fix=stray.fix)
            return [], None
        help, fix = "Say what it gives: `gives 0..3`, for instance.", None
        if aggregation_of(frame.table) == "count":
            help = "Its rows are counted and give no value: write `nothing`, or what the row does."
        if (
            len(stmt.values) > 1
            and frame.table is not None
            and any(isinstance(ln, ast.Each) for ln in frame.table.lines)
        ):
            entries = "; ".join(ctx.env.source_text(each.span) for each in stmt.values)
            help = f"Entries of an `each` line have `;` between them: `{entries}`."
            fix = Fix("Write `;` between entries", (Edit(stmt.span, entries),))
        ctx.findings.add("P030", "a value stands here, but this table gives none", stmt.span, help=help, fix=fix)
        return [], None
    return [g.Give(values=resolve_given_values(ctx, stmt.values, frame.result, draws, stmt.span), span=stmt.span)], None


def resolve_given_values(
    ctx: Context, values: Sequence[ast.Expr], result: Type, scope: Scope, span: Span
) -> tuple[x.Expr, ...]:
    """Resolve the values of a result, and check them against the result type.

    Args:
        ctx: The item.
        values: The values.
        result: The result type.
        scope: The scope.
        span: The place of the result.
    """
    if isinstance(result, PartsType):
        if len(values) == 1 and isinstance(values[0], ast.NoneValue | ast.CellBlank):
            return (x.Const(value=NONE, type=result, span=span),)
        if len(values) == 1 and isinstance(values[0], ast.RollOn | ast.LookUp | ast.Do):
            return (expressions.resolve_typed(ctx, values[0], scope, result),)
        if len(values) != len(result.parts):
            ctx.findings.add("P031", f"{len(values)} values for {len(result.parts)} parts: {result}", span)
        return tuple(
            expressions.resolve_in_range(ctx, value, scope, part.type)
            for value, part in zip(values, result.parts, strict=False)
        )
    if len(values) != 1:
        ctx.findings.add("P031", f"{len(values)} values, but only one is given here", span)
    return (expressions.resolve_in_range(ctx, values[0], scope, result),)


def resolve_return(ctx: Context, stmt: ast.Return, scope: Scope, frame: Frame) -> StmtResult:
    """Resolve ``return`` to a graph statement; report values that do not match the procedure's result type."""
    draws = scope.with_draws()
    if not stmt.values:
        if frame.returns is not None:
            ctx.findings.add("P032", f"a value must be returned here: {frame.returns}", stmt.span)
        return [g.Give(values=(), returns=True, span=stmt.span)], None
    if frame.returns is None:
        ctx.findings.add(
            "P030",
            "nothing is given here, so nothing can be returned",
            stmt.span,
            help="Write the type behind the procedure's name: `procedure p: yes/no`.",
        )
        return [g.Give(values=(), returns=True, span=stmt.span)], None
    return [
        g.Give(
            values=resolve_given_values(ctx, stmt.values, frame.returns, draws, stmt.span), returns=True, span=stmt.span
        )
    ], None


def resolve_end(ctx: Context, stmt: ast.End, scope: Scope) -> StmtResult:
    """Resolve ``end P``, which ends the running procedure P from inside its calls, to a graph statement."""
    procedure = ctx.env.procedures.get(stmt.procedure)
    if procedure is None:
        help, fix = explain_end(ctx.env, stmt)
        help = help or hint_for_name(ctx.env, "procedure", stmt.procedure)
        ctx.findings.add("N001", f"there is no procedure {stmt.procedure}", stmt.span, help=help, fix=fix)
        return [], None
    type_ = procedure.result
    value = None
    if stmt.value is not None and type_ is None:
        ctx.findings.add("P030", f"{stmt.procedure} gives nothing", stmt.value.span)
    elif stmt.value is not None and type_ is not None:
        value = expressions.resolve_in_range(ctx, stmt.value, scope.with_draws(), type_)
    elif type_ is not None:
        ctx.findings.add(
            "P032",
            f"{stmt.procedure} gives {type_}; end it with a value",
            stmt.span,
            help=f"Write `end {stmt.procedure} with ...`.",
        )
    return [g.EndProcedure(procedure=stmt.procedure, value=value, span=stmt.span)], None
