"""Symbolic execution: every statement of a program, with what is known before it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.checks.reasoning.statement_walk import Asked, Walk
from bombsight.compiler.checks.reasoning.symbolic_state import NATURAL, Knowledge, parameters
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, IntType

MOST_USES = 12
"""A note that is called more often is judged wherever it may be called."""

MOST_NAMED = 100
"""So many values of a key are named one by one."""

Visited = tuple[g.Stmt, Knowledge]


def at_rows(table: n.Table) -> Knowledge:
    """What is known where a table's rows are asked: its parameters, and that no `when` row held."""
    known = parameters(table)
    for before in table.beforehand:
        known = known.holding(before.condition, False)
    return known


def in_table(program: Program, table: n.Table, asked: list[Asked]) -> Iterator[Visited]:
    """The statements of a table."""
    walk = Walk(program.effects, table.notes, asked)
    known = parameters(table)
    for before in table.beforehand:
        walk.ask("row", before, before.condition, known)
        known = known.holding(before.condition, False)
    if table.rolled is not None:
        walk.ask_rolled(table.rolled, known)
        known = walk.thrown(known).free(NATURAL, IntType(1, 999))
    for natural in table.rolled.naturals if table.rolled else ():
        yield from walk.block(natural.body, known)
    for row in table.all_rows:
        yield from walk.block(row.body, matched(table, row, known))
    for before in table.beforehand:
        yield from walk.block(before.body, parameters(table).holding(before.condition))
    within = Walk(program.effects, table.notes)
    for note in table.notes:
        yield from within.block(note.body, parameters(table))
    for note in table.notes:
        uses = [] if note.name in within.uses else walk.uses.get(note.name, [])
        for use in uses if 0 < len(uses) <= MOST_USES else [parameters(table)]:
            deque(Walk(program.effects, table.notes, asked).block(note.body, in_note(table, use)), 0)


def matched(table: n.Table, row: g.Row, known: Knowledge) -> Knowledge:
    """What is known in a row: its parameters are those that it is for."""
    if all(isinstance(stmt, g.Give | g.Nothing) for stmt in row.body):
        return known
    types = {param.name: param.type for param in table.params}
    for match in row.matches:
        known = known.holding(is_among(x.Var(name=match.param, type=types[match.param]), match.values, row.span))
    return known


def is_among(value: x.Expr, members: IntervalSet, span: Span) -> x.Expr:
    """The condition that a value is one of some: by its ends, where they are too many to be named."""

    def member(number: int) -> x.Expr:
        return x.Const(value=number, type=value.type)

    if len(members) <= MOST_NAMED:
        return x.OneOf(value=value, members=tuple(map(member, members)), type=BOOL, span=span)
    terms = [
        x.InRange(value=value, low=member(low), high=member(high), type=BOOL, span=span)
        for low, high in members.intervals
    ]
    return terms[0] if len(terms) == 1 else x.OrExpr(terms=tuple(terms), type=BOOL, span=span)


def in_note(table: n.Table, use: Knowledge) -> Knowledge:
    """What is known in a note where it is called: what was known there, but no names other than the table's own."""
    own = {NATURAL, *(param.name for param in table.params)}
    return Knowledge({name: use.names[name] for name in use.names if name in own}, use.versions, use.facts)


def visits(program: Program, asked: list[Asked]) -> Iterator[Visited]:
    """The statements of all tables, procedures and standing offers that hold together.

    Args:
        program: The program.
        asked: Where the conditions that they ask are noted down.
    """
    for table in program.sound(program.graph.tables):
        yield from in_table(program, table, asked)
    for procedure in program.sound(program.graph.procedures):
        yield from Walk(program.effects, (), asked).block(procedure.body, parameters(procedure))
    for reroll in program.sound(program.graph.rerolls):
        yield from offered(program, reroll, asked)


def offered(program: Program, reroll: n.Reroll, asked: list[Asked]) -> Iterator[Visited]:
    """The statements of a standing offer, which is made over any dice."""
    walk = Walk(program.effects, (), asked)
    walk.ask("offer", reroll, reroll.condition, Knowledge())
    known = Knowledge().holding(reroll.condition)
    for line in reroll.beside:
        walk.ask("beside", line, line.condition, known)
    walk.ask("routine", reroll, reroll.routine, known)
    for prefer in reroll.prefers:
        table = program.tables[prefer.table]
        if table.rolled is not None and table.rolled.dice.results:  # dice without sides have their finding there
            at = known
            for param in table.params:
                at = at.free(param.name, param.type)
            faces = table.rolled.dice.results
            walk.ask("prefer", prefer, prefer.condition, at.free(NATURAL, IntType(min(faces), max(faces)), faces))
    yield from walk.block(reroll.body, known)
