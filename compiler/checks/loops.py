"""Check of loops that never run, and of `while` loops whose body cannot change the condition."""

from __future__ import annotations

from typing import assert_never

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import VARIABLE_PREFIX
from bombsight.compiler.graph.walk import has_side_effects, walk
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.flat.types import BOOL, IntType

SCOPE = Scope.ITEM

CODES = (
    Code("P080", "endless-condition", Severity.WARNING),
    Code("P081", "idle-loop", Severity.WARNING),
)


def check(context: CheckContext) -> None:
    """Report loops that never run, and `while` loops whose body cannot change the condition."""
    if context.program.is_error_free:
        for stmt, state in context.visits:
            match stmt:
                case g.ForRange(first=first, last=last, down=down):
                    least, most = (last, first) if down else (first, last)
                    report_never_runs(
                        context, stmt, x.Comparison(op="<=", left=least, right=most, type=BOOL, span=stmt.span), state
                    )
                case g.Repeat(times=times) if not has_side_effects(times):
                    none = x.Const(value=0, type=IntType(0, 0))
                    some = x.Comparison(op=">", left=times, right=none, type=BOOL, span=times.span)
                    report_never_runs(context, stmt, some, state)
                case g.While(condition=condition):
                    if not report_never_runs(context, stmt, condition, state):
                        check_unchanged_condition(context, stmt)
                case _:  # the rest: always runs, or iterates over members
                    pass


def report_never_runs(
    context: CheckContext, stmt: g.ForRange | g.Repeat | g.While, run_condition: x.Expr, state: SymbolicState
) -> bool:
    """Report a loop that is proved never to run (P081), and return whether it was reported.

    Args:
        context: The context of the check.
        stmt: The loop.
        run_condition: The condition under which it runs at all.
        state: The symbolic state before the loop.
    """
    if context.prover.prove(run_condition, state) is not False:
        return False
    reason = context.prover.explain(run_condition, state, False)
    match stmt:
        case g.ForRange(first=first, last=last):
            ends = sorted((first.span, last.span), key=lambda span: span.start)
            span, help = ends[0].extend_to(ends[1]), "Mend its ends, or let it run the other way."
        case g.Repeat(times=times):
            span, help = times.span, "Mend the number, or take the loop out."
        case g.While(condition=condition):
            span, help = condition.span, "Mend the condition, or take the loop out."
        case _:
            assert_never(stmt)
    context.findings.add(
        "P081",
        "this loop never runs",
        span,
        note=reason.note,
        labels=reason.labels,
        help=help,
    )
    return True


def check_unchanged_condition(context: CheckContext, stmt: g.While) -> None:
    """Report a loop whose body neither changes its condition nor leaves it (P080)."""
    effects = context.program.effects
    body = effects.effect_of(stmt.body)
    changing = body.writes | {
        f"{VARIABLE_PREFIX}{part.variable}" for part in walk(stmt.body) if isinstance(part, g.Let)
    }
    calls_note = any(callee.startswith("note:") for callee in body.calls)
    if calls_note or body.ends or effects.effect_of(stmt.condition).reads & changing or can_leave(stmt.body):
        return
    context.findings.add(
        "P080",
        "no turn of this loop changes its condition",
        stmt.condition.span,
        note=f"so it runs not at all, or {stmt.limit} times",
        help="Change in the loop what it waits for, leave it by `stop`, or say `repeat`.",
    )


def can_leave(body: g.Block) -> bool:
    """Whether a statement in a loop's body may leave the loop, such as `stop` or `return`."""
    parts = [*walk(body)]
    inner = [part.body for part in parts if isinstance(part, g.Loop)]
    inner_stops = {id(part) for part in walk(tuple(inner)) if isinstance(part, g.StopLoop)}
    return any(
        isinstance(part, g.Give | g.EndProcedure | g.TreatAs | g.Again | g.AgainEachOnce)
        or (isinstance(part, g.StopLoop) and id(part) not in inner_stops)
        for part in parts
    )
