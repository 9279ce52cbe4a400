"""Every roll and every look-up of a program, and which of its rows can come up when."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from bombsight.compiler.checks.reasoning.abstract_eval import AbstractEvaluator
from bombsight.compiler.checks.reasoning.atoms import NO, YES, Atom
from bombsight.compiler.checks.reasoning.program import AnalyzedProgram
from bombsight.compiler.checks.reasoning.sums import (
    MAX_GROUP_COST,
    GroupSum,
    TotalSum,
    add_group_sums,
    group_summands,
    sum_group,
)
from bombsight.compiler.checks.reasoning.symbolic_execution import StatementAt, state_at_rows
from bombsight.compiler.checks.reasoning.symbolic_state import NATURAL, SymbolicState
from bombsight.compiler.checks.reasoning.values import COMPARISON_OPERATORS, NUMERIC_OPERATORS
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import IntType, Type


@frozen(eq=False)
class RollOrLookUp:
    """A roll or a look-up.

    Attributes:
        table: The table whose own it is; None for a sub-roll.
        rolled: Its dice; None for a look-up.
        rows: Its rows.
        state: What is known where it stands.
        span: Where it stands.
    """

    table: n.Table | None
    rolled: g.Rolled | None
    rows: tuple[g.Row, ...]
    state: SymbolicState
    span: Span

    @property
    def faces(self) -> tuple[int, ...]:
        """What the dice can show."""
        return self.rolled.dice.results if self.rolled else ()

    @property
    def name(self) -> str:
        """What the reader calls it."""
        return table_label(self.table) if self.table else "a roll within another"


def table_label(table: n.Table) -> str:
    """What the reader calls a table."""
    return f'table {table.id} "{table.title}"'


def rolls_and_look_ups(program: AnalyzedProgram, visits: Iterable[StatementAt]) -> Iterator[RollOrLookUp]:
    """Every roll and look-up, sub-rolls among them.

    Args:
        program: The program.
        visits: Its statements, with what is known before each.
    """
    for table in program.sound_nodes(program.graph.tables):
        yield RollOrLookUp(table, table.rolled, table.all_rows, state_at_rows(table), table.span)
    for stmt, known in visits:
        if isinstance(stmt, g.SubRoll):
            yield RollOrLookUp(None, stmt.rolled, stmt.rolled.rows, known, stmt.span)


class RollAnalysis:
    """What a roll or look-up can come to.

    Attributes:
        total: The diagram of the total; None for a look-up.
        natural_dice: The diagram of the dice as they fell; None for a look-up.
        where_rows_apply: Where the rows are asked at all: no `when` row held and no `natural` row.
        is_summed: Whether all modifiers were worked out; else some of them add any number within their bounds.

    Raises:
        TooManyError: Even the bounds are too much.
    """

    def __init__(self, program: AnalyzedProgram, place: RollOrLookUp, *, coarse: bool = False) -> None:
        self.program = program
        self.roll = place
        self.is_summed = not coarse
        self.evaluator = AbstractEvaluator(program)
        self.space = self.evaluator.space
        self.state = place.state
        self.natural_dice: int | None = None
        self.total: int | None = None
        self.natural_covers: list[int] = []
        self.sums: dict[Hashable, TotalSum] = {}
        self.parameter_diagrams = (
            self.evaluator.diagrams_of_params(place.table, place.state) if place.table is not None else {}
        )
        facts = list(self.evaluator.fact_diagrams(place.state))
        if place.rolled is not None:
            self.state = place.state.bind_unknown(NATURAL, IntType(min(place.faces), max(place.faces)), place.faces)
            self.amounts = [self.amount_of(modifier) for modifier in place.rolled.modifiers]
            self.natural_dice = self.evaluator.diagram_of(x.NaturalDice(type=IntType(1, 999)), self.state)
            self.natural_covers = [self.cover_of_natural_row(row) for row in place.rolled.naturals]
            thrown = self.space.negation(self.space.disjunction(self.natural_covers))
            facts = self.compute_total(place.rolled, [*facts, thrown], coarse)
        self.where_rows_apply = self.space.conjunction(*facts)
        self.row_covers = self.compute_row_covers()

    @property
    def is_exact(self) -> bool:
        """Whether all that it depends on was worked out; else some of it is only guessed at."""
        return self.is_summed and self.evaluator.is_exact

    # --- dice and modifiers

    def amount_of(self, modifier: g.Modifier) -> int:
        """What a modifier adds; where that is too much, anything between its bounds."""
        try:
            with self.space.limit_cost(MAX_GROUP_COST):
                return self.evaluator.modifier_amount(modifier, self.state)
        except TooManyError:
            self.is_summed = False
            low, high = type_bounds(modifier.amount.type)
            return self.bounded_guess(("modifier", modifier.id), min(low, 0), max(high, 0))

    def compute_total(self, rolled: g.Rolled, facts: Sequence[int], coarse: bool) -> list[int]:
        """Work out the total, group by group; what is left of the facts for the rows to be asked with."""
        assert self.natural_dice is not None
        space = self.space
        watched = [self.natural_dice, *self.natural_covers, *self.row_dependencies()]
        self.groups, self.group_of = group_summands(space, self.amounts, facts, watched)
        if coarse:
            ends = [type_bounds(modifier.amount.type) for modifier in rolled.modifiers]
            low = min(self.roll.faces) + sum(min(low, 0) for low, _ in ends)
            high = max(self.roll.faces) + sum(max(high, 0) for _, high in ends)
            self.total = self.bounded_guess("total", low, high)
            return list(facts)
        total, left = self.natural_dice, list[int]()
        apart: dict[bool, list[GroupSum]] = {True: [], False: []}
        for group in self.groups:
            if group.is_shared or not group.amounts:
                left.extend(group.facts)
                total = space.apply(NUMERIC_OPERATORS["+"], total, group.sum_diagram(space))
            else:
                one = sum_group(space, group)
                apart[one.is_certain].append(one)
                left.extend([NO] if one.where == NO else [])
        self.is_summed = self.is_summed and all(one.is_exact for one in apart[False])
        for sure, parts in apart.items():
            sum_ = add_group_sums(sure, parts)
            self.sums[sum_.atom.key] = sum_
            total = space.apply(NUMERIC_OPERATORS["+"], total, space.atom_diagram(sum_.atom))
        self.total = total
        return left

    def row_dependencies(self) -> Iterator[int]:
        """What the rows depend on, besides the total."""
        for row in self.roll.rows:
            yield self.where_matches(row)
            for end in (end for key in row.keys for end in (key.low, key.high)):
                if end is not None and not isinstance(end, x.Const):
                    yield self.evaluator.diagram_of(end, self.state)

    def where_applies(self, at: int) -> int:
        """Where a modifier adds something when dice are thrown, as far as other modifiers depend on the same."""
        where = self.groups[self.group_of[at]].facts_diagram(self.space)
        applying = self.space.conjunction(where, self.space.negation(self.space.membership(self.amounts[at], [0])))
        return YES if applying == where != NO else applying

    def bounded_guess(self, key: object, low: int, high: int) -> int:
        """A number of which only the bounds are known."""
        type_ = IntType(low, high)
        return self.space.atom_diagram(Atom(("bounds", key), "", type_, self.program.domain_of(type_), is_guess=True))

    def cover_of_natural_row(self, row: g.NaturalRow) -> int:
        """Where a `natural` row is taken, those before it aside."""
        assert self.natural_dice is not None
        fits = self.space.disjunction([self.where_key_covers(key, self.natural_dice) for key in row.keys])
        return self.space.conjunction(fits, self.evaluator.condition_diagram(row.condition, self.state))

    # --- rows

    def where_key_covers(self, key: g.KeySpan, node: int) -> int:
        """Where a key covers a number."""
        low, high = (end.value if isinstance(end, x.Const) else None for end in (key.low, key.high))
        if low is not None and high is not None:
            return self.space.membership(node, IntervalSet.from_range(low, high))
        above = YES if key.low is None else self.compare_with_end(">=", node, key.low)
        return self.space.conjunction(above, YES if key.high is None else self.compare_with_end("<=", node, key.high))

    def compare_with_end(self, op: str, node: int, end: x.Expr) -> int:
        """Where a number is on the right side of a key's end."""
        return self.space.apply(COMPARISON_OPERATORS[op], node, self.evaluator.diagram_of(end, self.state))

    def where_matches(self, row: g.Row) -> int:
        """Where the parameters are those that a row is for."""
        return YES if self.roll.table is None else self.evaluator.match_diagram(row, self.parameter_diagrams)

    def compute_row_covers(self) -> list[int]:
        """Where each row is taken, as written; an `else` row where no other is."""
        found = []
        for row in self.roll.rows:
            keys = YES
            if self.total is not None and not row.otherwise:
                keys = self.space.disjunction([self.where_key_covers(key, self.total) for key in row.keys])
            found.append(self.space.conjunction(keys, self.where_matches(row)))
        plain = [cover for row, cover in zip(self.roll.rows, found, strict=True) if not row.otherwise]
        rest = self.space.negation(self.space.disjunction(plain))
        return [
            self.space.conjunction(cover, rest) if row.otherwise else cover
            for row, cover in zip(self.roll.rows, found, strict=True)
        ]

    def where_uncovered(self) -> int:
        """Where no row is taken although one should be."""
        return self.space.conjunction(
            self.where_rows_apply, self.space.negation(self.space.disjunction(self.row_covers))
        )


def type_bounds(type_: Type) -> tuple[int, int]:
    """The least and the greatest of a number."""
    return (type_.low, type_.high) if isinstance(type_, IntType) else (0, 0)


def analyze_roll(program: AnalyzedProgram, place: RollOrLookUp) -> RollAnalysis | None:
    """What a roll or look-up can come to; its bounds where more is too much, None where even they are."""
    for coarse in (False, True):
        try:
            return RollAnalysis(program, place, coarse=coarse)
        except TooManyError:
            continue
    return None


def exists_dice(analysis: RollAnalysis, condition: int) -> int:
    """Where a condition holds for some fall of the dice; everywhere, if so it is wherever they are thrown.

    What dice fall is part of a relation where they can show very many numbers: then it is left as it is.
    """
    space, natural = analysis.space, analysis.natural_dice
    levels = space.support(natural) if natural is not None else set[int]()
    if len(levels) != 1 or not space.relations.keys().isdisjoint(space.support(condition)):
        return condition
    (level,) = levels
    found = space.exists(level, condition)
    return YES if found == space.exists(level, analysis.where_rows_apply) else found


def render_witness(analysis: RollAnalysis, condition: int, excluded: Sequence[str] = ()) -> str:
    """A state in which a condition holds, in words: ``lamp is 3 and sky is fog``; empty where any will do."""
    state: list[tuple[Atom, int]] = []
    for atom, value in analysis.space.witness(condition) or []:
        if atom.key in analysis.sums:
            state.extend(analysis.sums[atom.key].find_state(analysis.space, value))
        elif atom.label not in excluded:
            state.append((atom, value))
    return analysis.program.render_state(state)
