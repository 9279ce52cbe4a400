"""Lowering of tables of which every row applies whose key or condition holds.

Each row is tested when its turn comes: `when` rows, natural rows, the others, and at last `else` rows, which apply if
no other row has. What the rows give is gathered in variables.
"""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.effect_lifting import reroll_block
from bombsight.compiler.lower.expressions import check_range, lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder, GatheredRows
from bombsight.compiler.lower.returns import emit_return
from bombsight.compiler.lower.rolls import lower_modifiers, open_roll
from bombsight.compiler.lower.row_metadata import describe_row, describe_special_row
from bombsight.compiler.lower.rows import NO_ROW, lower_key_test, lower_match_test
from bombsight.compiler.lower.statements import lower_block
from bombsight.dsl.node_classes import frozen
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.sites import BeforehandSite
from bombsight.flat.types import INT_MAX, INT_MIN, IntType, PartsType, Type
from bombsight.flat.walking import has_leave

AnyRow = g.Row | g.NaturalRow | n.Beforehand


@frozen
class ApplyingRow:
    """A row that may apply: the row itself, its number in the roll's event, its condition, a comment."""

    row: AnyRow
    number: int
    condition: fx.Expr
    note: str


def begin_rows(table: n.Table, builder: FunctionBuilder) -> GatheredRows:
    """Emit the variables that gather what the rows of a call give, and return them."""
    aggregation = table.aggregation
    assert aggregation is not None
    names = builder.locals
    width = builder.unit.result_width(table.result) if aggregation in ("sum", "highest", "lowest") else 0
    gathered = GatheredRows(
        aggregation=aggregation,
        taken=fx.Local(names.new_temporary("taken", range(len(rows_of(table)) + 1))),
        values=tuple(fx.Local(names.new_temporary(aggregation)) for _ in range(width)),
    )
    builder.emit(fs.SetLocal(name=gathered.taken.name, value=fx.Num(0)))
    start = fx.Num(0) if aggregation == "sum" else fold.NOTHING
    for local in gathered.values:
        builder.emit(fs.SetLocal(name=local.name, value=start))
    return gathered


def rows_of(table: n.Table) -> tuple[AnyRow, ...]:
    """Return all rows of a table, `when` rows and natural rows first."""
    return (*table.beforehand, *(table.rolled.naturals if table.rolled else ()), *table.all_rows)


def emit_when_rows(table: n.Table, builder: FunctionBuilder) -> None:
    """Emit the `when` rows of a table, each behind its condition."""
    for row in table.beforehand:
        with builder.no_statements():
            condition = lower_expr(row.condition, builder)
        emit_row(ApplyingRow(row, NO_ROW, condition, f"when {row.label}"), None, builder)


def emit_rolled_rows(
    table: n.Table, names: tuple[fx.Local, fx.Local, fx.Local | None], builder: FunctionBuilder
) -> None:
    """Emit the throw of a table's dice, the event of the roll with the first row, and all rows.

    Args:
        table: The table.
        names: The variables for the natural dice, for the total, the same one without modifiers, and for the single
            dice, or None.
        builder: The function context.
    """
    rolled = table.rolled
    assert rolled is not None
    natural, total, faces = names
    outer = builder.natural, builder.faces
    builder.natural, builder.faces = natural, faces
    roll = open_roll(rolled, builder, names, table, table)
    first_row = builder.locals.new_temporary("row")
    with reroll_block(builder, table, table.span, builder.unit.costs.throw_cost(rolled, table)):
        roll.emit_throw()
        amounts = lower_modifiers(rolled.modifiers, total.name, builder)
        emit_first_row(applying_rows(table, natural, total, builder), first_row, builder)
        roll.emit_roll_event(fx.Local(first_row), total, amounts)
    for row in applying_rows(table, natural, total, builder):
        emit_row(row, first_row, builder)
    builder.natural, builder.faces = outer


def emit_looked_up_rows(table: n.Table, builder: FunctionBuilder) -> None:
    """Emit all rows of a table without dice, but its `when` rows."""
    for row in applying_rows(table, None, None, builder):
        emit_row(row, None, builder)


def applying_rows(
    table: n.Table, natural: fx.Expr | None, total: fx.Expr | None, builder: FunctionBuilder
) -> list[ApplyingRow]:
    """Lower the conditions of a table's rows but its `when` rows; `else` rows come last.

    Args:
        table: The table.
        natural: The natural dice; None for a look-up.
        total: The rolled total; None for a look-up.
        builder: The function context.
    """
    found: list[ApplyingRow] = []
    naturals = table.rolled.naturals if table.rolled else ()
    with builder.no_statements():
        for number, natural_row in enumerate(naturals):
            assert natural is not None
            terms = [lower_key_test(natural_row.keys, natural, builder)]
            if natural_row.condition is not None:
                terms.append(lower_expr(natural_row.condition, builder))
            note = f"natural {natural_row.label}"
            found.append(ApplyingRow(natural_row, number, fold.conjunction(terms), note))
        for number, row in sorted(enumerate(table.all_rows, len(naturals)), key=lambda item: item[1].otherwise):
            terms = [lower_match_test(match, builder) for match in row.matches]
            if total is not None and not row.otherwise:
                terms.insert(0, lower_key_test(row.keys, total, builder))
            if row.otherwise:
                assert builder.table_context is not None
                assert builder.table_context.gathered is not None
                terms.append(fold.equal(builder.table_context.gathered.taken, 0))
            found.append(ApplyingRow(row, number, fold.conjunction(terms), row.label))
    return found


def emit_first_row(rows: Sequence[ApplyingRow], variable: str, builder: FunctionBuilder) -> None:
    """Emit the search for the number of the first row that applies, -1 for none."""
    builder.emit(fs.SetLocal(name=variable, value=fx.Num(NO_ROW)))
    for row in reversed(rows):
        found = fs.SetLocal(name=variable, value=fx.Num(row.number))
        if row.condition == fold.YES:
            builder.emit(found)
        elif row.condition != fold.NO:
            builder.emit(fs.If(condition=row.condition, body=(found,)))


def emit_row(row: ApplyingRow, first_row: str | None, builder: FunctionBuilder) -> None:
    """Emit a row behind its condition: it counts, the journal gets its event, its block runs.

    Args:
        row: The row.
        first_row: The variable with the number of the row that the roll's event names; None if there is no such event.
        builder: The function context.
    """
    context = builder.table_context
    assert context is not None
    assert context.gathered is not None
    gathered = context.gathered
    if row.condition == fold.NO:
        return
    label = builder.locals.new_label("row")
    with builder.branches() as fork:
        fork.add_fallthrough()
        with fork.open_arm() as body:
            builder.emit(fs.SetLocal(name=gathered.taken.name, value=fold.plus(gathered.taken, 1)))
            if not context.is_pure:
                event = fs.Event(site=add_row_site(row, context.table, builder), values=(gathered.taken,))
                if first_row is None:
                    builder.emit(event)
                else:
                    is_later = fold.compare("!=", fx.Local(first_row), fx.Num(row.number))
                    builder.emit(fs.If(condition=is_later, body=(event,)))
            outer = gathered.row_end, gathered.open_steps
            gathered.row_end, gathered.open_steps = label, len(builder.open_steps)
            with builder.inner_block() as inner:
                lower_block(row.row.body, builder)
            gathered.row_end, gathered.open_steps = outer
            if inner[-1:] == [fs.Leave(label=label)]:
                inner.pop()
            if has_leave(tuple(inner), label):
                inner = [fs.Labelled(label=label, body=tuple(inner), note=row.note)]
            for stmt in inner:
                builder.emit(stmt)
    if row.condition == fold.YES:
        for stmt in body:
            builder.emit(stmt)
    else:
        builder.emit(fs.If(condition=row.condition, body=tuple(body), note=row.note))
    builder.mark_removed(builder.removed_lists(row.row.body))


def add_row_site(row: ApplyingRow, table: n.Table, builder: FunctionBuilder) -> int:
    """Add the site of a row that applies beside others, and return its number."""
    node = row.row
    info = describe_row(node, builder) if isinstance(node, g.Row) else describe_special_row(node, builder)
    site = BeforehandSite(
        **builder.site_fields(node.span, node.origin), table=table.id, title=table.title, row=info, is_counted=True
    )
    return builder.unit.sites.site_number(site)


def emit_aggregate(table: n.Table, builder: FunctionBuilder) -> None:
    """Emit the return of what a table makes of its rows, or the fault of a highest or lowest of none."""
    context = builder.table_context
    assert context is not None
    assert context.gathered is not None
    gathered, result, span = context.gathered, table.result, table.span
    if result is None:
        emit_return((), builder)
        return
    parts = result_parts(result)
    values: tuple[fx.Expr, ...] = gathered.values
    match gathered.aggregation:
        case "count":
            counted = IntType(0, len(rows_of(table)))
            values = (check_range(gathered.taken, counted, parts[0], span, builder),)
        case "sum":
            whole = IntType(INT_MIN, INT_MAX)
            values = tuple(
                check_range(each, whole, part, span, builder) for each, part in zip(values, parts, strict=True)
            )
        case "highest" | "lowest":
            required = [each for each, part in zip(values, parts, strict=True) if not part.is_optional]
            if required:
                fault = fs.Fail(site=builder.add_fault_site(span, "no row is for this"))
                is_missing = fold.disjunction([fold.equal(each, fold.NOTHING) for each in required])
                builder.emit(fs.If(condition=is_missing, body=(fault,)))
        case "all":
            values = (fold.NOTHING,) * len(parts)  # the checks have refused a table that gives something
    emit_return(values, builder)


def result_parts(result: Type) -> tuple[Type, ...]:
    """Return the types of the parts of a result; the type itself if it has no parts."""
    return tuple(part.type for part in result.parts) if isinstance(result, PartsType) else (result,)
