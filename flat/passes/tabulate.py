"""Tabulating: what depends on a few things of a few values each, and on constants, is looked up in a table made before.

A table is made of what neither takes steps nor may be a fault; so nobody can tell that it was not worked out.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from itertools import product

from attrs import frozen

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.functions import Variable
from bombsight.flat.passes.rebuild import Data
from bombsight.flat.program import Program
from bombsight.flat.types import NONE, BoolType, EnumType, IntType
from bombsight.flat.walking import parts

MOST = 4096
"""So many values a table may have."""

LABOUR = 500_000
"""So many parts may be worked out for one table."""

SAVING = 25
"""So many parts working a value out must take more than looking it up."""

Values = Mapping[str, int]
Work = Callable[[Values], int]

COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
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


@frozen
class Tables:
    """Makes tables.

    Attributes:
        data: The program's constant tuples, and the tables made.
        slots: What slots may hold, by the first of those that stand under one name.
    """

    data: dict[str, tuple[int, ...]]
    slots: Mapping[int, Span]

    def tabulated(self, node: fx.Expr, variables: Mapping[str, Variable]) -> fx.Expr | None:
        """A look-up that gives what an expression gives; None where a table would be too large, or not worth it.

        Args:
            node: The expression.
            variables: What the variables that it does not declare itself may be.
        """
        if fold.can_fault(node):
            return None
        inputs: dict[fx.Expr, Span] = {}
        try:
            self.find(node, frozenset(), variables, inputs)
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
        done = compiled(node, names, self.data)
        try:
            found = tuple(
                int(done(dict(zip(names.values(), values, strict=True))))
                for values in product(*(span.values for span in inputs.values()))
            )
        except IndexError:  # values that never come together lead out of a tuple
            return None
        return fx.Datum(self.name(found), index)

    def name(self, values: tuple[int, ...]) -> str:
        """The name of a constant tuple, which is put with the others."""
        name = f"table {len(self.data)}"
        self.data[name] = values
        return name

    def find(
        self,
        node: fx.Expr | fx.Source,
        bound: frozenset[str],
        variables: Mapping[str, Variable],
        inputs: dict[fx.Expr, Span],
    ) -> None:
        """Add what an expression depends on.

        Raises:
            Unfit: It is more than a few values of variables and slots.
        """
        match node:
            case fx.Local(name):
                if name not in bound:
                    inputs[node] = spanned(variables.get(name))
            case fx.Slot(base, offset):
                if base not in self.slots or not is_safe(offset, bound, variables):
                    raise Unfit
                inputs[node] = self.slots[base]
            case fx.Quantifier(variable=variable, source=fx.Numbers() | fx.Values() as source, where=where):
                self.find(source, bound, variables, inputs)
                if where is not None:
                    self.find(where, bound | {variable}, variables, inputs)
            case fx.Let(variable, value, body):
                self.find(value, bound, variables, inputs)
                self.find(body, bound | {variable}, variables, inputs)
            case fx.Call() | fx.Live() | fx.Place() | fx.Contains() | fx.Length() | fx.Quantifier():
                raise Unfit
            case _:
                for part in parts(node):
                    self.find(part, bound, variables, inputs)


def spans(program: Program) -> dict[int, Span]:
    """What slots may hold, by the first of those that stand under one name; of those of which it is little."""
    found = {}
    for placed in program.fields:
        kind = placed.type
        if isinstance(kind, BoolType):
            low, high = 0, 1
        elif isinstance(kind, EnumType):
            low, high = 0, len(program.enums[kind.enum].values) - 1
        elif isinstance(kind, IntType) and kind.high - kind.low < MOST:
            low, high = kind.low, kind.high
        else:
            continue
        found[placed.base] = Span(low, high, kind.is_optional)
    return found


def spanned(variable: Variable | None) -> Span:
    """What a variable may be.

    Raises:
        Unfit: Too much.
    """
    if variable is None or variable.capacity is not None or variable.high - variable.low > MOST:
        raise Unfit
    return Span(variable.low, variable.high, variable.none)


def is_safe(offset: fx.Expr, bound: frozenset[str], variables: Mapping[str, Variable]) -> bool:
    """Whether a slot can be read there wherever that is asked, also where the rules would not have asked."""
    match offset:
        case fx.Num():
            return True
        case fx.Local(name):
            variable = variables.get(name)
            return name not in bound and variable is not None and not variable.none and variable.low >= 0
        case fx.Place(value=fx.Local(name), site=None):
            return name not in bound
        case fx.Arithmetic("+" | "*", left, right):
            return is_safe(left, bound, variables) and is_safe(right, bound, variables)
        case _:
            return False


def work(node: fx.Expr | fx.Source) -> int:
    """How many parts are worked out at most."""
    if isinstance(node, fx.Quantifier):
        most: int = node.source.most  # type: ignore[attr-defined]  # every kind of source has it
        return 1 + work(node.source) + most * (1 + (0 if node.where is None else work(node.where)))
    return 1 + sum(map(work, parts(node)))


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
            return both(COMPARE[op], of(left), of(right))
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
        case fx.Quantifier(kind, variable, source, where):
            through, test = gone_through(source, of), of(fold.YES if where is None else where)

            def holding(known: Values) -> Iterable[int]:
                return (member for member in through(known) if test({**known, variable: member}))

            if kind == "count":
                return lambda known: sum(1 for _ in holding(known))
            if kind == "any":
                return lambda known: any(True for _ in holding(known))
            return lambda known: next(iter(holding(known)), NONE)
        case _:
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
        case _:
            raise TypeError(f"{type(source).__name__} cannot be tabulated")
