"""Questions as they are put to a person, and reading what is typed."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from bombsight.cli.terminal.screen import arrow, clean, sign, words
from bombsight.cli.terminal.streams import drop_input, is_interactive
from bombsight.cli.terminal.wrapping import INDENT, wrapped
from bombsight.flat.sites import PLAYER
from bombsight.runtime.run.policies import NO_OPTION, Question
from bombsight.service.lookup.phrases import label
from bombsight.service.present.answers import (
    answer_keys,
    has_many_numbers,
    in_order,
    is_grave,
    is_number_choice,
    key_of,
    numbers_offered,
    title_of,
)
from bombsight.service.present.command_table import PHRASES
from bombsight.service.present.story_lines import MARK
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


def shown_keys(asked: Question) -> dict[int, str]:
    """What is typed for each answer, by its index, as it is shown; empty for numbers, which are typed as they are."""
    keys = answer_keys(asked)
    if is_number_choice(asked.options):
        return dict.fromkeys(keys, "")
    return {**keys, asked.preferred: "Enter"} if asked.offer else keys


def mark() -> str:
    """The mark of what Enter alone would answer."""
    return sign("▸", "*")


def question_lines(asked: Question, width: int) -> list[Text]:
    """A question with its options, numbered, and what decides beside them; grave ones stand apart at the end."""
    by = "" if asked.by == PLAYER else f" ({asked.by})"
    prompt = words(asked.prompt + by, "bold cyan").append(f" {MARK}" if asked.origin.is_unseen else "", "not bold dim")
    if is_number_choice(asked.options):
        prompt.append(clean(f": {', '.join(numbers_offered(asked))}"), style="not bold")
    elif asked.offer:
        enter = shown_keys(asked)
        for index, option in enumerate(asked.options):
            prompt.append(f"  [{enter[index]}]", style="not bold")
            prompt.append(clean(f" {option.title}"), style="not bold default")
    lines = [*wrapped(prompt, 0, width)]
    for remark in asked.remarks:
        lines += wrapped(words(remark), 2, width)
    if not has_lines(asked):
        return lines
    shown, none = in_order(asked), [NO_OPTION] * asked.optional
    if has_many_numbers(asked.options):
        shown = tuple(index for index in shown if index == asked.preferred)
        none = [index for index in none if index == asked.preferred]
    keys = answer_keys(asked)
    size = max(len(keys[index]) for index in (*shown, *none))
    titles = {} if is_number_choice(asked.options) else {index: title_of(asked, index) for index in (*shown, *none)}
    told = {index: option_text(keys[index].rjust(size), titles.get(index)) for index in (*shown, *none)}
    column = beside_column(asked, {index: told[index] for index in shown}, width)
    usual = [index for index in shown if not asked.options[index].grave]
    for index in [*usual, *none]:
        lines += option_lines(asked, index, told[index], column, width)
    if usual or none:
        lines += [Text()] * (len(usual) < len(shown))
    for index in shown[len(usual) :]:
        lines += option_lines(asked, index, told[index], column, width)
    return lines


def option_text(key: str, title: str | None) -> Text:
    """An answer behind its key, which says all where it has no title."""
    text = Text(key, style="cyan")
    return text if title is None else text.append(clean(f"  {title}"), style="default")


def has_lines(asked: Question) -> bool:
    """Whether its options have lines of their own: numbers have them only for what decides beside them.

    Of many numbers it is only the line of what Enter alone would answer.
    """
    return not asked.offer and (not is_number_choice(asked.options) or any(each.beside for each in asked.options))


def beside_column(asked: Question, told: Mapping[int, Text], width: int) -> int:
    """Where what decides stands beside the options; 0 where there is no room for a column of it."""
    beside = [len(asked.options[index].beside) for index in told]
    column = max(map(len, told.values()), default=0) + BETWEEN
    return column if INDENT + column + max(beside, default=0) <= width else 0


def option_lines(asked: Question, index: int, told: Text, column: int, width: int) -> Iterator[Text]:
    """An answer with what decides beside it, in its column or behind the answer; marked if Enter alone gives it."""
    text = told.copy()
    beside = asked.options[index].beside if index != NO_OPTION else ""
    if beside:
        text.append(" " * max(BETWEEN, column - len(text))).append(clean(beside), style="default")
    text.apply_meta({ANSWER: index})
    first, *rest = wrapped(text, INDENT, width)
    yield Text(f"{mark()} ", style="bold green").append_text(first[INDENT:]) if index == asked.preferred else first
    yield from rest


def dice_prompt(wanted: WantedDice, width: int) -> Text:
    """What real dice are asked for: ``1d6 for Reef (Packet): 1 to 3 → wrecked, 4 to 6 → safe``; or a draw."""
    if wanted.members:
        text = words(f"Which of {len(wanted.members)} was drawn", "bold cyan")
        return text.append(clean(f": {'; '.join(wanted.members)}"), "not bold default")
    about = f" ({', '.join(wanted.about)})" if wanted.about else ""
    leads = ", ".join(f"{faces} {arrow()} {result}" for faces, result in wanted.leads)
    text = words(wanted.dice.notation, "bold cyan")
    text.append(clean(f" for {label(wanted.table, wanted.title) or 'dice'}{about}"), style="not bold cyan")
    if leads:
        gap = "\n  " if len(text) + len(leads) + 2 > width else ": "
        text.append(gap, "not bold default").append(clean(leads), "not bold default")
    return text


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
