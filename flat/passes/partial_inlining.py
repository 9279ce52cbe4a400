"""Partial inlining: a function's early-exit test is copied into its callers.

Such a function is split in two: the test, small enough to be inlined, and the rest.
"""

from __future__ import annotations

from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.variables import variables_named, variables_set
from bombsight.flat.walking import never_falls_through, walk_block

MAX_TEST_SIZE = 40
"""The most nodes of an early-exit test."""

MIN_REST_SIZE = 20
"""The fewest nodes of a rest that is worth its own function."""

REST_PREFIX = "rest of "
"""The prefix of the name of a function's rest."""

RETURN_NOTHING = (fs.Return(),)
"""The block that returns without a result."""


def split_function(function: Function) -> tuple[Function, ...]:
    """Split a function with an early exit into the work behind the exit, and the exit test; keep any other whole."""
    function = with_early_exit(function)
    at = count_exit_tests(function)
    tests, rest = function.body[:at], function.body[at:]
    if not at or sum(1 for _ in walk_block(tests)) > MAX_TEST_SIZE or sum(1 for _ in walk_block(rest)) < MIN_REST_SIZE:
        return (function,)
    test_names = {name for node in walk_block(tests) for name in variables_named(node)}
    rest_names = {name for node in walk_block(rest) for name in variables_named(node)}
    known_names = {*function.params, *(name for stmt in tests for name in variables_set(stmt))}
    passed_names = tuple(variable.name for variable in function.locals if variable.name in known_names & rest_names)
    call = fs.Invoke(names=(), function=REST_PREFIX + function.name, args=tuple(map(fx.Local, passed_names)))
    return (
        evolve(
            function,
            name=call.function,
            params=passed_names,
            locals=tuple(variable for variable in function.locals if variable.name in rest_names),
            body=rest,
        ),
        evolve(
            function,
            locals=tuple(
                variable
                for variable in function.locals
                if variable.name in {*function.params, *test_names, *passed_names}
            ),
            body=(*tests, call, *RETURN_NOTHING),
        ),
    )


def with_early_exit(function: Function) -> Function:
    """Return a copy of a function whose last condition, around all further work, became an early exit."""
    match function.body:
        case (*before, fs.If(condition=condition, body=body, otherwise=()), last) if last in RETURN_NOTHING:
            over = fs.If(condition=fold.negation(condition), body=RETURN_NOTHING)
            return evolve(function, body=(*before, over, *body, *(() if never_falls_through(body) else RETURN_NOTHING)))
        case _:  # the rest: no final condition
            return function


def is_rest(function: Function) -> bool:
    """Whether a function is the second part, behind the early exit, that :func:`split_function` split off."""
    return function.name.startswith(REST_PREFIX)


def count_exit_tests(function: Function) -> int:
    """Count the statements at the start of a body up to its last early exit; 0 if there is none.

    A guard's code surrounds the whole body, so such a function is not split.
    """
    count = 0
    if function.results or (function.guard is not None and not function.guard.is_idle):
        return count
    for at, stmt in enumerate(function.body, 1):
        match stmt:
            case fs.Count() | fs.SetLocal() | fs.Check():
                pass
            case fs.If(body=body, otherwise=()) if body == RETURN_NOTHING:
                count = at
            case _:  # the rest: beyond the exit test
                break
    return count
