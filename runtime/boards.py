"""Boards as they stand: what is at which place, in words, whatever draws it.

What is worked out for them is worked out beside the run. Where that is a fault, a text has a question mark, and what
hangs on it is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, assert_never

from attrs import frozen

from bombsight.flat.boards import Board, BoardLayout, BoardMap, BoardMarks, BoardMembers, BoardSpot
from bombsight.flat.sites import Aside, AsideParts, Hole
from bombsight.flat.types import NONE, EnumType, Type
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.derived_values import AsideEvaluator

Tone = Literal["good", "bad", ""]


@frozen(kw_only=True)
class MarkShown:
    """A text at a place.

    Attributes:
        text: What it says.
        tone: Whether that is `good` or `bad` for the player; empty for neither.
        column: In which column it stands where places have rows: marks that always stand have one each, the others
            share the last.
    """

    text: str
    tone: Tone
    column: int


@frozen(kw_only=True)
class ThingShown:
    """What stands at a place: the marks of one thing."""

    marks: tuple[MarkShown, ...]

    @property
    def text(self) -> str:
        """All that it says."""
        return ", ".join(mark.text for mark in self.marks)

    @property
    def tone(self) -> Tone:
        """Bad where anything is, else good where anything is."""
        tones = {mark.tone for mark in self.marks}
        return "bad" if "bad" in tones else "good" if "good" in tones else ""


@frozen(kw_only=True)
class PlaceShown:
    """A place and what stands at it; or a text of the plan, which has no name, and its title says it.

    Attributes:
        name: Its stable name; empty for a text.
        title: The same for reading.
        row: In which row of the grid it lies, from 0. Several places may share a cell.
        column: In which column, from 0.
        columns: How many of them it takes.
        rows: How many rows: more than one in an area of a map.
        things: What stands at it, in order.
    """

    name: str
    title: str
    row: int
    column: int
    columns: int
    rows: int = 1
    things: tuple[ThingShown, ...]


@frozen(kw_only=True)
class BoardShown:
    """A picture of the state.

    Attributes:
        name: Its stable name.
        title: The same for reading.
        layout: How its places lie: by a `plan`, by the two numbers of a `map`, each in a row below the one before
            (`rows`), or beside it (`columns`).
        rows: How many rows its grid has; on a map, how many numbers there are down.
        columns: How many columns, or numbers across.
        places: Its places, row by row.
        notes: What stands beside the whole.
    """

    name: str
    title: str
    layout: BoardLayout
    rows: int
    columns: int
    places: tuple[PlaceShown, ...]
    notes: tuple[ThingShown, ...]


PlaceKey = tuple[str, int]
"""What tells a place: its type and its value."""

MapArea = tuple[int, int, int, int]
"""What of a map a place takes: the first and the last number across, the first and the last down."""

ThingsByPlace = dict[PlaceKey | MapArea | None, list[ThingShown]]
"""What stands at each place, and beside the whole."""

GridArea = tuple[int, int, int, int]
"""The row of a place, its column, and how many columns and rows it takes."""


MEMBER_STEPS = 10
"""Steps for each member that a board goes through."""

SHOWN_STEPS = 400
"""Steps for each row, column and mark that is shown, and each place and text of a plan: it is drawn, and sent
to whoever draws it."""

MAX_AXIS_VALUES = 1_000
"""Rows or columns of a board that has one for each of some values: twenty times as many as anybody looks at."""

MORE_NOTE = ThingShown(marks=(MarkShown(text="more is not shown", tone="", column=0),))
"""Beside a picture for which there were not enough steps."""


@frozen
class BoardRenderer:
    """Boards being worked out in one state.

    Attributes:
        describer: Words what is shown; its state is the one that is shown.
        worth: Gives asides in that state.
    """

    describer: Describer
    worth: AsideEvaluator

    def render_board(self, board: Board) -> BoardShown:
        """A board as it stands."""
        members = self.line_members(board)
        things_by_place: ThingsByPlace = {}
        columns = 0
        for marks in board.marks:
            for key, thing in self.render_things(marks, columns, self.shared_column(board)):
                things_by_place.setdefault(key, []).append(thing)
            columns += count_fixed_marks(marks)
        places = () if board.map is not None else tuple(self.render_places(board, members, things_by_place))
        if self.worth.is_spent or len(members) == MAX_AXIS_VALUES:
            things_by_place.setdefault(None, []).append(MORE_NOTE)
        if board.map is not None:
            return render_map(board, board.map, things_by_place)
        return BoardShown(
            name=board.name,
            title=board.title,
            layout=board.by,
            rows=1 + max((place.row for place in places), default=-1),
            columns=max((place.column + place.columns for place in places), default=0),
            places=places,
            notes=tuple(things_by_place.get(None, ())),
        )

    @staticmethod
    def shared_column(board: Board) -> int:
        """The column of the marks that do not always stand."""
        return sum(map(count_fixed_marks, board.marks))

    def line_members(self, board: Board) -> Sequence[int]:
        """The values that have a row or a column each: the first of them, where there are too many."""
        members: list[int] = []
        for member in self.evaluate_members(board.lined) if board.lined is not None else ():
            if len(members) == MAX_AXIS_VALUES or not self.worth.take_steps(SHOWN_STEPS):
                break
            members.append(member)
        return members

    def render_places(
        self, board: Board, members: Sequence[int], things_by_place: ThingsByPlace
    ) -> Iterator[PlaceShown]:
        """Every place with what stands at it.

        Args:
            board: The board.
            members: The values that have a row or a column each.
            things_by_place: What stands at each place.
        """
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

    def render_place(
        self, type_: Type, value: int, title: str, where: GridArea, things_by_place: ThingsByPlace
    ) -> PlaceShown:
        """A place with what stands at it.

        Args:
            type_: Of its value.
            value: Its value.
            title: What it is called here; empty where it is called as always.
            where: Where it lies.
            things_by_place: What stands at each place.
        """
        title = title or self.describer.value_title(type_, value)
        things = tuple(things_by_place.get(key_of(type_, value), ()))
        return make_place(self.describer.value_name(type_, value), title, where, things)

    # --- what stands there

    def render_things(
        self, marks: BoardMarks, first: int, last: int
    ) -> Iterator[tuple[PlaceKey | MapArea | None, ThingShown]]:
        """What stands at each place.

        Args:
            marks: The marks.
            first: The column of the first of them that always stands.
            last: The column of those that do not.
        """
        for member in self.evaluate_members(marks.of) if marks.of is not None else (NONE,):
            key: PlaceKey | MapArea | None = None
            if marks.at is not None and marks.type is not None:
                value = self.evaluate(marks.at, member)
                if value is None or value == NONE:
                    continue
                key = key_of(marks.type, value)
            if marks.spot is not None:
                key = self.map_area(marks.spot, member)
                if key is None:
                    continue
            shown, column = [], first
            for mark in marks.marks:
                always = mark.condition is None
                if mark.condition is None or self.evaluate(mark.condition, member):
                    self.worth.take_steps(SHOWN_STEPS)
                    text = self.render_text(mark.text, member)
                    shown.append(MarkShown(text=text, tone=mark.tone, column=column if always else last))
                column += always
            if shown:
                yield key, ThingShown(marks=tuple(shown))

    def map_area(self, spot: BoardSpot, member: int) -> MapArea | None:
        """What of a map a thing takes; None where one of its numbers is none."""
        left, top = self.evaluate(spot.left, member), self.evaluate(spot.top, member)
        right = self.evaluate(spot.right, member) if spot.right is not None else left
        bottom = self.evaluate(spot.bottom, member) if spot.bottom is not None else top
        if left is None or right is None or top is None or bottom is None or NONE in (left, right, top, bottom):
            return None
        return left, right, top, bottom

    def evaluate_members(self, members: BoardMembers) -> Iterator[int]:
        """What a variable goes through."""
        for member in self.evaluate_candidates(members):
            if not self.worth.take_steps(MEMBER_STEPS):
                return
            if member is not None and (members.where is None or self.evaluate(members.where, member)):
                yield member

    def evaluate_candidates(self, members: BoardMembers) -> Sequence[int | None]:
        """The same, whatever must hold of them."""
        if members.list:
            return self.describer.element_references(self.describer.lists[members.list])
        if members.low is not None and members.high is not None:
            low, high = self.evaluate(members.low), self.evaluate(members.high)
            return range(low, high + 1) if low is not None and high is not None else ()
        return [self.evaluate(value) if isinstance(value, Aside) else value for value in members.values]

    # --- values

    def evaluate(self, part: Aside | Hole, member: int = NONE) -> int | None:
        """What a part is worth of a member; None where it is a fault."""
        return member if isinstance(part, Hole) else self.worth(part.entry, *(member for _ in part.arguments))

    def render_text(self, parts: AsideParts, member: int = NONE) -> str:
        """A text of a member."""
        return "".join(part if isinstance(part, str) else self.render_value(part, member) for part in parts)

    def render_value(self, part: Aside | Hole, member: int) -> str:
        """A value in words."""
        value = self.evaluate(part, member)
        return "?" if value is None else self.describer.value_title(part.type, value)


def count_fixed_marks(marks: BoardMarks) -> int:
    """How many of the marks always stand; beside the whole picture there are no columns."""
    return sum(mark.condition is None for mark in marks.marks) if marks.at is not None else 0


def place_in_line(layout: BoardLayout, index: int) -> tuple[int, int]:
    """The row and the column of a member that stands in a line with others."""
    match layout:
        case "rows":
            return index, 0
        case "columns":
            return 0, index
        case "plan" | "map":
            raise ValueError(f"no members stand in a line on a {layout}")
        case _:
            assert_never(layout)


def key_of(type_: Type, value: int) -> PlaceKey:
    """What tells a place: numbers of all ranges are alike."""
    return (type_.enum if isinstance(type_, EnumType) else "", value)


def make_place(name: str, title: str, where: GridArea, things: tuple[ThingShown, ...]) -> PlaceShown:
    """A place where it lies."""
    row, column, columns, rows = where
    return PlaceShown(name=name, title=title, row=row, column=column, columns=columns, rows=rows, things=things)


def render_map(board: Board, numbers: BoardMap, things_by_place: ThingsByPlace) -> BoardShown:
    """A map with what stands on it; what lies beyond its numbers is not shown."""
    places = []
    for key, things in things_by_place.items():
        if key is None or len(key) == 2:
            continue
        left, right = max(key[0], numbers.left), min(key[1], numbers.right)
        top, bottom = max(key[2], numbers.top), min(key[3], numbers.bottom)
        if left <= right and top <= bottom:
            name = ", ".join(str(one) if one == last else f"{one}..{last}" for one, last in (key[:2], key[2:]))
            where = top - numbers.top, left - numbers.left, right - left + 1, bottom - top + 1
            places.append(make_place(name, name, where, tuple(things)))
    return BoardShown(
        name=board.name,
        title=board.title,
        layout="map",
        rows=numbers.bottom - numbers.top + 1,
        columns=numbers.right - numbers.left + 1,
        places=tuple(sorted(places, key=lambda place: (place.row, place.column))),
        notes=tuple(things_by_place.get(None, ())),
    )
