"""Tabulating: what depends on a few things of a few values each, and on constants, is looked up in a table made before.

A table is made of what neither takes steps nor may be a fault; so nobody can tell that it was not worked out.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import assert_never

from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.functions import Variable
from bombsight.flat.passes.facts import Facts, is_settled
from bombsight.flat.passes.rebuild import Data
from bombsight.flat.types import NONE
from bombsight.flat.walking import mentions, parts

MOST = 4096
"""So many values a table may have."""

LABOUR = 500_000
"""So many parts may be worked out for one table."""

SAVING = 25
"""So many parts working a value out must take more than looking it up."""

DIVISION = 30
"""So many parts a division by what is no constant is as much as."""

Variables = Mapping[str, Variable]
Values = Mapping[str, int]
Work = Callable[[Values], int]

ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul}


@frozen
class Span:
    """What a value may be: a number from ``low`` to ``high``, or none too."""

    low: int
    high: int
    none: bool

    @property
    def values(self) -> tuple[int, ...]:
        """All of them, none last."""
        return (*range(self.low, self.high + 1), *([NONE] if self.none else ()))

    def number(self, value: fx.Expr) -> fx.Expr:
        """The place of a value among them."""
        place = fold.plus(value, -self.low)
        if not self.none:
            return place
        return fx.Pick(fold.equal(value, NONE), fx.Num(self.high - self.low + 1), place)


class Unfit(Exception):  # noqa: N818 - a finding, no error
    """Raised inside: an expression depends on more than a table can hold."""


def tabulated(node: fx.Expr, facts: Facts, variables: Variables) -> fx.Expr | None:
    """A look-up that gives what an expression gives; None where a table would be too large, or not worth it.

    Args:
        node: The expression.
        facts: Of the program; a table that is made is put with its constant tuples.
        variables: What the variables that it does not declare itself may be.
    """
    if not is_settled(node):
        return None
    inputs: dict[fx.Expr, Span] = {}
    try:
        find(node, frozenset(), facts, variables, inputs)
    except Unfit:
        return None
    count = 1
    for span in inputs.values():
        count *= span.high - span.low + 1 + span.none
    labour = work(node)
    if count > MOST or count * labour > LABOUR or labour < SAVING + 8 * len(inputs):
        return None
    index: fx.Expr = fx.Num(0)
    names = {}
    for number, (value, span) in enumerate(inputs.items()):
        names[value] = f"input {number}"
        index = fold.plus(fold.times(index, len(span.values)), span.number(value))
    done = compiled(node, names, facts.data)
    try:
        found = tuple(
            int(done(dict(zip(names.values(), values, strict=True))))
            for values in product(*(span.values for span in inputs.values()))
        )
    except IndexError:  # values that never come together lead out of a tuple
        return None
    name = f"table {len(facts.data)}"
    facts.data[name] = found
    return fx.Datum(name, index)


def find(
    node: fx.Expr | fx.Source, bound: frozenset[str], facts: Facts, variables: Variables, inputs: dict[fx.Expr, Span]
) -> None:
    """Add what an expression depends on.

    Raises:
        Unfit: It is more than a few values of variables and slots.
    """
    match node:
        case fx.Local(name):
            if name not in bound:
                inputs[node] = spanned(node, facts, variables)
        case fx.Slot():
            if any(mentions(node, name) for name in bound) or not facts.is_safe(node, variables):
                raise Unfit
            inputs[node] = spanned(node, facts, variables)
        case fx.Quantifier(variable=variable, source=fx.Numbers() | fx.Values() as source, where=where, value=added):
            find(source, bound, facts, variables, inputs)
            for asked in (where, added):
                if asked is not None:
                    find(asked, bound | {variable}, facts, variables, inputs)
        case fx.Let(variable, value, body):
            find(value, bound, facts, variables, inputs)
            find(body, bound | {variable}, facts, variables, inputs)
        case fx.Num() | fx.Datum() | fx.Arithmetic() | fx.Quotient() | fx.Negative() | fx.Compare() | fx.Between():
            find_all(parts(node), bound, facts, variables, inputs)
        case fx.Among() | fx.Not() | fx.All() | fx.Either() | fx.Extreme() | fx.Clamp() | fx.Neighbour():
            find_all(parts(node), bound, facts, variables, inputs)
        case fx.Pick() | fx.OrElse() | fx.Numbers() | fx.Values():
            find_all(parts(node), bound, facts, variables, inputs)
        case _:  # the rest: not worked out by compiled()
            raise Unfit


def find_all(
    nodes: Iterable[fx.Expr | fx.Source],
    bound: frozenset[str],
    facts: Facts,
    variables: Variables,
    inputs: dict[fx.Expr, Span],
) -> None:
    """Add what several expressions depend on.

    Raises:
        Unfit: It is more than a few values of variables and slots.
    """
    for node in nodes:
        find(node, bound, facts, variables, inputs)


def spanned(value: fx.Expr, facts: Facts, variables: Variables) -> Span:
    """What a variable or a slot may be.

    Raises:
        Unfit: Too much.
    """
    always = facts.range_of(value, variables)
    found = always or facts.apart_from_none(value, variables)
    if found is None or found[1] - found[0] > MOST:
        raise Unfit
    return Span(*found, always is None)


def work(node: fx.Expr | fx.Source) -> int:
    """How many parts are worked out at most."""
    if isinstance(node, fx.Quantifier):
        asked = sum(work(part) for part in (node.where, node.value) if part is not None)
        return 1 + work(node.source) + node.source.most * (1 + asked)
    dividing = DIVISION if isinstance(node, fx.Quotient) and not isinstance(node.divisor, fx.Num) else 0
    return 1 + dividing + sum(map(work, parts(node)))


def compiled(node: fx.Expr, names: Mapping[fx.Expr, str], data: Data) -> Work:
    """A function from the values of inputs to the value of an expression.

    Args:
        node: The expression.
        names: The inputs, by what stands for them in the expression.
        data: The constant tuples.

    Raises:
        TypeError: It is no expression that can be tabulated.
    """

    def of(part: fx.Expr) -> Work:
        return compiled(part, names, data)

    if node in names:
        return operator.itemgetter(names[node])
    match node:
        case fx.Num(number):
            return lambda known: number
        case fx.Local(name):
            return operator.itemgetter(name)
        case fx.Datum(name, index):
            values, at = data[name], of(index)
            return lambda known: values[at(known)]
        case fx.Arithmetic(op, left, right):
            return both(ARITHMETIC[op], of(left), of(right))
        case fx.Quotient(left, divisor, up):
            return both((lambda a, b: -(-a // b)) if up else operator.floordiv, of(left), of(divisor))
        case fx.Negative(value):
            one = of(value)
            return lambda known: -one(known)
        case fx.Compare(op, left, right):
            return both(fold.COMPARE[op], of(left), of(right))
        case fx.Between(value, low, high):
            one, least, most = of(value), of(low), of(high)
            return lambda known: least(known) <= one(known) <= most(known)
        case fx.Among(value, members):
            one, among = of(value), [of(member) for member in members]
            return lambda known: one(known) in [member(known) for member in among]
        case fx.Not(value):
            one = of(value)
            return lambda known: not one(known)
        case fx.All(terms):
            each = [of(term) for term in terms]
            return lambda known: all(term(known) for term in each)
        case fx.Either(terms):
            each = [of(term) for term in terms]
            return lambda known: any(term(known) for term in each)
        case fx.Extreme(which, members):
            each = [of(member) for member in members]
            choose = min if which == "min" else max
            return lambda known: choose(member(known) for member in each)
        case fx.Clamp(value, low, high):
            one = of(value)
            return lambda known: min(max(one(known), low), high)
        case fx.Neighbour(value, step, size):
            one = of(value)
            return lambda known: stepped(one(known), step, size)
        case fx.Pick(condition, value, otherwise):
            test, one, another = of(condition), of(value), of(otherwise)
            return lambda known: one(known) if test(known) else another(known)
        case fx.OrElse(value, otherwise):
            one, another = of(value), of(otherwise)
            return lambda known: another(known) if (found := one(known)) == NONE else found
        case fx.Let(variable, value, body):
            one, inner = of(value), of(body)
            return lambda known: inner({**known, variable: one(known)})
        case fx.Quantifier(kind, variable, source, where, value=added):
            through, test = gone_through(source, of), of(fold.YES if where is None else where)

            def holding(known: Values) -> Iterable[int]:
                return (member for member in through(known) if test({**known, variable: member}))

            match kind:
                case "sum":
                    assert added is not None
                    each_value = of(added)
                    return lambda known: sum(each_value({**known, variable: member}) for member in holding(known))
                case "count":
                    return lambda known: sum(1 for _ in holding(known))
                case "any":
                    return lambda known: any(True for _ in holding(known))
                case "first":
                    return lambda known: next(iter(holding(known)), NONE)
                case _:
                    assert_never(kind)
        case _:  # the rest: find() has told that it is unfit
            raise TypeError(f"{type(node).__name__} cannot be tabulated")


def both(work: Callable[[int, int], int], left: Work, right: Work) -> Work:
    """Something worked out of two values."""
    return lambda known: work(left(known), right(known))


def stepped(value: int, step: int, size: int) -> int:
    """The value before or behind one of an enum; none where there is none."""
    return value + step if 0 <= value + step < size and value != NONE else NONE


def gone_through(source: fx.Source, of: Callable[[fx.Expr], Work]) -> Callable[[Values], Iterable[int]]:
    """The members of a source.

    Raises:
        TypeError: It cannot be tabulated.
    """
    match source:
        case fx.Numbers(first, last):
            low, high = of(first), of(last)
            return lambda known: range(low(known), high(known) + 1)
        case fx.Values(values):
            each = [of(value) for value in values]
            return lambda known: [value(known) for value in each]
        case _:  # the rest: find() has told that it is unfit
            raise TypeError(f"{type(source).__name__} cannot be tabulated")
