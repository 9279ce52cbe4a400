"""What a derived value tells of values that may be none, where it is yes or no: a test for none in it counts outside.

    define open(way: Way): yes/no = leads_to(way) is not none and not shut[way]

Who has tested `open(way)` need not test `leads_to(way)`, too.
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
    """The names that stand in a define as values, and none as the empty one."""
    found: set[str] = set()
    for part in walk(define):
        match part:
            case ast.NoneValue():
                found.add("")
            case ast.Name(name=name) | ast.Call(name=name):
                found.add(name)
            case _:  # the rest: no value of a name
                pass
    return frozenset(found)


def defines_testing_none(names: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The defines that may test something for none, be it by others.

    Args:
        names: What :func:`value_names_in` finds in each define.
    """
    found = {define for define, inside in names.items() if "" in inside}
    while True:
        more = {define for define, inside in names.items() if define not in found and not found.isdisjoint(inside)}
        if not more:
            return frozenset(found)
        found |= more


@frozen
class EmptyCaseReader:
    """Reads nothing: within a define that is read no other is, for they may ask each other in a circle."""

    def read_cases(self, env: Env, define: ast.Define) -> DefineCases:
        """None."""
        return DefineCases((), ())


@frozen
class DefineCaseReader:
    """Reads defines of yes and no; nothing of what is wrong in them is told."""

    def read_cases(self, env: Env, define: ast.Define) -> DefineCases:
        """What one comes to, case by case."""
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
    """The cases of a value and the exceptions to it.

    Args:
        ctx: The context.
        value: The value.
        exceptions: Those to it.
        scope: What is in sight.
        path_condition: The conditions that hold, or do not.
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
