"""A terminal without a window: runs a command in it, types, and returns what stands on its screen, with colours."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path

import pyte
from attrs import frozen

DEFAULT, PAPER, INK = "default", "paper", "ink"
"""The names of the colour that a terminal has by itself, and of its two when they are reversed."""

QUIET = 1.5
"""After so many seconds without output a program is taken to wait for a key."""

PATIENCE = 60.0
"""The most seconds that a program may take to its end, or to its next question."""


@frozen
class Style:
    """How characters look.

    Attributes:
        colour: A name of the terminal's palette, six hexadecimal digits, ``default``, or ``paper`` where reversed.
        background: Likewise; ``ink`` where reversed.
        is_bold: Whether they are bold.
        is_italic: Whether they are italic.
        is_underlined: Whether they are underlined.
    """

    colour: str
    background: str
    is_bold: bool
    is_italic: bool
    is_underlined: bool


@frozen
class Run:
    """Neighbouring characters of one style in a line.

    Attributes:
        column: The first column, from 0.
        text: The characters, each of one column's width.
        style: Their style.
    """

    column: int
    text: str
    style: Style


Line = tuple[Run, ...]


@frozen
class Screen:
    """What stands on a terminal.

    Attributes:
        columns: Its width in characters.
        lines: Its lines, from the top; blank ones at the end are left out.
    """

    columns: int
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """The screen without colours, one line each, without blanks at the ends."""
        return "\n".join(line_text(line).rstrip() for line in self.lines)


def line_text(line: Line) -> str:
    """Return the characters of a line, with blanks between its runs."""
    text = ""
    for run in line:
        text = text.ljust(run.column) + run.text
    return text


def run_in_terminal(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    *,
    columns: int,
    rows: int,
    keys: Sequence[str] = (),
) -> Screen:
    """Run a command at a terminal until it waits for a key after the last of ``keys``; without keys, until it ends.

    Args:
        command: The program and its arguments.
        folder: The folder to run it in.
        environment: Its environment; that of a terminal is added.
        columns: The terminal's width.
        rows: Its height. Of a longer output only the end is seen.
        keys: What is typed, each when the program is waiting.

    Raises:
        TimeoutError: The program goes on for too long.
    """
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "COLUMNS": str(columns)}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**environment, **terminal, "LINES": str(rows)},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    screen = pyte.Screen(columns, rows)
    stream = pyte.ByteStream(screen)
    try:
        for key in keys:
            read_output(master, stream, until_quiet=True)
            os.write(master, key.encode())
        read_output(master, stream, until_quiet=bool(keys))
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(master)
    return read_screen(screen)


def read_output(master: int, stream: pyte.ByteStream, *, until_quiet: bool) -> None:
    """Feed a program's output to the screen until it ends, or ``until_quiet`` is set and it waits for a key.

    Raises:
        TimeoutError: The program goes on for too long.
    """
    end = time.monotonic() + PATIENCE
    has_written = False
    while time.monotonic() < end:
        ready, _, _ = select.select([master], [], [], QUIET)
        if not ready:
            if has_written and until_quiet:
                return
            continue
        try:
            data = os.read(master, 65536)
        except OSError:  # the program has closed the terminal
            data = b""
        if not data:
            return
        stream.feed(data)
        has_written = True
    raise TimeoutError("the program does not end")


def read_screen(screen: pyte.Screen) -> Screen:
    """Return the lines of a terminal's screen as runs of one style."""
    lines: list[Line] = []
    for row in range(screen.lines):
        cells = [screen.buffer[row][column] for column in range(screen.columns)]
        runs: list[Run] = []
        column = 0
        for style, group in groupby(cells, style_of):
            text = "".join(cell.data for cell in group)
            if text.strip() or style.background != DEFAULT:
                runs.append(Run(column, text, style))
            column += len(text)
        lines.append(tuple(runs))
    while lines and not lines[-1]:
        lines.pop()
    return Screen(screen.columns, tuple(lines))


def style_of(cell: pyte.screens.Char) -> Style:
    """Return the style of a cell; reversed colours are exchanged."""
    colour, background = cell.fg, cell.bg
    if cell.reverse:
        colour = PAPER if background == DEFAULT else background
        background = INK if cell.fg == DEFAULT else cell.fg
    return Style(colour, background, cell.bold, cell.italics, cell.underscore)
