"""Tallies that come to one value in every state."""

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
"""V022 has its page in :mod:`bombsight.compiler.checks.tallies`, which finds those that read nothing."""


MAX_COST = 20_000
"""What it may cost to see that a tally is not always the same; nothing that is takes as much."""


def check(context: CheckContext) -> None:
    """Look at every tally that reads something."""
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
    """Whether it surely has one value in every state; what takes too much to be told, such as a long sum, has not."""
    if tally.exceptions:
        return False
    evaluator = AbstractEvaluator(context.program)
    try:
        with evaluator.space.limit_cost(MAX_COST):
            return evaluator.space.constant_value(evaluator.diagram_of(tally.base, entry_state(tally))) is not None
    except (TooManyError, UnclearError):
        return False
