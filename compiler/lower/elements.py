"""Lowering of list operations: add, remove and move elements, append values."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.changes import clamp_to_type
from bombsight.compiler.lower.effects import last_effectful_index
from bombsight.compiler.lower.expressions import (
    can_be_out_of_range,
    lower_as_type,
    lower_expr,
    lower_not_none,
)
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.origins import origin_of_values, record_sources
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import ElementSite, MoveSite
from bombsight.flat.types import ElementType, IntType, ListType


def add_element_site(stmt: g.Stmt, list_: str, joins: bool, builder: FunctionBuilder, values: object = ()) -> int:
    """Add the site (display metadata) of the event that an element joins or leaves a list, and return its number.

    Args:
        stmt: The statement.
        list_: The state list.
        joins: Whether the element joins; else it leaves.
        builder: The function context.
        values: Parts of the graph from which the element is computed.
    """
    where = builder.site_fields(stmt.span, stmt.origin, origin_of_values((), builder, values))
    return builder.unit.sites.site_number(ElementSite(**where, list=list_, joins=joins))


def lower_add_element(stmt: g.AddElement, builder: FunctionBuilder) -> None:
    """Lower the creation of an element in a state list; fields without a value get their defaults."""
    unit = builder.unit
    capacity = unit.layout.pools[stmt.list].capacity
    field_values: list[tuple[str, fx.Expr]] = []
    last = last_effectful_index([init.value for init in stmt.fields])
    for index, init in enumerate(stmt.fields):
        field = unit.layout.fields[init.field].field
        if field.full and isinstance(field.type, IntType) and can_be_out_of_range(init.value.type, field.type):
            found = lower_expr(init.value, builder) if field.type.optional else lower_not_none(init.value, builder)
            found = clamp_to_type(found, field.type, builder)
        else:
            found = lower_as_type(init.value, field.type, builder)
        if index < last:
            found = builder.assign_temporary(found, "first")
        field_values.append((init.field, found))
    full = builder.add_fault_site(stmt.span, f"{stmt.list} is full: it holds {capacity} at most")
    site = add_element_site(stmt, stmt.list, True, builder, stmt.fields)
    builder.emit(fs.NewElement(list=stmt.list, slots=tuple(field_values), site=site, full=full))


def lower_remove(stmt: g.Remove, builder: FunctionBuilder) -> None:
    """Lower the removal of an element from its list; every reference to it becomes ``none``."""
    found = lower_held_element(stmt, builder)
    site = add_element_site(stmt, stmt.list, False, builder)
    builder.emit(fs.RemoveElement(list=stmt.list, value=found, site=site))
    builder.mark_removed(frozenset({stmt.list}))


def lower_remove_each(stmt: g.RemoveEach, builder: FunctionBuilder) -> None:
    """Lower the removal of every element for which ``where`` holds."""
    record = builder.unit.layout.pools[stmt.list].list.record
    name = builder.declare_variable(stmt.variable, ElementType(record), is_fresh=True)
    where = None
    if stmt.where is not None:
        with builder.no_statements():
            where = lower_expr(stmt.where, builder)
    site = add_element_site(stmt, stmt.list, False, builder, stmt.where)
    builder.emit(fs.RemoveWhere(list=stmt.list, variable=name, where=where, site=site))
    builder.mark_removed(frozenset({stmt.list}))


def lower_move(stmt: g.Move, builder: FunctionBuilder) -> None:
    """Lower the move of an element to the front or the end of its list."""
    found = lower_held_element(stmt, builder)
    where = builder.site_fields(stmt.span, stmt.origin)
    site = builder.unit.sites.site_number(MoveSite(**where, list=stmt.list, first=stmt.first))
    builder.emit(fs.MoveElement(list=stmt.list, value=found, first=stmt.first, site=site))


def lower_held_element(stmt: g.Remove | g.Move, builder: FunctionBuilder) -> fx.Expr:
    """Lower the element that a variable refers to, with a run-time fault if the variable is ``none``."""
    record = builder.unit.layout.pools[stmt.list].list.record
    element = x.Var(name=stmt.variable, type=builder.types.get(stmt.variable, ElementType(record)), span=stmt.span)
    if element.type.is_optional:
        return fold.some(
            lower_expr(element, builder), builder.add_fault_site(stmt.span, f"there is no such {record} (any more)")
        )
    return fx.Local(builder.locals.name_of(stmt.variable))


def lower_reset_list(stmt: g.ResetList, builder: FunctionBuilder) -> None:
    """Lower ``reset`` of a list, which removes all its elements or values."""
    name = builder.locals.new_temporary("each")
    site = add_element_site(stmt, stmt.list, False, builder)
    builder.emit(fs.RemoveWhere(list=stmt.list, variable=name, where=None, site=site))
    builder.mark_removed(frozenset({stmt.list}))


def lower_append_value(stmt: g.AppendValue, builder: FunctionBuilder) -> None:
    """Lower ``add value to variable`` for a list variable."""
    type_ = builder.types[stmt.variable]
    assert isinstance(type_, ListType)
    found = lower_as_type(stmt.value, type_.element, builder)
    site = builder.add_fault_site(stmt.span, f"{stmt.variable} is full: it holds {type_.capacity} at most")
    variable = builder.locals.name_of(stmt.variable)
    record_sources(stmt.variable, stmt.value, builder, keeps_previous=True)
    builder.emit(fs.Append(variable=variable, value=found, site=site))
