"""Check of boards: marks that can never be drawn."""

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

CODES = (Code("B004", "dead-mark", Severity.WARNING),)


def check(context: CheckContext) -> None:
    """Report marks of boards (views of the state) that can never be drawn."""
    if context.program.is_error_free:
        for board in context.program.sound_nodes(context.program.graph.boards):
            is_dead: dict[Span, bool] = {}
            for condition, state in mark_conditions(board):  # below a loop a line stands for several, one a member
                is_dead[condition.span] = is_dead.get(condition.span, True) and never_holds(context, condition, state)
            for span, dead in is_dead.items():
                if dead:
                    report_dead_mark(context, span)


def mark_conditions(board: n.Board) -> Iterator[tuple[x.Expr, SymbolicState]]:
    """Yield every condition under which a board draws a mark, with its symbolic state."""
    if isinstance(board.layout, b.Lined) and not any(marks.of == board.layout.of for marks in board.marks):
        yield from member_condition(board.layout.of)
    if isinstance(board.layout, b.Map | b.Picture):
        for shape in board.layout.drawing.shapes:
            if shape.condition is not None:
                yield shape.condition, SymbolicState()
    for marks in board.marks:
        state = SymbolicState()
        if marks.of is not None:
            yield from member_condition(marks.of)
            state = state.bind_unknown(marks.of.variable, marks.of.domain.type).assume(marks.of.where)
            if not isinstance(marks.of.domain, x.EnumDomain):  # for an enum the bound name itself is a member
                state = state.assume(has_member_condition(marks.of.variable, marks.of.domain, marks.of.where))
        conditions = [mark.condition for mark in marks.marks] + [ring.condition for ring in marks.rings]
        yield from ((condition, state) for condition in conditions if condition is not None)


def member_condition(members: b.Members) -> Iterator[tuple[x.Expr, SymbolicState]]:
    """Yield the `where` filter of a board's loop over members, with its symbolic state; nothing if it has none."""
    if members.where is not None:
        yield members.where, SymbolicState().bind_unknown(members.variable, members.domain.type)


def never_holds(context: CheckContext, condition: x.Expr, state: SymbolicState) -> bool:
    """Whether a condition is proved false in every state that the path allows; false if the proof is too large."""
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
    """Report a mark that is never drawn (B004)."""
    context.findings.add(
        "B004",
        "this never holds, so nothing is drawn",
        span,
        help="Take it out, or mend its condition.",
    )
