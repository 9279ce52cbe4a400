"""Thresholds: the values of an input at which the outcome of a roll may change.

Rules mostly compare a number with constants: ``gold > 2000``. All values between two thresholds are then equivalent, so
an analysis needs to try one value of each interval. A number matters *as a whole* if it is used otherwise: given as a
result, added to dice, passed to a table, compared with a value unknown before the roll.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from attrs import field, frozen

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.intervals import Interval
from bombsight.compiler.graph.walk import children, walk
from bombsight.compiler.odds_harness import Subject, can_reach_itself, row_bodies

NumberKey = tuple[str, str]
"""Key of a number: the kind of its read, and the name."""

ComparedPair = tuple[x.Expr, x.Expr]
"""The two operands of a comparison."""

NumberFunction = Callable[[int], int]
"""A function from the value of one number to the value of another."""

FieldLookup = Callable[[x.Read], int | None]
"""The value of a field before the roll, None if unknown."""


@frozen(eq=False)
class NumberUsage:
    """How a roll uses each number: in which comparisons, or with its exact value.

    Attributes:
        pairs: The comparisons that use each number.
        whole: The numbers that matter as a whole.
        written: Ids of the fields that the roll may write before it reads them.
    """

    pairs: Mapping[NumberKey, Sequence[ComparedPair]] = field(factory=dict)
    whole: frozenset[NumberKey] = frozenset()
    written: frozenset[str] = frozenset()


def usage_of_roll(table: n.Table, graph: n.RuleGraph, effects: Effects) -> NumberUsage:
    """Collect how a roll on a table, with all that it calls, uses numbers: in comparisons, or exactly."""
    callee = f"table:{table.id}"
    roll_effect = effects.call_effect(callee)
    items: dict[str, object] = {
        **effects.callable_items,
        **{f"modifiers:{each.id}": each.modifiers for each in graph.tables},
        **{f"reroll:{each.name}": each for each in graph.rerolls},
    }
    params = frozenset(param.name for param in table.params)
    full = frozenset(each.id for each in graph.fields if each.full)
    collector = UsageCollector(params, full)
    collector.visit(table)
    for name in roll_effect.calls & items.keys() - {callee}:
        collector.visit(items[name], sees_params=False)
    written = frozenset(name.removeprefix("field:") for name in roll_effect.writes if name.startswith("field:"))
    if written:
        # A row may write a field after modifiers and keys have read it; later reads see another value.
        is_asked_again = bool(graph.rerolls) or can_reach_itself(callee, effects)
        is_asked_again |= any(isinstance(part, g.Again | g.AgainEachOnce) for part in walk(table))
        rows = row_bodies(table)
        late_collector = UsageCollector(params, full)
        late_collector.visit(rows)
        for name in effects.effect_of(rows).calls & items.keys():
            late_collector.visit(items[name], sees_params=False)
        asked_late = late_collector.whole | late_collector.pairs.keys()
        written = frozenset(name for name in written if is_asked_again or ("field", name) in asked_late)
        collector.whole |= {("field", name) for name in written}
    return NumberUsage(collector.pairs, frozenset(collector.whole), written)


def usage_of_parts(parts: Iterable[object], params: Iterable[str]) -> NumberUsage:
    """Collect how expressions without side effects use each number: in comparisons, or with its exact value."""
    collector = UsageCollector(frozenset(params), frozenset())
    for part in parts:
        collector.visit(part)
    return NumberUsage(collector.pairs, frozenset(collector.whole))


def number_key(part: Subject) -> NumberKey:
    """Return the key of the field, define or parameter that an expression reads, such as ``("field", "fuel")``."""
    match part:
        case x.Read(field=name):
            return ("field", name)
        case x.CallDefine(define=name):
            return ("define", name)
        case x.Var(name=name):
            return ("param", name)
        case _:
            assert_never(part)


class UsageCollector:
    """A visitor that collects how rules use each number: in comparisons, or with its exact value.

    Args:
        params: The names of the table's parameters.
        full: The ids of the fields that saturate at their bounds.

    Attributes:
        pairs: The comparisons that use each number.
        whole: The numbers that matter as a whole.
    """

    def __init__(self, params: frozenset[str], full: frozenset[str]) -> None:
        """Make an empty collector, given a table's parameter names and the ids of saturating (`full`) fields."""
        self.params, self.full = params, full
        self.pairs: dict[NumberKey, list[ComparedPair]] = {}
        self.whole: set[NumberKey] = set()

    def visit(self, part: object, *, sees_params: bool = True) -> None:
        """Visit a part of the rules, and collect the comparisons and other uses of each number.

        Args:
            part: The part.
            sees_params: Whether the table's parameters are in scope.
        """
        waiting: list[object] = [part]
        while waiting:
            found = waiting.pop()
            if type(found) is tuple:
                waiting += found
                continue
            if found is None or type(found) is str:
                continue
            match found:
                case x.Comparison() | x.InRange() | x.OneOf():
                    for pair in compared_pairs(found):
                        for each in {
                            number_key(read)
                            for read in collect_reads(pair, self.params if sees_params else frozenset())
                        }:
                            self.pairs.setdefault(each, []).append(pair)
                    continue
                case x.Template(parts=parts):
                    # A value in a message affects nothing.
                    waiting += [each for each in parts if not isinstance(each, x.Read | x.Var)]
                    continue
                case g.Match(param=name) if sees_params:
                    self.whole.add(("param", name))
                case g.Increase(target=x.Read(field=name)) if name not in self.full:
                    self.whole.add(("field", name))
                case x.Read() | x.CallDefine():
                    self.whole.add(number_key(found))
                case x.Var(name=name) if sees_params and name in self.params:
                    self.whole.add(number_key(found))
                case _:  # the rest: visit the children
                    pass
            waiting += children(found)


def collect_reads(part: object, params: frozenset[str]) -> Iterator[Subject]:
    """Yield each read of a field, define or parameter inside an expression."""
    for each in walk(part):
        if isinstance(each, x.Read | x.CallDefine) or (isinstance(each, x.Var) and each.name in params):
            yield each


def compared_pairs(part: x.Comparison | x.InRange | x.OneOf) -> Iterator[ComparedPair]:
    """Yield each pair of operands that a condition compares: for ``v in 1..3`` the pairs ``v, 1`` and ``v, 3``."""
    match part:
        case x.Comparison(left=left, right=right):
            yield left, right
        case x.InRange(value=value, low=low, high=high):
            yield value, low
            yield value, high
        case x.OneOf(value=value, members=members):
            yield from ((value, member) for member in members)
        case _:
            assert_never(part)


# --- thresholds


def find_thresholds(pair: ComparedPair, key: NumberKey, values: Interval, known_value: FieldLookup) -> set[int] | None:
    """Find the values of a number at which the outcome of a comparison may change.

    Args:
        pair: The operands.
        key: The number.
        values: Its least and its greatest value.
        known_value: The values of other fields.

    Returns:
        The thresholds, empty if the outcome is constant; None if every value may have an outcome of its own.
    """
    left, right = pair
    own = [
        read
        for read in collect_reads(pair, frozenset({key[1]} if key[0] == "param" else ()))
        if number_key(read) == key
    ]
    if any(read != own[0] for read in own):  # two elements of an array or list, which may be the same
        return None
    found = as_monotone_function(x.Arithmetic(op="-", left=left, right=right, type=left.type), key, known_value)
    if found is None:
        return None
    slope, function = found
    low, high = values
    every = range(low, high + 1)
    if not slope:
        return set()
    places = [cut(every, 0, key=lambda value: slope * function(value)) for cut in (bisect_left, bisect_right)]
    return {low + place for place in places if 0 < place < len(every)}


def as_monotone_function(part: x.Expr, key: NumberKey, known_value: FieldLookup) -> tuple[int, NumberFunction] | None:
    """Express an expression as a monotone function of one number, with its slope; None if it may not be one.

    The slope is 1 for non-decreasing, -1 for non-increasing, 0 for constant functions.
    """
    if isinstance(part, x.Read | x.CallDefine | x.Var) and number_key(part) == key:
        return 1, lambda value: value
    match part:
        case x.Const(value=constant):
            return 0, lambda _: constant
        case x.Read():
            found = known_value(part)
            return None if found is None else (0, lambda _: found)
        case x.OrElse(value=x.Read() | x.CallDefine() | x.Var() as value) if number_key(value) == key:
            return 1, lambda each: each
        case x.Negation(value=value):
            return scale_function(as_monotone_function(value, key, known_value), -1)
        case x.Arithmetic(op="*", left=left, right=right):
            one, other = as_monotone_function(left, key, known_value), as_monotone_function(right, key, known_value)
            if one is None or other is None or (one[0] and other[0]):
                return None
            number, times = (one, other) if one[0] else (other, one)
            return scale_function(number, times[1](0))
        case x.Arithmetic(op=op, left=left, right=right):
            one, other = as_monotone_function(left, key, known_value), as_monotone_function(right, key, known_value)
            return add_functions(one, other if op == "+" else scale_function(other, -1))
        case x.Quotient(left=left, divisor=x.Const(value=divisor), rounding=rounding):
            one = as_monotone_function(left, key, known_value)
            if one is None:
                return None
            slope, whole = one
            if rounding == "down":
                return slope, lambda value: whole(value) // divisor
            return slope, lambda value: -(-whole(value) // divisor)
        case x.Builtin(function="min" | "max" as name, args=args):
            each = [as_monotone_function(arg, key, known_value) for arg in args]
            sure = [one for one in each if one is not None]
            slopes = {slope for slope, _ in sure if slope}
            if len(sure) < len(each) or len(slopes) > 1:
                return None
            choose = min if name == "min" else max
            return next(iter(slopes), 0), lambda value: choose(function(value) for _, function in sure)
        case _:  # the rest: not known to be monotone
            pass
    return None


def scale_function(
    slope_and_function: tuple[int, NumberFunction] | None, factor: int
) -> tuple[int, NumberFunction] | None:
    """Multiply a monotone function, given with its slope, by a constant; None stays None."""
    if slope_and_function is None:
        return None
    slope, function = slope_and_function
    return slope * ((factor > 0) - (factor < 0)), lambda value: factor * function(value)


def add_functions(
    left: tuple[int, NumberFunction] | None, right: tuple[int, NumberFunction] | None
) -> tuple[int, NumberFunction] | None:
    """Add two monotone functions; None if one falls as the other rises."""
    if left is None or right is None or left[0] * right[0] < 0:
        return None
    (slope, left_function), (second_slope, right_function) = left, right
    return slope or second_slope, lambda value: left_function(value) + right_function(value)
