"""Functions that are often over at once: whoever calls one asks himself whether it is.

Such a function becomes two: one that asks, small enough to be done where it is called, and one that does the rest.
"""

from __future__ import annotations

from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.variables import named_by, set_by
from bombsight.flat.walking import ends, walk_block

LITTLE = 40
"""So many nodes what is asked may be made of."""

MUCH = 20
"""From so many nodes on the rest is worth a function of its own."""

REST = "rest of "
"""Stands before the name of the function that does the rest of another."""

OVER = (fs.Return(),)
"""The function is over, and gives nothing."""


def parted(of: Function) -> tuple[Function, ...]:
    """The rest of a function, and what is left of it; or the function, if it is not often over at once."""
    of = asking_first(of)
    at = asked_at_once(of)
    asked, rest = of.body[:at], of.body[at:]
    if not at or sum(1 for _ in walk_block(asked)) > LITTLE or sum(1 for _ in walk_block(rest)) < MUCH:
        return (of,)
    before = {name for node in walk_block(asked) for name in named_by(node)}
    behind = {name for node in walk_block(rest) for name in named_by(node)}
    known = {*of.params, *(name for stmt in asked for name in set_by(stmt))}
    taken = tuple(variable.name for variable in of.locals if variable.name in known & behind)
    call = fs.Invoke(names=(), function=REST + of.name, args=tuple(map(fx.Local, taken)))
    return (
        evolve(
            of,
            name=call.function,
            params=taken,
            locals=tuple(variable for variable in of.locals if variable.name in behind),
            body=rest,
        ),
        evolve(
            of,
            locals=tuple(variable for variable in of.locals if variable.name in {*of.params, *before, *taken}),
            body=(*asked, call, *OVER),
        ),
    )


def asking_first(of: Function) -> Function:
    """A function all of whose work is under one last condition, as one that is over where that does not hold."""
    match of.body:
        case (*before, fs.If(condition=condition, body=body, otherwise=()), last) if last in OVER:
            over = fs.If(condition=fold.negation(condition), body=OVER)
            return evolve(of, body=(*before, over, *body, *(() if ends(body) else OVER)))
        case _:  # the rest: no such function
            return of


def is_rest(of: Function) -> bool:
    """Whether a function does the rest of another."""
    return of.name.startswith(REST)


def asked_at_once(of: Function) -> int:
    """How many statements at the beginning only tell whether a function is over; 0 where it is not over there.

    What a guard does stands around the whole of a body: then it is not parted.
    """
    found = 0
    if of.results or (of.guard is not None and not of.guard.is_idle):
        return found
    for at, stmt in enumerate(of.body, 1):
        match stmt:
            case fs.Count() | fs.SetLocal() | fs.Check():
                pass
            case fs.If(body=body, otherwise=()) if body == OVER:
                found = at
            case _:  # the rest: more than asking
                break
    return found
