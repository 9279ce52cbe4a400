"""A debriefing: how things stand as a mission of a career ends, before what belongs to it falls back.

Nothing of a run is kept but its dice and answers, so the run is done again with them up to where missions end.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from math import prod
from typing import Literal

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.flat.layout import STEPS, SlotField
from bombsight.flat.program import Fault, Program
from bombsight.flat.sites import ChangeSite, EnterSite, LeaveSite
from bombsight.flat.types import EnumType, TextType
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.events.views import EnterView
from bombsight.runtime.machine import Event, Machine
from bombsight.runtime.run.checkpoints import Over
from bombsight.runtime.run.rerun import Reached, run_again
from bombsight.runtime.run.script import Known
from bombsight.runtime.session.session import Session
from bombsight.service.present.sheet import CAREER, Sheet, SheetGroup, SheetLine, SheetValue, is_shown, is_worse
from bombsight.service.present.story import heading
from bombsight.service.present.troubles import Trouble, given_names, troubles
from bombsight.service.programs.machines import load


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
        troubles: What is wrong with men and machines, but for what a tally says in the same words.
        sheet: What the mission changed on its own sheet and no tally says; of a list, what has come to it.
        record: The same of the career's sheet.
    """

    title: str
    event: int
    tallies: tuple[Counted, ...]
    troubles: tuple[Trouble, ...]
    sheet: tuple[SheetGroup, ...]
    record: tuple[SheetGroup, ...]


@frozen
class Flown:
    """Where a mission stands in a journal, by the numbers of events.

    Attributes:
        begin: It begins.
        last: The last of its titled parts begins, in which others may take the places of who was lost; where it has
            none, it begins.
        end: It is over.
    """

    begin: int
    last: int
    end: int


def missions_flown(session: Session, start: int = 0) -> list[Flown]:
    """The missions that ended from the event ``start`` on, one by itself or those of a career."""
    events, mission = session.journal.events, session.program.mission.name
    ends = bounds(session.program, LeaveSite, mission, {event[0] for event in events[start:]})
    if not ends:
        return []

    @cache
    def begins(site: int) -> bool:
        return bool(bounds(session.program, EnterSite, mission, [site]))

    found = []
    for end in (at for at, event in enumerate(events[start:], start) if event[0] in ends):
        begin = next(at for at in range(end, -1, -1) if begins(events[at][0]))
        found.append(Flown(begin, max(turning_points(session, begin, end), default=begin), end))
    return found


def bounds(program: Program, kind: type[EnterSite] | type[LeaveSite], name: str, among: Iterable[int]) -> set[int]:
    """The sites of some at which a procedure begins, or is over; what is below 0 is none."""
    sites = ((at, program.sites[at]) for at in among if at >= 0)
    return {at for at, site in sites if isinstance(site, kind) and (site.kind, site.name) == ("procedure", name)}


def turning_points(session: Session, begin: int, end: int, depth: int = 1) -> list[int]:
    """The events between two that begin a titled procedure or step, at most ``depth`` such levels deep."""
    sites, events = session.program.sites, session.journal.events[begin + 1 : end]
    numbers = {event[0] for event in events if event[0] >= 0}  # how a run ended is at no site
    bounds_at = {number: sites[number] for number in numbers if isinstance(sites[number], EnterSite | LeaveSite)}
    found = []
    names: list[str] = []
    titled = [0]  # how many of the outermost that are open have a title: of none, of one, of two, and so on
    for at, event in enumerate(events, begin + 1):
        site = bounds_at.get(event[0])
        if site is None:
            continue
        if isinstance(site, EnterSite):
            names.append(site.name)
            titled.append(titled[-1] + bool(site.title))
            if site.title and titled[-1] <= depth:
                found.append(at)
        elif isinstance(site, LeaveSite) and site.name in names:
            while names.pop() != site.name:
                pass
            del titled[len(names) + 1 :]
    return found


def debriefings(session: Session, start: int = 0, sheet: Sheet | None = None) -> list[Debriefing]:
    """How things stood at the end of each mission of a career that ended from the event ``start`` on, in their order.

    There are none where a mission is all that is played.

    Args:
        session: What is played.
        start: The number of an event.
        sheet: Of the session, in any state, where there is one: what has not changed is not told again.
    """
    if session.header.entry != CAREER:
        return []
    missions = missions_flown(session, start)
    seen = states(session, [at for flown in missions for at in (flown.begin, flown.last, flown.end)])
    sheet = sheet or Sheet(session.describer)
    return [debriefed(session, flown, seen, sheet) for flown in missions]


def states(session: Session, events: Iterable[int]) -> dict[int, list[int]]:
    """The state as it was at some events, by their numbers."""
    found: dict[int, list[int]] = {}
    wanted = set(events)
    if not wanted:
        return found
    count = 0

    def log(event: Event) -> None:
        nonlocal count
        if count in wanted:
            found[count] = list(machine.slots)
            if len(found) == len(wanted):
                raise Reached
        count += 1

    known = Known(session.script, unknown, unknown)

    def ask(site: int, options: Sequence[int], score: object, values: object) -> int:
        nonlocal count
        answer = known.ask(site, options, None, tuple)
        count += 1  # an answer is an event, told by whoever asks
        return answer

    def passes(over: Over) -> bool:
        nonlocal count
        if over.events > min(wanted):
            return False
        count = over.events
        return True

    machine = load(session.program, known.roll, ask, log)
    machine.missions_by(session.past.played(machine, known, passes=passes))
    run_again(machine, session.entry, session.header.args)
    return found


def unknown(*asked: object) -> int:
    """More is asked than was answered: the events wanted lie before that.

    Raises:
        InputError: Always.
    """
    raise InputError("a mission that has ended cannot be come to again")


def debriefed(
    session: Session,
    flown: Flown,
    seen: Mapping[int, Sequence[int]],
    sheet: Sheet | None = None,
    *,
    lists: bool = True,
) -> Debriefing:
    """How things stand as a mission ends.

    Args:
        session: What was played.
        flown: The mission.
        seen: The states as it began, as its last part began, and as it ended.
        sheet: As for :func:`debriefings`.
        lists: Whether the sheets' lists are wanted.
    """
    program, slots = session.program, seen[flown.end]
    describer = describer_at(session, slots)
    sheet = sheet.at(describer) if sheet is not None else Sheet(describer)
    began = without_predecessors(program, seen[flown.begin], slots)
    before = sheet.at(describer_at(session, began)).groups(lists=lists)
    groups = sheet.groups(lists=lists, since=best_held(session, flown, began))
    of_mission = [group for group in groups if group.owner == program.mission.name]
    record = [group for group in groups if group.owner == CAREER]
    names = given_names(sheet.at(describer_at(session, seen[flown.last])).groups(lists=False))
    record = [evolve(group, lines=tuple(no_sums(line, names) for line in group.lines)) for group in record]
    tallies = tuple(counted(program, describer, slots))
    said = {f"{each.title}: {each.value}" for each in tallies}
    return Debriefing(
        title=title_of(session, flown.begin),
        event=flown.end,
        tallies=tallies,
        troubles=tuple(each for each in troubles([*record, *of_mission], names) if str(each) not in said),
        sheet=tuple(changed(of_mission, before, said)),
        record=tuple(changed(record, before, said)),
    )


def without_predecessors(program: Program, began: Sequence[int], ended: Sequence[int]) -> list[int]:
    """The state as a mission began, but for those whose place somebody else had taken by its end.

    What was theirs is as when the game began, so that nobody is measured by what was done by, or befell, another.
    """
    slots = list(began)
    for named in (field for field in program.fields if isinstance(field.type, TextType) and is_shown(field)):
        others = [at for at in range(prod(named.shape)) if began[named.base + at] != ended[named.base + at]]
        for field in (field for field in program.fields if others and is_beside(field, named)):
            each = prod(field.shape[len(named.shape) :])
            for at in (at * each + further for at in others for further in range(each)):
                slots[field.base + at] = field.defaults[at]
    return slots


def is_beside(field: SlotField, named: SlotField) -> bool:
    """Whether a field is about whoever has a name: its first places are the same; or a record alone holds both."""
    if field is named or field.indices[: len(named.indices)] != named.indices:
        return False
    return bool(named.shape) or field.id.rpartition(".")[0] == named.id.rpartition(".")[0] != ""


def best_held(session: Session, flown: Flown, began: Sequence[int]) -> list[int]:
    """The best that each field held in a mission, as it began or later: what ends worse turned bad in it.

    So what was made good and broken again turned bad, too, however it stood before.
    """
    slots, sites = list(began), session.program.sites
    rated = {
        slot: field
        for field in session.program.fields
        if field.matters and is_shown(field)
        for slot in range(field.base, field.base + field.size)
    }
    for event in session.journal.events[flown.begin : flown.end]:
        if event[0] >= 0 and isinstance(sites[event[0]], ChangeSite):
            _, slot, _, new = event
            if slot in rated and is_worse(rated[slot], slots[slot], new):
                slots[slot] = new
    return slots


def no_sums(line: SheetLine, men: Container[str]) -> SheetLine:
    """A line of a career in which no number is bad but that of a man: it adds up what came before the mission, too."""

    def counts(value: SheetValue) -> bool:
        return value.place in men or not value.title.isdecimal()

    if all(counts(value) for value in line.values if value.is_bad):
        return line
    values = (evolve(value, is_bad=False) if value.is_bad and not counts(value) else value for value in line.values)
    return evolve(line, values=tuple(values))


def changed(now: Sequence[SheetGroup], before: Sequence[SheetGroup], said: Set[str]) -> Iterator[SheetGroup]:
    """What differs from how it was before: the news are the values that do, of a list the elements that have come.

    Args:
        now: How things stand.
        before: How they stood.
        said: What is told elsewhere: titles of single values, each with its value.
    """
    earlier = {(group.owner, line.id): line for group in before for line in group.lines}
    for group in now:
        lines = (changed_line(line, earlier[group.owner, line.id]) for line in group.lines)
        kept = tuple(line for line in lines if line.is_news and f"{line.title}: {line.values[0].title}" not in said)
        if kept:
            yield evolve(group, lines=kept)


def changed_line(now: SheetLine, before: SheetLine) -> SheetLine:
    """A line whose news are what differs from how it was before."""
    if now.is_list:
        then = {value.name for value in before.values}  # likes have numbers behind their names
        return evolve(now, values=tuple(value for value in now.values if value.name not in then))
    values = []
    for value, earlier in zip(now.values, before.values, strict=True):
        is_news = not now.is_named and value.name != earlier.name
        values.append(value if value.is_news == is_news else evolve(value, is_news=is_news))
    return evolve(now, values=tuple(values))


def describer_at(session: Session, slots: Sequence[int]) -> Describer:
    """What names and describes things in a state as the session does."""
    describer = session.describer.aside()
    describer.slots = slots
    return describer


def title_of(session: Session, begin: int) -> str:
    """What the mission is called that begins with this event."""
    view = session.journal.view(begin)
    return heading(view) if isinstance(view, EnterView) else session.program.mission.name


def counted(program: Program, describer: Describer, slots: Sequence[int]) -> Iterator[Counted]:
    """What is counted of a mission in this state; a tally that is a fault is left out."""
    machine: Machine = load(program, unknown, unknown)
    try:
        machine.start()
        machine.slots[:] = slots
        for tally in program.tallies_of(program.mission):
            machine.slots[STEPS] = program.budgets.mission
            try:
                given = machine.call(tally.entry)
            except Fault:
                continue
            assert isinstance(given, int)  # a tally gives one integer
            number_told = None if isinstance(tally.type, EnumType) else given
            yield Counted(tally.title, describer.title(tally.type, given), tally.matters, number_told)
    finally:
        machine.close()
