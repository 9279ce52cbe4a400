"""Mutations of rows and grids: move the limit between two rows, swap results, change a printed cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from bombsight.compiler.mutants.numbers import replace_number
from bombsight.compiler.mutants.tree_edits import MutationPoint, NodeEdit, TreePosition, Variant
from bombsight.compiler.symbols import fold_constants, head_word
from bombsight.dsl import ast

KeyNode = ast.Key | ast.CellKey | ast.Number


@frozen(eq=False)
class KeyRange:
    """The numbers that one key of a row covers; None is an open end.

    Attributes:
        node: The key in the syntax tree.
        row: The index of its row.
    """

    node: KeyNode
    row: int
    low: int | None
    high: int | None


def move_limits(position: TreePosition) -> Iterator[MutationPoint]:
    """Yield the mutations that move the limit of two rows' keys by one: ``1..3``, ``4..6`` to ``1..4``, ``5..6``."""
    lines = row_lines(position.node)
    keys = [found for row, line in enumerate(lines) for node in keys_of(line) if (found := parse_key_range(node, row))]
    results = results_with_gaps(position.node)
    for lower in keys:
        after = next_value(lower.high, results)
        upper = next((key for key in keys if key.low == after and key.row != lower.row), None)
        if lower.high is None or after is None or upper is None:
            continue
        variants: list[Variant] = []
        if upper.high is None or after < upper.high:
            variants.append(
                (replace_ends(lower, lower.low, after), replace_ends(upper, next_value(after, results), upper.high))
            )
        before = previous_value(lower.high, results)
        if before is not None and (lower.low is None or lower.low < lower.high):
            variants.append((replace_ends(lower, lower.low, before), replace_ends(upper, lower.high, upper.high)))
        if variants:
            yield MutationPoint("limit", tuple(variants), (*position.ancestors, lines[lower.row], lower.node))


def row_lines(node: ast.Node) -> Sequence[ast.TableLine]:
    """Return the rows of a table or sub-roll, or the lines of its grid below the head; empty for any other node."""
    if not isinstance(node, ast.Table | ast.SubRoll):
        return ()
    rows = [line for line in node.lines if isinstance(line, ast.Row)]
    grid = [line for line in node.lines if isinstance(line, ast.GridRow)]
    return rows or grid[1:]


def dice_of(node: ast.Node) -> Iterator[ast.Node]:
    """Yield the nodes that may state the dice of a table or sub-roll: on its `roll` line, or in its grid's head."""
    if isinstance(node, ast.SubRoll):
        yield node.dice
    elif isinstance(node, ast.Table):
        yield from (line.dice for line in node.lines if isinstance(line, ast.RollLine))
        head = next((line for line in node.lines if isinstance(line, ast.GridRow)), None)
        yield from (item for cell in (head.cells if head else ()) for item in cell.items)


def results_with_gaps(node: ast.Node) -> tuple[int, ...]:
    """Return the ascending results of a roll's dice if they have gaps, as d66 (21 follows 16); else an empty tuple."""
    thrown = (child.thrown for child in dice_of(node) if isinstance(child, ast.Dice))
    return next((dice.results for dice in thrown if dice.has_gaps), ())


def keys_of(line: ast.TableLine) -> Sequence[ast.Node]:
    """The keys of a row, or those in the first cell of a grid line."""
    if isinstance(line, ast.Row):
        return line.keys
    return line.cells[0].items if isinstance(line, ast.GridRow) and line.cells else ()


def parse_key_range(node: ast.Node, row: int) -> KeyRange | None:
    """Return the range of numbers that a key of row number ``row`` covers; None if an end is not constant."""
    match node:
        case ast.Number(value=value):
            return KeyRange(node, row, value, value)
        case (
            ast.Key(low=low, high=high, otherwise=False) | ast.CellKey(key=ast.Key(low=low, high=high, otherwise=False))
        ):
            ends = [None if end is None else fold_constants(end) for end in (low, high)]
            if any(found is None and end is not None for found, end in zip(ends, (low, high), strict=True)):
                return None
            return KeyRange(node, row, *ends)
        case _:  # the rest: not constant
            return None


def next_value(value: int | None, results: Sequence[int]) -> int | None:
    """The next greater number, or the next greater one of ``results`` unless these are empty; None if there is none."""
    if value is None:
        return None
    return next((result for result in results if result > value), None) if results else value + 1


def previous_value(value: int, results: Sequence[int]) -> int | None:
    """The next lower number, or the next lower one of ``results`` unless these are empty; None if there is none."""
    return next((result for result in reversed(results) if result < value), None) if results else value - 1


def replace_ends(key: KeyRange, low: int | None, high: int | None) -> NodeEdit:
    """Return the edit that gives the key of a row new lower and upper ends; None is an open end."""
    span = key.node.span
    first, last = (None if end is None else ast.Number(end, span=span) for end in (low, high))
    whole = ast.Key(first, last, span=span)
    new_node: KeyNode = whole
    if not isinstance(key.node, ast.Key):
        new_node = first if first is not None and low == high else ast.CellKey(whole, span=span)
    shown = ("" if low is None else str(low), "" if high is None else str(high))
    return NodeEdit(key.node, new_node, shown[0] if low == high else "..".join(shown))


# --- results


def swap_results(position: TreePosition) -> Iterator[MutationPoint]:
    """Yield the mutations that swap the results of two adjacent rows, or two adjacent cells in a grid's column."""
    lines = row_lines(position.node)
    for first, second in pairwise(lines):
        match first, second:
            case ast.Row(body=(one,)), ast.Row(body=(two,)):
                if is_on_key_line(one, first) and is_on_key_line(two, second):
                    yield from swap_nodes(one, two, first, position)
            case ast.GridRow(), ast.GridRow():
                for one_cell, two_cell in [*zip(first.cells, second.cells, strict=False)][
                    count_key_columns(position.node) :
                ]:
                    yield from swap_nodes(one_cell, two_cell, first, position)
            case _:  # the rest: not two results
                pass


def is_on_key_line(stmt: ast.Stmt, row: ast.Row) -> bool:
    """Whether a statement stands on one line with its row's key."""
    return stmt.span.line == row.span.line == stmt.span.end_line


def swap_nodes(first: ast.Node, second: ast.Node, line: ast.Node, position: TreePosition) -> Iterator[MutationPoint]:
    """Yield the mutation that swaps two syntax nodes, unless they are equal or in different files.

    Args:
        first: A node.
        second: The other.
        line: The row or line of the first.
        position: The position of the rows.
    """
    if first != second and first.span.path == second.span.path == position.node.span.path:
        edits = (
            NodeEdit(first, second, position.source_of(second)),
            NodeEdit(second, first, position.source_of(first)),
        )
        yield MutationPoint("swap", (edits,), (*position.ancestors, line, first))


def count_key_columns(node: ast.Node) -> int:
    """Return the number of leading columns in a table's grid that hold keys of rows."""
    assert isinstance(node, ast.Table)
    head = next(line for line in node.lines if isinstance(line, ast.GridRow))
    names = {param.name for line in node.lines if isinstance(line, ast.ForLine) for param in line.params}
    keys = [isinstance(cell.items[0], ast.Dice) or head_word(cell) in names for cell in head.cells]
    return keys.index(False) if False in keys else len(keys)


# --- cells


def mutate_cells(position: TreePosition) -> Iterator[MutationPoint]:
    """Yield the mutations of printed cells: of numbers in a table's grid; of numbers and words in an enum's data."""
    match position.node:
        case ast.Table():
            for line in row_lines(position.node):
                if isinstance(line, ast.GridRow):
                    for cell in line.cells[count_key_columns(position.node) :]:
                        yield from mutate_cell_numbers(cell, line, "result", position)
        case ast.Enum(rows=rows):
            for at, line in enumerate(rows[1:], 1):
                for column, cell in enumerate(line.cells[1:], 1):
                    beside = rows[at - 1 if at > 1 else 2].cells if len(rows) > 2 else ()
                    other = beside[column] if column < len(beside) else cell
                    yield from mutate_cell_numbers(cell, line, "cell", position)
                    yield from mutate_cell_word(cell, other, line, position)
        case _:  # the rest: has no grid
            pass


def mutate_cell_numbers(cell: ast.Cell, line: ast.Node, kind: str, position: TreePosition) -> Iterator[MutationPoint]:
    """Yield the off-by-one mutations of the numbers in a cell.

    Args:
        cell: The cell.
        line: Its line of the grid.
        kind: The kind of mutation.
        position: The position of the grid.
    """
    for item in cell.items:
        if isinstance(item, ast.Number):
            changed_values = [item.value + by for by in (1, -1) if item.value + by >= 0 or item.value < 0]
            variants = tuple(replace_number(item, value, position) for value in changed_values)
            yield MutationPoint(kind, variants, (*position.ancestors, line, item))


def mutate_cell_word(
    cell: ast.Cell, neighbour: ast.Cell, line: ast.Node, position: TreePosition
) -> Iterator[MutationPoint]:
    """Yield the mutation of a word in a cell: ``yes`` and ``no`` swapped, or the word of a neighbouring cell.

    Args:
        cell: The cell.
        neighbour: Another cell of its column.
        line: Its line of the grid.
        position: The position of the grid.
    """
    match cell.items, neighbour.items:
        case (ast.YesNo(value=value) as item,), _:
            edit = NodeEdit(item, evolve(item, value=not value), "no" if value else "yes")
            yield MutationPoint("cell", ((edit,),), (*position.ancestors, line, item))
        case (ast.Name() as item,), (ast.Name(name=name),) if item.name != name:
            yield MutationPoint(
                "cell", ((NodeEdit(item, evolve(item, name=name), name),),), (*position.ancestors, line, item)
            )
        case _:  # the rest: no word, or the same
            pass
