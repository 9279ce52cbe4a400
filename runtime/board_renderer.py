"""The renderer of boards: it evaluates the boards of a program in one state.

Values of a board are asides. One that faults is a question mark in a text, and one that rests on what is hidden from
the player says "hidden" there; marks, places and shapes that depend on either are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from attrs import evolve, field, frozen

from bombsight.flat.boards import (
    Board,
    BoardLayout,
    BoardMap,
    BoardMark,
    BoardMarks,
    BoardMembers,
    BoardRing,
    BoardSpot,
)
from bombsight.flat.sites import Aside, AsideParts, Hole
from bombsight.flat.types import NONE, EnumType, Type
from bombsight.runtime import sentences
from bombsight.runtime.board_geometry import TENTHS, circle_line, origin_in_tenths, shift_line
from bombsight.runtime.boards import BoardShown, MarkShown, PlaceShown, ShapeShown, ThingShown
from bombsight.runtime.events.describe import HIDDEN, Describer
from bombsight.runtime.run.derived_values import AsideEvaluator

PlaceKey = tuple[str, int]
"""Identifies a place: its type and its value."""

MapArea = tuple[int, int, int, int]
"""An area of a map: the first and the last number across, the first and the last down."""

ThingsByPlace = dict[PlaceKey | MapArea | None, list[ThingShown]]
"""The things at each place, and beside the whole board (None)."""

GridArea = tuple[int, int, int, int]
"""A cell area: row, column, number of columns and of rows."""


MEMBER_STEPS = 10
"""Steps for each member that a board iterates."""

SHOWN_STEPS = 400
"""Steps for each row, column, mark, place and text shown, which a front end must draw."""

MAX_AXIS_VALUES = 1_000
"""Most rows or columns of a board with one for each of some values, twenty times as many as anybody reads."""

MAX_RADIUS = 100_000
"""The largest radius of a ring, in units."""

MORE_NOTE = ThingShown(marks=(MarkShown(text=sentences.MORE_NOT_SHOWN, tone="", column=0),))
"""Note beside a board for which the steps did not suffice."""


HIDDEN_NOTE = ThingShown(marks=(MarkShown(text="Some of this is hidden from you", tone="", column=0),))
"""Note beside a board of which something is left out, so that an empty place is not read as one where nothing is."""


@frozen
class BoardRenderer:
    """Evaluates the declarative boards of a program in one state, within a budget of steps.

    Attributes:
        describer: Names values; its state is the one shown.
        worth: Evaluates asides in that state.
        hidden_parts: What the board that is being rendered leaves out, for it rests on what is hidden from the player.
    """

    describer: Describer
    worth: AsideEvaluator
    hidden_parts: list[Aside | Hole] = field(factory=list, init=False)

    def render_board(self, board: Board) -> BoardShown:
        """Evaluate a board in the renderer's state: return its grid of places, with the marks at them."""
        self.hidden_parts.clear()
        members = self.line_members(board)
        things_by_place: ThingsByPlace = {}
        columns = 0
        for marks in board.marks:
            for key, thing in self.render_things(marks, columns, self.shared_column(board)):
                things_by_place.setdefault(key, []).append(thing)
            columns += count_fixed_marks(marks)
        places = tuple(self.render_places(board, members, things_by_place))
        shapes = tuple(self.render_shapes(board, board.map)) if board.map is not None else ()
        if self.worth.is_spent or len(members) == MAX_AXIS_VALUES:
            things_by_place.setdefault(None, []).append(MORE_NOTE)
        if self.hidden_parts:
            things_by_place.setdefault(None, []).append(HIDDEN_NOTE)
        if board.map is not None:
            return render_map(board, board.map, places, shapes, things_by_place)
        return BoardShown(
            name=board.name,
            title=board.title,
            layout=board.by,
            rows=1 + max((place.row for place in places), default=-1),
            columns=max((place.column + place.columns for place in places), default=0),
            places=places,
            notes=tuple(things_by_place.get(None, ())),
        )

    def render_headline(self, headline: Sequence[BoardMarks]) -> list[MarkShown]:
        """Evaluate the marks of the line that stays in sight all through play."""
        return [mark for marks in headline for _, thing in self.render_things(marks, 0, 0) for mark in thing.marks]

    @staticmethod
    def shared_column(board: Board) -> int:
        """Return the index of the text column that all conditional marks (short texts) of a board share."""
        return sum(map(count_fixed_marks, board.marks))

    def line_members(self, board: Board) -> Sequence[int]:
        """Return the values that each get a row or a column on a board of rows or columns, cut off beyond a limit."""
        members: list[int] = []
        for member in self.evaluate_members(board.lined) if board.lined is not None else ():
            if len(members) == MAX_AXIS_VALUES or not self.worth.take_steps(SHOWN_STEPS):
                break
            members.append(member)
        return members

    def render_places(
        self, board: Board, members: Sequence[int], things_by_place: ThingsByPlace
    ) -> Iterator[PlaceShown]:
        """Yield every place of a board with the things at it, row by row."""
        if board.lined is not None:
            for at, member in enumerate(members):
                row, column = place_in_line(board.by, at)
                yield self.render_place(board.lined.type, member, "", (row, column, 1, 1), things_by_place)
        for row, cells in enumerate(board.plan):
            column = 0
            for cell in cells:
                where = row, column, cell.columns, 1
                if cell.text is not None:
                    if not self.worth.take_steps(SHOWN_STEPS):
                        return
                    yield make_place("", self.render_text(cell.text), where, ())
                for place in cell.places:
                    if not self.worth.take_steps(SHOWN_STEPS):
                        return
                    yield self.render_place(EnumType(place.enum), place.value, place.title, where, things_by_place)
                column += cell.columns
        if board.map is not None:
            yield from self.render_areas(board.map, things_by_place)

    def render_areas(self, numbers: BoardMap, things_by_place: ThingsByPlace) -> Iterator[PlaceShown]:
        """Yield the areas of a picture with the things at them, and the captions of a map or picture."""
        for area in numbers.areas:
            if not self.worth.take_steps(SHOWN_STEPS):
                return
            across, down = area.right - area.left, area.bottom - area.top
            where = area.top - numbers.top, area.left - numbers.left, across, down
            yield self.render_place(EnumType(area.enum), area.value, area.title, where, things_by_place)
        for caption in numbers.captions:
            if not self.worth.take_steps(SHOWN_STEPS):
                return
            where = caption.y - numbers.top, caption.x - numbers.left, 0, 0
            yield make_place("", self.render_text(caption.text), where, ())

    def render_shapes(self, board: Board, numbers: BoardMap) -> Iterator[ShapeShown]:
        """Yield the shapes of a map or picture whose condition holds, then the rings about its things."""
        origin = origin_in_tenths(numbers, is_map=board.by == "map")
        for shape in numbers.shapes:
            if not self.worth.take_steps(SHOWN_STEPS):
                return
            if shape.condition is None or self.evaluate(shape.condition):
                lines = tuple(shift_line(line, *origin) for line in shape.lines)
                yield ShapeShown(kind=shape.kind, lines=lines, text=self.render_text(shape.text), tone=shape.tone)
        for marks in board.marks:
            if marks.rings:
                yield from self.render_rings(marks, numbers, origin)

    def render_rings(self, marks: BoardMarks, numbers: BoardMap, origin: tuple[int, int]) -> Iterator[ShapeShown]:
        """Yield the rings about the things of a loop whose condition holds; none about a thing that has no place."""
        for member in self.evaluate_members(marks.of) if marks.of is not None else (NONE,):
            area = self.thing_area(marks, numbers, member)
            if area is None:
                continue
            left, right, top, bottom = area
            x, y = (left + right) * TENTHS // 2 + origin[0], (top + bottom) * TENTHS // 2 + origin[1]
            for ring in marks.rings:
                radius = self.ring_radius(ring, member)
                if radius is not None and self.worth.take_steps(SHOWN_STEPS):
                    line = circle_line(x, y, radius * TENTHS)
                    yield ShapeShown(kind="ring", lines=(line,), text="", tone=ring.tone)

    def thing_area(self, marks: BoardMarks, numbers: BoardMap, member: int) -> MapArea | None:
        """Return the area at which a member's marks stand on a map or picture; None if they stand nowhere."""
        if marks.spot is not None:
            return self.map_area(marks.spot, member)
        if marks.at is None or marks.type is None:
            return None
        value = self.evaluate(marks.at, member)
        key = place_key(marks.type, value) if value is not None else None
        areas = (area for area in numbers.areas if (area.enum, area.value) == key)
        area = next(areas, None)
        return None if area is None else (area.left, area.right, area.top, area.bottom)

    def ring_radius(self, ring: BoardRing, member: int) -> int | None:
        """Evaluate the radius of a ring about a member; None if it is not shown."""
        if ring.condition is not None and not self.evaluate(ring.condition, member):
            return None
        radius = self.evaluate(ring.radius, member)
        return radius if radius is not None and 0 < radius <= MAX_RADIUS else None

    def render_place(
        self, type_: Type, value: int, title: str, area: GridArea, things_by_place: ThingsByPlace
    ) -> PlaceShown:
        """Make the place of a value on a board, with its title and the things at it.

        Args:
            type_: The type of its value.
            value: Its value.
            title: Its title on this board; empty for the usual one.
            area: Its cells.
            things_by_place: The things at each place.
        """
        title = title or self.describer.value_title(type_, value)
        things = tuple(things_by_place.get(place_key(type_, value), ()))
        piece, short = self.describer.piece_name(type_, value), self.describer.value_short(type_, value)
        place = make_place(self.describer.value_name(type_, value), title, area, things)
        return evolve(place, piece=piece, short=short if len(short) < len(title) else "")

    # --- things at places

    def render_things(
        self, marks: BoardMarks, first: int, last: int
    ) -> Iterator[tuple[PlaceKey | MapArea | None, ThingShown]]:
        """Evaluate a loop of marks; yield each member's marks with their place, None for beside the board.

        Unconditional marks have columns from ``first`` on, the others are in ``last``.
        """
        for member in self.evaluate_members(marks.of) if marks.of is not None else (NONE,):
            key: PlaceKey | MapArea | None = None
            if marks.at is not None and marks.type is not None:
                value = self.evaluate(marks.at, member)
                if value is None or value == NONE:
                    continue
                key = place_key(marks.type, value)
            if marks.spot is not None:
                key = self.map_area(marks.spot, member)
                if key is None:
                    continue
            shown, column = [], first
            for mark in marks.marks:
                always = mark.condition is None
                if mark.condition is None or self.evaluate(mark.condition, member):
                    self.worth.take_steps(SHOWN_STEPS)
                    shown.append(self.render_mark(mark, member, column if always else last))
                column += always
            if shown:
                piece = self.describer.piece_name(marks.of.type, member) if marks.of is not None else ""
                yield key, ThingShown(marks=tuple(shown), piece=piece)

    def render_mark(self, mark: BoardMark, member: int, column: int) -> MarkShown:
        """Render one mark of a member in its column of texts."""
        turned = self.evaluate_for_text(mark.turned, member) if mark.turned is not None else None
        text, short = self.render_text(mark.text, member), self.render_short_text(mark.text, member)
        return MarkShown(
            text=text,
            tone=mark.tone,
            column=column,
            sign="" if turned == HIDDEN else mark.sign,  # one that is not turned would point somewhere
            turned=None if turned in (None, NONE, HIDDEN) else turned % 360,
            short=short if len(short) < len(text) else "",
        )

    def map_area(self, spot: BoardSpot, member: int) -> MapArea | None:
        """Evaluate the rectangle that a member's mark covers on a map; None if a coordinate is none."""
        left, top = self.evaluate(spot.left, member), self.evaluate(spot.top, member)
        right = self.evaluate(spot.right, member) if spot.right is not None else left
        bottom = self.evaluate(spot.bottom, member) if spot.bottom is not None else top
        if left is None or right is None or top is None or bottom is None or NONE in (left, right, top, bottom):
            return None
        return left, right, top, bottom

    def evaluate_members(self, members: BoardMembers) -> Iterator[int]:
        """Yield the members of a board's loop (``for each s in ships where e``) that satisfy the loop's condition."""
        for member in self.evaluate_candidates(members):
            if not self.worth.take_steps(MEMBER_STEPS):
                return
            if member is not None and (members.where is None or self.evaluate(members.where, member)):
                yield member

    def evaluate_candidates(self, members: BoardMembers) -> Sequence[int | None]:
        """Return all members of the set that a board's loop runs over, before the loop's condition is checked."""
        if members.list:
            return self.describer.element_references(self.describer.lists[members.list])
        if members.low is not None and members.high is not None:
            low, high = self.evaluate(members.low), self.evaluate(members.high)
            return range(low, high + 1) if low is not None and high is not None else ()
        return [self.evaluate(value) if isinstance(value, Aside) else value for value in members.values]

    # --- values

    def evaluate(self, part: Aside | Hole, member: int = NONE) -> int | None:
        """Evaluate an expression in a board for one member of a loop.

        None if it faults, rests on what is hidden from the player, or the steps are exhausted.
        """
        value = self.evaluate_for_text(part, member)
        if value == HIDDEN:
            self.hidden_parts.append(part)
            return None
        return value

    def evaluate_for_text(self, part: Aside | Hole, member: int) -> int | None:
        """Evaluate an expression as :meth:`evaluate` does, but ``HIDDEN`` if it rests on what is hidden."""
        return member if isinstance(part, Hole) else self.worth(part.entry, *(member for _ in part.arguments))

    def render_text(self, parts: AsideParts, member: int = NONE) -> str:
        """Fill in the expressions in a board's text for one member of a loop."""
        return "".join(part if isinstance(part, str) else self.render_value(part, member) for part in parts)

    def render_short_text(self, parts: AsideParts, member: int) -> str:
        """Fill in the expressions in a board's text as their short titles; empty if none of them has one."""
        holes = (part for part in parts if not isinstance(part, str))
        if not any(isinstance(part.type, EnumType) and any(self.shorts_of(part.type)) for part in holes):
            return ""
        return "".join(part if isinstance(part, str) else self.render_short(part, member) for part in parts)

    def shorts_of(self, type_: EnumType) -> Sequence[str]:
        """Return the short titles of an enum's values."""
        info = self.describer.enums.get(type_.enum)
        return info.shorts if info is not None else ()

    def render_short(self, part: Aside | Hole, member: int) -> str:
        """Render the value of one expression by its short title, if it has one."""
        value = self.evaluate_for_text(part, member)
        short = "" if value is None else self.describer.value_short(part.type, value)
        return short or self.render_value(part, member)

    def render_value(self, part: Aside | Hole, member: int) -> str:
        """Render the value of one expression in a board's text for one member of a loop.

        ``?`` if it faults, ``hidden`` if it rests on what is hidden.
        """
        value = self.evaluate_for_text(part, member)
        return "?" if value is None else self.describer.value_title(part.type, value)


def count_fixed_marks(marks: BoardMarks) -> int:
    """Count the unconditional marks at places, each with a text column of its own; 0 for marks beside the board."""
    return sum(mark.condition is None for mark in marks.marks) if marks.at is not None else 0


def place_in_line(layout: BoardLayout, index: int) -> tuple[int, int]:
    """Convert an index in a line of places to a row and a column, by the board's layout."""
    match layout:
        case "rows":
            return index, 0
        case "columns":
            return 0, index
        case "plan" | "map" | "picture":
            raise ValueError(f"no members stand in a line on a {layout}")
        case _:
            assert_never(layout)


def place_key(type_: Type, value: int) -> PlaceKey:
    """Make the key of a place of a board: its enum's name and its value; numbers of all ranges have an empty name."""
    return (type_.enum if isinstance(type_, EnumType) else "", value)


def make_place(name: str, title: str, area: GridArea, things: tuple[ThingShown, ...]) -> PlaceShown:
    """Make a place of a board that covers a grid area, with the things at it.

    Args:
        name: Its stable name; empty for a text.
        title: Its title.
        area: Its cells.
        things: The things at it.
    """
    row, column, columns, rows = area
    return PlaceShown(name=name, title=title, row=row, column=column, columns=columns, rows=rows, things=things)


def render_map(
    board: Board,
    numbers: BoardMap,
    areas: Sequence[PlaceShown],
    shapes: tuple[ShapeShown, ...],
    things_by_place: ThingsByPlace,
) -> BoardShown:
    """Render a map or picture: put things where their coordinates say, without those outside its bounds.

    Args:
        board: The board.
        numbers: Its bounds.
        areas: The areas of a picture, and the captions.
        shapes: Its shapes.
        things_by_place: The things at each place.
    """
    places = []
    cell = 1 if board.by == "map" else 0  # a map's numbers are cells, a picture's are points
    for key, things in things_by_place.items():
        if key is None or len(key) == 2:
            continue
        left, right = max(key[0], numbers.left), min(key[1], numbers.right)
        top, bottom = max(key[2], numbers.top), min(key[3], numbers.bottom)
        if left <= right and top <= bottom:
            name = ", ".join(str(one) if one == last else f"{one}..{last}" for one, last in (key[:2], key[2:]))
            where = top - numbers.top, left - numbers.left, right - left + cell, bottom - top + cell
            places.append(make_place(name, name, where, tuple(things)))
    return BoardShown(
        name=board.name,
        title=board.title,
        layout=board.by,
        rows=numbers.bottom - numbers.top + cell,
        columns=numbers.right - numbers.left + cell,
        places=(*areas, *sorted(places, key=lambda place: (place.row, place.column))),
        notes=tuple(things_by_place.get(None, ())),
        shapes=shapes,
        scale=numbers.scale,
        compass=numbers.compass,
    )
