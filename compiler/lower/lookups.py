"""Looking up: the row that the parameters lead to."""

from __future__ import annotations

from functools import partial

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.returns import give_nothing
from bombsight.compiler.lower.rowblocks import Choice, arms_of, emit_finding, one_of
from bombsight.compiler.lower.rows import NO_ROW, cells, has_gap, tests
from bombsight.compiler.lower.statements import block
from bombsight.compiler.lower.weights import CHAIN
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs

LONGEST = 200
"""So many rows are asked for one after the other, each where those before it are not it; then it begins anew."""


def look_rows(table: n.Table, frame: Frame) -> None:
    """The row that the parameters lead to, and its block."""
    run, rows = frame.table, table.rows
    assert run is not None
    simple = all(len(row.body) == 1 and isinstance(row.body[0], g.Give) for row in rows)
    plan = None
    if simple or len(rows) > CHAIN or run.row is not None:
        plan = cells(rows, table.params, None, frame)
    if plan is None and run.row is None and len(rows) <= LONGEST:
        choices = [
            Choice(number, condition, partial(block, rows[number].body, frame), rows[number].label)
            for number, condition in tests(rows, table.params, None, frame)
        ]
        one_of(choices, partial(no_row, table, frame), frame)
        return
    gap = partial(no_row, table, frame) if has_gap(rows, table.params, None, frame) else None
    arms = arms_of([row.body for row in rows], [row.label for row in rows], gap, frame)
    constants = arms.constants()
    if plan is not None and run.row is None and constants.keys() >= set(plan.rows):
        arms.give_constants([constants[number] for number in plan.rows], plan.index)
        return
    row = run.row or frame.locals.temporary("row")

    def set_row(number: int) -> None:
        frame.emit(fs.SetLocal(name=row, value=fx.Num(number)))

    with frame.block() as finding:
        if plan is None:
            choices = [
                Choice(number, condition, partial(set_row, number), rows[number].label)
                for number, condition in tests(rows, table.params, None, frame)
            ]
            for first in range(0, len(choices), LONGEST):
                with frame.block() as asked:
                    one_of(choices[first : first + LONGEST], partial(set_row, NO_ROW), frame)
                if first:
                    missed = fold.compare("<", fx.Local(row), fx.Num(0))
                    asked = [fs.If(condition=missed, body=tuple(asked))]
                for stmt in asked:
                    frame.emit(stmt)
        else:
            data = frame.unit.datum(f"{table.id} rows", plan.rows)
            frame.emit(fs.SetLocal(name=row, value=fx.Datum(data, plan.index)))
    emit_finding(finding, run.row, frame)
    arms.take(row)


def no_row(table: n.Table, frame: Frame) -> None:
    """No row is for these parameters."""
    if table.result is None:
        frame.emit(fs.Fail(site=frame.fault(table.span, "no row is for this")))
    else:
        give_nothing(frame, table.span)
