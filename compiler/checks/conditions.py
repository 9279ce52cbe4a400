"""Check of conditions that always or never hold where they are tested, and of code that is dead because of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bombsight.compiler.checks.context import CheckContext, contains_span
from bombsight.compiler.checks.reasoning.explanations import Explanation
from bombsight.compiler.checks.reasoning.expression_walk import ConditionPosition, walk_with_state
from bombsight.compiler.checks.reasoning.statement_walk import AskedCondition, Role
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.source import NOWHERE, Span

SCOPE = Scope.ITEM

CODES = (
    Code("V040", "never-true", Severity.WARNING),
    Code("V041", "always-true", Severity.ADVICE),
    Code("V043", "unreachable-else", Severity.WARNING),
)

NEVER_MESSAGES: Mapping[Role, tuple[str, str]] = {
    "if": ("this never holds here", "Take it out with all that hangs on it, or mend it."),
    "member": ("nothing ever passes this test", "Take it out, or mend it."),
    "answer": ("this answer is never offered", "Take the answer out, or mend its condition."),
    "beside": ("this line is never told", "Take the line out, or mend its condition."),
    "routine": ("this is never routine", "Take `routine` out, or mend its condition."),
    "offer": ("this offer is never made", "Take it out, or mend its condition."),
    "prefer": ("this offer is never taken here", "Take the line out, or mend its condition."),
    "value": ("this never holds here, so its value never counts", "Take both out, or mend the condition."),
}
"""The message and help for a condition that never holds, by role; other roles have findings of their own."""

SEPARATELY_CHECKED: frozenset[Role] = frozenset({"row", "exception"})
"""The roles whose own checks report conditions that always hold."""


def check(context: CheckContext) -> None:
    """Report conditions that never or always hold where they are tested, in a program without errors."""
    if context.program.is_error_free:
        chains = ElseIfChains(asked.owner for asked in context.conditions if isinstance(asked.owner, g.If))
        for together in group_by_condition(context.conditions):
            check_condition(context, together, chains)
        constant = {found.span for found in context.findings.diagnostics if found.code in ("V022", "V046")}
        for expr, state in context.values:
            if expr.span not in constant:
                check_terms(context, expr, state)


def group_by_condition(conditions: Iterable[AskedCondition]) -> Iterator[list[AskedCondition]]:
    """Group the occurrences of each condition, since a condition in a note is tested once for each call of the note."""
    groups: dict[int, list[AskedCondition]] = {}
    for one in conditions:
        groups.setdefault(id(one.condition), []).append(one)
    yield from groups.values()


class ElseIfChains:
    """An index of `else if` chains: maps each chained `if` to the `if` above it."""

    def __init__(self, ifs: Iterable[g.If]) -> None:
        """Make the index from all `if` statements of a program."""
        self.parent_of: dict[int, g.If] = {}
        for one in ifs:
            below = one.otherwise[0] if len(one.otherwise) == 1 else None
            if isinstance(below, g.If):
                self.parent_of[id(below)] = one

    def is_exhaustive_last(self, stmt: g.If, reason: Explanation) -> bool:
        """Whether a condition always holds only since those before it failed, which are all of ``reason``."""
        spans: list[Span] = []
        above = self.parent_of.get(id(stmt))
        while above is not None:
            spans.append(above.condition.span)
            above = self.parent_of.get(id(above))
        return bool(reason.labels) and all(
            any(contains_span(span, place) for span in spans) for place, _ in reason.labels
        )


def check_condition(context: CheckContext, occurrences: list[AskedCondition], chains: ElseIfChains) -> None:
    """Report one condition if it never or always holds in all states in which it is tested; else check its terms."""
    one = occurrences[0]
    if one.condition.span == NOWHERE or isinstance(one.condition, x.Const):
        return
    if one.role == "value":
        if len(occurrences) == 1:
            check_terms(context, one.condition, one.state)
        return
    verdicts = {verdict_of(context, each.condition, each.state) for each in occurrences}
    holds = verdicts.pop() if len(verdicts) == 1 else None
    if holds is None:
        if len(occurrences) == 1:
            check_terms(context, one.condition, one.state)
    elif one.role in SEPARATELY_CHECKED:
        return
    elif holds:
        report_always_true(context, one, combined_reason(context, occurrences, True), chains)
    elif one.role in NEVER_MESSAGES and not is_reported_empty(context, one):
        message, help = NEVER_MESSAGES[one.role]
        report_never_true(context, message, one.condition.span, combined_reason(context, occurrences, False), help)


def combined_reason(context: CheckContext, occurrences: Iterable[AskedCondition], holds: bool) -> Explanation:
    """Combine the explanations of why a condition always (``holds``) or never holds wherever it is tested."""
    reasons_found = [context.prover.explain(each.condition, each.state, holds) for each in occurrences]
    notes = dict.fromkeys(reason.note for reason in reasons_found)
    labels = dict.fromkeys(label for reason in reasons_found for label in reason.labels)
    return Explanation(next(iter(notes)) if len(notes) == 1 else "", tuple(labels))


def report_always_true(
    context: CheckContext, condition: AskedCondition, reason: Explanation, chains: ElseIfChains
) -> None:
    """Report a condition that always holds (V041); if it has an `else`, that as dead code (V043).

    Args:
        context: The context of the check.
        condition: The condition.
        reason: Why it always holds.
        chains: The `else if` chains of the item; the last condition of one is not reported.
    """
    stmt = condition.owner
    if isinstance(stmt, g.If) and stmt.otherwise:
        context.findings.add(
            "V043",
            "this always holds here, so what stands below it is never come to",
            condition.condition.span,
            note=reason.note,
            labels=[*reason.labels, (stmt.otherwise[0].span, "this never happens")],
            help="Take the `else` out, or mend the condition.",
        )
    elif not (isinstance(stmt, g.If) and chains.is_exhaustive_last(stmt, reason)):
        report_redundant(context, condition.condition.span, reason)


def check_terms(context: CheckContext, expr: x.Expr, state: SymbolicState) -> None:
    """Report what never or always holds in an expression: terms of conditions, filters, conditions of conditionals."""
    reported = NOWHERE
    for part, at, position in walk_with_state(expr, state):
        if isinstance(part, x.Conditional) and check_case(context, part, at):
            reported = part.condition.span
            continue
        if not position or part.span == NOWHERE or isinstance(part, x.Const) or contains_span(reported, part.span):
            continue
        holds = verdict_of(context, part, at)
        if holds is not None and (position == "where" or (position == "and") is holds):
            reported = part.span
            reason = context.prover.explain(part, at, holds)
            if holds:
                report_redundant(context, part.span, reason, position)
            else:
                message, help = NEVER_MESSAGES["member"] if position == "where" else NEVER_MESSAGES["if"]
                report_never_true(context, message, part.span, reason, help)


def check_case(context: CheckContext, conditional: x.Conditional, state: SymbolicState) -> bool:
    """Report the condition of a conditional if it never (V040) or always (V043) holds; return whether it does."""
    condition = conditional.condition
    if isinstance(condition, x.Const) or condition.span == NOWHERE:  # not written: it selects one of several tables
        return False
    holds = verdict_of(context, condition, state)
    if holds is None:
        return False
    reason = context.prover.explain(condition, state, holds)
    if holds:
        context.findings.add(
            "V043",
            "this always holds here, so what stands behind it never counts",
            condition.span,
            note=reason.note,
            labels=[*reason.labels, (conditional.otherwise.span, "this never counts")],
            help="Write `else` before its value in place of it, or mend it.",
        )
    else:
        message, help = NEVER_MESSAGES["value"]
        report_never_true(context, message, condition.span, reason, help)
    return True


def verdict_of(context: CheckContext, condition: x.Expr, state: SymbolicState) -> bool | None:
    """Return True if a condition is proved always to hold, False if never; None if unproved or not worth a finding.

    Verdicts that rest on printed data alone are dropped: a variant may print others, and such tests anticipate that. So
    are verdicts that follow from another finding.
    """
    holds = context.prover.prove(condition, state)
    if holds is None and context.prover.wide_number_span is not None:
        context.report_too_wide(context.prover.wide_number_span)
    if holds is not None and (
        context.prover.dependencies.rests_on_printed_data(condition, state)
        or context.reads_idle_option(condition)
        or context.is_reported("T040", condition.span)
    ):
        return None
    return holds


def is_reported_empty(context: CheckContext, condition: AskedCondition) -> bool:
    """Whether the choice or draw that tests this condition already has a finding that it may have no members."""
    if isinstance(condition.owner, g.Draw):
        return context.is_reported("P092", condition.owner.span)
    return isinstance(condition.owner, g.Choose) and context.is_reported("P045", condition.owner.span)


def report_never_true(context: CheckContext, message: str, span: Span, reason: Explanation, help: str) -> None:
    """Report a condition that never holds (V040).

    Args:
        context: The context of the check.
        message: The message.
        span: The place.
        reason: Why it never holds.
        help: The help text.
    """
    context.findings.add(
        "V040",
        message,
        span,
        note=reason.note,
        labels=reason.labels,
        help=help,
    )


def report_redundant(context: CheckContext, span: Span, reason: Explanation, position: ConditionPosition = "") -> None:
    """Report a condition that always holds (V041).

    Args:
        context: The context of the check.
        span: The place of the condition.
        reason: Why it always holds.
        position: Its position in a compound condition: ``where`` for a filter; empty for a whole condition.
    """
    context.findings.add(
        "V041",
        "everything passes this test" if position == "where" else "this always holds here",
        span,
        note=reason.note,
        labels=reason.labels,
        help="Leave it out, or mend it.",
    )
