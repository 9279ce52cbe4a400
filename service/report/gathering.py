"""What a report tells of a save: its story in chapters with the boards between, how it stood at its ends, its record.

A save is run again to be told. Boards and ends need the state in between, so a second run stops at those events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path

from attrs import evolve, frozen

from bombsight.flat.layout import SlotField
from bombsight.flat.types import NONE, TextType
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.describe import Describer
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.errors import InputError
from bombsight.runtime.play import Faulted, Finished
from bombsight.runtime.records import Header
from bombsight.runtime.saved import read_save
from bombsight.runtime.session import Session, pause
from bombsight.runtime.sources import ManualDice
from bombsight.runtime.views import EnterView, LeaveView, View
from bombsight.service.boards.shown import boards_of
from bombsight.service.careers import Career, CareerTable, by_places, career_of, is_shown
from bombsight.service.debriefing import Debriefing, debriefed, is_end, states
from bombsight.service.machines import load
from bombsight.service.opening import program_of_save
from bombsight.service.phrases import phrases
from bombsight.service.sheet import CAREER, Sheet
from bombsight.service.standings import Counted, going_on, no_throw, tallies_of
from bombsight.service.story import Detail, Story, StoryLine
from bombsight.service.troubles import Trouble, troubles

TURNS = 2
"""So many levels of headings below the chapter begin where boards are looked at anew."""


@frozen
class Stop:
    """How things stand at an event, or as the save ends.

    Attributes:
        boards: Every board.
        people: Fields with places that bear names, as tables: who is where, and what has befallen him.
        troubles: What is wrong.
        debriefing: What is counted and noted, where a mission ends here; else None.
    """

    boards: tuple[BoardShown, ...]
    people: tuple[CareerTable, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    debriefing: Debriefing | None = None


@frozen
class Passage:
    """A stretch of the story.

    Attributes:
        boards: Those that look otherwise than when they were shown last.
        lines: What is told from there on.
    """

    boards: tuple[BoardShown, ...]
    lines: tuple[StoryLine, ...]


@frozen
class Chapter:
    """A part of the story with a title of its own: a mission, or what lies between.

    Attributes:
        title: Its title; may be empty for what comes before the first.
        passages: Its story.
        end: How it stood when a mission ended in it, or the save breaks off; else None.
    """

    title: str
    passages: tuple[Passage, ...]
    end: Stop | None


@frozen
class Report:
    """A save, told.

    Attributes:
        title: The game's.
        header: What was played.
        outcome: How it ended, or where it stands.
        is_over: Whether it came to its end.
        chapters: The story.
        tallies: What is counted of the whole, where it is over.
        career: What the rules keep of a career; None of a single mission.
    """

    title: str
    header: Header
    outcome: str
    is_over: bool
    chapters: tuple[Chapter, ...]
    tallies: tuple[Counted, ...]
    career: Career | None

    @property
    def ends(self) -> list[Debriefing]:
        """What was counted as each mission ended."""
        return [chapter.end.debriefing for chapter in self.chapters if chapter.end and chapter.end.debriefing]


def report_of(path: Path, folders: tuple[Path, ...] = (), detail: Detail | None = None) -> Report:
    """A save, run again and told.

    Args:
        path: Its file.
        folders: Folders to look for the game in, besides the usual ones.
        detail: How much is told; None for all of a mission, and of a career what is not only kept in the books.

    Raises:
        InputError: It is no save, was played with other rules, or does not fit them.
        WrongRules: The rules cannot be used.
    """
    saved = read_save(str(path))
    program, _, _ = program_of_save(saved.header, str(path), folders, force=False)
    dice = ManualDice(program, no_throw, SeededDice(saved.header.seed))
    session = Session(program, saved.header, dice, records=saved.records, end=saved.end, load=load)
    try:
        outcome = session.play(pause)
    except InputError as error:
        raise InputError(f"the replay differs: {error.message}", f"{path}{error.place}") from error
    is_career = saved.header.entry == CAREER
    chapters = chapters_of(session, detail or ("rolls" if is_career else "books"))
    match outcome:
        case Finished():
            told = outcome.title if outcome.name != "none" else ""
        case Faulted():
            told = f"Rules fault: {outcome.message}"
        case _:
            told = ", ".join(going_on(session.journal.views()))
    return Report(
        title=program.title,
        header=saved.header,
        outcome=told,
        is_over=isinstance(outcome, Finished | Faulted),
        chapters=chapters,
        tallies=tallies_of(session) if isinstance(outcome, Finished) else (),
        career=career_of(session.describer) if is_career else None,
    )


# --- the story


def chapters_of(session: Session, detail: Detail) -> tuple[Chapter, ...]:
    """The story in chapters, with the boards where it turns."""
    is_career = session.header.entry == CAREER
    outer = 2 if is_career else 1
    views = [*session.journal.views()]
    ends = mission_ends(session)
    turns = [] if is_career else turning_points(views, outer, TURNS)[1:]  # the first begins before anything happened
    stops = stops_at(session, turns, ends, turning_points(views, outer, 1))
    story = Story(phrases(session.program), detail=detail, outer=outer)
    shown: dict[str, BoardShown] = {}
    telling = Telling()
    cuts = sorted({0, *turns, *(end + 1 for end in ends), len(views)})
    for start, stop in pairwise(cuts):
        if start in stops and start in turns:
            telling.picture(changed(stops[start].boards, shown))
        telling.tell(story.whole(views[start:stop]))
        if stop - 1 in stops and stop - 1 in ends:
            telling.end(stops[stop - 1])
    if session.outcome is not None and not isinstance(session.outcome, Finished | Faulted):
        telling.end(stop_of(session, session.describer.slots))
    return telling.chapters()


class Telling:
    """The story as it comes, parted into chapters and passages."""

    def __init__(self) -> None:
        self._done: list[Chapter] = []
        self._title = ""
        self._passages: list[Passage] = []
        self._boards: tuple[BoardShown, ...] = ()
        self._lines: list[StoryLine] = []
        self._end: Stop | None = None

    def tell(self, lines: Sequence[StoryLine]) -> None:
        """Lines that come next; each that begins a chapter ends the one before."""
        for line in lines:
            if line.kind == "chapter":
                self._close()
                self._title = line.text
            else:
                self._lines.append(line)

    def picture(self, boards: tuple[BoardShown, ...]) -> None:
        """Boards that are shown before what comes next."""
        if boards:
            self._pause()
            self._boards = boards

    def end(self, stop: Stop) -> None:
        """A mission is over, or the save breaks off."""
        self._end = stop

    def chapters(self) -> tuple[Chapter, ...]:
        """All of it."""
        self._close()
        return tuple(self._done)

    def _pause(self) -> None:
        if self._lines or self._boards:
            self._passages.append(Passage(self._boards, tuple(self._lines)))
        self._boards, self._lines = (), []

    def _close(self) -> None:
        self._pause()
        if self._passages or self._end:
            self._done.append(Chapter(self._title, tuple(self._passages), self._end))
        self._passages, self._end = [], None


def changed(boards: Sequence[BoardShown], shown: dict[str, BoardShown]) -> tuple[BoardShown, ...]:
    """The boards that look otherwise than they were shown, which is noted; one that is still empty waits."""
    found = []
    for board in boards:
        before = shown.get(board.name)
        if board != before and (before is not None or any(place.things for place in board.places)):
            found.append(board)
            shown[board.name] = board
    return tuple(found)


def turning_points(views: Sequence[View], outer: int, depth: int) -> list[int]:
    """The numbers of the events that begin a titled procedure or step, at most ``depth`` levels below a chapter."""
    found = []
    levels: list[tuple[str, bool]] = []
    for at, view in enumerate(views):
        match view:
            case EnterView(name=name, title=title):
                levels.append((name, bool(title)))
                if title and outer < sum(is_titled for _, is_titled in levels) <= outer + depth:
                    found.append(at)
            case LeaveView(name=name) if any(each == name for each, _ in levels):
                while levels.pop()[0] != name:
                    pass
    return found


def mission_ends(session: Session) -> list[int]:
    """The numbers of the events that end a mission, one by itself or one of a career."""
    program = session.program
    sites = {at for at, site in enumerate(program.sites) if is_end(site, program.mission.name)}
    return [at for at, event in enumerate(session.journal.events) if event[0] in sites]


# --- how it stood


def stops_at(session: Session, turns: Sequence[int], ends: Sequence[int], parts: Sequence[int]) -> dict[int, Stop]:
    """How things stood at some events: everything as a mission ends, else the boards.

    Args:
        session: What was played.
        turns: Where the boards are wanted.
        ends: Where missions end.
        parts: Where the parts of missions begin. As the last one does, others may take the places of who was lost.
    """
    last = {end: max((part for part in parts if part < end), default=end) for end in ends}
    wanted = sorted({*turns, *ends, *last.values()})
    seen = dict(states(session, wanted)) if wanted else {}
    found = {at: Stop(boards_of(describer_at(session, seen[at]))) for at in turns}
    for end in ends:
        found[end] = stop_of(session, seen[end], end, seen[last[end]])
    return found


def stop_of(
    session: Session, slots: Sequence[int], end: int | None = None, before: Sequence[int] | None = None
) -> Stop:
    """How things stand in a state.

    Args:
        session: What was played.
        slots: The state.
        end: The event that ends a mission; None where the save breaks off.
        before: The state as the mission's last part began; None where it is not over.
    """
    describer = describer_at(session, slots)
    owners = (CAREER, session.program.mission.name)
    debriefing = None if end is None else debriefed(session, end, slots, lists=False)
    sheet = () if debriefing else Sheet(describer).groups(lists=False)
    return Stop(
        boards=boards_of(describer),
        people=tuple(people(describer, describer_at(session, before or slots), owners)),
        troubles=debriefing.troubles if debriefing else tuple(troubles(sheet)),
        debriefing=debriefing,
    )


def describer_at(session: Session, slots: Sequence[int]) -> Describer:
    """What names and describes things in this state as the session does."""
    describer = Describer(session.program)
    describer.asides, describer.shown = session.describer.asides, session.describer.shown
    describer.slots = slots
    return describer


def people(describer: Describer, before: Describer, owners: Sequence[str]) -> Iterator[CareerTable]:
    """Fields with the same places of which one holds names; columns in which nothing stands are left out.

    Who had another name ``before`` is told with both: what befell the first stands beside the second's.
    """
    fields = [field for field in describer.program.fields if field.owner in owners and field.shape and is_shown(field)]
    for _, found in groupby(sorted(fields, key=lambda field: field.indices), key=lambda field: field.indices):
        beside = [*found]
        if any(isinstance(field.type, TextType) for field in beside):
            used = [field for field in beside if is_used(describer, field)]
            table, earlier = by_places(describer, used), by_places(before, used)
            named = {at for at, field in enumerate(used, 1) if isinstance(field.type, TextType)}
            rows = (
                tuple(both(old, now) if at in named else now for at, (old, now) in enumerate(zip(*pair, strict=True)))
                for pair in zip(earlier.rows, table.rows, strict=True)
            )
            yield evolve(table, rows=tuple(rows))


def both(old: str, now: str) -> str:
    """A name, with the one before where that was another."""
    return f"{old}, then {now}" if old and old != now else now


def is_used(describer: Describer, field: SlotField) -> bool:
    """Whether anything but what stood there at the beginning, or a name, stands in a field."""
    values = describer.slots[field.base : field.base + len(field.defaults)]
    return any(
        value != NONE and (value != before or isinstance(field.type, TextType))
        for value, before in zip(values, field.defaults, strict=True)
    )
