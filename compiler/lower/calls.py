"""Calls that change nothing: derived values, look-ups for a value, the sum of modifiers."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.nodes import Define
from bombsight.compiler.lower.expressions import arguments, coerced, value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.weights import DEAR
from bombsight.flat import expressions as fx
from bombsight.flat.types import PartsType
from bombsight.flat.walking import parts

SMALL = 12
"""A derived value of no more parts than this stands where it is called."""


def call_define(node: x.CallDefine, frame: Frame) -> fx.Expr:
    """A derived value."""
    define = frame.unit.defines[node.define]
    args = arguments(node.args, define.params, frame)
    inlined = in_place(define, args, frame)
    return fx.Call(frame.unit.function("define", node.define), args) if inlined is None else inlined


def in_place(define: Define, args: Sequence[fx.Expr], frame: Frame) -> fx.Expr | None:
    """A derived value worked out where it is called, if that is as short and no slower; else None."""
    if (
        define.exceptions
        or frame.unit.costs.derived(define.name) > DEAR
        or not all(isinstance(arg, fx.Num | fx.Local) for arg in args)
    ):
        return None
    inner = Frame(unit=frame.unit, owner=f"define:{define.name}", cite=define.origin.cite, out=None)
    for param, arg in zip(define.params, args, strict=True):
        inner.declare(param.name, param.type, fresh=True)
        inner.bound[param.name] = arg
    found = coerced(define.base, define.type, inner)
    return found if size(found) <= SMALL else None


def size(value: fx.Expr | fx.Source) -> int:
    """Of how many parts a value is; a quantifier, whose variable is its own, is never small."""
    if isinstance(value, fx.Quantifier):
        return SMALL + 1
    return 1 + sum(map(size, parts(value)))


def look_up(node: x.LookUp, frame: Frame) -> fx.Expr:
    """The result of a table without dice, or one part of it."""
    result = frame.unit.tables[node.table].result
    at = 0
    if isinstance(result, PartsType) and node.part is not None:
        at = [part.name for part in result.parts].index(node.part)
    return looked_up(node, frame)[at]


def look_up_parts(node: x.LookUp, frame: Frame) -> tuple[fx.Expr, ...]:
    """The result of a table without dice, or one part of it: each part."""
    return (value(node, frame),) if node.part is not None else looked_up(node, frame)


def looked_up(node: x.LookUp, frame: Frame) -> tuple[fx.Expr, ...]:
    """Each part of what a table without dice gives."""
    table = frame.unit.tables[node.table]
    args = arguments(node.args, table.params, frame)
    function = frame.unit.function("look", table.id)
    count = frame.unit.results(table.result)
    return tuple(fx.Call(function, args, at if count > 1 else None) for at in range(count))


def modifiers_on(node: x.ModifiersOn, frame: Frame) -> fx.Expr:
    """The sum of the modifiers that would apply to a roll now."""
    args = arguments(node.args, frame.unit.tables[node.table].params, frame)
    return fx.Call(frame.unit.function("modifiers", node.table), args)
