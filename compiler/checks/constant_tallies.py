"""Check of tallies that have one value in every state."""

from __future__ import annotations

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.abstract_eval import AbstractEvaluator
from bombsight.compiler.checks.reasoning.program import UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import entry_state
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.checks.scope import Scope
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.tallies import owners_of_state, tallies_of
from bombsight.dsl.diagnostic import Code

SCOPE = Scope.ITEM

CODES: tuple[Code, ...] = ()
"""Empty: the page of V022 stands in :mod:`bombsight.compiler.checks.tallies`."""


MAX_COST = 20_000
"""The maximum cost of the proof for one tally; no constant tally needs as much."""


def check(context: CheckContext) -> None:
    """Report tallies (statistics over many runs) that have the same value in every state."""
    program = context.program
    for tally in program.sound_nodes(tallies_of(program.graph)):
        reads = program.effects.call_effect(f"define:{tally.name}").reads
        if not reads.isdisjoint(owners_of_state(program.graph)) and is_constant(context, tally):
            context.findings.add(
                "V022",
                f"tally {tally.name} is always the same",
                tally.base.span,
                note="this has one value in every state",
                help="Mend its condition, or take it out.",
            )


def is_constant(context: CheckContext, tally: n.Define) -> bool:
    """Whether a tally (a statistic) is proved to have one value in every state; false if the proof is too large."""
    if tally.exceptions:
        return False
    evaluator = AbstractEvaluator(context.program)
    try:
        with evaluator.space.limit_cost(MAX_COST):
            return evaluator.space.constant_value(evaluator.diagram_of(tally.base, entry_state(tally))) is not None
    except (TooManyError, UnclearError):
        return False
