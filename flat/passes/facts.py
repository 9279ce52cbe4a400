"""What can be known of values without running: their ranges, and so which of them may be worked out anywhere.

What may be worked out anywhere is no fault, takes no steps, and reads nothing outside of its slots or its tuple,
whatever has been tested before it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import assert_never

from bombsight.dsl.node_classes import field, frozen
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.effects import has_fault
from bombsight.flat.functions import Function, Variable
from bombsight.flat.guards import Guard
from bombsight.flat.program import Program
from bombsight.flat.types import NONE, BoolType, EnumType, IntType, Type
from bombsight.flat.walking import Node, walk

EFFECT_NODES = frozenset({fx.Call, fx.Taking, fx.Some, fx.Fit, fx.Failure, fx.Quantifier, fx.Place})
"""What may be a fault or take steps, or some of it."""

Range = tuple[int, int]
"""The least and the greatest that a value can be."""


@frozen
class Facts:
    """What is known of a program.

    Attributes:
        data: The constant tuples, those among them that are made on the way.
        values: What slots can hold that never hold none, by the first of their field.
        optional: The same of slots that may hold none.
        runs: How many slots there are under the name of the first.
        capacities: Of the lists.
        starts: What slots hold when a game starts, the first of a run only where all of it hold the same.
        quiet: Functions met with that are no fault and take no steps.
        efforts: The effort of each function met with.
    """

    data: dict[str, tuple[int, ...]]
    values: Mapping[int, Range]
    optional: Mapping[int, Range]
    runs: Mapping[int, int]
    capacities: Mapping[str, int]
    starts: Mapping[int, int] = field(factory=dict)
    quiet: set[str] = field(factory=set)
    efforts: dict[str, float] = field(factory=dict)

    def range_of(self, value: fx.Expr, variables: Mapping[str, Variable]) -> Range | None:
        """The range of a value that is never none; None where that is not known."""
        match value:
            case fx.Num(number):
                return None if number == NONE else (number, number)
            case fx.Local(name):
                found = variables.get(name)
                return None if found is None or found.none or found.capacity is not None else (found.low, found.high)
            case fx.Slot(base):
                return self.values.get(base)
            case fx.Datum(data):
                held = self.data[data]
                return None if NONE in held else (min(held), max(held))
            case fx.Place(list_, _, None):
                return 0, self.capacities[list_] - 1
            case fx.Arithmetic(op, left, right):
                one, other = self.range_of(left, variables), self.range_of(right, variables)
                return None if one is None or other is None else combine_ranges(op, one, other)
            case fx.Pick(fx.Compare("==", tested, fx.Num(number)), some, other_value) if (
                number == NONE and tested == other_value
            ):
                one, other = self.range_of(some, variables), self.range_without_none(tested, variables)
                return None if one is None or other is None else (min(one[0], other[0]), max(one[1], other[1]))
            case fx.Pick(_, some, other_value):
                one, other = self.range_of(some, variables), self.range_of(other_value, variables)
                return None if one is None or other is None else (min(one[0], other[0]), max(one[1], other[1]))
            case fx.Clamp(_, low, high):
                return low, high
            case _:  # the rest: of other values only conditions are known
                return (0, 1) if fx.is_condition(value) else None

    def range_without_none(self, value: fx.Expr, variables: Mapping[str, Variable]) -> Range | None:
        """The range of a value that may be none besides."""
        match value:
            case fx.Local(name) if name in variables and variables[name].capacity is None:
                return variables[name].low, variables[name].high
            case fx.Slot(base) if base in self.optional:
                return self.optional[base]
            case _:  # the rest: known, if at all, to be never none
                return self.range_of(value, variables)

    def is_safe(self, value: fx.Expr | fx.Source, variables: Mapping[str, Variable]) -> bool:
        """Whether a value may be worked out anywhere."""
        return all(self.is_node_safe(part, variables) for part in walk(value))

    def is_node_safe(self, part: Node, variables: Mapping[str, Variable]) -> bool:
        """The same of a part of it, whatever that is made of."""
        match part:
            case fx.Num() | fx.Local():
                return True
            case fx.Slot(base, offset):
                found = self.range_of(offset, variables)
                return found is not None and found[0] >= 0 and found[1] < self.runs.get(base, 1)
            case fx.Datum(data, index):
                found = self.range_of(index, variables)
                return found is not None and found[0] >= 0 and found[1] < len(self.data[data])
            case fx.Call() | fx.Let() | fx.Taking() | fx.Live() | fx.Quotient() | fx.Some() | fx.Fit() | fx.Failure():
                return False
            case fx.Place() | fx.Quantifier():
                return not has_own_effect(part)
            case fx.BaseCondition() | fx.Arithmetic() | fx.Negative() | fx.Extreme() | fx.Clamp() | fx.Neighbour():
                return True
            case fx.Length() | fx.Pick() | fx.OrElse() | fx.BaseSource():
                return True
            case fs.BaseStmt() | fs.Arm() | Guard():
                return False
            case _:
                assert_never(part)


def combine_ranges(op: fx.ArithmeticOp, left: Range, right: Range) -> Range:
    """The range of a sum, a difference or a product."""
    match op:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            products = [a * b for a in left for b in right]
            return min(products), max(products)
        case _:
            assert_never(op)


def collect_facts(program: Program) -> Facts:
    """What is known of a program."""
    values: dict[int, Range] = {}
    optional: dict[int, Range] = {}
    runs: dict[int, int] = {}
    for placed in program.fields:
        length = placed.size
        for dimension in placed.shape[: len(placed.shape) - len(placed.indices)]:
            length *= dimension
        runs[placed.base] = length
        reach = range_of_type(placed.type, program)
        if reach is not None:
            (optional if placed.type.is_optional else values)[placed.base] = reach
    for pool in program.lists:
        runs[pool.base] = pool.capacity
        values[pool.count] = 0, pool.capacity
    for option in program.open_options:
        held = range_of_type(option.type, program)
        if held is not None:
            values[option.slot] = held
    starts = dict(enumerate(program.defaults))
    for base, count in runs.items():
        if len({*program.defaults[base : base + count]}) != 1:
            del starts[base]
    return Facts(dict(program.data), values, optional, runs, {pool.id: pool.capacity for pool in program.lists}, starts)


def range_of_type(kind: Type, program: Program) -> Range | None:
    """What a value of a type can be, none apart."""
    match kind:
        case BoolType():
            return 0, 1
        case IntType(low=low, high=high):
            return low, high
        case EnumType(enum=enum) if enum in program.enums:
            return 0, len(program.enums[enum].values) - 1
        case _:  # the rest: not known
            return None


def is_effect_free(value: fx.Expr | fx.Source, quiet: Container[str] = ()) -> bool:
    """Whether a value is neither a fault nor takes steps, where it is worked out as the rules have it.

    Args:
        value: The value.
        quiet: Functions of which that is so.
    """
    return not any(type(part) in EFFECT_NODES and has_own_effect(part, quiet) for part in walk(value))


def has_own_effect(part: Node, quiet: Container[str] = ()) -> bool:
    """Whether a part of a value may be a fault by itself, or takes steps."""
    match part:
        case fx.Call(function=function):
            return function not in quiet
        case fx.Quantifier(steps=steps):
            return steps is not None
        case fx.Place(site=site):
            return site is not None
        case _:  # the rest: by its class
            return type(part) in EFFECT_NODES


def is_function_effect_free(function: Function, quiet: Container[str]) -> bool:
    """Whether no call of a function is a fault or takes steps."""
    return not has_fault(function) and all(callee in quiet for callee in function.callees)
