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
from bombsight.runtime.run.rerun import TargetReached, rerun
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks
from bombsight.runtime.session.session import Session
from bombsight.service.lookup.name_matching import find_best_matches
from bombsight.service.lookup.phrases import table_label
from bombsight.service.present import sentences
from bombsight.service.present.view import DRAWN_TITLE
from bombsight.service.programs.loaders import load

MAX_RESULTS = 12
"""A throw with more results than this is not thrown again to see what each of them leads to."""

THROW_EVENTS = (RollView, BeforehandView, DrawView)
"""Events that tell of a throw, a table's result without one, or a draw; among very many they are found sooner so."""


@frozen
class ResultRange:
    """What neighbouring results of the dice lead to.

    Attributes:
        low, high: The least and the greatest of them, as they fall.
        row: The row that they lead to.
    """

    low: int
    high: int
    row: RowInfo


def find_throws(views: Sequence[View]) -> Iterator[int]:
    """The numbers of the events that tell of a throw, or of a table's result without one, the last first."""
    return (at for at in range(len(views) - 1, -1, -1) if isinstance(views[at], THROW_EVENTS))


def find_throw(views: Sequence[View], which: str) -> int:
    """The number of the event of a throw: the last, the one so many before (1 is the last), or the last on a table.

    Args:
        views: What has happened; no more of it is looked at than is needed.
        which: Empty, a number, or the id of a table, or a part of its title.

    Raises:
        InputError: There is no such throw.
    """
    first = next(find_throws(views), None)
    if first is None:
        raise InputError(sentences.NO_THROWS)
    if not which:
        return first
    if which.isdecimal() and len(which) < 7:
        throw_numbers = [*islice(find_throws(views), int(which))]
        if not 1 <= int(which) <= len(throw_numbers):
            raise InputError(sentences.no_throw(which), "", sentences.throw_count_hint(len([*find_throws(views)])))
        return throw_numbers[-1]
    last_by_table: dict[tuple[str, str], int] = {}
    for at in find_throws(views):
        view = views[at]
        if isinstance(view, RollView | BeforehandView):
            last_by_table.setdefault((view.table or "", table_label(view.table, view.title)), at)
        else:
            last_by_table.setdefault(("", DRAWN_TITLE), at)
    matches = find_best_matches(which, [*last_by_table], lambda each: each, lambda each: each[1])
    if not matches:
        raise InputError(sentences.no_throw_for(which), "", sentences.THROWS_HINT)
    return max(last_by_table[each] for each in matches)


def needs_other_results(view: View) -> bool:
    """Whether the row of a throw does not say by itself which results led to it, as it is no plain range."""
    return isinstance(view, RollView) and view.row is not None and any(map(str.isalpha, view.row.label))


PLAIN_KEY = re.compile(r"[\d., ]+|else")
"""The key of a row that says by itself which results lead to it; of a natural row a condition may decide, too."""


def has_plain_rows(session: Session, index: int) -> bool:
    """Whether the rows of a throw, and the modifiers told with it, say which results would have led to which row.

    Args:
        session: The game.
        index: The number of the throw's event.
    """
    site = session.program.sites[session.journal.events[index][0]]
    return (
        isinstance(site, RollSite)
        and all(PLAIN_KEY.fullmatch(row.label) for row in site.rows)
        and not any(re.search(r"\bnatural\b", modifier.text) for modifier in site.modifiers)
    )


def find_other_results(session: Session, index: int) -> list[ResultRange]:
    """What each result of a throw would have led to as things stood; empty where that is too much to tell.

    Args:
        session: The game.
        index: The number of the throw's event.
    """
    site = session.program.sites[session.journal.events[index][0]]
    previous_throws = [at for at, told in enumerate(session.trail) if told.is_throw and told.events <= index]
    if not isinstance(site, RollSite) or site.dice.count > 1 or site.dice.sides > MAX_RESULTS or not previous_throws:
        return []
    script_length = previous_throws[-1]
    rows = [(face, find_row_for_face(session, script_length, site, face)) for face in site.dice.results]
    return [*merge_results(site, rows)]


def merge_results(site: RollSite, rows: Sequence[tuple[int, int]]) -> Iterator[ResultRange]:
    """Results that lead to the same row, together."""
    for number, same in groupby(rows, key=lambda pair: pair[1]):
        faces = [face for face, _ in same]
        if number >= 0:
            yield ResultRange(faces[0], faces[-1], site.rows[number])


def find_row_for_face(session: Session, script_length: int, site: RollSite, face: int) -> int:
    """The number of the row that a result would have led to; -1 for none.

    Args:
        session: The game.
        script_length: How many throws and answers came before.
        site: Of the throw.
        face: The result.
    """
    row_numbers: list[int] = []
    thrown = False

    def roll(number: int, dice: Dice) -> int:
        nonlocal thrown
        thrown = True
        return face

    def ask(*question: object) -> int:
        raise TargetReached

    def log(event: Event) -> None:
        # The last known throw is told here, too, and may have been one on the same table.
        if thrown and session.program.sites[event[0]] is site:
            row_numbers.append(event[3])
            raise TargetReached

    callbacks = ScriptedCallbacks(session.script[:script_length], roll, ask, log)
    machine = load(session.program, callbacks.roll, callbacks.ask, callbacks.log)
    machine.hook_missions(session.checkpoints.mission_hook(machine, callbacks))
    rerun(machine, session.entry, session.header.args)
    return row_numbers[0] if row_numbers else -1
