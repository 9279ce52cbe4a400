"""Symbolic execution of a program: every statement with the symbolic state before it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from attrs import evolve

from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.checks.reasoning.statement_walk import AskedCondition, StatementWalker
from bombsight.compiler.checks.reasoning.symbolic_state import NATURAL, SymbolicState, entry_state
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.compiler.graph.single_dice import looks_at_single_dice
from bombsight.compiler.graph.walk import walk_without_expressions
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, IntType

MAX_NOTE_USES = 12
"""The number of calls of a note above which it is executed once, for any caller."""

MAX_LISTED_VALUES = 100
"""The maximum number of values of a match that are tested one by one."""

StatementAt = tuple[g.Stmt, SymbolicState]


def state_at_rows(table: n.Table) -> SymbolicState:
    """The symbolic state in which a table's rows are searched: no `when` row of the table holds.

    Where rows throw again, each once, or every row applies, nothing is known of that.
    """
    state = entry_state(table)
    if not can_follow_rows(table):
        for before in table.beforehand:
            state = state.assume(before.condition, False)
    return state


def can_follow_rows(table: n.Table) -> bool:
    """Whether a row of a table with `when` rows may run behind another row, in the same call."""
    if table.aggregation is not None:
        return True
    return bool(table.beforehand) and any(isinstance(part, g.AgainEachOnce) for part in walk_without_expressions(table))


def visit_table(program: AnalyzedProgram, table: n.Table, conditions: list[AskedCondition]) -> Iterator[StatementAt]:
    """Execute a table symbolically: yield each statement with its state, and append tested ``conditions``."""
    walker = StatementWalker(program.effects, table.notes, conditions)
    state = entry_state(table)
    for before in table.beforehand:
        walker.record_condition("row", before, before.condition, state)
        if table.aggregation is None:
            state = state.assume(before.condition, False)
    if can_follow_rows(table):
        state = entry_state(table)
    if table.rolled is not None:
        walker.record_roll_conditions(table.rolled, state)
        state = walker.state_after_throw(state).bind_unknown(NATURAL, IntType(1, 999))
    for natural in table.rolled.naturals if table.rolled else ():
        yield from walker.walk_block(natural.body, state)
    for row in table.all_rows:
        yield from walker.walk_block(row.body, state_in_row(table, row, state))
    for before in table.beforehand:
        yield from walker.walk_block(before.body, entry_state(table).assume(before.condition))
    note_walker = StatementWalker(program.effects, table.notes)
    for note in table.notes:
        yield from note_walker.walk_block(note.body, entry_state(table))
    for note in table.notes:
        uses = [] if note.name in note_walker.states_at_note else walker.states_at_note.get(note.name, [])
        for use in uses if 0 < len(uses) <= MAX_NOTE_USES else [entry_state(table)]:
            deque(
                StatementWalker(program.effects, table.notes, conditions).walk_block(
                    note.body, state_in_note(table, use)
                ),
                0,
            )


def state_in_row(table: n.Table, row: g.Row, state: SymbolicState) -> SymbolicState:
    """The symbolic state in a row's block, in which the table's parameters match the row."""
    if all(isinstance(stmt, g.Give | g.Nothing) for stmt in row.body):
        return state
    types = {param.name: param.type for param in table.params}
    for match in row.matches:
        state = state.assume(membership_test(x.Var(name=match.param, type=types[match.param]), match.values, row.span))
    return state


def membership_test(value: x.Expr, members: IntervalSet, span: Span) -> x.Expr:
    """Build the condition that a value is in a set, by intervals if the set is large."""

    def make_constant(number: int) -> x.Expr:
        """Make the constant expression of a member."""
        return x.Const(value=number, type=value.type)

    if members.size <= MAX_LISTED_VALUES:
        return x.OneOf(value=value, members=tuple(map(make_constant, members)), type=BOOL, span=span)
    terms = [
        x.InRange(value=value, low=make_constant(low), high=make_constant(high), type=BOOL, span=span)
        for low, high in members.intervals
    ]
    return terms[0] if len(terms) == 1 else x.OrExpr(terms=tuple(terms), type=BOOL, span=span)


def state_in_note(table: n.Table, call_state: SymbolicState) -> SymbolicState:
    """The symbolic state in a note when it is called in a state, with only the table's own names."""
    own = {NATURAL, *(param.name for param in table.params)}
    return SymbolicState(
        {name: call_state.names[name] for name in call_state.names if name in own},
        call_state.versions,
        call_state.path_conditions,
    )


def visit_statements(program: AnalyzedProgram, conditions: list[AskedCondition]) -> Iterator[StatementAt]:
    """Execute all items without errors: yield each statement with its state, and append tested ``conditions``."""
    for table in program.sound_nodes(program.graph.tables):
        yield from visit_table(program, table, conditions)
    for procedure in program.sound_nodes(program.graph.procedures):
        yield from StatementWalker(program.effects, (), conditions).walk_block(procedure.body, entry_state(procedure))
    for reroll in program.sound_nodes(program.graph.rerolls):
        yield from visit_reroll(program, reroll, conditions)


def visit_reroll(program: AnalyzedProgram, reroll: n.Reroll, conditions: list[AskedCondition]) -> Iterator[StatementAt]:
    """Execute a standing offer (reroll): yield each statement with its state, and append tested ``conditions``."""
    walker = StatementWalker(program.effects, (), conditions)
    walker.record_condition("offer", reroll, reroll.condition, SymbolicState())
    state = SymbolicState().assume(reroll.condition)
    for line in reroll.beside:
        walker.record_condition("beside", line, line.condition, state)
    walker.record_condition("routine", reroll, reroll.routine, state)
    for prefer in reroll.prefers:
        table = program.tables[prefer.table]
        if table.rolled is not None and table.rolled.dice.results:  # dice without sides are reported elsewhere
            at = state
            for param in table.params:
                at = at.bind_unknown(param.name, param.type)
            dice = evolve(table.rolled.dice, single=looks_at_single_dice(prefer.condition))
            walker.record_condition("prefer", prefer, prefer.condition, at.bind_dice(dice))
    yield from walker.walk_block(reroll.body, state)
