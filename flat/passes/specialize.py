"""Specialization of functions for the constant arguments of unrolled loops."""

from __future__ import annotations

from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat.functions import Function
from bombsight.flat.passes.rebuild import Data, Rebuilder
from bombsight.flat.passes.revise import revise_block
from bombsight.flat.variables import variables_set
from bombsight.flat.walking import walk_block

MAX_SIZE = 500
"""The most nodes of a function that is specialized for each iteration."""


def can_specialize(function: Function) -> bool:
    """Whether a function can be copied for constant arguments: small, without a guard, its parameters never set."""
    if function.guard is not None and not function.guard.is_idle:
        return False
    nodes = tuple(walk_block(function.body))
    return len(nodes) <= MAX_SIZE and not any(name in function.params for node in nodes for name in variables_set(node))


def specialize_function(function: Function, name: str, numbers: tuple[int, ...], data: Data) -> Function:
    """Specialize a function: replace its parameters by numbers.

    Args:
        function: The function.
        name: The name of the new function.
        numbers: One for each parameter.
        data: The program's constant tuples.
    """
    bindings = {param: fx.Num(number) for param, number in zip(function.params, numbers, strict=True)}
    change = Rebuilder(data)
    return evolve(
        function,
        name=name,
        params=(),
        locals=tuple(variable for variable in function.locals if variable.name not in bindings),
        body=revise_block(
            function.body, lambda value: change(value, bindings), lambda source: change.source(source, bindings)
        ),
    )
