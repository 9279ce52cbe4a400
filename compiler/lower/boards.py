"""Lowering of boards: each value of a board becomes an aside, a function of the member that is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import assert_never

from bombsight.compiler.graph import boards as b
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower import derived_values
from bombsight.compiler.lower.derived_values import lower_aside, lower_aside_text
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.dsl.limits import MAX_MARKS
from bombsight.dsl.node_classes import evolve_node
from bombsight.flat.boards import (
    PAIR_SIGN,
    Board,
    BoardArea,
    BoardCaption,
    BoardCell,
    BoardLayout,
    BoardMap,
    BoardMark,
    BoardMarks,
    BoardMembers,
    BoardPlace,
    BoardRing,
    BoardShape,
    BoardSpot,
)
from bombsight.flat.program import EnumInfo
from bombsight.flat.sites import Aside, AsideParts, Hole
from bombsight.flat.types import EnumType, IntType


def lower_boards(unit: ProgramBuilder) -> Iterator[Board]:
    """Lower every board (declared view of the state: plan, track or map) of a graph; a headline is no picture."""
    for node in unit.graph.boards:
        if not isinstance(node.layout, b.Headline):
            yield lower_board(node, board_builder(node, unit))


def lower_headlines(unit: ProgramBuilder) -> Iterator[BoardMarks]:
    """Lower the marks of the line that stays in sight all through play."""
    for node in unit.graph.boards:
        if isinstance(node.layout, b.Headline):
            builder = board_builder(node, unit)
            yield from (lower_marks(each, builder) for each in node.marks)


def board_builder(node: n.Board, unit: ProgramBuilder) -> FunctionBuilder:
    """Make the builder of a board's asides."""
    return FunctionBuilder(unit=unit, owner=f"board:{node.name}", cite=node.origin.cite)


def lower_board(node: n.Board, builder: FunctionBuilder) -> Board:
    """Lower a board (declared view of the state): its layout, its marks, and the values that they display."""
    layout = node.layout
    if isinstance(layout, b.CrossPlan):
        pair, height = pair_enum_name(layout), len(builder.unit.enums[layout.rows].values)
        pairs = tuple(pair_marks(each, pair, height) for each in node.marks)
        columns = range(len(builder.unit.enums[layout.columns].values))
        cells = [
            [BoardPlace(enum=pair, value=column * height + row, title="") for column in columns]
            for row in range(height)
        ]
        return Board(
            name=node.name,
            title=node.title,
            by="plan",
            plan=tuple(tuple(BoardCell(places=(place,)) for place in line) for line in cells),
            marks=tuple(lower_marks(each, builder) for each in pairs),
        )
    marks = tuple(lower_marks(each, builder) for each in node.marks)
    if isinstance(layout, b.Lined):
        lined = lower_board_domain(layout.of, builder)
        return Board(name=node.name, title=node.title, by=layout.by, lined=lined, marks=marks)
    if isinstance(layout, b.Map | b.Picture):
        by: BoardLayout = "map" if isinstance(layout, b.Map) else "picture"
        return Board(name=node.name, title=node.title, by=by, map=lower_map(layout, builder), marks=marks)
    assert isinstance(layout, b.Plan)
    plan = tuple(tuple(lower_cell(each, builder) for each in row.cells) for row in layout.rows)
    return Board(name=node.name, title=node.title, by="plan", plan=plan, marks=marks)


def pair_enum_name(layout: b.CrossPlan) -> str:
    """The name of the enum that names the places of a plan of two enums: no name that rules may have."""
    return f"{layout.columns}{PAIR_SIGN}{layout.rows}"


def pair_enums(unit: ProgramBuilder) -> Iterator[tuple[str, EnumInfo]]:
    """Yield the enums that name the places of plans of two enums, each value a pair, with their names."""
    for board in unit.graph.boards:
        if isinstance(board.layout, b.CrossPlan):
            pair = unit.enums[board.layout.columns], unit.enums[board.layout.rows]
            values, titles, shorts = (
                tuple(sign.join(each) for each in product(*parts))
                for sign, parts in (
                    ("/", [enum.values for enum in pair]),
                    (", ", [title_words(enum, enum.titles) for enum in pair]),
                    (", ", [title_words(enum, enum.shorts or enum.titles) for enum in pair]),
                )
            )
            yield pair_enum_name(board.layout), EnumInfo(values=values, titles=titles, shorts=shorts)


def title_words(enum: n.Enum, titles: Sequence[str]) -> list[str]:
    """Return the titles of an enum's values; an empty one is its name in words."""
    long = [title or name.replace("_", " ") for title, name in zip(enum.titles, enum.values, strict=True)]
    return [title or other for title, other in zip(titles, long, strict=True)]


def pair_marks(node: b.Marks, pair: str, height: int) -> b.Marks:
    """Return marks at a pair of values as marks at a value of the enum of pairs."""
    if node.spot is None:
        return node
    column, row = node.spot.across.first, node.spot.down.first
    number = IntType(0, MAX_MARKS)
    first = x.Arithmetic(
        op="*", left=column, right=x.Const(value=height, type=number, span=column.span), type=number, span=column.span
    )
    at = x.Arithmetic(op="+", left=first, right=row, type=EnumType(pair), span=node.span)
    return evolve_node(node, at=at, spot=None)


def lower_map(layout: b.Map | b.Picture, builder: FunctionBuilder) -> BoardMap:
    """Lower a map or a picture: its extent, its areas, and what is drawn on it."""
    (left, right), (top, bottom) = layout.across, layout.down
    return BoardMap(
        left=left,
        right=right,
        top=top,
        bottom=bottom,
        shapes=tuple(lower_shape(each, builder) for each in layout.drawing.shapes),
        captions=tuple(
            BoardCaption(text=lower_text(each.text.parts, builder), x=each.at[0], y=each.at[1])
            for each in layout.drawing.captions
        ),
        scale=layout.drawing.scale,
        compass=layout.drawing.compass,
        areas=() if isinstance(layout, b.Map) else tuple(map(lower_area, layout.areas)),
    )


def lower_shape(node: b.Shape, builder: FunctionBuilder) -> BoardShape:
    """Lower a shape on a map or picture."""
    return BoardShape(
        kind=node.kind,
        lines=node.lines,
        text=lower_text(node.text.parts, builder) if node.text is not None else (),
        tone=node.tone,
        condition=lower_board_value(node.condition, builder, "") if node.condition is not None else None,
    )


def lower_area(node: b.Area) -> BoardArea:
    """Lower the area of an enum value in a picture."""
    (left, right), (top, bottom) = node.across, node.down
    return BoardArea(enum=node.enum, value=node.value, title=node.title, left=left, right=right, top=top, bottom=bottom)


def lower_cell(node: b.PlanCell, builder: FunctionBuilder) -> BoardCell:
    """Lower a cell of a plan (a board with rows and columns)."""
    places = tuple(BoardPlace(enum=place.enum, value=place.value, title=place.title) for place in node.places)
    text = lower_text(node.text.parts, builder) if node.text is not None else None
    return BoardCell(places=places, text=text, columns=node.columns)


def lower_board_domain(node: b.Members, builder: FunctionBuilder) -> BoardMembers:
    """Lower the domain of a board's loop: return the members that the board shows, with their filter."""
    where = lower_board_value(node.where, builder, node.variable) if node.where is not None else None
    match node.domain:
        case x.ElementsDomain(list=list_, type=type_):
            return BoardMembers(type=type_, list=list_, where=where)
        case x.RangeDomain(low=low, high=high, type=type_):
            return BoardMembers(
                type=type_, low=lower_state_value(low, builder), high=lower_state_value(high, builder), where=where
            )
        case x.EnumDomain(enum=enum, type=type_):
            values: Sequence[int | Aside] = range(len(builder.unit.enums[enum].values))
        case x.SetDomain(members=written, type=type_):
            values = [each.value if isinstance(each, x.Const) else lower_state_value(each, builder) for each in written]
        case x.LocalListDomain():
            raise ValueError("a board goes through a variable, which it has none of")
        case _:
            assert_never(node.domain)
    return BoardMembers(type=type_, values=tuple(values), where=where)


def lower_marks(node: b.Marks, builder: FunctionBuilder) -> BoardMarks:
    """Lower the marks that a board draws at one place, or at one place for each member of a loop."""
    variable = node.of.variable if node.of is not None else ""
    return BoardMarks(
        of=lower_board_domain(node.of, builder) if node.of is not None else None,
        at=lower_board_value(node.at, builder, variable) if node.at is not None else None,
        type=node.at.type.without_none() if node.at is not None else None,
        spot=lower_spot(node.spot, builder, variable) if node.spot is not None else None,
        marks=tuple(
            BoardMark(
                text=lower_text(mark.text.parts, builder, variable),
                tone=mark.tone,
                condition=lower_board_value(mark.condition, builder, variable) if mark.condition is not None else None,
                sign=mark.sign,
                turned=lower_board_value(mark.turned, builder, variable) if mark.turned is not None else None,
            )
            for mark in node.marks
        ),
        rings=tuple(
            BoardRing(
                radius=lower_board_value(ring.radius, builder, variable),
                tone=ring.tone,
                condition=lower_board_value(ring.condition, builder, variable) if ring.condition is not None else None,
            )
            for ring in node.rings
        ),
    )


def lower_spot(node: b.Spot, builder: FunctionBuilder, variable: str) -> BoardSpot:
    """Lower the coordinates of a point or an area on a map."""
    left, top, right, bottom = (
        lower_board_value(each, builder, variable) if each is not None else None
        for each in (node.across.first, node.down.first, node.across.last, node.down.last)
    )
    assert left is not None
    assert top is not None
    return BoardSpot(left=left, top=top, right=right, bottom=bottom)


def lower_board_value(node: x.Expr, builder: FunctionBuilder, variable: str) -> Aside | Hole:
    """Lower a displayed value to a hole (the current loop member itself) or an aside (display-only function)."""
    return derived_values.lower_hole_or_aside(node, builder, [], variable)


def lower_state_value(node: x.Expr, builder: FunctionBuilder) -> Aside:
    """Lower a displayed value that reads the state alone to an aside (display-only function)."""
    return lower_aside(node, builder, [])


def lower_text(parts: Sequence[str | x.Expr], builder: FunctionBuilder, variable: str = "") -> AsideParts:
    """Lower a text on a board, whose only variable is the loop's current member."""
    return lower_aside_text(parts, builder, [], variable)
