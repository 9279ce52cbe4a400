"""The whole program: from items to rule graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from bombsight.compiler.declare import collect
from bombsight.compiler.findings import Findings, near
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.identity import rules_hash
from bombsight.compiler.resolve.effects import Effects
from bombsight.compiler.resolve.examples import Examples
from bombsight.compiler.resolve.kinds import is_rolled
from bombsight.compiler.resolve.outcomes import outcome
from bombsight.compiler.symbols import Symbols
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.source import NOWHERE, Source
from bombsight.flat.types import (
    EnumType,
)


@frozen
class Resolved:
    """A rule graph and what was found on the way; no graph where there is no manifest."""

    graph: n.RuleGraph | None
    symbols: Symbols
    diagnostics: tuple[Diagnostic, ...]


def resolve(
    items: Sequence[ast.Item],
    sources: Mapping[str, Source],
    options: Mapping[str, str] | None = None,
) -> Resolved:
    """Find out what every name means.

    Args:
        items: The program's items, amended, without overlays.
        sources: The texts of its files by path.
        options: Options that are not at their defaults, their values as words.
    """
    findings = Findings()
    symbols = collect(items, findings)
    resolver = Program(symbols, Effects(symbols), findings)
    resolver.sources = sources
    graph = resolver.graph(items, options or {})
    return Resolved(graph, symbols, tuple(findings.diagnostics))


class Program(Examples):
    """Resolves a program."""

    def graph(self, items: Sequence[ast.Item], options: Mapping[str, str]) -> n.RuleGraph | None:
        """Everything, in the order of need."""
        s = self.symbols
        chosen = tuple(self.option_node(node, options.get(name)) for name, node in s.options.items())
        for option in chosen:
            if option.words:
                assert isinstance(option.type, EnumType)
                s.enums[option.type.enum] = n.Enum(
                    name=option.type.enum,
                    values=option.words,
                    titles=tuple(w.replace("_", " ") for w in option.words),
                    columns=(),
                    owner="option",
                    span=option.span,
                )
                for word in option.words:
                    s.owners_of_word.setdefault(word, []).append(option.type.enum)
        for name in options:
            if name not in s.options:
                self.findings.add(
                    "N009",
                    f"there is no option {name}",
                    s.game.span if s.game else items[0].span if items else NOWHERE,
                    help=near(name, s.options),
                )
        for table in s.tables.values():
            found = outcome(table, s)
            self.table_params[table.id] = found.params
            self.table_results[table.id] = found.result
            if found.words is not None:
                s.enums[found.words.name] = found.words
        fields = tuple(leaf for shape in s.fields.values() for leaf in self.field_nodes(shape, shape.name, shape.owner))
        lists = tuple(self.list_node(record, name) for record, name in s.lists.items())
        elements = tuple(
            leaf
            for record, list_ in s.lists.items()
            for shape in s.record_fields[record].values()
            for leaf in self.field_nodes(shape, f"{record}.{shape.name}", list_, element=True)
        )
        defines = tuple(self.define_node(node) for node in s.defines.values())
        tables = tuple(self.table(node, self.shared_on(node)) for node in s.tables.values())
        self.check_shared()
        procedures = tuple(self.procedure_node(node) for node in s.procedures.values())
        rerolls = tuple(self.reroll_node(node) for node in s.rerolls.values())
        examples = tuple(self.example_node(node, number) for number, node in enumerate(s.examples))
        self.check_states(items)
        game = self.game_node()
        if game is None:
            return None
        return n.RuleGraph(
            game=game,
            options=chosen,
            enums=tuple(s.enums.values()),
            fields=fields + elements,
            lists=lists,
            tables=tables,
            defines=defines,
            procedures=procedures,
            rerolls=rerolls,
            examples=examples,
            overlays=(),
            edges=(),
            rules_hash=rules_hash(items),
        )

    def shared_on(self, table: ast.Table) -> list[ast.ModifierOn]:
        """Modifiers printed elsewhere that change this table."""
        return [item for item in self.symbols.shared_modifiers if table.id in item.tables]

    def check_shared(self) -> None:
        """Shared modifiers name tables that are rolled."""
        for item in self.symbols.shared_modifiers:
            for id_ in item.tables:
                table = self.symbols.tables.get(id_)
                if table is None:
                    self.findings.add(
                        "N001", f"there is no table {id_}", item.span, help=near(id_, self.symbols.tables)
                    )
                elif not is_rolled(table):
                    self.findings.add("T012", f"{id_} is looked up, so no modifier can change it", item.span)

    def check_states(self, items: Sequence[ast.Item]) -> None:
        """State lives as long as a procedure that exists."""
        for item in items:
            if isinstance(item, ast.State) and item.owner != "career" and item.owner not in self.symbols.procedures:
                self.findings.add(
                    "N013",
                    f"there is no procedure {item.owner} for this state to live as long as",
                    item.span,
                    help=near(item.owner, [*self.symbols.procedures, "career"]),
                )
