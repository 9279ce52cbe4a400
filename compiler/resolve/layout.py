"""Structure of tables in the syntax tree: dice, keys and columns of grids, rows and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bombsight.compiler.symbols import fold_constants, head_word
from bombsight.dsl import ast
from bombsight.dsl.aggregation import Aggregation
from bombsight.flat.types import INT_MAX, INT_MIN


def is_rolled(table: ast.Table) -> bool:
    """Whether a table has dice to roll: a roll line, or a grid keyed by dice."""
    for line in table.lines:
        if isinstance(line, ast.RollLine):
            return True
        if isinstance(line, ast.GridRow):
            return any(isinstance(item, ast.Dice) for cell in line.cells for item in cell.items)
    return False


def dice_of(table: ast.Table) -> ast.Dice | None:
    """Return the dice of a rolled table; None for a looked-up one."""
    for line in table.lines:
        if isinstance(line, ast.RollLine):
            return line.dice
        if isinstance(line, ast.GridRow):
            for cell in line.cells:
                if isinstance(cell.items[0], ast.Dice):
                    return cell.items[0]
    return None


def aggregation_of(table: ast.Table | None) -> Aggregation | None:
    """Return what becomes of the rows of a table of which every one applies that holds; None if one row counts."""
    lines = table.lines if table is not None else ()
    return next((line.aggregation for line in lines if isinstance(line, ast.EveryRow)), None)


def count_rows(table: ast.Table) -> int:
    """Count the rows of a table, and the cells of its grid."""
    rows = sum(isinstance(line, ast.Row | ast.NaturalRow | ast.Beforehand) for line in table.lines)
    return rows + sum(max(1, len(line.cells) - count_key_columns(table)) for line in grid_lines(table)[1:])


# --- grids


def grid_lines(table: ast.Table) -> list[ast.GridRow]:
    """Return the lines of a table's grid, its head first; empty without a grid."""
    return [line for line in table.lines if isinstance(line, ast.GridRow)]


def grid_head(table: ast.Table) -> ast.GridRow | None:
    """Return the head of a table's grid; None without a grid."""
    return next((line for line in table.lines if isinstance(line, ast.GridRow)), None)


def count_key_columns(table: ast.Table) -> int:
    """Count the key columns of a grid."""
    head = grid_head(table)
    if head is None:
        return 0
    names = {p.name for line in table.lines if isinstance(line, ast.ForLine) for p in line.params}
    count = 0
    for cell in head.cells:
        if isinstance(cell.items[0], ast.Dice) or head_word(cell) in names:
            count += 1
        else:
            break
    return count


def has_part_heads(table: ast.Table) -> bool:
    """Whether the heads of a grid name the parts of the result, so that each grid line is one result."""
    head = grid_head(table)
    parts = [part.name for line in table.lines if isinstance(line, ast.Gives) for part in line.parts]
    return (
        head is not None
        and bool(parts)
        and [head_word(cell) for cell in head.cells[count_key_columns(table) :]] == parts
    )


def is_relation(table: ast.Table) -> bool:
    """Whether a grid has only key columns, so that its lines list the combinations that hold."""
    head = grid_head(table)
    return head is not None and count_key_columns(table) == len(head.cells) and dice_of(table) is None


def has_plain_columns(table: ast.Table, across: Sequence[str]) -> bool:
    """Whether the columns after the keys hold the result, instead of values of the parameters ``across``."""
    head = grid_head(table)
    return has_part_heads(table) or (
        head is not None and not across and len(head.cells) == count_key_columns(table) + 1
    )


def has_total_heads(table: ast.Table, across: Sequence[str]) -> bool:
    """Whether the heads after a grid's key columns are dice totals, with the dice in a roll line."""
    head = grid_head(table)
    rolled = any(isinstance(line, ast.RollLine) for line in table.lines)
    if head is None or across or not rolled or any(isinstance(cell.items[0], ast.Dice) for cell in head.cells):
        return False
    heads = head.cells[count_key_columns(table) :]
    return len(heads) > 1 and all(is_total(item) for cell in heads for item in cell.items)


def is_total(item: ast.Node) -> bool:
    """Whether a cell's item is a dice total written as number literals, or ``else``."""
    if isinstance(item, ast.CellKey):
        ends = (end for end in (item.key.low, item.key.high) if end is not None)
        return item.key.otherwise or all(fold_constants(end) is not None for end in ends)
    return isinstance(item, ast.Number)


# --- rows and notes


def notes_of(table: ast.Table | None) -> Mapping[str, ast.Note]:
    """Return the notes of a table by name."""
    return {line.name: line for line in table.lines if isinstance(line, ast.Note)} if table is not None else {}


def find_treated_row(table: ast.Table | None, key: ast.Key) -> int | None:
    """Find the index of the row whose key `treat as` names; None if there is none."""
    rows = [line for line in table.lines if isinstance(line, ast.Row)] if table else []
    wanted = fold_constants(key.low) if key.low is not None else None
    for number, row in enumerate(rows):
        if any(covers_number(k, wanted) if not key.otherwise else k.otherwise for k in row.keys):
            return number
    return None


def covers_number(key: ast.Key, number: int | None) -> bool:
    """Whether a row key with constant ends covers a number."""
    if key.otherwise or number is None:
        return False
    low = fold_constants(key.low) if key.low is not None else INT_MIN
    high = fold_constants(key.high) if key.high is not None else INT_MAX
    return low is not None and high is not None and low <= number <= high
