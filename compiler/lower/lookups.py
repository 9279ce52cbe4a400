"""Lowering of table look-ups: find the row for the parameters and run its block."""

from __future__ import annotations

from functools import partial

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.returns import emit_default_return
from bombsight.compiler.lower.row_blocks import RowChoice, emit_first_match, emit_search, lower_row_blocks
from bombsight.compiler.lower.rows import NO_ROW, build_row_grid, can_have_no_row, row_tests
from bombsight.compiler.lower.statements import lower_block
from bombsight.compiler.lower.weights import MAX_ROW_TESTS
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs

MAX_TEST_CHAIN = 200
"""The maximum length of one ``else if`` chain of row tests; longer tables are split into several chains."""


def lower_row_lookup(table: n.Table, builder: FunctionBuilder) -> None:
    """Lower the search for the row that matches the parameters, and the blocks of all rows."""
    run, rows = builder.table_context, table.rows
    assert run is not None
    simple = all(len(row.body) == 1 and isinstance(row.body[0], g.Give) for row in rows)
    plan = None
    if simple or len(rows) > MAX_ROW_TESTS or run.row_variable is not None:
        plan = build_row_grid(rows, table.params, None, builder)
    if plan is None and run.row_variable is None and len(rows) <= MAX_TEST_CHAIN:
        choices = [
            RowChoice(number, condition, partial(lower_block, rows[number].body, builder), rows[number].label)
            for number, condition in row_tests(rows, table.params, None, builder)
        ]
        emit_first_match(choices, partial(emit_no_row, table, builder), builder)
        return
    gap = partial(emit_no_row, table, builder) if can_have_no_row(rows, table.params, None, builder) else None
    arms = lower_row_blocks([row.body for row in rows], [row.label for row in rows], gap, builder)
    constants = arms.constant_results()
    if plan is not None and run.row_variable is None and constants.keys() >= set(plan.rows):
        arms.emit_constant_return([constants[number] for number in plan.rows], plan.index)
        return
    row = run.row_variable or builder.locals.new_temporary("row")

    def emit_row_number(number: int) -> None:
        """Emit the assignment of a row number to the row variable."""
        builder.emit(fs.SetLocal(name=row, value=fx.Num(number)))

    with builder.inner_block() as search:
        if plan is None:
            choices = [
                RowChoice(number, condition, partial(emit_row_number, number), rows[number].label)
                for number, condition in row_tests(rows, table.params, None, builder)
            ]
            for first in range(0, len(choices), MAX_TEST_CHAIN):
                with builder.inner_block() as tests_block:
                    emit_first_match(choices[first : first + MAX_TEST_CHAIN], partial(emit_row_number, NO_ROW), builder)
                if first:
                    missed = fold.compare("<", fx.Local(row), fx.Num(0))
                    tests_block = [fs.If(condition=missed, body=tuple(tests_block))]
                for stmt in tests_block:
                    builder.emit(stmt)
        else:
            data = builder.unit.add_data(f"{table.id} rows", plan.rows)
            builder.emit(fs.SetLocal(name=row, value=fx.Datum(data, plan.index)))
    emit_search(search, run.row_variable, builder)
    arms.emit_selection(row)


def emit_no_row(table: n.Table, builder: FunctionBuilder) -> None:
    """Emit the return or the fault for a look-up in a table with parameters that no row matches."""
    if table.result is None:
        builder.emit(fs.Fail(site=builder.add_fault_site(table.span, "no row is for this")))
    else:
        emit_default_return(builder, table.span)
