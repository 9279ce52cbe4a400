"""Every roll and every look-up of a program, and which of its rows can come up when."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from bombsight.compiler.checks.reasoning.abstract_eval import Meaning
from bombsight.compiler.checks.reasoning.atoms import NO, YES, Atom
from bombsight.compiler.checks.reasoning.program import Program
from bombsight.compiler.checks.reasoning.sums import PATIENCE, Summed, Whole, groups, summed, whole
from bombsight.compiler.checks.reasoning.symbolic_execution import Visited, at_rows
from bombsight.compiler.checks.reasoning.symbolic_state import NATURAL, Knowledge
from bombsight.compiler.checks.reasoning.values import COMPARED, NUMERIC
from bombsight.compiler.checks.reasoning.work_limits import TooManyError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import IntType, Type


@frozen(eq=False)
class Place:
    """A roll or a look-up.

    Attributes:
        table: The table whose own it is; None for a sub-roll.
        rolled: Its dice; None for a look-up.
        rows: Its rows.
        known: What is known where it stands.
        span: Where it stands.
    """

    table: n.Table | None
    rolled: g.Rolled | None
    rows: tuple[g.Row, ...]
    known: Knowledge
    span: Span

    @property
    def faces(self) -> tuple[int, ...]:
        """What the dice can show."""
        return self.rolled.dice.results if self.rolled else ()

    @property
    def name(self) -> str:
        """What the reader calls it."""
        return called(self.table) if self.table else "a roll within another"


def called(table: n.Table) -> str:
    """What the reader calls a table."""
    return f'table {table.id} "{table.title}"'


def places(program: Program, visited: Iterable[Visited]) -> Iterator[Place]:
    """Every roll and look-up, sub-rolls among them.

    Args:
        program: The program.
        visited: Its statements, with what is known before each.
    """
    for table in program.sound(program.graph.tables):
        yield Place(table, table.rolled, table.all_rows, at_rows(table), table.span)
    for stmt, known in visited:
        if isinstance(stmt, g.SubRoll):
            yield Place(None, stmt.rolled, stmt.rolled.rows, known, stmt.span)


class Reach:
    """What a roll or look-up can come to.

    Attributes:
        total: The diagram of the total; None for a look-up.
        natural: The diagram of the dice as they fell; None for a look-up.
        happens: Where the rows are asked at all: no `when` row held and no `natural` row.
        summed: Whether all modifiers were worked out; else some of them add any number within their bounds.

    Raises:
        TooManyError: Even the bounds are too much.
    """

    def __init__(self, program: Program, place: Place, *, coarse: bool = False) -> None:
        self.program = program
        self.place = place
        self.summed = not coarse
        self.meaning = Meaning(program)
        self.space = self.meaning.space
        self.known = place.known
        self.natural: int | None = None
        self.total: int | None = None
        self.naturals: list[int] = []
        self.sums: dict[Hashable, Whole] = {}
        self.asked = self.meaning.asked_with(place.table, place.known) if place.table is not None else {}
        facts = list(self.meaning.each_fact(place.known))
        if place.rolled is not None:
            self.known = place.known.free(NATURAL, IntType(min(place.faces), max(place.faces)), place.faces)
            self.amounts = [self.amount(modifier) for modifier in place.rolled.modifiers]
            self.natural = self.meaning.number(x.NaturalDice(type=IntType(1, 999)), self.known)
            self.naturals = [self.natural_cover(row) for row in place.rolled.naturals]
            thrown = self.space.negated(self.space.either(self.naturals))
            facts = self.add_up(place.rolled, [*facts, thrown], coarse)
        self.happens = self.space.both(*facts)
        self.covers = self.all_covers()

    @property
    def exact(self) -> bool:
        """Whether all that it depends on was worked out; else some of it is only guessed at."""
        return self.summed and self.meaning.is_exact

    # --- dice and modifiers

    def amount(self, modifier: g.Modifier) -> int:
        """What a modifier adds; where that is too much, anything between its bounds."""
        try:
            with self.space.allowance(PATIENCE):
                return self.meaning.amount(modifier, self.known)
        except TooManyError:
            self.summed = False
            low, high = bounds(modifier.amount.type)
            return self.anything(("modifier", modifier.id), min(low, 0), max(high, 0))

    def add_up(self, rolled: g.Rolled, facts: Sequence[int], coarse: bool) -> list[int]:
        """Work out the total, group by group; what is left of the facts for the rows to be asked with."""
        assert self.natural is not None
        space = self.space
        watched = [self.natural, *self.naturals, *self.looked_at()]
        self.groups, self.group_of = groups(space, self.amounts, facts, watched)
        if coarse:
            ends = [bounds(modifier.amount.type) for modifier in rolled.modifiers]
            low = min(self.place.faces) + sum(min(low, 0) for low, _ in ends)
            high = max(self.place.faces) + sum(max(high, 0) for _, high in ends)
            self.total = self.anything("total", low, high)
            return list(facts)
        total, left = self.natural, list[int]()
        apart: dict[bool, list[Summed]] = {True: [], False: []}
        for group in self.groups:
            if group.watched or not group.amounts:
                left.extend(group.facts)
                total = space.apply(NUMERIC["+"], total, group.total(space))
            else:
                one = summed(space, group)
                apart[one.sure].append(one)
                left.extend([NO] if one.where == NO else [])
        self.summed = self.summed and all(one.exact for one in apart[False])
        for sure, parts in apart.items():
            sum_ = whole(sure, parts)
            self.sums[sum_.atom.key] = sum_
            total = space.apply(NUMERIC["+"], total, space.atom(sum_.atom))
        self.total = total
        return left

    def looked_at(self) -> Iterator[int]:
        """What the rows depend on, besides the total."""
        for row in self.place.rows:
            yield self.matched(row)
            for end in (end for key in row.keys for end in (key.low, key.high)):
                if end is not None and not isinstance(end, x.Const):
                    yield self.meaning.number(end, self.known)

    def applies(self, at: int) -> int:
        """Where a modifier adds something when dice are thrown, as far as other modifiers depend on the same."""
        where = self.groups[self.group_of[at]].where(self.space)
        applying = self.space.both(where, self.space.negated(self.space.among(self.amounts[at], [0])))
        return YES if applying == where != NO else applying

    def anything(self, key: object, low: int, high: int) -> int:
        """A number of which only the bounds are known."""
        type_ = IntType(low, high)
        return self.space.atom(Atom(("bounds", key), "", type_, self.program.domain(type_), guess=True))

    def natural_cover(self, row: g.NaturalRow) -> int:
        """Where a `natural` row is taken, those before it aside."""
        assert self.natural is not None
        fits = self.space.either([self.covered(key, self.natural) for key in row.keys])
        return self.space.both(fits, self.meaning.condition(row.condition, self.known))

    # --- rows

    def covered(self, key: g.KeySpan, node: int) -> int:
        """Where a key covers a number."""
        low, high = (end.value if isinstance(end, x.Const) else None for end in (key.low, key.high))
        if low is not None and high is not None:
            return self.space.among(node, IntervalSet.between(low, high))
        above = YES if key.low is None else self.compared(">=", node, key.low)
        return self.space.both(above, YES if key.high is None else self.compared("<=", node, key.high))

    def compared(self, op: str, node: int, end: x.Expr) -> int:
        """Where a number is on the right side of a key's end."""
        return self.space.apply(COMPARED[op], node, self.meaning.number(end, self.known))

    def matched(self, row: g.Row) -> int:
        """Where the parameters are those that a row is for."""
        return YES if self.place.table is None else self.meaning.matches(row, self.asked)

    def all_covers(self) -> list[int]:
        """Where each row is taken, as written; an `else` row where no other is."""
        found = []
        for row in self.place.rows:
            keys = YES
            if self.total is not None and not row.otherwise:
                keys = self.space.either([self.covered(key, self.total) for key in row.keys])
            found.append(self.space.both(keys, self.matched(row)))
        plain = [cover for row, cover in zip(self.place.rows, found, strict=True) if not row.otherwise]
        rest = self.space.negated(self.space.either(plain))
        return [
            self.space.both(cover, rest) if row.otherwise else cover
            for row, cover in zip(self.place.rows, found, strict=True)
        ]

    def uncovered(self) -> int:
        """Where no row is taken although one should be."""
        return self.space.both(self.happens, self.space.negated(self.space.either(self.covers)))


def bounds(type_: Type) -> tuple[int, int]:
    """The least and the greatest of a number."""
    return (type_.low, type_.high) if isinstance(type_, IntType) else (0, 0)


def reach(program: Program, place: Place) -> Reach | None:
    """What a roll or look-up can come to; its bounds where more is too much, None where even they are."""
    for coarse in (False, True):
        try:
            return Reach(program, place, coarse=coarse)
        except TooManyError:
            continue
    return None


def whatever_falls(reach_: Reach, condition: int) -> int:
    """Where a condition holds for some fall of the dice; everywhere, if so it is wherever they are thrown.

    What dice fall is part of a relation where they can show very many numbers: then it is left as it is.
    """
    space, natural = reach_.space, reach_.natural
    levels = space.support(natural) if natural is not None else set[int]()
    if len(levels) != 1 or not space.relations.keys().isdisjoint(space.support(condition)):
        return condition
    (level,) = levels
    found = space.exists(level, condition)
    return YES if found == space.exists(level, reach_.happens) else found


def labels(reach_: Reach, condition: int, but: Sequence[str] = ()) -> str:
    """A state in which a condition holds, in words: ``lamp is 3 and sky is fog``; empty where any will do."""
    state: list[tuple[Atom, int]] = []
    for atom, value in reach_.space.witness(condition) or []:
        if atom.key in reach_.sums:
            state.extend(reach_.sums[atom.key].state(reach_.space, value))
        elif atom.label not in but:
            state.append((atom, value))
    return reach_.program.state_text(state)
