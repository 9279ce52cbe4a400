"""Where an element stands in its list: worked out once where it is asked for several times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from bombsight.flat import expressions as fx
from bombsight.flat.variables import set_by
from bombsight.flat.walking import Node, mapped, walk

N = TypeVar("N", bound=Node)


def places(variable: str, parts: Iterable[Node]) -> Counter[str]:
    """How often parts of the code ask where an element stands, by its list; never where they give it another value."""
    found: Counter[str] = Counter()
    for part in parts:
        for node in walk(part):
            if isinstance(node, fx.Place) and node.site is None and node.value == fx.Local(variable):
                found[node.list] += 1
            elif variable in set_by(node):
                return Counter()
    return found


def placed(part: N, variable: str, list_: str, place: str) -> N:
    """A part of the code that has where an element stands in a variable.

    Args:
        part: The part.
        variable: That of the element.
        list_: Its list.
        place: The variable for where it stands.
    """
    asked = fx.Place(list_, fx.Local(variable), None)

    def change(node: Node) -> Node:
        return fx.Local(place) if node == asked else node

    return mapped(part, change)
