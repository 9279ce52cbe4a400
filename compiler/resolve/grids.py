"""Resolution of tables printed as grids: each cell, or each line, becomes a row of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from attrs import evolve

from bombsight.compiler.amendments import amending_items_of, own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import keys, rolls, statements
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import suggest_names
from bombsight.compiler.resolve.layout import (
    aggregation_of,
    count_key_columns,
    grid_lines,
    has_part_heads,
    has_plain_columns,
    has_total_heads,
    is_relation,
)
from bombsight.compiler.resolve.scope import Frame, Scope
from bombsight.compiler.resolve.shorthand import cell_text, legend_meanings, legend_of
from bombsight.compiler.resolve.table_results import cell_statements
from bombsight.compiler.symbols import head_word
from bombsight.dsl import ast
from bombsight.flat.types import BoolType


def resolve_grid_rows(ctx: Context, node: ast.Table, scope: Scope, frame: Frame) -> Iterator[g.Row]:
    """Yield a row for each cell, or each line, of a table's printed grid; none without a grid."""
    lines = grid_lines(node)
    if not lines:
        return
    head, *body = lines
    key_count = count_key_columns(node)
    params = dict(ctx.env.tables[node.id].params)
    if key_count == 0:
        ctx.findings.add(
            "T021",
            "the first head cell must name a key: the dice, or a `for` name",
            head.cells[0].span,
            help=suggest_names(ctx.env, head_word(head.cells[0]) or "", params, "Its `for` line has"),
        )
        return
    relation = is_relation(node)
    across = keys.column_params(node, params)
    if not (relation or across or has_part_heads(node)) and report_misnamed_heads(ctx, node, head.cells[key_count:]):
        return
    legend = legend_meanings(ctx, legend_of(node.lines))
    columns = (
        [keys.resolve_head_matches(ctx, cell, across, params) for cell in head.cells[key_count:]]
        if not relation
        else []
    )
    has_plain_cells = has_plain_columns(node, across)
    totals = (
        [keys.resolve_cell_totals(ctx, cell, scope) for cell in head.cells[key_count:]]
        if has_total_heads(node, across)
        else []
    )
    for at, line in enumerate(body):
        if len(line.cells) != len(head.cells):
            ctx.findings.add(
                "T004",
                f"this row has {len(line.cells)} cells, the head has {len(head.cells)}",
                line.span,
                labels=[(head.span, "the head")],
                help="Give every column a cell; - stands for none.",
            )
        spans, otherwise, matches = keys.resolve_line_keys(ctx, head, line, key_count, params, scope)
        line_scope = keys.narrow_params(ctx, scope, matches, params)
        line_row = rolls.make_row(
            line,
            f"row:{node.id}/{at + 1}",
            keys=spans,
            otherwise=otherwise,
            matches=matches,
            label=", ".join(cell_text(ctx, cell, legend) for cell in line.cells[:key_count]),
        )
        if relation:
            if aggregation_of(node) == "count":
                yield evolve(line_row, body=(g.Nothing(span=line.span),), cell=(at, 0))
                continue
            give = g.Give(values=(x.Const(value=1, type=BoolType(), span=line.span),), span=line.span)
            yield evolve(line_row, body=(give,), cell=(at, 0))
        elif has_plain_cells:
            items = tuple(item for cell in line.cells[key_count:] for item in cell.items)
            given = resolve_cell_body(ctx, ast.Cell(items, span=line.span), line_scope, frame)
            yield evolve(line_row, body=given, cell=(at, key_count))
        else:
            own = own_origin(line).with_amendments(amending_items_of(*line.cells[:key_count]))
            cells = zip(line.cells[key_count:], head.cells[key_count:], columns, strict=False)
            for column, (cell, head_cell, more) in enumerate(cells):
                if more is None:
                    continue
                inside = keys.narrow_params(ctx, line_scope, more, params)
                totals_of_cell, other = totals[column] if totals else (spans, otherwise)
                yield evolve(
                    line_row,
                    keys=totals_of_cell,
                    otherwise=other,
                    id=f"{line_row.id}/{column + 1}",
                    matches=(*matches, *more),
                    label=f"{line_row.label}, {cell_text(ctx, head_cell, legend)}",
                    body=resolve_cell_body(ctx, cell, inside, frame),
                    cell=(at, key_count + column),
                    origin=own.with_amendments(amending_items_of(cell)),
                    span=cell.span,
                )


def report_misnamed_heads(ctx: Context, node: ast.Table, heads: Sequence[ast.Cell]) -> bool:
    """Report P091 and return True if the heads of a grid are not the parts of the result in their order."""
    parts = [part.name for line in node.lines if isinstance(line, ast.Gives) for part in line.parts]
    if len(heads) < 2 or not parts:
        return False
    wrong = [cell for cell, part in zip_longest(heads, parts) if cell is not None and head_word(cell) != part]
    ctx.findings.add(
        "P091",
        "the heads are not the parts of the result",
        wrong[0].span if wrong else heads[-1].span,
        note="" if wrong else f"{', '.join(parts[len(heads) :])} is missing",
        help=f"Behind the keys stand the parts, in their order: {' | '.join(parts)}.",
    )
    return True


def resolve_cell_body(ctx: Context, cell: ast.Cell, scope: Scope, frame: Frame) -> g.Block:
    """Resolve a cell to the statements of its row; empty for a blank cell if the result cannot be none."""
    blank = len(cell.items) == 1 and isinstance(cell.items[0], ast.CellBlank)
    if blank and frame.result is not None and not frame.result.is_optional:
        return ()
    return statements.resolve_block(ctx, cell_statements(cell), scope, frame)[0]


def make_printed_grid(ctx: Context, node: ast.Table) -> n.Grid | None:
    """Make the display form of a table's grid, as it was printed; None without a grid."""
    lines = grid_lines(node)
    if not lines:
        return None
    legend = legend_meanings(ctx, legend_of(node.lines))
    texts = [tuple(cell_text(ctx, cell, legend) for cell in line.cells) for line in lines]
    marks = (
        n.CellMark(line=at, column=column, amended_by=unique_items((*line.touched, *amending_items_of(cell))))
        for at, line in enumerate(lines[1:])
        for column, cell in enumerate(line.cells)
    )
    return n.Grid(head=texts[0], lines=tuple(texts[1:]), marks=tuple(mark for mark in marks if mark.amended_by))


def unique_items(items: Iterable[str]) -> tuple[str, ...]:
    """Drop duplicate overlay items, and keep their order."""
    return tuple(dict.fromkeys(items))
