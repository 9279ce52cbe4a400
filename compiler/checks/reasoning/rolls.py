"""Roll analysis: for every roll and look-up, the states in which each row is selected."""

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
from bombsight.compiler.checks.reasoning.symbolic_state import SymbolicState
from bombsight.compiler.checks.reasoning.values import COMPARISON_OPERATORS, NUMERIC_OPERATORS
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.compiler.graph.single_dice import dice_thrown
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import IntType, Type


@frozen(eq=False)
class RollOrLookUp:
    """A roll or look-up with its symbolic state.

    Attributes:
        table: The table that it belongs to; None for a sub-roll.
        rolled: The dice; None for a look-up.
        state: The symbolic state.
    """

    table: n.Table | None
    rolled: g.Rolled | None
    rows: tuple[g.Row, ...]
    state: SymbolicState
    span: Span

    @property
    def applies_every_row(self) -> bool:
        """Whether every row applies whose key or condition holds, instead of the first."""
        return self.table is not None and self.table.aggregation is not None

    @property
    def faces(self) -> tuple[int, ...]:
        """The possible results of the dice without modifiers; empty for a look-up."""
        return self.rolled.dice.results if self.rolled else ()

    @property
    def name(self) -> str:
        """The name of the roll or look-up in messages: ``table Sky "The sky"``, ``a roll within another``."""
        return table_label(self.table) if self.table else "a roll within another"


def table_label(table: n.Table) -> str:
    """The name of a table in messages: ``table Sky "The sky"``."""
    return f'table {table.id} "{table.title}"'


def rolls_and_look_ups(program: AnalyzedProgram, visits: Iterable[StatementAt]) -> Iterator[RollOrLookUp]:
    """Yield the roll or look-up of every table, and of every sub-roll among the visited statements."""
    for table in program.sound_nodes(program.graph.tables):
        yield RollOrLookUp(table, table.rolled, table.all_rows, state_at_rows(table), table.span)
    for stmt, known in visits:
        if isinstance(stmt, g.SubRoll):
            yield RollOrLookUp(None, stmt.rolled, stmt.rolled.rows, known, stmt.span)


class RollAnalysis:
    """The diagrams of a roll or look-up: its total, and where each row is selected.

    Attributes:
        total: The diagram of the total; None for a look-up.
        natural_dice: The diagram of the natural dice; None for a look-up.
        where_rows_apply: Where the rows are searched at all: no `when` row held, and no `natural` row, unless every row
            applies.
        is_summed: Whether all modifiers were evaluated; otherwise some add any number within their bounds.

    Raises:
        TooManyError: Even the bounds are too large.
    """

    def __init__(self, program: AnalyzedProgram, roll: RollOrLookUp, *, bounds_only: bool = False) -> None:
        """Analyse a roll or look-up; ``bounds_only`` reduces the modifiers to a guess within their bounds."""
        self.program = program
        self.roll = roll
        self.is_summed = not bounds_only
        self.evaluator = AbstractEvaluator(program)
        self.space = self.evaluator.space
        self.state = roll.state
        self.natural_dice: int | None = None
        self.total: int | None = None
        self.natural_covers: list[int] = []
        self.sums: dict[Hashable, TotalSum] = {}
        self.parameter_diagrams = (
            self.evaluator.diagrams_of_params(roll.table, roll.state) if roll.table is not None else {}
        )
        facts = list(self.evaluator.fact_diagrams(roll.state))
        if roll.rolled is not None:
            self.state = roll.state.bind_dice(dice_thrown(roll.rolled))
            self.amounts = [self.amount_of(modifier) for modifier in roll.rolled.modifiers]
            self.natural_dice = self.evaluator.diagram_of(x.NaturalDice(type=IntType(1, 999)), self.state)
            self.natural_covers = [self.cover_of_natural_row(row) for row in roll.rolled.naturals]
            if not roll.applies_every_row:
                facts.append(self.space.negation(self.space.disjunction(self.natural_covers)))
            facts = self.compute_total(roll.rolled, facts, bounds_only)
        self.where_rows_apply = self.space.conjunction(*facts)
        self.row_covers = self.compute_row_covers()

    @property
    def is_exact(self) -> bool:
        """Whether no diagram depends on a guess (an over-approximated value)."""
        return self.is_summed and self.evaluator.is_exact

    # --- dice and modifiers

    def amount_of(self, modifier: g.Modifier) -> int:
        """Build the diagram of the amount that a modifier adds; a guess within its bounds if that is too large."""
        try:
            with self.space.limit_cost(MAX_GROUP_COST):
                return self.evaluator.modifier_amount(modifier, self.state)
        except TooManyError:
            self.is_summed = False
            low, high = type_bounds(modifier.amount.type)
            return self.bounded_guess(("modifier", modifier.id), min(low, 0), max(high, 0))

    def compute_total(self, rolled: g.Rolled, facts: Sequence[int], bounds_only: bool) -> list[int]:
        """Set the roll's total, from its modifiers or only their bounds; return the facts on which the rows depend."""
        assert self.natural_dice is not None
        space = self.space
        watched = [self.natural_dice, *self.natural_covers, *self.row_dependencies()]
        self.groups, self.group_of = group_summands(space, self.amounts, facts, watched)
        if bounds_only:
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
        """Yield the diagrams, other than the total, on which the choice of a row depends."""
        for row in self.roll.rows:
            yield self.where_matches(row)
            for end in (end for key in row.keys for end in (key.low, key.high)):
                if end is not None and not isinstance(end, x.Const):
                    yield self.evaluator.diagram_of(end, self.state)

    def where_applies(self, index: int) -> int:
        """Build the diagram of the states in which the modifier at an index adds a number other than 0."""
        where = self.groups[self.group_of[index]].facts_diagram(self.space)
        applying = self.space.conjunction(where, self.space.negation(self.space.membership(self.amounts[index], [0])))
        return YES if applying == where != NO else applying

    def bounded_guess(self, key: object, low: int, high: int) -> int:
        """Make a guess (over-approximation): a number with any value from ``low`` to ``high``."""
        type_ = IntType(low, high)
        return self.space.atom_diagram(Atom(("bounds", key), "", type_, self.program.domain_of(type_), is_guess=True))

    def cover_of_natural_row(self, row: g.NaturalRow) -> int:
        """Build the diagram of where a `natural` row matches the dice before modifiers, regardless of earlier rows."""
        assert self.natural_dice is not None
        fits = self.space.disjunction([self.where_key_covers(key, self.natural_dice) for key in row.keys])
        return self.space.conjunction(fits, self.evaluator.condition_diagram(row.condition, self.state))

    # --- rows

    def where_key_covers(self, key: g.KeySpan, node: int) -> int:
        """Build the diagram of where a number, given as diagram, lies within a key of a row."""
        low, high = (end.value if isinstance(end, x.Const) else None for end in (key.low, key.high))
        if low is not None and high is not None:
            return self.space.membership(node, IntervalSet.from_range(low, high))
        above = YES if key.low is None else self.compare_with_end(">=", node, key.low)
        return self.space.conjunction(above, YES if key.high is None else self.compare_with_end("<=", node, key.high))

    def compare_with_end(self, op: str, node: int, end: x.Expr) -> int:
        """Build the diagram of ``number op end``, for the lower or upper end of a row's key."""
        return self.space.apply(COMPARISON_OPERATORS[op], node, self.evaluator.diagram_of(end, self.state))

    def where_matches(self, row: g.Row) -> int:
        """Build the diagram of where the table's parameters match a row."""
        return YES if self.roll.table is None else self.evaluator.match_diagram(row, self.parameter_diagrams)

    def compute_row_covers(self) -> list[int]:
        """Build, for each row, the diagram of where it matches; an `else` row matches where no other row does.

        Where every row applies, natural rows and `when` rows are others, too.
        """
        found = []
        for row in self.roll.rows:
            keys = YES
            if self.total is not None and not row.otherwise:
                keys = self.space.disjunction([self.where_key_covers(key, self.total) for key in row.keys])
            found.append(self.space.conjunction(keys, self.where_matches(row)))
        plain = [cover for row, cover in zip(self.roll.rows, found, strict=True) if not row.otherwise]
        plain += self.covers_beside_rows()
        rest = self.space.negation(self.space.disjunction(plain))
        return [
            self.space.conjunction(cover, rest) if row.otherwise else cover
            for row, cover in zip(self.roll.rows, found, strict=True)
        ]

    def where_uncovered(self) -> int:
        """Build the diagram of where the rows are searched, and neither they nor any beside them apply."""
        return self.space.conjunction(
            self.where_rows_apply,
            self.space.negation(self.space.disjunction([*self.row_covers, *self.covers_beside_rows()])),
        )

    def covers_beside_rows(self) -> list[int]:
        """Build, where every row applies, the diagrams of where natural rows and `when` rows apply; else none."""
        table = self.roll.table
        if table is None or not self.roll.applies_every_row:
            return []
        whens = [self.evaluator.diagram_of(row.condition, self.state) for row in table.beforehand]
        return [*self.natural_covers, *whens]


def type_bounds(type_: Type) -> tuple[int, int]:
    """The least and greatest value of a numeric type."""
    return (type_.low, type_.high) if isinstance(type_, IntType) else (0, 0)


def analyze_roll(program: AnalyzedProgram, roll: RollOrLookUp) -> RollAnalysis | None:
    """Analyse a roll or look-up, with modifiers reduced to their bounds if it is too large; None if it still is."""
    for bounds_only in (False, True):
        try:
            return RollAnalysis(program, roll, bounds_only=bounds_only)
        except TooManyError:
            continue
    return None


def exists_dice(analysis: RollAnalysis, condition: int) -> int:
    """Build the diagram of where a condition holds for some throw of the natural dice (existential quantifier).

    The result is everywhere if it holds wherever dice are thrown. Dice in a relation are left as they are.
    """
    space, natural = analysis.space, analysis.natural_dice
    levels = space.support(natural) if natural is not None else set[int]()
    if len(levels) != 1 or not space.relations.keys().isdisjoint(space.support(condition)):
        return condition
    (level,) = levels
    found = space.exists(level, condition)
    return YES if found == space.exists(level, analysis.where_rows_apply) else found


def render_witness(analysis: RollAnalysis, condition: int, excluded: Sequence[str] = ()) -> str:
    """Describe a state in which a condition holds: ``lamp is 3``; empty if all do. ``excluded`` labels are left out."""
    state: list[tuple[Atom, int]] = []
    for atom, value in analysis.space.witness(condition) or []:
        if atom.key in analysis.sums:
            state.extend(analysis.sums[atom.key].find_state(analysis.space, value))
        elif atom.label not in excluded:
            state.append((atom, value))
    return analysis.program.render_state(state)
