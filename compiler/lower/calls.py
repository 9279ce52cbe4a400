"""Lowering of pure calls: defines, look-ups of a table's value, sums of modifiers."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.nodes import Define
from bombsight.compiler.lower.expressions import lower_arguments, lower_as_type, lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.weights import CHARGE_LIMIT
from bombsight.flat import expressions as fx
from bombsight.flat.types import PartsType
from bombsight.flat.walking import operands

INLINE_LIMIT = 12
"""The size, in expression nodes, up to which a define is inlined at its calls."""


def lower_call_define(node: x.CallDefine, builder: FunctionBuilder) -> fx.Expr:
    """Lower a call of a define (pure function): inlined if short, else as a call."""
    define = builder.unit.defines[node.define]
    args = lower_arguments(node.args, define.params, builder)
    inlined = inline_define(define, args, builder)
    return fx.Call(builder.unit.function_name("define", node.define), args) if inlined is None else inlined


def inline_define(define: Define, args: Sequence[fx.Expr], builder: FunctionBuilder) -> fx.Expr | None:
    """Inline a call of a define if the inlined expression is short and no slower; otherwise return None."""
    if (
        define.exceptions
        or builder.unit.costs.define_cost(define.name) > CHARGE_LIMIT
        or not all(isinstance(arg, fx.Num | fx.Local) for arg in args)
    ):
        return None
    inner = FunctionBuilder(
        unit=builder.unit, owner=f"define:{define.name}", cite=define.origin.cite, current_block=None
    )
    for param, arg in zip(define.params, args, strict=True):
        inner.declare_variable(param.name, param.type, is_fresh=True)
        inner.substitutions[param.name] = arg
    inlined = lower_as_type(define.base, define.type, inner)
    return inlined if count_parts(inlined) <= INLINE_LIMIT else None


def count_parts(value: fx.Expr | fx.Source) -> int:
    """Count the nodes of an expression, to limit inlining; one that binds a variable counts as too large."""
    if isinstance(value, fx.Quantifier):
        return INLINE_LIMIT + 1
    return 1 + sum(map(count_parts, operands(value)))


def lower_look_up(node: x.LookUp, builder: FunctionBuilder) -> fx.Expr:
    """Lower a look-up in a table without dice to its result, or to one named part of the result."""
    result = builder.unit.tables[node.table].result
    at = 0
    if isinstance(result, PartsType) and node.part is not None:
        at = [part.name for part in result.parts].index(node.part)
    return lower_look_up_results(node, builder)[at]


def lower_look_up_parts(node: x.LookUp, builder: FunctionBuilder) -> tuple[fx.Expr, ...]:
    """Lower a look-up in a table without dice to all parts of its result, or to the one part that it names."""
    return (lower_expr(node, builder),) if node.part is not None else lower_look_up_results(node, builder)


def lower_look_up_results(node: x.LookUp, builder: FunctionBuilder) -> tuple[fx.Expr, ...]:
    """Lower a look-up in a table without dice to every part of its result."""
    table = builder.unit.tables[node.table]
    args = lower_arguments(node.args, table.params, builder)
    function = builder.unit.function_name("look", table.id)
    count = builder.unit.result_width(table.result)
    return tuple(fx.Call(function, args, at if count > 1 else None) for at in range(count))


def lower_modifiers_on(node: x.ModifiersOn, builder: FunctionBuilder) -> fx.Expr:
    """Lower the sum of the modifiers that a roll on a table would have now."""
    args = lower_arguments(node.args, builder.unit.tables[node.table].params, builder)
    return fx.Call(builder.unit.function_name("modifiers", node.table), args)
