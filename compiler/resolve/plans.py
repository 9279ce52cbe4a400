"""Resolution of plans: every value of some enums has its cell in a grid, or neighbouring cells of a row."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from bombsight.compiler.graph import boards as b
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import hint_for_name, suggest_names
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.texts import resolve_template
from bombsight.dsl import ast
from bombsight.dsl.listing import join_names
from bombsight.dsl.source import Span

Value = tuple[str, int]
"""A value of an enum: the enum's name and the value's number."""


def resolve_plan(ctx: Context, node: ast.Plan) -> b.Plan:
    """Resolve a plan (grid board), and check that it shows every enum value once, or in adjacent cells of a row."""
    enums = resolve_place_enums(ctx, node)
    if enums is None:
        return b.Plan(enums=(), rows=())
    rows = tuple(resolve_plan_row(ctx, row, enums) for row in node.drawn)
    widths = [len(row.cells) for row in node.drawn]
    for row, width in zip(node.drawn, widths, strict=True):
        if width != widths[0]:
            ctx.findings.add(
                "B006",
                f"this row has {width} cells, the first has {widths[0]}",
                row.span,
                help="Write `-` for a cell with nothing in it.",
            )
    seen: dict[Value, ast.PlanPlace] = {}
    for row, read in zip(node.drawn, rows, strict=True):
        for place, written in pair_places(row, read):
            key = place.enum, place.value
            if key in seen:
                ctx.findings.add(
                    "B003",
                    f"{ctx.env.enums[place.enum].values[place.value]} stands here twice",
                    written.span,
                    labels=[(seen[key].span, "first here")],
                    help="A place takes one cell, or neighbouring cells of one row.",
                )
            seen[key] = written
    advice = "Give every value of the enum a cell; several may share one: `rain, fog`."
    report_missing_places(ctx, node, enums, seen.keys(), advice)
    return b.Plan(enums=tuple(enums), rows=rows)


def resolve_plan_row(ctx: Context, node: ast.PlanRow, enums: Sequence[str]) -> b.PlanRow:
    """Resolve a row of a plan, merging equal adjacent cells."""
    cells = []
    for cell, wide in merge_equal_cells(node):
        text = resolve_template(ctx, cell.text, cell.span, Scope()) if cell.text is not None else None
        places = [found for place in cell.places if (found := resolve_plan_place(ctx, place, enums)) is not None]
        cells.append(b.PlanCell(places=tuple(places), text=text, columns=wide))
    return b.PlanRow(cells=tuple(cells))


def merge_equal_cells(row: ast.PlanRow) -> Iterator[tuple[ast.PlanCell, int]]:
    """Yield the cells of a plan's row with equal neighbours merged, each with the number of columns that it spans."""
    for _, same in groupby(row.cells, key=lambda cell: (tuple(place.value for place in cell.places), cell.text)):
        first, *more = same
        yield first, 1 + len(more)


def resolve_plan_place(ctx: Context, node: ast.PlanPlace, enums: Sequence[str]) -> b.PlanPlace | None:
    """Resolve a name in a plan's cell to a value of one of the plan's enums; None after an error."""
    found = resolve_place_value(ctx, node.value, node.span, enums, "Write `-` for no place.")
    return b.PlanPlace(enum=found[0], value=found[1], title=node.title or "") if found is not None else None


def pair_places(row: ast.PlanRow, resolved: b.PlanRow) -> Iterator[tuple[b.PlanPlace, ast.PlanPlace]]:
    """Pair the resolved places of a plan's row with their syntax nodes."""
    for (cell, _), found in zip(merge_equal_cells(row), resolved.cells, strict=True):
        yield from zip(found.places, cell.places, strict=False)  # unresolvable places are missing from the result


# --- the values that are places, of plans and of pictures


def resolve_place_enums(ctx: Context, node: ast.Plan | ast.Picture) -> tuple[str, ...] | None:
    """Return the enums whose values are the places of a plan or picture, each once; None if there is one no more."""
    names = tuple(dict.fromkeys(node.enums))
    unknown = [name for name in names if name not in ctx.env.enums]
    for name in unknown:
        ctx.findings.add("N001", f"there is no enum {name}", node.span, help=hint_for_name(ctx.env, "enum", name))
    return None if unknown else names


def resolve_place_value(ctx: Context, node: ast.Expr, span: Span, enums: Sequence[str], advice: str) -> Value | None:
    """Resolve the name of a place to a value of one of the enums of a plan or picture; None after an error.

    Args:
        ctx: The context of the item.
        node: The name.
        span: What a finding marks.
        enums: The enums.
        advice: What to do about an unknown name.
    """
    match node:
        case ast.Name(name=word):
            having = [enum for enum in enums if word in ctx.env.enums[enum].values]
        case ast.Attribute(value=ast.Name(name=enum), name=word):
            having = [enum] if enum in enums and word in ctx.env.enums[enum].values else []
        case _:  # the rest: not the name of a value
            word, having = ctx.env.source_text(span), []
    if len(having) > 1:
        ctx.findings.add(
            "N003",
            f"{word} belongs to {join_names(having, 'and to')}, and this place does not settle which",
            span,
            help=f"Write {having[0]}.{word}.",
        )
        return None
    if not having:
        known = [value for enum in enums for value in ctx.env.enums[enum].values]
        owners = join_names(list(enums), "or") if enums else "an enum behind `picture`"
        help = suggest_names(ctx.env, word, known, advice=advice)
        ctx.findings.add("B001", f"{word} is no value of {owners}", span, help=help)
        return None
    if isinstance(node, ast.Attribute):
        ctx.record_mention(node.value.span, "enum", having[0])
    ctx.record_mention(node.span.last_characters(len(word)), "value", word, having[0])
    return having[0], ctx.env.enums[having[0]].values.index(word)


def report_missing_places(
    ctx: Context, node: ast.Plan | ast.Picture, enums: Sequence[str], seen: Collection[Value], advice: str
) -> None:
    """Report the values of the enums that have no place (B002), unless the board has other mistakes.

    Args:
        ctx: The context of the item.
        node: The plan or picture.
        enums: Its enums.
        seen: The values that have a place.
        advice: What to do.
    """
    missing = [value for enum in enums for at, value in enumerate(ctx.env.enums[enum].values) if (enum, at) not in seen]
    if missing and not ctx.findings.diagnostics:
        what = "plan" if isinstance(node, ast.Plan) else "picture"
        have = "has" if len(missing) == 1 else "have"
        ctx.findings.add("B002", f"{join_names(missing, 'and')} {have} no place on the {what}", node.span, help=advice)
