"""Tests for none inside yes/no defines, which also count for their callers.

    define open(way: Way): yes/no = leads_to(way) is not none and not shut[way]

After a test of `open(way)`, `leads_to(way)` is known not to be none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context, DefineCase, DefineCases, Env
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.scope import Scope, Variable
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.walk import walk
from bombsight.flat.types import BOOL


def value_names_in(define: ast.Define) -> frozenset[str]:
    """Return the names that a define uses as values; the empty name stands for `none`."""
    found: set[str] = set()
    for part in walk(define):
        match part:
            case ast.NoneValue():
                found.add("")
            case ast.Name(name=name) | ast.Call(name=name):
                found.add(name)
            case _:  # the rest: not a name used as a value
                pass
    return frozenset(found)


def defines_testing_none(names: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the defines that may test for none, transitively, given :func:`value_names_in` of each define."""
    found = {define for define, inside in names.items() if "" in inside}
    while True:
        more = {define for define, inside in names.items() if define not in found and not found.isdisjoint(inside)}
        if not more:
            return frozenset(found)
        found |= more


@frozen
class EmptyCaseReader:
    """A reader of defines that finds no cases; it ends the recursion while a define is being read."""

    def read_cases(self, env: Env, define: ast.Define) -> DefineCases:
        """Return no cases for any define."""
        return DefineCases((), ())


@frozen
class DefineCaseReader:
    """The reader of the cases (values with conditions) of yes/no defines; it reports no errors."""

    def read_cases(self, env: Env, define: ast.Define) -> DefineCases:
        """Read the cases of a define: its possible values with their conditions."""
        ctx = Context(evolve(env, reader=EmptyCaseReader()))
        params = env.defines[define.name].params
        scope = Scope({name: Variable(type_, define.span, of=define.name) for name, type_ in params})
        base = expressions.resolve_boolean(ctx, define.base, scope)
        return DefineCases(
            tuple(name for name, _ in params), tuple(walk_cases(ctx, base, define.exceptions, scope, ()))
        )


def walk_cases(
    ctx: Context,
    value: x.Expr,
    exceptions: Sequence[ast.Except],
    scope: Scope,
    path_condition: tuple[tuple[x.Expr, bool], ...],
) -> Iterator[DefineCase]:
    """Yield each case (value and condition) of a define: of its value and of its exceptions.

    Args:
        ctx: The context.
        value: The value.
        exceptions: Its exceptions.
        scope: The scope.
        path_condition: The conditions on the path, with their truth values.
    """
    conditions = [
        (exception, expressions.resolve_boolean(ctx, exception.when, scope))
        for exception in exceptions
        if exception.when is not None
    ]
    yield DefineCase((*path_condition, *((condition, False) for _, condition in conditions)), value)
    for exception, condition in conditions:
        inside = narrow(ctx.env, scope, condition)
        own = expressions.resolve_typed(ctx, exception.value, inside, BOOL)
        yield from walk_cases(ctx, own, exception.exceptions, inside, (*path_condition, (condition, True)))
