"""What diagrams are made of: atoms, which their nodes ask for, and operators, by which one is made of others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from attrs import field

from bombsight.dsl.node_classes import unguarded
from bombsight.flat.types import Type

CONSTANT_LEVEL = 1 << 30
"""The level of leaves that are known numbers, below that of every atom."""

FORM_LEVEL = CONSTANT_LEVEL - 1
"""The level of leaves that are linear forms; below atoms, too."""

VOID = 1 << 40
"""The leaf that stands for no value at all."""

MOST_ATOMS = 200

WIDE_LIMIT = 128
"""A number that can be more values than this is *wide*: nodes that ask for it have a branch for each run of values,
not for each value, and the number itself is a linear form."""


@unguarded
class Atom:
    """Something that a value depends on.

    Attributes:
        key: What tells it from others.
        label: What the reader calls it.
        type: What it can be.
        values: All of that.
        is_guess: Whether it stands for something that was not worked out, so that some of its values, or some of
            them together with those of other atoms, may never occur.
        version: The id of the field that it is, with its version; None for what is no field.
        element: What its field is a column of, and the place in it; None for what is no cell of a column.
    """

    key: Hashable
    label: str
    type: Type
    values: Sequence[int]
    is_guess: bool = False
    version: tuple[str, int] | None = None
    element: Hashable = None


@unguarded
class Operator:
    """What is done with the values of diagrams, and what of it can be told without looking further.

    Attributes:
        name: What tells it from others.
        function: What it makes of leaves that are known numbers.
        on_forms: The same where one of them is a linear form: a function of the diagrams and the leaves that gives a
            diagram. None for what is never asked of such a one, such as logic.
        is_commutative: Whether its two operands may change places.
        unit: The leaf that leaves the other operand as it is, on either side; None where there is none.
        absorbing: The leaf that makes itself of any other operand; None where there is none.
        on_equal: The leaf that two equal operands make; None where that depends on them.
        is_idempotent: Whether two equal operands make the same again.
    """

    name: Hashable
    function: Callable[..., int] = field(eq=False)
    on_forms: Callable[..., int] | None = field(eq=False, default=None)
    is_commutative: bool = field(eq=False, default=False)
    unit: int | None = field(eq=False, default=None)
    absorbing: int | None = field(eq=False, default=None)
    on_equal: int | None = field(eq=False, default=None)
    is_idempotent: bool = field(eq=False, default=False)


NO, YES, VOID_NODE = 0, 1, 2
"""The nodes of the leaves 0, 1 and :data:`VOID`: the first three of every set of diagrams."""

AND = Operator("and", lambda a, b: a & b, is_commutative=True, unit=1, absorbing=0, is_idempotent=True)
OR = Operator("or", lambda a, b: a | b, is_commutative=True, unit=0, absorbing=1, is_idempotent=True)
NOT = Operator("not", lambda a: 1 - a)

NO_NODE = -1
"""No node at all."""
