"""What a report tells of a save: its story in chapters with the boards between, how it stood at its ends, its record.

A save is run again to be told. Boards and ends need the state in between, so a second run stops at those events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import assert_never

from attrs import evolve, frozen

from bombsight.boundary.errors import InputError
from bombsight.flat.layout import SlotField
from bombsight.flat.types import NONE, TextType
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.play import Faulted, Finished, Pending
from bombsight.runtime.run.sources import ManualDice
from bombsight.runtime.saves.reader import read_save
from bombsight.runtime.saves.records import Header
from bombsight.runtime.session.session import Session, pausing_policy
from bombsight.service.boards.boards import render_boards
from bombsight.service.lookup.phrases import collect_phrases
from bombsight.service.present import sentences
from bombsight.service.present.debriefing import (
    Debriefing,
    Flown,
    debrief_mission,
    describer_at,
    find_ended_missions,
    find_turning_points,
    states_at,
)
from bombsight.service.present.sheet import CAREER, Sheet, is_shown_field
from bombsight.service.present.story import Detail, Story, StoryLine
from bombsight.service.present.troubles import Trouble, find_troubles
from bombsight.service.programs.loaders import load
from bombsight.service.saves.careers import Career, CareerTable, career_of, find_occupied_places, make_place_table
from bombsight.service.saves.saved_rules import rules_of_save
from bombsight.service.saves.status import Counted, count_tallies, open_procedures, pause_on_throw

BOARD_DEPTH = 2
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
        passages: Its story, up to the end of the mission that ended in it.
        end: How it stood when a mission ended in it, or the save breaks off; else None.
        after: What is told behind that, before the next chapter.
    """

    title: str
    passages: tuple[Passage, ...]
    end: Stop | None
    after: tuple[Passage, ...] = ()


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


def build_report(path: Path, folders: tuple[Path, ...] = (), detail: Detail | None = None, limit: int = 1) -> Report:
    """A save, run again and told.

    Args:
        path: Its file.
        folders: Folders to look for the game in, besides the usual ones.
        detail: How much is told; None for all of a mission, and of a career what is not only kept in the books.
        limit: By which factor what the rules may cost is raised.

    Raises:
        InputError: It is no save, was played with other rules, or does not fit them.
        WrongRules: The rules cannot be used.
    """
    saved = read_save(str(path))
    program = rules_of_save(saved.header, str(path), folders, limit=limit).program
    dice = ManualDice(program, pause_on_throw, SeededDice(saved.header.seed))
    session = Session(program, saved.header, dice, records=saved.records, end=saved.end, path=str(path), load=load)
    try:
        outcome = session.play(pausing_policy)
    except InputError as error:
        raise InputError(f"the replay differs: {error.message}", error.place, error.hint) from error
    is_career = saved.header.entry == CAREER
    chapters = build_chapters(session, detail or ("rolls" if is_career else "books"))
    match outcome:
        case Finished():
            outcome_words = outcome.title if outcome.name != "none" else ""
        case Faulted():
            outcome_words = sentences.rules_fault(outcome.message, "")
        case Pending() | None:
            outcome_words = ", ".join(open_procedures(session.journal.views()))
        case _:
            assert_never(outcome)
    return Report(
        title=program.title,
        header=saved.header,
        outcome=outcome_words,
        is_over=isinstance(outcome, Finished | Faulted),
        chapters=chapters,
        tallies=count_tallies(session) if isinstance(outcome, Finished) else (),
        career=career_of(session.describer) if is_career else None,
    )


# --- the story


def build_chapters(session: Session, detail: Detail) -> tuple[Chapter, ...]:
    """The story in chapters, with the boards where it turns."""
    is_career = session.header.entry == CAREER
    views = [*session.journal.views()]
    missions = find_ended_missions(session)
    turns = [] if is_career else find_board_events(session)
    stops = collect_stops(session, turns, missions)
    story = Story(collect_phrases(session.program), detail=detail, outer=2 if is_career else 1)
    shown: dict[str, BoardShown] = {}
    builder = ChapterBuilder()
    ends = {flown.end for flown in missions}
    cuts = sorted({0, *turns, *(end + 1 for end in ends), len(views)})
    for start, stop in pairwise(cuts):
        if start in turns:
            builder.add_boards(changed_boards(stops[start].boards, shown))
        builder.add_lines(story.tell_all(views[start:stop]))
        if stop - 1 in ends:
            builder.add_end(stops[stop - 1])
    if session.outcome is not None and not isinstance(session.outcome, Finished | Faulted):
        builder.add_end(current_stop(session))
    return builder.finish()


def find_board_events(session: Session) -> list[int]:
    """The events of a mission by itself at which boards are looked at.

    What comes before its main part, the longest, makes it ready: until then boards show what has still to be settled.
    """
    events = session.journal.events
    parts = find_turning_points(session, 0, len(events))
    lengths = {begin: end - begin for begin, end in pairwise([*parts, len(events)])}
    main = events[max(parts, key=lengths.__getitem__, default=0)][0]
    first_ready = next((at for at in parts if events[at][0] == main), 0)
    return [at for at in find_turning_points(session, 0, len(events), BOARD_DEPTH)[1:] if at >= first_ready]


class ChapterBuilder:
    """The story as it comes, parted into chapters and passages."""

    def __init__(self) -> None:
        self._finished_chapters: list[Chapter] = []
        self._title = ""
        self._passages: list[Passage] = []
        self._passages_before_end = 0  # so many of them are told before the end
        self._boards: tuple[BoardShown, ...] = ()
        self._lines: list[StoryLine] = []
        self._end: Stop | None = None

    def add_lines(self, lines: Sequence[StoryLine]) -> None:
        """Lines that come next; each that begins a chapter ends the one before."""
        for line in lines:
            if line.kind == "chapter":
                self._close_chapter()
                self._title = line.text
            else:
                self._lines.append(line)

    def add_boards(self, boards: tuple[BoardShown, ...]) -> None:
        """Boards that are shown before what comes next."""
        if boards:
            self._close_passage()
            self._boards = boards

    def add_end(self, stop: Stop) -> None:
        """A mission is over, or the save breaks off."""
        self._close_passage()
        self._end, self._passages_before_end = stop, len(self._passages)

    def finish(self) -> tuple[Chapter, ...]:
        """All of it."""
        self._close_chapter()
        return tuple(self._finished_chapters)

    def _close_passage(self) -> None:
        if self._lines or self._boards:
            self._passages.append(Passage(self._boards, tuple(self._lines)))
        self._boards, self._lines = (), []

    def _close_chapter(self) -> None:
        self._close_passage()
        if self._passages or self._end:
            before = self._passages_before_end if self._end is not None else len(self._passages)
            story, after = tuple(self._passages[:before]), tuple(self._passages[before:])
            self._finished_chapters.append(Chapter(self._title, story, self._end, after))
        self._passages, self._end = [], None


def changed_boards(boards: Sequence[BoardShown], shown_before: dict[str, BoardShown]) -> tuple[BoardShown, ...]:
    """The boards with a place that looks otherwise than it was shown, which is noted; one that is still empty waits."""
    changed = []
    for board in boards:
        earlier = shown_before.get(board.name)
        if board.places != earlier.places if earlier is not None else used_boards([board]):
            changed.append(board)
            shown_before[board.name] = board
    return tuple(changed)


# --- how it stood


def collect_stops(session: Session, turns: Sequence[int], missions: Sequence[Flown]) -> dict[int, Stop]:
    """How things stood at some events: everything as a mission ends, at ``turns`` the boards."""
    states_by_event = states_at(
        session, {*turns, *(at for flown in missions for at in (flown.begin, flown.last, flown.end))}
    )
    stop_by_event = {at: Stop(render_boards(describer_at(session, states_by_event[at]))) for at in turns}
    for flown in missions:
        debriefing = debrief_mission(session, flown, states_by_event, lists=False)
        now, previous = (
            describer_at(session, states_by_event[flown.end]),
            describer_at(session, states_by_event[flown.last]),
        )
        tables = people_tables(now, previous, (CAREER, session.program.mission.name))
        stop_by_event[flown.end] = Stop(used_boards(render_boards(now)), tuple(tables), debriefing.troubles, debriefing)
    return stop_by_event


def current_stop(session: Session) -> Stop:
    """How things stand where a save breaks off."""
    now = session.describer
    tables = people_tables(now, now, (CAREER, session.program.mission.name))
    return Stop(used_boards(render_boards(now)), tuple(tables), tuple(find_troubles(Sheet(now).groups(lists=False))))


def used_boards(boards: Sequence[BoardShown]) -> tuple[BoardShown, ...]:
    """The boards on which anything stands."""
    return tuple(board for board in boards if any(place.things for place in board.places))


def people_tables(describer: Describer, describer_before: Describer, owners: Sequence[str]) -> Iterator[CareerTable]:
    """Fields with the same places of which one holds names; columns in which nothing stands are left out.

    Who had another name ``before`` is told with both: what befell the first stands beside the second's.
    """
    fields = [
        field for field in describer.program.fields if field.owner in owners and field.shape and is_shown_field(field)
    ]
    for _, found in groupby(sorted(fields, key=lambda field: field.indices), key=lambda field: field.indices):
        same_places = [*found]
        if any(isinstance(field.type, TextType) for field in same_places):
            used_fields = [field for field in same_places if is_used_field(describer, field)]
            places = find_occupied_places(describer, used_fields)
            table, earlier = (
                make_place_table(describer, used_fields, places),
                make_place_table(describer_before, used_fields, places),
            )
            name_columns = {at for at, field in enumerate(used_fields, 1) if isinstance(field.type, TextType)}
            rows = (
                tuple(
                    both_names(old, now) if at in name_columns else now
                    for at, (old, now) in enumerate(zip(*pair, strict=True))
                )
                for pair in zip(earlier.rows, table.rows, strict=True)
            )
            yield evolve(table, rows=tuple(rows))


def both_names(earlier: str, later: str) -> str:
    """A name, with the one before where that was another."""
    return sentences.values_joined(earlier, later) if earlier and earlier != later else later


def is_used_field(describer: Describer, field: SlotField) -> bool:
    """Whether anything but what stood there at the beginning, or a name, stands in a field."""
    values = describer.slots[field.base : field.base + len(field.defaults)]
    return any(
        value != NONE and (value != before or isinstance(field.type, TextType))
        for value, before in zip(values, field.defaults, strict=True)
    )
