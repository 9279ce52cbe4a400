"""Procedures, and standing offers that are taken."""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import NESTED, Frame
from bombsight.compiler.lower.offers import about as about_offer
from bombsight.compiler.lower.offers import offer_frame, offer_named
from bombsight.compiler.lower.returns import give, give_nothing
from bombsight.compiler.lower.statements import statements
from bombsight.compiler.lower.unit import Unit
from bombsight.compiler.lower.visibility import of_procedure
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.sites import EnterSite, LeaveSite


def make_do(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function of a procedure."""
    procedure = unit.procedures[name]
    frame = Frame(unit=unit, owner=f"procedure:{name}", cite=procedure.origin.cite, result=procedure.result)
    for param in procedure.params:
        frame.declare(param.name, param.type, fresh=True)
    guard = procedure_guard(procedure, frame)
    if name == unit.graph.game.mission:
        frame.emit(fs.Refill())
    frame.counted(unit.costs.entry(procedure), procedure.span)
    statements(procedure.body, frame)
    if not frame.done:
        give_nothing(frame, procedure.span)
    title = f' "{procedure.title}"' if procedure.title else ""
    params = [frame.locals.of(param.name) for param in procedure.params]
    about = f"procedure {name}{title}  {procedure.span}"
    return frame.function(function_name, about, params, unit.results(procedure.result), guard)


def procedure_guard(procedure: n.Procedure, frame: Frame) -> Guard:
    """What stands around a procedure's body."""
    unit = frame.unit
    name = procedure.name
    where = frame.where(procedure.span, procedure.origin)
    enter = EnterSite(
        **where,
        kind="procedure",
        name=name,
        title=procedure.title,
        types=tuple(param.type for param in procedure.params),
        names=tuple(param.name for param in procedure.params),
        seen=of_procedure(procedure, frame),
    )
    too_deep: list[fs.Stmt] = []
    if procedure.deep is not None:
        with frame.block() as too_deep:
            text = f"{name} is already open {procedure.deep} times"
            frame.emit(fs.Event(site=frame.limit(procedure.span, text)))
            if procedure.result is not None and not procedure.result.is_optional:
                frame.emit(fs.Fail(site=frame.fault(procedure.span, text)))
            else:
                frame.emit(fs.Return(values=(fold.NOTHING,) * unit.results(procedure.result)))
    return Guard(
        number=unit.ended.get(name),
        resets=name if unit.falls_back(name) else None,
        depth=unit.layout.depths.get(f"procedure:{name}"),
        deepest=procedure.deep or 0,
        height=unit.height(f"procedure:{name}") if procedure.deep is not None else 0,
        nested=frame.fault(procedure.span, NESTED) if procedure.deep is not None else None,
        too_deep=tuple(too_deep),
        enter=unit.sites.add(enter),
        leave=unit.sites.add(LeaveSite(**where, kind="procedure", name=name)),
    )


def make_offered(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function that tells whether an offer would be made now, its limit apart."""
    reroll = offer_named(name, unit)
    frame = offer_frame(reroll, unit)
    frame.emit(fs.Return(values=(value(reroll.condition, frame),)))
    return frame.function(function_name, about_offer(reroll), (), 1)


def make_offer(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function of an offer that is taken."""
    reroll = offer_named(name, unit)
    frame = offer_frame(reroll, unit)
    used = fx.Slot(unit.layout.offers[name])
    frame.counted(unit.costs.offer(reroll), reroll.span)
    frame.emit(fs.SetCounter(slot=used, value=fold.plus(used, 1)))
    statements(reroll.body, frame)
    if not frame.done:
        give((), frame)
    return frame.function(function_name, about_offer(reroll), (), 0)
