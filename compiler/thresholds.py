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
from bombsight.compiler.odds_harness import Subject, can_reach_itself, rows_read

Key = tuple[str, str]
"""What a number is known by wherever it is read: the kind of its read, and the name."""

Pair = tuple[x.Expr, x.Expr]
"""Two numbers that are compared."""

Function = Callable[[int], int]
"""What a number comes to by the value of another."""

Known = Callable[[x.Read], int | None]
"""The value of a field before the roll, None where it is open."""


@frozen(eq=False)
class Usage:
    """How a roll uses what it reads.

    Attributes:
        pairs: The comparisons in which each is used.
        whole: What matters by itself.
        written: The ids of the fields that the roll may write before it asks for them.
    """

    pairs: Mapping[Key, Sequence[Pair]] = field(factory=dict)
    whole: frozenset[Key] = frozenset()
    written: frozenset[str] = frozenset()


def usage_of_roll(table: n.Table, graph: n.RuleGraph, effects: Effects) -> Usage:
    """How a roll on a table uses what it reads, itself and in all that it calls."""
    callee = f"table:{table.id}"
    whole = effects.call(callee)
    items: dict[str, object] = {
        **effects.items,
        **{f"modifiers:{each.id}": each.modifiers for each in graph.tables},
        **{f"reroll:{each.name}": each for each in graph.rerolls},
    }
    params = frozenset(param.name for param in table.params)
    full = frozenset(each.id for each in graph.fields if each.full)
    looked = Looking(params, full)
    looked.look(table)
    for name in whole.calls & items.keys() - {callee}:
        looked.look(items[name], own=False)
    written = frozenset(name.removeprefix("field:") for name in whole.writes if name.startswith("field:"))
    if written:
        # A row may write a field once modifiers and keys have asked for it; who asks later finds another value.
        is_asked_again = bool(graph.rerolls) or can_reach_itself(callee, effects)
        is_asked_again |= any(isinstance(part, g.Again) for part in walk(table))
        rows = rows_read(table)
        late = Looking(params, full)
        late.look(rows)
        for name in effects.of(rows).calls & items.keys():
            late.look(items[name], own=False)
        asked_late = late.whole | late.pairs.keys()
        written = frozenset(name for name in written if is_asked_again or ("field", name) in asked_late)
        looked.whole |= {("field", name) for name in written}
    return Usage(looked.pairs, frozenset(looked.whole), written)


def usage_of(parts: Iterable[object], params: Iterable[str]) -> Usage:
    """How parts of rules that change nothing use what they read themselves."""
    looked = Looking(frozenset(params), frozenset())
    for part in parts:
        looked.look(part)
    return Usage(looked.pairs, frozenset(looked.whole))


def key_of(part: Subject) -> Key:
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


class Looking:
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
        self.pairs: dict[Key, list[Pair]] = {}
        self.whole: set[Key] = set()

    def look(self, part: object, *, own: bool = True) -> None:
        """Note how a part uses numbers.

        Args:
            part: The part.
            own: Whether it is in reach of the table's parameters.
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
                    for pair in pairs_of(found):
                        for each in {key_of(read) for read in reads_in(pair, self.params if own else frozenset())}:
                            self.pairs.setdefault(each, []).append(pair)
                    continue
                case x.Template(parts=parts):
                    # What is only said changes nothing.
                    waiting += [each for each in parts if not isinstance(each, x.Read | x.Var)]
                    continue
                case g.Match(param=name) if own:
                    self.whole.add(("param", name))
                case g.Increase(target=x.Read(field=name)) if name not in self.full:
                    self.whole.add(("field", name))
                case x.Read() | x.CallDefine():
                    self.whole.add(key_of(found))
                case x.Var(name=name) if own and name in self.params:
                    self.whole.add(key_of(found))
                case _:  # the rest: what it is made of is looked at
                    pass
            waiting += children(found)


def reads_in(part: object, params: frozenset[str]) -> Iterator[Subject]:
    """All that is read in a part."""
    for each in walk(part):
        if isinstance(each, x.Read | x.CallDefine) or (isinstance(each, x.Var) and each.name in params):
            yield each


def pairs_of(part: x.Comparison | x.InRange | x.OneOf) -> Iterator[Pair]:
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


def thresholds(pair: Pair, key: Key, values: Interval, known: Known) -> set[int] | None:
    """The values from which on a comparison may come out otherwise.

    Args:
        pair: What is compared.
        key: The number whose values are asked about.
        values: Its least and its greatest.
        known: What other fields are.

    Returns:
        The values, none where it comes out the same for all; None where each may come out in its own way.
    """
    left, right = pair
    own = [read for read in reads_in(pair, frozenset({key[1]} if key[0] == "param" else ())) if key_of(read) == key]
    if any(read != own[0] for read in own):  # two fields of a kind, which may be one and the same
        return None
    found = monotone(x.Arithmetic(op="-", left=left, right=right, type=left.type), key, known)
    if found is None:
        return None
    slope, function = found
    low, high = values
    every = range(low, high + 1)
    if not slope:
        return set()
    places = [cut(every, 0, key=lambda value: slope * function(value)) for cut in (bisect_left, bisect_right)]
    return {low + place for place in places if 0 < place < len(every)}


def monotone(part: x.Expr, key: Key, known: Known) -> tuple[int, Function] | None:
    """What a value comes to by that of a number, behind its slope; None where it may both fall and rise.

    The slope is 1 where the value never falls as the number rises, -1 where it never rises, 0 where it stays.
    """
    if isinstance(part, x.Read | x.CallDefine | x.Var) and key_of(part) == key:
        return 1, lambda value: value
    match part:
        case x.Const(value=constant):
            return 0, lambda _: constant
        case x.Read():
            found = known(part)
            return None if found is None else (0, lambda _: found)
        case x.OrElse(value=x.Read() | x.CallDefine() | x.Var() as value) if key_of(value) == key:
            return 1, lambda each: each
        case x.Negation(value=value):
            return scaled(monotone(value, key, known), -1)
        case x.Arithmetic(op="*", left=left, right=right):
            one, other = monotone(left, key, known), monotone(right, key, known)
            if one is None or other is None or (one[0] and other[0]):
                return None
            number, times = (one, other) if one[0] else (other, one)
            return scaled(number, times[1](0))
        case x.Arithmetic(op=op, left=left, right=right):
            one, other = monotone(left, key, known), monotone(right, key, known)
            return added(one, other if op == "+" else scaled(other, -1))
        case x.Quotient(left=left, divisor=x.Const(value=divisor), rounding=rounding):
            one = monotone(left, key, known)
            if one is None:
                return None
            slope, whole = one
            if rounding == "down":
                return slope, lambda value: whole(value) // divisor
            return slope, lambda value: -(-whole(value) // divisor)
        case x.Builtin(function="min" | "max" as name, args=args):
            each = [monotone(arg, key, known) for arg in args]
            sure = [one for one in each if one is not None]
            slopes = {slope for slope, _ in sure if slope}
            if len(sure) < len(each) or len(slopes) > 1:
                return None
            choose = min if name == "min" else max
            return next(iter(slopes), 0), lambda value: choose(function(value) for _, function in sure)
        case _:  # the rest: may both fall and rise
            pass
    return None


def scaled(number: tuple[int, Function] | None, by: int) -> tuple[int, Function] | None:
    """A number times a constant."""
    if number is None:
        return None
    slope, function = number
    return slope * ((by > 0) - (by < 0)), lambda value: by * function(value)


def added(one: tuple[int, Function] | None, other: tuple[int, Function] | None) -> tuple[int, Function] | None:
    """The sum of two numbers; None where one falls as the other rises."""
    if one is None or other is None or one[0] * other[0] < 0:
        return None
    (slope, first), (second_slope, second) = one, other
    return slope or second_slope, lambda value: first(value) + second(value)
