"""The index of an element in its list, computed once where code uses it several times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from bombsight.flat import expressions as fx
from bombsight.flat.variables import variables_set
from bombsight.flat.walking import Node, map_nodes, walk

N = TypeVar("N", bound=Node)


def count_index_uses(variable: str, parts: Iterable[Node]) -> Counter[str]:
    """Count by list how often code computes the index of an element in a variable; empty if the code assigns it."""
    uses: Counter[str] = Counter()
    for part in parts:
        for node in walk(part):
            if isinstance(node, fx.Place) and node.site is None and node.value == fx.Local(variable):
                uses[node.list] += 1
            elif variable in variables_set(node):
                return Counter()
    return uses


def replace_index_uses(part: N, variable: str, list_: str, index_variable: str) -> N:
    """Return a part of a program in which each computation of an element's index becomes a read of ``index_variable``.

    Args:
        part: The code.
        variable: The variable of the element.
        list_: Its list.
        index_variable: The variable that holds the index.
    """
    index_expr = fx.Place(list_, fx.Local(variable), None)

    def replace_index(node: Node) -> Node:
        """Callback of a rewrite: replace the computation of the element's index by the variable that holds it."""
        return fx.Local(index_variable) if node == index_expr else node

    return map_nodes(part, replace_index)
