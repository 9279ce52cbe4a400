"""Where an element stands in its list: worked out once where it is asked for several times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from bombsight.flat import expressions as fx
from bombsight.flat.variables import variables_set
from bombsight.flat.walking import Node, map_nodes, walk

N = TypeVar("N", bound=Node)


def count_index_uses(variable: str, parts: Iterable[Node]) -> Counter[str]:
    """How often parts of the code ask where an element stands, by its list; never where they give it another value."""
    uses: Counter[str] = Counter()
    for part in parts:
        for node in walk(part):
            if isinstance(node, fx.Place) and node.site is None and node.value == fx.Local(variable):
                uses[node.list] += 1
            elif variable in variables_set(node):
                return Counter()
    return uses


def replace_index_uses(part: N, variable: str, list_: str, index_variable: str) -> N:
    """A part of the code that has where an element stands in a variable.

    Args:
        part: The part.
        variable: That of the element.
        list_: Its list.
        index_variable: The variable for where it stands.
    """
    index_expr = fx.Place(list_, fx.Local(variable), None)

    def replace(node: Node) -> Node:
        return fx.Local(index_variable) if node == index_expr else node

    return map_nodes(part, replace)
