"""Boards: marks that can never be drawn."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.abstract_eval import AbstractEvaluator
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState, has_member_condition
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import boards as b
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import Span

SCOPE = Scope.ITEM

CODES = (
    Code(
        "B004",
        "dead-mark",
        "A mark that can never be drawn",
        """\
In no state does its condition hold, or there is nothing for which it stands.

    board ships "The ships"
      rows s in Ship where s.strength < 5
        mark "strong" good when s.strength > 5""",
        Severity.WARNING,
    ),
)


def check(context: CheckContext) -> None:
    """Look at every board."""
    if context.program.is_error_free:
        for board in context.program.sound_nodes(context.program.graph.boards):
            for condition, state in mark_conditions(board):
                if never_holds(context, condition, state):
                    report_dead_mark(context, condition.span)


def mark_conditions(board: n.Board) -> Iterator[tuple[x.Expr, SymbolicState]]:
    """Every condition on a board, with what is known where it is asked."""
    if isinstance(board.layout, b.Lined) and not any(marks.of == board.layout.of for marks in board.marks):
        yield from member_condition(board.layout.of)
    for marks in board.marks:
        state = SymbolicState()
        if marks.of is not None:
            yield from member_condition(marks.of)
            state = state.bind_unknown(marks.of.variable, marks.of.domain.type).assume(marks.of.where)
            if not isinstance(marks.of.domain, x.EnumDomain):  # of an enum the name itself is such a one
                state = state.assume(has_member_condition(marks.of.variable, marks.of.domain, marks.of.where))
        for mark in marks.marks:
            if mark.condition is not None:
                yield mark.condition, state


def member_condition(members: b.Members) -> Iterator[tuple[x.Expr, SymbolicState]]:
    """What must hold of members."""
    if members.where is not None:
        yield members.where, SymbolicState().bind_unknown(members.variable, members.domain.type)


def never_holds(context: CheckContext, condition: x.Expr, state: SymbolicState) -> bool:
    """Whether a condition surely never holds; what takes too much to be told may."""
    evaluator = AbstractEvaluator(context.program)
    try:
        where_holds = evaluator.diagram_of(condition, state)
        if where_holds == NO:
            return True
        facts = evaluator.facts_diagram(state)
        return evaluator.space.conjunction(facts, where_holds) == NO != facts
    except (TooManyError, UnclearError):
        return False


def report_dead_mark(context: CheckContext, span: Span) -> None:
    """The finding."""
    context.findings.add(
        "B004",
        "this never holds, so nothing is drawn",
        span,
        help="Take it out, or mend its condition.",
    )
