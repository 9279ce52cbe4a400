"""Resolution of boards: the layout of places, and the marks at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, TypeVar, assert_never, cast, get_args

import attrs
from attrs import evolve

from bombsight.compiler.amendments import origin_of, own_origin
from bombsight.compiler.graph import boards as b
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.domains import resolve_members
from bombsight.compiler.resolve.drawings import resolve_map, resolve_picture
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.hints import suggest_names
from bombsight.compiler.resolve.narrowing import narrow
from bombsight.compiler.resolve.plans import resolve_place_enums, resolve_plan
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.texts import resolve_template
from bombsight.compiler.resolve.types import describe_type, is_same_kind
from bombsight.dsl import ast
from bombsight.dsl.limits import MAX_MARKS, limit_message
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import evolve_node, frozen
from bombsight.dsl.source import Span
from bombsight.flat.boards import TURNABLE_SIGNS, BoardSign
from bombsight.flat.types import UNKNOWN, BoolType, EnumType, IntType, Type, UnknownType

T = TypeVar("T")

NO_NAMES = Scope()
"""The scope outside of all loops."""

SIGNS: tuple[BoardSign, ...] = tuple(sign for sign in get_args(BoardSign) if sign)
"""The signs that a mark may be drawn as."""


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
            case ast.CrossPlan():
                layout = resolve_cross_plan(ctx, line)
            case ast.Headline():
                layout = b.Headline()
            case ast.Map():
                layout = resolve_map(ctx, line)
            case ast.Picture():
                layout = resolve_picture(ctx, line)
                places = tuple(map(EnumType, layout.enums))
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
                groups += resolve_mark_group(ctx, line, layout, places, Scope())
            case ast.MarkedEach():
                groups += resolve_nested_marks(ctx, line, layout, places)
            case ast.Ring():
                ctx.findings.add("B005", "a ring stands about a thing", line.span, help="Write it below an `at` line.")
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


def resolve_board_members(ctx: Context, node: Iteration, outer: Scope = NO_NAMES) -> tuple[b.Members | None, Scope]:
    """Resolve the loop of a board to its members and the scope for each of them; None after an error."""
    found = resolve_members(ctx, node, outer)
    if found is None:
        return None, Scope()
    return b.Members(variable=node.variable, domain=found.domain, where=found.where), found.scope


def resolve_mark_group(
    ctx: Context, node: ast.Marked, layout: b.Layout, places: Sequence[Type], outer: Scope
) -> Iterator[b.Marks]:
    """Yield the resolved marks of one ``at`` line, checked against the layout and the types of places of the board.

    Args:
        ctx: The context of the item.
        node: The line with its marks.
        layout: The layout of the board.
        places: The types of the places of the board.
        outer: The names of the loops around it.
    """
    of, scope = None, outer
    if node.variable is not None and node.domain is not None:
        of, scope = resolve_board_members(ctx, Iteration(node.variable, node.domain, node.where, node.span), outer)
        if of is None:
            return
    if isinstance(layout, b.CrossPlan):
        spot = resolve_pair(ctx, node, layout, scope)
        marks = resolve_marks(ctx, node.marks, scope)
        for about in resolve_rings(ctx, node.marks, scope):
            ctx.findings.add("B005", "a ring has room on a map or a picture only", about.span, help="Take it out.")
        if spot is not None:
            yield b.Marks(of=of, at=None, spot=spot, marks=marks, span=node.span)
        return
    fits = isinstance(layout, b.Map | b.Picture) if isinstance(node.at, ast.Spot) else not isinstance(layout, b.Map)
    if not fits:
        if isinstance(node.at, ast.Spot):
            message = "this board is neither map nor picture, so two numbers are no place of it"
            ctx.findings.add("B005", message, node.at.span, help="Behind `at` stands one of the board's places.")
        else:
            help = "Write `at 3, 4`, across and down."
            ctx.findings.add("B005", "on a map two numbers stand here", node.at.span, help=help)
        return
    if isinstance(node.at, ast.Spot):
        yield b.Marks(
            of=of,
            at=None,
            spot=b.Spot(
                across=resolve_extent(ctx, node.at.across, scope), down=resolve_extent(ctx, node.at.down, scope)
            ),
            marks=resolve_marks(ctx, node.marks, scope),
            rings=resolve_rings(ctx, node.marks, scope),
            span=node.span,
        )
        return
    if any(isinstance(mark, ast.Ring) for mark in node.marks) and not isinstance(layout, b.Picture):
        ring = next(mark for mark in node.marks if isinstance(mark, ast.Ring))
        ctx.findings.add("B005", "a ring has room on a map or a picture only", ring.span, help="Take it out.")
    expected = places[0] if len(places) == 1 else place_type_with_word(ctx, node.at, places)
    at = expressions.resolve(ctx, node.at, scope, expected)
    if isinstance(layout, b.Picture) and not places:
        ctx.findings.add(
            "B005", "this picture has no enum, so two numbers stand here", node.at.span, help="Write `at 3, 4`."
        )
    if places and not any(can_be_place(at.type, place) for place in places):
        what = join_names([describe_type(place) for place in places], "or")
        ctx.findings.add(
            "B005",
            f"this is {describe_type(at.type)}, and the places are {what}",
            node.at.span,
            help="Behind `at` stands one of the board's places.",
        )
    marks, rings = resolve_marks(ctx, node.marks, scope), resolve_rings(ctx, node.marks, scope)
    yield b.Marks(of=of, at=at, marks=marks, rings=rings, span=node.span)


def resolve_cross_plan(ctx: Context, node: ast.CrossPlan) -> b.Layout:
    """Resolve ``plan Column by Row``, and report a name that is no enum, or too many places."""
    enums = resolve_place_enums(ctx, ast.Plan((node.columns, node.rows), (), span=node.span))
    if enums is None:
        return b.Plan(enums=(), rows=())
    cells = prod(len(ctx.env.enums[enum].values) for enum in (node.columns, node.rows))
    if cells > MAX_MARKS:
        ctx.findings.add("V030", limit_message("places of a plan", cells, MAX_MARKS), node.span)
    return b.CrossPlan(columns=node.columns, rows=node.rows)


def resolve_pair(ctx: Context, node: ast.Marked, layout: b.CrossPlan, scope: Scope) -> b.Spot | None:
    """Resolve the place of marks in a plan of two enums, ``at c, r``; None after an error."""
    help = f"Behind `at` stand a value of {layout.columns} and one of {layout.rows}."
    if not isinstance(node.at, ast.Spot) or node.at.across.last is not None or node.at.down.last is not None:
        ctx.findings.add("B005", "a place of this board is a pair of values", node.at.span, help=help)
        return None
    pair = []
    for reach, enum in ((node.at.across, layout.columns), (node.at.down, layout.rows)):
        found = expressions.resolve(ctx, reach.first, scope, EnumType(enum))
        if not can_be_place(found.type, EnumType(enum)):
            message = f"this is {describe_type(found.type)}, but a value of {enum} stands here"
            ctx.findings.add("B005", message, reach.span, help=help)
            return None
        pair.append(b.Reach(first=found, last=None))
    return b.Spot(across=pair[0], down=pair[1])


def resolve_nested_marks(
    ctx: Context, node: ast.MarkedEach, layout: b.Layout, places: Sequence[Type], outer: Scope = NO_NAMES
) -> list[b.Marks]:
    """Resolve a loop of a board with others below it: the marks of these once for each value of the outer enum.

    Args:
        ctx: The context of the item.
        node: The outer loop.
        layout: The layout of the board.
        places: The types of the places of the board.
        outer: The names of the loops around it.
    """
    of, scope = resolve_board_members(ctx, Iteration(node.variable, node.domain, node.where, node.span), outer)
    if of is None:
        return []
    if not isinstance(of.domain, x.EnumDomain):
        message = "a loop around another goes through an enum on a board"
        help = "Exchange the two loops, or write the inner one once for each member."
        ctx.findings.add("B005", message, node.domain.span, help=help)
        return []
    inner: list[b.Marks] = []
    for line in node.lines:
        if isinstance(line, ast.MarkedEach):
            inner += resolve_nested_marks(ctx, line, layout, places, scope)
        else:
            inner += resolve_mark_group(ctx, line, layout, places, scope)
    values = range(len(ctx.env.enums[of.domain.enum].values))
    if len(values) * len(inner) > MAX_MARKS:
        ctx.findings.add("V030", limit_message("turns of a loop", len(values) * len(inner), MAX_MARKS), node.span)
        return []
    return [marks_of_member(marks, of, value) for value in values for marks in inner]


def marks_of_member(marks: b.Marks, of: b.Members, value: int) -> b.Marks:
    """Return the marks of an inner loop for one value of the outer one, under the condition of that."""
    known = x.Const(value=value, type=of.domain.type, span=marks.span)
    found = with_value(marks, of.variable, known)
    return found if of.where is None else with_condition(found, with_value(of.where, of.variable, known))


def with_condition(marks: b.Marks, condition: x.Expr) -> b.Marks:
    """Return marks and rings that are drawn only if a condition holds, too."""

    def both(own: x.Expr | None) -> x.Expr:
        """Return the condition and one of a mark, as one."""
        return condition if own is None else x.AndExpr(terms=(condition, own), type=BoolType(), span=own.span)

    return evolve_node(
        marks,
        marks=tuple(evolve_node(mark, condition=both(mark.condition)) for mark in marks.marks),
        rings=tuple(evolve_node(ring, condition=both(ring.condition)) for ring in marks.rings),
    )


def with_value(node: T, variable: str, value: x.Const) -> T:
    """Return a copy of a part of the graph in which a variable has a value."""
    if isinstance(node, x.Var):
        return cast(T, value) if node.name == variable else node
    if isinstance(node, tuple):
        return cast(T, tuple(with_value(part, variable, value) for part in node))
    if not attrs.has(type(node)):
        return node
    fields = [
        field.name for field in attrs.fields(cast(Any, type(node))) if field.name not in ("span", "origin", "type")
    ]
    changed = {name: with_value(getattr(node, name), variable, value) for name in fields}
    return evolve_node(node, **{name: part for name, part in changed.items() if part is not getattr(node, name)})


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


def resolve_marks(ctx: Context, nodes: Iterable[ast.Mark | ast.Ring], scope: Scope) -> tuple[b.Mark, ...]:
    """Resolve the marks that a board draws at one place."""
    return tuple(resolve_mark(ctx, node, scope) for node in nodes if isinstance(node, ast.Mark))


def resolve_rings(ctx: Context, nodes: Iterable[ast.Mark | ast.Ring], scope: Scope) -> tuple[b.Ring, ...]:
    """Resolve the rings that a board draws about one place."""
    return tuple(resolve_ring(ctx, node, scope) for node in nodes if isinstance(node, ast.Ring))


def resolve_ring(ctx: Context, node: ast.Ring, scope: Scope) -> b.Ring:
    """Resolve one ring of a board to its graph node."""
    condition = expressions.resolve_boolean(ctx, node.when, scope) if node.when is not None else None
    radius = resolve_coordinate(ctx, node.radius, narrow(ctx.env, scope, condition))
    return b.Ring(radius=radius, tone=node.tone, condition=condition, span=node.span)


def resolve_mark(ctx: Context, node: ast.Mark, scope: Scope) -> b.Mark:
    """Resolve one mark of a board to its graph node: a text that is drawn while its condition holds."""
    condition = expressions.resolve_boolean(ctx, node.when, scope) if node.when is not None else None
    narrowed = narrow(ctx.env, scope, condition)
    text = resolve_template(ctx, node.text, node.span, narrowed)
    sign = resolve_sign(ctx, node.sign) if node.sign is not None else ""
    turned = resolve_turn(ctx, node.sign, sign, narrowed) if node.sign is not None else None
    return b.Mark(
        text=text,
        tone=node.tone,
        condition=condition,
        sign=sign,
        turned=turned,
        span=node.span,
        origin=origin_of(node),
    )


def resolve_sign(ctx: Context, node: ast.Sign) -> BoardSign:
    """Resolve the name of a sign; empty after an error (B008)."""
    sign = next((sign for sign in SIGNS if sign == node.name), None)
    if sign is not None:
        return sign
    help = suggest_names(ctx.env, node.name, SIGNS, "The signs are")
    ctx.findings.add("B008", f"{node.name} is no sign", ctx.env.word_span(node.span, node.name), help=help)
    return ""


def resolve_turn(ctx: Context, node: ast.Sign, sign: BoardSign, scope: Scope) -> x.Expr | None:
    """Resolve by how many degrees a sign is turned; report one that has no direction (B012)."""
    if node.turned is None:
        return None
    if sign and sign not in TURNABLE_SIGNS:
        help = f"Only {join_names(list(TURNABLE_SIGNS), 'and')} may be turned."
        ctx.findings.add("B012", f"{node.name} has no direction", node.turned.span, help=help)
    return resolve_coordinate(ctx, node.turned, scope)
