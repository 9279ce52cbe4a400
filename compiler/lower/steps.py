"""Step costs: a fixed number, plus a number per element of some lists or per number of some ranges."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bombsight.compiler.graph import expressions as x
from bombsight.dsl.node_classes import field, frozen

MAX_STEPS = 2**31 - 1
"""The greatest step cost: costs saturate at 32 bits, as all numbers do."""

MAX_RANGE_STEPS = MAX_STEPS // 2
"""The greatest cost of one range, so that its sum with a fixed cost fits 32 bits."""

Counted = str | x.RangeDomain
"""A size that is known only at run time: the length of a list, by name, or the size of a wide range."""


@frozen
class StepCost:
    """A cost in steps (units of run-time work), linear in run-time sizes of lists and ranges.

    Attributes:
        per_unit: The steps per element of a list or per number of a range.
    """

    fixed: int = 0
    per_unit: Mapping[Counted, int] = field(factory=dict)

    def evaluate(self, size: Callable[[Counted], int]) -> int:
        """Evaluate the cost to a number of steps; ``size`` returns the size of a list or range."""
        return min(
            self.fixed + sum(cost_of_units(more, name, size(name)) for name, more in self.per_unit.items()), MAX_STEPS
        )

    def __add__(self, other: StepCost | int) -> StepCost:
        """Return the sum of two costs, or of a cost and a number of steps."""
        if isinstance(other, int):
            return StepCost(min(self.fixed + other, MAX_STEPS), self.per_unit)
        each = {
            name: self.per_unit.get(name, 0) + other.per_unit.get(name, 0)
            for name in {**self.per_unit, **other.per_unit}
        }
        return StepCost(min(self.fixed + other.fixed, MAX_STEPS), each)

    def __rmul__(self, times: int) -> StepCost:
        """Return a number of times the cost."""
        return StepCost(
            min(self.fixed * times, MAX_STEPS), {name: more * times for name, more in self.per_unit.items()}
        )

    def __radd__(self, other: int) -> StepCost:
        """Return the sum of a number of steps and the cost."""
        return self + other


def cost_of_units(unit_cost: int, unit: Counted, size: int) -> int:
    """The cost of visiting ``size`` elements of a list or numbers of a range; that of a range is capped."""
    if isinstance(unit, str):
        return unit_cost * size
    dearest, numbers = limit_range_cost(unit_cost)
    return dearest * min(size, numbers)


def limit_range_cost(unit_cost: int) -> tuple[int, int]:
    """Cap the cost per number of a range and the number of them, so that the product fits."""
    dearest = min(max(unit_cost, 1), MAX_RANGE_STEPS)
    return dearest, MAX_RANGE_STEPS // dearest
