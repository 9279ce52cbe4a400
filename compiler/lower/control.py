"""Lowering of control flow: branches, steps, ends and loops."""

from __future__ import annotations

from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.expressions import lower_as_type, lower_domain, lower_expr, lower_not_none
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.number_ranges import range_size, upper_bound
from bombsight.compiler.lower.origins import source_ids
from bombsight.compiler.lower.statements import lower_block, lower_statements
from bombsight.compiler.lower.visibility import lower_step_visibility
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import EnterSite, LeaveSite
from bombsight.flat.types import ElementType


def lower_if(stmt: g.If, builder: FunctionBuilder) -> None:
    """Lower ``if`` with its two blocks."""
    condition = lower_expr(stmt.condition, builder)
    if isinstance(condition, fx.Num):
        lower_block(stmt.body if condition.value else stmt.otherwise, builder)
        return
    with builder.branches() as fork:
        with fork.open_arm() as body:
            lower_block(stmt.body, builder)
        with fork.open_arm() as otherwise:
            lower_block(stmt.otherwise, builder)
    if body or otherwise or fold.can_fault(condition):
        builder.emit(fs.If(condition=condition, body=tuple(body), otherwise=tuple(otherwise)))


def lower_step(stmt: g.Step, builder: FunctionBuilder) -> None:
    """Lower a named step of a procedure."""
    sites, where = builder.unit.sites, builder.site_fields(stmt.span, stmt.origin)
    cite, builder.cite = builder.cite, stmt.origin.cite or builder.cite
    visibility, values = lower_step_visibility(stmt.seen, builder, applies_alone=True)
    enter = EnterSite(**where, kind="step", name=stmt.name, title=stmt.title, seen=visibility, beat=stmt.beat)
    builder.emit(fs.Event(site=sites.site_number(enter), values=values, note=stmt.name))
    leave = sites.site_number(LeaveSite(**where, kind="step", name=stmt.name))
    builder.open_steps.append((len(builder.open_loops), leave))
    lower_statements(stmt.body, builder)
    builder.open_steps.pop()
    builder.cite = cite
    if not builder.is_terminated:
        builder.emit(fs.Event(site=leave))


def lower_stop_loop(stmt: g.StopLoop, builder: FunctionBuilder) -> None:
    """Lower ``stop``, the exit from the innermost loop."""
    builder.emit_step_ends(sum(depth < len(builder.open_loops) for depth, _ in builder.open_steps))
    builder.emit(fs.Leave(label=builder.open_loops[-1]))


def lower_end_procedure(stmt: g.EndProcedure, builder: FunctionBuilder) -> None:
    """Lower ``end``: leave a running procedure from any depth of calls, with a value if it has a result type."""
    result = builder.unit.procedures[stmt.procedure].result
    found: fx.Expr = fx.Num(0)
    if stmt.value is not None and result is not None:
        found = lower_as_type(stmt.value, result, builder)
    ended_slot = builder.unit.layout.endings.get(stmt.procedure)
    if ended_slot is not None:
        builder.emit(fs.SetCounter(slot=fx.Slot(ended_slot), value=fx.Num(1)))
    builder.emit(fs.EndOuter(procedure=builder.unit.end_targets[stmt.procedure], value=found))


# --- loops


def lower_loop_body(stmt: g.Loop, builder: FunctionBuilder, label: str) -> fs.Block:
    """Lower the body of a loop; element references may be stale, since earlier iterations may remove elements."""
    builder.open_loops.append(label)
    with builder.inner_block() as body:
        builder.emit_step_count(builder.unit.costs.iteration_charge(stmt, builder.current_table), stmt.span)
        lower_statements(stmt.body, builder)
    builder.open_loops.pop()
    return tuple(body)


def lower_for_each(stmt: g.ForEach, builder: FunctionBuilder) -> None:
    """Lower a loop over a snapshot of members; elements removed during the loop are skipped."""
    members = lower_domain(stmt.domain, builder)
    removes = builder.removed_lists(stmt.body)
    builder.mark_removed(removes)
    before = set(builder.fresh_variables)
    type_ = stmt.domain.type.without_none() if isinstance(stmt.domain.type, ElementType) else stmt.domain.type
    domain_sources = source_ids(stmt.domain, builder)
    name = builder.declare_variable(stmt.variable, type_, is_fresh=True)
    builder.variable_sources[stmt.variable] = domain_sources
    where = None
    if stmt.where is not None:
        with builder.no_statements():
            where = lower_expr(stmt.where, builder)
    if where == fold.YES:
        where = None
    watched = None
    if isinstance(type_, ElementType) and isinstance(members, fx.Elements | fx.Held):
        list_ = builder.list_of_type(type_)
        watched = list_ if list_ in removes or isinstance(members, fx.Held) else None
    label = builder.locals.new_label("loop")
    body = lower_loop_body(stmt, builder, label)
    builder.fresh_variables = before - {stmt.variable}
    builder.emit(fs.Each(label=label, variable=name, source=members, watched=watched, where=where, body=body))


def lower_for_range(stmt: g.ForRange, builder: FunctionBuilder) -> None:
    """Lower a loop over numbers, up or down; it is empty if the bounds are in the wrong order."""
    first = lower_not_none(stmt.first, builder)
    last = lower_not_none(stmt.last, builder)
    most = range_size(stmt.last, stmt.first) if stmt.down else range_size(stmt.first, stmt.last)
    builder.mark_removed(builder.removed_lists(stmt.body))
    before = set(builder.fresh_variables)
    name = builder.declare_variable(stmt.variable, stmt.type)
    label = builder.locals.new_label("loop")
    body = lower_loop_body(stmt, builder, label)
    builder.fresh_variables = before
    builder.emit(fs.Numbered(label=label, variable=name, first=first, last=last, most=most, down=stmt.down, body=body))


def lower_repeat(stmt: g.Repeat, builder: FunctionBuilder) -> None:
    """Lower a loop whose number of iterations is computed at its start."""
    times = lower_not_none(stmt.times, builder)
    builder.mark_removed(builder.removed_lists(stmt.body))
    before = set(builder.fresh_variables)
    label = builder.locals.new_label("loop")
    body = lower_loop_body(stmt, builder, label)
    builder.fresh_variables = before
    builder.emit(fs.Turns(label=label, times=times, most=upper_bound(stmt.times), body=body))


def lower_while(stmt: g.While, builder: FunctionBuilder) -> None:
    """Lower a loop with a condition and at most ``limit`` iterations."""
    builder.mark_removed(builder.removed_lists(stmt.body))
    before = set(builder.fresh_variables)
    with builder.no_statements():
        condition = lower_expr(stmt.condition, builder)
    label = builder.locals.new_label("loop")
    body = lower_loop_body(stmt, builder, label)
    builder.fresh_variables = before
    limit_event = fs.Event(site=builder.add_limit_site(stmt.span, f"{stmt.limit} turns at most"))
    after = fs.If(condition=condition, body=(limit_event,))
    if condition != fold.NO:
        builder.emit(fs.While(label=label, condition=condition, limit=stmt.limit, body=body, after=(after,)))
