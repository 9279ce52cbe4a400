"""The mission of an imported game: it asks which table is wanted, and rolls on it or looks it up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from attrs import frozen

from bombsight.dsl.limits import MAX_AMOUNTS
from bombsight.service.importing.decision_terms import DecisionNames, EnumBook
from bombsight.service.importing.decision_writer import is_aggregable, is_define, output_name
from bombsight.service.importing.model import (
    FlagColumn,
    HitPolicy,
    ImportedDecision,
    ImportedTable,
    NumberColumn,
    WordColumn,
)
from bombsight.service.importing.naming import NameBook, clean_text

MAX_CHOSEN = 1_000
"""The most numbers among which rules may let somebody choose at once."""

MAX_OFFERED = 1_000
"""The most tables that a mission offers: an enum has as many values."""

MAX_ROLLS = 1_000
"""The most questions of a mission."""

FEW_TABLES = 30
"""The most tables that are offered at once, whatever file they come from."""


@frozen
class OfferedTable:
    """A table that the mission offers.

    Attributes:
        table: The table.
        id: Its id.
        part: The title of the part of the game that it belongs to.
        names: The names of a decision table; None for one that is thrown for.
    """

    table: ImportedTable | ImportedDecision
    id: str
    part: str
    names: DecisionNames | None = None


def write_mission(offered: Sequence[OfferedTable], names: NameBook, enums: EnumBook) -> list[str]:
    """Write the mission, the enum of its tables, and the table that leads to each."""
    offered = offered[:MAX_OFFERED]
    parts = [*dict.fromkeys(each.part for each in offered)]
    in_parts = len(parts) > 1 and len(offered) > FEW_TABLES
    listed = names.allocate("listed table", "listed", is_enum=True)
    part_enum = names.allocate("part", "part", is_enum=True)
    values = {each.id: name_value(each.id, names) for each in offered}
    part_values = dict(name_parts(parts, names))
    wanted, chosen_part = names.allocate("wanted", "wanted"), names.allocate("from part", "from_part")
    rolled, closed = names.allocate("rolled", "rolled"), names.allocate("left", "left")
    perform = names.allocate("perform", "perform")
    lines: list[str] = []
    if in_parts:
        lines += [f"enum {part_enum}", *(f'  {value} "{clean_text(part)}"' for part, value in part_values.items()), ""]
    lines += write_list(offered, listed, values, part_values if in_parts else None)
    lines += ["state mission", f"  {rolled}[{listed}]: 0..1 full = 0"]
    if in_parts:
        lines.append(f"  {closed}[{part_enum}]: 0..1 full = 0")
    lines += ["", 'procedure mission "Tables"', f"  while yes at most {MAX_ROLLS} times"]
    if in_parts:
        lines += [
            f"    choose {chosen_part} from {part_enum} or none",
            '      ask "Which part"',
            f"      prefer 0 - 2 * {closed}[{chosen_part}]",
            f"    if {chosen_part} is none",
            "      return",
        ]
    where = f" where {wanted}.part is {chosen_part}" if in_parts else ""
    leave = f"      set {closed}[{chosen_part}] to 1" if in_parts else "      return"
    lines += [
        f"    choose {wanted} from {listed}{where} or none",
        '      ask "Which table"',
        f"      prefer 0 - 2 * {rolled}[{wanted}]",
        f"    if {wanted} is none",
        leave,
        "    else",
        f"      set {rolled}[{wanted}] to 1",
        f"      look up {perform}({wanted})",
        "",
        f'table {perform} "The table that was asked for"',
        f"  for {wanted}: {listed}",
    ]
    asked: list[str] = []
    for each in offered:
        if each.names is None:
            lines.append(f"  {values[each.id]}: roll on {each.id}")
        else:
            ask = names.allocate(f"ask {each.id}", "ask")
            lines.append(f"  {values[each.id]}: do {ask}")
            assert isinstance(each.table, ImportedDecision)
            asked += ["", *write_questions(each.table, ask, each.names, names, enums)]
    return [*lines, *asked]


def name_value(id_: str, names: NameBook) -> str:
    """The name of the enum's value for a table: its id, which no variable may have."""
    names.reserve([id_])
    return id_


def name_parts(parts: Sequence[str], names: NameBook) -> Iterator[tuple[str, str]]:
    """Yield each part with the name of its value."""
    for part in parts:
        yield part, names.allocate(part, "part")


def write_list(
    offered: Sequence[OfferedTable], listed: str, values: Mapping[str, str], parts: Mapping[str, str] | None
) -> list[str]:
    """Write the enum of the tables.

    Args:
        offered: The tables.
        listed: The name of the enum.
        values: The name of its value for each table, by id.
        parts: The names of the parts that are asked for first; None if they are not.
    """
    titles = {each.id: clean_text(each.table.title) or each.id for each in offered}
    if parts is None:
        return [f"enum {listed}", *(f'  {values[each.id]} "{titles[each.id]}"' for each in offered), ""]
    head = f"  | {listed.lower()} | title | part |"
    rows = [f'  | {values[each.id]} | "{titles[each.id]}" | {parts[each.part]} |' for each in offered]
    return [f"enum {listed}", head, *rows, ""]


def write_questions(
    decision: ImportedDecision, ask: str, names: DecisionNames, book: NameBook, enums: EnumBook
) -> list[str]:
    """Write the procedure that asks for the inputs of a decision table, and says what it gives.

    Args:
        decision: The decision table.
        ask: The name of the procedure.
        names: The names of the decision table.
        book: The names of the program.
        enums: The enums of the program.
    """
    own = {*names.inputs, *names.outputs}
    lines = [f'procedure {ask} "{clean_text(decision.title) or ask}"']
    for name, column in zip(names.inputs, decision.inputs, strict=True):
        question = clean_text(column.name).replace("{", "(").replace("}", ")") or name
        match column:
            case WordColumn():
                lines += [f"  choose {name} from {enums.enum_of(column)[0]}", f'    ask "{question}"']
            case FlagColumn():
                choice = book.allocate_variable(f"whether {name}", "whether", own)
                lines += [
                    f"  let {name}: yes/no = no",
                    f"  choose {choice}",
                    f'    ask "{question}"',
                    '    answer holds "Yes"',
                    f"      set {name} to yes",
                    '    answer fails "No"',
                    "      nothing",
                ]
            case NumberColumn():
                lines += write_number_question(column, name, question, book, own)
    call = f"{names.id}({', '.join(names.inputs)})"
    match decision.policy:
        case HitPolicy.UNIQUE:
            result = book.allocate_variable("result", "result", own)
            lines.append(f"  let {result} = look up {call}")
            shown = [
                (column.name, f"{result}.{name}") for name, column in zip(names.outputs, decision.outputs, strict=True)
            ]
        case HitPolicy.ANY | HitPolicy.FIRST | HitPolicy.PRIORITY:
            shown = []
            do = "" if is_define(decision) else "do "
            for number, column in enumerate(decision.outputs):
                value = book.allocate_variable("result", "result", own)
                arguments = ", ".join(names.inputs)
                lines.append(f"  let {value} = {do}{output_name(names, number)}({arguments})")
                shown.append((column.name, value))
        case HitPolicy.COLLECT | HitPolicy.RULE_ORDER | HitPolicy.OUTPUT_ORDER:
            if not is_aggregable(decision):
                return [*lines, f"  do {call}"]
            result = book.allocate_variable("result", "result", own)
            lines.append(f"  let {result} = look up {call}")
            shown = [(decision.outputs[0].name, result)]
        case _:
            assert_never(decision.policy)
    for title, value in shown:
        text = clean_text(title).replace("{", "(").replace("}", ")")
        lines.append(f'  say "{text}: {{{value}}}"')
    return lines


def write_number_question(column: NumberColumn, name: str, question: str, book: NameBook, own: set[str]) -> list[str]:
    """Write the question for a number; of a range wider than an amount may be, its thousands are asked for first.

    Args:
        column: The input.
        name: Its name.
        question: What to ask.
        book: The names of the program.
        own: The names of the variables of the procedure.
    """
    if column.high - column.low < MAX_AMOUNTS:
        return [f"  choose {name} from {column.low}..{column.high}", f'    ask "{question}"']
    most = column.high - column.low
    step = MAX_CHOSEN
    while most // step >= MAX_CHOSEN:
        step *= MAX_CHOSEN
    lines: list[str] = []
    terms = [str(column.low)] if column.low else []
    offset = f", from {column.low}" if column.low else ""
    while step >= 1:
        part = book.allocate_variable(f"{name} {step}", "digits", own)
        unit = f": times {step:,}" if step > 1 else ": the rest"
        lines += [f"  choose {part} from 0..{min(most // step, MAX_CHOSEN - 1)}", f'    ask "{question}{offset}{unit}"']
        terms.append(f"{step} * {part}" if step > 1 else part)
        most = max(most, step - 1)
        step //= MAX_CHOSEN
    return [*lines, f"  let {name} = {' + '.join(terms)}"]
