"""The widget of the open question on the full screen: arrows or a pointer mark an answer, and Enter gives it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, assert_never

from attrs import evolve
from rich.text import Text
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.message import Message

from bombsight.cli.play.joint_questions import draw_matrix_at_cursor
from bombsight.cli.play.matrix_drawing import CELL_META
from bombsight.cli.play.question_input import ANSWER_META, default_mark, draw_question
from bombsight.cli.screen.line_widget import LineWidget
from bombsight.cli.screen.style import MAX_PANE_SHARE
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.runtime.run.policies import NO_OPTION, Question, answer_indices
from bombsight.service.present.answer_parsing import answer_key, answer_title, display_order, is_number_choice
from bombsight.service.present.joint_questions import Matrix, QuestionGroup, RepeatedQuestion
from bombsight.service.present.matrix_tables import make_tables
from bombsight.service.present.question_lines import has_answer_lines

PANE_FRAME_HEIGHT = 1
"""The line above the pane."""

LINE_OPENERS = "/:"
"""The keys that open the input line; digits do, too, and are inserted."""


class QuestionPane(LineWidget, can_focus=True, inherit_bindings=False):
    """The widget of the open question: one question, a matrix, or a choice of several.

    Attributes:
        marked_index: The index of the marked answer; -1 for none.
        marked_in_rows: The marked answer of each row of a matrix.
        taken_places: The places of the chosen options in a choice of several.
        cursor: The row of a matrix, or the option of several, at the cursor.
        cover_lines: What covers the question while something else is looked at; None if it is in sight.
        keeps_prompt: Whether the prompt has to be in sight, instead of the marked answer.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer", "As marked"),
        Binding("up", "move(-1)", "Choose", show=False),
        Binding("down", "move(1)", "Choose", show=False),
        Binding("left", "move_sideways(-1)", "Choose", show=False),
        Binding("right", "move_sideways(1)", "Choose", show=False),
        Binding("space", "take", "Take", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("tab", "go_to_boards", show=False),
    ]

    class Answered(Message):
        """The widget message that the player gives the marked answer."""

    class Stepped(Message):
        """The widget message of the arrows to the right (1) and to the left (-1), while the question is covered."""

        def __init__(self, by: int) -> None:
            """Make the message."""
            super().__init__()
            self.by = by

    class Refused(Message):
        """The widget message that a key or click marks nothing, with the reason in a sentence."""

        def __init__(self, problem: str) -> None:
            """Make the message."""
            super().__init__()
            self.problem = problem

    class Taken(Message):
        """The widget message that the player has taken an option among several, or left it."""

    class ToBoards(Message):
        """The widget message that the player goes to the boards."""

    def __init__(self) -> None:
        """Make a pane without a question."""
        super().__init__("asked")
        self.question: Question | None = None
        self.group: QuestionGroup | None = None
        self.message_lines: Sequence[Text] = ()
        self.marked_index = 0
        self.marked_in_rows: list[int] = []
        self.taken_places: list[int] = []
        self.cursor = 0
        self.cover_lines: Sequence[Text] | None = None
        self.keeps_prompt = False
        self._drawn_size: tuple[int, int] | None = None

    # --- the question

    def set_question(
        self, question: Question | None, group: QuestionGroup | None, message_lines: Sequence[Text] = ()
    ) -> None:
        """Show a question alone, or with the group asked together; or a message if there is none."""
        self.question, self.group, self.message_lines = question, group, message_lines
        self.cursor = 0
        if question is not None:
            self.marked_index = question.preferred
        if isinstance(group, Matrix):
            self.marked_in_rows = [row.preferred for row in group.rows]
        elif isinstance(group, RepeatedQuestion):
            self.taken_places = [*group.preferred]
        self.draw_question_pane()

    def set_cover(self, lines: Sequence[Text] | None) -> None:
        """Cover the question with lines, so that no key or pointer answers it; None uncovers it, marked as before."""
        if lines != self.cover_lines:
            self.cover_lines = lines
            self.draw_question_pane()

    def marked_group(self) -> QuestionGroup | None:
        """Copy the question group with the player's marked answers in place of the autopilot's."""
        match self.group:
            case Matrix() as matrix:
                rows = [
                    evolve(row, preferred=index) for row, index in zip(matrix.rows, self.marked_in_rows, strict=True)
                ]
                return evolve(matrix, rows=tuple(rows))
            case RepeatedQuestion() as several:
                return evolve(several, preferred=tuple(self.taken_places))
            case None:
                return None
            case _:
                assert_never(self.group)

    # --- drawing

    def draw_question_pane(self) -> None:
        """Redraw the question, with the marked answer in sight."""
        self._drawn_size = width, _ = self.available_size
        self.set_lines(self.draw_content(width))
        self.scroll_to_marked()

    @property
    def available_size(self) -> tuple[int, int]:
        """The width of the pane and the height of the screen, which determine its lines."""
        return max(20, self.scrollable_content_region.width or 80), self.app.size.height

    def scroll_to_marked(self) -> None:
        """Scroll to the marked answer, or to the prompt."""
        line_number = next(
            (number for number, line in enumerate(self.shown_lines) if line.plain.startswith((default_mark(), ">"))),
            0,
        )
        if self.keeps_prompt:
            line_number = 0
        if self.is_attached:
            self.call_after_refresh(self.scroll_to_line, line_number)

    def scroll_to_line(self, number: int) -> None:
        """Scroll to a line and its surroundings."""
        top, height = int(self.scroll_y), self.scrollable_content_region.height
        if number >= top + height:
            self.scroll_to(y=number - height + 2, animate=False)
        elif number < top + 2:
            self.scroll_to(y=max(0, number - 2), animate=False)

    def draw_content(self, width: int) -> list[Text]:
        """Draw the question, line by line."""
        question, group = self.question, self.marked_group()
        if self.cover_lines is not None:
            return [*self.cover_lines]
        if question is None:
            return [*self.message_lines]
        if isinstance(group, Matrix):
            hint_text = styled_text("arrows: another cell; / types ROW COLUMN, all COLUMN, hold, one", "dim")
            max_lines = int(self.app.size.height * MAX_PANE_SHARE) - PANE_FRAME_HEIGHT - 1
            return [*draw_matrix_at_cursor(group, width, self.cursor, max_lines), *wrap_text(hint_text, 0, width)]
        if isinstance(group, RepeatedQuestion):
            return self.draw_several(group, width)
        lines = draw_question(evolve(question, preferred=self.marked_index), width)
        if not has_answer_lines(question):
            lines.append(
                styled_text(f"{default_mark()} ", "bold green").append(
                    sanitize(answer_title(question, self.marked_index)), "default"
                )
            )
        # In a line that always exists, so that nothing moves under the pointer.
        hint = f"   suggested: {answer_key(question, question.preferred)}"
        if self.marked_index != question.preferred and len(lines[0]) + len(hint) <= width:
            lines[0] = lines[0].copy().append(sanitize(hint), "not bold dim")
        return lines

    def draw_several(self, several: RepeatedQuestion, width: int) -> list[Text]:
        """Render a question that is asked repeatedly, with the chosen options numbered in their order."""
        question = several.question
        lines = [*wrap_text(styled_text(question.prompt, "bold cyan"), 0, width)]
        for remark in question.remarks:
            lines += wrap_text(styled_text(remark), 2, width)
        size = max(len(sanitize(option.title)) for option in question.options)
        for place, option in enumerate(question.options):
            number = str(self.taken_places.index(place) + 1) if place in self.taken_places else " "
            text = styled_text("> " if place == self.cursor else "  ", "bold").append(f"[{number}] ", "cyan not bold")
            text.append(f"{sanitize(option.title):<{size}}", "not bold default")
            text.append(f"   {sanitize(option.beside)}" if option.beside else "", "not bold")
            text.apply_meta({ANSWER_META: place})
            lines += wrap_text(text, 0, width)
        count = f"{several.most}" if several.least else f"up to {several.most}"
        return [*lines, styled_text(f"{count} of them: Space takes one, Enter: as marked", "dim")]

    def on_resize(self) -> None:
        """Redraw the question, unless only the pane's own height has changed."""
        if self.available_size == self._drawn_size:
            self.scroll_to_marked()
        else:
            self.draw_question_pane()

    # --- navigation

    def action_move(self, by: int) -> None:
        """Key action: move the mark to another answer, or the cursor to another row; by 1 down, by -1 up."""
        if self.question is None or self.cover_lines is not None:
            return
        if isinstance(self.group, Matrix):
            rows = [row.place for table in make_tables(self.group) for row in table.rows]
            self.cursor = rows[(rows.index(self.cursor) + by) % len(rows)]
        elif isinstance(self.group, RepeatedQuestion):
            self.cursor = (self.cursor + by) % len(self.group.question.options)
        else:
            order = screen_order(self.question)
            self.marked_index = order[(order.index(self.marked_index) + by) % len(order)]
        self.draw_question_pane()

    def action_move_sideways(self, by: int) -> None:
        """Key action: mark another cell in the matrix row at the cursor; by 1 to the right, by -1 to the left."""
        if self.cover_lines is not None:
            self.post_message(self.Stepped(by))
            return
        if not isinstance(self.group, Matrix):
            self.action_move(by)
            return
        matrix = self.group
        columns = [*range(len(matrix.columns)), NO_OPTION]
        cells = [index for column in columns if (index := matrix.option_index(self.cursor, column)) is not None]
        self.marked_in_rows[self.cursor] = cells[(cells.index(self.marked_in_rows[self.cursor]) + by) % len(cells)]
        self.draw_question_pane()

    def action_page_up(self) -> None:
        """Key action: scroll the question up by a page; at its beginning the key turns the visible pane.

        Raises:
            SkipAction: The question is at its beginning.
        """
        if self.scroll_y <= 0:
            raise SkipAction
        super().action_page_up()

    def action_page_down(self) -> None:
        """Key action: scroll the question down by a page; at its end the key turns the visible pane.

        Raises:
            SkipAction: The question is at its end.
        """
        if self.scroll_y >= self.max_scroll_y:
            raise SkipAction
        super().action_page_down()

    def action_take(self) -> None:
        """Key action: toggle the option at the cursor of a choice of several."""
        if isinstance(self.group, RepeatedQuestion) and self.cover_lines is None:
            if self.cursor in self.taken_places:
                self.taken_places.remove(self.cursor)
            elif len(self.taken_places) < self.group.most:
                self.taken_places.append(self.cursor)
            else:
                self.post_message(self.Refused(refuse_more(self.group.most)))
                return
            self.draw_question_pane()
            self.post_message(self.Taken())

    def action_go_to_boards(self) -> None:
        """Key action: go to the boards, whose pieces answer the question, too."""
        self.post_message(self.ToBoards())

    def action_answer(self) -> None:
        """Key action: give the marked answer."""
        self.post_message(self.Answered())

    def on_click(self, event: events.Click) -> None:
        """Mark the clicked answer, or give it if it is marked already."""
        meta = event.style.meta
        if self.cover_lines is not None:
            return
        if ANSWER_META in meta and isinstance(self.group, RepeatedQuestion):
            self.cursor = meta[ANSWER_META]
            self.action_take()
        elif ANSWER_META in meta and self.question is not None and self.group is None:
            previous, self.marked_index = self.marked_index, meta[ANSWER_META]
            self.draw_question_pane()
            if previous == self.marked_index:
                self.action_answer()
        elif CELL_META in meta and isinstance(self.group, Matrix):
            row, column = meta[CELL_META]
            index = self.group.option_index(row, column)
            if index is None:
                self.post_message(self.Refused(refuse_cell(self.group, row, column)))
            else:
                self.cursor, self.marked_in_rows[row] = row, index
                self.draw_question_pane()

    def opening_text(self, typed: str) -> str | None:
        """The initial text of the input line if a typed character opens it; None if it does not."""
        if typed and typed in LINE_OPENERS:
            return ""
        signs = "-" if self.question is not None and is_number_choice(self.question.options) else ""
        return typed if typed and (typed.isdecimal() or typed in signs) else None


def refuse_more(most: int) -> str:
    """The sentence that no more options can be taken."""
    return f"{most} at most are taken here: Space on one that is taken leaves it."


def refuse_cell(matrix: Matrix, row: int, column: int) -> str:
    """The sentence that a row of a matrix does not offer the answer of a column."""
    title = "none" if column == NO_OPTION else matrix.columns[column].title
    return f"{matrix.labels[row]}: {title} is not offered there."


def screen_order(question: Question) -> list[int]:
    """The indices of the answers in display order."""
    if is_number_choice(question.options) or question.offer:
        return [*answer_indices(len(question.options), question.optional)]
    usual = [index for index in display_order(question) if not question.options[index].grave]
    grave = [index for index in display_order(question) if question.options[index].grave]
    return [*usual, *[NO_OPTION] * question.optional, *grave]
