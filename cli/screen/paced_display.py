"""The full screen of a game that tells its story at a pace: stops, pages to be read, debriefings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text

from bombsight.cli.screen.frame_lines import draw_head
from bombsight.cli.screen.held_story import HeldStory
from bombsight.cli.screen.state_display import StateDisplay
from bombsight.cli.screen.story_pages import DebriefingPage, RecallPage
from bombsight.cli.screen.style import MAX_PANE_SHARE
from bombsight.cli.terminal.screen import styled_text
from bombsight.service.lookup.phrases import table_label
from bombsight.service.play.story_source import find_last_seen, with_stakes
from bombsight.service.present.beats import find_left_part, is_heading
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.story import StoryLine
from bombsight.service.present.view import View

READ_KEYS = "Enter: the rest of the page   Backspace: back   s: to the question"
"""The keys while a part before a stop is read that is longer than the screen."""

LAST_PAGE_KEYS = "Enter: on, then to the question   Backspace: back   s: to the question"
END_PAGE_KEYS = "Enter: on, then to the end   Backspace: back   s: to the end"
"""The keys while the last part is read, if it is longer than the room above the question, or above the game's end."""

NO_STOP_BEFORE = "The story goes on from here: there is no stop before it."
UNDO_HINT = " / undo takes the last answer back."
"""What is said where the first stop was shown before: when the game was left, or at another pace."""


class PacedDisplay(StateDisplay):
    """A full screen that tells a game's story at a pace; :class:`PlayerApp` adds the player's input.

    Attributes:
        undo_hint: The hint how to take an answer back, with a blank before it; empty where nobody can.
    """

    undo_hint: ClassVar[str] = UNDO_HINT

    def show_game(self) -> None:
        """Show the open question and the present state of the game in all panes."""
        raise NotImplementedError

    def show_request(self, view: View) -> None:
        """Show the open question, the wanted throw or the end of the game in the question pane."""
        raise NotImplementedError

    def drop_keys_of_stop(self) -> None:
        """Drop keys that were meant for a stop of the story."""
        raise NotImplementedError

    # --- stops of the story

    def hold_story(self, view: View) -> HeldStory | None:
        """Add the new events to the story; return it with its parts, or None if nothing of it is held.

        After an undo nothing is held; in a game that is resumed what follows the bookmark.
        """
        headings, self._headings_before = self._headings_before, self.game.headings.copy()
        is_offer = view.question is not None and view.question.offer
        news = self.transcript.update(view.kept, prompt_of(view), offers_again=is_offer)
        self.drawn.hidden_count = self.drawn.unread_count = 0
        self.drawn.news_start = None
        source, pace = self.game.find_source(), self.game.pace
        left_part = self._last_seen = None
        if news is not None and self.needs_recall:
            shown_count = self.bookmark.event_count
            if shown_count is not None and shown_count <= source.event_count:
                left_part = find_left_part(self.transcript.lines, shown_count, pace)
            news = news.since(shown_count) if shown_count is not None and left_part is not None else None
            source.follow_headings(headings, shown_count or 0 if news is not None else 0)
            until = shown_count if news is not None else None
            self._last_seen = find_last_seen(source, self.transcript.lines, pace, until)
        self._recalled_count = self.bookmark.event_count if self.needs_recall and news is not None else None
        self._finished = None
        if news is None:
            self.bookmark.remove()
            return None
        shown_part = left_part if left_part is not None and left_part.event_count else None
        return HeldStory.divide(source, news.lines, pace, headings, news.debriefings, shown_part)

    def show_held(self, held: HeldStory, *, is_read: bool = False) -> None:
        """Show the story up to its present stop, and what is at stake, or the question, once all of it is read.

        Args:
            held: The story.
            is_read: Whether the player has read the part that is shown last.
        """
        is_straight, self.is_reading = held.pace == "straight", False
        self.drawn.hidden_count = held.hidden_line_count
        self.drawn.unread_count = 0 if is_straight or is_read else len(held.part.lines)
        self.add_stakes(held)
        if is_straight and held.debriefing is not None:
            self.move_bookmark(held)
            self.draw_game()
            self.show_debriefing(held.debriefing, is_last=held.place >= len(held.parts) - 1)
            return
        self.shows_stop_keys = True
        self.fill_pane(held)
        if is_straight:
            self.mark_news(held)
        elif not self.fits_on_screen(held):
            self.is_reading = True
            self.fill_pane(held)
        if held.is_at_end and not self.is_reading:
            self.finish_held()
            return
        self.move_bookmark(held)
        self.draw_game()

    def move_bookmark(self, held: HeldStory) -> None:
        """Move the bookmark to the end of the last part that was shown whole."""
        if not self.is_reading:
            event_count = held.part.event_count
        else:
            event_count = held.parts[held.place - 1].event_count if held.place else held.headings.event_count
        if event_count is not None:
            self.bookmark.move(event_count, held.pace)

    def fill_pane(self, held: HeldStory) -> None:
        """Show in the place of the question what is at stake, or the question; before all is read, only the keys.

        At a stop the keys take the same room as what is at stake, so that nothing moves.
        """
        if held.is_at_end and self.view is not None and not self.is_reading:
            self.show_request(self.view)
            return
        lines = held.draw_stop(self.line_width - 2, has_keys=self.shows_stop_keys)
        if self.is_reading and held.is_at_end:
            is_over = self.view is not None and self.view.outcome is not None
            lines = [styled_text(END_PAGE_KEYS if is_over else LAST_PAGE_KEYS, "dim")]
        elif self.is_reading:
            lines = [*[Text()] * (len(lines) - 1), styled_text(READ_KEYS, "dim")]
        self.question_pane.set_question(None, None, lines)

    def fits_on_screen(self, held: HeldStory) -> bool:
        """Whether the new rows of the story fit above the question pane, as it is filled now, or nearly do.

        Headings at their top may go out of sight, for they stand at the head of the screen; so may the keys at a stop.
        """
        self._rows_above_pane = self.count_rows_above_pane()
        if (row_count := self.count_unread_rows()) <= self._rows_above_pane:
            return True
        self.drawn.unread_count -= (heading_count := count_headings_at_top(held.part.lines))
        row_count = self.count_unread_rows()
        if row_count == self._rows_above_pane + 1 and not held.is_at_end and held.draw_stake(self.line_width - 2):
            self.shows_stop_keys = False
            self.fill_pane(held)
            return True
        if row_count > self._rows_above_pane:
            self.drawn.unread_count += heading_count
        return row_count <= self._rows_above_pane

    def mark_news(self, held: HeldStory) -> None:
        """Mark where the new rows behind an answer begin, if not all of them will be in sight."""
        is_longer = self.drawn.count_rows(len(held.part.lines), self.story_width) > self.count_rows_above_pane()
        is_behind_answer = held.headings.event_count > 0
        start = len(self.drawn.lines) - len(held.part.lines)
        self.drawn.news_start = start if is_longer and is_behind_answer else None

    @property
    def story_width(self) -> int:
        """The maximum width in columns of a line of the story."""
        return min(100, self.width_of_pane("story"))

    def count_unread_rows(self) -> int:
        """Count the new rows of the story."""
        return self.drawn.count_unread_rows(self.story_width)

    def count_rows_above_pane(self) -> int:
        """Count the rows in which the story stands above the question pane, as it is filled now."""
        pane, head = self.question_pane, self.line_widget("head")
        head_rows = len(draw_head(self.title, self.shown_headings, self.shown_facts, self.line_width))
        all_rows = self.rows_of_story + pane.outer_size.height + head.size.height - head_rows
        pane_rows = min(len(pane.shown_lines) + 1, int(self.size.height * MAX_PANE_SHARE))
        return all_rows - pane_rows

    def add_stakes(self, held: HeldStory) -> None:
        """Show what was at stake at the throws of the part that is shown last, unless stops have said so before."""
        if held.pace == "beats":
            end = len(self.drawn.lines) - self.drawn.hidden_count
            start = end - len(held.part.lines)
            self.drawn.lines[start:end] = with_stakes(held.source, self.drawn.lines[start:end])

    def finish_held(self) -> None:
        """Show the question, or the end of the game, when all of the story is read.

        Keys that were meant for a stop or a page of it are lost.
        """
        if self.held is not None and (self.is_reading or self.held.place):
            self.drop_keys_of_stop()
        self._finished, self.held, self.is_reading = self.held or self._finished, None, False
        self.drawn.hidden_count = self.drawn.unread_count = 0
        self.bookmark.remove()
        self.show_game()

    def go_on(self) -> None:
        """Go on from a stop: to the rest of the page, the debriefing, the next part, or the question."""
        held = self.held
        self.show_notice([])
        if held is None:
            return
        if self.is_reading and held.is_at_end and self.line_widget("story").unread_below <= self._rows_above_pane:
            self.finish_held()
        elif self.turn_unread_page():
            if self.is_reading and not held.is_at_end and not self.line_widget("story").unread_below:
                self.is_reading = False
                self.drawn.unread_count = 0
                self.move_bookmark(held)
                self.fill_pane(held)
                self.draw_game()
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
        """Go back to the stop before, or say that there is none; return False at the first one behind an answer."""
        if self.held is None or (not self.held.place and not self.held.begins_inside):
            return False
        if not self.held.place:
            self.show_refusal(f"{NO_STOP_BEFORE}{self.undo_hint}")
            return True
        self.held.place -= 1
        self.show_held(self.held)
        return True

    def show_recall(self) -> None:
        """Show once, on a page, what the player of a resumed game was shown before."""
        shown_count = self._recalled_count
        sheet = self.game.present_sheet() if self.view is not None else ()
        lines: Sequence[StoryLine] = [*self.transcript.lines]
        if shown_count is not None:
            lines = [line for line in lines if line.event < shown_count]
            sheet = self.game.find_source().moment(shown_count).sheet if shown_count else ()
        is_over = self.view is None or self.view.outcome is not None
        if self.needs_recall and lines and not (is_over and self.held is None):
            self.push_screen(RecallPage(self.game.notes, lines, sheet))
        self.needs_recall = False

    def show_debriefing(self, debriefing: Debriefing, *, is_last: bool) -> None:
        """Show the debriefing of a mission, and ask whether to go on; then show the game."""

        def on_closed(goes_on: bool) -> None:
            """Callback of the debriefing: go on, or exit the application."""
            if goes_on:
                self.run_guarded(go_on)
            else:
                self.exit()

        def go_on() -> None:
            """Show what follows the debriefing on the screen behind it."""
            if self.held is None or is_last:
                self.finish_held()
            else:
                self.held.place += 1
                self.show_held(self.held)

        self.push_screen(DebriefingPage(debriefing, is_last=is_last, on_closed=on_closed))


def prompt_of(view: View) -> str | None:
    """The prompt of the open question or throw; None if the game waits for nothing."""
    if view.question is not None:
        return view.question.prompt
    return table_label(view.throw.table, view.throw.title) if view.throw is not None else None


def count_headings_at_top(lines: Sequence[StoryLine]) -> int:
    """Count the headings with which a part of a story begins."""
    return next((at for at, line in enumerate(lines) if not is_heading(line)), 0)
