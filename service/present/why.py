"""Why: which throw is meant, and what other throws would have led to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.dsl.dice import Dice
from bombsight.flat.sites import RollSite, RowInfo
from bombsight.runtime.events.views import BeforehandView, DrawView, RollView, View
from bombsight.runtime.machine import Event
from bombsight.runtime.run.rerun import Reached, run_again
from bombsight.runtime.run.script import Known
from bombsight.runtime.session.session import Session
from bombsight.service.lookup.names import fitting
from bombsight.service.lookup.phrases import label
from bombsight.service.present.view import DRAWN
from bombsight.service.programs.machines import load

MOST = 12
"""A throw with more results than this is not thrown again to see what each of them leads to."""

THROWN = (RollView, BeforehandView, DrawView)
"""Events that tell of a throw, a table's result without one, or a draw; among very many they are found sooner so."""


@frozen
class Led:
    """What neighbouring results of the dice lead to.

    Attributes:
        low, high: The least and the greatest of them, as they fall.
        row: The row that they lead to.
    """

    low: int
    high: int
    row: RowInfo


def throws(views: Sequence[View]) -> Iterator[int]:
    """The numbers of the events that tell of a throw, or of a table's result without one, the last first."""
    return (at for at in range(len(views) - 1, -1, -1) if isinstance(views[at], THROWN))


def throw_meant(views: Sequence[View], word: str) -> int:
    """The number of the event of a throw: the last, the one so many before (1 is the last), or the last on a table.

    Args:
        views: What has happened; no more of it is looked at than is needed.
        word: Empty, a number, or the id of a table, or a part of its title.

    Raises:
        InputError: There is no such throw.
    """
    first = next(throws(views), None)
    if first is None:
        raise InputError("no dice were thrown yet")
    if not word:
        return first
    if word.isdecimal() and len(word) < 7:
        found = [*islice(throws(views), int(word))]
        if not 1 <= int(word) <= len(found):
            raise InputError(f"there is no throw {word}", "", f"There were {len([*throws(views)])}; 1 is the last.")
        return found[-1]
    last: dict[tuple[str, str], int] = {}
    for at in throws(views):
        told = views[at]
        if isinstance(told, RollView | BeforehandView):
            last.setdefault((told.table or "", label(told.table, told.title)), at)
        else:
            last.setdefault(("", DRAWN), at)
    meant = fitting(word, [*last], lambda each: each, lambda each: each[1])
    if not meant:
        raise InputError(f"nothing was thrown for {word}", "", "Say why N for the Nth last throw; `log` numbers them.")
    return max(last[each] for each in meant)


def is_open(view: View) -> bool:
    """Whether the row of a throw does not say by itself which results led to it, as it is no plain range."""
    return isinstance(view, RollView) and view.row is not None and any(map(str.isalpha, view.row.label))


PLAIN = re.compile(r"[\d., ]+|else")
"""The key of a row that says by itself which results lead to it; of a natural row a condition may decide, too."""


def is_plain(session: Session, index: int) -> bool:
    """Whether the rows of a throw, and the modifiers told with it, say which results would have led to which row.

    Args:
        session: The game.
        index: The number of the throw's event.
    """
    site = session.program.sites[session.journal.events[index][0]]
    return (
        isinstance(site, RollSite)
        and all(PLAIN.fullmatch(row.label) for row in site.rows)
        and not any(re.search(r"\bnatural\b", modifier.text) for modifier in site.modifiers)
    )


def led(session: Session, index: int) -> list[Led]:
    """What each result of a throw would have led to as things stood; empty where that is too much to tell.

    Args:
        session: The game.
        index: The number of the throw's event.
    """
    site = session.program.sites[session.journal.events[index][0]]
    before = [at for at, told in enumerate(session.trail) if told.is_throw and told.events <= index]
    if not isinstance(site, RollSite) or site.dice.count > 1 or site.dice.sides > MOST or not before:
        return []
    asked = before[-1]
    rows = [(face, row_for(session, asked, site, face)) for face in site.dice.results]
    return [*ranges(site, rows)]


def ranges(site: RollSite, rows: Sequence[tuple[int, int]]) -> Iterator[Led]:
    """Results that lead to the same row, together."""
    for number, same in groupby(rows, key=lambda pair: pair[1]):
        faces = [face for face, _ in same]
        if number >= 0:
            yield Led(faces[0], faces[-1], site.rows[number])


def row_for(session: Session, asked: int, site: RollSite, face: int) -> int:
    """The number of the row that a result would have led to; -1 for none.

    Args:
        session: The game.
        asked: How many throws and answers came before.
        site: Of the throw.
        face: The result.
    """
    found: list[int] = []
    thrown = False

    def roll(number: int, dice: Dice) -> int:
        nonlocal thrown
        thrown = True
        return face

    def ask(*question: object) -> int:
        raise Reached

    def log(event: Event) -> None:
        # The last known throw is told here, too, and may have been one on the same table.
        if thrown and session.program.sites[event[0]] is site:
            found.append(event[3])
            raise Reached

    known = Known(session.script[:asked], roll, ask, log)
    machine = load(session.program, known.roll, known.ask, known.log)
    machine.missions_by(session.past.played(machine, known))
    run_again(machine, session.entry, session.header.args)
    return found[0] if found else -1
