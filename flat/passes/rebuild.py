"""Constant folding all over an expression, and substitution of variables by values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, assert_never

from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.types import NONE
from bombsight.flat.walking import map_nodes, operands

Data = Mapping[str, tuple[int, ...]]
"""Constant tuples by name."""


Changes = dict[type, Callable[[Any], fx.Expr]]
"""What is done, by their classes, to parts once they are built."""

Given = Mapping[str, fx.Expr]
"""What stands for variables, by their names."""


def keep_name(variable: str) -> str:
    """A variable keeps its name."""
    return variable


@frozen
class Rebuilder:
    """Builds expressions anew, from the inside out, with what is known of their parts.

    Attributes:
        data: The program's constant tuples.
        changes: What is done to parts once they are built.
        rename: Gives a variable that an expression has of its own another name.
    """

    data: Data
    changes: Mapping[type, Callable[[Any], fx.Expr]] = MappingProxyType({})
    rename: Callable[[str], str] = keep_name

    def __call__(self, node: fx.Expr, given: Given) -> fx.Expr:
        """An expression, variables replaced by what is given for them."""
        return self.rebuild(node, given)

    def rebuild(self, node: fx.Expr, given: Given) -> fx.Expr:
        """The same.

        Raises:
            KeyError: It is no expression of the flat form.
        """
        rebuilt = BUILDERS[type(node)](self, node, given)
        change = self.changes.get(type(rebuilt))
        return rebuilt if change is None else change(rebuilt)

    def rebuild_all(self, nodes: tuple[fx.Expr, ...], given: Given) -> list[fx.Expr]:
        """Several of them."""
        return [self.rebuild(node, given) for node in nodes]

    def source(self, source: fx.Source, given: Mapping[str, fx.Expr]) -> fx.Source:
        """The members of a loop."""
        match source:
            case fx.Numbers(first, last, most):
                return fx.Numbers(self.rebuild(first, given), self.rebuild(last, given), most)
            case fx.Values(values):
                return fx.Values(tuple(self.rebuild_all(values, given)))
            case fx.Elements() | fx.Held():
                return source
            case _:
                assert_never(source)

    def slot(self, node: fx.Slot, given: Given) -> fx.Expr:
        """A slot; most stand where they stood."""
        offset = self.rebuild(node.offset, given)
        return node if offset is node.offset else fx.Slot(node.base, offset)

    def datum(self, node: fx.Datum, given: Given) -> fx.Expr:
        """An integer of a constant tuple."""
        index = self.rebuild(node.index, given)
        return fx.Num(self.data[node.data][index.value]) if isinstance(index, fx.Num) else fx.Datum(node.data, index)

    def pick(self, node: fx.Pick, given: Given) -> fx.Expr:
        """One of two values; what cannot be picked is not built."""
        condition = self.rebuild(node.condition, given)
        if isinstance(condition, fx.Num):
            return self.rebuild(node.value if condition.value else node.otherwise, given)
        match self.rebuild(node.value, given), self.rebuild(node.otherwise, given):
            case fx.Num(1), other if fx.is_condition(other):
                return (
                    fold.disjunction([condition, other])
                    if fx.is_condition(condition)
                    else fold.pick(condition, fx.Num(1), other)
                )
            case fx.Num(0), other if fx.is_condition(other) and fx.is_condition(condition):
                return fold.conjunction([fold.negation(condition), other])
            case some, fx.Num(0) if fx.is_condition(some) and fx.is_condition(condition):
                return fold.conjunction([condition, some])
            case some, other:  # the rest: nothing that is easier told
                return fold.pick(condition, some, other)

    def let(self, node: fx.Let, given: Given) -> fx.Expr:
        """A value worked out once; what is as easy as a variable stands in its place."""
        value = self.rebuild(node.value, given)
        if is_trivial(value):
            return self.rebuild(node.body, {**given, node.variable: value})
        own = self.rename(node.variable)
        return make_let(own, value, self.rebuild(node.body, {**given, node.variable: fx.Local(own)}))

    def quantifier(self, node: fx.Quantifier, given: Given) -> fx.Expr:
        """A quantifier, its variable perhaps under another name."""
        own = self.rename(node.variable)
        inner = {**given, node.variable: fx.Local(own)}
        return fx.Quantifier(
            node.kind,
            own,
            self.source(node.source, given),
            None if node.where is None else self.rebuild(node.where, inner),
            None if node.steps is None else self.rebuild(node.steps, given),
            node.site,
            None if node.value is None else self.rebuild(node.value, inner),
        )


def keep_node(build: Rebuilder, node: fx.Expr, given: Given) -> fx.Expr:
    """What has no parts."""
    return node


BUILDERS: Mapping[type, Callable[[Rebuilder, Any, Given], fx.Expr]] = {
    fx.Num: keep_node,
    fx.Local: lambda build, node, given: given.get(node.name, node),
    fx.Length: keep_node,
    fx.Failure: keep_node,
    fx.Slot: Rebuilder.slot,
    fx.Datum: Rebuilder.datum,
    fx.Arithmetic: lambda build, node, given: fold.arithmetic(
        node.op, build.rebuild(node.left, given), build.rebuild(node.right, given)
    ),
    fx.Quotient: lambda build, node, given: fold.quotient(
        build.rebuild(node.left, given), build.rebuild(node.divisor, given), node.up
    ),
    fx.Negative: lambda build, node, given: fold.negate_number(build.rebuild(node.value, given)),
    fx.Compare: lambda build, node, given: fold.compare(
        node.op, build.rebuild(node.left, given), build.rebuild(node.right, given)
    ),
    fx.Between: lambda build, node, given: fold.between(*build.rebuild_all((node.value, node.low, node.high), given)),
    fx.Among: lambda build, node, given: fold.among(
        build.rebuild(node.value, given), build.rebuild_all(node.members, given)
    ),
    fx.Contains: lambda build, node, given: fx.Contains(node.variable, build.rebuild(node.value, given)),
    fx.Not: lambda build, node, given: fold.negation(build.rebuild(node.value, given)),
    fx.All: lambda build, node, given: fold.conjunction(build.rebuild_all(node.terms, given)),
    fx.Either: lambda build, node, given: fold.disjunction(build.rebuild_all(node.terms, given)),
    fx.Extreme: lambda build, node, given: fold.extreme(node.which, build.rebuild_all(node.values, given)),
    fx.Clamp: lambda build, node, given: fold.clamp(build.rebuild(node.value, given), node.low, node.high),
    fx.Neighbour: lambda build, node, given: fold.neighbour(build.rebuild(node.value, given), node.step, node.size),
    fx.Pick: Rebuilder.pick,
    fx.OrElse: lambda build, node, given: fold.or_else(
        build.rebuild(node.value, given), build.rebuild(node.otherwise, given)
    ),
    fx.Some: lambda build, node, given: fold.some(build.rebuild(node.value, given), node.site),
    fx.Fit: lambda build, node, given: make_fit(
        build.rebuild(node.value, given), node.low, node.high, node.optional, node.site
    ),
    fx.Live: lambda build, node, given: fx.Live(node.list, build.rebuild(node.value, given)),
    fx.Place: lambda build, node, given: fx.Place(node.list, build.rebuild(node.value, given), node.site),
    fx.Let: Rebuilder.let,
    fx.Taking: lambda build, node, given: fx.Taking(
        build.rebuild(node.steps, given), node.site, build.rebuild(node.value, given)
    ),
    fx.Call: lambda build, node, given: fx.Call(node.function, tuple(build.rebuild_all(node.args, given)), node.part),
    fx.Quantifier: Rebuilder.quantifier,
}
"""How parts are built anew, by their classes."""


def make_let(variable: str, value: fx.Expr, body: fx.Expr) -> fx.Expr:
    """A value worked out once, first; where that makes no difference, it stands in the variable's place."""
    if fold.can_fault(value):
        return fx.Let(variable, value, body)
    match count_uses(body, variable):
        case 0:
            return body
        case 1:
            return substitute(body, variable, value)
        case _:
            return fx.Let(variable, value, body)


LOOP_USES = 1_000


def count_uses(body: fx.Expr | fx.Source, variable: str) -> int:
    """How often a variable's value would be worked out if it stood in its place; many times within a loop."""
    if isinstance(body, fx.Local):
        return int(body.name == variable)
    if isinstance(body, fx.Quantifier):
        once = count_uses(body.source, variable) + (0 if body.steps is None else count_uses(body.steps, variable))
        return once + LOOP_USES * sum(
            count_uses(part, variable) for part in (body.where, body.value) if part is not None
        )
    return sum(count_uses(part, variable) for part in operands(body))


def substitute(body: fx.Expr, variable: str, value: fx.Expr) -> fx.Expr:
    """A body with a value in the place of a variable."""
    return map_nodes(body, lambda node: value if node == fx.Local(variable) else node)


def is_trivial(value: fx.Expr) -> bool:
    """Whether a value costs no more than a variable, and is the same wherever it stands."""
    return isinstance(value, fx.Num | fx.Local)


def make_fit(value: fx.Expr, low: int, high: int, optional: bool, site: int) -> fx.Expr:
    """A value in its range."""
    if isinstance(value, fx.Num):
        fits = low <= value.value <= high or (optional and value.value == NONE)
        return value if fits else fx.Failure(site)
    return fx.Fit(value, low, high, optional, site)
