"""Modifiers of a table that never count together: ``sky is fog`` and ``sky is gale``."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.checks.reasoning.condition_prover import ConditionProver
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState, entry_state
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects


class ExclusionFinder:
    """Finds them; of what is asked for the first time it needs a while, so it is made where there is a question.

    Args:
        graph: The rules.
        table: The table.
        effects: What calls in these rules may do, where that is known.

    Attributes:
        table: The table.
    """

    def __init__(self, graph: n.RuleGraph, table: n.Table, effects: Effects | None = None) -> None:
        self.table = table
        self._prover = ConditionProver(AnalyzedProgram(graph, (), effects=effects))
        self._entry_state = entry_state(table)

    def excluded_by(self, number: int, others: Sequence[int]) -> tuple[int, ...]:
        """Those of the others that never count where a modifier does; where that is too much to prove, they may."""
        condition = self.table.modifiers[number].condition
        if condition is None:
            return ()
        state = self._entry_state.assume(condition)
        return tuple(other for other in others if self._is_never_true(self.table.modifiers[other].condition, state))

    def _is_never_true(self, condition: x.Expr | None, state: SymbolicState) -> bool:
        """Whether it is proved that a condition does not hold where so much is known."""
        if condition is None:
            return False
        return self._prover.run_within_budget(lambda: self._prover.prove(condition, state)) is False
