"""Questions as they are put to a person, and reading what is typed."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from bombsight.cli.play.throws import marked
from bombsight.cli.terminal.screen import clean, words
from bombsight.cli.terminal.streams import is_interactive
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.dsl.listing import listed
from bombsight.runtime.choices import NO_OPTION, Question, answers, find, offered
from bombsight.runtime.describe import Option, words_of
from bombsight.service.phrases import label
from bombsight.service.view import WantedDice

PROMPT = "> "
COMMANDS = ("undo", "why", "odds", "log", "state", "table", "save", "quit", "exit", "q", "help", "?")
"""What is no answer but something else that a person wants, whatever the options are called."""

NONE_WORDS = ("0", "-", "none")


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


def read_line(out: Console) -> str:
    """What is typed next, without blanks around it; asked for again where it is too long.

    Raises:
        Ended: The input is closed, or the program is asked to stop.
    """
    try:
        while True:
            line = typed_line() if is_interactive() and not out.stderr else piped_line(out)
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


def typed_line() -> str:
    """A line from the terminal.

    Raises:
        EOFError: It is closed.
    """
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives input() a history and editing, where there is one
    return input(PROMPT)


def piped_line(out: Console) -> str:
    """A line from elsewhere; of one that is too long, no more than shows that it is.

    Raises:
        EOFError: There is nothing more to read, or no end to the line.
    """
    out.print(PROMPT, end="")
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


def is_number_choice(options: Sequence[Option]) -> bool:
    """Whether the options are numbers, which are typed as they are."""
    return all(option.name.isdecimal() for option in options)


def key_of(asked: Question, number: int) -> str:
    """What is typed for the answer at this place, none being the last; empty where its name says it."""
    if is_number_choice(asked.options):
        return ""
    if number == len(asked.options):
        return "0"
    return "Enter" if asked.offer and number == 0 else str(number + 1)


def question_lines(asked: Question, width: int) -> list[Text]:
    """A question with its options, numbered; what else may be typed for one stands behind it."""
    by = "" if asked.by == "player" else f" ({asked.by})"
    prompt = marked(words(asked.prompt + by, "bold cyan"), asked.origin.is_unseen)
    if is_number_choice(asked.options):
        prompt.append(clean(f": {offered(asked.options, asked.optional)}"), style="not bold")
        return [*wrapped(prompt, 0, width)]
    if asked.offer:
        for number, option in enumerate(asked.options):
            prompt.append(f"  [{key_of(asked, number)}]", style="not bold")
            prompt.append(clean(f" {option.title}"), style="not bold default")
        return [*wrapped(prompt, 0, width)]
    lines = [*wrapped(prompt, 0, width)]
    size = len(str(len(asked.options)))
    for number, option in enumerate(asked.options):
        text = Text(f"{key_of(asked, number):>{size}}", style="cyan").append("  ")
        text.append(clean(option.title), style="default")
        if option.name not in COMMANDS and not words_of(option.name.replace("_", " ")) <= words_of(option.title):
            text.append(clean(f"  ({option.name})"), style="dim")
        lines += wrapped(text, 2, width)
    if asked.optional:
        lines += wrapped(Text(f"{0:>{size}}", style="cyan").append("  none", style="default"), 2, width)
    return lines


def by_whole_name(asked: Question, typed: str) -> int | None:
    """The one option whose whole name or title was typed, or None."""
    wanted = typed.lower()
    exact = [i for i, option in enumerate(asked.options) if wanted in (option.name.lower(), option.title.lower())]
    return exact[0] if len(exact) == 1 else None


def read_answer(asked: Question, typed: str) -> int | str:
    """What was typed as an answer: the index of an option, -1 for none; or what is wrong in a few words."""
    if asked.offer and not typed:
        return 0  # keep the dice
    named = by_whole_name(asked, typed)
    if named is not None:
        return named
    if asked.optional and typed.lower() in NONE_WORDS:
        return NO_OPTION
    if typed.isdecimal() and len(typed) < 6 and not is_number_choice(asked.options):
        return int(typed) - 1 if 1 <= int(typed) <= len(asked.options) else "there is no such option"
    return find(asked.options, typed.split(), asked.optional)


def name_of(asked: Question, index: int) -> str:
    """The stable name of an answer."""
    return "none" if index == NO_OPTION else asked.options[index].name


def complaint(asked: Question, problem: str) -> str:
    """Why an answer would not do, and what would."""
    problem = problem[:1].upper() + problem[1:]
    if is_number_choice(asked.options):
        return f"{problem}. Type {listed(answers(asked.options, asked.optional), 'or')}."
    count = len(asked.options)
    numbers = {1: "1", 2: "1 or 2"}.get(count, f"1 to {count}") + (", or 0" if asked.optional else "")
    return f"{problem}. Type a number, {numbers}; help lists what else."


def dice_prompt(wanted: WantedDice) -> Text:
    """What real dice are asked for: ``2d6 for Sky``."""
    text = words(wanted.dice, "bold cyan")
    return text.append(clean(f" for {label(wanted.table, wanted.title) or 'dice'}"), style="cyan")
