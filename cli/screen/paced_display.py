"""The full screen of a game that tells its story at a pace: stops, pages to be read, debriefings."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.narrator import PlayerLeft
from bombsight.cli.screen.display import GameDisplay
from bombsight.cli.screen.frame_lines import PANE_KEYS, STOP_PANE_KEYS, draw_head
from bombsight.cli.screen.held_story import HeldStory
from bombsight.cli.screen.keys import draw_foot
from bombsight.cli.screen.move_runner import MoveRunner
from bombsight.cli.screen.pages import Page
from bombsight.cli.screen.style import MAX_PANE_SHARE
from bombsight.cli.screen.transcript import Transcript
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.boards import BoardShown
from bombsight.service.lookup.phrases import table_label
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.awaited_throw import with_stakes
from bombsight.service.play.past_state import moment_at
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.debriefing_lines import render_debriefing, render_recall
from bombsight.service.present.glance import Fact
from bombsight.service.present.headings import Heading, Headings
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.story import StoryLine
from bombsight.service.present.view import View
from bombsight.service.saves.bookmarks import Bookmark

READ_KEYS = "Enter: the rest of the page   Backspace: back   s: to the question"
"""The keys while a part before a stop is read that is longer than the screen."""

LAST_PAGE_KEYS = "Enter: on, then to the question   Backspace: back   s: to the question"
END_PAGE_KEYS = "Enter: on, then to the end   Backspace: back   s: to the end"
"""The keys while the last part is read, if it is longer than the room above the question, or above the game's end."""


class PacedDisplay(GameDisplay):
    """A full screen that displays a game and tells its story at a pace; :class:`GameApp` adds the player's input.

    Attributes:
        question_filter: The question filter of the game.
        move_runner: The runner of typed input.
        transcript: The story so far.
        bookmark: How far the player has been shown the story.
        view: The present view; None before the first.
        held: The story that is held at a stop, or read page by page; None at a question.
        is_reading: Whether the part that is shown last is longer than the screen, and not read to its end.
        needs_recall: Whether the recall of a resumed game has to be shown.
        failure: The error after which the game could not go on, or None.
    """

    def __init__(self, question_filter: QuestionFilter, move_runner: MoveRunner, *, needs_recall: bool) -> None:
        """Make the screen of a game; the game does not run yet.

        Args:
            question_filter: The question filter of the game.
            move_runner: The runner of typed input.
            needs_recall: Whether the recall of a resumed game has to be shown.
        """
        session = question_filter.play.session
        self.transcript = Transcript(move_runner.narrator)
        super().__init__(session.program.title, self.transcript.drawn)
        self.question_filter = question_filter
        self.move_runner = move_runner
        self.bookmark = Bookmark.find(session) if needs_recall else Bookmark(session)
        self.view: View | None = None
        self.held: HeldStory | None = None
        self.is_reading = False
        self.needs_recall = needs_recall
        self.failure: InputError | None = None
        self._headings_before = Headings()
        self._facts: Sequence[Fact] = ()

    def show_game(self) -> None:
        """Show the open question and the present state of the game in all panes."""
        raise NotImplementedError

    def show_request(self, view: View) -> None:
        """Show the open question, the wanted throw or the end of the game in the question pane."""
        raise NotImplementedError

    def drop_keys_of_stop(self) -> None:
        """Drop keys that were meant for a stop of the story."""
        raise NotImplementedError

    # --- what is shown

    @property
    def pane_keys(self) -> Sequence[str]:
        """The keys that show story, boards and sheet on a narrow screen, here."""
        return PANE_KEYS if self.held is None else STOP_PANE_KEYS

    def draw_keys(self, width: int) -> Text:
        """Render the line at the foot of the screen."""
        return draw_foot(width, at_stop=self.held is not None)

    @property
    def shown_headings(self) -> Sequence[Heading]:
        """The headings that are open at the present stop or question."""
        return self.question_filter.headings.open if self.held is None else self.held.open_headings

    @property
    def shown_facts(self) -> Sequence[Fact]:
        """What mattered most at the present stop, or what does now."""
        moment = self.held.moment if self.held is not None else None
        if moment is not None:
            return moment.facts
        if not self.is_busy:
            with contextlib.suppress(InputError):  # the error is reported with the next view
                self._facts = self.question_filter.play.facts()
        return self._facts

    @property
    def shown_sheet(self) -> Sequence[SheetGroup]:
        """The sheet as it was at the present stop, or as it is."""
        moment = self.held.moment if self.held is not None else None
        if moment is not None:
            return moment.sheet
        return self.view.sheet if self.view is not None else ()

    @property
    def shown_boards(self) -> Sequence[BoardShown]:
        """The boards as they were at the present stop, or as they are.

        Raises:
            InputError: The game cannot go on.
        """
        moment = self.held.moment if self.held is not None else None
        return self.question_filter.play.boards() if moment is None else moment.boards

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

    # --- stops of the story

    def hold_story(self, view: View) -> HeldStory | None:
        """Add the new events to the story; return it with its parts, or None if nothing of it is held.

        After an undo nothing is held; in a game that is resumed what follows the bookmark.
        """
        headings, self._headings_before = self._headings_before, self.question_filter.headings.copy()
        is_offer = view.question is not None and view.question.offer
        news = self.transcript.update(view.kept, prompt_of(view), offers_again=is_offer)
        self.drawn.hidden_count = self.drawn.unread_count = 0
        session, shown_count = self.question_filter.play.session, 0
        if news is not None and self.needs_recall:
            shown_count = self.bookmark.event_count or 0
            news = news.since(shown_count) if 0 < shown_count <= session.event_count else None
            for at in range(headings.event_count, shown_count):
                headings.follow(session.journal.view(at))
        if news is None:
            self.bookmark.remove()
            return None
        return HeldStory.divide(session, news.lines, self.move_runner.narrator.pace, headings, news.debriefings)

    def show_held(self, held: HeldStory, *, is_read: bool = False) -> None:
        """Show the story up to its present stop, and what is at stake, or the question, once all of it is read.

        Args:
            held: The story.
            is_read: Whether the player has read the part that is shown last.
        """
        is_straight = held.pace == "straight"
        self.drawn.hidden_count = held.hidden_line_count
        self.drawn.unread_count = 0 if is_straight or is_read else len(held.part.lines)
        self.add_stakes(held)
        if held.part.event_count is not None and not (is_straight and held.debriefing is None):
            self.bookmark.move(held.part.event_count)
        if is_straight and held.debriefing is not None:
            self.draw_game()
            self.show_debriefing(held.debriefing, is_last=held.place >= len(held.parts) - 1)
            return
        self.is_reading = False
        self.fill_pane(held)
        if not is_straight and self.count_rows_out_of_sight() > 0:
            self.is_reading = True
            self.fill_pane(held)
        elif held.is_at_end:
            self.finish_held()
            return
        self.draw_game()

    def fill_pane(self, held: HeldStory) -> None:
        """Show in the place of the question what is at stake, or the question; before all is read, only the keys.

        At a stop the keys take the same room as what is at stake, so that nothing moves.
        """
        if held.is_at_end and self.view is not None and not self.is_reading:
            self.show_request(self.view)
            return
        lines = held.draw_stop(self.line_width - 2)
        if self.is_reading and held.is_at_end:
            is_over = self.view is not None and self.view.outcome is not None
            lines = [styled_text(END_PAGE_KEYS if is_over else LAST_PAGE_KEYS, "dim")]
        elif self.is_reading:
            lines = [*[Text()] * (len(lines) - 1), styled_text(READ_KEYS, "dim")]
        self.question_pane.set_question(None, None, lines)

    def count_rows_out_of_sight(self) -> int:
        """Count the new rows of the story that do not fit above the question pane, as it is filled now."""
        pane, head = self.question_pane, self.line_widget("head")
        head_rows = len(draw_head(self.title, self.shown_headings, self.shown_facts, self.line_width))
        all_rows = self.rows_of_story + pane.outer_size.height + head.size.height - head_rows
        pane_rows = min(len(pane.shown_lines) + 1, int(self.size.height * MAX_PANE_SHARE))
        return self.drawn.count_unread_rows(min(100, self.width_of_pane("story"))) - (all_rows - pane_rows)

    def add_stakes(self, held: HeldStory) -> None:
        """Show what was at stake at the throws of the part that is shown last, unless stops have said so before."""
        if held.pace == "beats":
            end = len(self.drawn.lines) - self.drawn.hidden_count
            start = end - len(held.part.lines)
            self.drawn.lines[start:end] = with_stakes(held.session, self.drawn.lines[start:end])

    def finish_held(self) -> None:
        """Show the question, or the end of the game, when all of the story is read.

        Keys that were meant for a stop or a page of it are lost.
        """
        if self.held is not None and (self.is_reading or self.held.place):
            self.drop_keys_of_stop()
        self.held, self.is_reading = None, False
        self.drawn.hidden_count = self.drawn.unread_count = 0
        self.bookmark.remove()
        self.show_game()

    def go_on(self) -> None:
        """Go on from a stop: to the rest of the page, the debriefing, the next part, or the question."""
        held = self.held
        self.show_notice([])
        if held is None:
            return
        if self.turn_unread_page():
            if self.is_reading and not held.is_at_end and not self.line_widget("story").unread_below:
                self.is_reading = False
                self.drawn.unread_count = 0
                self.fill_pane(held)
        elif self.is_reading and held.is_at_end:
            self.finish_held()
        elif held.debriefing is not None:
            self.show_debriefing(held.debriefing, is_last=held.place >= len(held.parts) - 1)
        else:
            held.place += 1
            self.show_held(held)

    def skip_stops(self, held: HeldStory) -> None:
        """Go on from a stop of a held story to the question, without further stops but debriefings."""
        if held.is_at_end:
            self.finish_held()
        else:
            held.skip()
            self.show_held(held)

    def go_back(self) -> bool:
        """Go back to the stop before; return whether there is one."""
        if self.held is None or not self.held.place:
            return False
        self.held.place -= 1
        self.show_held(self.held)
        return True

    def show_recall(self) -> None:
        """Show once, on a page, what the player of a resumed game was shown before."""
        shown_count = self.bookmark.event_count if self.held is not None else None
        sheet = self.view.sheet if self.view is not None else ()
        lines: Sequence[StoryLine] = [*self.transcript.lines]
        if shown_count is not None:
            lines = [line for line in lines if line.event < shown_count]
            sheet = moment_at(self.question_filter.play.session, shown_count - 1).sheet
        notes = [styled_text(text, "yellow") for text in self.question_filter.play.session.notes]

        def draw_recall(width: int) -> list[Text]:
            """Render the notes about the save, then the recall."""
            noted = [line for text in notes for line in (*wrap_text(text, 0, width), Text())]
            return [*noted, *draw_lines(render_recall(lines, sheet), width)]

        is_over = self.view is None or self.view.outcome is not None
        if self.needs_recall and lines and not (is_over and self.held is None):
            self.push_screen(Page("", draw_recall, close_hint="Enter or Esc: go on"))
        self.needs_recall = False

    def show_debriefing(self, debriefing: Debriefing, *, is_last: bool) -> None:
        """Show the debriefing of a mission, and ask whether to go on; then show the game."""

        def on_closed(goes_on: bool | None) -> None:
            """Callback of the debriefing: exit the application if the player does not go on."""
            if goes_on is False:
                self.exit()

        def go_on() -> None:
            """Show what follows the debriefing on the screen behind it."""
            if self.held is None or is_last:
                self.finish_held()
            else:
                self.held.place += 1
                self.show_held(self.held)

        closes = "Enter: back to the game" if is_last else "Enter: fly the next; q: leave, and go on another day"
        page = Page(
            "",
            lambda width: draw_lines(render_debriefing(debriefing), width),
            close_hint=closes,
            can_leave=True,
            before_close=lambda: self.run_guarded(go_on),
        )
        self.push_screen(page, on_closed)


def prompt_of(view: View) -> str | None:
    """The prompt of the open question or throw; None if the game waits for nothing."""
    if view.question is not None:
        return view.question.prompt
    return table_label(view.throw.table, view.throw.title) if view.throw is not None else None
