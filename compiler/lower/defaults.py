"""What every slot holds when a game starts."""

from __future__ import annotations

from itertools import product

from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.layout import Placed
from bombsight.compiler.lower.unit import Unit
from bombsight.flat import expressions as fx
from bombsight.flat.layout import RESERVE, STEPS
from bombsight.flat.program import STEP_BUDGET, STEP_RESERVE
from bombsight.flat.types import NONE, TextType


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
    """The default of each value of a field, an element's field once.

    Raises:
        ValueError: A default is no constant, which the checks have refused before.
    """
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
