"""Resolving and checking one changed item, without compiling the rest of the game."""

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
from bombsight.compiler.resolve.codes import SEVERITIES
from bombsight.compiler.resolve.declare import build_symbol_table
from bombsight.compiler.resolve.environment import Env, Signature
from bombsight.compiler.resolve.outcomes import table_signature
from bombsight.compiler.resolve.program import build_environment, resolve_item
from bombsight.compiler.symbols import SymbolTable
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic, Severity
from bombsight.dsl.source import Source
from bombsight.dsl.walk import walk

N = TypeVar("N", bound=Node)

ERROR_CHECKS = (gaps, dead_rows, overlaps, beforehand_rows, modifiers, exceptions, choices)
"""The checks that can report an error for a changed item."""


@frozen
class ChangedGraph:
    """A graph with a changed item, and the owners of the code that differs.

    Attributes:
        owners: The ids of the changed nodes' code; for an enum, its own id.
    """

    graph: n.RuleGraph
    owners: tuple[str, ...]


@frozen(slots=False, eq=False)
class ItemResolver:
    """A resolver of single items against the symbols and interfaces of a program.

    Attributes:
        items: The items in force.
        symbols: Their symbol table.
        env: The interface of every name.
    """

    items: Sequence[ast.Item]
    symbols: SymbolTable
    env: Env

    @cached_property
    def items_using_results(self) -> Mapping[str, Sequence[ast.Item]]:
        """Map each table id to the items that iterate over the results of that table (`results of`)."""
        found: dict[str, dict[int, ast.Item]] = {}
        for item in self.symbols.items:
            for node in walk(item):
                if isinstance(node, ast.ResultsOf):
                    found.setdefault(node.table, {})[id(item)] = item
        return {table: tuple(items.values()) for table, items in found.items()}

    def replace_item(self, old: ast.Item, new: ast.Item, graph: n.RuleGraph) -> ChangedGraph | None:
        """Return the graph with an item replaced by its mutant; None if the mutant has errors or another interface.

        None if the mutant has errors, or if its interface differs from that of the item.
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
            case _:  # the rest: others depend only on its interface
                return self.resolve_items((new,), self.env, graph)

    def signature_of(self, table: ast.Table) -> tuple[Signature, frozenset[str]]:
        """Return what other items see of a table: its parameters and result type, and the set of its result words."""
        signature, words = table_signature(table, self.symbols.enums, self.symbols.records, Findings(SEVERITIES))
        return signature, frozenset(words.values if words is not None else ())

    def resolve_items(self, items: Sequence[ast.Item], env: Env, graph: n.RuleGraph) -> ChangedGraph | None:
        """Resolve the names in some items and put the results into the graph; None if they have errors."""
        resolved_items = [resolve_item(item, env) for item in items]
        if any(is_error(finding) for item in resolved_items for finding in item.diagnostics):
            return None
        nodes = {key: node for item in resolved_items for one in item.nodes for key, node in nodes_with_ids(one)}
        before = dict(code_owners(graph))
        different = tuple(key for key, node in nodes.items() if before.get(key) != node)

        def substitute(kind: str, originals: Sequence[N], key: str) -> tuple[N, ...]:
            """Return nodes of a kind, those resolved anew replaced; ``key`` is the attribute with a node's name."""
            return tuple(cast(N, nodes.get(f"{kind}:{getattr(node, key)}", node)) for node in originals)

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
        """Return the graph with an enum replaced by one with other printed data; None if anything else differs."""
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
    """Build the resolver of a game's items, which must be without errors."""
    findings = Findings(SEVERITIES)
    symbols = build_symbol_table(items, findings)
    return ItemResolver(items, symbols, build_environment(symbols, sources, findings))


def nodes_with_ids(node: Node) -> Iterator[tuple[str, Node]]:
    """Yield a node with its id, such as ``table:Sky``, if code is generated for it; else nothing."""
    match node:
        case n.Table(id=id_):
            yield f"table:{id_}", node
        case n.Define(name=name) | n.Procedure(name=name) | n.Reroll(name=name):
            yield f"{type(node).__name__.lower()}:{name}", node
        case _:  # the rest: has no code of its own
            pass


def without_data(enum: n.Enum) -> n.Enum:
    """Copy an enum without the data printed in its columns."""
    return evolve(enum, columns=tuple(evolve(column, values=()) for column in enum.columns))


def is_error(finding: Diagnostic) -> bool:
    """Whether a finding is an error."""
    return finding.severity is Severity.ERROR


def has_errors(graph: n.RuleGraph, changed: Collection[str], effects: Effects) -> bool:
    """Whether the checks find an error in the changed items of a graph.

    The effects may be those of the original graph, which include its own.
    """
    whole = AnalyzedProgram(graph, (), effects=effects)
    return any(
        is_error(finding) for key, node in code_owners(graph) if key in changed for finding in find_errors(whole, node)
    )


def find_errors(program: AnalyzedProgram, item: Node) -> Iterator[Diagnostic]:
    """Yield the errors that the checks listed in `ERROR_CHECKS` find in one item."""
    context = CheckContext(program.restrict_to_item(item), checks.SEVERITIES)
    for module in ERROR_CHECKS:
        module.check(context)
    yield from context.findings.diagnostics
