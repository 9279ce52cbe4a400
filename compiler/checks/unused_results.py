"""Check of rolls and look-ups whose result is discarded."""

from __future__ import annotations

from itertools import chain

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.diagnostic import Code, Severity
from bombsight.dsl.node_classes import define, field

CODES = (Code("P090", "unused-result", Severity.WARNING),)


def check(context: CheckContext) -> None:
    """Report rolls and look-ups whose result is discarded, on tables without other effects."""
    program = context.program
    if not program.is_error_free:
        return
    pure_tables = PureTables({table.id: table for table in program.graph.tables})
    for part in chain.from_iterable(
        program.item_memo.map_items("results left alone", program.rule_items, discarded_results)
    ):
        if isinstance(part.value, x.RollOn | x.LookUp) and pure_tables.is_pure(part.value.table):
            context.findings.add(
                "P090",
                f"nobody uses what table {part.value.table} gives",
                part.span,
                note=f"it is {'rolled on' if isinstance(part.value, x.RollOn) else 'looked up'} for nothing",
                labels=[(pure_tables.tables[part.value.table].span, "giving a result is all that it does")],
                help="Keep the result with `let` or `set`, or take the line out.",
            )


def discarded_results(item: Node) -> tuple[g.Evaluate, ...]:
    """Collect the statements of an item that roll or look up and discard the result."""
    return tuple(
        part for part in walk(item) if isinstance(part, g.Evaluate) and isinstance(part.value, x.RollOn | x.LookUp)
    )


RESULT_STATEMENTS = (g.Nothing, g.Give, g.Let, g.If, g.SubRoll, g.UseNote, g.Again, g.TreatAs)
"""Statements without effects of their own, which only lead to a result."""


@define
class PureTables:
    """An analysis of which tables only give a result, without effects.

    Attributes:
        tables: The tables by id.
        memo: Memo of the answers; recursion adds no effect.
    """

    tables: dict[str, n.Table]
    memo: dict[str, bool] = field(factory=dict)

    def is_pure(self, id_: str) -> bool:
        """Whether a table gives a result and has no side effects, nor has any table that it rolls on."""
        if id_ not in self.memo:
            self.memo[id_] = True
            table = self.tables[id_]
            self.memo[id_] = table.result is not None and all(map(self.is_pure_part, walk(table)))
        return self.memo[id_]

    def is_pure_part(self, part: object) -> bool:
        """Whether a node in a table has no effect on state or journal (event log)."""
        if isinstance(part, x.RollOn | x.LookUp):
            return self.is_pure(part.table)
        if isinstance(part, g.BaseStmt):
            return isinstance(part, RESULT_STATEMENTS)
        return not isinstance(part, x.DoCall)
