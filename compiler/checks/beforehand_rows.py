"""Check of `when` rows, which apply before any die is thrown: two that clash, one that never or always holds."""

from __future__ import annotations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.abstract_eval import AbstractEvaluator
from bombsight.compiler.checks.reasoning.atoms import NO, YES
from bombsight.compiler.checks.reasoning.explanations import KnownCondition, explain
from bombsight.compiler.checks.reasoning.lookups import only_gives_value
from bombsight.compiler.checks.reasoning.rolls import table_label
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState, entry_state
from bombsight.compiler.checks.reasoning.values import COMPARISON_OPERATORS
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.dsl.diagnostic import Code, Severity

SCOPE = Scope.ITEM

CODES = (
    Code("T007", "overlapping-whens"),
    Code("T024", "dead-when", Severity.WARNING),
    Code("T025", "constant-when", Severity.WARNING),
)


def check(context: CheckContext) -> None:
    """In every table, report `when` rows (tested before any die is thrown) that clash, never hold, or always hold."""
    for table in context.program.sound_nodes(context.program.graph.tables):
        if table.beforehand:
            with context.report_if_too_costly(table_label(table), table.span):
                check_rows(context, table)


def check_rows(context: CheckContext, table: n.Table) -> None:
    """Report the `when` rows of one table that clash, and those whose condition never or always holds."""
    evaluator = AbstractEvaluator(context.program)
    space, state_at_rows = evaluator.space, entry_state(table)
    conditions: list[int] = []
    undecided = YES
    for at, row in enumerate(table.beforehand):
        condition = evaluator.diagram_of(row.condition, state_at_rows)
        above = (
            []
            if table.aggregation is not None
            else [
                KnownCondition(space.negation(condition_above), other.condition.span, "asked before, and does not hold")
                for condition_above, other in zip(conditions, table.beforehand, strict=False)
            ]
        )
        if context.program.is_error_free and space.conjunction(undecided, condition) == NO:
            reason = explain(evaluator, row.condition, state_at_rows, False, above, condition)
            context.findings.add(
                "T024",
                "this row never holds",
                row.condition.span,
                note=reason.note,
                labels=reason.labels,
                help="Take it out, or mend its condition.",
            )
        if table.aggregation is not None:
            continue  # rows may hold together, and one that always holds hides no other
        for earlier, other in enumerate(table.beforehand[:at]):
            both = space.conjunction(conditions[earlier], condition)
            clash = space.conjunction(both, difference_diagram(evaluator, other.body, row.body, state_at_rows))
            state = space.forall_guesses(clash)
            if state == NO != clash:
                context.report_if_inexact(evaluator, table_label(table), table.span)
            if state != NO:
                context.findings.add(
                    "T007",
                    "two rows that need no dice can hold together",
                    row.condition.span,
                    note=f"both hold when {context.program.render_state(space.witness(state) or [])}",
                    labels=[(other.condition.span, "the other")],
                    help="Say in one of them which goes first, such as `when ... and not ...`.",
                )
        conditions.append(condition)
        undecided_before, undecided = undecided, space.conjunction(undecided, space.negation(condition))
        if undecided == NO and undecided_before != NO:
            reason = explain(evaluator, row.condition, state_at_rows, True, above, condition)
            context.findings.add(
                "T025",
                "this row always holds" if at == 0 else "this row holds wherever those above it do not",
                row.condition.span,
                note="; ".join(filter(None, (reason.note, "so nothing below it is ever reached"))),
                labels=reason.labels,
                help="Narrow its condition, or take the rest of the table out.",
            )


def difference_diagram(evaluator: AbstractEvaluator, first: g.Block, second: g.Block, state: SymbolicState) -> int:
    """Build the decision diagram of the states in which a block gives another result than a second block.

    Args:
        evaluator: The evaluator of the values.
        first: A block.
        second: The other block.
        state: The symbolic state before both.
    """
    if first == second:
        return NO
    one, two = first[-1] if first else None, second[-1] if second else None
    if not (
        only_gives_value(first) and only_gives_value(second) and isinstance(one, g.Give) and isinstance(two, g.Give)
    ):
        return YES
    if len(one.values) != len(two.values):
        return YES
    return evaluator.space.disjunction(
        [
            evaluator.space.apply(
                COMPARISON_OPERATORS["!="], evaluator.diagram_of(a, state), evaluator.diagram_of(b, state)
            )
            for a, b in zip(one.values, two.values, strict=True)
        ]
    )
