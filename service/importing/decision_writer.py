"""Decision tables, written as rules: a table to look up, a define or a procedure, by the hit policy.

- Where one rule holds at most (UNIQUE), a grid: ``lint`` finds gaps and overlaps.
- Where rules that hold agree (ANY), a define with an exception for each: ``lint`` finds those that do not.
- Where one number is made of all rules that hold (COLLECT), a grid of which every row applies.
- Elsewhere a procedure that goes through the rules in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

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
    params = ", ".join(
        f"{name}: {column_type(column, enums)}" for name, column in zip(names.inputs, decision.inputs, strict=True)
    )
    title = clean_text(decision.title) or names.id
    match decision.policy:
        case HitPolicy.UNIQUE:
            lines = write_grid(decision, rules, names, enums, params, title)
        case HitPolicy.ANY | HitPolicy.FIRST | HitPolicy.PRIORITY:
            lines = []
            for number in range(len(decision.outputs)):
                if is_define(decision):
                    lines += write_define(decision, rules, number, names, enums, params)
                else:
                    lines += write_first(decision, rules, number, names, enums, params, title)
            if decision.policy is HitPolicy.ANY and not is_define(decision):
                notes.append(ImportNote(decision.place, "whether its rules agree is not checked: the first one counts"))
        case HitPolicy.COLLECT | HitPolicy.RULE_ORDER | HitPolicy.OUTPUT_ORDER:
            lines = write_collect(decision, rules, names, enums, params, title)
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


def output_type(decision: ImportedDecision, rules: Sequence[ImportedRule], number: int, enums: EnumBook) -> str:
    """The type of an output in a grid: it may be none where a rule gives none.

    Args:
        decision: The decision table.
        rules: Its rules.
        number: The number of the output.
        enums: The enums of the program.
    """
    base = column_type(decision.outputs[number], enums)
    is_flag = isinstance(decision.outputs[number], FlagColumn)
    return f"{base} or none" if not is_flag and any(rule.values[number] is None for rule in rules) else base


def write_grid(
    decision: ImportedDecision,
    rules: Sequence[ImportedRule],
    names: DecisionNames,
    enums: EnumBook,
    params: str,
    title: str,
) -> list[str]:
    """Write a decision table as a grid.

    Args:
        decision: The decision table.
        rules: Its rules that can hold.
        names: Its names.
        enums: The enums of the program.
        params: Its inputs, as parameters.
        title: Its title.
    """
    gives = ", ".join(
        f"{name}: {output_type(decision, rules, number, enums)}" for number, name in enumerate(names.outputs)
    )
    lines = [f'table {names.id} "{title}"', f"  for {params}", f"  gives {gives}"]
    lines.append(f"  | {' | '.join([*names.inputs, *names.outputs])} |")
    for rule in rules:
        keys = [cell_text(test, column, enums) for test, column in zip(rule.tests, decision.inputs, strict=True)]
        values = [
            "-" if value is None else value_text(value, column, enums)
            for value, column in zip(rule.values, decision.outputs, strict=True)
        ]
        values = [
            "no" if v == "-" and isinstance(c, FlagColumn) else v for v, c in zip(values, decision.outputs, strict=True)
        ]
        lines.append(f"  | {' | '.join([*keys, *values])} |")
    return lines


def write_define(
    decision: ImportedDecision,
    rules: Sequence[ImportedRule],
    number: int,
    names: DecisionNames,
    enums: EnumBook,
    params: str,
) -> list[str]:
    """Write an output of a decision table, whose rules agree where several hold, as a define.

    Args:
        decision: The decision table.
        rules: Its rules that can hold.
        number: The number of the output.
        names: Its names.
        enums: The enums of the program.
        params: Its inputs, as parameters.
    """
    column = decision.outputs[number]
    always = next((rule for rule in rules if not condition_text(rule, decision, names, enums)), None)
    is_flag = isinstance(column, FlagColumn)
    base = "no" if is_flag else "none"
    or_none = "" if is_flag or (always is not None and always.values[number] is not None) else " or none"
    if always is not None:
        base = value_text(always.values[number], column, enums)
    head = f"define {output_name(names, number)}({params}): {column_type(column, enums)}{or_none}"
    lines = [head, f"  base: {base}"]
    if always is None and is_exhaustive(decision, rules):
        lines.insert(0, "# allow: V015 -- the rules of the decision table leave no case out")
    for count, rule in enumerate(rules, 1):
        condition = condition_text(rule, decision, names, enums)
        if condition:
            lines.append(f"  except rule_{count}: {value_text(rule.values[number], column, enums)} when {condition}")
    return [*lines, ""]


def write_first(
    decision: ImportedDecision,
    rules: Sequence[ImportedRule],
    number: int,
    names: DecisionNames,
    enums: EnumBook,
    params: str,
    title: str,
) -> list[str]:
    """Write an output of a decision table, whose first rule that holds counts, as a procedure.

    Args:
        decision: The decision table.
        rules: Its rules that can hold, in the order in which they count.
        number: The number of the output.
        names: The names of the decision table.
        enums: The enums of the program.
        params: Its inputs, as parameters.
        title: Its title.
    """
    output = decision.outputs[number]
    is_flag = isinstance(output, FlagColumn)
    cases = distinct_cases(decision, rules)
    lines: list[str] = []
    has_default = False
    for rule in rules:
        condition = condition_text(rule, decision, names, enums)
        if cases:
            left = [case for case in cases if not rule_holds(rule, case)]
            condition = condition if left else ""  # whatever has come so far, this rule holds
            cases = left
        value = rule.values[number]
        text = "no" if is_flag and value is None else value_text(value, output, enums)
        lines += [f"  if {condition}", f"    return {text}"] if condition else [f"  return {text}"]
        if not condition:
            has_default = True
            break
    if not has_default:
        lines.append("  return no" if is_flag else "  return none")
    or_none = " or none" if not is_flag and any(line.endswith(" none") for line in lines) else ""
    head = f'procedure {output_name(names, number)}({params}): {column_type(output, enums)}{or_none} "{title}"'
    return [head, *lines, ""]


def write_collect(
    decision: ImportedDecision,
    rules: Sequence[ImportedRule],
    names: DecisionNames,
    enums: EnumBook,
    params: str,
    title: str,
) -> list[str]:
    """Write a decision table that collects as a table of which every row applies, or as a procedure that says each.

    Args:
        decision: The decision table.
        rules: Its rules that can hold, in order.
        names: Its names.
        enums: The enums of the program.
        params: Its inputs, as parameters.
        title: Its title.
    """
    if decision.aggregation is not None and is_aggregable(decision):
        return write_aggregate(decision, rules, names, enums, params, title)
    lines = [f'procedure {names.id}({params}) "{title}"']
    for rule in rules:
        said = (
            "; ".join(
                f"{clean_text(column.name)}: {'none' if value is None else clean_text(display_text(value))}"
                for value, column in zip(rule.values, decision.outputs, strict=True)
            )
            .replace("{", "(")
            .replace("}", ")")
        )
        lines += conditional(condition_text(rule, decision, names, enums), f'say "{said}"')
    return lines


def write_aggregate(
    decision: ImportedDecision,
    rules: Sequence[ImportedRule],
    names: DecisionNames,
    enums: EnumBook,
    params: str,
    title: str,
) -> list[str]:
    """Write a decision table that makes one number of its values as a grid of which every row applies.

    Args:
        decision: The decision table.
        rules: Its rules that can hold.
        names: Its names.
        enums: The enums of the program.
        params: Its inputs, as parameters.
        title: Its title.
    """
    assert decision.aggregation is not None, "only an aggregation makes one value of all"
    values = [0 if rule.values[0] is None or isinstance(rule.values[0], str) else int(rule.values[0]) for rule in rules]
    gives: str | None = None
    match decision.aggregation:
        case Aggregation.COUNT:
            aggregation: RowAggregation = "count"
        case Aggregation.SUM:
            aggregation = "sum"
            low, high = sum(value for value in values if value < 0), sum(value for value in values if value > 0)
            gives = f"{low}..{max(high, low + 1)}"
        case Aggregation.LEAST | Aggregation.GREATEST:
            aggregation = "highest" if decision.aggregation is Aggregation.GREATEST else "lowest"
            gives = f"{column_type(decision.outputs[0], enums)} or none"
        case _:
            assert_never(decision.aggregation)
    lines = [f'table {names.id} "{title}"', f"  for {params}"]
    lines += [f"  gives {gives}"] if gives is not None else []
    lines.append(f"  {aggregation_line(aggregation)}")
    heads = [*names.inputs, *([names.outputs[0]] if gives is not None else [])]
    lines.append(f"  | {' | '.join(heads)} |")
    for rule, value in zip(rules, values, strict=True):
        keys = [cell_text(test, column, enums) for test, column in zip(rule.tests, decision.inputs, strict=True)]
        lines.append(f"  | {' | '.join([*keys, *([str(value)] if gives is not None else [])])} |")
    return lines


def conditional(condition: str, statement: str) -> list[str]:
    """Write a statement below a condition; alone if the condition is empty."""
    return [f"  if {condition}", f"    {statement}"] if condition else [f"  {statement}"]


def display_text(value: Value) -> str:
    """Write a value for readers."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
