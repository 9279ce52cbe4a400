"""Rows and grids: a limit moved with its neighbour, results swapped, a printed cell changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from bombsight.compiler.mutants.figures import number
from bombsight.compiler.mutants.trees import Edit, Place, Step, Variant
from bombsight.compiler.symbols import constant, head_name
from bombsight.dsl import ast

Held = ast.Key | ast.CellKey | ast.Number


@frozen(eq=False)
class Range:
    """The numbers that one key of a row covers; an end that is None is open.

    Attributes:
        node: The key as it stands in the tree.
        row: Which row it belongs to.
    """

    node: Held
    row: int
    low: int | None
    high: int | None


def limits(step: Step) -> Iterator[Place]:
    """The limit between two rows moved by one, so that the rows still cover what they covered."""
    lines = lines_of(step.node)
    keys = [found for row, line in enumerate(lines) for node in keys_of(line) if (found := range_of(node, row))]
    results = gapped_results(step.node)
    for lower in keys:
        after = following(lower.high, results)
        upper = next((key for key in keys if key.low == after and key.row != lower.row), None)
        if lower.high is None or after is None or upper is None:
            continue
        moved: list[Variant] = []
        if upper.high is None or after < upper.high:
            moved.append((ended(lower, lower.low, after), ended(upper, following(after, results), upper.high)))
        before = preceding(lower.high, results)
        if before is not None and (lower.low is None or lower.low < lower.high):
            moved.append((ended(lower, lower.low, before), ended(upper, lower.high, upper.high)))
        if moved:
            yield Place("limit", tuple(moved), (*step.around, lines[lower.row], lower.node))


def lines_of(node: ast.Node) -> Sequence[ast.TableLine]:
    """The rows of a roll or a look-up, or the lines of a grid with keys."""
    if not isinstance(node, ast.Table | ast.SubRoll):
        return ()
    rows = [line for line in node.lines if isinstance(line, ast.Row)]
    grid = [line for line in node.lines if isinstance(line, ast.GridRow)]
    return rows or grid[1:]


def dice_around(node: ast.Node) -> Iterator[ast.Node]:
    """The dice of a roll, and what stands in the head of a grid."""
    if isinstance(node, ast.SubRoll):
        yield node.dice
    elif isinstance(node, ast.Table):
        yield from (line.dice for line in node.lines if isinstance(line, ast.RollLine))
        head = next((line for line in node.lines if isinstance(line, ast.GridRow)), None)
        yield from (item for cell in (head.cells if head else ()) for item in cell.items)


def gapped_results(node: ast.Node) -> tuple[int, ...]:
    """What dice can show that leave numbers out between: behind 16 comes 21; empty for all others."""
    thrown = (child.thrown for child in dice_around(node) if isinstance(child, ast.Dice))
    return next((dice.results for dice in thrown if dice.has_gaps), ())


def keys_of(line: ast.TableLine) -> Sequence[ast.Node]:
    """The keys of a row; of a line of a grid what stands in its first cell."""
    if isinstance(line, ast.Row):
        return line.keys
    return line.cells[0].items if isinstance(line, ast.GridRow) and line.cells else ()


def range_of(node: ast.Node, row: int) -> Range | None:
    """The numbers of a key; None where they are none that are written down."""
    match node:
        case ast.Number(value=value):
            return Range(node, row, value, value)
        case (
            ast.Key(low=low, high=high, otherwise=False) | ast.CellKey(key=ast.Key(low=low, high=high, otherwise=False))
        ):
            ends = [None if end is None else constant(end) for end in (low, high)]
            if any(found is None and end is not None for found, end in zip(ends, (low, high), strict=True)):
                return None
            return Range(node, row, *ends)
        case _:  # the rest: no number that is written down
            return None


def following(value: int | None, results: Sequence[int]) -> int | None:
    """The next number, or the next of ``results``, if there are any; None where there is none."""
    if value is None:
        return None
    return next((result for result in results if result > value), None) if results else value + 1


def preceding(value: int, results: Sequence[int]) -> int | None:
    """The number before, or of ``results``, if there are any; None where there is none."""
    return next((result for result in reversed(results) if result < value), None) if results else value - 1


def ended(key: Range, low: int | None, high: int | None) -> Edit:
    """A key with other ends."""
    span = key.node.span
    first, last = (None if end is None else ast.Number(end, span=span) for end in (low, high))
    whole = ast.Key(first, last, span=span)
    made: Held = whole
    if not isinstance(key.node, ast.Key):
        made = first if first is not None and low == high else ast.CellKey(whole, span=span)
    shown = ("" if low is None else str(low), "" if high is None else str(high))
    return Edit(key.node, made, shown[0] if low == high else "..".join(shown))


# --- results


def swaps(step: Step) -> Iterator[Place]:
    """The results of two rows that follow one another swapped; in a grid two cells of a column."""
    lines = lines_of(step.node)
    for first, second in pairwise(lines):
        match first, second:
            case ast.Row(body=(one,)), ast.Row(body=(two,)):
                if on_a_line(one, first) and on_a_line(two, second):
                    yield from swapped(one, two, first, step)
            case ast.GridRow(), ast.GridRow():
                for one_cell, two_cell in [*zip(first.cells, second.cells, strict=False)][key_count(step.node) :]:
                    yield from swapped(one_cell, two_cell, first, step)
            case _:  # the rest: not two results
                pass


def on_a_line(stmt: ast.Stmt, row: ast.Row) -> bool:
    """Whether a statement stands behind the keys of its row, and ends there."""
    return stmt.span.line == row.span.line == stmt.span.end_line


def swapped(one: ast.Node, two: ast.Node, line: ast.Node, step: Step) -> Iterator[Place]:
    """Two nodes of the same kind swapped, unless they are equal."""
    if one != two and one.span.path == two.span.path == step.node.span.path:
        edits = (Edit(one, two, step.written(two)), Edit(two, one, step.written(one)))
        yield Place("swap", (edits,), (*step.around, line, one))


def key_count(node: ast.Node) -> int:
    """How many columns of a table's grid are keys."""
    assert isinstance(node, ast.Table)
    head = next(line for line in node.lines if isinstance(line, ast.GridRow))
    names = {param.name for line in node.lines if isinstance(line, ast.ForLine) for param in line.params}
    keys = [isinstance(cell.items[0], ast.Dice) or head_name(cell) in names for cell in head.cells]
    return keys.index(False) if False in keys else len(keys)


# --- cells


def cells(step: Step) -> Iterator[Place]:
    """A figure in a cell of a table's grid, and any value in one of an enum's."""
    match step.node:
        case ast.Table():
            for line in lines_of(step.node):
                if isinstance(line, ast.GridRow):
                    for cell in line.cells[key_count(step.node) :]:
                        yield from figures(cell, line, "result", step)
        case ast.Enum(rows=rows):
            for at, line in enumerate(rows[1:], 1):
                for column, cell in enumerate(line.cells[1:], 1):
                    beside = rows[at - 1 if at > 1 else 2].cells if len(rows) > 2 else ()
                    other = beside[column] if column < len(beside) else cell
                    yield from figures(cell, line, "cell", step)
                    yield from words(cell, other, line, step)
        case _:  # the rest: has no grid
            pass


def figures(cell: ast.Cell, line: ast.Node, kind: str, step: Step) -> Iterator[Place]:
    """The figures of a cell, each off by one."""
    for item in cell.items:
        if isinstance(item, ast.Number):
            moved = [item.value + by for by in (1, -1) if item.value + by >= 0 or item.value < 0]
            variants = tuple(number(item, value, step) for value in moved)
            yield Place(kind, variants, (*step.around, line, item))


def words(cell: ast.Cell, other: ast.Cell, line: ast.Node, step: Step) -> Iterator[Place]:
    """A word in a cell of an enum's grid that another value has, too."""
    match cell.items, other.items:
        case (ast.YesNo(value=value) as item,), _:
            edit = Edit(item, evolve(item, value=not value), "no" if value else "yes")
            yield Place("cell", ((edit,),), (*step.around, line, item))
        case (ast.Name() as item,), (ast.Name(name=name),) if item.name != name:
            yield Place("cell", ((Edit(item, evolve(item, name=name), name),),), (*step.around, line, item))
        case _:  # the rest: no word, or the same
            pass
