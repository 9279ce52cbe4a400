"""Lowering of tables: one function per way of using a table.

``roll`` throws its dice, ``act`` looks it up for the effects of its rows, ``look`` for its value, ``every`` follows
each
row once, ``modifiers`` sums the modifiers that would apply to a roll now.
"""

from __future__ import annotations

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.effects import reads_natural_dice
from bombsight.compiler.lower.every_row import (
    begin_rows,
    emit_aggregate,
    emit_looked_up_rows,
    emit_rolled_rows,
    emit_when_rows,
)
from bombsight.compiler.lower.expressions import lower_expr
from bombsight.compiler.lower.function_builder import NESTING_FAULT, FunctionBuilder, TableContext
from bombsight.compiler.lower.lookups import lower_row_lookup
from bombsight.compiler.lower.origins import origin_of_look_up
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.compiler.lower.repeated_throws import begin_repeats, repeat_while_due
from bombsight.compiler.lower.returns import emit_default_return
from bombsight.compiler.lower.rolls import lower_modifiers, lower_roll
from bombsight.compiler.lower.row_metadata import describe_special_row
from bombsight.compiler.lower.row_statements import lower_taken_row
from bombsight.compiler.lower.rows import NO_ROW, row_conditions
from bombsight.compiler.lower.statements import lower_block
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.sites import BeforehandSite, ResultSite
from bombsight.flat.types import PartsType


def table_builder(table: n.Table, unit: ProgramBuilder) -> FunctionBuilder:
    """Create a function builder for one of a table's functions."""
    builder = FunctionBuilder(unit=unit, owner=f"table:{table.id}", cite=table.origin.cite, result=table.result)
    for param in table.params:
        builder.declare_variable(param.name, param.type, is_fresh=True)
    builder.table_context = TableContext(table)
    return builder


def finish_function(
    table: n.Table, builder: FunctionBuilder, name: str, kind: str, results: int, guard: Guard | None = None
) -> Function:
    """Build a table's function from the emitted statements.

    Args:
        table: The table.
        builder: The function context.
        name: The name of the function.
        kind: The way of using the table, for the comment.
        results: The number of integers that it returns.
        guard: The actions around its body; None for none.
    """
    about = f'{kind} {table.id} "{table.title}"  {table.span}'
    return builder.build_function(
        name, about, [builder.locals.name_of(param.name) for param in table.params], results, guard
    )


def build_depth_guard(table: n.Table, builder: FunctionBuilder, results: int) -> Guard | None:
    """Build the guard that limits a table's recursion depth, returning ``none`` results; None if not recursive."""
    if table.deep is None:
        return None
    unit = builder.unit
    with builder.inner_block() as too_deep:
        text = f"{table.id} is already open {table.deep} times"
        builder.emit(fs.Event(site=builder.add_limit_site(table.span, text)))
        if table.result is not None and not table.result.is_optional:
            builder.emit(fs.Fail(site=builder.add_fault_site(table.span, text)))
        else:
            builder.emit(fs.Return(values=(fold.NOTHING,) * results))
    return Guard(
        depth=unit.layout.depths[f"table:{table.id}"],
        deepest=table.deep,
        height=unit.call_height(f"table:{table.id}"),
        nested=builder.add_fault_site(table.span, NESTING_FAULT),
        too_deep=tuple(too_deep),
    )


def add_result_site(table: n.Table, builder: FunctionBuilder, provenance: Origin = NO_ORIGIN) -> int | None:
    """Add the site (display metadata) of a table's result, and return its number; None if the table has no result."""
    if table.result is None:
        return None
    parts = table.result.parts if isinstance(table.result, PartsType) else ()
    names = tuple(part.name for part in parts) or ("",)
    types = tuple(part.type for part in parts) or (table.result,)
    return builder.unit.sites.site_number(
        ResultSite(
            **builder.site_fields(table.span, table.origin, provenance),
            table=table.id,
            title=table.title,
            names=names,
            types=types,
        )
    )


def has_statement(table: n.Table, kind: type[g.Stmt]) -> bool:
    """Whether a row, natural row or note of a table contains a statement of this kind."""
    return any(isinstance(part, kind) for part in walk((table.rolled or (), table.rows, table.beforehand, table.notes)))


# --- calls


def make_roll(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function that rolls on a table."""
    table = unit.tables[name]
    builder, run = _open_table(table, unit)
    rolled = table.rolled
    assert rolled is not None
    natural = fx.Local(builder.locals.new_temporary("natural"))
    total = fx.Local(builder.locals.new_temporary("total")) if rolled.modifiers else natural
    faces = fx.Local(builder.locals.new_temporary("faces")) if unit.looks_at_single_dice(table) else None
    kept, keeps_faces = table.id in unit.tables_with_kept_rolls, table.id in unit.tables_with_kept_faces
    results = unit.result_width(table.result) + unit.kept_fact_count(table.id)
    guard = build_depth_guard(table, builder, results)
    builder.emit_step_count(unit.costs.entry_charge(table), table.span)
    run.site = add_result_site(table, builder)
    if table.aggregation is not None:
        run.gathered = begin_rows(table, builder)
        emit_when_rows(table, builder)
        if not builder.is_terminated:
            emit_rolled_rows(table, (natural, total, faces), builder)
        if kept:
            run.natural, run.total = natural, total
        if keeps_faces:
            run.faces = faces
        if not builder.is_terminated:
            emit_aggregate(table, builder)
        return finish_function(table, builder, function_name, "table", results, guard)
    run.first_row = len(rolled.naturals)
    throws_more = has_statement(table, g.AgainEachOnce)
    if throws_more or has_statement(table, g.TreatAs):
        run.row_variable = builder.locals.new_temporary("row")
        builder.emit(fs.SetLocal(name=run.row_variable, value=fx.Num(NO_ROW)))
        for local in dict.fromkeys((natural, total)):
            builder.emit(fs.SetLocal(name=local.name, value=fold.NOTHING))
        if faces is not None:
            builder.emit(fs.SetLocal(name=faces.name, value=fold.NO))
    if kept:
        run.natural, run.total = (natural, total) if run.row_variable else (fold.NOTHING, fold.NOTHING)
    if keeps_faces:
        run.faces = faces if run.row_variable else fold.NO
    lower_beforehand(table, builder, run)
    if not builder.is_terminated:
        if kept:
            run.natural, run.total = natural, total
        if keeps_faces:
            run.faces = faces
        if has_statement(table, g.Again):
            run.again_counter = builder.locals.new_temporary("again")
            builder.emit(fs.SetLocal(name=run.again_counter, value=fx.Num(0)))
        run.restart_label = builder.locals.new_label("rows")
        if run.again_counter or run.row_variable:
            builder.mark_removed(unit.effects.call_effect(f"table:{table.id}").removes)
        run.repeats = begin_repeats(table, builder) if throws_more else None
        with builder.inner_block() as body:
            lower_roll(rolled, builder, (natural, total, faces), table, table)
        if run.repeats is not None:
            body = repeat_while_due(run.repeats, tuple(body), run.row_variable or "", run.restart_label)
            run.repeats = None
        builder.emit(fs.Labelled(label=run.restart_label, body=tuple(body)))
        if not builder.is_terminated:
            emit_default_return(builder, table.span)
    return finish_function(table, builder, function_name, "table", results, guard)


def make_look_up_action(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function that looks a row up in a table and runs its side effects."""
    table = unit.tables[name]
    builder, run = _open_table(table, unit)
    results = unit.result_width(table.result)
    guard = build_depth_guard(table, builder, results)
    builder.emit_step_count(unit.costs.entry_charge(table), table.span)
    run.site = add_result_site(table, builder, origin_of_look_up(table, builder))
    _lower_look_up(table, builder, run)
    return finish_function(table, builder, function_name, "look up", results, guard)


def make_look_up(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function that looks a value up in a table, without side effects."""
    if unit.effects.total_effects[f"table:{name}"].acts:
        return make_look_up_action(unit, name, variant, function_name)
    table = unit.tables[name]
    builder, run = _open_table(table, unit)
    run.is_pure = True
    builder.emit_value_charge(unit.costs.look_up_cost(name), table.span)
    _lower_look_up(table, builder, run)
    return finish_function(table, builder, function_name, "table", unit.result_width(table.result))


def _open_table(table: n.Table, unit: ProgramBuilder) -> tuple[FunctionBuilder, TableContext]:
    """Create a function builder for one of a table's functions, and return it with its table context."""
    builder = table_builder(table, unit)
    assert builder.table_context is not None
    return builder, builder.table_context


def _lower_look_up(table: n.Table, builder: FunctionBuilder, context: TableContext) -> None:
    """Lower a look-up in a table without dice: ``when`` rows first, then the search for the matching row."""
    if table.aggregation is not None:
        context.gathered = begin_rows(table, builder)
        emit_when_rows(table, builder)
        if not builder.is_terminated:
            emit_looked_up_rows(table, builder)
        if not builder.is_terminated:
            emit_aggregate(table, builder)
        return
    if has_statement(table, g.TreatAs):
        context.row_variable = builder.locals.new_temporary("row")
        builder.emit(fs.SetLocal(name=context.row_variable, value=fx.Num(NO_ROW)))
    lower_beforehand(table, builder, context)
    if builder.is_terminated:
        return
    context.restart_label = builder.locals.new_label("rows")
    if context.row_variable:
        builder.mark_removed(builder.unit.effects.call_effect(f"table:{table.id}").removes)
    with builder.inner_block() as body:
        lower_row_lookup(table, builder)
    builder.emit(fs.Labelled(label=context.restart_label, body=tuple(body)))
    if not builder.is_terminated:
        emit_default_return(builder, table.span)


def lower_beforehand(table: n.Table, builder: FunctionBuilder, context: TableContext) -> None:
    """Lower a table's ``when`` rows, which need no dice and are tested before all others."""
    context.restart_label = builder.locals.new_label("before")
    context.in_rows = False
    with builder.inner_block() as body:
        for row in table.beforehand:
            with builder.no_statements():
                condition = lower_expr(row.condition, builder)
            if condition == fold.NO or builder.is_terminated:
                continue
            with builder.branches() as fork:
                fork.add_fallthrough()
                with fork.open_arm() as then:
                    if not context.is_pure:
                        info = describe_special_row(row, builder)
                        site = BeforehandSite(
                            **builder.site_fields(row.span, row.origin), table=table.id, title=table.title, row=info
                        )
                        builder.emit(fs.Event(site=builder.unit.sites.site_number(site)))
                    lower_block(row.body, builder)
                    if not builder.is_terminated:
                        emit_default_return(builder, row.span)
            if condition == fold.YES:
                for stmt in then:
                    builder.emit(stmt)
            else:
                builder.emit(fs.If(condition=condition, body=tuple(then), note=f"when {row.label}"))
    context.in_rows = True
    if body:
        builder.emit(fs.Labelled(label=context.restart_label, body=tuple(body)))


# --- every row, and the sum of modifiers


def make_every_row(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function that runs each row of a table once, for ``take every``."""
    table = unit.tables[name]
    builder, run = _open_table(table, unit)
    run.subrows = bool(variant)
    guard = build_depth_guard(table, builder, 0)
    builder.emit_step_count(unit.costs.every_row_cost(table), table.span)
    conditions = row_conditions(table.all_rows, builder)
    for number, row in enumerate(table.all_rows):
        condition = conditions[number]
        if row.otherwise and not table.rolled:
            others = [conditions[at] for at, other in enumerate(table.all_rows) if not other.otherwise]
            condition = fold.conjunction([condition, fold.negation(fold.disjunction(others))])
        with builder.branches() as fork:
            fork.add_fallthrough()
            with fork.open_arm() as body:
                lower_taken_row(row, builder)
        if condition == fold.YES:
            for stmt in body:
                builder.emit(stmt)
        elif condition != fold.NO:
            builder.emit(fs.If(condition=condition, body=tuple(body)))
    if not builder.is_terminated:
        builder.emit(fs.Return())
    return finish_function(table, builder, function_name, "every row of", 0, guard)


def make_modifiers(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the function that returns the sum of a table's modifiers that apply now, except those that read the dice."""
    table = unit.tables[name]
    builder = table_builder(table, unit)
    builder.emit_value_charge(unit.costs.modifiers_cost(name), table.span)
    total = builder.locals.new_temporary("total")
    builder.emit(fs.SetLocal(name=total, value=fx.Num(0)))
    lower_modifiers([m for m in table.modifiers if not reads_natural_dice((m.amount, m.condition))], total, builder)
    builder.emit(fs.Return(values=(fx.Local(total),)))
    return finish_function(table, builder, function_name, "modifiers on", 1)
