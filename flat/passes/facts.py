"""Static facts about values: their ranges, and which of them are safe to evaluate anywhere.

A safe value cannot fault, takes no steps, and reads only in the range of its slots or tuple, whatever was tested
before.
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
"""Nodes that may fault or take steps, directly or in a part."""

Range = tuple[int, int]
"""The least and the greatest value."""


@frozen
class Facts:
    """Static facts about a program.

    Attributes:
        data: The constant tuples, including those added by passes.
        values: Ranges of slots that never hold none, by the first slot of their field.
        optional: Ranges of slots that may hold none.
        runs: The number of slots of each field or list, by the first slot.
        capacities: The capacities of lists.
        starts: The initial value of each slot; for a run of slots under its first, if all are equal.
        quiet: Functions seen that cannot fault and take no steps.
        efforts: The effort of each function seen.
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
        """Return the range (low, high) of a value that is never none; None if it may be none or has no known range."""
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
            case _:  # the rest: only conditions have a known range
                return (0, 1) if fx.is_condition(value) else None

    def range_without_none(self, value: fx.Expr, variables: Mapping[str, Variable]) -> Range | None:
        """Return the range (low, high) of a value in the cases where it is not none; None if unknown."""
        match value:
            case fx.Local(name) if name in variables and variables[name].capacity is None:
                return variables[name].low, variables[name].high
            case fx.Slot(base) if base in self.optional:
                return self.optional[base]
            case _:  # the rest: never none, if known at all
                return self.range_of(value, variables)

    def is_safe(self, value: fx.Expr | fx.Source, variables: Mapping[str, Variable]) -> bool:
        """Whether a value is safe to evaluate anywhere: no fault, no steps taken, no index out of range."""
        return all(self.is_node_safe(part, variables) for part in walk(value))

    def is_node_safe(self, part: Node, variables: Mapping[str, Variable]) -> bool:
        """Whether a node, apart from its parts, is safe to evaluate anywhere: no fault, steps or bad index."""
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
    """Return the range of a sum, difference or product (``op``) of values from two ranges."""
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
    """Collect the ranges and initial values that a program's declarations state."""
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
    """The range (low, high) of a type's values other than none; None if the type has no known range."""
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
    """Whether evaluating a value neither faults nor takes steps; calls of ``quiet`` functions do neither."""
    return not any(type(part) in EFFECT_NODES and has_own_effect(part, quiet) for part in walk(value))


def has_own_effect(part: Node, quiet: Container[str] = ()) -> bool:
    """Whether a node, apart from its parts, may fault or take steps; calls of ``quiet`` functions do neither."""
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
    """Whether a call of a function neither faults nor takes steps, given that ``quiet`` functions do neither."""
    return not has_fault(function) and all(callee in quiet for callee in function.callees)
