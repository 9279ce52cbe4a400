"""Traversal of a rule graph: what stands directly in a part, and all that stands inside it.

What may hold parts is read from the annotations of the graph's classes, once for each class, so that a new node is
walked without a word here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, get_args

import attrs

from bombsight.compiler.graph import boards, chapters, examples, node, nodes, overlays, relations
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g

GRAPH_MODULES = frozenset(
    module.__name__ for module in (boards, chapters, examples, g, node, nodes, overlays, relations, x)
)
"""Where the classes of the graph are; types, places and origins are no parts."""


CHILD_NAMES: dict[type, tuple[str, ...]] = {}


def child_names(kind: type) -> tuple[str, ...]:
    """The names of the attributes of a class in which parts may stand, in the order of the text."""
    if kind not in CHILD_NAMES:
        classes = [base for base in reversed(kind.__mro__) if attrs.has(base)]
        hints = {name: (base, hint) for base in classes for name, hint in base.__annotations__.items()}
        CHILD_NAMES[kind] = tuple(
            name for name, (base, hint) in hints.items() if annotation_may_hold_parts(base.__module__, hint)
        )
    return CHILD_NAMES[kind]


@cache
def annotation_may_hold_parts(module: str, hint: str) -> bool:
    """Whether what a module annotates so may be a part of the graph, or hold some.

    Many attributes are annotated alike: so this is sooner found than by asking ``typing`` for the hints of each class.
    """
    return type_may_hold_parts(eval(hint, vars(sys.modules[module])))


def type_may_hold_parts(hint: object) -> bool:
    """The same of what the annotation means."""
    if isinstance(hint, type) and attrs.has(hint):
        return hint.__module__ in GRAPH_MODULES
    return any(map(type_may_hold_parts, get_args(hint)))


def children(part: Any) -> tuple[object, ...]:
    """What stands directly in a part: parts, tuples of them, and None or texts between.

    A field or a variable that is only written is not one of them; the element and the indices of a field are.
    """
    kind = type(part)
    get_children = CHILD_GETTERS.get(kind)
    if get_children is None:
        get_children = CHILD_GETTERS[kind] = make_child_getter(child_names(kind))
    return get_children(part)


ChildGetter = Callable[[Any], tuple[object, ...]]


def make_child_getter(names: tuple[str, ...]) -> ChildGetter:
    """What gives the attributes of these names."""
    if not names:
        return lambda part: ()
    if len(names) == 1:
        return lambda part, get=attrgetter(*names): (get(part),)  # type: ignore[misc]  # mypy sees no default in a lambda
    return attrgetter(*names)


def children_but_target(stmt: g.Assign | g.Increase) -> tuple[object, ...]:
    """What stands in an assignment, its target apart."""
    target = stmt.target
    return (target.element, target.indices, stmt.value) if isinstance(target, x.Read) else (stmt.value,)


CHILD_GETTERS: dict[type, ChildGetter] = {g.Assign: children_but_target, g.Increase: children_but_target}
"""The children of each class; of most made from its attributes when first asked for."""


def walk(node: object) -> Iterator[Any]:
    """A part of the graph, or several in tuples, and all inside, in the order of the text, outer ones first."""
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


def has_draw(value: x.Expr) -> bool:
    """Whether a value throws dice or runs a procedure, be it in a part of it."""
    return any(isinstance(part, x.Drawing) for part in walk(value))


def walk_without_expressions(node: object) -> Iterator[Any]:
    """The same without expressions and what stands in them: nothing there acts, and it is the greater part."""
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
