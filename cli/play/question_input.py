"""The display of questions at a terminal, and the reading of input."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from attrs import evolve
from rich.console import Console
from rich.text import Text

from bombsight.cli.terminal.lines import draw_lines, style_spans
from bombsight.cli.terminal.screen import choose_sign, sanitize, styled_text
from bombsight.cli.terminal.streams import discard_typeahead, is_interactive
from bombsight.cli.terminal.wrapping import INDENT, wrap_text
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.present.answer_parsing import answer_key, answer_title, display_order, is_grave_answer
from bombsight.service.present.command_table import PHRASES
from bombsight.service.present.lines import Span, line
from bombsight.service.present.question_lines import (
    DEFAULT_MARK,
    ShownAnswer,
    list_answers,
    render_prompt,
    render_throw,
)
from bombsight.service.present.view import WantedDice

if TYPE_CHECKING:  # imported only at a terminal
    from bombsight.cli.play.line_editor import LineEditor

PROMPT = "> "
COLUMN_GAP = 3
"""The minimum number of blanks between an option and the information beside it."""

ANSWER_META = "answer"
"""The key of an answer's index in a text's metadata, for screens with a pointer."""

MAX_LINE_LENGTH = 1000
"""The maximum number of characters of an input line."""

CLIP_LENGTH = 60
"""How many characters of a longer line a transcript shows."""

MAX_DISCARDED_LENGTH = 100_000_000
"""The maximum number of characters discarded up to a line end; a longer line counts as the end of the input."""


class InputEnded(Exception):  # noqa: N818 - the end of the input is no error
    """Raised when the input has ended, by end of file or an interrupt.

    Attributes:
        interrupt: The interrupt that stopped the program; None if the input is closed.
    """

    def __init__(self, interrupt: KeyboardInterrupt | None = None) -> None:
        """Make the exception; ``interrupt`` is None if the input is closed."""
        super().__init__(interrupt)
        self.interrupt = interrupt


def read_line(out: Console, prompt: str = PROMPT, phrases: Sequence[str] = ()) -> str:
    """Read a stripped line of input from the terminal or a pipe; ask again if it is too long.

    Raises:
        InputEnded: The input is closed, or the program is asked to stop.
    """
    try:
        while True:
            line = (
                read_terminal_line(prompt, phrases)
                if is_interactive() and not out.stderr
                else read_piped_line(out, prompt)
            )
            if not is_too_long(line):
                return line.strip()
            out.print(
                styled_text(f"That line is longer than {MAX_LINE_LENGTH} characters: type a shorter one.", "yellow")
            )
    except KeyboardInterrupt as stop:
        raise InputEnded(stop) from stop
    except (EOFError, ValueError) as end:
        raise InputEnded from end


def is_too_long(line: str) -> bool:
    """Whether an input line is too long to be an answer."""
    return len(line.rstrip("\n")) > MAX_LINE_LENGTH


def read_terminal_line(prompt: str, phrases: Sequence[str]) -> str:
    """Read a line from the terminal, with line editing if it supports that.

    Raises:
        EOFError: It is closed.
    """
    editor = line_editor()
    if editor is not None:
        return editor.read_line(prompt, phrases)
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives input() a history and editing, where there is one
    return input(prompt)


@cache
def line_editor() -> LineEditor | None:
    """Make the cached editor of lines at the terminal; None if the terminal does not support it."""
    from bombsight.cli.play.line_editor import LineEditor, can_edit_lines

    return LineEditor() if can_edit_lines() else None


def drop_typed_ahead() -> None:
    """Drop the input that was typed ahead at a terminal."""
    if is_interactive() and (editor := line_editor()) is not None:
        editor.drop_typeahead()
    discard_typeahead()


def clear_typed_history() -> None:
    """Clear the input history and typed-ahead input before another person sits down."""
    drop_typed_ahead()
    line_editor.cache_clear()
    if (readline_module := sys.modules.get("readline")) is not None:
        readline_module.clear_history()


def read_piped_line(out: Console, prompt: str) -> str:
    """Read a line from a pipe or a file; one that is too long is truncated.

    Raises:
        EOFError: The input has ended, or the line has no end.
    """
    out.print(styled_text(prompt), end="")
    out.file.flush()
    line = sys.stdin.readline(MAX_LINE_LENGTH + 2)
    if not line:
        out.print()
        raise EOFError
    # Echo piped answers, so that a transcript shows them.
    if not is_interactive():
        out.print(styled_text(f"{line[:CLIP_LENGTH]}..." if is_too_long(line) else line.strip()))
    if is_too_long(line):
        discard_line(line)
    return line


def discard_line(line: str) -> None:
    """Read and discard the rest of an input line that is too long.

    Raises:
        EOFError: The line has no end.
    """
    length = len(line)
    while line and not line.endswith("\n"):
        line = sys.stdin.readline(2**16)
        length += len(line)
        if length > MAX_DISCARDED_LENGTH:
            raise EOFError


def prompt_for(question: Question) -> str:
    """The prompt of a question, with its default answer."""
    if question.offer:
        return PROMPT
    return f"[{sanitize(answer_key(question, question.preferred))}] {PROMPT}"


def phrases_for(question: Question) -> list[str]:
    """The phrases that Tab completes at a question: its answers, and commands."""
    return [*answer_phrases(question), *PHRASES]


def answer_phrases(question: Question) -> list[str]:
    """What the answers of a question are called."""
    return [
        *(sanitize(answer_title(question, index)) for index in display_order(question)),
        *["none"] * question.optional,
    ]


def default_mark() -> str:
    """The sign that marks the default answer."""
    return choose_sign(DEFAULT_MARK, "*")


def draw_question(question: Question, width: int, *, has_mark: bool = True) -> list[Text]:
    """Render a question with its numbered options and their remarks; irreversible options apart at the end.

    Without ``has_mark`` the default answer is not marked, for a reader who is not asked.
    """
    lines = draw_lines([render_prompt(question), *(line(remark, indent=1) for remark in question.remarks)], width)
    answers = list_answers(question)
    texts = [answer_text(each) for each in answers]
    column = remark_column(answers, texts, width)
    for each, text in zip(answers, texts, strict=True):
        lines += [Text()] if each.is_apart else []
        lines += draw_answer(evolve(each, is_preferred=each.is_preferred and has_mark), text, column, width)
    return lines


def answer_text(answer: ShownAnswer) -> Text:
    """The styled text of an answer behind its number; the number alone if it has no title."""
    text = Text(answer.key, style="cyan")
    return text.append(sanitize(f"  {answer.title}"), style="default") if answer.title else text


def remark_column(answers: Sequence[ShownAnswer], texts: Sequence[Text], width: int) -> int:
    """The screen column in which the remarks on answers begin; 0 if there is no room beside them."""
    beside = max((len(each.beside) for each in answers), default=0)
    options = [len(text) for each, text in zip(answers, texts, strict=True) if each.index != NO_OPTION]
    column = max(options, default=0) + COLUMN_GAP
    return column if INDENT + column + beside <= width else 0


def draw_answer(answer: ShownAnswer, text: Text, column: int, width: int) -> Iterator[Text]:
    """Render an answer with its remark, in a column or after it; mark the default.

    Args:
        answer: The answer.
        text: Its text.
        column: The column of the information; 0 for none.
        width: The columns of the screen.
    """
    if answer.beside:
        text = (
            text.copy()
            .append(" " * max(COLUMN_GAP, column - len(text)))
            .append(sanitize(answer.beside), style="default")
        )
    text.apply_meta({ANSWER_META: answer.index})
    first, *rest = wrap_text(text, INDENT, width)
    yield Text(f"{default_mark()} ", style="bold green").append_text(first[INDENT:]) if answer.is_preferred else first
    yield from rest


def draw_dice_prompt(wanted: WantedDice, width: int) -> Text:
    """Render the request to throw real dice, with its possible outcomes."""
    *head, last = render_throw(wanted).spans
    text = style_spans([*head, last])
    if wanted.members or not wanted.leads or len(text) <= width:
        return text
    return style_spans([*head, Span("\n  "), Span(last.text.removeprefix(": "))])


def format_faces(faces: Sequence[int]) -> str:
    """Format the faces of dice: ``3+4``."""
    return " ".join(map(str, faces))


def confirm_answer(question: Question, index: int, typed: str, out: Console, width: int, *, at_terminal: bool) -> bool:
    """Confirm an irreversible answer: a person at a terminal is asked once more.

    Other input was written with care: there it must only give the answer explicitly.

    Args:
        question: The question.
        index: The index of the answer.
        typed: The input; empty for the default answer.
        out: The console.
        width: The most columns of a line.
        at_terminal: Whether a person at a terminal answers.

    Raises:
        InputEnded: The input has ended.
    """
    if not is_grave_answer(question, index):
        return True
    title = answer_title(question, index)
    if at_terminal:
        confirmation = styled_text(
            f"{title}. Do you mean it? Type yes; anything else leads back to the question.", "bold yellow"
        )
        for line in wrap_text(confirmation, 0, width):
            out.print(line, soft_wrap=True)
        return read_line(out).lower() in ("yes", "y")
    if not typed:
        out.print(
            styled_text(f"Enter alone gives no grave answer. To answer {title}, type it.", "yellow"), soft_wrap=True
        )
    return bool(typed)
