"""Terms of decision tables in rules: enums and names of columns, values, and conditions for tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from attrs import define, field, frozen

from bombsight.service.importing.model import (
    Column,
    FlagColumn,
    ImportedDecision,
    ImportedRule,
    NumberColumn,
    NumberSpan,
    Test,
    Value,
    WordColumn,
)
from bombsight.service.importing.naming import NameBook, clean_text
from bombsight.service.importing.table_writer import span_text

MAX_CASES = 20_000
"""The most cases that are gone through to see whether rules leave one out."""


@define
class EnumBook:
    """The enums for columns of texts: columns with the same texts share one.

    Attributes:
        names: The names of the program.
        enums: For each list of texts, the name of its enum, and the name of each text.
        items: The enums as items of rules.
    """

    names: NameBook
    enums: dict[tuple[str, ...], tuple[str, Mapping[str, str]]] = field(factory=dict)
    items: list[str] = field(factory=list)

    def enum_of(self, column: WordColumn) -> tuple[str, Mapping[str, str]]:
        """Return the name of a column's enum and the names of its texts; make the enum if there is none."""
        if column.values not in self.enums:
            name = self.names.allocate(column.name, "kind", is_enum=True)
            values: dict[str, str] = {}
            own = NameBook(set(self.names.variables))
            for value in column.values:
                values[value] = own.allocate(value, "value")
            self.names.reserve(values.values())  # no variable may be called like a value
            self.enums[column.values] = name, values
            described = [f'{values[each]} "{clean_text(each) or values[each]}"' for each in column.values]
            self.items += [f"enum {name}", *(f"  {line}" for line in described), ""]
        return self.enums[column.values]


@frozen
class DecisionNames:
    """The names of a decision table in rules.

    Attributes:
        id: Its own.
        inputs: Those of its inputs.
        outputs: Those of its outputs.
    """

    id: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


def column_type(column: Column, enums: EnumBook) -> str:
    """The type of a column in rules."""
    match column:
        case WordColumn():
            return enums.enum_of(column)[0]
        case NumberColumn():
            return f"{column.low}..{column.high}"
        case FlagColumn():
            return "yes/no"


def value_text(value: Value | None, column: Column, enums: EnumBook) -> str:
    """Write a value of a column."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case str():
            assert isinstance(column, WordColumn)
            return enums.enum_of(column)[1][value]


def cell_text(test: Test, column: Column, enums: EnumBook) -> str:
    """Write a test as the key cell of a grid."""
    if not test or (isinstance(column, FlagColumn) and len(set(test)) == 2):
        return "any"
    return ", ".join(
        span_text(part.low, part.high) if isinstance(part, NumberSpan) else value_text(part, column, enums)
        for part in dict.fromkeys(test)
    )


def is_exhaustive(decision: ImportedDecision, rules: Sequence[ImportedRule]) -> bool:
    """Whether rules leave no case out, of those that their tests tell apart; no if there are too many to go through."""
    cases = distinct_cases(decision, rules)
    return cases is not None and all(any(rule_holds(rule, case) for rule in rules) for case in cases)


def distinct_cases(decision: ImportedDecision, rules: Sequence[ImportedRule]) -> list[tuple[Value, ...]] | None:
    """List the cases that the tests of rules tell apart; None if there are too many to go through."""
    values = [
        distinct_values(column, [rule.tests[number] for rule in rules]) for number, column in enumerate(decision.inputs)
    ]
    return None if prod(map(len, values)) * len(rules) > MAX_CASES else [*product(*values)]


def distinct_values(column: Column, tests: Iterable[Test]) -> list[Value]:
    """Values of a column, one at least of each kind that tests tell apart."""
    match column:
        case WordColumn():
            return [*column.values]
        case FlagColumn():
            return [True, False]
        case NumberColumn():
            figures = {column.low, column.high}
            for part in (part for test in tests for part in test):
                if isinstance(part, NumberSpan):
                    figures |= {part.low} if part.low is not None else set()
                    figures |= {part.high + 1} if part.high is not None else set()
                elif isinstance(part, int):
                    figures |= {part, part + 1}
            return [figure for figure in sorted(figures) if column.low <= figure <= column.high]


def rule_holds(rule: ImportedRule, case: Sequence[Value]) -> bool:
    """Whether a rule holds for a value of each input."""
    return all(
        not test
        or any(
            (part.low is None or int(value) >= part.low) and (part.high is None or int(value) <= part.high)
            if isinstance(part, NumberSpan)
            else part == value
            for part in test
        )
        for test, value in zip(rule.tests, case, strict=True)
    )


def condition_text(rule: ImportedRule, decision: ImportedDecision, names: DecisionNames, enums: EnumBook) -> str:
    """Write the condition of a rule; empty if it always holds.

    Args:
        rule: The rule.
        decision: Its decision table.
        names: The names of that.
        enums: The enums of the program.
    """
    parts = [
        test_text(test, name, column, enums)
        for test, name, column in zip(rule.tests, names.inputs, decision.inputs, strict=True)
    ]
    return " and ".join(part for part in parts if part)


def test_text(test: Test, name: str, column: Column, enums: EnumBook) -> str:
    """Write the test of an input as a condition; empty if it always holds.

    Args:
        test: The test.
        name: The name of the input.
        column: Its column.
        enums: The enums of the program.
    """
    match column:
        case FlagColumn():
            return "" if len(set(test)) != 1 else name if test[0] else f"not {name}"
        case WordColumn():
            words = [
                value_text(part, column, enums) for part in dict.fromkeys(test) if not isinstance(part, NumberSpan)
            ]
            if not words or len(words) == len(column.values):
                return ""
            return f"{name} is {words[0]}" if len(words) == 1 else f"{name} in {{{', '.join(words)}}}"
        case NumberColumn():
            if any(isinstance(part, NumberSpan) and is_whole(part, column) for part in test):
                return ""
            parts = [*number_conditions(test, name)]
            return parts[0] if len(parts) == 1 else f"({' or '.join(parts)})" if parts else ""


def is_whole(span: NumberSpan, column: NumberColumn) -> bool:
    """Whether a range holds every number of a column."""
    return (span.low is None or span.low <= column.low) and (span.high is None or span.high >= column.high)


def number_conditions(test: Test, name: str) -> Iterator[str]:
    """Yield a condition for each number and range of a test."""
    for part in dict.fromkeys(test):
        if not isinstance(part, NumberSpan):
            yield f"{name} is {part}"
        elif part.low is None and part.high is not None:
            yield f"{name} <= {part.high}"
        elif part.high is None:
            yield f"{name} >= {part.low}"
        else:
            yield f"{name} in {part.low}..{part.high}"
