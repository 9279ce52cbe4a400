"""The cells of a game's table: for which arguments and totals each counts, and what it gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import field, frozen

from bombsight.compiler.graph.expressions import Const, Expr
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.compiler.graph.nodes import Enum, RuleGraph, Table
from bombsight.compiler.graph.statements import (
    Assign,
    Block,
    Evaluate,
    Give,
    Increase,
    Nothing,
    Row,
    Say,
    SubRoll,
    UseNote,
)
from bombsight.dsl.source import Span
from bombsight.flat.types import NONE, BoolType, EnumType, IntType, PartsType, Type
from bombsight.service.comparing.words import NONE_FORM, normal_form, title_form

PLAIN_STATEMENTS = (Assign, Evaluate, Increase, Nothing, Say)
"""The statements that may stand before the result of a row and cannot give another."""

Forms = frozenset[str]
"""The normal forms of a value: an enum's value has its name, its title and its short title."""


@frozen
class Totals:
    """The totals for which a row counts.

    Attributes:
        spans: Its keys, ends included; an open end is None.
        is_otherwise: Whether it counts for all totals that no other row has.
    """

    spans: tuple[tuple[int | None, int | None], ...]
    is_otherwise: bool = False

    def holds(self, total: int) -> bool:
        """Whether a key has a total."""
        return any((low is None or low <= total) and (high is None or total <= high) for low, high in self.spans)


@frozen
class GameCell:
    """A cell of a table.

    Attributes:
        id: Its row's id.
        matches: The arguments for which it counts, by parameter; others may have any value.
        totals: The totals for which it counts; None without dice.
        subs: The totals of the dice that follow.
        values: The forms of what it gives, one for each part; None if it does something else, or computes it.
        title: The form of its title; empty without one.
        shown: What it gives, or its title, for people.
        label: Its key and column, for people.
        span: Where it stands.
    """

    id: str
    matches: tuple[tuple[str, IntervalSet], ...]
    totals: Totals | None
    subs: tuple[Totals, ...]
    values: tuple[Forms, ...] | None
    title: str
    shown: str
    label: str
    span: Span = field(eq=False)

    @property
    def is_comparable(self) -> bool:
        """Whether it has a title, or gives a value that is no computed one."""
        return bool(self.title) or self.values is not None

    def counts_for(self, arguments: dict[str, int]) -> bool:
        """Whether it counts for some arguments, whatever the others are."""
        return all(name not in arguments or arguments[name] in values for name, values in self.matches)


@frozen
class GameTable:
    """A table of a game, taken apart.

    Attributes:
        table: The table.
        cells: Its cells.
        values: The values of each parameter that a word can name, by normal form; a number has none here.
        computed: How many of its rows have keys that are computed.
    """

    table: Table
    cells: tuple[GameCell, ...]
    values: dict[str, dict[str, int]]
    computed: int


def take_apart(table: Table, graph: RuleGraph) -> GameTable:
    """Take a table of a game apart into its cells."""
    enums = {enum.name: enum for enum in graph.enums}
    cells: list[GameCell] = []
    computed = 0
    for row in table.all_rows:
        totals = totals_of(row) if table.rolled else None
        if table.rolled and totals is None:
            computed += 1
            continue
        matches = tuple((match.param, match.values) for match in row.matches)
        cells += cells_of_body(row, row.body, matches, totals, (), table, enums)
    values = {param.name: words_of_type(param.type, enums) for param in table.params}
    return GameTable(table, tuple(cells), values, computed)


def totals_of(row: Row) -> Totals | None:
    """The totals of a row's keys; None if an end is computed."""
    spans: list[tuple[int | None, int | None]] = []
    for key in row.keys:
        if not all(bound is None or isinstance(bound, Const) for bound in (key.low, key.high)):
            return None
        spans.append((bound_value(key.low), bound_value(key.high)))
    return Totals(tuple(spans), row.otherwise)


def bound_value(bound: Expr | None) -> int | None:
    """The figure of an end of a key that is not computed; None for an open end."""
    return bound.value if isinstance(bound, Const) else None


def cells_of_body(
    row: Row,
    body: Block,
    matches: tuple[tuple[str, IntervalSet], ...],
    totals: Totals | None,
    subs: tuple[Totals, ...],
    table: Table,
    enums: dict[str, Enum],
) -> Iterator[GameCell]:
    """Yield the cells of a row: one, or those of the rows of a roll below it.

    Args:
        row: The row, or a row of such a roll.
        body: Its statements.
        matches: The arguments for which it counts.
        totals: Its totals.
        subs: The totals of rolls above it.
        table: The table.
        enums: The enums of the game.
    """
    last = body[-1] if body else None
    if isinstance(last, UseNote):
        note = next((each for each in table.notes if each.name == last.note), None)
        if note is not None and note.body and not isinstance(note.body[-1], UseNote):
            body, last = note.body, note.body[-1]
    rolls = [statement for statement in body if isinstance(statement, SubRoll)]
    if len(rolls) == 1 and (last is rolls[0] or isinstance(last, SubRoll)):
        for inner in rolls[0].rolled.rows:
            inner_totals = totals_of(inner)
            if inner_totals is not None:
                yield from cells_of_body(inner, inner.body, matches, totals, (*subs, inner_totals), table, enums)
        return
    values = None
    if isinstance(last, Give) and all(isinstance(statement, PLAIN_STATEMENTS) for statement in body[:-1]):
        values = values_of(last.values, table, enums)
    title = title_form(row.title) if row.title else ""
    shown = row.title or "what it does"
    if values is not None and isinstance(last, Give):
        shown = ", ".join(show_value(value, enums) for value in last.values) or "nothing"
    yield GameCell(row.id, matches, totals, subs, values, title, shown, row.label, row.span)


def values_of(values: Sequence[Expr], table: Table, enums: dict[str, Enum]) -> tuple[Forms, ...] | None:
    """The forms of the values of a result; None if one is computed, or there are none."""
    names = [part.name for part in table.result.parts] if isinstance(table.result, PartsType) else [""] * len(values)
    found = [
        forms_of(value, name, enums) if isinstance(value, Const) else None
        for value, name in zip(values, names, strict=False)
    ]
    return None if not found or None in found else tuple(forms for forms in found if forms is not None)


def forms_of(value: Const, part: str, enums: dict[str, Enum]) -> Forms:
    """The forms of a constant; that of yes may be the name of its part.

    Args:
        value: The constant.
        part: The name of the part of a result that it is; empty if it is the whole.
        enums: The enums of the game.
    """
    if value.value == NONE:
        return frozenset([NONE_FORM])
    match value.type:
        case EnumType(enum=name):
            enum = enums[name]
            index = value.value
            shorts = [enum.shorts[index]] if enum.shorts and enum.shorts[index] else []
            return frozenset(map(normal_form, [enum.values[index], enum.titles[index], *shorts]))
        case BoolType():
            named = [normal_form(part)] if part and value.value else []
            return frozenset(["yes" if value.value else "no", *named])
        case _:  # the rest: a number; constants have no other types
            return frozenset([str(value.value)])


def show_value(value: Expr, enums: dict[str, Enum]) -> str:
    """Write a constant for people, by the name of an enum's value."""
    if not isinstance(value, Const) or value.value == NONE:
        return "none"
    match value.type:
        case EnumType(enum=name):
            return enums[name].values[value.value]
        case BoolType():
            return "yes" if value.value else "no"
        case _:  # the rest: a number; constants have no other types
            return str(value.value)


def words_of_type(type_: Type, enums: dict[str, Enum]) -> dict[str, int]:
    """The values of a parameter's type that words can name, by their forms."""
    none = {NONE_FORM: NONE} if type_.is_optional else {}
    match type_:
        case EnumType(enum=name):
            enum = enums[name]
            words: dict[str, int] = {**none}
            for index, value in enumerate(enum.values):
                shorts = [enum.shorts[index]] if enum.shorts and enum.shorts[index] else []
                for form in (value, enum.titles[index], *shorts):
                    words.setdefault(normal_form(form), index)
            return words
        case BoolType():
            return {"yes": 1, "no": 0}
        case IntType(low=low, high=high) if high - low <= 10_000:
            return none | {str(number): number for number in range(low, high + 1)}
        case _:  # the rest: wide numbers, elements, names, lists, parts: no word names their values
            return {}
