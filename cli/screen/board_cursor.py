"""Play on the boards: the cursor on their pieces, what it tells, and the answers that it marks or gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.text import Text

from bombsight.cli.screen.board_pane import BoardPane
from bombsight.cli.screen.choice_dialog import NO_CHOICE, ChoiceDialog
from bombsight.cli.screen.display import GameDisplay
from bombsight.cli.screen.piece_answers import PieceAnswer, find_piece_answers, rows_from
from bombsight.cli.screen.question_pane import QuestionPane
from bombsight.cli.terminal.screen import styled_text
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.service.present.joint_questions import Matrix

ON_BOARD_CLASS = "on-board"
"""The style class of the screen while the cursor stands on the boards."""

MIN_WORD_LINES = 2
"""The lines for the words at the cursor, at least, so that the boards do not move."""

BOARD_PLACEHOLDER = "arrows: another piece; Enter: as said above; Tab or Esc: back to the list"
"""The placeholder in the empty input line while the cursor stands on the boards."""

NOTHING_ON_BOARDS = "Nothing stands on the boards."

NO_ANSWER = "That is no answer to this question."
"""What is said of a piece that answers nothing, behind its words."""


class BoardCursor:
    """Play on the boards of a game's full screen.

    Attributes:
        is_open: Whether the cursor stands on the boards.
    """

    def __init__(self, display: GameDisplay, give_marked_answer: Callable[[], None]) -> None:
        """Prepare play on the boards.

        Args:
            display: The screen of the game.
            give_marked_answer: Gives the answer that is marked in the question pane.
        """
        self.display = display
        self.give_marked_answer = give_marked_answer
        self.is_open = False
        self._pane_before = display.shown_pane
        self._pieces: Mapping[str, str] = {}

    @property
    def board_pane(self) -> BoardPane:
        """The widget of the boards."""
        return self.display.board_pane

    @property
    def question_pane(self) -> QuestionPane:
        """The widget of the question."""
        return self.display.question_pane

    def find_answers(self, pieces: Mapping[str, str]) -> tuple[PieceAnswer, ...]:
        """Find what the pieces on boards, by their titles, answer at the open question."""
        self._pieces = pieces
        return self._find_answers()

    def _find_answers(self) -> tuple[PieceAnswer, ...]:
        """Find what the pieces that were found last answer now."""
        pane = self.question_pane
        return find_piece_answers(pane.question, pane.marked_group(), pane.cursor, self._pieces)

    def update_marks(self) -> None:
        """Draw the marks of what is taken among several on the boards."""
        self.board_pane.set_boards(self.board_pane.drawn, self._find_answers())

    # --- the cursor

    def open(self) -> None:
        """Put the cursor on the boards, which a narrow screen shows instead of the story then."""
        if self.is_open:
            return
        self.is_open = True
        self._pane_before = self.display.shown_pane
        if not self.display.is_wide:
            self.display.shown_pane = "boards"
        self._set_layout()
        self.display.show_notice([Text()] * MIN_WORD_LINES)
        self._draw_boards()
        self.display.screen_stack[0].set_focus(self.board_pane)
        self.display.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """Put the cursor on a piece, when the boards have their place."""
        if not self.is_open:
            return
        self._draw_boards()
        if not self.board_pane.begin(self._marked_answer()):
            self.close()
            self.display.show_refusal(NOTHING_ON_BOARDS)
        self.display.update_placeholder()

    def close(self) -> None:
        """Take the cursor from the boards, and go back to the list of answers."""
        if not self.is_open:
            return
        self.is_open = False
        self.board_pane.end()
        if not self.display.is_wide and self.display.shown_pane == "boards":
            self.display.shown_pane = self._pane_before
        self._set_layout()
        self.display.show_notice([])
        self._draw_boards()
        self.display.screen_stack[0].set_focus(self.question_pane)
        self.display.call_after_refresh(self.display.update_placeholder)

    def _draw_boards(self) -> None:
        """Draw the boards in the room that they have; on a wide screen they stay as they are, and nothing moves."""
        if not self.display.is_wide:
            self.display.draw_panes()
        else:
            self.board_pane.set_boards(self.board_pane.drawn, self._find_answers())

    def _set_layout(self) -> None:
        """Lay the screen out for the cursor, or for the list: beside the boards the prompt has to be seen."""
        self.display.screen_stack[0].set_class(self.is_open, ON_BOARD_CLASS)
        self.question_pane.keeps_prompt = self.is_open and not self.display.is_wide
        self.question_pane.scroll_to_marked()

    def _marked_answer(self) -> PieceAnswer | None:
        """The answer that is marked in the question pane, if it is a piece."""
        pane = self.question_pane
        marked = pane.marked_in_rows[pane.cursor] if isinstance(pane.group, Matrix) else pane.marked_index
        return next(
            (
                each
                for each in self.board_pane.answers
                if (each.kind, each.index) == ("option", marked)
                or (each.kind, each.row, each.index) == ("column", pane.cursor, marked)
            ),
            None,
        )

    def show_words(self, note: str = "") -> None:
        """Show what stands at the cursor, and what Enter does there, below a note; without a cursor the note alone."""
        stop = self.board_pane.stop
        if not self.is_open and note:
            self.display.show_refusal(note)
        if stop is None or not self.is_open:
            return
        width = self.display.line_width
        lines = [*wrap_text(styled_text(note, "yellow"), 0, width)] if note else []
        lines += wrap_text(styled_text(stop.words), 0, width)
        for answer in stop.answers:
            lines += wrap_text(styled_text(f"Enter: {answer.words}", "bold cyan"), 0, width)
        self.display.show_notice([*lines, *[Text()] * (MIN_WORD_LINES - len(lines))])

    # --- answers

    def choose(self) -> None:
        """Answer by the piece at the cursor; ask which answer is meant if it stands for several."""
        stop = self.board_pane.stop
        if stop is None:
            return
        if not stop.answers:
            self.display.show_refusal(f"{stop.words}. {NO_ANSWER}")
            return
        answers = stop.answers
        if len(answers) == 1:
            self.answer(answers[0])
            return

        def settle(number: int) -> None:
            """Callback of the dialog: give the chosen answer."""
            if number != NO_CHOICE:
                self.answer(answers[number])

        self.display.push_screen(ChoiceDialog(stop.words, [each.words for each in answers], settle))

    def answer(self, answer: PieceAnswer) -> None:
        """Do what choosing an answer in the list does: give it, or mark it where several questions are one."""
        pane = self.question_pane
        if answer.kind == "option":
            pane.marked_index = answer.index
            pane.draw_question_pane()
            self.close()
            self.give_marked_answer()
            return
        note = ""
        if answer.kind == "several":
            pane.cursor = answer.index
            pane.action_take()
        elif answer.kind == "row":
            pane.cursor = answer.index
        elif isinstance(pane.group, Matrix):
            if answer.row != pane.cursor:
                note = note_other_row(pane.group, pane.cursor, answer)
            pane.marked_in_rows[answer.row] = answer.index
            pane.cursor = rows_from(pane.group, answer.row)[1]
        pane.draw_question_pane()
        self.update_marks()
        self.show_words(note)


def note_other_row(matrix: Matrix, row: int, answer: PieceAnswer) -> str:
    """The sentence that a piece was marked in another row than the one at the cursor, which does not offer it."""
    option = matrix.rows[answer.row].options[answer.index]
    labels = matrix.labels
    return f"{labels[row]}: {option.title} is not offered there. It is marked for {labels[answer.row]}."
