"""Constant folding all over an expression, and substitution of variables by values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.types import NONE
from bombsight.flat.walking import mapped, parts

Data = Mapping[str, tuple[int, ...]]
"""Constant tuples by name."""


@frozen
class Rebuild:
    """Builds expressions anew, from the inside out, with what is known of their parts.

    Attributes:
        data: The program's constant tuples.
        change: What is done to each part once it is built.
        rename: Gives a variable that an expression has of its own another name.
    """

    data: Data
    change: Callable[[fx.Expr], fx.Expr] = lambda value: value
    rename: Callable[[str], str] = lambda variable: variable

    def __call__(self, node: fx.Expr, given: Mapping[str, fx.Expr]) -> fx.Expr:
        """An expression, variables replaced by what is given for them."""
        return self.change(self.built(node, given))

    def built(self, node: fx.Expr, given: Mapping[str, fx.Expr]) -> fx.Expr:
        """The same, but for the last change.

        Raises:
            TypeError: It is no expression of the flat form.
        """

        def new(part: fx.Expr) -> fx.Expr:
            return self.change(self.built(part, given))

        match node:  # first what there is most of
            case fx.Num():
                return node
            case fx.Local(name):
                return given.get(name, node)
            case fx.Slot(base, offset):
                return fx.Slot(base, new(offset))
            case fx.Compare(op, left, right):
                return compared(op, new(left), new(right))
            case fx.All(terms):
                return fold.conjunction([new(term) for term in terms])
            case fx.Call(function, args, part):
                return fx.Call(function, tuple([new(arg) for arg in args]), part)
            case fx.Pick(condition, value, otherwise):
                return self.pick(new(condition), value, otherwise, given)
            case fx.Not(value):
                return fold.negation(new(value))
            case fx.Datum(data, index):
                return self.datum(data, new(index))
            case fx.Arithmetic(op, left, right):
                return fold.arithmetic(op, new(left), new(right))
            case fx.Quotient(left, divisor, up):
                return fold.quotient(new(left), new(divisor), up)
            case fx.Negative(value):
                return fold.negative(new(value))
            case fx.Between(value, low, high):
                return fold.between(new(value), new(low), new(high))
            case fx.Among(value, members):
                return fold.among(new(value), [new(member) for member in members])
            case fx.Contains(variable, value):
                return fx.Contains(variable, new(value))
            case fx.Either(terms):
                return fold.disjunction([new(term) for term in terms])
            case fx.Extreme(which, values):
                return fold.extreme(which, [new(value) for value in values])
            case fx.Clamp(value, low, high):
                return fold.clamp(new(value), low, high)
            case fx.Neighbour(value, step, size):
                return fold.neighbour(new(value), step, size)
            case fx.OrElse(value, otherwise):
                return fold.or_else(new(value), new(otherwise))
            case fx.Some(value, site):
                return fold.some(new(value), site)
            case fx.Fit(value, low, high, optional, site):
                return fitted(new(value), low, high, optional, site)
            case fx.Live(list_, value):
                return fx.Live(list_, new(value))
            case fx.Place(list_, value, site):
                return fx.Place(list_, new(value), site)
            case fx.Let(variable, value, body):
                return self.let(variable, new(value), body, given)
            case fx.Taking(steps, site, value):
                return fx.Taking(new(steps), site, new(value))
            case fx.Quantifier(kind, variable, source, where, steps, site, added):
                own = self.rename(variable)
                inner = {**given, variable: fx.Local(own)}
                return fx.Quantifier(
                    kind,
                    own,
                    self.source(source, given),
                    None if where is None else self(where, inner),
                    None if steps is None else new(steps),
                    site,
                    None if added is None else self(added, inner),
                )
            case fx.Failure() | fx.Length():
                return node
            case _:
                raise TypeError(f"{type(node).__name__} is no expression")

    def source(self, source: fx.Source, given: Mapping[str, fx.Expr]) -> fx.Source:
        """The members of a loop."""
        match source:
            case fx.Numbers(first, last, most):
                return fx.Numbers(self(first, given), self(last, given), most)
            case fx.Values(values):
                return fx.Values(tuple(self(value, given) for value in values))
            case _:
                return source

    def datum(self, data: str, index: fx.Expr) -> fx.Expr:
        """An integer of a constant tuple."""
        return fx.Num(self.data[data][index.value]) if isinstance(index, fx.Num) else fx.Datum(data, index)

    def pick(self, condition: fx.Expr, value: fx.Expr, otherwise: fx.Expr, given: Mapping[str, fx.Expr]) -> fx.Expr:
        """One of two values; what cannot be picked is not built."""
        if isinstance(condition, fx.Num):
            return self(value if condition.value else otherwise, given)
        match condition, self(value, given), self(otherwise, given):
            case _, fx.Num(1), other if fx.is_condition(other):
                return (
                    fold.disjunction([condition, other])
                    if fx.is_condition(condition)
                    else fold.pick(condition, fx.Num(1), other)
                )
            case _, fx.Num(0), other if fx.is_condition(other) and fx.is_condition(condition):
                return fold.conjunction([fold.negation(condition), other])
            case _, some, fx.Num(0) if fx.is_condition(some) and fx.is_condition(condition):
                return fold.conjunction([condition, some])
            case _, some, other:
                return fold.pick(condition, some, other)

    def let(self, variable: str, value: fx.Expr, body: fx.Expr, given: Mapping[str, fx.Expr]) -> fx.Expr:
        """A value worked out once; what is as easy as a variable stands in its place."""
        if is_easy(value):
            return self(body, {**given, variable: value})
        own = self.rename(variable)
        return let(own, value, self(body, {**given, variable: fx.Local(own)}))


def let(variable: str, value: fx.Expr, body: fx.Expr) -> fx.Expr:
    """A value worked out once, first; where that makes no difference, it stands in the variable's place."""
    if fold.can_fault(value):
        return fx.Let(variable, value, body)
    match places(body, variable):
        case 0:
            return body
        case 1:
            return put(body, variable, value)
        case _:
            return fx.Let(variable, value, body)


MANY = 1_000


def places(body: fx.Expr | fx.Source, variable: str) -> int:
    """How often a variable's value would be worked out if it stood in its place; many times within a loop."""
    if isinstance(body, fx.Local):
        return int(body.name == variable)
    if isinstance(body, fx.Quantifier):
        once = places(body.source, variable) + (0 if body.steps is None else places(body.steps, variable))
        return once + MANY * sum(places(part, variable) for part in (body.where, body.value) if part is not None)
    return sum(places(part, variable) for part in parts(body))


def put(body: fx.Expr, variable: str, value: fx.Expr) -> fx.Expr:
    """A body with a value in the place of a variable."""
    return mapped(body, lambda node: value if node == fx.Local(variable) else node)


def is_easy(value: fx.Expr) -> bool:
    """Whether a value costs no more than a variable, and is the same wherever it stands."""
    return isinstance(value, fx.Num | fx.Local)


def compared(op: str, left: fx.Expr, right: fx.Expr) -> fx.Expr:
    """A comparison; one with a choice of constants is asked of each."""
    return fold.compare(op, left, right)  # type: ignore[arg-type]  # one of the six


def fitted(value: fx.Expr, low: int, high: int, optional: bool, site: int) -> fx.Expr:
    """A value in its range."""
    if isinstance(value, fx.Num):
        fits = low <= value.value <= high or (optional and value.value == NONE)
        return value if fits else fx.Failure(site)
    return fx.Fit(value, low, high, optional, site)
