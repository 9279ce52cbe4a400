"""Questions as they are put to a person, and reading what is typed."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from bombsight.cli.terminal.lines import draw_lines, style_spans
from bombsight.cli.terminal.screen import clean, sign, words
from bombsight.cli.terminal.streams import drop_input, is_interactive
from bombsight.cli.terminal.wrapping import INDENT, wrapped
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.present.answers import in_order, is_grave, key_of, title_of
from bombsight.service.present.command_table import PHRASES
from bombsight.service.present.lines import Span, line
from bombsight.service.present.question_lines import (
    MARKED,
    ShownAnswer,
    list_answers,
    render_prompt,
    render_throw,
)
from bombsight.service.present.view import WantedDice

if TYPE_CHECKING:  # loaded only at a terminal
    from bombsight.cli.play.typing import Typist

PROMPT = "> "
BETWEEN = 3
"""Blanks between an option and what decides beside it, at least."""

ANSWER = "answer"
"""Under this name the text of an answer knows its index, for a screen on which it can be pointed at."""

LONGEST = 1000
"""A line of more characters than this is no answer to anything."""

CLIPPED = 60
"""How much of such a line a transcript shows."""

ENDLESS = 100_000_000
"""What has no line end within so many characters is not typed by anybody: the input counts as closed."""


class Ended(Exception):  # noqa: N818 - the end of the input is no error
    """There is nothing more to read.

    Attributes:
        stop: What asked the program to stop; None where the input is closed.
    """

    def __init__(self, stop: KeyboardInterrupt | None = None) -> None:
        super().__init__(stop)
        self.stop = stop


def read_line(out: Console, prompt: str = PROMPT, phrases: Sequence[str] = ()) -> str:
    """What is typed next, without blanks around it; asked for again where it is too long.

    Args:
        out: Where the prompt is shown.
        prompt: What stands before the cursor.
        phrases: What may be typed, beside much else: Tab completes it at a terminal.

    Raises:
        Ended: The input is closed, or the program is asked to stop.
    """
    try:
        while True:
            line = typed_line(prompt, phrases) if is_interactive() and not out.stderr else piped_line(out, prompt)
            if not is_too_long(line):
                return line.strip()
            out.print(words(f"That line is longer than {LONGEST} characters: type a shorter one.", "yellow"))
    except KeyboardInterrupt as stop:
        raise Ended(stop) from stop
    except (EOFError, ValueError) as end:
        raise Ended from end


def is_too_long(line: str) -> bool:
    """Whether it is no answer, whatever it says."""
    return len(line.rstrip("\n")) > LONGEST


def typed_line(prompt: str, phrases: Sequence[str]) -> str:
    """A line from the terminal.

    Raises:
        EOFError: It is closed.
    """
    found = typist()
    if found is not None:
        return found.read(prompt, phrases)
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives input() a history and editing, where there is one
    return input(prompt)


@cache
def typist() -> Typist | None:
    """Who reads lines from the terminal; None where it shows no line that is edited."""
    from bombsight.cli.play.typing import Typist, is_able

    return Typist() if is_able() else None


def forget_typed() -> None:
    """Forget all that was typed at the terminal, and what was typed ahead: somebody else sits down at it."""
    if is_interactive() and (found := typist()) is not None:
        found.forget()
    typist.cache_clear()
    drop_input()
    if (lines := sys.modules.get("readline")) is not None:
        lines.clear_history()


def piped_line(out: Console, prompt: str) -> str:
    """A line from elsewhere; of one that is too long, no more than shows that it is.

    Raises:
        EOFError: There is nothing more to read, or no end to the line.
    """
    out.print(words(prompt), end="")
    out.file.flush()
    line = sys.stdin.readline(LONGEST + 2)
    if not line:
        out.print()
        raise EOFError
    # A transcript of answers that come from a pipe should show them.
    if not is_interactive():
        out.print(words(f"{line[:CLIPPED]}..." if is_too_long(line) else line.strip()))
    if is_too_long(line):
        pass_over(line)
    return line


def pass_over(line: str) -> None:
    """Read to the end of a line, and keep nothing of it.

    Raises:
        EOFError: It has none.
    """
    length = len(line)
    while line and not line.endswith("\n"):
        line = sys.stdin.readline(2**16)
        length += len(line)
        if length > ENDLESS:
            raise EOFError


def prompt_for(asked: Question) -> str:
    """What stands before the cursor: what Enter alone would answer."""
    if asked.offer:
        return PROMPT
    return f"[{clean(key_of(asked, asked.preferred))}] {PROMPT}"


def phrases_for(asked: Question) -> list[str]:
    """What Tab completes at a question: its answers, and what else may be typed."""
    return [*(clean(title_of(asked, index)) for index in in_order(asked)), *["none"] * asked.optional, *PHRASES]


def mark() -> str:
    """The mark of what Enter alone would answer."""
    return sign(MARKED, "*")


def question_lines(asked: Question, width: int) -> list[Text]:
    """A question with its options, numbered, and what decides beside them; grave ones stand apart at the end."""
    lines = draw_lines([render_prompt(asked), *(line(remark, indent=1) for remark in asked.remarks)], width)
    answers = list_answers(asked)
    texts = [answer_text(each) for each in answers]
    column = beside_column(answers, texts, width)
    for each, text in zip(answers, texts, strict=True):
        lines += [Text()] if each.is_apart else []
        lines += answer_lines(each, text, column, width)
    return lines


def answer_text(answer: ShownAnswer) -> Text:
    """An answer behind its key, which says all where it has no title."""
    text = Text(answer.key, style="cyan")
    return text.append(clean(f"  {answer.title}"), style="default") if answer.title else text


def beside_column(answers: Sequence[ShownAnswer], texts: Sequence[Text], width: int) -> int:
    """Where what decides stands beside the answers; 0 where there is no room for a column of it."""
    beside = max((len(each.beside) for each in answers), default=0)
    options = [len(text) for each, text in zip(answers, texts, strict=True) if each.index != NO_OPTION]
    column = max(options, default=0) + BETWEEN
    return column if INDENT + column + beside <= width else 0


def answer_lines(answer: ShownAnswer, text: Text, column: int, width: int) -> Iterator[Text]:
    """An answer with what decides beside it, in its column or behind the answer; marked if Enter alone gives it."""
    if answer.beside:
        text = text.copy().append(" " * max(BETWEEN, column - len(text))).append(clean(answer.beside), style="default")
    text.apply_meta({ANSWER: answer.index})
    first, *rest = wrapped(text, INDENT, width)
    yield Text(f"{mark()} ", style="bold green").append_text(first[INDENT:]) if answer.is_preferred else first
    yield from rest


def dice_prompt(wanted: WantedDice, width: int) -> Text:
    """What real dice are asked for; what they lead to on a line of its own where there is no room for it."""
    *head, last = render_throw(wanted).spans
    text = style_spans([*head, last])
    if wanted.members or not wanted.leads or len(text) <= width:
        return text
    return style_spans([*head, Span("\n  "), Span(last.text.removeprefix(": "))])


def shown_dice(faces: Sequence[int]) -> str:
    """Faces of dice in a line."""
    return " ".join(map(str, faces))


def is_meant(asked: Question, read: int, typed: str, out: Console, width: int, *, careful: bool) -> bool:
    """Whether an answer is meant: of one that is grave a person at a terminal is asked once more.

    What comes from elsewhere was written with care: there it must only be said in so many words.

    Args:
        asked: The question.
        read: The index of the answer.
        typed: What was typed; empty for Enter alone.
        out: Where it is asked.
        width: How wide lines may be.
        careful: Whether a person at a terminal answers.

    Raises:
        Ended: There is nothing more to read.
    """
    if not is_grave(asked, read):
        return True
    title = title_of(asked, read)
    if careful:
        sure = words(f"{title}. Do you mean it? Type yes; anything else leads back to the question.", "bold yellow")
        for line in wrapped(sure, 0, width):
            out.print(line, soft_wrap=True)
        return read_line(out).lower() in ("yes", "y")
    if not typed:
        out.print(words(f"Enter alone gives no grave answer. To answer {title}, type it.", "yellow"), soft_wrap=True)
    return bool(typed)
