"""Lowering of results: how rows, notes and procedures return."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import has_side_effects
from bombsight.compiler.lower.expressions import check_range, lower_all_parts, lower_as_type, lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder, GatheredRows, RepeatedThrows
from bombsight.compiler.lower.gathered_values import gather_statements
from bombsight.dsl.source import Span
from bombsight.flat import expressions as fx
from bombsight.flat import fold
from bombsight.flat import statements as fs
from bombsight.flat.types import PartsType, Type


def lower_give(stmt: g.Give, builder: FunctionBuilder) -> None:
    """Lower a result of a row, note or procedure: return the values and leave it."""
    run = builder.table_context
    if run is not None and run.open_notes and not stmt.values:
        _, label, steps = run.open_notes[-1]
        builder.emit_step_ends(steps)
        builder.emit(fs.Leave(label=label))
    elif run is not None and run.every_label is not None:
        for node in stmt.values:
            if has_side_effects(node):
                lower_expr(node, builder)
        emit_row_end(run.every_label, builder)
    elif run is not None and run.repeats is not None and run.in_rows:
        lower_result(stmt.values, None, builder)
        emit_taken_row_end(run.repeats, builder)
    elif run is not None and run.gathered is not None and run.gathered.row_end:
        values = lower_result(stmt.values, run.table.row_result, builder)
        emit_gathered_row_end(run.gathered, values, builder)
    else:
        emit_return(lower_result(stmt.values, builder.result, builder), builder)


def lower_result(nodes: Sequence[x.Expr], result: Type | None, builder: FunctionBuilder) -> tuple[fx.Expr, ...]:
    """Lower the values of a result, each checked against the type of its part."""
    if result is None:
        for node in nodes:
            lower_expr(node, builder)
        return ()
    if not isinstance(result, PartsType):
        return tuple(lower_as_type(node, result, builder) for node in nodes[:1])
    if len(nodes) == 1 and isinstance(nodes[0].type, PartsType):
        found = lower_all_parts(nodes[0], builder)
        return tuple(
            check_range(part, actual.type, wanted.type, nodes[0].span, builder)
            for part, actual, wanted in zip(found, nodes[0].type.parts, result.parts, strict=True)
        )
    values: list[fx.Expr] = []
    for at, (node, part) in enumerate(zip(nodes, result.parts, strict=True)):
        part_value = lower_as_type(node, part.type, builder)
        values.append(
            builder.assign_temporary(part_value, "first") if any(map(has_side_effects, nodes[at + 1 :])) else part_value
        )
    return tuple(values)


def emit_return(values: tuple[fx.Expr, ...], builder: FunctionBuilder) -> None:
    """Emit the return of result values; open steps of the procedure end first."""
    if builder.open_steps:
        values = tuple(builder.assign_temporary(each, "result") if fold.can_fault(each) else each for each in values)
    builder.emit_step_ends()
    run = builder.table_context
    facts: tuple[fx.Expr, ...] = ()
    if run is not None and run.natural is not None and run.total is not None:
        facts = (run.natural, run.total, *([] if run.faces is None else [run.faces]))
    builder.emit(fs.Return(values=values, facts=facts, site=run.site if run else None))


def emit_row_end(label: str, builder: FunctionBuilder) -> None:
    """Emit the jump to the next row, inside ``take every``."""
    assert builder.table_context is not None
    builder.emit_step_ends(builder.table_context.every_steps)
    builder.emit(fs.Leave(label=label))


def emit_taken_row_end(repeats: RepeatedThrows, builder: FunctionBuilder) -> None:
    """Emit the jump to the end of a row behind which throws may be due."""
    builder.emit_step_ends()
    builder.emit(fs.Leave(label=repeats.row_end))


def emit_gathered_row_end(gathered: GatheredRows, values: Sequence[fx.Expr], builder: FunctionBuilder) -> None:
    """Emit that the values of a row count, and the jump to the end of the row."""
    if gathered.values:
        kept = [builder.assign_temporary(value, "given") for value in values]
        for stmt in gather_statements(gathered.aggregation, gathered.values, kept):
            builder.emit(stmt)
    builder.emit_step_ends(gathered.open_steps)
    builder.emit(fs.Leave(label=gathered.row_end))


def emit_default_return(builder: FunctionBuilder, span: Span) -> None:
    """Emit the return without a stated result: ``no`` in a grid of keys only, ``none`` if allowed, else a fault."""
    run = builder.table_context
    count = builder.unit.result_width(builder.result)
    if run is not None and run.every_label is not None:
        emit_row_end(run.every_label, builder)
    elif run is not None and run.repeats is not None and run.in_rows:
        emit_taken_row_end(run.repeats, builder)
    elif run is not None and run.gathered is not None and run.gathered.row_end:
        builder.emit_step_ends(run.gathered.open_steps)
        builder.emit(fs.Leave(label=run.gathered.row_end))
    elif builder.result is None:
        emit_return((), builder)
    elif run is not None and run.table.relation:
        emit_return((fold.NO,), builder)
    elif can_be_nothing(builder.result):
        emit_return((fold.NOTHING,) * count, builder)
    else:
        builder.emit(fs.Fail(site=builder.add_fault_site(span, "no result was given")))


def can_be_nothing(result: Type) -> bool:
    """Whether a result may be ``none``, or all its parts may be."""
    if isinstance(result, PartsType) and all(part.type.is_optional for part in result.parts):
        return True
    return result.is_optional
