"""The story and the present of a game at a seat, behind the whole screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, evolve
from rich.text import Text

from bombsight.cli.seats.seat_commands import SeatCommands
from bombsight.cli.seats.seat_lines import (
    draw_seat_ending,
    draw_seat_opening,
    draw_turn_of_others,
)
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.views import View as Event
from bombsight.service.play.past_state import Moment
from bombsight.service.play.story_source import StorySource
from bombsight.service.present.beats import Pace
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.glance import Fact
from bombsight.service.present.headings import Headings
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.story import Detail, Story
from bombsight.service.saves.bookmarks import SeatBookmark, StoryMark
from bombsight.service.seats.player.seat_game import SeatGame


@define(kw_only=True)
class SeatScreenStory:
    """The story and the present of a game at a seat, as the whole screen shows them.

    Attributes:
        game: What the player knows of the game.
        commands: The commands that he types.
        mark_parts: What his place in the story is known by, when he comes back; empty if it is not kept.
        known_count: How many events he knew as he came back, where no bookmark says how many he has been shown.
        name: What the game is called before it has begun.
        opening_notes: The lines below the introduction.
        warns_of_dice: Whether the opening says if the host can know the dice before they are thrown.
        notes: The notes about a resumed game.
    """

    game: SeatGame
    commands: SeatCommands
    mark_parts: tuple[str, ...] = ()
    known_count: int | None = None
    name: str = ""
    opening_notes: Sequence[Text] = ()
    warns_of_dice: bool = False
    notes: Sequence[str] = ()

    # --- settings

    @property
    def title(self) -> str:
        """The title at the head of the screen: the game, without its subtitle, and who sits here."""
        seated = self.game.seated
        return self.name if seated is None else f"{seated.title.partition(':')[0]}: {self.game.title_of(seated.seat)}"

    @property
    def detail(self) -> Detail:
        """The level of detail of the story."""
        return self.commands.detail

    @property
    def pace(self) -> Pace:
        """The pace of the story."""
        return self.commands.pace

    @property
    def moment(self) -> Moment | None:
        """The past moment that commands refer to; None for the present."""
        return self.commands.moment

    @moment.setter
    def moment(self, moment: Moment | None) -> None:
        self.commands.moment = moment

    # --- the story

    @property
    def story(self) -> Sequence[Event]:
        """All events that the player was sent."""
        return self.game.views

    @property
    def headings(self) -> Headings:
        """The open headings after all events."""
        return self.game.headings

    def events(self, start: int = 0) -> Iterable[Event]:
        """The events from a number on."""
        return self.game.views[start:]

    def debriefings(self, start: int = 0) -> Sequence[Debriefing]:
        """The debriefings of missions that ended since a number of events."""
        return self.game.debriefings(start)

    def new_story(self, *, answers: bool = True, explains_marks: bool = True) -> Story:
        """Make an empty story; ``answers`` is whether it tells the player's answers."""
        return self.game.new_story(self.detail, answers=answers, explains_marks=explains_marks)

    def find_source(self) -> StorySource:
        """Return the source of the story: what the seat was sent."""
        return self.game

    def find_mark(self, *, is_resumed: bool) -> StoryMark:
        """Return the bookmark in the story, of a player who comes back as he left."""
        mark = SeatBookmark.find(*self.mark_parts) if self.mark_parts else SeatBookmark("")
        if not is_resumed:
            return evolve(mark, event_count=0 if mark.name else None)
        return mark if mark.event_count is not None else evolve(mark, event_count=self.known_count)

    def keep_beginning(self) -> None:
        """Keep the place of a player who has been shown nothing yet, until his screen is shown."""
        if self.mark_parts:
            SeatBookmark.find(*self.mark_parts).move(0, self.pace)

    # --- the present

    def present_facts(self) -> Sequence[Fact]:
        """What matters most now."""
        return self.game.present.facts

    def present_sheet(self) -> Sequence[SheetGroup]:
        """The sheet as it is now."""
        return self.game.present.sheet

    def present_boards(self) -> Sequence[BoardShown]:
        """The boards as they are now."""
        return self.game.present.boards

    def find_pieces(self, boards: Sequence[BoardShown]) -> Mapping[str, str]:
        """Find the pieces on boards, by their titles: the table sends them with the boards."""
        return self.game.present.pieces

    def draw_opening(self, width: int) -> Sequence[Text]:
        """Render the lines above the story: title, entry, rules in force, introduction, the player."""
        if self.game.seated is None:
            return ()
        lines = draw_seat_opening(self.game.seated, self.commands.level, width, warns_of_dice=self.warns_of_dice)
        return [*lines, *(each for note in self.opening_notes for each in wrap_text(note, 0, width))]

    def draw_waiting(self, width: int) -> Sequence[Text] | None:
        """Render for whom the game waits, where it asks the player nothing."""
        return draw_turn_of_others(self.game, width)

    def draw_ending(self, width: int) -> Sequence[Text]:
        """Render what stands in the place of a question when the game is over."""
        return draw_seat_ending(self.game, width)
