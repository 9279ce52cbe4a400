"""Resolution of tables: rows before the dice, rolled and looked-up rows, notes."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from bombsight.compiler.amendments import origin_of
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.aggregating import row_result_type, unfit_parts
from bombsight.compiler.graph.node import Param
from bombsight.compiler.resolve import expressions, shorthand, statements
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.grids import make_printed_grid, resolve_grid_rows
from bombsight.compiler.resolve.hints import hint_for_name
from bombsight.compiler.resolve.keys import key_text, narrow_params, resolve_row_matches
from bombsight.compiler.resolve.layout import (
    aggregation_of,
    count_rows,
    dice_of,
    grid_head,
    grid_lines,
    is_relation,
)
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.rolls import check_row_result, make_row, resolve_roll
from bombsight.compiler.resolve.scope import Frame, Scope, rolls_read_by
from bombsight.compiler.resolve.type_check import bind_params
from bombsight.dsl import ast
from bombsight.dsl.aggregation import aggregation_line
from bombsight.dsl.origin import PRINTED
from bombsight.dsl.source import Span
from bombsight.flat.types import EnumType, Type, UnknownType


def resolve_table(ctx: Context, node: ast.Table) -> n.Table:
    """Resolve a whole table to its graph node."""
    params, result = ctx.env.tables[node.id].params, ctx.env.tables[node.id].result
    aggregation = aggregation_of(node)
    check_aggregation(ctx, node, result)
    row_result = row_result_type(result, aggregation, count_rows(node))
    frame = Frame(node.id, row_result, row_result, table=node, rolls=rolls_read_by(node))
    inside = evolve(frame, in_row=True)
    before, scope = resolve_beforehand(ctx, node, bind_params(ctx, params, node.span, Scope(), node.id), frame)
    dice = dice_of(node)
    roll: g.Rolled | None = None
    rows: tuple[g.Row, ...] = ()
    if dice is not None:
        roll = resolve_roll(ctx, node.id, dice, node.lines, scope, frame, ctx.env.shared.get(node.id, ()))
        cells = tuple(resolve_grid_rows(ctx, node, evolve(scope, rolling=roll.dice), inside))
        roll = evolve(roll, rows=roll.rows + cells)
    else:
        rows = (*resolve_lookup_rows(ctx, node, scope, inside), *resolve_grid_rows(ctx, node, scope, inside))
        for line in node.lines:
            if isinstance(line, ast.Modifier | ast.NaturalRow):
                ctx.findings.add(
                    "T012",
                    "a table without dice has no modifiers and no natural rows",
                    line.span,
                    help="Add `roll 1d6`, or take the line out.",
                )
    notes = tuple(resolve_note(ctx, line, node, scope, inside) for line in node.lines if isinstance(line, ast.Note))
    origin = origin_of(node, *filter(None, [grid_head(node)]))
    check_lines(ctx, node)
    shorthand.check_table(ctx, node)
    return n.Table(
        id=node.id,
        title=node.title,
        params=tuple(Param(name=name, type=type_) for name, type_ in params),
        result=result,
        words=result.enum if isinstance(result, EnumType) and result.enum == f"{node.id} result" else None,
        rolled=roll,
        rows=rows,
        beforehand=before,
        notes=notes,
        deep=node.deep,
        relation=is_relation(node),
        grid=make_printed_grid(ctx, node),
        aggregation=aggregation,
        entry=next((line.names for line in node.lines if isinstance(line, ast.Each)), ()),
        span=node.span,
        origin=origin if origin.standing else origin.with_standing(PRINTED),
    )


def check_lines(ctx: Context, node: ast.Table) -> None:
    """Report duplicate or misplaced lines of a table."""
    kinds: tuple[tuple[type[ast.TableLine], str], ...] = (
        (ast.ForLine, "`for`"),
        (ast.Gives, "`gives`"),
        (ast.RollLine, "`roll`"),
        (ast.EveryRow, "`every row`"),
    )
    for kind, what in kinds:
        found = [line for line in node.lines if isinstance(line, kind)]
        for again in found[1:]:
            ctx.findings.add(
                "T013",
                f"a second {what} line",
                again.span,
                labels=[(found[0].span, "the first")],
                help="A table has one.",
            )
    grid = grid_lines(node)
    if grid:
        for line in node.lines:
            if isinstance(line, ast.Row):
                ctx.findings.add(
                    "T014",
                    "a row stands beside a grid",
                    line.span,
                    labels=[(grid[0].span, "the grid")],
                    help="Make it a row of the grid.",
                )
    labels: dict[str, Span] = {}
    for line in node.lines:
        if isinstance(line, ast.Modifier | ast.Note):
            name = line.label if isinstance(line, ast.Modifier) else line.name
            if name in labels:
                ctx.findings.add(
                    "N002",
                    f"{name} stands here twice",
                    line.span,
                    labels=[(labels[name], "first here")],
                    help="Give each its own name.",
                )
            labels[name] = line.span


def resolve_beforehand(
    ctx: Context, node: ast.Table, scope: Scope, frame: Frame
) -> tuple[tuple[n.Beforehand, ...], Scope]:
    """Resolve a table's ``when`` rows, which apply without dice; also return the scope in which none applies."""
    done: list[n.Beforehand] = []
    for number, line in enumerate((ln for ln in node.lines if isinstance(ln, ast.Beforehand)), 1):
        condition = expressions.resolve_boolean(ctx, line.condition, scope)
        body, after = statements.resolve_block(ctx, line.body, narrow(ctx.env, scope, condition), frame)
        check_row_result(ctx, after, frame, line)
        done.append(
            n.Beforehand(
                id=f"row:{node.id}/when-{number}",
                condition=condition,
                label=ctx.env.source_text(line.condition.span),
                body=body,
                span=line.span,
                origin=origin_of(line),
            )
        )
        if aggregation_of(node) is None:
            scope = narrow(ctx.env, scope, condition, False)
    return tuple(done), scope


def check_aggregation(ctx: Context, node: ast.Table, result: Type | None) -> None:
    """Report an ``every row`` line that does not fit what the table gives (T043)."""
    line = next((line for line in node.lines if isinstance(line, ast.EveryRow)), None)
    if line is None:
        return
    written = f"`{aggregation_line(line.aggregation)}`"
    if result is None and line.aggregation != "all":
        message = f"{written} makes one value of those of the rows, and this table gives none"
        help = "Say what it gives: `gives 0..9`. If its rows only do something, write `every row`."
    elif line.aggregation == "all" and result is not None:
        message = "every row of this table applies, and it is to give one value"
        help = "Say what becomes of the values: `every row added up`, `highest`, `lowest` or `counted`."
        if is_relation(node):
            help = (
                "It would give yes where any row holds, as it does without this line. `every row counted` counts them."
            )
    else:
        unfit = [part for part in unfit_parts(result, line.aggregation) if not isinstance(part, UnknownType)]
        if not unfit:
            return
        message = f"{written} cannot give `{unfit[0]}`"
        help = "Numbers are added up and counted; 0 is where no row applies, so the result is never none."
        if line.aggregation in ("highest", "lowest"):
            help = "Numbers and values of an enum have a highest and a lowest."
    ctx.findings.add("T043", message, line.span, help=help)


def resolve_note(ctx: Context, line: ast.Note, node: ast.Table, scope: Scope, frame: Frame) -> n.Note:
    """Resolve a note (block local to a table) to its graph node; its result becomes that of the calling row."""
    body, _ = statements.resolve_block(ctx, line.body, scope, frame)
    return n.Note(
        id=f"note:{node.id}/{line.name}",
        name=line.name,
        title=line.title,
        body=body,
        span=line.span,
        origin=origin_of(line),
    )


def resolve_lookup_rows(ctx: Context, node: ast.Table, scope: Scope, frame: Frame) -> Iterator[g.Row]:
    """Yield the rows of a table without dice, selected by values of the first parameter."""
    params = ctx.env.tables[node.id].params
    lines = [line for line in node.lines if isinstance(line, ast.Row)]
    if lines and not params:
        ctx.findings.add(
            "T018",
            "this table has rows but neither dice nor a `for`",
            node.span,
            help="Write `roll 1d6`, or `for ship: Ship`.",
        )
        return
    for number, line in enumerate(lines, 1):
        matches, otherwise = resolve_row_matches(ctx, line, params[0])
        body, after = statements.resolve_block(ctx, line.body, narrow_params(ctx, scope, matches, dict(params)), frame)
        check_row_result(ctx, after, frame, line)
        yield make_row(
            line,
            f"row:{node.id}/{number}",
            otherwise=otherwise,
            matches=matches,
            title=line.title or "",
            label=key_text(ctx, line.keys),
            body=body,
        )


def check_shared_modifier(ctx: Context, item: ast.ModifierOn) -> None:
    """Report tables of a shared modifier that do not exist or are not rolled; each table resolves it itself."""
    for id_ in item.tables:
        table = ctx.env.tables.get(id_)
        if table is None:
            ctx.findings.add("N001", f"there is no table {id_}", item.span, help=hint_for_name(ctx.env, "table", id_))
        elif not table.rolled:
            ctx.findings.add("T012", f"{id_} is looked up, so no modifier can change it", item.span)
