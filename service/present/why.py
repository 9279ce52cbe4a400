"""The lookup of a throw for ``why``, and the outcomes of other results of its dice."""

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
"""The maximum number of results of a throw for which all outcomes are computed by replay."""

THROW_EVENTS = (RollView, BeforehandView, DrawView)
"""The classes of events of throws, results without dice, and draws; a class test is fast among many events."""


@frozen
class ResultRange:
    """A range of dice results that lead to one table row.

    Attributes:
        low, high: The lowest and the highest result, before modifiers.
        row: The row that they lead to.
    """

    low: int
    high: int
    row: RowInfo


def find_throws(views: Sequence[View]) -> Iterator[int]:
    """Yield the indices of the events that are throws, draws, or results without dice, the last first."""
    return (at for at in range(len(views) - 1, -1, -1) if isinstance(views[at], THROW_EVENTS))


def count_throws_to_row(views: Sequence[View]) -> int:
    """Count how many throws back that one lies whose row threw the last throw's dice, as those in its title.

    The last throw itself is 1; the result is 0 if no row of a table threw its dice.
    """
    last: RollView | None = None
    for number, at in enumerate(find_throws(views), 1):
        view = views[at]
        if last is None:
            if not isinstance(view, RollView) or view.row is not None:
                return 0
            last = view
        elif isinstance(view, RollView) and view.row is not None:
            return number if last.table is None and view.title == last.title != "" else 0
    return 0


def find_throw(views: Sequence[View], which: str) -> int:
    """Find the index of a throw's event: the last, the Nth last (1 is the last), or the last on a table.

    Args:
        views: The events; no more of them are read than needed.
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
    """Whether a throw's row key contains words, so that it does not show which results lead to the row."""
    return isinstance(view, RollView) and view.row is not None and any(map(str.isalpha, view.row.label))


PLAIN_KEY = re.compile(r"[\d., ]+|else")
"""The pattern of plain row keys, which show the results that lead to them."""


def has_plain_rows(session: Session, index: int) -> bool:
    """Whether the table of a throw shows by itself which row each dice result leads to: all keys are plain numbers."""
    site = session.program.sites[session.journal.events[index][0]]
    return (
        isinstance(site, RollSite)
        and all(PLAIN_KEY.fullmatch(row.label) for row in site.rows)
        and not any(re.search(r"\bnatural\b", modifier.text) for modifier in site.modifiers)
    )


def find_other_results(session: Session, index: int) -> list[ResultRange]:
    """Replay a throw with every other face, and return which results lead to which row; empty if too many."""
    site = session.program.sites[session.journal.events[index][0]]
    previous_throws = [at for at, told in enumerate(session.trail) if told.is_throw and told.events <= index]
    if (
        not isinstance(site, RollSite)
        or site.takes_every
        or site.dice.die_count > 1
        or site.dice.sides > MAX_RESULTS
        or not previous_throws
    ):
        return []
    script_length = previous_throws[-1]
    rows = [(face, find_row_for_face(session, script_length, site, face)) for face in site.dice.results]
    return [*merge_results(site, rows)]


def merge_results(site: RollSite, rows: Sequence[tuple[int, int]]) -> Iterator[ResultRange]:
    """Merge consecutive faces that lead to the same row into ranges; leave out faces that lead to none."""
    for number, same in groupby(rows, key=lambda pair: pair[1]):
        faces = [face for face, _ in same]
        if number >= 0:
            yield ResultRange(faces[0], faces[-1], site.rows[number])


def find_row_for_face(session: Session, script_length: int, site: RollSite, face: int) -> int:
    """Replay a session up to a throw, with another face, and return the number of its row; -1 for none.

    Args:
        session: The game.
        script_length: How many throws and answers came before.
        site: The site of the throw.
        face: The other result.
    """
    row_numbers: list[int] = []
    thrown = False

    def roll(number: int, dice: Dice) -> int:
        """Callback of the replay for dice beyond the recorded ones: return the other face."""
        nonlocal thrown
        thrown = True
        return dice.outcome((face,))

    def ask(*question: object) -> int:
        """Callback of the replay for questions beyond the recorded ones: stop the replay."""
        raise TargetReached

    def log(event: Event) -> None:
        # The last recorded throw emits an event, too, perhaps on the same table.
        """Callback of the replay for events: record the row of the throw with the other face, and stop."""
        if thrown and session.program.sites[event[0]] is site:
            row_numbers.append(event[3])
            raise TargetReached

    callbacks = ScriptedCallbacks(session.script[:script_length], roll, ask, log)
    machine = load(session.program, callbacks.roll, callbacks.ask, callbacks.log)
    machine.hook_missions(session.checkpoints.mission_hook(machine, callbacks))
    rerun(machine, session.entry, session.header.args)
    return row_numbers[0] if row_numbers else -1
