"""Tables that are thrown for, written as rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from bombsight.dsl.dice import D66_SIDES, parse_dice
from bombsight.dsl.limits import MAX_ROWS
from bombsight.dsl.limits import MAX_SIDES as MAX_DIE
from bombsight.service.importing.again_rows import again_statement
from bombsight.service.importing.calls import Call
from bombsight.service.importing.model import ImportedRow, ImportedTable, ImportNote
from bombsight.service.importing.naming import clean_text
from bombsight.service.importing.title_holes import title_text

RECURSION_DEPTH = 3
"""How deep a table may be rolled on within rolls on itself."""


@frozen
class CalledTables:
    """What the rows of a table call.

    Attributes:
        ids: The id of each table of the import, by its index.
        by_row: The calls of its rows, by their indices.
    """

    ids: Sequence[str]
    by_row: Mapping[int, Sequence[Call]]


@frozen
class WrittenItem:
    """An item of rules.

    Attributes:
        lines: Its lines.
        notes: What of it could not be written.
    """

    lines: tuple[str, ...]
    notes: tuple[ImportNote, ...] = ()


def write_table(table: ImportedTable, id_: str, called: CalledTables, *, is_recursive: bool) -> WrittenItem:
    """Write a table as an item of rules; without lines if no dice of rules make its throw.

    Args:
        table: The table; it has rows.
        id_: Its id.
        called: What its rows call.
        is_recursive: Whether it can come to be rolled on within a roll on itself.
    """
    deep = f" at most {RECURSION_DEPTH} deep" if is_recursive else ""
    head = f'table {id_} "{clean_text(table.title) or id_}"{deep}'
    rows = [(number, row) for number, row in enumerate(table.rows) if row.low is not None or row.high is not None]
    sides = single_die(table.throw.dice)
    if sides is None or not (sides > MAX_DIE or sides == D66_SIDES):
        rows, notes = limit_rows(rows, MAX_ROWS, table.place)
        modifier = [f"  {table.throw.constant:+d} constant"] if table.throw.constant else []
        lines = [f"  roll {table.throw.dice}", *modifier]
        for number, row in rows:
            lines += write_row(keys_text(row), row, called.by_row.get(number, ()), called.ids, "  ")
        return WrittenItem((head, *lines), tuple(notes))
    split = split_die(sides)
    if split is None or table.throw.constant:
        reason = f"no dice of rules show 1 to {sides:,} equally; the table is left out"
        return WrittenItem((), (ImportNote(table.place, reason),))
    single = [(number, part) for number, row in rows for part in divide_row(row)]
    # Each face of the first die is a row, and cuts a row that goes on beyond it.
    single, notes = limit_rows(single, MAX_ROWS - 2 * split[0], table.place)
    outside = [row for _, row in single if (row.low or 1) < 1 or (row.high or sides) > sides]
    notes += [ImportNote(row.place, f"no die of {sides:,} sides shows this; the row is cut") for row in outside]
    lines = write_split_rows(single, split, called)
    return WrittenItem((head, *lines), tuple(notes))


def limit_rows(
    rows: list[tuple[int, ImportedRow]], most: int, place: str
) -> tuple[list[tuple[int, ImportedRow]], list[ImportNote]]:
    """Take the first rows of a table, up to a number of them; a note says if there are more."""
    if len(rows) <= most:
        return rows, []
    return rows[:most], [ImportNote(place, f"only the first {most:,} of {len(rows):,} rows are taken")]


def divide_row(row: ImportedRow) -> Iterator[ImportedRow]:
    """Divide a row with several ranges into rows of one each."""
    for low, high in row.ranges:
        yield evolve(row, low=low, high=high, more=())


def single_die(notation: str) -> int | None:
    """The sides of a single die, ``1d20``; None for other dice."""
    dice = parse_dice(notation)
    return dice.sides if dice.die_count == 1 and dice.keep == "sum" else None


def split_die(sides: int) -> tuple[int, int] | None:
    """Find two dice whose throws, one after the other, show every side of a larger die equally; None if none do."""
    for inner in range(min(MAX_DIE, sides // 2), 1, -1):
        outer = sides // inner
        if sides % inner == 0 and 2 <= outer <= MAX_DIE and D66_SIDES not in (inner, outer):
            return outer, inner
    return None


def keys_text(row: ImportedRow) -> str:
    """Write all keys of a row: ``2, 7..9``."""
    return ", ".join(span_text(low, high) for low, high in row.ranges)


def span_text(low: int | None, high: int | None) -> str:
    """Write the keys of a row: ``3``, ``1..4``, ``..2``, ``12..``."""
    if low is None or high is None:
        return f"{'' if low is None else low}..{'' if high is None else high}"
    return str(low) if low == high else f"{low}..{high}"


def write_row(keys: str, row: ImportedRow, calls: Sequence[Call], ids: Sequence[str], indent: str) -> Iterator[str]:
    """Write a row: its keys, its text, and what it does.

    Args:
        keys: Its keys.
        row: The row.
        calls: The tables that it rolls on.
        ids: The ids of tables, by index.
        indent: What stands before its line.
    """
    text = title_text(clean_text(row.text))
    head = f'{indent}{keys} "{text}"' if text else f"{indent}{keys}"
    statements = [f"roll on {ids[call.table]}" for call in calls for _ in range(call.times)]
    again = again_statement(row.again)
    if again:
        statements.append(again)
    remark = clean_text(row.remark)
    comment = f"  # {remark}" if remark else ""
    if len(statements) > 1 or again:
        yield f"{head}{comment}"
        yield from (f"{indent}  {statement}" for statement in statements)
    else:
        yield f"{head}: {statements[0] if statements else 'nothing'}{comment}"


def write_split_rows(
    rows: Sequence[tuple[int, ImportedRow]], split: tuple[int, int], called: CalledTables
) -> list[str]:
    """Write the rows of a larger die as those of two: a row that the first die decides alone has no second throw.

    Args:
        rows: The rows, of one range each, by their indices.
        split: The sides of both dice.
        called: What the rows call.
    """
    outer, inner = split
    lines = [f"  roll 1d{outer}"]
    ordered = sorted(rows, key=lambda each: each[1].low or 1)
    for face in range(1, outer + 1):
        first, last = (face - 1) * inner + 1, face * inner
        here = [
            (number, row, max(row.low or 1, first), min(row.high or last, last))
            for number, row in ordered
            if (row.low or 1) <= last and (row.high is None or row.high >= first)
        ]
        if len(here) == 1 and here[0][2:] == (first, last):
            number, row, *_ = here[0]
            lines += write_row(str(face), row, called.by_row.get(number, ()), called.ids, "  ")
        elif here:
            lines += [f"  {face}", f"    roll 1d{inner}"]
            for number, row, low, high in here:
                keys = span_text(low - first + 1, high - first + 1)
                lines += write_row(keys, row, called.by_row.get(number, ()), called.ids, "      ")
    return lines
