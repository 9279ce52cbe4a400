"""Boards: what they ask of the state becomes asides, of the member at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from bombsight.compiler.graph import boards as b
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.lower import derived_values
from bombsight.compiler.lower.derived_values import aside, text
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.unit import Unit
from bombsight.flat.boards import (
    Board,
    BoardCell,
    BoardMap,
    BoardMark,
    BoardMarks,
    BoardMembers,
    BoardPlace,
    BoardSpot,
)
from bombsight.flat.sites import Aside, AsideParts, Hole


def boards(unit: Unit) -> Iterator[Board]:
    """Every board of a graph."""
    for node in unit.graph.boards:
        yield board(node, Frame(unit=unit, owner=f"board:{node.name}", cite=node.origin.cite))


def board(node: n.Board, frame: Frame) -> Board:
    """A board."""
    layout, marks = node.layout, tuple(stands(each, frame) for each in node.marks)
    if isinstance(layout, b.Lined):
        lined = members(layout.of, frame)
        return Board(name=node.name, title=node.title, by=layout.by, lined=lined, marks=marks)
    if isinstance(layout, b.Map):
        (left, right), (top, bottom) = layout.across, layout.down
        numbers = BoardMap(left=left, right=right, top=top, bottom=bottom)
        return Board(name=node.name, title=node.title, by="map", map=numbers, marks=marks)
    assert isinstance(layout, b.Plan)
    plan = tuple(tuple(cell(each, frame) for each in row.cells) for row in layout.rows)
    return Board(name=node.name, title=node.title, by="plan", plan=plan, marks=marks)


def cell(node: b.PlanCell, frame: Frame) -> BoardCell:
    """A cell of a plan."""
    places = tuple(BoardPlace(enum=place.enum, value=place.value, title=place.title) for place in node.places)
    told = told_of(node.text.parts, frame) if node.text is not None else None
    return BoardCell(places=places, text=told, columns=node.columns)


def members(node: b.Members, frame: Frame) -> BoardMembers:
    """What a variable goes through."""
    where = worth(node.where, frame, node.variable) if node.where is not None else None
    match node.domain:
        case x.ElementsDomain(list=list_, type=type_):
            return BoardMembers(type=type_, list=list_, where=where)
        case x.RangeDomain(low=low, high=high, type=type_):
            return BoardMembers(type=type_, low=beside(low, frame), high=beside(high, frame), where=where)
        case x.EnumDomain(enum=enum, type=type_):
            values: Sequence[int | Aside] = range(len(frame.unit.enums[enum].values))
        case x.SetDomain(members=written, type=type_):
            values = [each.value if isinstance(each, x.Const) else beside(each, frame) for each in written]
        case x.LocalListDomain():
            raise ValueError("a board goes through a variable, which it has none of")
        case _:
            assert_never(node.domain)
    return BoardMembers(type=type_, values=tuple(values), where=where)


def stands(node: b.Marks, frame: Frame) -> BoardMarks:
    """Marks that stand together."""
    variable = node.of.variable if node.of is not None else ""
    return BoardMarks(
        of=members(node.of, frame) if node.of is not None else None,
        at=worth(node.at, frame, variable) if node.at is not None else None,
        type=node.at.type.required() if node.at is not None else None,
        spot=spot(node.spot, frame, variable) if node.spot is not None else None,
        marks=tuple(
            BoardMark(
                text=told_of(mark.text.parts, frame, variable),
                tone=mark.tone,
                condition=worth(mark.condition, frame, variable) if mark.condition is not None else None,
            )
            for mark in node.marks
        ),
    )


def spot(node: b.Spot, frame: Frame, variable: str) -> BoardSpot:
    """A point or an area of a map."""
    left, top, right, bottom = (
        worth(each, frame, variable) if each is not None else None
        for each in (node.across.first, node.down.first, node.across.last, node.down.last)
    )
    assert left is not None
    assert top is not None
    return BoardSpot(left=left, top=top, right=right, bottom=bottom)


def worth(node: x.Expr, frame: Frame, variable: str) -> Aside | Hole:
    """A value: the member itself, or what is worked out of it."""
    return derived_values.worth(node, frame, [], variable)


def beside(node: x.Expr, frame: Frame) -> Aside:
    """A value of the state alone."""
    return aside(node, frame, [])


def told_of(parts: Sequence[str | x.Expr], frame: Frame, variable: str = "") -> AsideParts:
    """A text; no board has another variable than the one at hand."""
    return text(parts, frame, [], variable)
