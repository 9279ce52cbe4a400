"""The console of a player at a seat: shows the events that he may see, asks his questions, executes commands.

It knows of the game only what the arbiter sent: the rules, and everything hidden, stay with the arbiter.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve
from rich.text import Text

from bombsight.cli.play.joint_questions import draw_group, phrases_for_group
from bombsight.cli.play.question_input import (
    PROMPT,
    confirm_answer,
    draw_dice_prompt,
    draw_question,
    prompt_for,
    read_line,
)
from bombsight.cli.seats.seat_console_commands import CommandConsole
from bombsight.cli.terminal.screen import sanitize, styled_text
from bombsight.cli.terminal.streams import is_interactive
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.dsl.listing import capitalize_first
from bombsight.runtime.run.policies import Question
from bombsight.service.play.awaited_throw import parse_faces
from bombsight.service.present import sentences
from bombsight.service.present.answer_parsing import (
    answer_name,
    answer_title,
    display_order,
    explain_rejection,
    find_by_full_name,
    parse_option,
)
from bombsight.service.present.command_table import SEAT_PHRASES, SINGLY_WORD
from bombsight.service.present.joint_answer_parsing import parse_choices, parse_matrix_answers
from bombsight.service.present.joint_questions import QuestionGroup, RepeatedQuestion
from bombsight.service.seats.protocol.host_messages import Turn
from bombsight.service.seats.protocol.seat_messages import Answered, Thrown

REFEREE_PROMPT = "[look on] > "
"""The prompt of a referee, who may look and says nothing."""


@define
class SeatConsole(CommandConsole):
    """The terminal of one player of two: shows the events that he may see, asks questions, executes commands.

    Attributes:
        check_requests: Called behind each line that the player types at a question: shows what others ask of him
            meanwhile, and raises :class:`QuestionWithdrawn` if the question is gone by that.
    """

    check_requests: Callable[[], None] = lambda: None

    def ask_for_answer(self, turn: Turn) -> Answered:
        """Print the events of a turn, and ask its question until the player answers.

        Raises:
            PlayerLeft: The person leaves.
            Resignation: The player resigns.
            UndoWanted: The player asks to take back his last answer.
            QuestionWithdrawn: The player has agreed to an undo meanwhile.
            InputEnded: The input has ended.
        """
        question, group = turn.question, turn.group
        assert question is not None
        question_texts = self._draw_question(question, group)
        self.narrate(turn, len(question_texts))
        self.out.print()
        self.show_texts(question_texts)
        while True:
            typed = self._read_typed(question, group)
            self.check_requests()
            is_name = " " in typed and find_by_full_name(question, typed) is not None
            if group is not None and typed.lower() == SINGLY_WORD:
                group = None
            elif is_name or not self.run_if_command(typed, question):
                names = self._parse_answers(question, group, typed)
                if names is not None:
                    self.own_answer_count = len(names)
                    return Answered(number=turn.number, names=names, together=group is not None)
            self.show_texts(self._draw_question(question, group))

    def look_on(self, turn: Turn) -> None:
        """Print a turn and its open question to a referee, who is not asked, and execute his commands until Enter.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        question = turn.question
        texts = [] if question is None else draw_question(question, self.width)
        self.narrate(turn, len(texts))
        if question is None:
            return
        self.out.print()
        self.show_texts(texts)
        while typed := read_line(self.out, REFEREE_PROMPT):
            is_resignation = typed.lower().split() == ["give", "up"]
            if is_resignation or not self.run_if_command(typed, question):
                self.show_refusal("You look on: state, board, why, log, tell, quit. Enter waits for what comes next.")

    def ask_for_throw(self, turn: Turn) -> Thrown:
        """Print the events of a turn, and ask for the dice that it awaits until they are possible.

        Raises:
            PlayerLeft: The person leaves.
            Resignation: The player resigns.
            UndoWanted: The player asks to take back his last answer.
            QuestionWithdrawn: The player has agreed to an undo meanwhile.
            InputEnded: The input has ended.
        """
        wanted = turn.throw
        assert wanted is not None
        self.narrate(turn, 1)
        self.out.print()
        while True:
            self.show_texts([draw_dice_prompt(wanted, self.width)])
            if self.pager is not None:
                self.pager.drop_keys_of_stop()
            typed = read_line(self.out, PROMPT, SEAT_PHRASES)
            self.check_requests()
            if not typed or self.run_if_command(typed, None):
                continue
            throws = parse_faces(wanted, typed)
            if isinstance(throws, str):
                self.show_refusal(throws)
            elif len(throws) > 1:
                self.show_refusal("One throw at a time.")
            else:
                return Thrown(number=turn.event_count, faces=throws[0])

    def _draw_question(self, question: Question, group: QuestionGroup | None) -> list[Text]:
        """Render a question alone or with its group, without the name of the player who is asked."""
        if group is None:
            return draw_question(evolve(question, by="player"), self.width)
        return [*draw_group(group, self.width)]

    def _read_typed(self, question: Question, group: QuestionGroup | None) -> str:
        """Read a line of input at a question.

        Raises:
            InputEnded: The input has ended.
        """
        phrases = [
            *(sanitize(answer_title(question, index)) for index in display_order(question)),
            *["none"] * question.optional,
            *SEAT_PHRASES,
        ]
        if self.pager is not None:
            self.pager.drop_keys_of_stop()
        if group is None:
            return read_line(self.out, prompt_for(question), phrases)
        return read_line(self.out, PROMPT, [*phrases_for_group(group), *phrases])

    def _parse_answers(self, question: Question, group: QuestionGroup | None, typed: str) -> tuple[str, ...] | None:
        """Parse typed answers to their names; print an error and return None if they are invalid.

        Raises:
            InputEnded: The input has ended.
        """
        if group is None:
            index = parse_option(question, typed)
            if isinstance(index, int):
                is_confirmed = confirm_answer(
                    question, index, typed, self.out, self.width, at_terminal=is_interactive()
                )
                return (answer_name(question, index),) if is_confirmed else None
            self.show_refusal(explain_rejection(question, index, typed))
            return None
        indices = (
            parse_choices(group, typed) if isinstance(group, RepeatedQuestion) else parse_matrix_answers(group, typed)
        )
        if isinstance(indices, str):
            self.show_refusal(f"{capitalize_first(indices)}.")
            return None
        rows = (group.question,) * len(indices) if isinstance(group, RepeatedQuestion) else group.rows
        return tuple(answer_name(row, index) for row, index in zip(rows, indices, strict=True))

    def confirm_undo(self, seat: str, own_answers: int) -> bool:
        """Ask the player whether another may take back his last answer; return whether he agrees.

        Args:
            seat: The seat that asks.
            own_answers: How many answers of this player fall with it.

        Raises:
            InputEnded: The input has ended.
        """
        asks = sentences.undo_asked(capitalize_first(self.title_of(seat)), own_answers)
        text = styled_text(f"{asks} Type yes to agree.", "bold yellow")
        self.show_texts([Text(), *wrap_text(text, 0, self.width)])
        return read_line(self.out).strip().lower() in ("yes", "y")
