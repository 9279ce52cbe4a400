"""The story of a player at a seat, in lines: the events that he may see, as they were sent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Protocol

from attrs import define, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.narrator import MAX_WIDTH
from bombsight.cli.play.story_pager import StoryPager, add_no_stakes, describe_no_throw, note_no_stop
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import print_lines, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.events.views import ChoiceView
from bombsight.runtime.events.views import View as Event
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.naming import NamedThing
from bombsight.service.present.beats import StoryPart, preferred_pace
from bombsight.service.present.debriefing_lines import render_recall
from bombsight.service.present.story import Detail, Story
from bombsight.service.present.why import ResultRange
from bombsight.service.seats.protocol.host_messages import Looked, Turn
from bombsight.service.seats.protocol.terms import Seated


class SeatQueries(Protocol):
    """The interface for queries of a player to the arbiter, the mediator between two seats."""

    def current_state(self) -> Looked:
        """The present state, without what is hidden from the player."""

    def odds(self) -> Odds:
        """The estimated odds of the open question's answers."""

    def other_throws(self, event: int) -> Sequence[ResultRange]:
        """The results of a past throw that would have had other outcomes; ``event`` is the throw's event number."""

    def named_things(self) -> Sequence[NamedThing]:
        """The people and things with names that the player may see."""

    def rename(self, thing: NamedThing, name: str) -> None:
        """Give a person or thing that the player may see another name."""


@define
class SeatNarrator:
    """The terminal of one player of two, as far as the story goes that he may see.

    Attributes:
        seated: The game and the seat.
        queries: The queries to the arbiter.
        out: The console for output.
        detail: The level of detail of the story.
        views: All events that the seat received.
        own_answer_count: How many answers the player just gave: they are not shown, for he knows them.
        undone: The number of the request by which something was last taken back.
        narrated_count: How many events were printed.
        story: The story, as far as it was printed; None before.
        pager: What prints it by parts; None before.
    """

    seated: Seated
    queries: SeatQueries
    out: Console
    detail: Detail = "rolls"
    views: list[Event] = field(factory=list)
    own_answer_count: int = 0
    undone: int = 0
    narrated_count: int = 0
    story: Story | None = None
    pager: StoryPager | None = None

    @property
    def width(self) -> int:
        """The maximum width in columns of a line."""
        return min(self.out.width, MAX_WIDTH)

    def title_of(self, seat: str) -> str:
        """The title by which the rules call a player."""
        return next((each.title for each in self.seated.seats if each.name == seat), seat)

    def add_turn(self, turn: Turn) -> None:
        """Add the events of an arbiter's message to the story, without printing them.

        Raises:
            InputError: Events before it are missing.
        """
        if turn.start > len(self.views):
            raise InputError("what happened before this was not told")
        known_views = self.views[turn.start :]
        del self.views[turn.start :]
        self.views += turn.events
        if turn.undone != self.undone:
            self.undone = turn.undone
            pairs = zip(known_views, turn.events, strict=False)
            self._go_back(turn.start + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))

    def _go_back(self, event_count: int) -> None:
        """Set the story back to the first events if more were printed: the rest was taken back."""
        if self.narrated_count > event_count:
            self.story, self.narrated_count = self.new_story(), event_count
            self.story.tell(self.views[:event_count])
        self.own_answer_count = 0

    def drop_events(self, event_count: int) -> None:
        """Drop all but the first events, for those behind them were taken back."""
        del self.views[event_count:]

    def narrate(self, turn: Turn, lines_below: int = 0) -> None:
        """Print the events since the last call, down to the headings above the question of this turn.

        Raises:
            InputEnded: The input has ended.
        """
        if self.story is None or self.narrated_count > len(self.views):
            self.story, self.narrated_count = self.new_story(), 0
        story = self.story
        lines = story.tell(self._without_own_answers(self.views[self.narrated_count :]))
        self.narrated_count = len(self.views)
        lines += (
            story.announce(turn.question.prompt, offers_again=turn.question.offer)
            if turn.question is not None
            else story.flush()
        )
        self.pager = self.pager or StoryPager(
            self.out, preferred_pace(), describe_no_throw, add_no_stakes, self._refuse_at_stop, note_no_stop
        )
        self.pager.show(lines, self.width, lines_below)

    def _refuse_at_stop(self, typed: str, part: StoryPart) -> bool:
        """Print that a command cannot be given at the stop behind a part of the story; return True."""
        self.show_texts([styled_text(f"{typed}: at a question, not here. Enter alone goes on.", "yellow")])
        return True

    def continue_from(self, other_console: SeatNarrator) -> None:
        """Take over the story that another seat's console has printed on the same screen."""
        self.views = [*other_console.views]
        self.own_answer_count, self.narrated_count, self.story, self.undone = (
            other_console.own_answer_count,
            other_console.narrated_count,
            other_console.story,
            other_console.undone,
        )

    def show_recall(self, event_count: int) -> None:
        """Print a recall of the first events, which the player knows from before."""
        self.story, self.narrated_count = self.new_story(), event_count
        self.show_texts(draw_lines(render_recall(self.story.tell(self.views[:event_count]), ()), self.width))

    def _without_own_answers(self, views: Sequence[Event]) -> list[Event]:
        """Copy a list of events without the answers that this player has just given."""
        own_answers = [at for at, view in enumerate(views) if isinstance(view, ChoiceView)][: self.own_answer_count]
        self.own_answer_count = 0
        return [view for at, view in enumerate(views) if at not in own_answers]

    def new_story(self) -> Story:
        """Make an empty story at the player's level of detail."""
        outer = 2 if self.seated.entry == "career" else 1
        return Story(self.seated.phrases, detail=self.detail, outer=outer, answers=True)

    def show_texts(self, lines: Iterable[Text]) -> None:
        """Print lines of styled text."""
        print_lines(self.out, lines)

    def show_refusal(self, problem: str) -> None:
        """Print why typed input is invalid."""
        self.show_texts([*wrap_text(styled_text(problem, "yellow"), 0, self.width), Text()])
