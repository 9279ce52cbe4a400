"""What a changed item means, resolved and checked alone: the compiler's own judgement, without the rest of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, cast

from attrs import evolve, frozen

from bombsight.compiler import checks
from bombsight.compiler.checks import beforehand_rows, choices, dead_rows, exceptions, gaps, modifiers, overlaps
from bombsight.compiler.checks.context import CheckContext
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.findings import Findings
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.lower.incremental import code_owners
from bombsight.compiler.resolve.declare import build_symbol_table
from bombsight.compiler.resolve.environment import Env, Signature
from bombsight.compiler.resolve.outcomes import table_signature
from bombsight.compiler.resolve.pages import SEVERITIES
from bombsight.compiler.resolve.program import build_environment, resolve_item
from bombsight.compiler.symbols import SymbolTable
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk

N = TypeVar("N", bound=Node)

ERROR_CHECKS = (gaps, dead_rows, overlaps, beforehand_rows, modifiers, exceptions, choices)
"""The checks that may find an error in what a mutant changes."""


@frozen
class ChangedGraph:
    """A graph with a changed item.

    Attributes:
        graph: The graph.
        owners: What is another node in it, by the id of its code; an enum by its own.
    """

    graph: n.RuleGraph
    owners: tuple[str, ...]


@frozen(slots=False, eq=False)
class ItemResolver:
    """What the names of a program mean: its items are resolved with it one at a time.

    Attributes:
        items: The items as they count.
        symbols: What they declare.
        env: The interface of every name.
    """

    items: Sequence[ast.Item]
    symbols: SymbolTable
    env: Env

    @cached_property
    def items_using_results(self) -> Mapping[str, Sequence[ast.Item]]:
        """The items that go through the results of each table."""
        found: dict[str, dict[int, ast.Item]] = {}
        for item in self.symbols.items:
            for node in walk(item):
                if isinstance(node, ast.ResultsOf):
                    found.setdefault(node.table, {})[id(item)] = item
        return {table: tuple(items.values()) for table, items in found.items()}

    def replace_item(self, old: ast.Item, new: ast.Item, graph: n.RuleGraph) -> ChangedGraph | None:
        """The graph with another item in the place of one.

        None where that is wrong, or changes more than the item itself: what others know of it must stay as it is.

        Args:
            old: The item.
            new: What takes its place.
            graph: The graph of all items.
        """
        match old, new:
            case ast.Enum(), ast.Enum():
                return self.replace_enum(old, new, graph)
            case ast.Table(), ast.Table():
                if self.signature_of(old) != self.signature_of(new):
                    return None
                asking = self.items_using_results.get(old.id, ())
                return self.resolve_items((new, *asking), evolve(self.env, rows={**self.env.rows, old.id: new}), graph)
            case ast.ModifierOn(tables=tables), ast.ModifierOn():
                shared = {
                    id_: tuple(new if one is old else one for one in found) for id_, found in self.env.shared.items()
                }
                tables_of_modifier = [self.symbols.tables[id_] for id_ in dict.fromkeys(tables)]
                return self.resolve_items((new, *tables_of_modifier), evolve(self.env, shared=shared), graph)
            case _:  # the rest: another item hangs on no more than the graph has of it
                return self.resolve_items((new,), self.env, graph)

    def signature_of(self, table: ast.Table) -> tuple[Signature, frozenset[str]]:
        """What others know of a table: how it is called, what it gives, its own words in whatever order."""
        signature, words = table_signature(table, self.symbols.enums, self.symbols.records, Findings(SEVERITIES))
        return signature, frozenset(words.values if words is not None else ())

    def resolve_items(self, items: Sequence[ast.Item], env: Env, graph: n.RuleGraph) -> ChangedGraph | None:
        """The graph with some items resolved anew; None where they have errors."""
        resolved_items = [resolve_item(item, env) for item in items]
        if any(is_error(finding) for item in resolved_items for finding in item.diagnostics):
            return None
        nodes = {key: node for item in resolved_items for one in item.nodes for key, node in nodes_with_ids(one)}
        before = dict(code_owners(graph))
        different = tuple(key for key, node in nodes.items() if before.get(key) != node)

        def substitute(kind: str, all_: Sequence[N], key: str) -> tuple[N, ...]:
            return tuple(cast(N, nodes.get(f"{kind}:{getattr(node, key)}", node)) for node in all_)

        return ChangedGraph(
            evolve(
                graph,
                tables=substitute("table", graph.tables, "id"),
                defines=substitute("define", graph.defines, "name"),
                procedures=substitute("procedure", graph.procedures, "name"),
                rerolls=substitute("reroll", graph.rerolls, "name"),
            ),
            different,
        )

    def replace_enum(self, old: ast.Enum, new: ast.Enum, graph: n.RuleGraph) -> ChangedGraph | None:
        """The graph with other printed data; None where they are not of the same types."""
        findings = Findings(SEVERITIES)
        new_enum = build_symbol_table([new if item is old else item for item in self.items], findings).enums.get(
            old.name
        )
        before = self.symbols.enums[old.name]
        if (
            new_enum is None
            or any(map(is_error, findings.diagnostics))
            or without_data(new_enum) != without_data(before)
        ):
            return None
        enums = tuple(new_enum if enum.name == old.name else enum for enum in graph.enums)
        return ChangedGraph(evolve(graph, enums=enums), (f"enum:{old.name}",) if new_enum != before else ())


def resolver_of(items: Sequence[ast.Item], sources: Mapping[str, Source]) -> ItemResolver:
    """The meaning of the names of items without errors."""
    findings = Findings(SEVERITIES)
    symbols = build_symbol_table(items, findings)
    return ItemResolver(items, symbols, build_environment(symbols, sources, findings))


def nodes_with_ids(node: Node) -> Iterator[tuple[str, Node]]:
    """A node with the id of its code; nothing for one without."""
    match node:
        case n.Table(id=id_):
            yield f"table:{id_}", node
        case n.Define(name=name) | n.Procedure(name=name) | n.Reroll(name=name):
            yield f"{type(node).__name__.lower()}:{name}", node
        case _:  # the rest: has no code of its own
            pass


def without_data(enum: n.Enum) -> n.Enum:
    """An enum but for what is printed in its columns."""
    return evolve(enum, columns=tuple(evolve(column, values=()) for column in enum.columns))


def is_error(finding: Diagnostic) -> bool:
    """Whether a finding makes rules wrong."""
    return finding.severity is Severity.ERROR


def has_errors(graph: n.RuleGraph, changed: Collection[str], effects: Effects) -> bool:
    """Whether the checks find an error in what was changed.

    Args:
        graph: The graph with the change.
        changed: The ids of what may not be as it was; the rest was proved before.
        effects: Those of the graph before, which hold at least what those of the graph do.
    """
    whole = AnalyzedProgram(graph, (), effects=effects)
    return any(
        is_error(finding) for key, node in code_owners(graph) if key in changed for finding in find_errors(whole, node)
    )


def find_errors(program: AnalyzedProgram, item: Node) -> Iterator[Diagnostic]:
    """What the checks that may find an error find in one item."""
    context = CheckContext(program.restrict_to_item(item), checks.SEVERITIES)
    for module in ERROR_CHECKS:
        module.check(context)
    yield from context.findings.diagnostics
