"""Branches, steps, ends and loops."""

from __future__ import annotations

from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.expressions import coerced, needed, source, value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.origins import sources
from bombsight.compiler.lower.spans import highest, span_of
from bombsight.compiler.lower.statements import block, statements
from bombsight.compiler.lower.visibility import told_with
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import EnterSite, LeaveSite
from bombsight.flat.types import ElementType


def if_(stmt: g.If, frame: Frame) -> None:
    """One of two blocks."""
    condition = value(stmt.condition, frame)
    if isinstance(condition, fx.Num):
        block(stmt.body if condition.value else stmt.otherwise, frame)
        return
    with frame.fork() as fork:
        with fork.arm() as body:
            block(stmt.body, frame)
        with fork.arm() as otherwise:
            block(stmt.otherwise, frame)
    if body or otherwise or fold.can_fault(condition):
        frame.emit(fs.If(condition=condition, body=tuple(body), otherwise=tuple(otherwise)))


def step(stmt: g.Step, frame: Frame) -> None:
    """A named step of a procedure."""
    sites, where = frame.unit.sites, frame.where(stmt.span, stmt.origin)
    cite, frame.cite = frame.cite, stmt.origin.cite or frame.cite
    seen, values = told_with(stmt.seen, frame, alone=True)
    enter = EnterSite(**where, kind="step", name=stmt.name, title=stmt.title, seen=seen)
    frame.emit(fs.Event(site=sites.add(enter), values=values, note=stmt.name))
    leave = sites.add(LeaveSite(**where, kind="step", name=stmt.name))
    frame.steps.append((len(frame.loops), leave))
    statements(stmt.body, frame)
    frame.steps.pop()
    frame.cite = cite
    if not frame.done:
        frame.emit(fs.Event(site=leave))


def stop_loop(stmt: g.StopLoop, frame: Frame) -> None:
    """Leave the innermost loop."""
    frame.leave_steps(sum(depth < len(frame.loops) for depth, _ in frame.steps))
    frame.emit(fs.Leave(label=frame.loops[-1]))


def end_procedure(stmt: g.EndProcedure, frame: Frame) -> None:
    """Leave a running procedure from however deep, with a value where it has a type."""
    result = frame.unit.procedures[stmt.procedure].result
    found: fx.Expr = fx.Num(0)
    if stmt.value is not None and result is not None:
        found = coerced(stmt.value, result, frame)
    asked = frame.unit.layout.endings.get(stmt.procedure)
    if asked is not None:
        frame.emit(fs.SetCounter(slot=fx.Slot(asked), value=fx.Num(1)))
    frame.emit(fs.EndOuter(procedure=frame.unit.ended[stmt.procedure], value=found))


# --- loops


def loop_body(stmt: g.Loop, frame: Frame, label: str) -> fs.Block:
    """The body of a loop, whose earlier turns may have removed elements."""
    frame.loops.append(label)
    with frame.block() as body:
        frame.counted(frame.unit.costs.turn(stmt, frame.own_table), stmt.span)
        statements(stmt.body, frame)
    frame.loops.pop()
    return tuple(body)


def for_each(stmt: g.ForEach, frame: Frame) -> None:
    """A loop over members fixed when it begins; an element removed meanwhile is passed over."""
    members = source(stmt.domain, frame)
    removes = frame.removes(stmt.body)
    frame.removed_from(removes)
    before = set(frame.fresh)
    type_ = stmt.domain.type.required() if isinstance(stmt.domain.type, ElementType) else stmt.domain.type
    taken = sources(stmt.domain, frame)
    name = frame.declare(stmt.variable, type_, fresh=True)
    frame.taken[stmt.variable] = taken
    where = None
    if stmt.where is not None:
        with frame.pure():
            where = value(stmt.where, frame)
    if where == fold.YES:
        where = None
    watched = None
    if isinstance(type_, ElementType) and isinstance(members, fx.Elements | fx.Held):
        list_ = frame.list_of(type_)
        watched = list_ if list_ in removes or isinstance(members, fx.Held) else None
    label = frame.locals.label("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before - {stmt.variable}
    frame.emit(fs.Each(label=label, variable=name, source=members, watched=watched, where=where, body=body))


def for_range(stmt: g.ForRange, frame: Frame) -> None:
    """A loop over numbers, up or down; none if the bounds are the wrong way round."""
    first = needed(stmt.first, frame)
    last = needed(stmt.last, frame)
    most = span_of(stmt.last, stmt.first) if stmt.down else span_of(stmt.first, stmt.last)
    frame.removed_from(frame.removes(stmt.body))
    before = set(frame.fresh)
    name = frame.declare(stmt.variable, stmt.type)
    label = frame.locals.label("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before
    frame.emit(fs.Numbered(label=label, variable=name, first=first, last=last, most=most, down=stmt.down, body=body))


def repeat(stmt: g.Repeat, frame: Frame) -> None:
    """A loop of as many turns as the value says when it begins."""
    times = needed(stmt.times, frame)
    frame.removed_from(frame.removes(stmt.body))
    before = set(frame.fresh)
    label = frame.locals.label("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before
    frame.emit(fs.Turns(label=label, times=times, most=highest(stmt.times), body=body))


def while_(stmt: g.While, frame: Frame) -> None:
    """A loop while the condition holds, ``limit`` turns at most."""
    frame.removed_from(frame.removes(stmt.body))
    before = set(frame.fresh)
    with frame.pure():
        condition = value(stmt.condition, frame)
    label = frame.locals.label("loop")
    body = loop_body(stmt, frame, label)
    frame.fresh = before
    told = fs.Event(site=frame.limit(stmt.span, f"{stmt.limit} turns at most"))
    after = fs.If(condition=condition, body=(told,))
    if condition != fold.NO:
        frame.emit(fs.While(label=label, condition=condition, limit=stmt.limit, body=body, after=(after,)))
