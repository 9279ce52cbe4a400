"""Inlining: calls of small functions that change nothing become what the functions give.

A function whose body only tells cases apart and gives values is one expression; where it is called with constants,
most of it folds away. What will be kept is not inlined: it is seldom worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import define, evolve, field

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Variable
from bombsight.flat.passes.facts import Facts, is_quiet
from bombsight.flat.passes.keep import LOOKED_UP, cost, is_pure, is_worth
from bombsight.flat.passes.members import simpler
from bombsight.flat.passes.order import ordered
from bombsight.flat.passes.outcomes import chained, merged
from bombsight.flat.passes.price import Price
from bombsight.flat.passes.rebuild import Rebuild, is_easy, let
from bombsight.flat.passes.revise import revised
from bombsight.flat.passes.solve import solved
from bombsight.flat.passes.tabulate import Tables
from bombsight.flat.passes.unroll import Whole, unrolled, unrolled_loop
from bombsight.flat.passes.weights import block_effort
from bombsight.flat.variables import named_by
from bombsight.flat.walking import Node, leaves, mapped, parts, restarts, walk_block

TINY = 20
"""So many, if what the function gives would be kept: then it is seldom worked out, and a call is as good."""

LARGE = 400
"""So many nodes an expression may have, whatever it is made of."""


def size(node: fx.Expr | fx.Source, most: int = LARGE) -> int:
    """How many nodes a value is made of; more than ``most`` are not counted out."""
    found = 1
    for part in parts(node):
        found += size(part, most - found)
        if found > most:
            break
    return found


def expression_of(block: fs.Block) -> tuple[fx.Expr, ...] | None:
    """What a body gives, as expressions; None where it is more than cases and values."""
    if not block:
        return None
    first, rest = block[0], block[1:]
    match first:
        case fs.Return(values=values, facts=(), site=None):
            return values
        case fs.Fail(site=site):
            return (fx.Failure(site),)
        case fs.SetLocal(name=name, value=value):
            return around(expression_of(rest), lambda body: fx.Let(name, value, body))
        case fs.Count(site=site, steps=steps):
            return around(expression_of(rest), lambda body: fx.Taking(steps, site, body))
        case fs.Check(condition=condition, site=site):
            return around(expression_of(rest), lambda body: fx.Pick(condition, fx.Failure(site), body))
        case fs.If(condition=condition, body=body, otherwise=otherwise):
            one, other = expression_of((*body, *rest)), expression_of((*otherwise, *rest))
            if one is None or other is None or len(one) != len(other):
                return None
            return tuple(fx.Pick(condition, a, b) for a, b in zip(one, other, strict=True))
        case fs.Rows(arms=arms) if len(arms) == 1:
            return expression_of((*arms[0].body, *rest))
        case fs.Labelled(label=label, body=body) if not leaves(body, label) and not restarts(body, label):
            return expression_of((*body, *rest))
        case _:
            return None


def around(inner: tuple[fx.Expr, ...] | None, put: Callable[[fx.Expr], fx.Expr]) -> tuple[fx.Expr, ...] | None:
    """Something put around each of the values, if there are any."""
    return None if inner is None else tuple(map(put, inner))


@define
class Inliner:
    """Inlines what a program's functions call.

    Attributes:
        tables: The program's constant tuples, and those that are made.
        whole: Which quantifiers are not unrolled.
        facts: Of the program.
        price: What things cost the backend.
        given: Of functions met with, what they give; only of those that are an expression.
        kept: Those of them that are worth keeping.
        costs: About what those cost that change nothing.
        names: The variables of the function at hand, and those made for it.
    """

    tables: Tables
    whole: Whole
    facts: Facts
    price: Price
    given: dict[str, tuple[Function, tuple[fx.Expr, ...]]] = field(factory=dict)
    kept: set[str] = field(factory=set)
    costs: dict[str, int] = field(factory=dict)
    names: dict[str, Variable] = field(factory=dict)

    def function(self, of: Function) -> Function:
        """A function, what it calls inlined."""
        self.names = {variable.name: variable for variable in of.locals}
        change = Rebuild(self.tables.data, self.changed)
        plain = Rebuild(self.tables.data, rename=lambda name: self.fresh(self.names[name]))
        body = revised(
            of.body,
            lambda value: change(value, {}),
            lambda source: change.source(source, {}),
            lambda stmt: unrolled_loop(stmt, plain),
        )
        body = tuple(mapped(stmt, self.tidied) for stmt in body)
        if is_pure(of):
            body = self.as_table(body)
        used = {name for node in walk_block(body) for name in named_by(node)}
        found = evolve(
            of,
            body=body,
            locals=tuple(v for v in self.names.values() if v.name in used or v.name in of.params),
        )
        if is_quiet(found, self.facts.quiet):
            self.facts.quiet.add(of.name)
        self.facts.efforts[of.name] = block_effort(body, self.facts.efforts)
        if is_pure(found):
            self.costs[of.name] = sum(cost(part, self.costs) for part in found.parts)
            values = expression_of(body)
            if values is not None and sum(map(size, values)) <= LARGE:
                self.given[of.name] = found, values
            if is_worth(found, self.costs[of.name], self.price):
                self.kept.add(of.name)
                self.costs[of.name] = LOOKED_UP
        return found

    def tidied(self, node: Node) -> Node:
        """Tests put together, and in a good order."""
        match node:
            case fx.All() | fx.Either():
                found = merged(node, self.facts, self.names)
                if isinstance(found, fx.All | fx.Either):
                    return ordered(found, self.facts, self.names)
                return found
            case fx.Pick():
                return chained(node)
            case _:
                return node

    def as_table(self, body: fs.Block) -> fs.Block:
        """A body that gives one value, as a look-up, where that depends on little."""
        values = expression_of(body)
        found = self.tables.tabulated(values[0], self.names) if values is not None and len(values) == 1 else None
        return body if found is None else (fs.Return(values=(found,)),)

    def fresh(self, like: Variable) -> str:
        """A variable of its own."""
        number = len(self.names)
        while f"{like.name}.{number}" in self.names:
            number += 1
        name = f"{like.name}.{number}"
        self.names[name] = evolve(like, name=name)
        return name

    def changed(self, node: fx.Expr) -> fx.Expr:
        """A call or a quantifier, where that is easily told otherwise."""
        match node:
            case fx.Call(function, args, part) if function in self.given:
                return self.inlined(node, *self.given[function], args, part or 0)
            case fx.Quantifier():
                return self.simplified(node)
            case _:
                return node

    def simplified(self, node: fx.Quantifier) -> fx.Expr:
        """A quantifier without its loop, where there need be none."""
        found = solved(node, self.names[node.variable], self.copied, self.fresh)
        if found is not None:
            return found
        free = evolve(node, steps=None, site=None)
        found = self.tables.tabulated(free, self.names)
        if found is not None:
            return found if node.steps is None else fx.Taking(node.steps, node.site, found)
        alone = simpler(node, self.facts, self.names, self.fresh, self.copied)
        if alone is node:
            return unrolled(node, self.copied, self.whole)

        def each(part: Node) -> Node:
            return unrolled(part, self.copied, self.whole) if isinstance(part, fx.Quantifier) else part

        return mapped(alone, each)

    def copied(self, value: fx.Expr, given: dict[str, fx.Expr]) -> fx.Expr:
        """A value with variables replaced, its own variables anew."""
        return Rebuild(self.tables.data, self.changed, lambda name: self.fresh(self.names[name]))(value, given)

    def inlined(
        self, call: fx.Call, of: Function, values: tuple[fx.Expr, ...], args: tuple[fx.Expr, ...], part: int
    ) -> fx.Expr:
        """What a call gives."""
        if any(fold.can_fault(value) for at, value in enumerate(values) if at != part):
            return call
        if size(values[part]) > (LARGE if any(isinstance(arg, fx.Num) for arg in args) else self.price.small):
            return call
        declared = {variable.name: variable for variable in of.locals}

        def rename(name: str) -> str:
            return self.fresh(declared[name])

        before = dict(self.names)
        given: dict[str, fx.Expr] = {}
        worked: list[tuple[str, fx.Expr]] = []
        for param, arg in zip(of.params, args, strict=True):
            if is_easy(arg):
                given[param] = arg
            else:
                own = rename(param)
                given[param] = fx.Local(own)
                worked.append((own, arg))
        found = Rebuild(self.tables.data, self.unrolled_again, rename)(values[part], given)
        for own, arg in reversed(worked):
            found = let(own, arg, found)
        if size(found) > (TINY if of.name in self.kept else self.price.small) + sum(map(size, args)):
            self.names = before
            return call
        return found

    def unrolled_again(self, node: fx.Expr) -> fx.Expr:
        """A quantifier whose source is constant now."""
        return self.simplified(node) if isinstance(node, fx.Quantifier) else node


def inlined(
    functions: Iterable[Function], tables: Tables, whole: Whole, facts: Facts, price: Price
) -> tuple[Function, ...]:
    """The functions, each behind those it calls, with what they call inlined; quantifiers that are ``whole`` stay."""
    inliner = Inliner(tables, whole, facts, price)
    return tuple(inliner.function(function) for function in functions)
