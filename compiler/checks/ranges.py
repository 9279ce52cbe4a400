"""Check of values that can never fit the range of the place that they are stored in."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.expression_walk import walk_with_state
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.node import Param
from bombsight.compiler.graph.walk import has_side_effects
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.flat.types import BOOL, NONE, IntType, Type

SCOPE = Scope.ITEM

CODES = (Code("V044", "never-in-range", Severity.WARNING),)

TypedValue = tuple[x.Expr, Type]
"""A value and the type of its target."""


def check(context: CheckContext) -> None:
    """Report stored values and arguments that can never fit the range of their target, in a program without errors."""
    if not context.program.is_error_free:
        return
    for stmt, state in context.visits:
        for value, type_ in values_stored(context, stmt):
            check_fits(context, value, type_, state)
        if isinstance(stmt, g.Increase) and not has_side_effects(stmt.value) and not is_saturating(context, stmt):
            changed = x.Arithmetic(op="+", left=stmt.target, right=stmt.value, type=WIDEST_RANGE, span=stmt.span)
            check_fits(context, changed, stmt.target.type, state)
    conditions = ((asked.condition, asked.state) for asked in context.conditions)
    for expr, state in (*context.values, *conditions):
        for part, at, _ in walk_with_state(expr, state):
            for param, arg in call_arguments(context, part):
                check_fits(context, arg, param.type, at)


WIDEST_RANGE = IntType(-(2**30), 2**30)
"""A type wider than any range; other checks ensure that sums fit 32 bits."""


def values_stored(context: CheckContext, stmt: g.Stmt) -> Iterator[TypedValue]:
    """Yield the values that a statement stores, each with the type of its target."""
    match stmt:
        case g.Assign(target=target, value=value) if not is_saturating(context, stmt):
            yield value, target.type
        case g.Let(value=value, type=type_) if value is not None:
            yield value, type_
        case g.AddElement(fields=fields):
            for one in fields:
                field = context.program.fields[one.field]
                if not field.full:
                    yield one.value, field.type
        case _:  # the rest: stores no value with a range, or saturates
            pass


def is_saturating(context: CheckContext, stmt: g.Assign | g.Increase) -> bool:
    """Whether an assignment or addition stops at the ends of its target's range (a `full` field)."""
    return isinstance(stmt.target, x.Read) and context.program.fields[stmt.target.field].full


def call_arguments(context: CheckContext, expr: x.Expr) -> Iterator[tuple[Param, x.Expr]]:
    """Yield the parameters of a called item, each with its argument; nothing if the expression is no call."""
    program = context.program
    try:
        match expr:
            case x.CallDefine(define=name, args=args):
                yield from zip(program.defines[name].params, args, strict=False)
            case (
                x.LookUp(table=name, args=args) | x.RollOn(table=name, args=args) | x.ModifiersOn(table=name, args=args)
            ):
                yield from zip(program.tables[name].params, args, strict=False)
            case x.DoCall(procedure=name, args=args):
                yield from zip(program.procedures[name].params, args, strict=False)
            case _:  # the rest: is no call
                pass
    except UnclearError:
        return


def check_fits(context: CheckContext, value: x.Expr, type_: Type, state: SymbolicState) -> None:
    """Report a value that is never in the range of its target (V044).

    Args:
        context: The context of the check.
        value: The value.
        type_: The type of its target.
        state: The symbolic state.
    """
    if isinstance(value, x.Conditional):
        check_fits(context, value.value, type_, state.assume(value.condition))
        check_fits(context, value.otherwise, type_, state.assume(value.condition, False))
        return
    if not isinstance(type_, IntType) or not isinstance(value.type, IntType) or isinstance(value, x.Const):
        return
    if type_.low <= value.type.low and value.type.high <= type_.high:
        return
    ends = [x.Const(value=end, type=IntType(end, end)) for end in (type_.low, type_.high)]
    range_test: x.Expr = x.InRange(value=value, low=ends[0], high=ends[1], type=BOOL, span=value.span)
    if type_.optional:
        none = x.Comparison(op="==", left=value, right=x.Const(value=NONE, type=type_), type=BOOL, span=value.span)
        range_test = x.OrExpr(terms=(none, range_test), type=BOOL, span=value.span)
    if context.prover.prove(range_test, state) is False:
        reason = context.prover.explain(range_test, state, False)
        context.findings.add(
            "V044",
            f"this is never within {type_} here",
            value.span,
            note=reason.note,
            labels=reason.labels,
            help="Mend the value, or widen the range.",
        )
