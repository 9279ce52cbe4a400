"""What a changed item means, resolved and checked alone: the compiler's own judgement, without the rest of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, cast

from attrs import evolve, frozen

from bombsight.compiler import checks
from bombsight.compiler.checks import beforehand_rows, choices, dead_rows, exceptions, gaps, modifiers, overlaps
from bombsight.compiler.checks.context import Context
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.lower.incremental import owners
from bombsight.compiler.resolve.declare import declare
from bombsight.compiler.resolve.environment import Env, Signature
from bombsight.compiler.resolve.outcomes import table_signature
from bombsight.compiler.resolve.pages import SEVERITIES
from bombsight.compiler.resolve.program import environment, resolve_item
from bombsight.compiler.symbols import Symbols
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk

N = TypeVar("N", bound=Node)

PROOFS = (gaps, dead_rows, overlaps, beforehand_rows, modifiers, exceptions, choices)
"""The checks that may find an error in what a mutant changes."""


@frozen
class Changed:
    """A graph with a changed item.

    Attributes:
        graph: The graph.
        owners: What is another node in it, by the id of its code; an enum by its own.
    """

    graph: n.RuleGraph
    owners: tuple[str, ...]


@frozen(slots=False, eq=False)
class Meaning:
    """What the names of a program mean: its items are resolved with it one at a time.

    Attributes:
        items: The items as they count.
        symbols: What they declare.
        env: The interface of every name.
    """

    items: Sequence[ast.Item]
    symbols: Symbols
    env: Env

    @cached_property
    def asking(self) -> Mapping[str, Sequence[ast.Item]]:
        """The items that go through the results of each table."""
        found: dict[str, dict[int, ast.Item]] = {}
        for item in self.symbols.items:
            for node in walk(item):
                if isinstance(node, ast.ResultsOf):
                    found.setdefault(node.table, {})[id(item)] = item
        return {table: tuple(items.values()) for table, items in found.items()}

    def changed(self, was: ast.Item, now: ast.Item, graph: n.RuleGraph) -> Changed | None:
        """The graph with another item in the place of one.

        None where that is wrong, or changes more than the item itself: what others know of it must stay as it is.

        Args:
            was: The item.
            now: What takes its place.
            graph: The graph of all items.
        """
        match was, now:
            case ast.Enum(), ast.Enum():
                return self.changed_enum(was, now, graph)
            case ast.Table(), ast.Table():
                if self.signature(was) != self.signature(now):
                    return None
                asking = self.asking.get(was.id, ())
                return self.resolved((now, *asking), evolve(self.env, rows={**self.env.rows, was.id: now}), graph)
            case ast.ModifierOn(tables=tables), ast.ModifierOn():
                shared = {
                    id_: tuple(now if one is was else one for one in found) for id_, found in self.env.shared.items()
                }
                on = [self.symbols.tables[id_] for id_ in dict.fromkeys(tables)]
                return self.resolved((now, *on), evolve(self.env, shared=shared), graph)
            case _:  # the rest: another item hangs on no more than the graph has of it
                return self.resolved((now,), self.env, graph)

    def signature(self, table: ast.Table) -> tuple[Signature, frozenset[str]]:
        """What others know of a table: how it is called, what it gives, its own words in whatever order."""
        found, words = table_signature(table, self.symbols.enums, self.symbols.records, Findings(SEVERITIES))
        return found, frozenset(words.values if words is not None else ())

    def resolved(self, items: Sequence[ast.Item], env: Env, graph: n.RuleGraph) -> Changed | None:
        """The graph with some items resolved anew; None where they have errors."""
        found = [resolve_item(item, env) for item in items]
        if any(is_error(finding) for item in found for finding in item.diagnostics):
            return None
        nodes = {key: node for item in found for one in item.nodes for key, node in keyed(one)}
        before = dict(owners(graph))
        different = tuple(key for key, node in nodes.items() if before.get(key) != node)

        def put(kind: str, all_: Sequence[N], key: str) -> tuple[N, ...]:
            return tuple(cast(N, nodes.get(f"{kind}:{getattr(node, key)}", node)) for node in all_)

        return Changed(
            evolve(
                graph,
                tables=put("table", graph.tables, "id"),
                defines=put("define", graph.defines, "name"),
                procedures=put("procedure", graph.procedures, "name"),
                rerolls=put("reroll", graph.rerolls, "name"),
            ),
            different,
        )

    def changed_enum(self, was: ast.Enum, now: ast.Enum, graph: n.RuleGraph) -> Changed | None:
        """The graph with other printed data; None where they are not of the same types."""
        findings = Findings(SEVERITIES)
        found = declare([now if item is was else item for item in self.items], findings).enums.get(was.name)
        before = self.symbols.enums[was.name]
        if (
            found is None
            or any(map(is_error, findings.diagnostics))
            or apart_from_data(found) != apart_from_data(before)
        ):
            return None
        enums = tuple(found if enum.name == was.name else enum for enum in graph.enums)
        return Changed(evolve(graph, enums=enums), (f"enum:{was.name}",) if found != before else ())


def meaning(items: Sequence[ast.Item], sources: Mapping[str, Source]) -> Meaning:
    """The meaning of the names of items without errors."""
    findings = Findings(SEVERITIES)
    symbols = declare(items, findings)
    return Meaning(items, symbols, environment(symbols, sources, findings))


def keyed(node: Node) -> Iterator[tuple[str, Node]]:
    """A node with the id of its code; nothing for one without."""
    match node:
        case n.Table(id=id_):
            yield f"table:{id_}", node
        case n.Define(name=name) | n.Procedure(name=name) | n.Reroll(name=name):
            yield f"{type(node).__name__.lower()}:{name}", node
        case _:  # the rest: has no code of its own
            pass


def apart_from_data(enum: n.Enum) -> n.Enum:
    """An enum but for what is printed in its columns."""
    return evolve(enum, columns=tuple(evolve(column, values=()) for column in enum.columns))


def is_error(finding: Diagnostic) -> bool:
    """Whether a finding makes rules wrong."""
    return finding.severity is Severity.ERROR


def unsound(graph: n.RuleGraph, changed: Collection[str], effects: Effects) -> bool:
    """Whether the checks find an error in what was changed.

    Args:
        graph: The graph with the change.
        changed: The ids of what may not be as it was; the rest was proved before.
        effects: Those of the graph before, which hold at least what those of the graph do.
    """
    whole = Program(graph, (), effects=effects)
    return any(is_error(finding) for key, node in owners(graph) if key in changed for finding in found(whole, node))


def found(program: Program, item: Node) -> Iterator[Diagnostic]:
    """What the checks that may find an error find in one item."""
    context = Context(program.looking_at(item), checks.SEVERITIES)
    for module in PROOFS:
        module.check(context)
    yield from context.findings.diagnostics
