"""The results of resolution, per item and for the whole program."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.resolve.environment import Env
from bombsight.dsl import ast
from bombsight.dsl.diagnostic import Diagnostic
from bombsight.dsl.node_classes import field, frozen


@frozen
class ResolvedItem:
    """The resolution of one item: its graph nodes, findings, and the names that it looked up.

    Attributes:
        nodes: Its graph nodes: one for most items, a field for each leaf of state, none for a shared modifier.
        diagnostics: Its errors.
        asked: The names that were looked up, known or not. The resolution stays valid while the item, their interfaces
            and their effects (:class:`~bombsight.compiler.resolve.effects.Effects`) are unchanged.
    """

    nodes: tuple[Node, ...]
    diagnostics: tuple[Diagnostic, ...]
    asked: frozenset[str]


@frozen
class ResolvedProgram:
    """The resolution of a program: environment, graph nodes per item, and findings.

    Attributes:
        graph: The rule graph, without overlays, edges and hashes; None without a manifest.
        diagnostics: The errors.
        items: The items in force, each with its number among the examples.
        meant: The resolution of each item.
        env: The interface of every name.
        late: Indices of items with an unvalidated old resolution, since their inputs changed and nobody asked for a
            new one.
        unsure: Those among them with names of a changed type or value. In the others only effects of calls changed,
            which decide about none.
    """

    graph: n.RuleGraph | None
    diagnostics: tuple[Diagnostic, ...]
    items: tuple[tuple[ast.Item, int], ...]
    meant: tuple[ResolvedItem, ...]
    env: Env = field(eq=False, repr=False)
    late: frozenset[int] = frozenset()
    unsure: frozenset[int] = frozenset()

    @property
    def items_with_meaning(self) -> Iterator[tuple[int, ast.Item, ResolvedItem]]:
        """Yield each item with its index and its resolution."""
        return ((at, item, meant) for at, ((item, _), meant) in enumerate(zip(self.items, self.meant, strict=True)))

    @property
    def outdated_nodes(self) -> Iterator[Node]:
        """Yield the graph nodes of items in which some name has changed its type or value since."""
        return (node for at in self.unsure for node in self.meant[at].nodes)
