"""Classes of what is made by the ten thousand: frozen attrs classes to whoever writes code, only quicker.

attrs guards a frozen class at run time by a ``__setattr__`` of its own, past which ``__init__`` has to call for each
attribute: a span takes three times as long to make. Here nothing guards it but the checker of types, for which all
these classes are frozen (:func:`unguarded`).

attrs also writes and compiles methods for each class by itself, in every process anew. For hundreds of small classes
that takes longer than their methods ever run; so of nodes only ``__init__`` is made so, and they compare, hash and
print themselves by functions they share (:func:`frozen`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

__all__ = ["frozen", "unguarded"]

if TYPE_CHECKING:
    from attrs import frozen  # for the checker of types both are attrs' own
    from attrs import frozen as unguarded
else:

    def unguarded(class_: type | None = None, *, eq: bool = True, **how: Any) -> Any:
        """:func:`attrs.frozen` without its guard at run time."""
        return attrs.define(class_, eq=eq, unsafe_hash=eq or None, **how)

    def frozen(class_: type | None = None, **how: Any) -> Any:
        """The same with shared methods."""
        if class_ is None:
            return lambda class_: frozen(class_, **how)
        class_.__eq__, class_.__hash__, class_.__repr__ = equal, hashed, shown
        return unguarded(class_, eq=False, repr=False, **how)


@cache
def compared(kind: type) -> tuple[tuple[str, Callable[[Any], object] | None], ...]:
    """The attributes by which nodes of a class are told apart, and what gives of each what counts; None for all."""
    return tuple((field.name, field.eq_key) for field in attrs.fields(kind) if field.eq)


def told(node: Any) -> tuple[object, ...]:
    """What a node is told apart by."""
    kind: type = type(node)
    return tuple([part(getattr(node, name)) if part else getattr(node, name) for name, part in compared(kind)])


def equal(node: Any, other: object) -> bool:
    """Whether two nodes are of one class and equal in all that is compared."""
    return told(node) == told(other) if type(other) is type(node) else NotImplemented


def hashed(node: Any) -> int:
    """The hash of a node."""
    return hash((type(node), told(node)))


def shown(node: Any) -> str:
    """A node as Python would write it: ``Name(name='lamp')``."""
    kind: type = type(node)
    parts = (f"{field.name}={getattr(node, field.name)!r}" for field in attrs.fields(kind) if field.repr)
    return f"{kind.__qualname__}({', '.join(parts)})"
