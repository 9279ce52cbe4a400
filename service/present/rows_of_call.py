"""The events of one call of a table of which every row applies whose key or condition holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bombsight.runtime.events.views import BeforehandView, RollView, View


def find_rows_of_call(views: Sequence[View], at: int) -> tuple[int, ...]:
    """Return the indices of the events of a call, of which one is given: its roll, and the rows that apply beside it.

    The page does the same in ``web/src/play/why/rowsOfCall.ts``.

    Args:
        views: The events that the reader may see.
        at: The index of an event of a throw, or of a row without one.

    Returns:
        The events in their order; the given one alone if its table applies one row.
    """
    view = views[at]
    if isinstance(view, BeforehandView) and view.number:
        events = [*preceding_rows(views, at, view.table, view.number), at]
        number = view.number
    elif isinstance(view, RollView) and view.table is not None and view.takes_every:
        events, number = [*rows_before_throw(views, at, view.table), at], 0
    else:
        return (at,)
    return (*events, *following_rows(views, events[-1], number))


def preceding_rows(views: Sequence[View], at: int, table: str, number: int) -> list[int]:
    """Return the events of a call before that of its row with a number: rows with lower numbers, and the roll."""
    found: list[int] = []
    for before in range(at - 1, -1, -1):
        view = views[before]
        if isinstance(view, RollView) and view.table == table:
            return [*rows_before_throw(views, before, table), before, *reversed(found)]
        if isinstance(view, BeforehandView) and view.table == table:
            if not 0 < view.number < number:
                break
            found.append(before)
            number = view.number
    return found[::-1]


def rows_before_throw(views: Sequence[View], at: int, table: str) -> list[int]:
    """Return the events of the rows that a call applied before its dice were thrown, at an index."""
    found: list[int] = []
    for before in range(at - 1, -1, -1):
        view = views[before]
        if isinstance(view, RollView) and view.table == table:
            return []
        if isinstance(view, BeforehandView) and view.table == table:
            found.append(before)
            if view.number <= 1:
                return found[::-1] if view.number else []
    return []


def following_rows(views: Sequence[View], at: int, number: int) -> Iterator[int]:
    """Yield the events of the rows that follow that of an event in the same call, by their rising numbers."""
    first = views[at]
    assert isinstance(first, RollView | BeforehandView)
    for after in range(at + 1, len(views)):
        view = views[after]
        if isinstance(view, RollView) and view.table == first.table:
            if number and isinstance(first, BeforehandView):
                yield after
                number = 0
                continue
            return
        if isinstance(view, BeforehandView) and view.table == first.table:
            if view.number <= max(number, 1 if isinstance(first, RollView) else 0):
                return
            number = view.number
            yield after
