"""A dialog that asks which of several answers is meant, where one place on a board stands for them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Click, Key
from textual.widgets import Static

from bombsight.cli.play.question_input import default_mark
from bombsight.cli.screen.modals import GameModal
from bombsight.cli.terminal.screen import styled_text

NO_CHOICE = -1
"""The result of a dialog that was left."""

CHOICE_META = "choice"
"""The key of a choice's number in a text's metadata, for the pointer."""


class ChoiceDialog(GameModal[int]):
    """A dialog that lists answers; it closes with the number of the chosen one from 0, or :data:`NO_CHOICE`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left", "move(-1)"),
        Binding("down,right", "move(1)"),
        Binding("enter,space", "choose"),
        Binding("escape,tab", "leave"),
    ]

    def __init__(self, title: str, answers: Sequence[str], on_closed: Callable[[int], None]) -> None:
        """Make a dialog with a title and answers; ``on_closed`` receives the result."""
        super().__init__(on_closed)
        self.heading, self.answers = title, answers
        self.marked = 0

    def compose(self) -> ComposeResult:
        """Lay out the title, the answers and the hint."""
        with Vertical(id="choice"):
            yield Static(styled_text(self.heading, "bold"))
            yield Static(self.draw_answers(), id="choices")
            yield Static(styled_text("arrows, Enter or a number; Esc: back to the board", "dim"))

    def draw_answers(self) -> Text:
        """Render the answers with their numbers, one below another, and the mark."""
        lines = []
        for number, answer in enumerate(self.answers):
            mark = default_mark() if number == self.marked else " "
            line = Text(f"{mark} ", style="bold green").append(f"{number + 1}", "cyan not bold")
            line.append_text(
                styled_text(f"  {answer}", "bold default" if number == self.marked else "not bold default")
            )
            line.apply_meta({CHOICE_META: number})
            lines.append(line)
        return Text("\n").join(lines)

    def action_move(self, by: int) -> None:
        """Key action: mark another answer; by 1 down, by -1 up."""
        self.marked = (self.marked + by) % len(self.answers)
        self.query_one("#choices", Static).update(self.draw_answers())

    def action_choose(self) -> None:
        """Key action: choose the marked answer."""
        self.close(self.marked)

    def action_leave(self) -> None:
        """Key action: leave the dialog without a choice."""
        self.close(NO_CHOICE)

    def on_key(self, event: Key) -> None:
        """Choose the answer whose number is typed."""
        if event.character and event.character.isdecimal() and 0 < int(event.character) <= len(self.answers):
            event.stop()
            self.close(int(event.character) - 1)

    def on_click(self, event: Click) -> None:
        """Choose the clicked answer."""
        if CHOICE_META in event.style.meta:
            self.close(event.style.meta[CHOICE_META])
