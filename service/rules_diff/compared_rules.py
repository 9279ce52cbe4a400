"""One of two compared sets of rules, with the analyses that the comparisons of all tables share."""

from __future__ import annotations

from functools import cached_property

from attrs import define

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.program_builder import GraphAnalyses, analyze_graph
from bombsight.service.table_odds.document_maker import has_dice

TABLE_COST = 300
"""The fixed cost of comparing a table's odds, in graph nodes."""

UNREACHED_ITEMS_PER_PART = 3
"""The number of items out of a table's reach that cost as much as one node within it."""


@define(eq=False)
class ComparedRules:
    """One of two compared sets of rules.

    Attributes:
        graph: Its rule graph.
    """

    graph: RuleGraph

    @cached_property
    def analyses(self) -> GraphAnalyses:
        """The analyses of the rule graph, shared by the compilations of all tables."""
        return analyze_graph(self.graph)

    @cached_property
    def node_counts(self) -> dict[str, int]:
        """The memoized number of graph nodes of each callable item, by id."""
        return {}

    def has_dice(self, table: n.Table) -> bool:
        """Whether a roll on a table throws dice, in the table itself or in what it calls."""
        return has_dice(table, self.graph, self.analyses.effects)

    def comparison_cost(self, table: n.Table) -> int:
        """Estimate the cost of compiling a table for its odds: the graph nodes that it reaches, and a constant."""
        effects = self.analyses.effects
        start = f"table:{table.id}"
        reached, worklist = {start}, [start]
        while worklist:
            effect = effects.own_effects.get(worklist.pop())
            new = effect.calls - reached if effect is not None else frozenset()
            reached |= new
            worklist += new
        return TABLE_COST + len(effects.own_effects) // UNREACHED_ITEMS_PER_PART + sum(map(self.node_count, reached))

    def node_count(self, callee: str) -> int:
        """Count the graph nodes of a callable item, memoized."""
        if callee not in self.node_counts:
            self.node_counts[callee] = sum(1 for _ in walk(self.analyses.effects.callable_items.get(callee, ())))
        return self.node_counts[callee]
