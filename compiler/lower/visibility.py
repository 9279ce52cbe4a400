"""Lowering of visibility: which players may see a step, a line or a part of the state.

For steps and lines the event carries the values; for state they are asides. A visibility that an option disables is
dropped. A program with open options has one player and hides nothing, except steps that nobody may see.
"""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.derived_values import lower_hole_or_aside
from bombsight.compiler.lower.expressions import lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat.sites import Hole, Seen
from bombsight.flat.types import ElementType, EnumType


def lower_step_visibility(
    node: g.Seen | None, builder: FunctionBuilder, first: int = 0, *, applies_alone: bool = False
) -> tuple[Seen | None, tuple[fx.Expr, ...]]:
    """Lower the visibility of a step or line: which players may see it, and the values that decide that.

    Args:
        node: The declared visibility.
        builder: The function that computes the values.
        first: The index of the first value.
        applies_alone: Whether it applies to a single player, too.
    """
    if node is None or not ((applies_alone and builder.unit.layout.options) or can_hide(node, builder)):
        return None, ()
    values: list[fx.Expr] = []
    holes: list[Hole | None] = []
    with builder.no_statements():
        for part in (node.by, node.when):
            holes.append(Hole(first + len(values), part.type) if part is not None else None)
            values += [lower_expr(part, builder)] if part is not None else []
    return Seen(*holes), tuple(values)


def lower_visibilities(unit: ProgramBuilder) -> Iterator[tuple[str, Seen]]:
    """Yield the id and the visibility of each field and list that is hidden from some player."""
    for field in unit.graph.fields:
        seen = field_visibility(field, unit)
        if seen is not None:
            yield field.id, seen
    for found in unit.graph.lists:
        seen = lower_visibility(found.seen, FunctionBuilder(unit=unit, owner=f"list:{found.id}"), [])
        if seen is not None:
            yield found.id, seen


def field_visibility(field: n.Field, unit: ProgramBuilder) -> Seen | None:
    """Lower which players may see a field, as a function of its indices and then its element."""
    if field.seen is None:
        return None
    builder = FunctionBuilder(unit=unit, owner=f"field:{field.id}")
    names = [
        builder.declare_variable(name, EnumType(enum))
        for name, enum in zip(field.index_names, field.indices, strict=True)
    ]
    if field.element:
        record = field.id.partition(".")[0]
        names.append(builder.declare_variable(record, ElementType(record), is_fresh=True))
    return lower_visibility(field.seen, builder, [fx.Local(name) for name in names])


def procedure_visibility(procedure: n.Procedure, builder: FunctionBuilder) -> Seen | None:
    """Lower which players may see a procedure's events, as a function of its parameters."""
    if procedure.seen is not None and procedure.seen.by is procedure.seen.when is None:
        return Seen(None)  # visible to all players, always
    return lower_visibility(
        procedure.seen, builder, [fx.Local(builder.locals.name_of(param.name)) for param in procedure.params]
    )


def lower_visibility(node: g.Seen | None, builder: FunctionBuilder, values: list[fx.Expr]) -> Seen | None:
    """Lower a declared visibility to event values or display-only functions; None if nothing is ever hidden."""
    if node is None or not can_hide(node, builder):
        return None
    by = lower_hole_or_aside(node.by, builder, values) if node.by is not None else None
    return Seen(by, lower_hole_or_aside(node.when, builder, values) if node.when is not None else None)


def can_hide(node: g.Seen, builder: FunctionBuilder) -> bool:
    """Whether a declared visibility can ever hide anything from a player."""
    if builder.unit.layout.options:
        return False
    with builder.no_statements():
        return node.when is None or lower_expr(node.when, builder) != fold.NO
