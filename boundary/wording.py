"""Words that differ by front end: an argument is ``--missions`` on the command line, and ``missions=`` in Python.

A message is written once, by code that does not know who called it. Where it names an argument, it holds both forms,
between marks that no text can hold otherwise (Unicode's noncharacters). :class:`~bombsight.boundary.errors.InputError`
takes one of them when it is shown.
"""

from __future__ import annotations

import re
from typing import Literal

FrontEnd = Literal["command line", "python"]
"""Who called: a person at the command line, or a program."""

BEGIN, BETWEEN, END = "\ufdd0", "\ufdd1", "\ufdd2"
"""The marks around and between the two forms."""

MARKS = re.compile(f"[{BEGIN}{BETWEEN}{END}]")
FORMS_PATTERN = re.compile(f"{BEGIN}([^{BEGIN}{BETWEEN}{END}]*){BETWEEN}([^{BEGIN}{BETWEEN}{END}]*){END}")


def either(command_line: str, python: str) -> str:
    """Join two forms of one phrase, for a message: one for the command line, one for Python."""
    return f"{BEGIN}{MARKS.sub('?', command_line)}{BETWEEN}{MARKS.sub('?', python)}{END}"


def argument(name: str, value: object = None, *, option: str = "", example: str = "") -> str:
    """Name an argument of a call, in both forms: ``--missions -3`` and ``missions=-3``.

    Args:
        name: Its name in Python.
        value: The value that it was given; None to name the argument alone.
        option: Its option on the command line, if that has another name: ``--path``.
        example: A word for a value in its place: ``FILE``.
    """
    flag = option or f"--{name.replace('_', '-')}"
    if value is None:
        return either(f"{flag} {example}" if example else flag, f"{name}={example}")
    return either(f"{flag} {value}", f"{name}={value!r}")


def words_for(front_end: FrontEnd, text: str) -> str:
    """Take one of the two forms of each phrase of a text that differs by front end."""
    if BEGIN not in text:
        return text
    return FORMS_PATTERN.sub(r"\1" if front_end == "command line" else r"\2", text)
