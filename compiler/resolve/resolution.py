"""What the items of a program mean, each by itself."""

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
    """What one item means.

    Attributes:
        nodes: What it becomes: one node for most, a field for each leaf of state, none for a modifier printed apart.
        diagnostics: What is wrong with it.
        asked: The names whose interface it was resolved with, names that there are not among them. While it stays as
            it is and they do, with what they can do (:class:`~bombsight.compiler.resolve.effects.Effects`), so does
            what it means.
    """

    nodes: tuple[Node, ...]
    diagnostics: tuple[Diagnostic, ...]
    asked: frozenset[str]


@frozen
class ResolvedProgram:
    """What a program means.

    Attributes:
        graph: The rule graph, without overlays, edges and the hash of the rules; None where there is no manifest.
        diagnostics: What was found on the way.
        items: The items that count, each with its number among the examples.
        meant: What each of them means.
        env: The interface of every name.
        late: The places among them of those that mean what they meant, and may mean something else: names in them do,
            and nobody wanted to know.
        unsure: Those of them in which names have another type or value by now. Of the others only what calls do is
            another, by which it is told what may be none.
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
        """The items with their places and what they mean."""
        return ((at, item, meant) for at, ((item, _), meant) in enumerate(zip(self.items, self.meant, strict=True)))

    @property
    def outdated_nodes(self) -> Iterator[Node]:
        """What those became in which names have another type or value by now."""
        return (node for at in self.unsure for node in self.meant[at].nodes)
