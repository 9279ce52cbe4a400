"""From the graph's statements to flat ones: blocks, and what only happens or tells."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.lower.effect_lifting import invoke
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.origins import value_origin
from bombsight.compiler.lower.texts import template
from bombsight.compiler.lower.visibility import told_with
from bombsight.flat import statements as fs
from bombsight.flat.sites import SaySite


def statement(stmt: g.Stmt, frame: Frame) -> None:
    """Emit what a statement does."""
    frame.unit.kinds.statements[type(stmt)](stmt, frame)


def block(stmts: g.Block, frame: Frame) -> None:
    """Emit what a block within another does, charged with that other unless it is dear."""
    if stmts:
        frame.charge(frame.unit.costs.block(stmts, frame.own_table))
    statements(stmts, frame)


def statements(stmts: g.Block, frame: Frame) -> None:
    """Emit what statements do, as far as they can be reached; what they cost together is charged already."""
    for stmt in stmts:
        if frame.done:
            return
        frame.charge(frame.unit.costs.statement(stmt, frame.own_table))
        statement(stmt, frame)


def nothing(stmt: g.Nothing, frame: Frame) -> None:
    """Nothing happens."""


def evaluate(stmt: g.Evaluate, frame: Frame) -> None:
    """A roll, a look-up or a procedure for its effects."""
    if isinstance(stmt.value, x.RollOn | x.DoCall | x.LookUp):
        invoke(stmt.value, frame, ())
    else:
        value(stmt.value, frame)


def say(stmt: g.Say, frame: Frame) -> None:
    """A line of text for the journal."""
    text, values = template(stmt.text, frame)
    where = frame.where(stmt.span, stmt.origin, value_origin(stmt.text.parts, frame))
    seen, told = told_with(stmt.seen, frame, len(values))
    site = frame.unit.sites.add(SaySite(**where, text=text, tone=stmt.tone, seen=seen))
    frame.emit(fs.Event(site=site, values=(*values, *told)))
