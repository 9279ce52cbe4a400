"""Functions that are often over at once: whoever calls one asks himself whether it is.

Such a function becomes two: one that asks, small enough to be done where it is called, and one that does the rest.
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
"""So many nodes what is asked may be made of."""

MIN_REST_SIZE = 20
"""From so many nodes on the rest is worth a function of its own."""

REST_PREFIX = "rest of "
"""Stands before the name of the function that does the rest of another."""

RETURN_NOTHING = (fs.Return(),)
"""The function is over, and gives nothing."""


def split_function(function: Function) -> tuple[Function, ...]:
    """The rest of a function, and what is left of it; or the function, if it is not often over at once."""
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
    """A function all of whose work is under one last condition, as one that is over where that does not hold."""
    match function.body:
        case (*before, fs.If(condition=condition, body=body, otherwise=()), last) if last in RETURN_NOTHING:
            over = fs.If(condition=fold.negation(condition), body=RETURN_NOTHING)
            return evolve(function, body=(*before, over, *body, *(() if never_falls_through(body) else RETURN_NOTHING)))
        case _:  # the rest: no such function
            return function


def is_rest(function: Function) -> bool:
    """Whether a function does the rest of another."""
    return function.name.startswith(REST_PREFIX)


def count_exit_tests(function: Function) -> int:
    """How many statements at the beginning only tell whether a function is over; 0 where it is not over there.

    What a guard does stands around the whole of a body: then it is not parted.
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
            case _:  # the rest: more than asking
                break
    return count
