"""Tables printed as grids: each cell, or each line, is a row of the table for its keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from attrs import evolve

from bombsight.compiler.amended import amended_by, own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve import keys, rolls, statements
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import near_in
from bombsight.compiler.resolve.layout import (
    grid_lines,
    heads_are_totals,
    is_relation,
    key_columns,
    names_parts,
    plain_columns,
)
from bombsight.compiler.resolve.scope import Frame, Scope
from bombsight.compiler.resolve.shorthand import cell_text, legend_of, meanings
from bombsight.compiler.resolve.table_results import cell_nodes
from bombsight.compiler.symbols import head_name
from bombsight.dsl import ast
from bombsight.flat.types import BoolType


def grid_rows(ctx: Context, node: ast.Table, scope: Scope, frame: Frame) -> Iterator[g.Row]:
    """The rows that a table's grid stands for; none where it has no grid."""
    lines = grid_lines(node)
    if not lines:
        return
    head, *body = lines
    keyed = key_columns(node)
    params = dict(ctx.env.tables[node.id].params)
    if keyed == 0:
        ctx.findings.add(
            "T021",
            "the first head cell must name a key: the dice, or a `for` name",
            head.cells[0].span,
            help=near_in(ctx.env, head_name(head.cells[0]) or "", params, "Its `for` line has"),
        )
        return
    relation = is_relation(node)
    across = keys.across(node, params)
    if not (relation or across or names_parts(node)) and misnamed(ctx, node, head.cells[keyed:]):
        return
    legend = meanings(ctx, legend_of(node.lines))
    columns = [keys.head_matches(ctx, cell, across, params) for cell in head.cells[keyed:]] if not relation else []
    plain = plain_columns(node, across)
    totals = (
        [keys.cell_totals(ctx, cell, scope) for cell in head.cells[keyed:]] if heads_are_totals(node, across) else []
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
        spans, otherwise, matches = keys.line_keys(ctx, head, line, keyed, params, scope)
        known = keys.narrowed(ctx, scope, matches, params)
        whole = rolls.make_row(
            line,
            f"row:{node.id}/{at + 1}",
            keys=spans,
            otherwise=otherwise,
            matches=matches,
            label=", ".join(cell_text(ctx, cell, legend) for cell in line.cells[:keyed]),
        )
        if relation:
            give = g.Give(values=(x.Const(value=1, type=BoolType(), span=line.span),), span=line.span)
            yield evolve(whole, body=(give,), cell=(at, 0))
        elif plain:
            items = tuple(item for cell in line.cells[keyed:] for item in cell.items)
            given = cell_body(ctx, ast.Cell(items, span=line.span), known, frame)
            yield evolve(whole, body=given, cell=(at, keyed))
        else:
            own = own_origin(line).marked(amended_by(*line.cells[:keyed]))
            cells = zip(line.cells[keyed:], head.cells[keyed:], columns, strict=False)
            for column, (cell, head_cell, more) in enumerate(cells):
                if more is None:
                    continue
                inside = keys.narrowed(ctx, known, more, params)
                thrown, other = totals[column] if totals else (spans, otherwise)
                yield evolve(
                    whole,
                    keys=thrown,
                    otherwise=other,
                    id=f"{whole.id}/{column + 1}",
                    matches=(*matches, *more),
                    label=f"{whole.label}, {cell_text(ctx, head_cell, legend)}",
                    body=cell_body(ctx, cell, inside, frame),
                    cell=(at, keyed + column),
                    origin=own.marked(amended_by(cell)),
                    span=cell.span,
                )


def misnamed(ctx: Context, node: ast.Table, heads: Sequence[ast.Cell]) -> bool:
    """P091: heads that should name the parts of the result, each of them in its place, and do not."""
    parts = [part.name for line in node.lines if isinstance(line, ast.Gives) for part in line.parts]
    if len(heads) < 2 or not parts:
        return False
    wrong = [cell for cell, part in zip_longest(heads, parts) if cell is not None and head_name(cell) != part]
    ctx.findings.add(
        "P091",
        "the heads are not the parts of the result",
        wrong[0].span if wrong else heads[-1].span,
        note="" if wrong else f"{', '.join(parts[len(heads) :])} is missing",
        help=f"Behind the keys stand the parts, in their order: {' | '.join(parts)}.",
    )
    return True


def cell_body(ctx: Context, cell: ast.Cell, scope: Scope, frame: Frame) -> g.Block:
    """What a cell gives; nothing where nothing is printed and the table has no none."""
    blank = len(cell.items) == 1 and isinstance(cell.items[0], ast.CellBlank)
    if blank and frame.result is not None and not frame.result.is_optional:
        return ()
    return statements.block(ctx, cell_nodes(cell), scope, frame)[0]


def grid_text(ctx: Context, node: ast.Table) -> n.Grid | None:
    """A grid as printed; None where the table has none."""
    lines = grid_lines(node)
    if not lines:
        return None
    legend = meanings(ctx, legend_of(node.lines))
    texts = [tuple(cell_text(ctx, cell, legend) for cell in line.cells) for line in lines]
    marks = (
        n.CellMark(line=at, column=column, amended_by=unique((*line.touched, *amended_by(cell))))
        for at, line in enumerate(lines[1:])
        for column, cell in enumerate(line.cells)
    )
    return n.Grid(head=texts[0], lines=tuple(texts[1:]), marks=tuple(mark for mark in marks if mark.amended_by))


def unique(items: Iterable[str]) -> tuple[str, ...]:
    """Overlay items, each once."""
    return tuple(dict.fromkeys(items))
