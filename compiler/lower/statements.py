"""Lowering of statements: blocks, calls for their effects, journal lines."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.effect_lifting import emit_call
from bombsight.compiler.lower.expressions import lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.origins import origin_of_values
from bombsight.compiler.lower.texts import lower_template
from bombsight.compiler.lower.visibility import lower_step_visibility
from bombsight.flat import statements as fs
from bombsight.flat.sites import SaySite


def lower_statement(stmt: g.Stmt, builder: FunctionBuilder) -> None:
    """Lower a statement of any kind."""
    builder.unit.lowering_table.statements[type(stmt)](stmt, builder)


def lower_block(stmts: g.Block, builder: FunctionBuilder) -> None:
    """Lower an inner block; if expensive, it charges its own steps, else the block around it includes them."""
    if stmts:
        builder.emit_charge(builder.unit.costs.block_charge(stmts, builder.current_table))
    lower_statements(stmts, builder)


def lower_statements(stmts: g.Block, builder: FunctionBuilder) -> None:
    """Lower statements up to the first unreachable one, after a statement that charges their common cost."""
    for stmt in stmts:
        if builder.is_terminated:
            return
        builder.emit_charge(builder.unit.costs.statement_charge(stmt, builder.current_table))
        lower_statement(stmt, builder)


def lower_nothing(stmt: g.Nothing, builder: FunctionBuilder) -> None:
    """Lower the empty statement (``nothing``)."""


def lower_evaluate(stmt: g.Evaluate, builder: FunctionBuilder) -> None:
    """Lower a roll, look-up or call as a statement, whose result is discarded."""
    if isinstance(stmt.value, x.RollOn | x.DoCall | x.LookUp):
        emit_call(stmt.value, builder, ())
    else:
        lower_expr(stmt.value, builder)


def lower_say(stmt: g.Say, builder: FunctionBuilder) -> None:
    """Lower ``say``, a line of text for the journal, or the values in the title of a row."""
    text, values = lower_template(stmt.text, builder, throws=bool(stmt.row_title))
    where = builder.site_fields(stmt.span, stmt.origin, origin_of_values(stmt.text.parts, builder))
    visibility, viewers = lower_step_visibility(stmt.seen, builder, len(values))
    say = SaySite(
        **where, text=text, tone=stmt.tone, seen=visibility, chronicle=stmt.chronicle, row_title=stmt.row_title
    )
    site = builder.unit.sites.site_number(say)
    builder.emit(fs.Event(site=site, values=(*values, *viewers)))
