"""Columns of decision tables: texts become words, numbers whole ones with a range, from what rules compare with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Literal as OneOf
from typing import Protocol

from attrs import evolve, frozen

from bombsight.service.importing.feel import STRING, Interval, Literal, UnaryTests
from bombsight.service.importing.model import (
    Column,
    FlagColumn,
    ImportedRule,
    ImportNote,
    NumberColumn,
    NumberSpan,
    Test,
    Value,
    WordColumn,
)

ColumnKind = OneOf["words", "numbers", "flags"]
"""What a column holds."""

SCALES = tuple(10**decimals for decimals in range(7))
"""The units to one that a column may have: up to six decimals."""

MAX_NUMBER = 1_000_000_000
"""The greatest number, in units of the scale."""

CHOSEN_STEP = 1_000
"""The most numbers among which rules may let somebody choose."""

MAX_WORDS = 900
"""The most different texts of a column: an enum may have 1,000."""


class ClauseLike(Protocol):
    """An input or an output as it stands: see :class:`dmn_reader.Clause`."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def kind(self) -> ColumnKind | None:
        """Its declared type."""

    @property
    def allowed(self) -> tuple[str, ...]:
        """The texts that it may hold."""


class RuleLike(Protocol):
    """A rule, parsed: see :class:`dmn_reader.ReadRule`."""

    @property
    def tests(self) -> tuple[UnaryTests, ...]:
        """The test of each input."""

    @property
    def values(self) -> tuple[Literal | None, ...]:
        """The value of each output."""

    @property
    def place(self) -> str:
        """Where it stands."""


@frozen
class ReadColumns:
    """The columns of a decision table, and its rules in their units.

    Attributes:
        inputs, outputs: The columns.
        rules: The rules.
        notes: What is taken otherwise than it stands.
    """

    inputs: tuple[Column, ...]
    outputs: tuple[Column, ...]
    rules: tuple[ImportedRule, ...]
    notes: tuple[ImportNote, ...]

    def with_order(self, order: Sequence[int]) -> ReadColumns:
        """Copy them with the rules in another order."""
        return evolve(self, rules=tuple(self.rules[number] for number in order))


def split_words(text: str) -> tuple[str, ...]:
    """Split a list of allowed texts, ``"High", "Low"``; empty if it lists anything else."""
    if len(text) > 100_000 or re.fullmatch(rf"\s*{STRING}(?:\s*,\s*{STRING})*\s*", text) is None:
        return ()
    return tuple(found[1:-1] for found in re.findall(STRING, text))


def make_columns(
    inputs: Sequence[ClauseLike], outputs: Sequence[ClauseLike], rules: Sequence[RuleLike]
) -> ReadColumns | str:
    """Make the columns of a decision table, and its rules in their units; a sentence where that is impossible."""
    notes: list[ImportNote] = []
    columns: list[Column] = []
    clauses = [*inputs, *outputs]
    for number, clause in enumerate(clauses):
        is_input = number < len(inputs)
        parts: list[Literal | Interval] = []
        for rule in rules:
            if is_input:
                parts += rule.tests[number].parts
            elif (value := rule.values[number - len(inputs)]) is not None:
                parts.append(value)
        is_open = is_input and any(rule.tests[number].is_negated or not rule.tests[number].parts for rule in rules)
        column = make_column(clause, parts, is_input=is_input, is_open=is_open)
        if isinstance(column, str):
            return column
        if isinstance(column, NumberColumn) and column.scale > 1:
            notes.append(
                ImportNote("", f"`{clause.name}` counts in units of 1/{column.scale:,}: rules have whole numbers")
            )
        columns.append(column)
    in_columns, out_columns = columns[: len(inputs)], columns[len(inputs) :]
    made: list[ImportedRule] = []
    for rule in rules:
        tests = [make_test(test, column) for test, column in zip(rule.tests, in_columns, strict=True)]
        values = [
            None if value is None else make_value(value, column)
            for value, column in zip(rule.values, out_columns, strict=True)
        ]
        made.append(ImportedRule(tuple(test or () for test in tests), tuple(values), rule.place, None not in tests))
    return ReadColumns(tuple(in_columns), tuple(out_columns), tuple(made), tuple(notes))


def make_column(
    clause: ClauseLike, parts: Sequence[Literal | Interval], *, is_input: bool, is_open: bool
) -> Column | str:
    """Make a column of what stands in it; a sentence where it cannot be taken.

    Args:
        clause: The input or output.
        parts: All constants and ranges in it.
        is_input: Whether its numbers may be others than those in it.
        is_open: Whether a rule holds for other texts than those in it.
    """
    kinds = {kind_of(part) for part in parts} or {clause.kind or ("words" if clause.allowed else "flags")}
    if len(kinds) > 1:
        return f"`{clause.name}` holds values of several kinds"
    match kinds.pop():
        case "flags":
            return FlagColumn(clause.name)
        case "words":
            words = dict.fromkeys([*clause.allowed, *(part for part in parts if isinstance(part, str))])
            if not words or (is_input and not clause.allowed and (is_open or len(words) == 1)):
                words["another"] = None
            if len(words) > MAX_WORDS:
                return f"`{clause.name}` has more than {MAX_WORDS} different texts"
            return WordColumn(clause.name, tuple(words))
        case "numbers":
            return make_number_column(clause.name, parts, is_input=is_input)


def kind_of(part: Literal | Interval) -> ColumnKind:
    """The kind of column to which a constant or a range belongs."""
    match part:
        case bool():
            return "flags"
        case str():
            return "words"
        case Interval() | Fraction():
            return "numbers"


def make_number_column(name: str, parts: Iterable[Literal | Interval], *, is_input: bool) -> NumberColumn | str:
    """Make a column of numbers; a sentence where they cannot be taken.

    Args:
        name: Its name.
        parts: The numbers and ranges in it.
        is_input: Whether it may hold others: then its range goes beyond the figures.
    """
    figures = [figure for part in parts for figure in figures_of(part)]
    scale = lcm(*(figure.denominator for figure in figures)) if figures else 1
    scale = next((power for power in SCALES if power % scale == 0), 0)
    if not scale or any(abs(figure) * scale > MAX_NUMBER // 4 for figure in figures):
        return f"`{name}` has numbers that are too large or too fine"
    low = min((int(figure * scale) for figure in figures), default=0)
    high = max((int(figure * scale) for figure in figures), default=1)
    if is_input:
        low, high = (0 if low >= 0 else -round_up(-2 * low)), round_up(2 * max(high, 1))
        high -= high - low >= CHOSEN_STEP  # so that its thousands can be asked for apart
    return NumberColumn(name, low, high, scale)


def figures_of(part: Literal | Interval) -> list[Fraction]:
    """The figures of a number or a range."""
    if isinstance(part, Interval):
        return [end for end in (part.low, part.high) if end is not None]
    return [part] if isinstance(part, Fraction) else []


def round_up(number: int) -> int:
    """Round a positive number up to 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= number:
                return step * power
        power *= 10


def make_value(value: Literal, column: Column) -> Value:
    """Convert a constant to a column's units."""
    return (
        int(value * column.scale)
        if isinstance(value, Fraction) and isinstance(column, NumberColumn)
        else as_plain(value)
    )


def as_plain(value: Literal) -> Value:
    """Convert a constant to a plain value."""
    return int(value) if isinstance(value, Fraction) else value


def make_test(test: UnaryTests, column: Column) -> Test | None:
    """Convert a test to a column's units, a negated one to what is left of the column; None if nothing is left."""
    parts: list[Value | NumberSpan] = [
        make_span(part, column) if isinstance(part, Interval) else make_value(part, column) for part in test.parts
    ]
    if not test.is_negated:
        return tuple(parts)
    match column:
        case WordColumn():
            return tuple(word for word in column.values if word not in parts) or None
        case FlagColumn():
            return tuple(flag for flag in (True, False) if flag not in parts) or None
        case NumberColumn():
            return complement(parts) or None


def make_span(interval: Interval, column: Column) -> NumberSpan:
    """Convert a range to whole units of a column."""
    scale = column.scale if isinstance(column, NumberColumn) else 1
    low = None if interval.low is None else int(interval.low * scale) + (not interval.has_low)
    high = None if interval.high is None else int(interval.high * scale) - (not interval.has_high)
    return NumberSpan(low, high)


def complement(parts: Iterable[Value | NumberSpan]) -> Test:
    """The ranges of all numbers that are in none of some numbers and ranges."""
    spans = sorted(
        (
            (part.low, part.high) if isinstance(part, NumberSpan) else (int(part), int(part))
            for part in parts
            if not isinstance(part, str)
        ),
        key=lambda span: -MAX_NUMBER if span[0] is None else span[0],
    )
    found: list[NumberSpan] = []
    next_low: int | None = None
    is_open = True
    for low, high in spans:
        if low is not None and (next_low is None or low > next_low):
            found.append(NumberSpan(next_low, low - 1))
        if high is None:
            is_open = False
            break
        next_low = max(next_low, high + 1) if next_low is not None else high + 1
    return (*found, NumberSpan(next_low, None)) if is_open else tuple(found)
