"""So many steps: a number, and more for each element that some lists hold by then, or each number of some ranges."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bombsight.compiler.graph import expressions as x
from bombsight.dsl.node_classes import field, frozen

MAX_STEPS = 2**31 - 1
"""Steps fit 32 bits, as all numbers do: what costs more costs this."""

MAX_RANGE_STEPS = MAX_STEPS // 2
"""The most that the numbers of one range cost: so that with what is fixed it fits."""

Counted = str | x.RangeDomain
"""What is counted when steps are taken: the elements of a list, by its name, or the numbers of a wide range."""


@frozen
class StepCost:
    """A number of steps.

    Attributes:
        fixed: What it is at least.
        per_unit: What each element of a list adds, or each number of a range.
    """

    fixed: int = 0
    per_unit: Mapping[Counted, int] = field(factory=dict)

    def evaluate(self, size: Callable[[Counted], int]) -> int:
        """The number, where lists and ranges have these sizes."""
        return min(
            self.fixed + sum(cost_of_units(more, name, size(name)) for name, more in self.per_unit.items()), MAX_STEPS
        )

    def __add__(self, other: StepCost | int) -> StepCost:
        if isinstance(other, int):
            return StepCost(min(self.fixed + other, MAX_STEPS), self.per_unit)
        each = {
            name: self.per_unit.get(name, 0) + other.per_unit.get(name, 0)
            for name in {**self.per_unit, **other.per_unit}
        }
        return StepCost(min(self.fixed + other.fixed, MAX_STEPS), each)

    def __rmul__(self, times: int) -> StepCost:
        return StepCost(
            min(self.fixed * times, MAX_STEPS), {name: more * times for name, more in self.per_unit.items()}
        )

    def __radd__(self, other: int) -> StepCost:
        return self + other


def cost_of_units(unit_cost: int, unit: Counted, size: int) -> int:
    """What so many elements or numbers add; of a range as much as fits."""
    if isinstance(unit, str):
        return unit_cost * size
    dearest, numbers = limit_range_cost(unit_cost)
    return dearest * min(size, numbers)


def limit_range_cost(unit_cost: int) -> tuple[int, int]:
    """What each number of a range adds, and how many of them count: all together fit."""
    dearest = min(max(unit_cost, 1), MAX_RANGE_STEPS)
    return dearest, MAX_RANGE_STEPS // dearest
