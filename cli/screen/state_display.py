"""The state that stands beside the story on the full screen: that of the present, of a stop, or of what is read."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.narrator import PlayerLeft
from bombsight.cli.screen.display import GameDisplay
from bombsight.cli.screen.drawn_story import DrawnStory
from bombsight.cli.screen.frame_lines import PANE_KEYS, STOP_PANE_KEYS
from bombsight.cli.screen.held_story import HeldStory
from bombsight.cli.screen.keys import FOOT_KEYS, STOP_FOOT_KEYS, draw_foot
from bombsight.cli.screen.screen_game import ScreenGame
from bombsight.cli.screen.transcript import Transcript
from bombsight.runtime.boards import BoardShown
from bombsight.service.boards.changes import Change, describe_changes, mark_changes
from bombsight.service.play.past_state import Moment
from bombsight.service.present.glance import Fact
from bombsight.service.present.headings import Heading, Headings
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.view import View
from bombsight.service.saves.bookmarks import StoryMark


class StateDisplay(GameDisplay):
    """A full screen that displays a game as it stands where its story does.

    Attributes:
        game: The game.
        transcript: The story so far.
        bookmark: How far the player has been shown the story.
        view: The present view; None before the first.
        held: The story that is held at a stop, or read page by page; None at a question.
        is_reading: Whether the part that is shown last is longer than the screen, and not read to its end.
        needs_recall: Whether the recall of a resumed game has to be shown.
        shows_stop_keys: Whether the keys of a stop stand below what is at stake there.
        failure: The error after which the game could not go on, or None.
    """

    def __init__(self, game: ScreenGame, *, needs_recall: bool) -> None:
        """Make the screen of a game; the game does not run yet.

        Args:
            game: The game.
            needs_recall: Whether the recall of a resumed game has to be shown.
        """
        super().__init__(game.title, DrawnStory())
        self.failure: InputError | None = None
        self.begin_story(game, needs_recall=needs_recall)

    def begin_story(self, game: ScreenGame, *, needs_recall: bool) -> None:
        """Begin to show a player's game: nothing of its story is shown yet.

        Args:
            game: The game.
            needs_recall: Whether the recall of a resumed game has to be shown.
        """
        self.game = game
        self.title, self.shown_pane = game.title, "story"
        self.transcript = Transcript(game)
        self.drawn = self.transcript.drawn
        self.bookmark: StoryMark = game.find_mark(is_resumed=needs_recall)
        self.view: View | None = None
        self.held: HeldStory | None = None
        self.is_reading = False
        self.needs_recall = needs_recall
        self._recalled_count: int | None = None  # where a resumed game goes on: how many events were shown before
        self._headings_before = Headings()
        self.shows_stop_keys = True
        self._facts: Sequence[Fact] = ()
        self._rows_above_pane = 0
        self._finished: HeldStory | None = None
        self._last_seen: Moment | None = None  # where the game was resumed: the state before what was shown last

    # --- what is shown

    @property
    def pane_keys(self) -> Sequence[str]:
        """The keys that show story, boards and sheet on a narrow screen, here."""
        return PANE_KEYS if self.held is None else STOP_PANE_KEYS

    def draw_keys(self, width: int) -> Text:
        """Render the line at the foot of the screen."""
        return draw_foot(width, FOOT_KEYS if self.held is None else STOP_FOOT_KEYS)

    @property
    def shown_headings(self) -> Sequence[Heading]:
        """The headings that are open at the present stop or question; while a part is read, those before it."""
        if self.held is None:
            return self.game.headings.open
        if self.is_reading:
            return self.held.find_open_headings(self.held.event_count_before)
        return self.held.open_headings

    @property
    def shown_moment(self) -> Moment | None:
        """The state that stands beside the story: of the stop, or before the part that is read; None for the present.

        What is read page by page must not be told ahead.
        """
        if self.held is None:
            return None
        return (self.held.moment_before if self.is_reading else None) or self.held.moment

    @property
    def shown_facts(self) -> Sequence[Fact]:
        """What mattered most at the present stop, or what does now."""
        moment = self.shown_moment
        if moment is not None:
            return moment.facts
        if not self.is_busy:
            with contextlib.suppress(InputError):  # the error is reported with the next view
                self._facts = self.game.present_facts()
        return self._facts

    @property
    def shown_sheet(self) -> Sequence[SheetGroup]:
        """The sheet as it was at the present stop, or as it is."""
        moment = self.shown_moment
        if moment is not None:
            return moment.sheet
        return self.game.present_sheet() if self.view is not None else ()

    @property
    def shown_boards(self) -> Sequence[BoardShown]:
        """The boards as they were at the present stop, or as they are.

        Raises:
            InputError: The game cannot go on.
        """
        before = self.moment_before
        return self._boards_of_moment if before is None else mark_changes(before.boards, self._boards_of_moment)

    @property
    def shown_changes(self) -> Sequence[Change]:
        """What differs on the boards from what they are compared with.

        Raises:
            InputError: The game cannot go on.
        """
        before = self.moment_before
        return () if before is None else describe_changes(before.boards, self._boards_of_moment)

    @property
    def _boards_of_moment(self) -> Sequence[BoardShown]:
        """The boards as they were at the present stop, or as they are, without changes."""
        moment = self.shown_moment
        return self.game.present_boards() if moment is None else moment.boards

    @property
    def moment_before(self) -> Moment | None:
        """The state that what is shown is compared with: before the part that is shown last.

        Behind an answer, and behind what was read page by page, that is the stop or the question before; so it is
        where a game was left and is resumed. None where nothing is known to have changed.
        """
        held = self.held or self._finished
        if self.is_reading:
            return None
        is_resumed = held is None or (held.begins_inside and not held.place)
        return self._last_seen if is_resumed or held is None else held.moment_last_seen

    def run_guarded(self, action: Callable[[], None]) -> None:
        """Run a function that changes the game; if it fails, leave the game with its save intact."""
        try:
            action()
        except InputError as error:
            self.leave_failed(error)
        except PlayerLeft:
            self.exit()

    def leave_failed(self, error: InputError) -> None:
        """Exit the application with the error of a game that cannot go on."""
        self.failure = error
        self.exit()
