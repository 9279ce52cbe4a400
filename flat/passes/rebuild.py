"""Rebuilding of expressions: constant folding, substitution of variables."""

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
"""Rewriters of rebuilt nodes, by class."""

Bindings = Mapping[str, fx.Expr]
"""Substitutions of variables, by name."""


def keep_name(variable: str) -> str:
    """Callback of the default renaming: return a variable's name unchanged."""
    return variable


@frozen
class Rebuilder:
    """Rebuilds expressions bottom-up with constant folding.

    Attributes:
        data: The program's constant tuples.
        changes: Rewriters of rebuilt nodes, by class.
        rename: Renames the variables that an expression declares.
    """

    data: Data
    changes: Mapping[type, Callable[[Any], fx.Expr]] = MappingProxyType({})
    rename: Callable[[str], str] = keep_name

    def __call__(self, node: fx.Expr, bindings: Bindings) -> fx.Expr:
        """Return an expression rebuilt with variables replaced by their bindings."""
        return self.rebuild(node, bindings)

    def rebuild(self, node: fx.Expr, bindings: Bindings) -> fx.Expr:
        """Return an expression rebuilt bottom-up, with variables replaced by their bindings and constants folded.

        Raises:
            KeyError: It is no expression of the flat form.
        """
        rebuilt = BUILDERS[type(node)](self, node, bindings)
        change = self.changes.get(type(rebuilt))
        return rebuilt if change is None else change(rebuilt)

    def rebuild_all(self, nodes: tuple[fx.Expr, ...], bindings: Bindings) -> list[fx.Expr]:
        """Rebuild several expressions with the same bindings of variables."""
        return [self.rebuild(node, bindings) for node in nodes]

    def source(self, source: fx.Source, bindings: Mapping[str, fx.Expr]) -> fx.Source:
        """Return the domain of members (source) of a loop rebuilt, with variables replaced by their bindings."""
        match source:
            case fx.Numbers(first, last, most):
                return fx.Numbers(self.rebuild(first, bindings), self.rebuild(last, bindings), most)
            case fx.Values(values):
                return fx.Values(tuple(self.rebuild_all(values, bindings)))
            case fx.Elements() | fx.Held():
                return source
            case _:
                assert_never(source)

    def slot(self, node: fx.Slot, bindings: Bindings) -> fx.Expr:
        """Rebuild a slot expression; return the same one if its offset stays the same."""
        offset = self.rebuild(node.offset, bindings)
        return node if offset is node.offset else fx.Slot(node.base, offset)

    def datum(self, node: fx.Datum, bindings: Bindings) -> fx.Expr:
        """Return an access to a constant tuple rebuilt; the constant itself if the index is constant."""
        index = self.rebuild(node.index, bindings)
        return fx.Num(self.data[node.data][index.value]) if isinstance(index, fx.Num) else fx.Datum(node.data, index)

    def pick(self, node: fx.Pick, bindings: Bindings) -> fx.Expr:
        """Return a conditional expression rebuilt; one of its values if the condition is constant."""
        condition = self.rebuild(node.condition, bindings)
        if isinstance(condition, fx.Num):
            return self.rebuild(node.value if condition.value else node.otherwise, bindings)
        match self.rebuild(node.value, bindings), self.rebuild(node.otherwise, bindings):
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
            case some, other:  # the rest: no simpler form
                return fold.pick(condition, some, other)

    def let(self, node: fx.Let, bindings: Bindings) -> fx.Expr:
        """Return a let expression rebuilt; its body alone if the value is as cheap as a variable, and substituted."""
        value = self.rebuild(node.value, bindings)
        if is_trivial(value):
            return self.rebuild(node.body, {**bindings, node.variable: value})
        own = self.rename(node.variable)
        return make_let(own, value, self.rebuild(node.body, {**bindings, node.variable: fx.Local(own)}))

    def quantifier(self, node: fx.Quantifier, bindings: Bindings) -> fx.Expr:
        """Rebuild a quantifier, perhaps with its variable renamed."""
        own = self.rename(node.variable)
        inner = {**bindings, node.variable: fx.Local(own)}
        return fx.Quantifier(
            node.kind,
            own,
            self.source(node.source, bindings),
            None if node.where is None else self.rebuild(node.where, inner),
            None if node.steps is None else self.rebuild(node.steps, bindings),
            node.site,
            None if node.value is None else self.rebuild(node.value, inner),
        )


def keep_node(build: Rebuilder, node: fx.Expr, bindings: Bindings) -> fx.Expr:
    """Builder of expressions without parts: return the node unchanged."""
    return node


BUILDERS: Mapping[type, Callable[[Rebuilder, Any, Bindings], fx.Expr]] = {
    fx.Num: keep_node,
    fx.Local: lambda build, node, bindings: bindings.get(node.name, node),
    fx.Length: keep_node,
    fx.Failure: keep_node,
    fx.Slot: Rebuilder.slot,
    fx.Datum: Rebuilder.datum,
    fx.Arithmetic: lambda build, node, bindings: fold.arithmetic(
        node.op, build.rebuild(node.left, bindings), build.rebuild(node.right, bindings)
    ),
    fx.Quotient: lambda build, node, bindings: fold.quotient(
        build.rebuild(node.left, bindings), build.rebuild(node.divisor, bindings), node.up
    ),
    fx.Negative: lambda build, node, bindings: fold.negate_number(build.rebuild(node.value, bindings)),
    fx.Compare: lambda build, node, bindings: fold.compare(
        node.op, build.rebuild(node.left, bindings), build.rebuild(node.right, bindings)
    ),
    fx.Between: lambda build, node, bindings: fold.between(
        *build.rebuild_all((node.value, node.low, node.high), bindings)
    ),
    fx.Among: lambda build, node, bindings: fold.among(
        build.rebuild(node.value, bindings), build.rebuild_all(node.members, bindings)
    ),
    fx.Contains: lambda build, node, bindings: fx.Contains(node.variable, build.rebuild(node.value, bindings)),
    fx.Not: lambda build, node, bindings: fold.negation(build.rebuild(node.value, bindings)),
    fx.All: lambda build, node, bindings: fold.conjunction(build.rebuild_all(node.terms, bindings)),
    fx.Either: lambda build, node, bindings: fold.disjunction(build.rebuild_all(node.terms, bindings)),
    fx.Extreme: lambda build, node, bindings: fold.extreme(node.which, build.rebuild_all(node.values, bindings)),
    fx.Clamp: lambda build, node, bindings: fold.clamp(build.rebuild(node.value, bindings), node.low, node.high),
    fx.Neighbour: lambda build, node, bindings: fold.neighbour(
        build.rebuild(node.value, bindings), node.step, node.size
    ),
    fx.Pick: Rebuilder.pick,
    fx.OrElse: lambda build, node, bindings: fold.or_else(
        build.rebuild(node.value, bindings), build.rebuild(node.otherwise, bindings)
    ),
    fx.Some: lambda build, node, bindings: fold.some(build.rebuild(node.value, bindings), node.site),
    fx.Fit: lambda build, node, bindings: make_fit(
        build.rebuild(node.value, bindings), node.low, node.high, node.optional, node.site
    ),
    fx.Live: lambda build, node, bindings: fx.Live(node.list, build.rebuild(node.value, bindings)),
    fx.Place: lambda build, node, bindings: fx.Place(node.list, build.rebuild(node.value, bindings), node.site),
    fx.Let: Rebuilder.let,
    fx.Taking: lambda build, node, bindings: fx.Taking(
        build.rebuild(node.steps, bindings), node.site, build.rebuild(node.value, bindings)
    ),
    fx.Call: lambda build, node, bindings: fx.Call(
        node.function, tuple(build.rebuild_all(node.args, bindings)), node.part
    ),
    fx.Quantifier: Rebuilder.quantifier,
}
"""The rebuilder of each class of nodes."""


def make_let(variable: str, value: fx.Expr, body: fx.Expr) -> fx.Expr:
    """Make a let expression; or the body with the value substituted, if it is read at most once and cannot fault."""
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
    """Count how often a value would be evaluated in place of a variable in a body; in a loop, a thousand times."""
    if isinstance(body, fx.Local):
        return int(body.name == variable)
    if isinstance(body, fx.Quantifier):
        once = count_uses(body.source, variable) + (0 if body.steps is None else count_uses(body.steps, variable))
        return once + LOOP_USES * sum(
            count_uses(part, variable) for part in (body.where, body.value) if part is not None
        )
    return sum(count_uses(part, variable) for part in operands(body))


def substitute(body: fx.Expr, variable: str, value: fx.Expr) -> fx.Expr:
    """Substitute a value for a variable in an expression."""
    return map_nodes(body, lambda node: value if node == fx.Local(variable) else node)


def is_trivial(value: fx.Expr) -> bool:
    """Whether an expression is a constant or a variable, which cost nothing to evaluate again."""
    return isinstance(value, fx.Num | fx.Local)


def make_fit(value: fx.Expr, low: int, high: int, optional: bool, site: int) -> fx.Expr:
    """Make a range check of a value; the bare value if it is known to be in range.

    Args:
        value: The value.
        low: The lowest number allowed.
        high: The highest.
        optional: Whether none is allowed.
        site: The site of the fault.
    """
    if isinstance(value, fx.Num):
        fits = low <= value.value <= high or (optional and value.value == NONE)
        return value if fits else fx.Failure(site)
    return fx.Fit(value, low, high, optional, site)
