"""Debriefings: summaries of the state at the end of each mission of a career, before that state is reset.

A run keeps nothing but its dice and answers, so it is replayed up to the ends of missions.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from math import prod
from typing import Literal

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.flat.layout import STEPS_SLOT, SlotField
from bombsight.flat.program import Fault, Program
from bombsight.flat.sites import ChangeSite, EnterSite, LeaveSite
from bombsight.flat.types import EnumType, IntType, TextType
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.events.views import EnterView
from bombsight.runtime.machine import Event, Machine
from bombsight.runtime.run.checkpoints import MissionCheckpoint
from bombsight.runtime.run.rerun import TargetReached, rerun
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks
from bombsight.runtime.session.session import Session
from bombsight.service.present import sentences
from bombsight.service.present.sheet import CAREER, Sheet, SheetGroup, SheetLine, SheetValue, is_shown_field, is_worse
from bombsight.service.present.story import render_heading
from bombsight.service.present.troubles import Trouble, find_troubles, given_names
from bombsight.service.programs.loaders import load


@frozen
class Counted:
    """A tally (statistic) of the mission: its title, its value in words, and whether players want more or less of it.

    Attributes:
        number: The value where such numbers add up, yes being 1; None for one of an enum.
        is_balance: Whether it may be below 0: a balance, which says little of a single mission.
    """

    title: str
    value: str
    matters: Literal["good", "bad", ""]
    number: int | None = None
    is_balance: bool = False


@frozen(kw_only=True)
class Debriefing:
    """The summary of a game's state at the end of a mission.

    Attributes:
        title: The title of the mission.
        event: The number of the event that ended it.
        tallies: The mission's tallies, the most important first.
        troubles: Damage to people and machines, except what a tally says in the same words.
        sheet: Changes on the mission's sheet that no tally says; of a list, the new elements.
        record: The same changes on the career's sheet.
    """

    title: str
    event: int
    tallies: tuple[Counted, ...]
    troubles: tuple[Trouble, ...]
    sheet: tuple[SheetGroup, ...]
    record: tuple[SheetGroup, ...]


@frozen
class EndedMission:
    """The indices of the journal events at which an ended mission begins and ends.

    Attributes:
        begin: The number of its first event.
        last: The event at which its last titled part begins, in which losses may be replaced; ``begin`` if it has none.
        end: The number of its last event.
    """

    begin: int
    last: int
    end: int


def find_ended_missions(session: Session, start: int = 0) -> list[EndedMission]:
    """Find the missions, of a career or played alone, whose end lies at or after the event ``start``."""
    events, mission = session.journal.events, session.program.mission.name
    ends = find_bound_sites(session.program, LeaveSite, mission, {event[0] for event in events[start:]})
    if not ends:
        return []

    @cache
    def begins_mission(site: int) -> bool:
        """Whether the site (code location that emits events) with a number begins the mission's procedure."""
        return bool(find_bound_sites(session.program, EnterSite, mission, [site]))

    missions = []
    for end in (at for at, event in enumerate(events[start:], start) if event[0] in ends):
        begin = next(at for at in range(end, -1, -1) if begins_mission(events[at][0]))
        missions.append(EndedMission(begin, max(find_turning_points(session, begin, end), default=begin), end))
    return missions


def find_bound_sites(
    program: Program, kind: type[EnterSite] | type[LeaveSite], name: str, site_numbers: Iterable[int]
) -> set[int]:
    """Select the ``site_numbers`` whose sites (code locations that emit events) begin or end a procedure.

    Args:
        program: The flat program.
        kind: The class of the sites: beginnings, or ends.
        name: The name of the procedure.
        site_numbers: The numbers of sites to search.
    """
    numbered_sites = ((at, program.sites[at]) for at in site_numbers if at >= 0)
    return {
        at for at, site in numbered_sites if isinstance(site, kind) and (site.kind, site.name) == ("procedure", name)
    }


def find_turning_points(session: Session, begin: int, end: int, depth: int = 1) -> list[int]:
    """Find the indices of events that begin titled procedures or steps, at most ``depth`` titled levels deep.

    Args:
        session: The game.
        begin: The event after which the search begins.
        end: The event before which it ends.
        depth: The deepest level.
    """
    sites, events = session.program.sites, session.journal.events[begin + 1 : end]
    numbers = {event[0] for event in events if event[0] >= 0}  # the outcome has no site
    bounds_at = {number: sites[number] for number in numbers if isinstance(sites[number], EnterSite | LeaveSite)}
    events_found = []
    names: list[str] = []
    titled = [0]  # titled[n]: how many of the n outermost open names have a title
    for at, event in enumerate(events, begin + 1):
        site = bounds_at.get(event[0])
        if site is None:
            continue
        if isinstance(site, EnterSite):
            names.append(site.name)
            titled.append(titled[-1] + bool(site.title))
            if site.title and titled[-1] <= depth:
                events_found.append(at)
        elif isinstance(site, LeaveSite) and site.name in names:
            while names.pop() != site.name:
                pass
            del titled[len(names) + 1 :]
    return events_found


def debrief_missions(
    session: Session, start: int = 0, sheet: Sheet | None = None, shown: Program | None = None
) -> list[Debriefing]:
    """Make the debriefing of each career mission whose end lies at or after the event ``start``.

    There are none if only a single mission is played.

    Args:
        session: The game.
        start: The number of an event.
        sheet: A sheet of the session, in any state, to reuse; None for a new one.
        shown: The program as its reader sees it, with his good and bad; None for that of the session.
    """
    if session.header.entry != CAREER:
        return []
    missions = find_ended_missions(session, start)
    states_seen = states_at(session, [at for mission in missions for at in (mission.begin, mission.last, mission.end)])
    sheet = sheet or Sheet(session.describer)
    return [debrief_mission(session, mission, states_seen, sheet, shown=shown) for mission in missions]


def states_at(session: Session, events: Iterable[int]) -> dict[int, list[int]]:
    """Replay a session and copy its state slots at some events: a map from the event's index to the slots."""
    slots_by_event: dict[int, list[int]] = {}

    def copy_state(event: int, slots: Sequence[int]) -> None:
        """Copy the state at an event."""
        slots_by_event[event] = list(slots)

    visit_states(session, events, copy_state)
    return slots_by_event


def visit_states(session: Session, events: Iterable[int], visit: Callable[[int, Sequence[int]], None]) -> None:
    """Replay a session, and call ``visit`` with the index of each of some events and the live state slots there."""
    event_numbers = set(events)
    if not event_numbers:
        return
    count, last = 0, max(event_numbers)

    def log(event: Event) -> None:
        """Callback of the replay for events: show the state at each requested event; stop after the last."""
        nonlocal count
        if count in event_numbers:
            visit(count, machine.slots)
            if count == last:
                raise TargetReached
        count += 1

    callbacks = ScriptedCallbacks(session.script, refuse_input, refuse_input)

    def ask(site: int, options: Sequence[int], score: object, values: object) -> int:
        """Callback of the replay for questions: return the recorded answer, which is an event as well.

        Args:
            site: The number of the choice's site.
            options: The options.
            score: Unused here.
            values: Unused here.
        """
        answer = callbacks.ask(site, options, None, tuple)
        log(())  # an answer is an event, which the machine does not log
        return answer

    def may_skip(checkpoint: MissionCheckpoint) -> bool:
        """Callback of the replay: whether it may jump to a checkpoint, as all requested events lie behind that."""
        nonlocal count
        if checkpoint.events > min(event_numbers):
            return False
        count = checkpoint.events
        return True

    machine = load(session.program, callbacks.roll, ask, log)
    machine.hook_missions(session.checkpoints.mission_hook(machine, callbacks, may_skip=may_skip))
    rerun(machine, session.entry, session.header.args)


def refuse_input(*arguments: object) -> int:
    """Callback of a replay for questions and throws beyond the recorded ones: raise an error.

    Raises:
        InputError: Always.
    """
    raise InputError(sentences.MISSION_OVER)


def debrief_mission(
    session: Session,
    mission: EndedMission,
    slots_by_event: Mapping[int, Sequence[int]],
    sheet: Sheet | None = None,
    *,
    lists: bool = True,
    shown: Program | None = None,
) -> Debriefing:
    """Make the debriefing of one ended mission: its tallies, its damage, and the changes of its state.

    Args:
        session: The game.
        mission: The events of the mission.
        slots_by_event: The states at the mission's events.
        sheet: As for :func:`debrief_missions`.
        lists: Whether to include the lists of the sheets.
        shown: As for :func:`debrief_missions`.
    """
    program, slots = shown or session.program, slots_by_event[mission.end]
    describer = describer_at(session, slots)
    sheet = sheet.for_describer(describer) if sheet is not None else Sheet(describer)
    slots_at_begin = reset_replaced_people(program, slots_by_event[mission.begin], slots)
    groups_before = sheet.for_describer(describer_at(session, slots_at_begin)).groups(lists=lists)
    groups = sheet.groups(lists=lists, earlier_state=best_values(session, mission, slots_at_begin, program))
    of_mission = [group for group in groups if group.owner == program.mission.name]
    record = [group for group in groups if group.owner == CAREER]
    names = given_names(sheet.for_describer(describer_at(session, slots_by_event[mission.last])).groups(lists=False))
    record = [evolve(group, lines=tuple(unmark_sums(line, names) for line in group.lines)) for group in record]
    tallies = tuple(evaluate_tallies(program, describer, slots))
    reported = {f"{each.title}: {each.value}" for each in tallies}
    return Debriefing(
        title=mission_title(session, mission.begin),
        event=mission.end,
        tallies=tallies,
        troubles=tuple(each for each in find_troubles([*record, *of_mission], names) if str(each) not in reported),
        sheet=tuple(find_changes(of_mission, groups_before, reported)),
        record=tuple(find_changes(record, groups_before, reported)),
    )


def reset_replaced_people(program: Program, slots_at_begin: Sequence[int], slots_at_end: Sequence[int]) -> list[int]:
    """Copy the state slots at a mission's begin, with default values for people whom others had replaced by its end.

    So nobody is compared with a predecessor in the same place.
    """
    slots = list(slots_at_begin)
    for name_field in (field for field in program.fields if isinstance(field.type, TextType) and is_shown_field(field)):
        changed_places = [
            at
            for at in range(prod(name_field.shape))
            if slots_at_begin[name_field.base + at] != slots_at_end[name_field.base + at]
        ]
        for field in (field for field in program.fields if changed_places and has_same_holder(field, name_field)):
            each = prod(field.shape[len(name_field.shape) :])
            for at in (at * each + further for at in changed_places for further in range(each)):
                slots[field.base + at] = field.defaults[at]
    return slots


def has_same_holder(field: SlotField, name_field: SlotField) -> bool:
    """Whether a field describes the person or thing that a name field names: equal first indices, or same record."""
    if field is name_field or field.indices[: len(name_field.indices)] != name_field.indices:
        return False
    return bool(name_field.shape) or field.id.rpartition(".")[0] == name_field.id.rpartition(".")[0] != ""


def best_values(session: Session, mission: EndedMission, slots_at_begin: Sequence[int], shown: Program) -> list[int]:
    """Copy the state at a mission's begin, with the best value that each field marked good or bad had in the mission.

    So what was repaired and broken again counts as damage, whatever it was before.
    """
    slots, sites = list(slots_at_begin), session.program.sites
    rated = {
        slot: field
        for field in shown.fields
        if field.matters and is_shown_field(field)
        for slot in range(field.base, field.base + field.size)
    }
    for event in session.journal.events[mission.begin : mission.end]:
        if event[0] >= 0 and isinstance(sites[event[0]], ChangeSite):
            _, slot, _, new = event
            if slot in rated and is_worse(rated[slot], slots[slot], new):
                slots[slot] = new
    return slots


def unmark_sums(line: SheetLine, named_places: Container[str]) -> SheetLine:
    """Clear the damage marks of numbers on a sheet line, as they add up earlier missions; named people keep theirs."""

    def keeps_mark(value: SheetValue) -> bool:
        """Whether a value keeps its damage mark: it belongs to a named person, or is not a number."""
        return value.place in named_places or not value.title.isdecimal()

    if all(keeps_mark(value) for value in line.values if value.is_bad):
        return line
    values = (evolve(value, is_bad=False) if value.is_bad and not keeps_mark(value) else value for value in line.values)
    return evolve(line, values=tuple(values))


def find_changes(
    groups: Sequence[SheetGroup], groups_before: Sequence[SheetGroup], reported: Set[str]
) -> Iterator[SheetGroup]:
    """Yield the sheet's groups, reduced to the values and list elements that are new since ``groups_before``.

    Args:
        groups: The sheet after.
        groups_before: The sheet before.
        reported: Single values to leave out, as ``TITLE: VALUE``.
    """
    earlier = {(group.owner, line.id): line for group in groups_before for line in group.lines}
    for group in groups:
        lines = (mark_changes(line, earlier[group.owner, line.id]) for line in group.lines)
        changed_lines = tuple(
            line for line in lines if line.is_news and f"{line.title}: {line.values[0].title}" not in reported
        )
        if changed_lines:
            yield evolve(group, lines=changed_lines)


def mark_changes(sheet_line: SheetLine, earlier_line: SheetLine) -> SheetLine:
    """Mark the values of a sheet line that differ from its earlier state as news; of a list, keep only new elements."""
    if sheet_line.is_list:
        earlier_names = {value.name for value in earlier_line.values}  # equal elements have numbered names
        return evolve(sheet_line, values=tuple(value for value in sheet_line.values if value.name not in earlier_names))
    values = []
    for value, earlier in zip(sheet_line.values, earlier_line.values, strict=True):
        is_news = not sheet_line.is_named and value.name != earlier.name
        values.append(value if value.is_news == is_news else evolve(value, is_news=is_news))
    return evolve(sheet_line, values=tuple(values))


def describer_at(session: Session, slots: Sequence[int]) -> Describer:
    """Make a describer (it puts state values into words) that reads the given slots instead of a session's own."""
    describer = session.describer.for_another_state()
    describer.slots = slots
    return describer


def mission_title(session: Session, begin: int) -> str:
    """Return the heading of the mission that begins at the event with the index ``begin``."""
    view = session.journal.view(begin)
    return render_heading(view) if isinstance(view, EnterView) else session.program.mission.name


def evaluate_tallies(program: Program, describer: Describer, slots: Sequence[int]) -> Iterator[Counted]:
    """Evaluate the mission's tallies (statistics) in a state; skip a tally that raises a rules fault."""
    machine: Machine = load(program, refuse_input, refuse_input)
    try:
        machine.start()
        machine.slots[:] = slots
        for tally in program.tallies_of(program.mission):
            machine.slots[STEPS_SLOT] = program.budgets.mission
            try:
                value = machine.call(tally.entry)
            except Fault:
                continue
            assert isinstance(value, int)  # a tally gives one integer
            number_told = None if isinstance(tally.type, EnumType) else value
            is_balance = isinstance(tally.type, IntType) and tally.type.low < 0
            yield Counted(tally.title, describer.value_title(tally.type, value), tally.matters, number_told, is_balance)
    finally:
        machine.close()
