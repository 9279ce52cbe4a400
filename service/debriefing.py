"""A debriefing: how things stand as a mission of a career ends, before what belongs to it falls back.

Nothing of a run is kept but its dice and answers, so the run is done again with them up to where missions end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import frozen

from bombsight.flat.layout import STEPS
from bombsight.flat.program import STEP_BUDGET, Fault, Program
from bombsight.flat.sites import LeaveSite
from bombsight.flat.types import EnumType
from bombsight.runtime.describe import Describer
from bombsight.runtime.errors import InputError
from bombsight.runtime.machine import Machine
from bombsight.runtime.play import begin
from bombsight.runtime.script import Known
from bombsight.runtime.session import Session
from bombsight.runtime.views import EnterView, View
from bombsight.service.machines import load
from bombsight.service.sheet import CAREER, Sheet, SheetGroup
from bombsight.service.story import heading
from bombsight.service.troubles import Trouble, troubles


@frozen
class Counted:
    """A tally of the mission: its title, its value in words, and whether players want more or less of it.

    ``number`` is the value where such numbers add up, yes being 1; None for one of an enum.
    """

    title: str
    value: str
    matters: Literal["good", "bad", ""]
    number: int | None = None


@frozen(kw_only=True)
class Debriefing:
    """How things stood as a mission ended.

    Attributes:
        title: The mission's.
        event: The number of the event that ended it.
        tallies: What is counted of it, what weighs most first.
        troubles: What is wrong with men and machines.
        sheet: What else of the mission's sheet differs from how it began.
        record: The same of the career's sheet.
    """

    title: str
    event: int
    tallies: tuple[Counted, ...]
    troubles: tuple[Trouble, ...]
    sheet: tuple[SheetGroup, ...]
    record: tuple[SheetGroup, ...]


def mission_ends(session: Session, start: int = 0) -> list[int]:
    """The numbers of the events from ``start`` on that end a mission of a career; none where a mission is all."""
    program = session.program
    if session.header.entry != CAREER:
        return []
    sites = {at for at, site in enumerate(program.sites) if is_end(site, program.mission.name)}
    return [at for at, event in enumerate(session.journal.events[start:], start) if event[0] in sites]


def is_end(site: object, mission: str) -> bool:
    """Whether events of a site end a mission."""
    return isinstance(site, LeaveSite) and site.kind == "procedure" and site.name == mission


def debriefings(session: Session, start: int = 0) -> list[Debriefing]:
    """How things stood at the end of each mission that ended from the event ``start`` on, in their order."""
    ends = mission_ends(session, start)
    return [debriefed(session, at, slots) for at, slots in states(session, ends)] if ends else []


class Seen(Exception):  # noqa: N818 - all has been seen
    """The run has come to the last event that is wanted."""


def states(session: Session, events: Sequence[int]) -> list[tuple[int, list[int]]]:
    """The state as it was at some events, with their numbers."""
    found: list[tuple[int, list[int]]] = []
    wanted = set(events)
    count = 0

    def log(*event: int) -> None:
        nonlocal count
        if count in wanted:
            found.append((count, list(machine.slots)))
            if len(found) == len(wanted):
                raise Seen
        count += 1

    known = Known(session.script, unknown, unknown)

    def ask(site: int, options: Sequence[int], score: object, values: object) -> int:
        nonlocal count
        answer = known.ask(site, options, None, tuple)
        count += 1  # an answer is an event, told by whoever asks
        return answer

    machine = load(session.program, known.roll, ask, log)
    try:
        begin(machine)
        machine.call(session.entry, *session.header.args)
    except (Seen, Fault):
        pass
    finally:
        machine.close()
    return found


def unknown(*asked: object) -> int:
    """More is asked than was answered: the events wanted lie before that.

    Raises:
        InputError: Always.
    """
    raise InputError("a mission that has ended cannot be come to again")


def debriefed(session: Session, at: int, slots: Sequence[int], *, lists: bool = True) -> Debriefing:
    """How things stand as a mission ends in this state, with the sheets' ``lists`` or without."""
    program = session.program
    describer = Describer(program)
    describer.slots, describer.shown = slots, session.describer.shown
    groups = Sheet(describer).groups(lists=lists)
    of_mission = tuple(group for group in groups if group.owner == program.mission.name)
    return Debriefing(
        title=title_of(session, at),
        event=at,
        tallies=tuple(counted(program, describer, slots)),
        troubles=tuple(troubles([*(group for group in groups if group.owner == CAREER), *of_mission])),
        sheet=of_mission,
        record=tuple(group for group in groups if group.owner == CAREER),
    )


def title_of(session: Session, at: int) -> str:
    """What the mission is called whose end is this event."""
    begun: Iterator[View] = map(session.journal.view, range(at - 1, -1, -1))
    name = session.program.mission.name
    return next((heading(view) for view in begun if isinstance(view, EnterView) and view.name == name), name)


def counted(program: Program, describer: Describer, slots: Sequence[int]) -> Iterator[Counted]:
    """What is counted of a mission in this state; a tally that is a fault is left out."""
    machine: Machine = load(program, unknown, unknown)
    try:
        machine.start()
        for number, value in enumerate(slots):
            machine.slots[number] = value
        for tally in program.tallies_of(program.mission):
            machine.slots[STEPS] = STEP_BUDGET
            try:
                given = machine.call(tally.entry)
            except Fault:
                continue
            assert isinstance(given, int)  # a tally gives one integer
            number_told = None if isinstance(tally.type, EnumType) else given
            yield Counted(tally.title, describer.title(tally.type, given), tally.matters, number_told)
    finally:
        machine.close()
