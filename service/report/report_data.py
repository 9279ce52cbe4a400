"""The data of a report on a save: its story in chapters with boards, the state at each end, the career.

The save is replayed for the story. Boards and end states need the state in between, so a second replay stops at those
events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import assert_never

from attrs import evolve, frozen

from bombsight.flat.layout import SlotField
from bombsight.flat.types import NONE, TextType
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.run.play import Faulted, Finished, Pending
from bombsight.runtime.saves.records import Header
from bombsight.runtime.session.session import Session
from bombsight.service.boards.boards import render_boards
from bombsight.service.lookup.phrases import collect_phrases
from bombsight.service.luck.measuring import LuckRecord, measure_luck
from bombsight.service.present import sentences
from bombsight.service.present.debriefing import (
    Debriefing,
    EndedMission,
    debrief_mission,
    describer_at,
    find_ended_missions,
    find_turning_points,
    states_at,
)
from bombsight.service.present.sheet import CAREER, Sheet, is_shown_field
from bombsight.service.present.story import Detail, Story, StoryLine
from bombsight.service.present.troubles import Trouble, find_troubles
from bombsight.service.report.chronicle import ChronicleEntry, link_to_story
from bombsight.service.report.head import describe_career
from bombsight.service.saves.careers import Career, CareerTable, career_of, find_occupied_places, make_place_table
from bombsight.service.saves.replayed import replay_save
from bombsight.service.saves.status import Counted, count_tallies, open_procedures

BOARD_DEPTH = 2
"""The number of heading levels below the chapter at which boards are compared."""


@frozen
class Stop:
    """The reported state of the game at an event, or at the end of the save.

    Attributes:
        boards: Every board.
        people: Fields with places that hold names, as tables: the people, their places and their fates.
        troubles: The troubles.
        debriefing: The tallies and notes, if a mission ends here; else None.
    """

    boards: tuple[BoardShown, ...]
    people: tuple[CareerTable, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    debriefing: Debriefing | None = None


@frozen
class Passage:
    """A part of a chapter: the boards that changed, then story lines.

    Attributes:
        boards: The boards that changed since they were last shown.
        lines: The lines that follow.
    """

    boards: tuple[BoardShown, ...]
    lines: tuple[StoryLine, ...]


@frozen
class Chapter:
    """A titled part of the story: a mission, or the time between two missions.

    Attributes:
        title: Its title; may be empty before the first.
        passages: Its story, up to the end of its mission.
        end: The state at the end of its mission, or of an unfinished save; else None.
        after: The story after that, before the next chapter.
        chronicle: Its sentences of the chronicle, in order.
    """

    title: str
    passages: tuple[Passage, ...]
    end: Stop | None
    after: tuple[Passage, ...] = ()
    chronicle: tuple[ChronicleEntry, ...] = ()


@frozen
class Report:
    """The data of a report.

    Attributes:
        title: The game's title.
        version, home: The game's version and its address on the web; empty if it has none.
        header: The save's header.
        outcome: The outcome, or the present position.
        is_over: Whether the game is over.
        chapters: The story.
        tallies: The final tallies, if the game is over.
        career: The career's record; None for a single mission.
        luck: The luck of its dice.
        legends: The marks of the story that need an explanation, by the names of their legends.
        head: What a career's head says of it, as titles and texts.
    """

    title: str
    version: str
    home: str
    header: Header
    outcome: str
    is_over: bool
    chapters: tuple[Chapter, ...]
    tallies: tuple[Counted, ...]
    career: Career | None
    luck: LuckRecord
    legends: tuple[str, ...]
    head: tuple[tuple[str, str], ...]

    @property
    def debriefings(self) -> list[Debriefing]:
        """The debriefings of all missions, in order."""
        return debriefings_of(self.chapters)


def debriefings_of(chapters: Sequence[Chapter]) -> list[Debriefing]:
    """Return the debriefings of all missions among the chapters, in order."""
    return [chapter.end.debriefing for chapter in chapters if chapter.end and chapter.end.debriefing]


def build_report(path: Path, folders: tuple[Path, ...] = (), detail: Detail | None = None, limit: int = 1) -> Report:
    """Replay a save, and collect the data of its report.

    Args:
        path: Its file.
        folders: Folders to search for the game, besides the usual ones.
        detail: The level of detail; None for everything of a mission, and for a career without bookkeeping lines.
        limit: The factor by which the budgets of the rules are raised.

    Raises:
        InputError: It is no save, was played with other rules, or does not fit them.
        WrongRules: The rules cannot be used.
    """
    session = replay_save(path, folders, limit)
    header, outcome = session.header, session.outcome
    is_career = header.entry == CAREER
    chapters, legends = build_chapters(session, detail or ("rolls" if is_career else "books"))
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
        title=session.program.title,
        version=session.program.release.version,
        home=session.program.release.home,
        header=header,
        outcome=outcome_words,
        is_over=isinstance(outcome, Finished | Faulted),
        chapters=chapters,
        tallies=count_tallies(session) if isinstance(outcome, Finished) else (),
        career=career_of(session.describer) if is_career else None,
        luck=measure_luck(session),
        legends=legends,
        head=tuple(describe_career(session.describer, debriefings_of(chapters))) if is_career else (),
    )


# --- the story


def build_chapters(session: Session, detail: Detail) -> tuple[tuple[Chapter, ...], tuple[str, ...]]:
    """Split a session's story into chapters, with boards at its turning points; return also its legends by name."""
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
        said = len(story.chronicle)
        lines = [*story.tell_by_event(views[start:stop]), (stop - 1, story.flush())]
        builder.add_lines(link_to_story(session, story.chronicle[said:], lines))
        if stop - 1 in ends:
            builder.add_end(stops[stop - 1])
    if session.outcome is not None and not isinstance(session.outcome, Finished | Faulted):
        builder.add_end(current_stop(session))
    return builder.finish(), tuple(builder.legends)


def find_board_events(session: Session) -> list[int]:
    """Find the events of a single mission, by index, at which the report shows boards.

    The parts before the main part, the longest, prepare it: until then boards show values that are yet to be settled.
    """
    events = session.journal.events
    parts = find_turning_points(session, 0, len(events))
    lengths = {begin: end - begin for begin, end in pairwise([*parts, len(events)])}
    main = events[max(parts, key=lengths.__getitem__, default=0)][0]
    first_ready = next((at for at in parts if events[at][0] == main), 0)
    return [at for at in find_turning_points(session, 0, len(events), BOARD_DEPTH)[1:] if at >= first_ready]


class ChapterBuilder:
    """Splits the story into chapters and passages as its lines arrive."""

    def __init__(self) -> None:
        """Begin with no chapter."""
        self._finished_chapters: list[Chapter] = []
        self._title = ""
        self._passages: list[Passage] = []
        self._passages_before_end = 0  # the number of them before the end
        self._boards: tuple[BoardShown, ...] = ()
        self._lines: list[StoryLine] = []
        self._end: Stop | None = None
        self._chronicle: list[ChronicleEntry] = []
        self.legends: list[str] = []

    def add_lines(self, lines: Iterable[StoryLine | ChronicleEntry]) -> None:
        """Add story lines and sentences of the chronicle; each chapter heading closes the chapter before it."""
        for line in lines:
            match line:
                case ChronicleEntry():
                    self._chronicle.append(line)
                case StoryLine(kind="chapter"):
                    self._close_chapter()
                    self._title = line.text
                case StoryLine(kind="legend"):
                    self.legends.append(line.text)
                case StoryLine():
                    self._lines.append(line)
                case _:
                    assert_never(line)

    def add_boards(self, boards: tuple[BoardShown, ...]) -> None:
        """Add boards, to be shown before the next lines."""
        if boards:
            self._close_passage()
            self._boards = boards

    def add_end(self, stop: Stop) -> None:
        """Add the state at the end of a mission, or of an unfinished save."""
        self._close_passage()
        self._end, self._passages_before_end = stop, len(self._passages)

    def finish(self) -> tuple[Chapter, ...]:
        """Close the open chapter, and return all chapters."""
        self._close_chapter()
        return tuple(self._finished_chapters)

    def _close_passage(self) -> None:
        """End the open passage: move the collected boards and lines to the chapter, if there are any."""
        if self._lines or self._boards:
            self._passages.append(Passage(self._boards, tuple(self._lines)))
        self._boards, self._lines = (), []

    def _close_chapter(self) -> None:
        """End the open chapter, and add it to the finished ones unless it is empty."""
        self._close_passage()
        if self._passages or self._end:
            before = self._passages_before_end if self._end is not None else len(self._passages)
            story, after = tuple(self._passages[:before]), tuple(self._passages[before:])
            chapter = Chapter(self._title, story, self._end, after, tuple(self._chronicle))
            self._finished_chapters.append(chapter)
        self._passages, self._end, self._chronicle = [], None, []


def changed_boards(boards: Sequence[BoardShown], shown_before: dict[str, BoardShown]) -> tuple[BoardShown, ...]:
    """Select the boards that changed since they were last shown, and record them in ``shown_before``."""
    changed = []
    for board in boards:
        earlier = shown_before.get(board.name)
        if board.places != earlier.places if earlier is not None else used_boards([board]):
            changed.append(board)
            shown_before[board.name] = board
    return tuple(changed)


# --- end states


def collect_stops(session: Session, turns: Sequence[int], missions: Sequence[EndedMission]) -> dict[int, Stop]:
    """Map event indices to states: the full state at each mission's end, but only boards at turning points."""
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
    """Return the present state, for the end of an unfinished save."""
    now = session.describer
    tables = people_tables(now, now, (CAREER, session.program.mission.name))
    return Stop(used_boards(render_boards(now)), tuple(tables), tuple(find_troubles(Sheet(now).groups(lists=False))))


def used_boards(boards: Sequence[BoardShown]) -> tuple[BoardShown, ...]:
    """Select the boards that have any content."""
    return tuple(board for board in boards if any(place.things for place in board.places))


def people_tables(describer: Describer, describer_before: Describer, owners: Sequence[str]) -> Iterator[CareerTable]:
    """Make tables of people with their fields; a name that differs from ``describer_before`` stands with the old one.

    Fields with the same index types share a table, without empty columns. So the fate of a replaced person stands
    beside that of the successor.
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
    """Join a person's name with the earlier one if it changed: ``EARLIER, then LATER``."""
    return sentences.values_joined(earlier, later) if earlier and earlier != later else later


def is_used_field(describer: Describer, field: SlotField) -> bool:
    """Whether a field holds a name, or has any value other than its default."""
    values = describer.slots[field.base : field.base + len(field.defaults)]
    return any(
        value != NONE and (value != before or isinstance(field.type, TextType))
        for value, before in zip(values, field.defaults, strict=True)
    )
