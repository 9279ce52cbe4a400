"""Standard streams that never fail, even if they are closed, broken pipes or in other encodings."""

from __future__ import annotations

import contextlib
import io
import os
import sys

from bombsight.boundary import platform
from bombsight.cli.terminal.plain_signs import ASCII_ERROR_HANDLER


def repair_streams() -> None:
    """Replace or reconfigure the standard streams so that reading and writing them never fails.

    A closed stream is replaced by an empty one; characters that a terminal cannot show, and undecodable input, are
    replaced.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open until the process ends
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as above
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as above
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, ASCII_ERROR_HANDLER),
        (sys.stderr, ASCII_ERROR_HANDLER),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def discard_output() -> None:
    """Discard buffered output after its reader is gone, without an error at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def has_no_reader() -> bool:
    """Whether the reader of standard output, a pipe or a terminal, has gone away."""
    try:
        descriptor = sys.stdout.fileno()
    except (OSError, ValueError):
        return False
    return platform.has_no_reader(descriptor)


def discard_typeahead() -> None:
    """Discard typed-ahead input at a terminal, which a shell would take."""
    if is_interactive():
        with contextlib.suppress(OSError, ValueError):
            platform.discard_typeahead(sys.stdin.fileno())


def has_line_waiting() -> bool:
    """Whether a line was typed ahead at a terminal, so that the next read returns at once."""
    return is_interactive() and platform.has_input_waiting(sys.stdin.fileno())


def can_show_unicode() -> bool:
    """Whether the output can show characters beyond ASCII."""
    # While Textual captures the output its encoding is unknown: the terminal's counts.
    stream = sys.stdout if hasattr(sys.stdout, "encoding") else sys.__stdout__
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") in ("utf8", "utf16", "utf8sig")


def is_interactive() -> bool:
    """Whether a person types at a terminal."""
    try:
        return sys.stdin.isatty()
    except ValueError:
        return False
