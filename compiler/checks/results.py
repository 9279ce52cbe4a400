"""Check of comparisons with results that a table or procedure never gives."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.expression_walk import walk_with_state
from bombsight.compiler.checks.reasoning.outcomes import callee_of
from bombsight.compiler.checks.reasoning.rendering import render_values
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState, UnknownValue
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.intervals import ALL_NUMBERS, IntervalSet
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Span
from bombsight.flat.types import NONE, PartsType, Type

SCOPE = Scope.ITEM

CODES = (Code("T040", "never-given-result", Severity.WARNING),)


def check(context: CheckContext) -> None:
    """Report comparisons with results that a table or procedure never gives (T040)."""
    if context.program.is_error_free:
        conditions = ((asked.condition, asked.state) for asked in context.conditions)
        for expr, state in (*conditions, *context.values):
            for part, at, _ in walk_with_state(expr, state):
                match part:
                    case x.Comparison(op="==" | "!=", left=left, right=x.Const() as right):
                        check_compared(context, left, (right,), at)
                    case x.Comparison(op="==" | "!=", left=x.Const() as left, right=right):
                        check_compared(context, right, (left,), at)
                    case x.OneOf(value=value, members=members):
                        check_compared(context, value, members, at)
                    case _:  # the rest: no comparison with constants
                        pass


def check_compared(context: CheckContext, value: x.Expr, constants: tuple[x.Expr, ...], state: SymbolicState) -> None:
    """Report those constants that the compared result of a roll or call can never equal.

    Args:
        context: The context of the check.
        value: The compared value.
        constants: The words or numbers to compare with.
        state: The symbolic state.
    """
    for call, part, type_ in originating_call(value, state):
        possible_results = context.program.outcomes.values_by_part(callee_of(call))[part]
        if possible_results is None:
            continue
        for member in constants:
            if isinstance(member, x.Const) and member.value not in possible_results and member.value != NONE:
                report_impossible_result(context, call, type_, member, possible_results)


def originating_call(value: x.Expr, state: SymbolicState) -> Iterator[tuple[x.Call, int, Type]]:
    """Yield the call whose result a value is, with the result part's index and type; nothing for other values."""
    match value:
        case x.RollOn() | x.DoCall() if not isinstance(value.type, PartsType):
            yield value, 0, value.type
        case x.Var(name=name):
            binding = state.names.get(name)
            if isinstance(binding, UnknownValue) and binding.call is not None:
                yield from originating_call(binding.call, state)
        case x.PartOf(variable=variable, part=part):
            binding = state.names.get(variable)
            if (
                isinstance(binding, UnknownValue)
                and binding.call is not None
                and isinstance(binding.call.type, PartsType)
            ):
                parts = [each.name for each in binding.call.type.parts]
                yield binding.call, parts.index(part), value.type
        case _:  # the rest: not the result of a call
            return


def report_impossible_result(
    context: CheckContext, call: x.Call, type_: Type, member: x.Const, possible_results: IntervalSet
) -> None:
    """Report a comparison with a result that a call never gives (T040).

    Args:
        context: The context of the check.
        call: The call.
        type_: The type of the result.
        member: The impossible result.
        possible_results: The possible ones.
    """
    program = context.program
    item = program.effects.callable_items[callee_of(call)]
    name = f"table {call.table}" if isinstance(call, x.RollOn) else f"procedure {call.procedure}"
    note = render_values(program, "what it gives", type_.without_none(), possible_results & ALL_NUMBERS)
    span: Span = program.mark_of(item.span)
    context.findings.add(
        "T040",
        f"{name} never gives {program.render_value(type_, member.value)}",
        member.span,
        note=note,
        labels=[(span, name)],
        help="Mend the word, or the row that should give it." if isinstance(call, x.RollOn) else "Mend one of the two.",
    )
