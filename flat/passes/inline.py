"""Inlining: calls of small functions that change nothing become what the functions give.

A function whose body only tells cases apart and gives values is one expression; where it is called with constants,
most of it folds away. What would be kept is not inlined: it is seldom worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import evolve

from bombsight.dsl.node_classes import define, evolved, field, frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Variable, told
from bombsight.flat.passes.facts import Facts, is_quiet
from bombsight.flat.passes.members import simpler
from bombsight.flat.passes.memoize import LOOKED_UP, is_pure, is_worth
from bombsight.flat.passes.order import ordered
from bombsight.flat.passes.outcomes import chained, merged
from bombsight.flat.passes.price import Price
from bombsight.flat.passes.rebuild import Changes, Data, Rebuild, is_easy, let
from bombsight.flat.passes.revise import revised
from bombsight.flat.passes.specialize import may_be_special, with_constants
from bombsight.flat.passes.tabulate import tabulated
from bombsight.flat.passes.unroll import Copy, Whole, unrolled, unrolled_loop
from bombsight.flat.passes.weights import block_effort
from bombsight.flat.variables import NAMING, named_by
from bombsight.flat.walking import Node, leaves, mapped, parts, restarts, walk

TINY = 20
"""So many, if what the function gives would be kept: then it is seldom worked out, and a call is as good."""

LITTLE = 3
"""So many are no more than the call was."""

TIDIED = frozenset({fx.All, fx.Either, fx.Pick, fx.Quotient})
"""What is put in order once it is inlined."""

LARGE = 400
"""So many nodes an expression may have, whatever it is made of."""


MOST_READ = 5_000
"""So many statements are read for the expression of one body: those of the games take some hundreds."""


def size(node: fx.Expr | fx.Source, most: int = LARGE) -> int:
    """How many nodes a value is made of; more than ``most`` are not counted out."""
    counted = 0
    waiting = [node]
    while waiting and counted <= most:
        counted += 1
        waiting += parts(waiting.pop())
    return counted


@define
class Reading:
    """A body read as an expression: what follows several tests in a row is read once for each of their cases.

    Attributes:
        left: How many statements may still be read.
    """

    left: int = MOST_READ

    def expression_of(self, block: fs.Block) -> tuple[fx.Expr, ...] | None:
        """What a body gives, as expressions; None where it is more than cases and values, or they are too many."""
        self.left -= 1
        if not block or self.left < 0:
            return None
        first, rest = block[0], block[1:]
        match first:
            case fs.Return(values=values, facts=(), site=None):
                return values
            case fs.Fail(site=site):
                return (fx.Failure(site),)
            case fs.SetLocal(name=name, value=value):
                return around(self.expression_of(rest), lambda body: fx.Let(name, value, body))
            case fs.Count(site=site, steps=steps):
                return around(self.expression_of(rest), lambda body: fx.Taking(steps, site, body))
            case fs.Check(condition=condition, site=site):
                return around(self.expression_of(rest), lambda body: fx.Pick(condition, fx.Failure(site), body))
            case fs.If(condition=condition, body=body, otherwise=otherwise):
                one = self.expression_of((*body, *rest))
                other = self.expression_of((*otherwise, *rest)) if one is not None else None
                if one is None or other is None or len(one) != len(other):
                    return None
                return tuple(fx.Pick(condition, a, b) for a, b in zip(one, other, strict=True))
            case fs.Rows(arms=arms) if len(arms) == 1:
                return self.expression_of((*arms[0].body, *rest))
            case fs.Labelled(label=label, body=body) if not leaves(body, label) and not restarts(body, label):
                return self.expression_of((*body, *rest))
            case _:  # the rest: more than cases and values
                return None


def expression_of(block: fs.Block) -> tuple[fx.Expr, ...] | None:
    """What a body gives, as expressions; None where it is more than cases and values, or they are too many."""
    return Reading().expression_of(block)


def around(inner: tuple[fx.Expr, ...] | None, put: Callable[[fx.Expr], fx.Expr]) -> tuple[fx.Expr, ...] | None:
    """Something put around each of the values, if there are any."""
    return None if inner is None else tuple(map(put, inner))


@frozen
class Given:
    """What a function gives that is an expression.

    Attributes:
        function: The function.
        values: What it gives.
        sizes: Of how many nodes each is made.
        safe: Whether each is no fault, whatever is called with.
        variables: Of the function, by name.
    """

    function: Function
    values: tuple[fx.Expr, ...]
    sizes: tuple[int, ...]
    safe: tuple[bool, ...]
    variables: Mapping[str, Variable]


@define
class Inliner:
    """Inlines what a program's functions call.

    Attributes:
        facts: Of the program.
        price: What things cost the backend.
        whole: Which quantifiers are not unrolled.
        given: Of functions met with, what they give; only of those that are an expression.
        kept: Those of them that are worth keeping.
        names: The variables of the function at hand, and those made for it.
        little: Of calls with nothing but constants, what little is left of them, where that has no variables: what is
            copied from member to member of a loop calls the same over and over.
        large: Calls with nothing but constants of which more is left: they stay, wherever else they stand. Where each
            function calls the next one twice, going through each call anew would double at each.
        whole_ones: The functions met with, as they were.
        done: What has come of them, each behind those it calls.
    """

    facts: Facts
    price: Price
    whole: Whole
    given: dict[str, Given] = field(factory=dict)
    kept: set[str] = field(factory=set)
    names: dict[str, Variable] = field(factory=dict)
    little: dict[fx.Call, fx.Expr] = field(factory=dict)
    large: set[fx.Call] = field(factory=set)
    whole_ones: dict[str, Function] = field(factory=dict)
    done: list[Function] = field(factory=list)

    @property
    def data(self) -> Data:
        """The program's constant tuples."""
        return self.facts.data

    @property
    def changes(self) -> Changes:
        """What is easily told otherwise, once its parts are built."""
        return {fx.Call: self.called, fx.Quantifier: self.looked}

    def add(self, of: Function) -> None:
        """A function joins those that are done."""
        self.whole_ones[of.name] = of
        self.done.append(self.function(of))

    def function(self, of: Function) -> Function:
        """A function, what it calls inlined."""
        self.names = {variable.name: variable for variable in of.locals}
        change = Rebuild(self.data, self.changes)
        plain = Rebuild(self.data, rename=lambda name: self.fresh(self.names[name])).new
        body = revised(
            of.body,
            lambda value: change.new(value, {}),
            lambda source: change.source(source, {}),
            lambda stmt: self.turns(stmt, plain),
        )
        if not TIDIED.isdisjoint(map(type, walk(*body))):
            body = tuple([mapped(stmt, self.tidied) for stmt in body])
        if is_pure(of):
            body = self.as_table(body)
        made = evolve(of, body=body)
        used = {name for node in made.nodes if type(node) in NAMING for name in named_by(node)}
        found = told(made, locals=tuple(v for v in self.names.values() if v.name in used or v.name in of.params))
        if is_quiet(found, self.facts.quiet):
            self.facts.quiet.add(of.name)
        self.facts.efforts[of.name] = block_effort(body, self.facts.efforts)
        if of.guard is None:
            values = expression_of(body)
            if values is not None and sum(sizes := tuple(map(size, values))) <= LARGE:
                safe = tuple(not fold.can_fault(value) for value in values)
                self.given[of.name] = Given(found, values, sizes, safe, {each.name: each for each in found.locals})
            if is_pure(found) and is_worth(found, self.facts.efforts[of.name], self.price):
                self.kept.add(of.name)
                self.facts.efforts[of.name] = LOOKED_UP
        return found

    def turns(self, stmt: fs.Stmt, copy: Copy) -> fs.Block:
        """The turns of a short loop, each of which calls what is made for its constants alone; or the statement."""
        found = unrolled_loop(stmt, copy, calling=self.price.calling)
        return found if found == (stmt,) else tuple(mapped(turn, self.specialised) for turn in found)

    def specialised(self, node: Node) -> Node:
        """A call with nothing but constants, as one of a function in which they stand."""
        if not isinstance(node, fs.Invoke) or node.stays or not node.args or node.function not in self.whole_ones:
            return node
        numbers = tuple(arg.value for arg in node.args if isinstance(arg, fx.Num))
        of = self.whole_ones[node.function]
        if len(numbers) != len(node.args) or not may_be_special(of):
            return node
        special = f"{node.function}/{'/'.join(map(str, numbers))}"
        if special not in self.whole_ones:
            outside, self.names = self.names, {}
            self.add(with_constants(of, special, numbers, self.data))
            self.names = outside
        return evolved(node, function=special, args=())

    def as_table(self, body: fs.Block) -> fs.Block:
        """A body that gives one value, as a look-up, where that depends on little."""
        values = expression_of(body)
        found = tabulated(values[0], self.facts, self.names) if values is not None and len(values) == 1 else None
        return body if found is None else (fs.Return(values=(found,)),)

    def tidied(self, node: Node) -> Node:
        """Tests put together, and in a good order."""
        match node:
            case fx.All() | fx.Either():
                found = merged(node, self.facts, self.names)
                return ordered(found, self.facts, self.names) if isinstance(found, fx.All | fx.Either) else found
            case fx.Pick():
                return chained(node)
            case fx.Quotient(divisor=fx.Datum()):
                return tabulated(node, self.facts, self.names) or node
            case _:  # the rest: stays as it is
                return node

    def fresh(self, like: Variable) -> str:
        """A variable of its own."""
        number = len(self.names)
        while f"{like.name}.{number}" in self.names:
            number += 1
        name = f"{like.name}.{number}"
        self.names[name] = evolved(like, name=name)
        return name

    def called(self, node: fx.Call) -> fx.Expr:
        """A call, as what it gives where that is an expression."""
        of = self.given.get(node.function)
        return node if of is None else self.inlined(node, of)

    def looked(self, node: fx.Quantifier) -> fx.Expr:
        """A quantifier told more simply, unrolled where its members are few constants."""

        def each(found: Node) -> Node:
            return self.unlooped(found) if isinstance(found, fx.Quantifier) else found

        found = simpler(node, self.facts, self.names, self.fresh, self.copied)
        return mapped(found, each) if found is not node else self.unlooped(node)

    def unlooped(self, node: fx.Quantifier) -> fx.Expr:
        """A quantifier looked up, or unrolled."""
        found = tabulated(evolved(node, steps=None, site=None), self.facts, self.names)
        if found is None:
            return unrolled(node, self.copied, self.whole)
        return found if node.steps is None else fx.Taking(node.steps, node.site, found)

    def copied(self, value: fx.Expr, given: dict[str, fx.Expr]) -> fx.Expr:
        """A value with variables replaced, its own variables anew."""
        return Rebuild(self.data, self.changes, lambda name: self.fresh(self.names[name])).new(value, given)

    def inlined(self, call: fx.Call, of: Given) -> fx.Expr:
        """What a call gives."""
        args, part = call.args, call.part or 0
        if not all(safe for at, safe in enumerate(of.safe) if at != part):
            return call
        if of.sizes[part] > self.price.small and not any(isinstance(arg, fx.Num) for arg in args):
            return call

        def rename(name: str) -> str:
            return self.fresh(of.variables[name])

        before = len(self.names)
        given: dict[str, fx.Expr] = {}
        worked: list[tuple[str, fx.Expr]] = []
        for param, arg in zip(of.function.params, args, strict=True):
            if is_easy(arg):
                given[param] = arg
            else:
                own = rename(param)
                given[param] = fx.Local(own)
                worked.append((own, arg))
        found = Rebuild(self.data, self.changes | {fx.Call: self.called_again}, rename).new(of.values[part], given)
        for own, arg in reversed(worked):
            found = let(own, arg, found)
        most = (TINY if of.function.name in self.kept else self.price.small) + sum(map(size, args))
        if size(found, most) > most:
            while len(self.names) > before:  # those made for it
                self.names.popitem()
            return call
        return found

    def called_again(self, node: fx.Call) -> fx.Expr:
        """A call in what a function gives: one of nothing but constants of which little is left is told otherwise."""
        of = self.given.get(node.function)
        if of is None or node in self.large or not all(isinstance(arg, fx.Num) for arg in node.args):
            return node
        found = self.little.get(node)
        if found is None:
            found = self.inlined(node, of)
            if size(found, LITTLE) > LITTLE:
                self.large.add(node)
                return node
            if NAMING.isdisjoint(map(type, walk(found))):
                self.little[node] = found
        return found


def inlined(functions: Iterable[Function], facts: Facts, price: Price, whole: Whole) -> tuple[Function, ...]:
    """The functions, each behind those it calls, with what they call inlined.

    Args:
        functions: The functions.
        facts: Of their program.
        price: What things cost the backend.
        whole: Which quantifiers over a few constants stay as they are.
    """
    inliner = Inliner(facts, price, whole)
    for function in functions:
        inliner.add(function)
    return tuple(inliner.done)
