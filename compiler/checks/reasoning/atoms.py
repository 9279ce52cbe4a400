"""Atoms, the variables that diagram nodes test, and operators, which combine diagrams."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from attrs import field

from bombsight.compiler.graph.intervals import Numbers
from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import unguarded
from bombsight.flat.types import Type

CONSTANT_LEVEL = 1 << 30
"""The level of constant leaves, below that of every atom."""

FORM_LEVEL = CONSTANT_LEVEL - 1
"""The level of leaves that are linear forms, below that of every atom."""

VOID = 1 << 40
"""The leaf for the absence of a value."""

MOST_ATOMS = 200

WIDE_LIMIT = 128
"""The number of values above which a number is *wide*.

Nodes that test it have a branch per run of values, not per value, and the number itself is a linear form.
"""


@unguarded
class Atom:
    """A variable of the diagrams: a field, a parameter, an option, or a guess.

    Attributes:
        key: Its identity.
        label: Its name in messages.
        type: Its type.
        values: All its possible values.
        is_guess: Whether it stands for a value that was not evaluated: then some values, or combinations of them
            with other atoms, may never occur.
        version: The id and version of its field; None if it is no field.
        element: The enums that index its field, with the indices of its cell; None if it is no cell.
        dice: The dice, if its values are outcomes of their throw that tell single dice apart.
    """

    key: Hashable
    label: str
    type: Type
    values: Numbers
    is_guess: bool = False
    version: tuple[str, int] | None = None
    element: Hashable = None
    dice: Dice | None = None


@unguarded
class Operator:
    """An operator on the values of diagrams, with the algebraic laws that allow short cuts.

    Attributes:
        name: Its identity.
        function: Its value for constant leaves.
        on_forms: Its diagram for leaves of which one is a linear form, as a function of the diagrams and the
            leaves; None for operators that never get forms, such as logic.
        is_commutative: Whether the operands may be exchanged.
        unit: The neutral leaf, on either side; None if there is none.
        absorbing: The leaf that equals the result with any other operand; None if there is none.
        on_equal: The result for two equal operands; None if it depends on them.
        is_idempotent: Whether two equal operands give the same operand.
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
"""The nodes of the leaves 0, 1 and :data:`VOID`: the first three in every set of diagrams."""

AND = Operator("and", lambda a, b: a & b, is_commutative=True, unit=1, absorbing=0, is_idempotent=True)
OR = Operator("or", lambda a, b: a | b, is_commutative=True, unit=0, absorbing=1, is_idempotent=True)
NOT = Operator("not", lambda a: 1 - a)

NO_NODE = -1
"""The node number for a missing operand."""
