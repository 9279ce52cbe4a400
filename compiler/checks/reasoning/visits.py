"""Symbolic execution: every statement of a program, with what is known before it."""

from __future__ import annotations

from collections.abc import Iterator

from bombsight.compiler.checks.reasoning.knowledge import NATURAL, Knowledge, Walk, parameters
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.flat.types import IntType

Visited = tuple[g.Stmt, Knowledge]


def at_rows(table: n.Table) -> Knowledge:
    """What is known where a table's rows are asked: its parameters, and that no `when` row held."""
    known = parameters(table)
    for before in table.beforehand:
        known = known.holding(before.condition, False)
    return known


def in_table(program: Program, table: n.Table) -> Iterator[Visited]:
    """The statements of a table."""
    walk = Walk(program.effects, table.notes)
    known = at_rows(table)
    if table.rolled is not None:
        known = known.free(NATURAL, IntType(1, 999))
    naturals = table.rolled.naturals if table.rolled else ()
    bodies = [*(row.body for row in table.all_rows), *(natural.body for natural in naturals)]
    for body in bodies:
        yield from walk.block(body, known)
    for before in table.beforehand:
        yield from walk.block(before.body, parameters(table).holding(before.condition))
    for note in table.notes:
        yield from walk.block(note.body, parameters(table))


def visits(program: Program) -> Iterator[Visited]:
    """The statements of all tables, procedures and standing offers that hold together."""
    for table in program.sound(program.graph.tables):
        yield from in_table(program, table)
    for procedure in program.sound(program.graph.procedures):
        yield from Walk(program.effects).block(procedure.body, parameters(procedure))
    for reroll in program.sound(program.graph.rerolls):
        yield from Walk(program.effects).block(reroll.body, Knowledge().holding(reroll.condition))
