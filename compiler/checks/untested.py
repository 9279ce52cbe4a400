"""Advice on reconstructed tables that no example tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.graph.examples import ExampleRoll
from bombsight.compiler.graph.nodes import Node, RuleGraph, Table
from bombsight.compiler.graph.statements import TakeEvery
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.incremental.memo import ItemMemos
from bombsight.dsl.diagnostic import Code, Severity

CODES = (Code("S005", "untested-reconstruction", Severity.ADVICE),)


def check(context: CheckContext) -> None:
    """Report reconstructed tables that no example (unit test in the rules) reaches."""
    program = context.program
    if not program.is_error_free:
        return
    reconstructed = [table for table in program.graph.tables if table.origin.standing == "reconstructed"]
    tested = tested_tables(program.graph, program.item_memo) if reconstructed else set()
    for table in reconstructed:
        if table.id not in tested and table.span.path not in program.author_files:
            context.findings.add(
                "S005",
                f"table {table.id} is reconstructed, and no example looks at it",
                table.origin.place,
                help=f"Write an example that {'rolls on it' if table.rolled else 'looks it up'}.",
            )


def tested_tables(graph: RuleGraph, item_memo: ItemMemos) -> set[str]:
    """The ids of the tables that the examples (unit tests in the rules) may test.

    An example states every roll, so a line of it names each table whose dice must be thrown.
    """
    rolled = {line.table for example in graph.examples for line in example.lines if isinstance(line, ExampleRoll)}
    acting: tuple[Node, ...] = (*graph.tables, *graph.procedures)
    tables_taken = frozenset().union(*item_memo.map_items("taken rows", acting, tables_taken_in))
    reached = set(reachable_targets(graph, (example.id for example in graph.examples)))
    called_by_examples = {edge.target for edge in graph.edges if edge.source.startswith("example:")}

    def is_tested(table: Table) -> bool:
        """Whether an example rolls on a table, calls it, or reaches it where no dice are needed."""
        id_ = f"table:{table.id}"
        without_dice = table.rolled is None or table.beforehand or table.id in tables_taken
        return table.id in rolled or id_ in called_by_examples or bool(without_dice and id_ in reached)

    return {table.id for table in graph.tables if is_tested(table)}


def tables_taken_in(item: Node) -> frozenset[str]:
    """The ids of the tables all of whose rows an item runs, by `take every`."""
    return frozenset(part.table for part in walk(item) if isinstance(part, TakeEvery))


def reachable_targets(graph: RuleGraph, start: Iterable[str]) -> Iterator[str]:
    """Yield the ids of all nodes reachable from the start ids by calls, rolls or reads."""
    leads: dict[str, list[str]] = {}
    for edge in graph.edges:
        if edge.kind in ("calls", "rolls-on", "reads"):
            leads.setdefault(edge.source, []).append(edge.target)
    visited: set[str] = set()
    waiting = [*start]
    while waiting:
        for target in leads.get(waiting.pop(), ()):
            if target not in visited:
                visited.add(target)
                waiting.append(target)
                yield target
