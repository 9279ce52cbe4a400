"""Choices and draws in a procedure that is only called where a test has shown that there is something to choose.

By itself such a procedure may offer nothing (P045, P092), and checks of single items say so. Who calls it is looked at
here, whenever one of them has said so: the facts that hold at each call hold where the procedure begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bombsight.boundary.budget import Work
from bombsight.compiler.checks.choices import OFFERS, emptiness, offer_of
from bombsight.compiler.checks.reasoning.asking import inner
from bombsight.compiler.checks.reasoning.atoms import NO
from bombsight.compiler.checks.reasoning.program import Program, UnclearError
from bombsight.compiler.checks.reasoning.statement_walk import Walk
from bombsight.compiler.checks.reasoning.symbolic_execution import Visited, visits
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge, Snapshot, parameters
from bombsight.compiler.checks.reasoning.work_limits import EACH, SpentError, TooManyError
from bombsight.compiler.checks.single import items_of
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import within

DEPTH = 3
"""So many calls up a test is looked for."""

MOST_CALLS = 20
"""What is called in more places is not looked at."""

Test = Callable[[Knowledge], bool]
"""Whether something holds in a procedure that is begun with certain knowledge."""


def but_guarded(program: Program, found: Iterable[Diagnostic], spent: int = 0) -> Iterator[Diagnostic]:
    """Findings without those on choices and draws that every caller guards.

    Args:
        program: The whole program.
        found: What checks of single items found.
        spent: What proofs of the same rules have cost already, which counts for the same budget.
    """
    program.effort.limit = max(0, program.allowance.limit(Work.PROVE) - spent)
    for finding in found:
        if finding.code not in OFFERS or not is_guarded(program, finding):
            yield finding


def is_guarded(program: Program, finding: Diagnostic) -> bool:
    """Whether a choice or a draw surely offers something wherever its procedure is called."""
    procedure = next((one for one in program.graph.procedures if within(finding.span, one.span)), None)
    if procedure is None or program.effort.left <= 0:
        return False

    def offers(known: Knowledge) -> bool:
        visited = begun_with(program, procedure, known)
        asked = [(stmt, at) for stmt, at in visited if stmt.span == finding.span and offer_of(stmt) is not None]
        return bool(asked) and all(is_sure(program, stmt, at) for stmt, at in asked)

    try:
        return holds_at_calls(program, procedure, offers, DEPTH)
    except SpentError:
        return False


def is_sure(program: Program, stmt: g.Stmt, known: Knowledge) -> bool:
    """Whether a choice or a draw surely offers something."""
    offer = offer_of(stmt)
    if offer is None or offer.some is None:
        return True
    try:
        return emptiness(program, offer.some, known)[1] == NO
    except (SpentError, TooManyError, UnclearError):
        return False


def holds_at_calls(program: Program, procedure: n.Procedure, holds: Test, depth: int) -> bool:
    """Whether something holds wherever a procedure is called, and others than itself do call it.

    Args:
        program: The whole program.
        procedure: The procedure.
        holds: What is to hold.
        depth: How many calls further up is looked, where it does not hold by what is known in a caller alone.
    """
    game, callee = program.graph.game, f"procedure:{procedure.name}"
    if procedure.name in (game.mission, game.career):
        return False
    callers = [item for _, item in items_of(program.graph) if callee in program.effects.own(item).calls]
    program.effort.charge(EACH * sum(1 for item in callers for _ in walk(item)))
    places = sum(calls_of(part, procedure) for item in callers for part in walk(item))
    if not 0 < places <= MOST_CALLS or not any(caller is not procedure for caller in callers):
        return False
    return all(holds_in(program, caller, procedure, holds, depth) for caller in callers)


def calls_of(part: object, procedure: n.Procedure) -> bool:
    """Whether a part of the graph is a call of a procedure."""
    return isinstance(part, x.DoCall) and part.procedure == procedure.name


def holds_in(program: Program, caller: Node, procedure: n.Procedure, holds: Test, depth: int) -> bool:
    """The same at the calls in one item."""

    def holds_begun_with(known: Knowledge) -> bool:
        assert isinstance(caller, n.Procedure)
        return all(map(holds, entries(begun_with(program, caller, known), procedure)))

    if not program.is_sound(caller):
        return True  # it has its finding
    visited = [*visits(program.looking_at(caller), [])]
    seen = {id(part) for stmt, known in visited for part, _, _ in inner(stmt, known)}
    if not all(id(part) in seen for part in walk(caller) if calls_of(part, procedure)):
        return False
    if all(map(holds, entries(visited, procedure))):
        return True
    if not isinstance(caller, n.Procedure) or depth == 0:
        return False
    return holds_at_calls(program, caller, holds_begun_with, depth - 1)


def entries(visited: Iterable[Visited], procedure: n.Procedure) -> Iterator[Knowledge]:
    """What is known where a procedure begins, at each call of it."""
    for stmt, known in visited:
        for part, at, _ in inner(stmt, known):
            if isinstance(part, x.DoCall) and part.procedure == procedure.name:
                names = {
                    param.name: Snapshot(param.type, arg, at)
                    for param, arg in zip(procedure.params, part.args, strict=False)
                }
                yield Knowledge({**parameters(procedure).names, **names}, at.versions, at.facts)


def begun_with(program: Program, procedure: n.Procedure, known: Knowledge) -> Iterator[Visited]:
    """The statements of a procedure that is begun with certain knowledge."""
    yield from Walk(program.effects).block(procedure.body, known)
