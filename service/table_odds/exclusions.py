"""Proof that two modifiers of a table never apply together, such as ``sky is fog`` and ``sky is gale``."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.checks.reasoning.condition_prover import ConditionProver
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState, entry_state
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects


class ExclusionFinder:
    """Finds modifiers of a table that can never apply together; slow at its first query, so create it when needed.

    Args:
        graph: The rules.
        table: The table.
        effects: The effects of calls in these rules, if known.

    Attributes:
        table: The table.
    """

    def __init__(self, graph: n.RuleGraph, table: n.Table, effects: Effects | None = None) -> None:
        """Prepare the symbolic execution of a table's conditions."""
        self.table = table
        self._prover = ConditionProver(AnalyzedProgram(graph, (), effects=effects))
        self._entry_state = entry_state(table)

    def excluded_by(self, number: int, others: Sequence[int]) -> tuple[int, ...]:
        """Find which ``others`` are proved never to apply together with a modifier, all by number."""
        condition = self.table.modifiers[number].condition
        if condition is None:
            return ()
        state = self._entry_state.assume(condition)
        return tuple(other for other in others if self._is_never_true(self.table.modifiers[other].condition, state))

    def _is_never_true(self, condition: x.Expr | None, state: SymbolicState) -> bool:
        """Whether a condition is proved false in a symbolic state, within the budget."""
        if condition is None:
            return False
        return self._prover.run_within_budget(lambda: self._prover.prove(condition, state)) is False
