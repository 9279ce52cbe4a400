"""Traversal of a rule graph: children and descendants of nodes.

The child attributes of each class are derived from its annotations, once, so new node classes need no code here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, get_args

import attrs

from bombsight.compiler.graph import boards, chapters, examples, explanations, node, nodes, overlays, relations
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g

GRAPH_MODULES = frozenset(
    module.__name__ for module in (boards, chapters, examples, explanations, g, node, nodes, overlays, relations, x)
)
"""The modules of node classes; types, places and origins are no nodes."""


CHILD_NAMES: dict[type, tuple[str, ...]] = {}


def child_names(kind: type) -> tuple[str, ...]:
    """Return the names of those attributes of a node class that may hold nodes, in the order of the text."""
    if kind not in CHILD_NAMES:
        classes = [base for base in reversed(kind.__mro__) if attrs.has(base)]
        hints = {name: (base, hint) for base in classes for name, hint in base.__annotations__.items()}
        CHILD_NAMES[kind] = tuple(
            name for name, (base, hint) in hints.items() if annotation_may_hold_parts(base.__module__, hint)
        )
    return CHILD_NAMES[kind]


@cache
def annotation_may_hold_parts(module: str, hint: str) -> bool:
    """Whether a type annotation (``hint``) in the source of a module may denote a node, or a container of nodes.

    Many attributes share an annotation, so this is faster than ``typing.get_type_hints`` for each class.
    """
    return type_may_hold_parts(eval(hint, vars(sys.modules[module])))


def type_may_hold_parts(hint: object) -> bool:
    """Whether a type (``hint``) may be a node class, or a container of nodes."""
    if isinstance(hint, type) and attrs.has(hint):
        return hint.__module__ in GRAPH_MODULES
    return any(map(type_may_hold_parts, get_args(hint)))


def children(part: Any) -> tuple[object, ...]:
    """Return the values of a node's attributes that may hold nodes: nodes, tuples of them, and None or texts between.

    The target field or variable of an assignment is no child; the element and the indices of that field are.
    """
    kind = type(part)
    get_children = CHILD_GETTERS.get(kind)
    if get_children is None:
        get_children = CHILD_GETTERS[kind] = make_child_getter(child_names(kind))
    return get_children(part)


ChildGetter = Callable[[Any], tuple[object, ...]]


def make_child_getter(names: tuple[str, ...]) -> ChildGetter:
    """Make the function that returns the values of the named attributes of a node as a tuple."""
    if not names:
        return lambda part: ()
    if len(names) == 1:
        return lambda part, get=attrgetter(*names): (get(part),)  # type: ignore[misc]  # mypy sees no default in a lambda
    return attrgetter(*names)


def children_but_target(stmt: g.Assign | g.Increase) -> tuple[object, ...]:
    """Return the children of an assignment, but not its target: its value, and the target's element and indices."""
    target = stmt.target
    return (target.element, target.indices, stmt.value) if isinstance(target, x.Read) else (stmt.value,)


CHILD_GETTERS: dict[type, ChildGetter] = {g.Assign: children_but_target, g.Increase: children_but_target}
"""The function that returns the children, by node class; most are made on first use."""


def walk(node: object) -> Iterator[Any]:
    """Yield a node (or the nodes in a tuple) and all descendants, in preorder."""
    waiting: list[object] = [node]
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            waiting += part[::-1]
        elif part is not None and type(part) is not str:
            yield part
            inner = children(part)
            if inner:
                waiting += inner[::-1]


def has_side_effects(value: x.Expr) -> bool:
    """Whether evaluating an expression has side effects: it throws dice, or runs a procedure."""
    return any(isinstance(part, x.Drawing) for part in walk(value))


def walk_without_expressions(node: object) -> Iterator[Any]:
    """Yield a node and its descendants in preorder, skipping expressions, which are the majority."""
    waiting: list[object] = [node]
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            waiting += part[::-1]
        elif part is not None and type(part) is not str and not isinstance(part, x.BaseExpr):
            yield part
            inner = children(part)
            if inner:
                waiting += inner[::-1]
