"""Inlining of small functions without side effects.

A function whose body only distinguishes cases and returns values is one expression; in a call with constant arguments
most of it folds away. Memoized functions are inlined only if tiny, for they are seldom evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import evolve

from bombsight.dsl.node_classes import define, evolve_node, field, frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function, Variable, with_metadata
from bombsight.flat.passes.facts import Facts, is_function_effect_free
from bombsight.flat.passes.members import simplify_members
from bombsight.flat.passes.memoize import LOOKUP_EFFORT, is_pure, is_worth_memoizing
from bombsight.flat.passes.order import order_terms
from bombsight.flat.passes.outcomes import merge_picks, merge_tests
from bombsight.flat.passes.price import Price
from bombsight.flat.passes.rebuild import Changes, Data, Rebuilder, is_trivial, make_let
from bombsight.flat.passes.revise import revise_block
from bombsight.flat.passes.specialize import can_specialize, specialize_function
from bombsight.flat.passes.tabulate import tabulate
from bombsight.flat.passes.unroll import Copy, KeepsWhole, unroll_loop, unroll_quantifier
from bombsight.flat.passes.weights import estimate_block_effort
from bombsight.flat.variables import NAMING, variables_named
from bombsight.flat.walking import Node, has_leave, has_restart, map_nodes, operands, walk

MAX_TINY_SIZE = 20
"""The most nodes of an inlined function that would be memoized, for which a call is as good."""

MAX_CONSTANT_CALL_SIZE = 3
"""The most nodes that replace a call with constant arguments inside another inlined function."""

TEST_NODES = frozenset({fx.All, fx.Either, fx.Pick, fx.Quotient})
"""Nodes that are simplified after inlining."""

MAX_SIZE = 400
"""The most nodes of a function's expression."""


MAX_STATEMENTS_READ = 5_000
"""The most statements read to convert one body to an expression: the games have some hundreds."""


def count_nodes(node: fx.Expr | fx.Source, most: int = MAX_SIZE) -> int:
    """Count the nodes of an expression; stop counting beyond ``most``."""
    counted = 0
    waiting = [node]
    while waiting and counted <= most:
        counted += 1
        waiting += operands(waiting.pop())
    return counted


@define
class BodyReader:
    """Converts a body to an expression; statements behind several tests are read once for each case.

    Attributes:
        left: The number of statements that may still be read.
    """

    left: int = MAX_STATEMENTS_READ

    def expression_of(self, block: fs.Block) -> tuple[fx.Expr, ...] | None:
        """Convert a block to one expression for each result; None if a statement has no such form, or if too large."""
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
                return wrap_values(self.expression_of(rest), lambda body: fx.Let(name, value, body))
            case fs.Count(site=site, steps=steps):
                return wrap_values(self.expression_of(rest), lambda body: fx.Taking(steps, site, body))
            case fs.Check(condition=condition, site=site):
                return wrap_values(self.expression_of(rest), lambda body: fx.Pick(condition, fx.Failure(site), body))
            case fs.If(condition=condition, body=body, otherwise=otherwise):
                one = self.expression_of((*body, *rest))
                other = self.expression_of((*otherwise, *rest)) if one is not None else None
                if one is None or other is None or len(one) != len(other):
                    return None
                return tuple(fx.Pick(condition, a, b) for a, b in zip(one, other, strict=True))
            case fs.Rows(arms=arms) if len(arms) == 1:
                return self.expression_of((*arms[0].body, *rest))
            case fs.Labelled(label=label, body=body) if not has_leave(body, label) and not has_restart(body, label):
                return self.expression_of((*body, *rest))
            case _:  # the rest: no expression
                return None


def expression_of(block: fs.Block) -> tuple[fx.Expr, ...] | None:
    """Convert a function body to one expression for each result; None if a statement has no such form."""
    return BodyReader().expression_of(block)


def wrap_values(inner: tuple[fx.Expr, ...] | None, wrap: Callable[[fx.Expr], fx.Expr]) -> tuple[fx.Expr, ...] | None:
    """Apply the function ``wrap`` to each of several expressions; for None return None."""
    return None if inner is None else tuple(map(wrap, inner))


@frozen
class InlineCandidate:
    """A function that can be inlined as an expression.

    Attributes:
        function: The function.
        values: Its results as expressions.
        sizes: The number of nodes of each.
        safe: Whether each cannot fault, whatever the arguments.
        variables: The function's variables, by name.
    """

    function: Function
    values: tuple[fx.Expr, ...]
    sizes: tuple[int, ...]
    safe: tuple[bool, ...]
    variables: Mapping[str, Variable]


@define
class Inliner:
    """Inlines the calls in a program's functions.

    Attributes:
        facts: The program's facts.
        price: The backend's costs.
        keeps_whole: Whether the backend prefers a quantifier over few constants not unrolled.
        given: The functions seen that can be inlined.
        kept: The functions seen that are worth memoizing.
        names: The variables of the current function, including new ones.
        little: The small results of calls with constant arguments, if they have no variables: unrolled loops repeat
            such calls.
        large: Calls with constant arguments whose result is large: they are kept everywhere. Where each function
            calls the next one twice, expanding each call anew would double at each.
        whole_ones: The original functions seen.
        done: The inlined functions, each behind its callees.
    """

    facts: Facts
    price: Price
    keeps_whole: KeepsWhole
    given: dict[str, InlineCandidate] = field(factory=dict)
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
    def rewrites(self) -> Changes:
        """The functions that rewrite calls and quantifiers, by the class of the node."""
        return {fx.Call: self.rewrite_call, fx.Quantifier: self.rewrite_quantifier}

    def add_function(self, function: Function) -> None:
        """Inline the calls in a function, and add it to the list of finished functions."""
        self.whole_ones[function.name] = function
        self.done.append(self.inline_function(function))

    def inline_function(self, function: Function) -> Function:
        """Return a function with its calls inlined."""
        self.names = {variable.name: variable for variable in function.locals}
        change = Rebuilder(self.data, self.rewrites)
        plain = Rebuilder(self.data, rename=lambda name: self.fresh_variable(self.names[name])).rebuild
        body = revise_block(
            function.body,
            lambda value: change.rebuild(value, {}),
            lambda source: change.source(source, {}),
            lambda stmt: self.unroll_turns(stmt, plain),
        )
        if not TEST_NODES.isdisjoint(map(type, walk(*body))):
            body = tuple([map_nodes(stmt, self.simplify_tests) for stmt in body])
        if is_pure(function):
            body = self.tabulate_body(body)
        with_body = evolve(function, body=body)
        used = {name for node in with_body.nodes if type(node) in NAMING for name in variables_named(node)}
        inlined_function = with_metadata(
            with_body, locals=tuple(v for v in self.names.values() if v.name in used or v.name in function.params)
        )
        if is_function_effect_free(inlined_function, self.facts.quiet):
            self.facts.quiet.add(function.name)
        self.facts.efforts[function.name] = estimate_block_effort(body, self.facts.efforts)
        if function.guard is None:
            values = expression_of(body)
            if values is not None and sum(sizes := tuple(map(count_nodes, values))) <= MAX_SIZE:
                safe = tuple(not fold.can_fault(value) for value in values)
                self.given[function.name] = InlineCandidate(
                    inlined_function, values, sizes, safe, {each.name: each for each in inlined_function.locals}
                )
            if is_pure(inlined_function) and is_worth_memoizing(
                inlined_function, self.facts.efforts[function.name], self.price
            ):
                self.kept.add(function.name)
                self.facts.efforts[function.name] = LOOKUP_EFFORT
        return inlined_function

    def unroll_turns(self, stmt: fs.Stmt, copy: Copy) -> fs.Block:
        """Return a short loop unrolled, with calls specialized for its constants; any other statement alone."""
        found = unroll_loop(stmt, copy, calling=self.price.calling)
        return found if found == (stmt,) else tuple(map_nodes(turn, self.specialize_call) for turn in found)

    def specialize_call(self, node: Node) -> Node:
        """Replace a call with constant arguments by a call of a specialized function."""
        if not isinstance(node, fs.Invoke) or node.stays or not node.args or node.function not in self.whole_ones:
            return node
        numbers = tuple(arg.value for arg in node.args if isinstance(arg, fx.Num))
        callee = self.whole_ones[node.function]
        if len(numbers) != len(node.args) or not can_specialize(callee):
            return node
        special = f"{node.function}/{'/'.join(map(str, numbers))}"
        if special not in self.whole_ones:
            outside, self.names = self.names, {}
            self.add_function(specialize_function(callee, special, numbers, self.data))
            self.names = outside
        return evolve_node(node, function=special, args=())

    def tabulate_body(self, body: fs.Block) -> fs.Block:
        """Return a body with one result as a look-up in a precomputed table if it has few inputs; else unchanged."""
        values = expression_of(body)
        found = tabulate(values[0], self.facts, self.names) if values is not None and len(values) == 1 else None
        return body if found is None else (fs.Return(values=(found,)),)

    def simplify_tests(self, node: Node) -> Node:
        """Return a condition or conditional expression with its tests merged; any other node unchanged."""
        match node:
            case fx.All() | fx.Either():
                found = merge_tests(node, self.facts, self.names)
                return order_terms(found, self.facts, self.names) if isinstance(found, fx.All | fx.Either) else found
            case fx.Pick():
                return merge_picks(node)
            case fx.Quotient(divisor=fx.Datum()):
                return tabulate(node, self.facts, self.names) or node
            case _:  # the rest: stays as it is
                return node

    def fresh_variable(self, template: Variable) -> str:
        """Add a variable of the same range as ``template`` to the current function, and return its new name."""
        number = len(self.names)
        while f"{template.name}.{number}" in self.names:
            number += 1
        name = f"{template.name}.{number}"
        self.names[name] = evolve_node(template, name=name)
        return name

    def rewrite_call(self, node: fx.Call) -> fx.Expr:
        """Return a call inlined, if its function can be written as an expression; else unchanged."""
        candidate = self.given.get(node.function)
        return node if candidate is None else self.inline_call(node, candidate)

    def rewrite_quantifier(self, node: fx.Quantifier) -> fx.Expr:
        """Return a quantifier simplified and, if possible, replaced by a table look-up or unrolled."""

        def reduce_inner(inner: Node) -> Node:
            """Return an inner quantifier as a table look-up or unrolled; any other node unchanged."""
            return self.tabulate_or_unroll(inner) if isinstance(inner, fx.Quantifier) else inner

        found = simplify_members(node, self.facts, self.names, self.fresh_variable, self.copy_value)
        return map_nodes(found, reduce_inner) if found is not node else self.tabulate_or_unroll(node)

    def tabulate_or_unroll(self, node: fx.Quantifier) -> fx.Expr:
        """Replace a quantifier by a table look-up, or else unroll it."""
        found = tabulate(evolve_node(node, steps=None, site=None), self.facts, self.names)
        if found is None:
            return unroll_quantifier(node, self.copy_value, self.keeps_whole)
        return found if node.steps is None else fx.Taking(node.steps, node.site, found)

    def copy_value(self, value: fx.Expr, bindings: dict[str, fx.Expr]) -> fx.Expr:
        """Copy a value with variables replaced by their bindings, and fresh names for those it declares."""
        return Rebuilder(self.data, self.rewrites, lambda name: self.fresh_variable(self.names[name])).rebuild(
            value, bindings
        )

    def inline_call(self, call: fx.Call, candidate: InlineCandidate) -> fx.Expr:
        """Inline a call of a function; return the call itself if the result is too large."""
        args, part = call.args, call.part or 0
        if not all(safe for at, safe in enumerate(candidate.safe) if at != part):
            return call
        if candidate.sizes[part] > self.price.small and not any(isinstance(arg, fx.Num) for arg in args):
            return call

        def rename_variable(name: str) -> str:
            """Add a variable like one of the callee's to the current function; return its name."""
            return self.fresh_variable(candidate.variables[name])

        before = len(self.names)
        given: dict[str, fx.Expr] = {}
        bound_args: list[tuple[str, fx.Expr]] = []
        for param, arg in zip(candidate.function.params, args, strict=True):
            if is_trivial(arg):
                given[param] = arg
            else:
                own = rename_variable(param)
                given[param] = fx.Local(own)
                bound_args.append((own, arg))
        found = Rebuilder(self.data, self.rewrites | {fx.Call: self.rewrite_constant_call}, rename_variable).rebuild(
            candidate.values[part], given
        )
        for own, arg in reversed(bound_args):
            found = make_let(own, arg, found)
        most = (MAX_TINY_SIZE if candidate.function.name in self.kept else self.price.small) + sum(
            map(count_nodes, args)
        )
        if count_nodes(found, most) > most:
            while len(self.names) > before:  # the variables made for it
                self.names.popitem()
            return call
        return found

    def rewrite_constant_call(self, node: fx.Call) -> fx.Expr:
        """Inline a call with constant arguments in an inlined function if the result is small; else return it."""
        candidate = self.given.get(node.function)
        if candidate is None or node in self.large or not all(isinstance(arg, fx.Num) for arg in node.args):
            return node
        found = self.little.get(node)
        if found is None:
            found = self.inline_call(node, candidate)
            if count_nodes(found, MAX_CONSTANT_CALL_SIZE) > MAX_CONSTANT_CALL_SIZE:
                self.large.add(node)
                return node
            if NAMING.isdisjoint(map(type, walk(found))):
                self.little[node] = found
        return found


def inline_functions(
    functions: Iterable[Function], facts: Facts, price: Price, keeps_whole: KeepsWhole
) -> tuple[Function, ...]:
    """Inline the calls in functions; return them ordered so that each comes after its callees.

    Args:
        functions: The functions.
        facts: The program's facts.
        price: The backend's costs.
        keeps_whole: Whether the backend prefers a quantifier over few constants not unrolled.
    """
    inliner = Inliner(facts, price, keeps_whole)
    for function in functions:
        inliner.add_function(function)
    return tuple(inliner.done)
