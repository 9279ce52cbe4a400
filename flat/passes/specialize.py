"""Functions made for constants: a turn of a loop that is told by itself calls one in which its constants stand."""

from __future__ import annotations

from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat.functions import Function
from bombsight.flat.passes.rebuild import Data, Rebuild
from bombsight.flat.passes.revise import revised
from bombsight.flat.variables import set_by
from bombsight.flat.walking import walk_block

LARGEST = 500
"""So many nodes a function may be made of that stands once for each turn."""


def may_be_special(of: Function) -> bool:
    """Whether a function may stand once for each turn of a loop: a small one without a guard, parameters unchanged."""
    if of.guard is not None and not of.guard.is_idle:
        return False
    nodes = tuple(walk_block(of.body))
    return len(nodes) <= LARGEST and not any(name in of.params for node in nodes for name in set_by(node))


def with_constants(of: Function, name: str, numbers: tuple[int, ...], data: Data) -> Function:
    """A function without parameters: one with numbers in their place.

    Args:
        of: The function.
        name: What it is called.
        numbers: One for each parameter.
        data: The program's constant tuples.
    """
    given = {param: fx.Num(number) for param, number in zip(of.params, numbers, strict=True)}
    change = Rebuild(data)
    return evolve(
        of,
        name=name,
        params=(),
        locals=tuple(variable for variable in of.locals if variable.name not in given),
        body=revised(of.body, lambda value: change(value, given), lambda source: change.source(source, given)),
    )
