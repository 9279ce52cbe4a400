"""What every slot holds when a game starts."""

from __future__ import annotations

from itertools import product

from compiler.graph.types import NONE, TextType
from compiler.lower.expressions import value
from compiler.lower.flat import expressions as fx
from compiler.lower.frame import Frame
from compiler.lower.layout import Placed
from compiler.lower.unit import Unit
from compiler.program import RESERVE, STEP_BUDGET, STEP_RESERVE, STEPS


def fill_defaults(unit: Unit) -> None:
    """Work out the default of every slot.

    Raises:
        ValueError: A default is not made of options, printed data and its own indices.
    """
    slots = [0] * unit.layout.slots
    slots[STEPS], slots[RESERVE] = STEP_BUDGET, STEP_RESERVE
    for pool in unit.layout.pools.values():
        slots[pool.base : pool.base + pool.capacity] = [NONE] * pool.capacity
    for placed in unit.layout.fields.values():
        slots[placed.slots.start : placed.slots.stop] = one_of_each(placed, unit) * placed.capacity
    unit.defaults = slots


def one_of_each(placed: Placed, unit: Unit) -> list[int]:
    """The default of each value of a field, an element's field once."""
    node = placed.field
    if isinstance(node.type, TextType):
        return [0] * placed.size
    found = []
    for indices in product(*(range(length) for length in placed.shape)):
        frame = Frame(unit=unit, owner=f"field:{node.id}", out=None)
        frame.bound = dict(zip(node.index_names, map(fx.Num, indices), strict=True))
        result = value(node.default, frame)
        if not isinstance(result, fx.Num):
            raise ValueError(f"the default of {node.id} is no constant")
        found.append(result.value)
    return found
