"""Thresholds: the values at which what comes of a roll may change with a number that the roll reads.

Rules mostly compare a number with figures: ``gold > 2000``. Then it does not matter which of the values between two
thresholds a number has, and whoever asks about a roll needs to look at one value of each interval between them. A
number matters *by itself* where it is used otherwise: given as a result, added to dice, handed to a table, compared
with what is not known before the roll.
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
"""What a number is known by wherever it is read: the kind of its read, and the name."""

ComparedPair = tuple[x.Expr, x.Expr]
"""Two numbers that are compared."""

NumberFunction = Callable[[int], int]
"""What a number comes to by the value of another."""

FieldLookup = Callable[[x.Read], int | None]
"""The value of a field before the roll, None where it is open."""


@frozen(eq=False)
class NumberUsage:
    """How a roll uses what it reads.

    Attributes:
        pairs: The comparisons in which each is used.
        whole: What matters by itself.
        written: The ids of the fields that the roll may write before it asks for them.
    """

    pairs: Mapping[NumberKey, Sequence[ComparedPair]] = field(factory=dict)
    whole: frozenset[NumberKey] = frozenset()
    written: frozenset[str] = frozenset()


def usage_of_roll(table: n.Table, graph: n.RuleGraph, effects: Effects) -> NumberUsage:
    """How a roll on a table uses what it reads, itself and in all that it calls."""
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
        # A row may write a field once modifiers and keys have asked for it; who asks later finds another value.
        is_asked_again = bool(graph.rerolls) or can_reach_itself(callee, effects)
        is_asked_again |= any(isinstance(part, g.Again) for part in walk(table))
        rows = row_bodies(table)
        late_collector = UsageCollector(params, full)
        late_collector.visit(rows)
        for name in effects.effect_of(rows).calls & items.keys():
            late_collector.visit(items[name], sees_params=False)
        asked_late = late_collector.whole | late_collector.pairs.keys()
        written = frozenset(name for name in written if is_asked_again or ("field", name) in asked_late)
        collector.whole |= {("field", name) for name in written}
    return NumberUsage(collector.pairs, frozenset(collector.whole), written)


def usage_of(parts: Iterable[object], params: Iterable[str]) -> NumberUsage:
    """How parts of rules that change nothing use what they read themselves."""
    collector = UsageCollector(frozenset(params), frozenset())
    for part in parts:
        collector.visit(part)
    return NumberUsage(collector.pairs, frozenset(collector.whole))


def number_key(part: Subject) -> NumberKey:
    """What a number is known by."""
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
    """Goes through parts of rules, and notes how they use numbers.

    Args:
        params: The names of the table's parameters.
        full: The ids of the fields that stop at their ends where too much is added.

    Attributes:
        pairs: The comparisons in which each number is used.
        whole: The numbers that matter by themselves.
    """

    def __init__(self, params: frozenset[str], full: frozenset[str]) -> None:
        self.params, self.full = params, full
        self.pairs: dict[NumberKey, list[ComparedPair]] = {}
        self.whole: set[NumberKey] = set()

    def visit(self, part: object, *, sees_params: bool = True) -> None:
        """Note how a part uses numbers.

        Args:
            part: The part.
            sees_params: Whether it is in reach of the table's parameters.
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
                    # What is only said changes nothing.
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
                case _:  # the rest: what it is made of is looked at
                    pass
            waiting += children(found)


def collect_reads(part: object, params: frozenset[str]) -> Iterator[Subject]:
    """All that is read in a part."""
    for each in walk(part):
        if isinstance(each, x.Read | x.CallDefine) or (isinstance(each, x.Var) and each.name in params):
            yield each


def compared_pairs(part: x.Comparison | x.InRange | x.OneOf) -> Iterator[ComparedPair]:
    """What is compared with each other."""
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
    """The values from which on a comparison may come out otherwise.

    Args:
        pair: What is compared.
        key: The number whose values are asked about.
        values: Its least and its greatest.
        known_value: What other fields are.

    Returns:
        The values, none where it comes out the same for all; None where each may come out in its own way.
    """
    left, right = pair
    own = [
        read
        for read in collect_reads(pair, frozenset({key[1]} if key[0] == "param" else ()))
        if number_key(read) == key
    ]
    if any(read != own[0] for read in own):  # two fields of a kind, which may be one and the same
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
    """What a value comes to by that of a number, behind its slope; None where it may both fall and rise.

    The slope is 1 where the value never falls as the number rises, -1 where it never rises, 0 where it stays.
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
        case _:  # the rest: may both fall and rise
            pass
    return None


def scale_function(number: tuple[int, NumberFunction] | None, factor: int) -> tuple[int, NumberFunction] | None:
    """A number times a constant."""
    if number is None:
        return None
    slope, function = number
    return slope * ((factor > 0) - (factor < 0)), lambda value: factor * function(value)


def add_functions(
    left: tuple[int, NumberFunction] | None, right: tuple[int, NumberFunction] | None
) -> tuple[int, NumberFunction] | None:
    """The sum of two numbers; None where one falls as the other rises."""
    if left is None or right is None or left[0] * right[0] < 0:
        return None
    (slope, left_function), (second_slope, right_function) = left, right
    return slope or second_slope, lambda value: left_function(value) + right_function(value)
