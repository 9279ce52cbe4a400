"""What rows of tables can do besides: sub-rolls, notes, rolling again, other rows, every row of a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.expressions import arguments
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.lines import row_info
from bombsight.compiler.lower.returns import leave_row
from bombsight.compiler.lower.rolls import rolled_rows
from bombsight.compiler.lower.rows import NO_ROW
from bombsight.compiler.lower.statements import block
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import BeforehandSite
from bombsight.flat.walking import leaves


def sub_roll(stmt: g.SubRoll, frame: Frame) -> None:
    """A roll with rows of its own; ``id`` is ``subroll:OWNER/n``."""
    run = frame.table
    if run is not None and run.every is not None and run.subrows:
        for row in stmt.rolled.rows:
            taken_row(row, frame)
        return
    natural = fx.Local(frame.locals.temporary("natural"))
    total = fx.Local(frame.locals.temporary("total")) if stmt.rolled.modifiers else natural
    rolled_rows(stmt.rolled, frame, (natural, total), None, stmt)


def use_note(stmt: g.UseNote, frame: Frame) -> None:
    """A note of the table: its block happens; a note that gives a result gives it for the row."""
    run = frame.table
    assert run is not None
    note = next(note for note in run.table.notes if note.name == stmt.note)
    if any(name == note.name for name, _, _ in run.notes):
        frame.emit(fs.Fail(site=frame.fault(stmt.span, f"note {note.name} comes back to itself")))
        return
    label = frame.locals.label("note")
    with frame.block() as body, own_variables(frame, run.table):
        run.notes.append((note.name, label, len(frame.steps)))
        block(note.body, frame)
        run.notes.pop()
    frame.removed_from(frame.removes(note.body))
    if leaves(tuple(body), label):
        frame.emit(fs.Labelled(label=label, body=tuple(body), note=f"note {note.name}"))
    else:
        for inner in body:
            frame.emit(inner)


@contextmanager
def own_variables(frame: Frame, table: n.Table) -> Iterator[None]:
    """A note sees the table's parameters, and no variable of the row that calls it."""
    params = {param.name for param in table.params}
    known, types, fresh = frame.locals.known, frame.types, frame.fresh
    natural = frame.natural
    frame.locals.known = {key: name for key, name in known.items() if key[0] in params}
    frame.types = {name: type_ for name, type_ in types.items() if name in params}
    frame.fresh = fresh & params
    frame.natural = None
    yield
    frame.locals.known, frame.types, frame.fresh = known, types, fresh
    frame.natural = natural


def again(stmt: g.Again, frame: Frame) -> None:
    """Roll this table once more, at most ``limit`` times in one call."""
    run = frame.table
    if run is not None and run.every is not None:
        leave_row(run.every, frame)
        return
    limit = frame.limit(stmt.span, f"the dice are thrown again {stmt.limit} times at most")
    if run is not None and run.again is not None and run.in_rows:
        again = fx.Local(run.again)
        with frame.block() as body:
            frame.emit(fs.SetLocal(name=run.again, value=fold.plus(again, 1)))
            frame.leave_steps()
            if run.row is not None:
                frame.emit(fs.SetLocal(name=run.row, value=fx.Num(NO_ROW)))
            frame.emit(fs.Restart(label=run.label))
        frame.emit(fs.If(condition=fold.compare("<", again, fx.Num(stmt.limit)), body=tuple(body)))
    frame.emit(fs.Event(site=limit))


def treat_as(stmt: g.TreatAs, frame: Frame) -> None:
    """Take another row of the same table: its number in ``rows``."""
    run = frame.table
    assert run is not None
    if run.every is not None:
        leave_row(run.every, frame)
        return
    assert run.row is not None
    frame.leave_steps()
    frame.emit(fs.SetLocal(name=run.row, value=fx.Num(run.first_row + stmt.row)))
    frame.emit(fs.Restart(label=run.label) if run.in_rows else fs.Leave(label=run.label))


def take_every(stmt: g.TakeEvery, frame: Frame) -> None:
    """Take each row of a table once, in order: sub-rolls rolled, or with ``subrows`` every branch of them."""
    unit = frame.unit
    args = arguments(stmt.args, unit.tables[stmt.table].params, frame)
    function = unit.function("every", stmt.table, "subrows" if stmt.subrows else "")
    frame.emit(fs.Invoke(names=(), function=function, args=args))
    frame.removed_from(unit.effects.call(f"table:{stmt.table}").removes)


def taken_row(row: g.Row, frame: Frame) -> None:
    """A row is taken without dice; its results are nobody's."""
    run = frame.table
    assert run is not None
    table = run.table
    outer = run.every, run.every_steps
    run.every, run.every_steps = frame.locals.label("taken"), len(frame.steps)
    site = BeforehandSite(
        **frame.where(row.span, row.origin),
        table=table.id,
        title=table.title,
        row=row_info(row, frame),
    )
    with frame.block() as body:
        frame.emit(fs.Event(site=frame.unit.sites.add(site)))
        block(row.body, frame)
    frame.emit(fs.Labelled(label=run.every, body=tuple(body), note=row.label))
    run.every, run.every_steps = outer
    frame.removed_from(frame.removes(row.body))
