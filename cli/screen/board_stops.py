"""Stops of the cursor on boards: the places and things that answer the question or have something to say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import evolve, frozen

from bombsight.cli.play.boards import PlacedTarget
from bombsight.cli.screen.piece_answers import PieceAnswer
from bombsight.service.boards.pieces import has_words

CELL_RATIO = 2
"""How many columns are as long as a line is high, about."""

SIDEWAYS_COST = 2
"""How much more a way across the direction of an arrow key counts than one along it."""


@frozen
class BoardStop:
    """A place on the boards where the cursor can stand.

    Attributes:
        name: The piece that stands there, behind the name of its board.
        left: Its first column.
        top: Its first line.
        right: The column behind its last.
        bottom: The line behind its last.
        words: What it is, in whole words.
        answers: What it answers; nothing if it only has words, several if several pieces stand there.
    """

    name: str
    left: int
    top: int
    right: int
    bottom: int
    words: str
    answers: tuple[PieceAnswer, ...]

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, in columns."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2 * CELL_RATIO

    def contains(self, column: int, line: int) -> bool:
        """Whether a cell is in it."""
        return self.left <= column < self.right and self.top <= line < self.bottom


def find_stops(targets: Iterable[PlacedTarget], answers: Sequence[PieceAnswer]) -> list[BoardStop]:
    """Find the stops among the targets of boards; what has the very same cells is one stop."""
    useful = [
        (target, own_answers)
        for target in targets
        if (own_answers := [each for each in answers if each.piece == target.target.piece])
        or has_words(target.board, target.target)
    ]
    useful.sort(key=lambda each: cells_of(each[0]))  # what stands first in the same cells remains first
    stops: list[BoardStop] = []
    for cells, group in groupby(useful, key=lambda each: cells_of(each[0])):
        members = [*group]
        first = members[0][0]
        own = dict.fromkeys(answer for _, own_answers in members for answer in own_answers)
        stops.append(BoardStop(f"{first.board.name}:{first.target.piece}", *cells, first.target.text, tuple(own)))
    return sorted(merge_containers(stops), key=lambda stop: (stop.top, stop.left))


def merge_containers(stops: Sequence[BoardStop]) -> Iterator[BoardStop]:
    """Yield the stops without those that answer nothing and hold one that does; that one has their words then."""
    for stop in stops:
        if not stop.answers and any(other.answers and is_around(stop, other) for other in stops):
            continue
        around = [other for other in stops if not other.answers and is_around(other, stop)]
        yield evolve(stop, words=min(around, key=area).words) if stop.answers and around else stop


def is_around(stop: BoardStop, other: BoardStop) -> bool:
    """Whether a stop holds another one whole, and says of it what it says itself."""
    is_inside = stop.left <= other.left and stop.top <= other.top and other.right <= stop.right
    return is_inside and other.bottom <= stop.bottom and stop is not other and other.words in stop.words


def cells_of(target: PlacedTarget) -> tuple[int, int, int, int]:
    """The cells of a target: its first column and line, and those behind its last."""
    return target.left, target.top, target.right, target.bottom


def first_stop(stops: Sequence[BoardStop], preferred: PieceAnswer | None) -> int:
    """The number of the stop where the cursor begins: that of the preferred answer, of any answer, else the first."""
    numbers = range(len(stops))
    preferred_ones = [number for number in numbers if preferred in stops[number].answers]
    return next(iter([*preferred_ones, *(number for number in numbers if stops[number].answers)]), 0)


def next_stop(stops: Sequence[BoardStop], at: int, across: int, down: int) -> int:
    """The number of the nearest stop in a direction; the same if there is none.

    Args:
        stops: The stops.
        at: The number of the stop where the cursor is.
        across: 1 to the right, -1 to the left.
        down: 1 down, -1 up.
    """
    x, y = stops[at].middle

    def cost(number: int) -> float | None:
        """Return how far a stop is in the direction; None if it lies elsewhere."""
        other_x, other_y = stops[number].middle
        along = (other_x - x) * across + (other_y - y) * down
        aside = abs((other_x - x) * down) + abs((other_y - y) * across)
        is_behind = along == aside == 0 and (number - at) * (across + down) > 0  # one holds the other
        return along + SIDEWAYS_COST * aside if along > 0 or is_behind else None

    costs = {number: found for number in range(len(stops)) if (found := cost(number)) is not None}
    return min(costs, key=costs.__getitem__, default=at)


def stop_at(stops: Sequence[BoardStop], column: int, line: int) -> int | None:
    """The number of the stop at a cell: the smallest that answers, else the smallest; None for none."""
    found = [number for number, stop in enumerate(stops) if stop.contains(column, line)]
    return min(found, key=lambda number: (not stops[number].answers, area(stops[number])), default=None)


def area(stop: BoardStop) -> int:
    """The number of cells of a stop."""
    return (stop.right - stop.left) * (stop.bottom - stop.top)
