"""The question on the screen: what is marked is chosen with arrows or a pointer, and Enter answers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, assert_never

from attrs import evolve
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from bombsight.cli.play.asking import ANSWER, mark, question_lines
from bombsight.cli.play.together import CELL, matrix_lines
from bombsight.cli.screen.line_widget import Lines
from bombsight.cli.terminal.screen import clean, words
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.runtime.run.policies import NO_OPTION, Question, indices
from bombsight.service.present.answers import in_order, is_number_choice, key_of, title_of
from bombsight.service.present.joint_questions import Group, Matrix, Several
from bombsight.service.present.question_lines import has_lines

OPENERS = "/:"
"""These keys open the line in which words are typed; digits do so, too, and stand in it."""


class Asked(Lines, can_focus=True):
    """What is asked: one question, a table of them, or one of which several answers are taken.

    Attributes:
        chosen: What Enter answers, by its index; -1 for none.
        rows: The same of each row of a table.
        several: The places that are taken where several may be.
        at: The row of the table, or the option of several, at which the cursor stands.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer", "As marked"),
        Binding("up", "move(-1)", "Choose", show=False),
        Binding("down", "move(1)", "Choose", show=False),
        Binding("left", "aside(-1)", "Choose", show=False),
        Binding("right", "aside(1)", "Choose", show=False),
        Binding("space", "take", "Take", show=False),
    ]

    class Answered(Message):
        """Enter was pressed: what is marked is the answer."""

    def __init__(self) -> None:
        super().__init__("asked")
        self.question: Question | None = None
        self.group: Group | None = None
        self.said: Sequence[Text] = ()
        self.chosen = 0
        self.rows: list[int] = []
        self.several: list[int] = []
        self.at = 0
        self._room: tuple[int, int] | None = None

    # --- what is asked

    def ask(self, question: Question | None, group: Group | None, said: Sequence[Text] = ()) -> None:
        """Put a question, alone or with others; or say what is awaited where there is none."""
        self.question, self.group, self.said = question, group, said
        self.at = 0
        if question is not None:
            self.chosen = question.preferred
        if isinstance(group, Matrix):
            self.rows = [row.preferred for row in group.rows]
        elif isinstance(group, Several):
            self.several = [*group.preferred]
        self.draw()

    def marked(self) -> Group | None:
        """The questions that are put as one, with what is marked in place of what the autopilot would answer."""
        match self.group:
            case Matrix() as matrix:
                rows = [evolve(row, preferred=index) for row, index in zip(matrix.rows, self.rows, strict=True)]
                return evolve(matrix, rows=tuple(rows))
            case Several() as several:
                return evolve(several, preferred=tuple(self.several))
            case None:
                return None
            case _:
                assert_never(self.group)

    # --- how it looks

    def draw(self) -> None:
        """Show it as it stands, and what is marked in any case."""
        self._room = width, _ = self.room
        self.put(self.lines(width))
        self.show_marked()

    @property
    def room(self) -> tuple[int, int]:
        """What its lines depend on: how many columns it has, and how many lines the screen."""
        return max(20, self.scrollable_content_region.width or 80), self.app.size.height

    def show_marked(self) -> None:
        """Have what is marked in sight."""
        at = next((number for number, line in enumerate(self.kept) if line.plain.startswith((mark(), ">"))), 0)
        if self.is_attached:
            self.call_after_refresh(self.show_line, at)

    def show_line(self, number: int) -> None:
        """Scroll so that a line is seen, with what stands around it."""
        top, height = int(self.scroll_y), self.scrollable_content_region.height
        if number >= top + height:
            self.scroll_to(y=number - height + 2, animate=False)
        elif number < top + 2:
            self.scroll_to(y=max(0, number - 2), animate=False)

    def lines(self, width: int) -> list[Text]:
        """What is asked, line by line."""
        question, group = self.question, self.marked()
        if question is None:
            return [*self.said]
        if isinstance(group, Matrix):
            said = words("arrows: another cell; / types ROW COLUMN, all COLUMN, hold, one", "dim")
            lines = [*matrix_lines(group, width, self.at)]
            if len(lines) > self.app.size.height // 2:
                lines = [*matrix_lines(group, width, self.at, brief=True)]
            return [*lines, *wrapped(said, 0, width)]
        if isinstance(group, Several):
            return self.several_lines(group, width)
        lines = question_lines(evolve(question, preferred=self.chosen), width)
        if not has_lines(question):
            lines.append(words(f"{mark()} ", "bold green").append(clean(title_of(question, self.chosen)), "default"))
        # In a line that stands there in any case: what is pointed at must stay where it is.
        hint = f"   suggested: {key_of(question, question.preferred)}"
        if self.chosen != question.preferred and len(lines[0]) + len(hint) <= width:
            lines[0] = lines[0].copy().append(clean(hint), "not bold dim")
        return lines

    def several_lines(self, several: Several, width: int) -> list[Text]:
        """One question with each option taken or not, in the order in which they were taken."""
        asked = several.question
        lines = [*wrapped(words(asked.prompt, "bold cyan"), 0, width)]
        for remark in asked.remarks:
            lines += wrapped(words(remark), 2, width)
        size = max(len(clean(option.title)) for option in asked.options)
        for place, option in enumerate(asked.options):
            taken = str(self.several.index(place) + 1) if place in self.several else " "
            text = words("> " if place == self.at else "  ", "bold").append(f"[{taken}] ", "cyan not bold")
            text.append(f"{clean(option.title):<{size}}", "not bold default")
            text.append(f"   {clean(option.beside)}" if option.beside else "", "not bold")
            text.apply_meta({ANSWER: place})
            lines += wrapped(text, 0, width)
        count = f"{several.most}" if several.least else f"up to {several.most}"
        return [*lines, words(f"{count} of them: Space takes one, Enter: as marked", "dim")]

    def on_resize(self) -> None:
        """Draw it anew, but where only its own height is another: its lines are the same then."""
        if self.room == self._room:
            self.show_marked()
        else:
            self.draw()

    # --- moving about

    def action_move(self, by: int) -> None:
        """Mark the next answer, or go to the next row."""
        if self.question is None:
            return
        if isinstance(self.group, Matrix):
            self.at = (self.at + by) % len(self.rows)
        elif isinstance(self.group, Several):
            self.at = (self.at + by) % len(self.group.question.options)
        else:
            order = shown_order(self.question)
            self.chosen = order[(order.index(self.chosen) + by) % len(order)]
        self.draw()

    def action_aside(self, by: int) -> None:
        """Mark the next cell of the row."""
        if not isinstance(self.group, Matrix):
            self.action_move(by)
            return
        matrix = self.group
        columns = [*range(len(matrix.columns)), NO_OPTION]
        cells = [index for column in columns if (index := matrix.index(self.at, column)) is not None]
        self.rows[self.at] = cells[(cells.index(self.rows[self.at]) + by) % len(cells)]
        self.draw()

    def action_take(self) -> None:
        """Take the option at the cursor, or leave it."""
        if isinstance(self.group, Several):
            if self.at in self.several:
                self.several.remove(self.at)
            elif len(self.several) < self.group.most:
                self.several.append(self.at)
            self.draw()

    def action_answer(self) -> None:
        """Answer what is marked."""
        self.post_message(self.Answered())

    def on_click(self, event: events.Click) -> None:
        """Mark what is pointed at; what is marked already is the answer."""
        meta = event.style.meta
        if ANSWER in meta and isinstance(self.group, Several):
            self.at = meta[ANSWER]
            self.action_take()
        elif ANSWER in meta and self.question is not None and self.group is None:
            was, self.chosen = self.chosen, meta[ANSWER]
            self.draw()
            if was == self.chosen:
                self.action_answer()
        elif CELL in meta and isinstance(self.group, Matrix):
            row, column = meta[CELL]
            index = self.group.index(row, column)
            if index is not None:
                self.at, self.rows[row] = row, index
                self.draw()

    def begun_by(self, typed: str) -> str | None:
        """What stands in the line that a typed character opens: numbers do, and the sign of one; None for others."""
        if typed and typed in OPENERS:
            return ""
        signs = "-" if self.question is not None and is_number_choice(self.question.options) else ""
        return typed if typed and (typed.isdecimal() or typed in signs) else None


def shown_order(question: Question) -> list[int]:
    """The indices of the answers in the order in which they are shown."""
    if is_number_choice(question.options) or question.offer:
        return [*indices(len(question.options), question.optional)]
    usual = [index for index in in_order(question) if not question.options[index].grave]
    grave = [index for index in in_order(question) if question.options[index].grave]
    return [*usual, *[NO_OPTION] * question.optional, *grave]
