"""Pages about a story that is told at a pace: the recall of a game that is resumed, the debriefing of a mission."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from bombsight.cli.screen.pages import Page
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.present.debriefing import Debriefing
from bombsight.service.present.debriefing_lines import RECALLED_TROUBLES, render_debriefing, render_recall
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.story import StoryLine

RECALL_FRAME_HEIGHT = 5
"""The rows of the recall's page around its news and troubles: the frame, the foot, two lines around the troubles."""


class RecallPage(Page):
    """The page of what the player of a resumed game was shown before, below the notes about its save."""

    def __init__(self, notes: Sequence[str], lines: Sequence[StoryLine], sheet: Sequence[SheetGroup]) -> None:
        """Make the page.

        Args:
            notes: The notes about the save.
            lines: The lines of the story that he was shown.
            sheet: The sheet where they end.
        """
        super().__init__("", self.draw_recall, close_hint="Enter or Esc: go on")
        self.notes, self.lines, self.sheet = notes, lines, sheet

    def draw_recall(self, width: int) -> list[Text]:
        """Render the notes, then the recall, with as many troubles as there is room for."""
        notes = [styled_text(text, "yellow") for text in self.notes]
        noted = [line for text in notes for line in (*wrap_text(text, 0, width), Text())]
        without_troubles = draw_lines(render_recall(self.lines, ()), width)
        room = self.app.size.height - len(noted) - len(without_troubles) - RECALL_FRAME_HEIGHT
        recall = render_recall(self.lines, self.sheet, max_troubles=max(RECALLED_TROUBLES, room))
        return [*noted, *draw_lines(recall, width)]


class DebriefingPage(Page):
    """The page of the debriefing of a mission, which asks whether to go on."""

    def __init__(self, debriefing: Debriefing, *, is_last: bool, on_closed: Callable[[bool], None]) -> None:
        """Make the page.

        Args:
            debriefing: The debriefing.
            is_last: Whether nothing follows it but the end of the game.
            on_closed: Receives whether the game goes on, once the page is closed.
        """
        super().__init__(
            "",
            lambda width: draw_lines(render_debriefing(debriefing), width),
            close_hint="Enter: back to the game" if is_last else "Enter: fly the next; q: leave, and go on another day",
            can_leave=True,
            on_closed=on_closed,
        )
