"""Resolution of boards: the layout of places, and the marks at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import assert_never

from attrs import evolve

from bombsight.compiler.amendments import origin_of, own_origin
from bombsight.compiler.graph import boards as b
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.domains import resolve_members
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import hint_for_name, suggest_names
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.texts import resolve_template
from bombsight.compiler.resolve.types import describe_type, is_same_kind
from bombsight.dsl import ast
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import UNKNOWN, EnumType, IntType, Type, UnknownType


@frozen
class Iteration:
    """The loop of a board as a syntax node that :func:`bombsight.compiler.resolve.domains.resolve_members` accepts."""

    variable: str
    domain: ast.Expr
    where: ast.Expr | None
    span: Span


def resolve_board(ctx: Context, node: ast.Board) -> n.Board:
    """Resolve a board (declared view of the state: plan, track or map) to its graph node, with layout and marks."""
    layout: b.Layout = b.Plan(enums=(), rows=())
    places: tuple[Type, ...] = ()
    groups: list[b.Marks] = []
    for line in node.lines:
        match line:
            case ast.Plan():
                layout = resolve_plan(ctx, line)
                places = tuple(map(EnumType, layout.enums))
            case ast.Headline():
                layout = b.Headline()
            case ast.Map():
                layout = resolve_map(ctx, line)
            case ast.Lined(by=by):
                board_members, scope = resolve_board_members(
                    ctx, Iteration(line.variable, line.domain, line.where, line.span)
                )
                places = (board_members.domain.type if board_members is not None else UNKNOWN,)
                if board_members is not None:
                    layout = b.Lined(by=by, of=board_members)
                    at = x.Var(name=board_members.variable, type=board_members.domain.type, span=line.span)
                    resolved_marks = resolve_marks(ctx, line.marks, scope)
                    groups += (
                        [b.Marks(of=board_members, at=at, marks=resolved_marks, span=line.span)]
                        if resolved_marks
                        else []
                    )
            case ast.Marked():
                groups += resolve_mark_group(ctx, line, layout, places)
            case ast.Mark():
                groups.append(b.Marks(of=None, at=None, marks=resolve_marks(ctx, (line,), Scope()), span=line.span))
            case _:
                assert_never(line)
    return n.Board(
        name=node.name,
        title=node.title,
        layout=layout,
        marks=tuple(groups),
        span=node.span,
        origin=own_origin(node),
    )


def resolve_board_members(ctx: Context, node: Iteration) -> tuple[b.Members | None, Scope]:
    """Resolve the loop of a board to its members and the scope for each of them; None after an error."""
    found = resolve_members(ctx, node, Scope())
    if found is None:
        return None, Scope()
    return b.Members(variable=node.variable, domain=found.domain, where=found.where), found.scope


def resolve_mark_group(ctx: Context, node: ast.Marked, layout: b.Layout, places: Sequence[Type]) -> Iterator[b.Marks]:
    """Yield the resolved marks of one ``at`` line, checked against the layout and the types of places of the board.

    Args:
        ctx: The context of the item.
        node: The line with its marks.
        layout: The layout of the board.
        places: The types of the places of the board.
    """
    of, scope = None, Scope()
    if node.variable is not None and node.domain is not None:
        of, scope = resolve_board_members(ctx, Iteration(node.variable, node.domain, node.where, node.span))
        if of is None:
            return
    if isinstance(node.at, ast.Spot) is not isinstance(layout, b.Map):
        spotted = isinstance(node.at, ast.Spot)
        ctx.findings.add(
            "B005",
            "this board is no map, so two numbers are no place of it" if spotted else "on a map two numbers stand here",
            node.at.span,
            help="Behind `at` stands one of the board's places." if spotted else "Write `at 3, 4`, across and down.",
        )
        return
    if isinstance(node.at, ast.Spot):
        yield b.Marks(
            of=of,
            at=None,
            spot=b.Spot(
                across=resolve_extent(ctx, node.at.across, scope), down=resolve_extent(ctx, node.at.down, scope)
            ),
            marks=resolve_marks(ctx, node.marks, scope),
            span=node.span,
        )
        return
    expected = places[0] if len(places) == 1 else place_type_with_word(ctx, node.at, places)
    at = expressions.resolve(ctx, node.at, scope, expected)
    if places and not any(can_be_place(at.type, place) for place in places):
        what = join_names([describe_type(place) for place in places], "or")
        ctx.findings.add(
            "B005",
            f"this is {describe_type(at.type)}, and the places are {what}",
            node.at.span,
            help="Behind `at` stands one of the board's places.",
        )
    yield b.Marks(of=of, at=at, marks=resolve_marks(ctx, node.marks, scope), span=node.span)


def resolve_map(ctx: Context, node: ast.Map) -> b.Map:
    """Resolve a map layout, and check that its ranges are not empty."""
    for low, high in (node.across, node.down):
        if low >= high:
            ctx.findings.add(
                "B007", f"{low}..{high} holds no two numbers", node.span, help="Write the lower one first."
            )
    return b.Map(across=node.across, down=node.down)


def resolve_extent(ctx: Context, node: ast.Reach, scope: Scope) -> b.Reach:
    """Resolve the position of a mark along one axis of a map: a coordinate or a range of coordinates."""
    last = resolve_coordinate(ctx, node.last, scope) if node.last is not None else None
    return b.Reach(first=resolve_coordinate(ctx, node.first, scope), last=last)


def resolve_coordinate(ctx: Context, node: ast.Expr, scope: Scope) -> x.Expr:
    """Resolve one coordinate on a map to a number expression, which may be none."""
    found = expressions.resolve(ctx, node, scope, None)
    if not isinstance(found.type, IntType | UnknownType):
        ctx.findings.add("P001", f"this is {describe_type(found.type)}, but a number is needed", node.span)
        return evolve(found, type=UNKNOWN)
    return found


def place_type_with_word(ctx: Context, node: ast.Expr, places: Sequence[Type]) -> Type | None:
    """Return the only enum among the types of places that contains a bare word; None if none or several do."""
    word = node.name if isinstance(node, ast.Name) else ""
    having = [place for place in places if isinstance(place, EnumType) and word in ctx.env.enums[place.enum].values]
    return having[0] if len(having) == 1 else None


def can_be_place(actual: Type, place: Type) -> bool:
    """Whether a value of type ``actual`` may denote a place of type ``place`` on a board."""
    unknown = isinstance(actual, UnknownType) or isinstance(place, UnknownType)
    return unknown or is_same_kind(actual.without_none(), place)


def resolve_marks(ctx: Context, nodes: Iterable[ast.Mark], scope: Scope) -> tuple[b.Mark, ...]:
    """Resolve the marks that a board draws at one place."""
    return tuple(resolve_mark(ctx, node, scope) for node in nodes)


def resolve_mark(ctx: Context, node: ast.Mark, scope: Scope) -> b.Mark:
    """Resolve one mark of a board to its graph node: a text that is drawn while its condition holds."""
    condition = expressions.resolve_boolean(ctx, node.when, scope) if node.when is not None else None
    text = resolve_template(ctx, node.text, node.span, narrow(ctx.env, scope, condition))
    return b.Mark(text=text, tone=node.tone, condition=condition, span=node.span, origin=origin_of(node))


# --- plans


def resolve_plan(ctx: Context, node: ast.Plan) -> b.Plan:
    """Resolve a plan (grid board), and check that it shows every enum value once, or in adjacent cells of a row."""
    enums = []
    for name in dict.fromkeys(node.enums):
        if name in ctx.env.enums:
            enums.append(name)
        else:
            ctx.findings.add("N001", f"there is no enum {name}", node.span, help=hint_for_name(ctx.env, "enum", name))
    if len(enums) < len(dict.fromkeys(node.enums)):
        return b.Plan(enums=tuple(enums), rows=())
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
    seen: dict[tuple[str, int], ast.PlanPlace] = {}
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
    missing = [value for enum in enums for at, value in enumerate(ctx.env.enums[enum].values) if (enum, at) not in seen]
    if missing and not ctx.findings.diagnostics:
        ctx.findings.add(
            "B002",
            f"{join_names(missing, 'and')} {'has' if len(missing) == 1 else 'have'} no place on the plan",
            node.span,
            help="Give every value of the enum a cell; several may share one: `rain, fog`.",
        )
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
    match node.value:
        case ast.Name(name=word):
            having = [enum for enum in enums if word in ctx.env.enums[enum].values]
        case ast.Attribute(value=ast.Name(name=enum), name=word):
            having = [enum] if enum in enums and word in ctx.env.enums[enum].values else []
        case _:  # the rest: not the name of a value
            word, having = ctx.env.source_text(node.span), []
    if len(having) > 1:
        ctx.findings.add(
            "N003",
            f"{word} belongs to {join_names(having, 'and to')}, and this place does not settle which",
            node.span,
            help=f"Write {having[0]}.{word}.",
        )
        return None
    if not having:
        known = [value for enum in enums for value in ctx.env.enums[enum].values]
        what = f"{word} is no value of {join_names(list(enums), 'or')}"
        ctx.findings.add(
            "B001", what, node.span, help=suggest_names(ctx.env, word, known, advice="Write `-` for no place.")
        )
        return None
    if isinstance(node.value, ast.Attribute):
        ctx.record_mention(node.value.value.span, "enum", having[0])
    ctx.record_mention(node.value.span.last_characters(len(word)), "value", word, having[0])
    value = ctx.env.enums[having[0]].values.index(word)
    return b.PlanPlace(enum=having[0], value=value, title=node.title or "")


def pair_places(row: ast.PlanRow, resolved: b.PlanRow) -> Iterator[tuple[b.PlanPlace, ast.PlanPlace]]:
    """Pair the resolved places of a plan's row with their syntax nodes."""
    for (cell, _), found in zip(merge_equal_cells(row), resolved.cells, strict=True):
        yield from zip(found.places, cell.places, strict=False)  # unresolvable places are missing from the result
