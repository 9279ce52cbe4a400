"""One of the two sets of rules that are compared, with what is known of it for all of its tables."""

from __future__ import annotations

from functools import cached_property

from attrs import define

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.unit import Read, read
from bombsight.service.table_odds.telling import has_dice

EACH = 300
"""What looking at the odds of a table costs besides, in parts of rules."""

AROUND = 3
"""So many items of the rules that a table does not come to cost as much as one part that it comes to."""


@define(eq=False)
class Version:
    """One of the two sets of rules.

    Attributes:
        graph: Its graph.
    """

    graph: RuleGraph

    @cached_property
    def reading(self) -> Read:
        """What is read off it once, for all that is lowered of it."""
        return read(self.graph)

    @cached_property
    def sizes(self) -> dict[str, int]:
        """How many parts each item has whose parts were counted."""
        return {}

    def has_dice(self, table: n.Table) -> bool:
        """Whether a roll on a table comes to dice."""
        return has_dice(table, self.graph, self.reading.effects)

    def cost(self, table: n.Table) -> int:
        """What it costs to make a table ready to be rolled: parts of all that it comes to, and some for the rest."""
        effects = self.reading.effects
        start = f"table:{table.id}"
        seen, waiting = {start}, [start]
        while waiting:
            effect = effects.callables.get(waiting.pop())
            new = effect.calls - seen if effect is not None else frozenset()
            seen |= new
            waiting += new
        return EACH + len(effects.callables) // AROUND + sum(map(self.size, seen))

    def size(self, callee: str) -> int:
        """How many parts an item has."""
        if callee not in self.sizes:
            self.sizes[callee] = sum(1 for _ in walk(self.reading.effects.items.get(callee, ())))
        return self.sizes[callee]
