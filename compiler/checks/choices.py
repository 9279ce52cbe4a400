"""Check of choices and draws that may have nothing to offer, and of choices with only grave answers."""

from __future__ import annotations

from typing import assert_never

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.abstract_eval import AbstractEvaluator
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState, has_member_condition
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL

SCOPE = Scope.ITEM

CODES = (
    Code("P045", "empty-choice"),
    Code("P092", "empty-draw", Severity.WARNING),
    Code("P071", "all-grave", Severity.ADVICE),
)


@frozen
class EmptinessFinding:
    """The code and texts of the finding that a choice or draw may offer nothing."""

    code: str
    message: str
    help: str


EMPTY_CHOICE = EmptinessFinding(
    "P045",
    "this choice may offer nothing",
    "Add `or none`, a branch without `when`, or an `if` around it that tests the same.",
)
EMPTY_DRAW = EmptinessFinding(
    "P092", "this draw may find nothing", "Add `or none`, or an `if` around it that tests the same."
)

EMPTINESS_CODES = (EMPTY_CHOICE.code, EMPTY_DRAW.code)


@frozen
class OfferedMembers:
    """The condition under which a choice or draw offers something, and the finding if it may not.

    Attributes:
        some_condition: The condition that it offers something; None if it obviously does.
        note: The note of the finding.
        finding: The finding that it may offer nothing.
    """

    some_condition: x.Expr | None
    note: str
    finding: EmptinessFinding


NO_MEMBER_NOTE = "no member passes the test"


def check(context: CheckContext) -> None:
    """Report choices and draws that may have no members, and choices with only irreversible (`grave`) answers."""
    for stmt, state in context.visits:
        if isinstance(stmt, g.Choose | g.ChooseBranch) and is_all_grave(stmt):
            context.findings.add(
                "P071",
                "every answer to this choice is grave",
                stmt.span,
                note="nothing sets one apart",
                help="Leave `grave` off, or offer a way out: `or none`, or a branch that is not grave.",
            )
        offer = offer_of(stmt)
        if offer is not None and offer.some_condition is not None:
            with context.report_if_too_costly("this choice", stmt.span):
                check_offer(context, offer.some_condition, state, stmt.span, offer)


def offer_of(stmt: g.Stmt) -> OfferedMembers | None:
    """The condition under which a choice or draw has a member, and the finding if not; None for other statements."""
    match stmt:
        case g.Choose(optional=False, domain=domain, where=where, variable=variable):
            return OfferedMembers(some_member_condition(variable, domain, where), NO_MEMBER_NOTE, EMPTY_CHOICE)
        case g.Draw(optional=False, domain=domain, where=where, variable=variable):
            return OfferedMembers(some_member_condition(variable, domain, where), NO_MEMBER_NOTE, EMPTY_DRAW)
        case g.ChooseBranch(branches=branches):
            open_ = tuple(branch.condition for branch in branches if branch.condition is not None)
            some_open = x.OrExpr(terms=open_, type=BOOL) if len(open_) == len(branches) else None
            return OfferedMembers(some_open, "none of the branches is open", EMPTY_CHOICE)
        case _:  # the rest: optional, or no choice at all
            return None


def some_member_condition(variable: str, domain: x.Domain, where: x.Expr | None) -> x.Expr | None:
    """Build the condition that a domain has a member that passes its filter; None if it obviously has."""
    return None if is_never_empty(domain, where) else has_member_condition(variable, domain, where)


def is_all_grave(stmt: g.Choose | g.ChooseBranch) -> bool:
    """Whether all answers of a choice are grave (irreversible, so that a front end asks for confirmation)."""
    match stmt:
        case g.Choose():
            return stmt.grave and not stmt.optional
        case g.ChooseBranch():
            return all(branch.grave for branch in stmt.branches)
        case _:
            assert_never(stmt)


def is_never_empty(domain: x.Domain, where: x.Expr | None) -> bool:
    """Whether a domain obviously has a member: it is unfiltered, and an enum, a set or a constant range."""
    if where is not None:
        return False
    match domain:
        case x.EnumDomain() | x.SetDomain():
            return True
        case x.RangeDomain(low=x.Const(value=low), high=x.Const(value=high)):
            return low <= high
        case _:  # the rest: may have no member
            return False


def check_offer(
    context: CheckContext, some_condition: x.Expr, symbolic_state: SymbolicState, span: Span, offer: OfferedMembers
) -> None:
    """Report a choice or draw that is not proved to have a member, as possibly empty or as too large to judge.

    Args:
        context: The context of the check.
        some_condition: The condition that anything is offered.
        symbolic_state: The symbolic state before the statement.
        span: The place of the choice or draw.
        offer: The finding if there may be nothing.
    """
    evaluator, nothing = where_empty(context.program, some_condition, symbolic_state)
    if nothing == NO:
        return
    space, empty = evaluator.space, offer.finding
    certain = space.forall_guesses(nothing)
    if certain == NO and not evaluator.is_exact:
        context.report_unjudged("this choice" if empty is EMPTY_CHOICE else "this draw", span)
        return
    state = context.program.render_state(space.witness(certain) or [], symbolic_state.versions)
    context.findings.add(
        empty.code,
        empty.message,
        span,
        note=f"{offer.note} when {state}" if state else f"perhaps {offer.note}",
        help=empty.help,
    )


def where_empty(
    program: AnalyzedProgram, some_condition: x.Expr, state: SymbolicState
) -> tuple[AbstractEvaluator, int]:
    """Build the decision diagram of where a condition (there is a member) fails; return its evaluator too."""
    evaluator = AbstractEvaluator(program)
    identity = evaluator.identity_of(some_condition, state)
    if any(
        fact.holds and evaluator.identity_of(fact.condition, fact.state) == identity for fact in state.path_conditions
    ):
        return evaluator, NO
    space = evaluator.space
    return evaluator, space.conjunction(
        evaluator.facts_diagram(state), space.negation(evaluator.diagram_of(some_condition, state))
    )
