"""What every slot holds when a game starts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from bombsight.boundary.budget import Allowance, Budget, OverBudgetError, Work
from bombsight.boundary.errors import InputError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.derived_values import entry, leaves
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.layout import Placed
from bombsight.compiler.lower.query_functions import AsidePiece
from bombsight.compiler.lower.unit import Unit
from bombsight.flat import expressions as fx
from bombsight.flat.layout import RESERVE, STEPS, Following
from bombsight.flat.types import NONE, TextType


def fill_defaults(unit: Unit, allowance: Allowance) -> None:
    """Work out the default of every slot.

    Args:
        unit: The program that is made.
        allowance: What its rules may cost.

    Raises:
        ValueError: A default is not made of options, printed data and its own indices.
        InputError: Too many members are gone through for them.
    """
    looks = allowance.budget(Work.DEFAULT)
    slots = [0] * unit.layout.slots
    slots[STEPS], slots[RESERVE] = unit.budgets.mission, unit.budgets.reserve
    for pool in unit.layout.pools.values():
        for first in (pool.base, *([pool.order] if pool.order is not None else [])):
            slots[first : first + pool.capacity] = [NONE] * pool.capacity
    for placed in unit.layout.fields.values():
        slots[placed.slots.start : placed.slots.stop] = one_of_each(placed, unit, looks) * placed.capacity
    for name, slot in unit.layout.options.items():
        slots[slot] = unit.options[name].value
    unit.defaults = slots


def one_of_each(placed: Placed, unit: Unit, looks: Budget) -> list[int]:
    """The default of each value of a field, an element's field once.

    Raises:
        ValueError: A default is no constant, which the checks have refused before.
        InputError: Too many members are gone through for it.
    """
    node = placed.field
    if isinstance(node.type, TextType):
        return [0] * placed.size
    found = []
    for indices in product(*(range(length) for length in placed.shape)):
        frame = Frame(unit=unit, owner=f"field:{node.id}", out=None, beforehand=looks)
        frame.bound = dict(zip(node.index_names, map(fx.Num, indices), strict=True))
        try:
            result = value(node.default, frame)
        except OverBudgetError as over:
            told = f"the default of {node.title or node.id} takes too long: there are {over}"
            raise InputError(
                told, str(node.default.span), "Set it where it is first needed, or say --limit N."
            ) from None
        if not isinstance(result, fx.Num):
            raise ValueError(f"the default of {node.id} is no constant")
        found.append(result.value)
    return found


def following(unit: Unit) -> Iterator[Following]:
    """The defaults that follow open options: each becomes an aside of its own, of the indices that it reads."""
    for placed in unit.layout.fields.values():
        node = placed.field
        if not unit.layout.options or not any(isinstance(part, x.OptionRead) for part in walk(node.default)):
            continue
        read = leaves(node.default)
        piece = AsidePiece(node.default, read, f"field:{node.id}", f"default of {node.id}  {node.span}")
        found: dict[tuple[int, ...], list[int]] = {}
        for place, indices in enumerate(product(*(range(length) for length in placed.shape))):
            values = dict(zip(node.index_names, indices, strict=True))
            given = tuple(values[leaf.name] for leaf in read if isinstance(leaf, x.Var))
            of_each_element = range(placed.base + place, placed.slots.stop, placed.size)
            found.setdefault(given, []).extend(of_each_element)
        for given, slots in found.items():
            yield Following(slots=tuple(slots), entry=entry(unit, piece), arguments=given)
