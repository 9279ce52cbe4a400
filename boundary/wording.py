"""Words that differ by front end: an argument is ``--missions`` on the command line, and ``missions=`` in Python.

A message is written once, by code that does not know who called it. Where it names an argument, it holds all forms,
between marks that no text can hold otherwise (Unicode's noncharacters). :class:`~bombsight.boundary.errors.InputError`
takes one of them when it is shown.
"""

from __future__ import annotations

import re
from typing import Literal, assert_never

FrontEnd = Literal["command line", "python", "page"]
"""Who called: a person at the command line, a program, or a person at a page, who has neither commands nor calls."""

BEGIN, BETWEEN, END = "\ufdd0", "\ufdd1", "\ufdd2"
"""The marks around and between the two forms."""

MARKS = re.compile(f"[{BEGIN}{BETWEEN}{END}]")
FORM = f"([^{BEGIN}{BETWEEN}{END}]*)"
FORMS_PATTERN = re.compile(f"{BEGIN}{FORM}{BETWEEN}{FORM}(?:{BETWEEN}{FORM})?{END}")


def either(command_line: str, python: str, page: str | None = None) -> str:
    """Join the forms of one phrase, for a message: for the command line, for Python, and for a page.

    A phrase without a form for a page has that of the command line there.
    """
    forms = (command_line, python) if page is None else (command_line, python, page)
    return f"{BEGIN}{BETWEEN.join(MARKS.sub('?', form) for form in forms)}{END}"


def argument(name: str, value: object = None, *, option: str = "", example: str = "") -> str:
    """Name an argument of a call, in all forms: ``--missions -3``, ``missions=-3``, and ``missions`` on a page.

    Args:
        name: Its name in Python.
        value: The value that it was given; None to name the argument alone.
        option: Its option on the command line, if that has another name: ``--path``.
        example: A word for a value in its place: ``FILE``.
    """
    flag = option or f"--{name.replace('_', '-')}"
    words = name.replace("_", " ")
    if value is None:
        return either(f"{flag} {example}" if example else flag, f"{name}={example}", words)
    return either(f"{flag} {value}", f"{name}={value!r}", f"{words} {value}")


def words_for(front_end: FrontEnd, text: str) -> str:
    """Take one of the forms of each phrase of a text that differs by front end."""
    if BEGIN not in text:
        return text

    def choose(found: re.Match[str]) -> str:
        """Choose the form of a phrase."""
        command_line, python, page = found.groups()
        match front_end:
            case "command line":
                return str(command_line)
            case "python":
                return str(python)
            case "page":
                return str(command_line if page is None else page)
            case _:
                assert_never(front_end)

    return FORMS_PATTERN.sub(choose, text)
