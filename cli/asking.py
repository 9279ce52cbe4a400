"""Questions as they are put to a person, and reading what is typed."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from cli.screen import clean, words
from cli.streams import is_interactive
from cli.throws import label, marked
from cli.wrapping import wrapped
from compiler.program import RollSite
from compiler.standings import UNSEEN
from runtime.choices import NO_OPTION, Question
from runtime.describe import Option, words_of
from runtime.sources import notation

PROMPT = "> "
COMMANDS = ("undo", "why", "log", "state", "table", "save", "quit", "exit", "q", "help", "?")
"""What is no answer but something else that a person wants, whatever the options are called."""

NONE_WORDS = ("0", "-", "none")


class Ended(Exception):  # noqa: N818 - the end of the input is no error
    """There is nothing more to read.

    Attributes:
        interrupted: Whether somebody pressed the keys that interrupt.
    """

    def __init__(self, *, interrupted: bool = False) -> None:
        super().__init__(interrupted)
        self.interrupted = interrupted


def read_line(out: Console) -> str:
    """What is typed next, without blanks around it.

    Raises:
        Ended: The input is closed, or an interrupt was pressed.
    """
    at_terminal = is_interactive() and not out.stderr
    try:
        if at_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - gives input() a history and editing, where there is one
            return input(PROMPT).strip()
        out.print(PROMPT, end="")
        out.file.flush()
        line = sys.stdin.readline()
    except (EOFError, ValueError) as end:
        raise Ended from end
    except KeyboardInterrupt as stop:
        out.print()
        raise Ended(interrupted=True) from stop
    if not line:
        out.print()
        raise Ended
    # A transcript of answers that come from a pipe should show them.
    if not is_interactive():
        out.print(words(line.strip()))
    return line.strip()


def is_number_choice(options: Sequence[Option]) -> bool:
    """Whether the options are numbers, which are typed as they are."""
    return all(option.name.isdecimal() for option in options)


def question_lines(asked: Question, width: int) -> list[Text]:
    """A question with its options, numbered; what else may be typed for one stands behind it."""
    by = "" if asked.by == "player" else f" ({asked.by})"
    prompt = marked(words(asked.prompt + by, "bold cyan"), asked.standing in UNSEEN)
    if is_number_choice(asked.options):
        names = [option.name for option in asked.options] + ["none"] * asked.optional
        prompt.append(clean(f": {', '.join(names)}"), style="not bold")
        return [*wrapped(prompt, 0, width)]
    if asked.offer:
        keys = ("Enter", *map(str, range(2, len(asked.options) + 1)))
        for key, option in zip(keys, asked.options, strict=True):
            prompt.append(f"  [{key}]", style="not bold").append(clean(f" {option.title}"), style="not bold default")
        return [*wrapped(prompt, 0, width)]
    lines = [*wrapped(prompt, 0, width)]
    size = len(str(len(asked.options)))
    for number, option in enumerate(asked.options, start=1):
        text = Text(f"{number:>{size}}", style="cyan").append("  ")
        text.append(clean(option.title), style="default")
        if option.name not in COMMANDS and not words_of(option.name.replace("_", " ")) <= words_of(option.title):
            text.append(clean(f"  ({option.name})"), style="dim")
        lines += wrapped(text, 2, width)
    if asked.optional:
        lines += wrapped(Text(f"{0:>{size}}", style="cyan").append("  none", style="default"), 2, width)
    return lines


def read_answer(asked: Question, typed: str) -> int | str | None:
    """What was typed as an answer: an index, or words to be found; None where it is certainly none."""
    if asked.offer and not typed:
        return 0  # keep the dice
    if not typed:
        return None
    wanted = typed.lower()
    exact = [i for i, option in enumerate(asked.options) if wanted in (option.name.lower(), option.title.lower())]
    if len(exact) == 1:
        return exact[0]
    if asked.optional and typed.lower() in NONE_WORDS:
        return NO_OPTION
    if typed.isdecimal() and len(typed) < 6 and not is_number_choice(asked.options):
        return int(typed) - 1 if 1 <= int(typed) <= len(asked.options) else len(asked.options)
    return typed


def dice_prompt(roll: RollSite) -> Text:
    """What real dice are asked for: ``2d6 for Sky``."""
    text = words(notation(roll.count, roll.sides), "bold cyan")
    return text.append(clean(f" for {label(roll.table, roll.title)}"), style="cyan")
