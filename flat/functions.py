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
"""What calls a function."""


@frozen(kw_only=True)
class Variable:
    """A parameter or a variable of a function: a number, or a list of numbers.

    Attributes:
        low, high: What it can be, or each value of a list.
        none: Whether it may be none besides.
        capacity: How many values a list can hold; None for a number.
    """

    name: str
    low: int = INT_MIN
    high: int = INT_MAX
    none: bool = True
    capacity: int | None = None


@frozen(kw_only=True)
class Kept:
    """What a function gave is kept, for each way to call it.

    Attributes:
        clocks: The clocks of what it reads.
        size: How many ways there are: the numbers of values of its parameters multiplied, none as the last of each.
        steps: Whether steps are taken in it: as many are taken when what is kept is given.
    """

    clocks: tuple[int, ...]
    size: int
    steps: bool


def _to_frozenset(given: Iterable[int]) -> frozenset[int]:
    return frozenset(given)


@attrs.frozen(kw_only=True)
class Function:
    """A function.

    Attributes:
        name: Its kind and the node it stands for: ``roll:Sky``, ``define:visible``, ``do:watch``.
        owner: The id of the node: ``table:Sky``.
        about: The node and its place, for the reader.
        params: Those of its variables that are its parameters, in order.
        locals: All its variables.
        results: How many integers it gives, the facts of a kept roll among them.
        kept: How what it gave is kept; None where it is worked out anew each time.
        asks: Whether a choice can come up in it, callees included.
        faults: Whether it can come to a fault, callees included.
        ends: Numbers of the procedures that its body can end, its own among them; what it can end around it is the
            others.
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
        """How the node is used: ``roll``, ``look``, ``do`` ..."""
        return self.name.partition(":")[0]

    @property
    def parts(self) -> tuple[Stmt | Guard, ...]:
        """What it is made of: its guard, and the statements of its body."""
        return self.body if self.guard is None else (self.guard, *self.body)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All that it is made of, whatever is in something else behind that: passes ask for it again and again."""
        return tuple(walk(*self.parts))

    @cached_property
    def kinds(self) -> frozenset[type]:
        """The classes of all that it is made of."""
        return frozenset(map(type, self.nodes))

    @cached_property
    def callees(self) -> tuple[str, ...]:
        """The functions that it calls, each once, in the order of the first calls."""
        if self.kinds.isdisjoint(CALLS):
            return ()
        return tuple(dict.fromkeys(node.function for node in self.nodes if isinstance(node, CALLS)))

    @property
    def escapes(self) -> frozenset[int]:
        """Numbers of the procedures that a call can end around it."""
        own = frozenset[int]() if self.guard is None or self.guard.number is None else frozenset({self.guard.number})
        return self.ends - own


def with_metadata(function: Function, **changes: Any) -> Function:
    """A function of which something is told otherwise, but not its code: what that is made of is known already."""
    copy = attrs.evolve(function, **changes)
    object.__setattr__(copy, "nodes", function.nodes)
    return copy
