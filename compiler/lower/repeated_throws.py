"""Lowering of ``again twice, each once``: throws that are due, and rows that a call of a table has taken."""

from __future__ import annotations

from collections.abc import Callable

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.single_dice import dice_thrown
from bombsight.compiler.lower.function_builder import FunctionBuilder, RepeatedThrows
from bombsight.compiler.lower.rows import NO_ROW
from bombsight.dsl.dice import Dice
from bombsight.dsl.limits import MAX_REROLLS
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs

REPEATED_TEXT = "this row has been taken: the dice are thrown again"
NONE_LEFT_TEXT = "no other row is left: the dice are not thrown again"
TOO_OFTEN_TEXT = f"the dice have been thrown again {MAX_REROLLS} times: no more"

TryRow = Callable[[fx.Local, str], None]
"""Emits the search for the row to which an outcome of the dice would lead, and stores its number in a variable."""


def begin_repeats(table: n.Table, builder: FunctionBuilder) -> RepeatedThrows:
    """Emit the variables of a call of a table that throws again, and return them."""
    assert table.rolled is not None
    names = builder.locals
    row_count = len(table.rolled.naturals) + len(table.rolled.rows) + 1  # dice that lead to no row count as one
    repeats = RepeatedThrows(
        taken=names.new_list("taken", row_count),
        due=fx.Local(names.new_temporary("due")),
        begun=fx.Local(names.new_temporary("begun", range(2))),
        repeated=fx.Local(names.new_temporary("repeated", range(MAX_REROLLS + 1))),
        row_end=names.new_label("taken_row"),
    )
    builder.emit(fs.NewHeld(name=repeats.taken, capacity=row_count))
    for local in (repeats.due, repeats.begun, repeats.repeated):
        builder.emit(fs.SetLocal(name=local.name, value=fx.Num(0)))
    return repeats


def emit_taking(repeats: RepeatedThrows, row: str, span: Span, builder: FunctionBuilder) -> None:
    """Emit the note that a call has taken a row."""
    full = builder.add_fault_site(span, "more rows are taken than there are")
    append = fs.Append(variable=repeats.taken, value=fx.Local(row), site=full)
    builder.emit(fs.If(condition=fold.negation(fx.Contains(repeats.taken, fx.Local(row))), body=(append,)))


def emit_end_without_rows(repeats: RepeatedThrows, table: n.Table, try_row: TryRow, builder: FunctionBuilder) -> None:
    """Emit the test before a throw that is due: if its dice can lead to no other row, no throw is due any more.

    Args:
        repeats: The variables of the call.
        table: The table.
        try_row: Emits the search for a row.
        builder: The function context.
    """
    with builder.inner_block() as body:
        builder.emit(builder.count_steps(builder.unit.costs.due_throw_cost(table), table.span))
        left = emit_row_left(repeats, table, try_row, builder)
        end = (*stop_statements(repeats, table, NONE_LEFT_TEXT, builder), fs.Leave(label=repeats.row_end))
        builder.emit(fs.If(condition=fold.negation(left), body=end))
    builder.emit(fs.If(condition=repeats.begun, body=tuple(body)))


def emit_repeat(repeats: RepeatedThrows, table: n.Table, row: str, builder: FunctionBuilder) -> None:
    """Emit what follows a throw that was due: it counts, or its row has been taken and it is made again.

    Args:
        repeats: The variables of the call.
        table: The table.
        row: The variable with the number of the row that the throw leads to.
        builder: The function context.
    """
    due, repeated = repeats.due, repeats.repeated
    again = (
        fs.SetLocal(name=repeated.name, value=fold.plus(repeated, 1)),
        fs.If(
            condition=fold.compare(">=", repeated, fx.Num(MAX_REROLLS)),
            body=stop_statements(repeats, table, TOO_OFTEN_TEXT, builder),
            otherwise=(fs.Event(site=builder.add_limit_site(table.span, REPEATED_TEXT)),),
        ),
        fs.Leave(label=repeats.row_end),
    )
    counts = fs.SetLocal(name=due.name, value=fold.plus(due, -1))
    check = fs.If(condition=fx.Contains(repeats.taken, fx.Local(row)), body=again, otherwise=(counts,))
    builder.emit(fs.If(condition=repeats.begun, body=(check,)))


def stop_statements(
    repeats: RepeatedThrows, table: n.Table, text: str, builder: FunctionBuilder
) -> tuple[fs.Stmt, ...]:
    """Return the statements by which no throw is due any more, and the journal says why."""
    site = builder.add_limit_site(table.span, text)
    return (fs.Event(site=site), fs.SetLocal(name=repeats.due.name, value=fx.Num(0)))


def repeat_while_due(repeats: RepeatedThrows, throw: fs.Block, row: str, restart_label: str) -> list[fs.Stmt]:
    """Return the throw with its row, and behind it the jump back to it while throws are due.

    Args:
        repeats: The variables of the call.
        throw: The throw, the search for its row, and the blocks of the rows.
        row: The variable with the number of the row.
        restart_label: The label of the block that throws.
    """
    again = (fs.SetLocal(name=row, value=fx.Num(NO_ROW)), fs.Restart(label=restart_label))
    return [
        fs.Labelled(label=repeats.row_end, body=throw),
        fs.If(condition=fold.compare(">", repeats.due, fx.Num(0)), body=again),
    ]


def emit_row_left(repeats: RepeatedThrows, table: n.Table, try_row: TryRow, builder: FunctionBuilder) -> fx.Expr:
    """Emit the search for a result of the dice that leads to a row not taken; return whether there is one."""
    assert table.rolled is not None
    names, dice = builder.locals, dice_thrown(table.rolled)
    left = fx.Local(names.new_temporary("left", range(2)))
    tried = fx.Local(names.new_temporary("tried"))
    shown = fx.Local(names.new_temporary("natural"))
    label = names.new_label("results")
    for local, start in ((left, 0), (tried, NO_ROW)):
        builder.emit(fs.SetLocal(name=local.name, value=fx.Num(start)))
    with builder.inner_block() as body:
        try_row(shown, tried.name)
        is_new = fold.negation(fx.Contains(repeats.taken, tried))
        found = (fs.SetLocal(name=left.name, value=fx.Num(1)), fs.Leave(label=label))
        condition = fold.conjunction([fold.compare(">=", tried, fx.Num(0)), is_new])
        builder.emit(fs.If(condition=condition, body=found))
    builder.emit(loop_over_results(dice, label, shown.name, tuple(body)))
    return left


def loop_over_results(dice: Dice, label: str, variable: str, body: fs.Block) -> fs.Stmt:
    """Return the loop over all outcomes of dice.

    Args:
        dice: The dice.
        label: The label of the loop.
        variable: The variable that holds each.
        body: The body of the loop.
    """
    if dice.has_gaps or dice.single:
        results = fx.Values(tuple(map(fx.Num, dice.outcomes)))
        return fs.Each(label=label, variable=variable, source=results, watched=None, where=None, body=body)
    first, last = fx.Num(dice.low), fx.Num(dice.high)
    most = dice.high - dice.low + 1
    return fs.Numbered(label=label, variable=variable, first=first, last=last, most=most, down=False, body=body)
