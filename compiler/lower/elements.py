"""Lists: elements join, leave and are moved, values are appended."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.changes import saturated
from bombsight.compiler.lower.effects import drawn_behind
from bombsight.compiler.lower.expressions import (
    coerced,
    needed,
    out_of_range,
    value,
)
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.origins import keep_sources, value_origin
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import ElementSite, MoveSite
from bombsight.flat.types import ElementType, IntType, ListType


def element_site(stmt: g.Stmt, list_: str, joins: bool, frame: Frame, values: object = ()) -> int:
    """The number of the site for an element's joining or leaving.

    Args:
        stmt: The statement.
        list_: The state list.
        joins: Whether it joins; else it leaves.
        frame: The function context.
        values: Parts of the graph that are worked out for it.
    """
    where = frame.where(stmt.span, stmt.origin, value_origin((), frame, values))
    return frame.unit.sites.add(ElementSite(**where, list=list_, joins=joins))


def add_element(stmt: g.AddElement, frame: Frame) -> None:
    """A new element in a state list; fields not named have their defaults."""
    unit = frame.unit
    capacity = unit.layout.pools[stmt.list].capacity
    given: list[tuple[str, fx.Expr]] = []
    early = drawn_behind([init.value for init in stmt.fields])
    for index, init in enumerate(stmt.fields):
        field = unit.layout.fields[init.field].field
        if field.full and isinstance(field.type, IntType) and out_of_range(init.value.type, field.type):
            found = value(init.value, frame) if field.type.optional else needed(init.value, frame)
            found = saturated(found, field.type, frame)
        else:
            found = coerced(init.value, field.type, frame)
        if index < early:
            found = frame.temporary(found, "first")
        given.append((init.field, found))
    full = frame.fault(stmt.span, f"{stmt.list} is full: it holds {capacity} at most")
    site = element_site(stmt, stmt.list, True, frame, stmt.fields)
    frame.emit(fs.NewElement(list=stmt.list, slots=tuple(given), site=site, full=full))


def remove(stmt: g.Remove, frame: Frame) -> None:
    """An element leaves its list; every field and variable that held it is none."""
    found = held_element(stmt, frame)
    site = element_site(stmt, stmt.list, False, frame)
    frame.emit(fs.RemoveElement(list=stmt.list, value=found, site=site))
    frame.removed_from(frozenset({stmt.list}))


def remove_each(stmt: g.RemoveEach, frame: Frame) -> None:
    """Every element for which ``where`` holds leaves the list."""
    record = frame.unit.layout.pools[stmt.list].list.record
    name = frame.declare(stmt.variable, ElementType(record), fresh=True)
    where = None
    if stmt.where is not None:
        with frame.pure():
            where = value(stmt.where, frame)
    site = element_site(stmt, stmt.list, False, frame, stmt.where)
    frame.emit(fs.RemoveWhere(list=stmt.list, variable=name, where=where, site=site))
    frame.removed_from(frozenset({stmt.list}))


def move(stmt: g.Move, frame: Frame) -> None:
    """An element becomes the first of its list or the last."""
    found = held_element(stmt, frame)
    where = frame.where(stmt.span, stmt.origin)
    site = frame.unit.sites.add(MoveSite(**where, list=stmt.list, first=stmt.first))
    frame.emit(fs.MoveElement(list=stmt.list, value=found, first=stmt.first, site=site))


def held_element(stmt: g.Remove | g.Move, frame: Frame) -> fx.Expr:
    """The element that a variable holds; a fault where it holds none."""
    record = frame.unit.layout.pools[stmt.list].list.record
    element = x.Var(name=stmt.variable, type=frame.types.get(stmt.variable, ElementType(record)), span=stmt.span)
    if element.type.is_optional:
        return fold.some(value(element, frame), frame.fault(stmt.span, f"there is no such {record} (any more)"))
    return fx.Local(frame.locals.of(stmt.variable))


def reset_list(stmt: g.ResetList, frame: Frame) -> None:
    """A list is emptied: a state list by its id."""
    name = frame.locals.temporary("each")
    site = element_site(stmt, stmt.list, False, frame)
    frame.emit(fs.RemoveWhere(list=stmt.list, variable=name, where=None, site=site))
    frame.removed_from(frozenset({stmt.list}))


def append_value(stmt: g.AppendValue, frame: Frame) -> None:
    """``add value to variable`` for a variable that is a list."""
    type_ = frame.types[stmt.variable]
    assert isinstance(type_, ListType)
    found = coerced(stmt.value, type_.element, frame)
    site = frame.fault(stmt.span, f"{stmt.variable} is full: it holds {type_.capacity} at most")
    variable = frame.locals.of(stmt.variable)
    keep_sources(stmt.variable, stmt.value, frame, more=True)
    frame.emit(fs.Append(variable=variable, value=found, site=site))
