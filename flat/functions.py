"""Functions of the flat form."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import attrs

from bombsight.dsl.node_classes import frozen
from bombsight.flat.expressions import Call
from bombsight.flat.guards import Guard
from bombsight.flat.statements import Block, Invoke, Stmt
from bombsight.flat.types import INT_MAX, INT_MIN
from bombsight.flat.walking import Node, walk

CALLS = (Invoke, Call)
"""The nodes that call a function."""


@frozen(kw_only=True)
class Variable:
    """A parameter or local variable of a function: a number, or a list of numbers.

    Attributes:
        low, high: The range of its value, or of each value of a list.
        none: Whether it may also be none.
        capacity: The capacity of a list; None for a number.
    """

    name: str
    low: int = INT_MIN
    high: int = INT_MAX
    none: bool = True
    capacity: int | None = None


@frozen(kw_only=True)
class Kept:
    """The memoization of a function, with an entry for each combination of arguments.

    Attributes:
        clocks: The clocks of the slots it reads.
        size: The number of entries: the product of its parameters' numbers of values, none as the last of each.
        steps: Whether it takes steps; a cached result takes as many.
    """

    clocks: tuple[int, ...]
    size: int
    steps: bool


def _to_frozenset(numbers: Iterable[int]) -> frozenset[int]:
    """Convert numbers to a frozen set."""
    return frozenset(numbers)


@attrs.frozen(kw_only=True)
class Function:
    """A function of the flat form.

    Attributes:
        name: Its kind and the node it stands for: ``roll:Sky``, ``define:visible``, ``do:watch``.
        owner: The id of the node: ``table:Sky``.
        about: The node and its place, for the reader.
        params: The names of its parameters, in order.
        locals: All its variables.
        results: The number of integers it returns, including the facts of a kept roll.
        kept: Its memoization; None without one.
        asks: Whether it or a callee may ask a choice.
        faults: Whether it or a callee may fault.
        ends: Numbers of the procedures that its body may end, including its own.
    """

    name: str
    owner: str
    about: str
    params: tuple[str, ...]
    locals: tuple[Variable, ...]
    results: int
    body: Block
    guard: Guard | None = None
    kept: Kept | None = None
    asks: bool = False
    faults: bool = False
    ends: frozenset[int] = attrs.field(default=frozenset(), converter=_to_frozenset)

    @property
    def kind(self) -> str:
        """The kind of rule that the function implements, the prefix of its name: ``roll``, ``look``, ``do`` ..."""
        return self.name.partition(":")[0]

    @property
    def parts(self) -> tuple[Stmt | Guard, ...]:
        """The top-level nodes of the function: its guard (entry and exit code) if any, and its body's statements."""
        return self.body if self.guard is None else (self.guard, *self.body)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes of the function, outer ones before inner ones; cached, for passes read them repeatedly."""
        return tuple(walk(*self.parts))

    @cached_property
    def kinds(self) -> frozenset[type]:
        """The classes of all nodes of the function."""
        return frozenset(map(type, self.nodes))

    @cached_property
    def callees(self) -> tuple[str, ...]:
        """The names of the functions that the function calls, without duplicates, in the order of first calls."""
        if self.kinds.isdisjoint(CALLS):
            return ()
        return tuple(dict.fromkeys(node.function for node in self.nodes if isinstance(node, CALLS)))

    @property
    def escapes(self) -> frozenset[int]:
        """The numbers of the procedures outside the function that a call of it may end."""
        own = frozenset[int]() if self.guard is None or self.guard.number is None else frozenset({self.guard.number})
        return self.ends - own


def with_metadata(function: Function, **changes: Any) -> Function:
    """Return a copy of a function with other metadata but the same code; the cached list of its nodes is kept."""
    copy = attrs.evolve(function, **changes)
    object.__setattr__(copy, "nodes", function.nodes)
    return copy
