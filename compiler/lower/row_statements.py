"""Lowering of statements in rows: sub-rolls, notes, another roll, other rows, every row of a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.single_dice import looks_at_single_dice
from bombsight.compiler.lower.expressions import lower_arguments
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.returns import emit_default_return, emit_row_end
from bombsight.compiler.lower.rolls import lower_roll
from bombsight.compiler.lower.row_metadata import describe_row
from bombsight.compiler.lower.rows import NO_ROW
from bombsight.compiler.lower.statements import lower_block
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import BeforehandSite
from bombsight.flat.walking import has_leave


def lower_sub_roll(stmt: g.SubRoll, builder: FunctionBuilder) -> None:
    """Lower a roll inside a row, with rows of its own."""
    run = builder.table_context
    if run is not None and run.every_label is not None and run.subrows:
        for row in stmt.rolled.rows:
            lower_taken_row(row, builder)
        return
    natural = fx.Local(builder.locals.new_temporary("natural"))
    total = fx.Local(builder.locals.new_temporary("total")) if stmt.rolled.modifiers else natural
    faces = fx.Local(builder.locals.new_temporary("faces")) if looks_at_single_dice(stmt.rolled) else None
    lower_roll(stmt.rolled, builder, (natural, total, faces), None, stmt)


def lower_use_note(stmt: g.UseNote, builder: FunctionBuilder) -> None:
    """Lower a call of a note (block local to the table): inline its block; its result becomes the row's result."""
    run = builder.table_context
    assert run is not None
    note = next(note for note in run.table.notes if note.name == stmt.note)
    if any(name == note.name for name, _, _ in run.open_notes):
        builder.emit(fs.Fail(site=builder.add_fault_site(stmt.span, f"note {note.name} comes back to itself")))
        return
    label = builder.locals.new_label("note")
    with builder.inner_block() as body, note_scope(builder, run.table):
        run.open_notes.append((note.name, label, len(builder.open_steps)))
        lower_block(note.body, builder)
        run.open_notes.pop()
    builder.mark_removed(builder.removed_lists(note.body))
    if has_leave(tuple(body), label):
        builder.emit(fs.Labelled(label=label, body=tuple(body), note=f"note {note.name}"))
    else:
        for inner in body:
            builder.emit(inner)


@contextmanager
def note_scope(builder: FunctionBuilder, table: n.Table) -> Iterator[None]:
    """Hide the variables of the calling row within a ``with`` block, since a note sees only its table's parameters."""
    params = {param.name for param in table.params}
    known, types, fresh = builder.locals.names_in_scope, builder.types, builder.fresh_variables
    natural, faces = builder.natural, builder.faces
    builder.locals.names_in_scope = {key: name for key, name in known.items() if key[0] in params}
    builder.types = {name: type_ for name, type_ in types.items() if name in params}
    builder.fresh_variables = fresh & params
    builder.natural = builder.faces = None
    yield
    builder.locals.names_in_scope, builder.types, builder.fresh_variables = known, types, fresh
    builder.natural, builder.faces = natural, faces


def lower_again(stmt: g.Again, builder: FunctionBuilder) -> None:
    """Lower ``again``, another throw of the dice of the table, at most ``limit`` times in one call."""
    run = builder.table_context
    if run is not None and run.every_label is not None:
        emit_row_end(run.every_label, builder)
        return
    limit = builder.add_limit_site(stmt.span, f"the dice are thrown again {stmt.limit} times at most")
    if run is not None and run.again_counter is not None and run.in_rows:
        again = fx.Local(run.again_counter)
        with builder.inner_block() as body:
            builder.emit(fs.SetLocal(name=run.again_counter, value=fold.plus(again, 1)))
            builder.emit_step_ends()
            if run.repeats is not None:
                due = run.repeats.due
                builder.emit(fs.SetLocal(name=due.name, value=fold.arithmetic("+", due, run.repeats.begun)))
            if run.row_variable is not None:
                builder.emit(fs.SetLocal(name=run.row_variable, value=fx.Num(NO_ROW)))
            builder.emit(fs.Restart(label=run.restart_label))
        builder.emit(fs.If(condition=fold.compare("<", again, fx.Num(stmt.limit)), body=tuple(body)))
    builder.emit(fs.Event(site=limit))


def lower_again_each_once(stmt: g.AgainEachOnce, builder: FunctionBuilder) -> None:
    """Lower ``again twice, each once``: note that so many throws are due, and end the row."""
    run = builder.table_context
    if run is not None and run.every_label is None and run.repeats is not None and run.in_rows:
        builder.emit(fs.SetLocal(name=run.repeats.begun.name, value=fold.YES))
        builder.emit(fs.SetLocal(name=run.repeats.due.name, value=fold.plus(run.repeats.due, stmt.times)))
    emit_default_return(builder, stmt.span)


def lower_treat_as(stmt: g.TreatAs, builder: FunctionBuilder) -> None:
    """Lower ``treat as``, a jump to another row of the same table."""
    run = builder.table_context
    assert run is not None
    if run.every_label is not None:
        emit_row_end(run.every_label, builder)
        return
    assert run.row_variable is not None
    builder.emit_step_ends()
    builder.emit(fs.SetLocal(name=run.row_variable, value=fx.Num(run.first_row + stmt.row)))
    builder.emit(fs.Restart(label=run.restart_label) if run.in_rows else fs.Leave(label=run.restart_label))


def lower_take_every(stmt: g.TakeEvery, builder: FunctionBuilder) -> None:
    """Lower ``take every``: run each row of a table in order, with ``subrows`` also those of its sub-rolls."""
    unit = builder.unit
    args = lower_arguments(stmt.args, unit.tables[stmt.table].params, builder)
    function = unit.function_name("every", stmt.table, "subrows" if stmt.subrows else "")
    builder.emit(fs.Invoke(names=(), function=function, args=args))
    builder.mark_removed(unit.effects.call_effect(f"table:{stmt.table}").removes)


def lower_taken_row(row: g.Row, builder: FunctionBuilder) -> None:
    """Lower a row as ``take every`` runs it, without dice and with its results discarded."""
    run = builder.table_context
    assert run is not None
    table = run.table
    outer = run.every_label, run.every_steps
    run.every_label, run.every_steps = builder.locals.new_label("taken"), len(builder.open_steps)
    site = BeforehandSite(
        **builder.site_fields(row.span, row.origin),
        table=table.id,
        title=table.title,
        row=describe_row(row, builder),
    )
    with builder.inner_block() as body:
        builder.emit(fs.Event(site=builder.unit.sites.site_number(site)))
        lower_block(row.body, builder)
    builder.emit(fs.Labelled(label=run.every_label, body=tuple(body), note=row.label))
    run.every_label, run.every_steps = outer
    builder.mark_removed(builder.removed_lists(row.body))
