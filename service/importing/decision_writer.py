"""Decision tables, written as rules: a table to look up, a define or a procedure, by the hit policy.

- Where one rule holds at most (UNIQUE), a grid: ``lint`` finds gaps and overlaps.
- Where rules that hold agree (ANY), a define with an exception for each: ``lint`` finds those that do not.
- Where one number is made of all rules that hold (COLLECT), a grid of which every row applies.
- Elsewhere a procedure that goes through the rules in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import frozen

from bombsight.dsl.aggregation import Aggregation as RowAggregation
from bombsight.dsl.aggregation import aggregation_line
from bombsight.service.importing.decision_terms import (
    DecisionNames,
    EnumBook,
    cell_text,
    column_type,
    condition_text,
    distinct_cases,
    is_exhaustive,
    rule_holds,
    value_text,
)
from bombsight.service.importing.model import (
    Aggregation,
    FlagColumn,
    HitPolicy,
    ImportedDecision,
    ImportedRule,
    ImportNote,
    NumberColumn,
    Value,
    WordColumn,
)
from bombsight.service.importing.naming import NameBook, clean_text
from bombsight.service.importing.table_writer import WrittenItem

SAID_POLICIES = (HitPolicy.COLLECT, HitPolicy.RULE_ORDER, HitPolicy.OUTPUT_ORDER)
"""The hit policies that give many values."""

MAX_EXCEPTIONS = 100
"""The most exceptions of a define."""


@frozen
class DecisionSheet:
    """A decision table that is written as rules.

    Attributes:
        decision: The decision table.
        rules: Its rules that can hold, in the order in which they count.
        names: Its names in the program.
        enums: The enums of the program.
    """

    decision: ImportedDecision
    rules: Sequence[ImportedRule]
    names: DecisionNames
    enums: EnumBook

    @property
    def params(self) -> str:
        """The inputs, as parameters."""
        inputs = zip(self.names.inputs, self.decision.inputs, strict=True)
        return ", ".join(f"{name}: {column_type(column, self.enums)}" for name, column in inputs)

    @property
    def title(self) -> str:
        """The title; its name if it has none."""
        return clean_text(self.decision.title) or self.names.id


def declare_enums(decision: ImportedDecision, enums: EnumBook) -> None:
    """Make the enums of the columns of a decision table; values that are only said need none."""
    is_said = decision.policy in SAID_POLICIES and not is_aggregable(decision)
    for column in (*decision.inputs, *(() if is_said else decision.outputs)):
        if isinstance(column, WordColumn):
            enums.enum_of(column)


def name_decision(decision: ImportedDecision, id_: str, names: NameBook) -> DecisionNames:
    """Name the inputs and outputs of a decision table, after all items and enums of the program have their names.

    Args:
        decision: The decision table.
        id_: Its own name.
        names: The names of the program.
    """
    own: set[str] = set()
    return DecisionNames(
        id_,
        tuple(names.allocate_variable(column.name, "input", own) for column in decision.inputs),
        tuple(names.allocate_variable(column.name, "output", own) for column in decision.outputs),
    )


def write_decision(decision: ImportedDecision, names: DecisionNames, enums: EnumBook) -> WrittenItem:
    """Write a decision table as items of rules."""
    rules = [rule for rule in decision.rules if rule.can_hold]
    notes = [
        ImportNote(rule.place, "no input passes its tests; it is left out")
        for rule in decision.rules
        if not rule.can_hold
    ]
    sheet = DecisionSheet(decision, tuple(rules), names, enums)
    match decision.policy:
        case HitPolicy.UNIQUE:
            lines = write_grid(sheet)
        case HitPolicy.ANY | HitPolicy.FIRST | HitPolicy.PRIORITY:
            lines = []
            for number in range(len(decision.outputs)):
                if is_define(decision):
                    lines += write_define(sheet, number)
                else:
                    lines += write_first(sheet, number)
            if decision.policy is HitPolicy.ANY and not is_define(decision):
                notes.append(ImportNote(decision.place, "whether its rules agree is not checked: the first one counts"))
        case HitPolicy.COLLECT | HitPolicy.RULE_ORDER | HitPolicy.OUTPUT_ORDER:
            lines = write_collect(sheet)
            if decision.aggregation is not None and not is_aggregable(decision):
                notes.append(ImportNote(decision.place, "only numbers can be made one: each value is said instead"))
        case _:
            assert_never(decision.policy)
    return WrittenItem(tuple(lines), tuple(notes))


def is_define(decision: ImportedDecision) -> bool:
    """Whether a decision table becomes a define for each output."""
    return decision.policy is HitPolicy.ANY and len(decision.rules) <= MAX_EXCEPTIONS


def output_name(names: DecisionNames, number: int) -> str:
    """The name of the define or procedure that gives an output: that of the table for the first."""
    return names.id if number == 0 else f"{names.id}_{names.outputs[number]}"


def is_aggregable(decision: ImportedDecision) -> bool:
    """Whether a decision table that collects makes one number of its values."""
    return decision.aggregation is Aggregation.COUNT or (
        decision.aggregation is not None and isinstance(decision.outputs[0], NumberColumn)
    )


def output_type(sheet: DecisionSheet, number: int) -> str:
    """The type of an output in a grid: it may be none where a rule gives none."""
    base = column_type(sheet.decision.outputs[number], sheet.enums)
    is_flag = isinstance(sheet.decision.outputs[number], FlagColumn)
    return f"{base} or none" if not is_flag and any(rule.values[number] is None for rule in sheet.rules) else base


def write_grid(sheet: DecisionSheet) -> list[str]:
    """Write a decision table as a grid."""
    gives = ", ".join(f"{name}: {output_type(sheet, number)}" for number, name in enumerate(sheet.names.outputs))
    lines = [f'table {sheet.names.id} "{sheet.title}"', f"  for {sheet.params}", f"  gives {gives}"]
    lines.append(f"  | {' | '.join([*sheet.names.inputs, *sheet.names.outputs])} |")
    for rule in sheet.rules:
        keys = [
            cell_text(test, column, sheet.enums) for test, column in zip(rule.tests, sheet.decision.inputs, strict=True)
        ]
        values = [
            "-" if value is None else value_text(value, column, sheet.enums)
            for value, column in zip(rule.values, sheet.decision.outputs, strict=True)
        ]
        values = [
            "no" if v == "-" and isinstance(c, FlagColumn) else v
            for v, c in zip(values, sheet.decision.outputs, strict=True)
        ]
        lines.append(f"  | {' | '.join([*keys, *values])} |")
    return lines


def write_define(sheet: DecisionSheet, number: int) -> list[str]:
    """Write an output of a decision table, whose rules agree where several hold, as a define."""
    column = sheet.decision.outputs[number]
    always = next(
        (rule for rule in sheet.rules if not condition_text(rule, sheet.decision, sheet.names, sheet.enums)), None
    )
    is_flag = isinstance(column, FlagColumn)
    base = "no" if is_flag else "none"
    or_none = "" if is_flag or (always is not None and always.values[number] is not None) else " or none"
    if always is not None:
        base = value_text(always.values[number], column, sheet.enums)
    head = f"define {output_name(sheet.names, number)}({sheet.params}): {column_type(column, sheet.enums)}{or_none}"
    lines = [head, f"  base: {base}"]
    if always is None and is_exhaustive(sheet.decision, sheet.rules):
        lines.insert(0, "# allow: V015 -- the rules of the decision table leave no case out")
    for count, rule in enumerate(sheet.rules, 1):
        condition = condition_text(rule, sheet.decision, sheet.names, sheet.enums)
        if condition:
            lines.append(
                f"  except rule_{count}: {value_text(rule.values[number], column, sheet.enums)} when {condition}"
            )
    return [*lines, ""]


def write_first(sheet: DecisionSheet, number: int) -> list[str]:
    """Write an output of a decision table, whose first rule that holds counts, as a procedure."""
    output = sheet.decision.outputs[number]
    is_flag = isinstance(output, FlagColumn)
    cases = distinct_cases(sheet.decision, sheet.rules)
    lines: list[str] = []
    has_default = False
    for rule in sheet.rules:
        condition = condition_text(rule, sheet.decision, sheet.names, sheet.enums)
        if cases:
            left = [case for case in cases if not rule_holds(rule, case)]
            condition = condition if left else ""  # whatever has come so far, this rule holds
            cases = left
        value = rule.values[number]
        text = "no" if is_flag and value is None else value_text(value, output, sheet.enums)
        lines += [f"  if {condition}", f"    return {text}"] if condition else [f"  return {text}"]
        if not condition:
            has_default = True
            break
    if not has_default:
        lines.append("  return no" if is_flag else "  return none")
    or_none = " or none" if not is_flag and any(line.endswith(" none") for line in lines) else ""
    gives = f"{column_type(output, sheet.enums)}{or_none}"
    head = f'procedure {output_name(sheet.names, number)}({sheet.params}): {gives} "{sheet.title}"'
    return [head, *lines, ""]


def write_collect(sheet: DecisionSheet) -> list[str]:
    """Write a decision table that collects as a table of which every row applies, or as a procedure that says each."""
    if sheet.decision.aggregation is not None and is_aggregable(sheet.decision):
        return write_aggregate(sheet)
    lines = [f'procedure {sheet.names.id}({sheet.params}) "{sheet.title}"']
    for rule in sheet.rules:
        said = (
            "; ".join(
                f"{clean_text(column.name)}: {'none' if value is None else clean_text(display_text(value))}"
                for value, column in zip(rule.values, sheet.decision.outputs, strict=True)
            )
            .replace("{", "(")
            .replace("}", ")")
        )
        lines += conditional(condition_text(rule, sheet.decision, sheet.names, sheet.enums), f'say "{said}"')
    return lines


def write_aggregate(sheet: DecisionSheet) -> list[str]:
    """Write a decision table that makes one number of its values as a grid of which every row applies."""
    assert sheet.decision.aggregation is not None, "only an aggregation makes one value of all"
    values = [
        0 if rule.values[0] is None or isinstance(rule.values[0], str) else int(rule.values[0]) for rule in sheet.rules
    ]
    gives: str | None = None
    match sheet.decision.aggregation:
        case Aggregation.COUNT:
            aggregation: RowAggregation = "count"
        case Aggregation.SUM:
            aggregation = "sum"
            low, high = sum(value for value in values if value < 0), sum(value for value in values if value > 0)
            gives = f"{low}..{max(high, low + 1)}"
        case Aggregation.LEAST | Aggregation.GREATEST:
            aggregation = "highest" if sheet.decision.aggregation is Aggregation.GREATEST else "lowest"
            gives = f"{column_type(sheet.decision.outputs[0], sheet.enums)} or none"
        case _:
            assert_never(sheet.decision.aggregation)
    lines = [f'table {sheet.names.id} "{sheet.title}"', f"  for {sheet.params}"]
    lines += [f"  gives {gives}"] if gives is not None else []
    lines.append(f"  {aggregation_line(aggregation)}")
    heads = [*sheet.names.inputs, *([sheet.names.outputs[0]] if gives is not None else [])]
    lines.append(f"  | {' | '.join(heads)} |")
    for rule, value in zip(sheet.rules, values, strict=True):
        keys = [
            cell_text(test, column, sheet.enums) for test, column in zip(rule.tests, sheet.decision.inputs, strict=True)
        ]
        lines.append(f"  | {' | '.join([*keys, *([str(value)] if gives is not None else [])])} |")
    return lines


def conditional(condition: str, statement: str) -> list[str]:
    """Write a statement below a condition; alone if the condition is empty."""
    return [f"  if {condition}", f"    {statement}"] if condition else [f"  {statement}"]


def display_text(value: Value) -> str:
    """Write a value for readers."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
