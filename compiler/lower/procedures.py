"""Lowering of procedures and of accepted standing offers."""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower.expressions import lower_expr
from bombsight.compiler.lower.function_builder import NESTING_FAULT, FunctionBuilder
from bombsight.compiler.lower.offers import describe_offer as about_offer
from bombsight.compiler.lower.offers import find_offer, offer_builder
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.compiler.lower.returns import emit_default_return, emit_return
from bombsight.compiler.lower.statements import lower_statements
from bombsight.compiler.lower.visibility import procedure_visibility
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.sites import EnterSite, LeaveSite


def make_procedure(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the flat function of a procedure."""
    procedure = unit.procedures[name]
    builder = FunctionBuilder(unit=unit, owner=f"procedure:{name}", cite=procedure.origin.cite, result=procedure.result)
    for param in procedure.params:
        builder.declare_variable(param.name, param.type, is_fresh=True)
    guard = build_guard(procedure, builder)
    if name == unit.graph.game.mission:
        builder.emit(fs.Refill())
    builder.emit_step_count(unit.costs.entry_charge(procedure), procedure.span)
    lower_statements(procedure.body, builder)
    if not builder.is_terminated:
        emit_default_return(builder, procedure.span)
    title = f' "{procedure.title}"' if procedure.title else ""
    params = [builder.locals.name_of(param.name) for param in procedure.params]
    about = f"procedure {name}{title}  {procedure.span}"
    return builder.build_function(function_name, about, params, unit.result_width(procedure.result), guard)


def build_guard(procedure: n.Procedure, builder: FunctionBuilder) -> Guard:
    """Build the guard of a procedure: enter and leave events, reset of state, recursion limit."""
    unit = builder.unit
    name = procedure.name
    where = builder.site_fields(procedure.span, procedure.origin)
    enter = EnterSite(
        **where,
        kind="procedure",
        name=name,
        title=procedure.title,
        types=tuple(param.type for param in procedure.params),
        names=tuple(param.name for param in procedure.params),
        seen=procedure_visibility(procedure, builder),
        beat=procedure.beat,
    )
    too_deep: list[fs.Stmt] = []
    if procedure.deep is not None:
        with builder.inner_block() as too_deep:
            text = f"{name} is already open {procedure.deep} times"
            builder.emit(fs.Event(site=builder.add_limit_site(procedure.span, text)))
            if procedure.result is not None and not procedure.result.is_optional:
                builder.emit(fs.Fail(site=builder.add_fault_site(procedure.span, text)))
            else:
                builder.emit(fs.Return(values=(fold.NOTHING,) * unit.result_width(procedure.result)))
    return Guard(
        number=unit.end_targets.get(name),
        resets=name if unit.has_state_to_reset(name) else None,
        depth=unit.layout.depths.get(f"procedure:{name}"),
        deepest=procedure.deep or 0,
        height=unit.call_height(f"procedure:{name}") if procedure.deep is not None else 0,
        nested=builder.add_fault_site(procedure.span, NESTING_FAULT) if procedure.deep is not None else None,
        too_deep=tuple(too_deep),
        enter=unit.sites.site_number(enter),
        leave=unit.sites.site_number(LeaveSite(**where, kind="procedure", name=name)),
    )


def make_offer_condition(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function that tests the declared condition of a standing offer (to throw dice again)."""
    reroll = find_offer(name, unit)
    builder = offer_builder(reroll, unit)
    builder.emit(fs.Return(values=(lower_expr(reroll.condition, builder),)))
    return builder.build_function(function_name, about_offer(reroll), (), 1)


def make_offer(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function that runs the statements of a standing offer (to throw dice again) after the player accepts."""
    reroll = find_offer(name, unit)
    builder = offer_builder(reroll, unit)
    used = fx.Slot(unit.layout.offers[name])
    builder.emit_step_count(unit.costs.offer_cost(reroll), reroll.span)
    builder.emit(fs.SetCounter(slot=used, value=fold.plus(used, 1)))
    lower_statements(reroll.body, builder)
    if not builder.is_terminated:
        emit_return((), builder)
    return builder.build_function(function_name, about_offer(reroll), (), 0)
