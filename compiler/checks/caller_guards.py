"""Suppression of findings on empty choices and draws in procedures whose callers all guard them.

On its own such a procedure may offer nothing (P045, P092), and the checks of single items say so. Only then are its
callers
examined: the facts at each call hold where the procedure begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bombsight.boundary.budget import WorkKind
from bombsight.compiler.checks.checked_items import checked_items
from bombsight.compiler.checks.choices import EMPTINESS_CODES, offer_of, where_empty
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.expression_walk import walk_parts_with_state
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram, UnclearError
from bombsight.compiler.checks.reasoning.statement_walk import StatementWalker
from bombsight.compiler.checks.reasoning.symbolic_execution import StatementAt, visit_statements
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState, ValueSnapshot, entry_state
from bombsight.compiler.checks.reasoning.work_limits import EXPRESSION_COST, SpentError, TooManyError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import is_within

MAX_CALL_DEPTH = 3
"""The maximum number of calls upwards in which a guarding test is sought."""

MOST_CALLS = 20
"""The maximum number of calls of a procedure to examine."""

StateTest = Callable[[SymbolicState], bool]
"""A test of whether a property holds in a procedure entered with a symbolic state."""


def drop_guarded(program: AnalyzedProgram, findings: Iterable[Diagnostic], prior_cost: int = 0) -> Iterator[Diagnostic]:
    """Drop findings on choices and draws that cannot be empty since each caller tests before; yield all others.

    The cost of earlier proofs of the same rules, ``prior_cost``, is charged to the same budget.
    """
    program.effort.limit = max(0, program.allowance.limit_of(WorkKind.PROVE) - prior_cost)
    for finding in findings:
        if finding.code not in EMPTINESS_CODES or not is_guarded(program, finding):
            yield finding


def is_guarded(program: AnalyzedProgram, finding: Diagnostic) -> bool:
    """Whether the choice or draw of a finding always has a member, given what each call of its procedure ensures."""
    procedure = next((one for one in program.graph.procedures if is_within(finding.span, one.span)), None)
    if procedure is None or program.effort.remaining <= 0:
        return False

    def offers_something(state: SymbolicState) -> bool:
        """Whether the choice or draw of the finding has a member when its procedure is entered in this state."""
        visited = visits_from(program, procedure, state)
        offers_at_finding = [
            (stmt, at) for stmt, at in visited if stmt.span == finding.span and offer_of(stmt) is not None
        ]
        return bool(offers_at_finding) and all(always_offers(program, stmt, at) for stmt, at in offers_at_finding)

    try:
        return holds_at_every_call(program, procedure, offers_something, MAX_CALL_DEPTH)
    except SpentError:
        return False


def always_offers(program: AnalyzedProgram, stmt: g.Stmt, state: SymbolicState) -> bool:
    """Whether a choice or draw is proved to have at least one member in a symbolic state."""
    offer = offer_of(stmt)
    if offer is None or offer.some_condition is None:
        return True
    try:
        return where_empty(program, offer.some_condition, state)[1] == NO
    except (SpentError, TooManyError, UnclearError):
        return False


def holds_at_every_call(program: AnalyzedProgram, procedure: n.Procedure, holds: StateTest, depth: int) -> bool:
    """Whether a property of the entry state holds at every call of a procedure, and another item calls it at all.

    Args:
        program: The whole program.
        procedure: The procedure.
        holds: The property.
        depth: The number of further calls upwards to examine if a caller's own facts do not suffice.
    """
    game, callee = program.graph.game, f"procedure:{procedure.name}"
    if procedure.name in (game.mission, game.career):
        return False
    callers = [item for _, item in checked_items(program.graph) if callee in program.effects.own_effect_of(item).calls]
    program.effort.charge(EXPRESSION_COST * sum(1 for item in callers for _ in walk(item)))
    places = sum(is_call_of(part, procedure) for item in callers for part in walk(item))
    if not 0 < places <= MOST_CALLS or not any(caller is not procedure for caller in callers):
        return False
    return all(holds_at_calls_in(program, caller, procedure, holds, depth) for caller in callers)


def is_call_of(part: object, procedure: n.Procedure) -> bool:
    """Whether a node of the graph is a call of a procedure."""
    return isinstance(part, x.DoCall) and part.procedure == procedure.name


def holds_at_calls_in(
    program: AnalyzedProgram, caller: Node, procedure: n.Procedure, holds: StateTest, depth: int
) -> bool:
    """Whether a property of the entry state holds at all calls of a procedure in one item.

    Args:
        program: The whole program.
        caller: The item.
        procedure: The procedure.
        holds: The property.
        depth: The number of further calls upwards to examine.
    """

    def holds_when_entered(state: SymbolicState) -> bool:
        """Whether the property holds at the calls in the caller when the caller is entered in this state."""
        assert isinstance(caller, n.Procedure)
        return all(map(holds, states_at_entry(visits_from(program, caller, state), procedure)))

    if not program.is_sound(caller):
        return True  # already reported
    statements_visited = [*visit_statements(program.restrict_to_item(caller), [])]
    visited_parts = {
        id(part) for stmt, state in statements_visited for part, _, _ in walk_parts_with_state(stmt, state)
    }
    if not all(id(part) in visited_parts for part in walk(caller) if is_call_of(part, procedure)):
        return False
    if all(map(holds, states_at_entry(statements_visited, procedure))):
        return True
    if not isinstance(caller, n.Procedure) or depth == 0:
        return False
    return holds_at_every_call(program, caller, holds_when_entered, depth - 1)


def states_at_entry(visits: Iterable[StatementAt], procedure: n.Procedure) -> Iterator[SymbolicState]:
    """Yield, for each call of a procedure in the visited statements, the symbolic state at the procedure's entry."""
    for stmt, state in visits:
        for part, at, _ in walk_parts_with_state(stmt, state):
            if isinstance(part, x.DoCall) and part.procedure == procedure.name:
                names = {
                    param.name: ValueSnapshot(param.type, arg, at)
                    for param, arg in zip(procedure.params, part.args, strict=False)
                }
                yield SymbolicState({**entry_state(procedure).names, **names}, at.versions, at.path_conditions)


def visits_from(program: AnalyzedProgram, procedure: n.Procedure, state: SymbolicState) -> Iterator[StatementAt]:
    """Yield the statements of a procedure that is entered in a symbolic state, each with the state before it."""
    yield from StatementWalker(program.effects).walk_block(procedure.body, state)
