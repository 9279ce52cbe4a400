"""One of the two sets of rules that are compared, with what is known of it for all of its tables."""

from __future__ import annotations

from functools import cached_property

from attrs import define

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.program_builder import GraphAnalyses, analyze_graph
from bombsight.service.table_odds.document_maker import has_dice

TABLE_COST = 300
"""What looking at the odds of a table costs besides, in parts of rules."""

UNREACHED_ITEMS_PER_PART = 3
"""So many items of the rules that a table does not come to cost as much as one part that it comes to."""


@define(eq=False)
class ComparedRules:
    """One of the two sets of rules.

    Attributes:
        graph: Its graph.
    """

    graph: RuleGraph

    @cached_property
    def analyses(self) -> GraphAnalyses:
        """What is read off it once, for all that is lowered of it."""
        return analyze_graph(self.graph)

    @cached_property
    def part_counts(self) -> dict[str, int]:
        """How many parts each item has whose parts were counted."""
        return {}

    def has_dice(self, table: n.Table) -> bool:
        """Whether a roll on a table comes to dice."""
        return has_dice(table, self.graph, self.analyses.effects)

    def comparison_cost(self, table: n.Table) -> int:
        """What it costs to make a table ready to be rolled: parts of all that it comes to, and some for the rest."""
        effects = self.analyses.effects
        start = f"table:{table.id}"
        reached, worklist = {start}, [start]
        while worklist:
            effect = effects.own_effects.get(worklist.pop())
            new = effect.calls - reached if effect is not None else frozenset()
            reached |= new
            worklist += new
        return TABLE_COST + len(effects.own_effects) // UNREACHED_ITEMS_PER_PART + sum(map(self.part_count, reached))

    def part_count(self, callee: str) -> int:
        """How many parts an item has."""
        if callee not in self.part_counts:
            self.part_counts[callee] = sum(1 for _ in walk(self.analyses.effects.callable_items.get(callee, ())))
        return self.part_counts[callee]
