"""Modifiers of a table that never count together: ``sky is fog`` and ``sky is gale``."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.checks.reasoning.judging import Judge
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.checks.reasoning.symbolic_state import Knowledge, parameters
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects


class Excluding:
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
        self._judge = Judge(Program(graph, (), effects=effects))
        self._known = parameters(table)

    def of(self, number: int, others: Sequence[int]) -> tuple[int, ...]:
        """Those of the others that never count where a modifier does; where that is too much to prove, they may."""
        condition = self.table.modifiers[number].condition
        if condition is None:
            return ()
        known = self._known.holding(condition)
        return tuple(other for other in others if self._never(self.table.modifiers[other].condition, known))

    def _never(self, condition: x.Expr | None, known: Knowledge) -> bool:
        """Whether it is proved that a condition does not hold where so much is known."""
        if condition is None:
            return False
        return self._judge.asked(lambda: self._judge.holds(condition, known)) is False
